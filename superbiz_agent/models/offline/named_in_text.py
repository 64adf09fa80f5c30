"""A name that no source goes by: it may stand in the text of the records, within a longer name
(``relay`` in ``relay.example.net:587``), where a search within a service of that name sees none.

Before its silence is told, the records are searched for the name as text (contract section 4).
"""

import re
from collections.abc import Iterator
from typing import Final

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.models.offline.claims import EVERYTHING
from superbiz_agent.models.offline.evidence import WARN_RANK, Evidence, Search
from superbiz_agent.models.offline.paths import telling_parts
from superbiz_agent.models.offline.question import Question, name_parts

MAX_NAMES: Final = 2


def text_searches(question: Question, evidence: Evidence) -> Iterator[tuple[str, JsonObject]]:
    """A search for each name that nobody goes by, wherever it stands in a record: of the level that
    is asked, else of trouble, whose absence would be told."""
    for name in question.searched_entities[:MAX_NAMES]:
        if name.isascii() and not goes_by(name, evidence) and not _is_in_trouble(name, evidence):
            level = question.level or "WARN"
            yield "query_logs", {"query": EVERYTHING, "regex": as_text(name), "level": level}


def as_text(name: str) -> str:
    """The regular expression of ``name`` wherever it stands."""
    return re.escape(name).replace(r"\-", "-")


def is_held_in_text(search: Search, evidence: Evidence) -> bool:
    """Whether ``search`` was within a service that nobody goes by, while records hold its name."""
    service = search.filters.get("service")
    if not service or goes_by(service, evidence):
        return False
    text = as_text(service)
    return any(
        line.search.matched and line.search.filters.get("regex") == text
        for line in evidence.searches
        if line.search
    )


def goes_by(name: str, evidence: Evidence) -> bool:
    """Whether a source is called ``name``, or a record was written under it: the word that one
    begins with may be anything."""
    folded = name.casefold()
    parts = {part for source in evidence.sources for part in name_parts(source)}
    parts |= {x.casefold() for source in evidence.sources for x in telling_parts(source)}
    owners = {line.owner.casefold() for line in evidence.of("log")}
    owners |= {part for owner in owners for part in telling_parts(owner)}
    return folded in parts or any(
        owner == folded or owner.startswith(f"{folded}-") for owner in owners
    )


def _is_in_trouble(name: str, evidence: Evidence) -> bool:
    """Whether a record of trouble that was found already holds the name."""
    pattern = re.compile(as_text(name), re.IGNORECASE)
    return any(x.rank >= WARN_RANK and pattern.search(x.body) for x in evidence.of("log"))
