"""Which searches found nothing and say something by it (contract section 4)."""

from collections.abc import Collection, Sequence
from typing import Final

from superbiz_agent.models.offline.claims import EVERYTHING
from superbiz_agent.models.offline.evidence import Evidence, Line, Search
from superbiz_agent.models.offline.matching import is_about, mentions, owns
from superbiz_agent.models.offline.named_in_text import is_held_in_text
from superbiz_agent.models.offline.question import Question, source_words
from superbiz_agent.models.offline.relevance import (
    Ranked,
    concepts_of,
    incident_lines,
)
from superbiz_agent.models.offline.topics import concept_labels

MAX_ABSENCES: Final = 2


def absent_lines(question: Question, evidence: Evidence, *, found: bool) -> list[Line]:
    """The searches of each tool that found nothing, the most telling first: of what was asked, and
    of nothing that any other call found. Where something was found, silence says something of the
    entities or the level asked about alone."""
    silent = [
        line
        for line in evidence.searches
        if line.search is not None
        and line.tool_name != "lookup_knowledge"
        and _is_telling(line.search, question, evidence)
        and (not found or line.search.query in question.entities or _is_everything(line.search))
    ]
    kept: dict[str, Line] = {}
    for line in sorted(silent, key=lambda each: _width(each, question)):
        kept.setdefault(line.tool_name, line)
    return list(kept.values())[:MAX_ABSENCES]


def missed_lines(question: Question, evidence: Evidence, ranked: Sequence[Ranked]) -> list[Line]:
    """The searches for the very thing that a narrow question asks, or for its level, in vain; for
    anything severe where it asks what failed, and nothing that it names did.

    Where lines share other words of the question, only its level and its concepts are the thing:
    no line about the worker shows that it ran out of memory.
    """
    silent = absent_lines(question, evidence, found=False)
    is_seen = any(each.is_trouble and (each.exact or each.words) for each in ranked)
    asks_trouble = question.asks_trouble and not is_seen
    missed = [
        line
        for line in silent
        if _is_asked(line, question) or (asks_trouble and _is_of_trouble(line))
    ]
    if not any(each.exact or each.words for each in ranked):
        return missed
    things = {*concept_labels(question.text, question.language), EVERYTHING}
    return [line for line in missed if line.search and _is_thing(line.search, things)]


def _is_of_trouble(line: Line) -> bool:
    """True for a search of all records that are severe at all, in logs that write levels."""
    search = line.search
    if search is None or "without_level" in search.filters:
        return False
    return _is_everything(search) and search.filters.get("level") == "WARN"


def _is_thing(search: Search, things: Collection[str]) -> bool:
    return search.query in things or bool(search.filters.get("level"))


def _is_telling(search: Search, question: Question, evidence: Evidence) -> bool:
    if not search.found_nothing or search.query.casefold() in source_words(evidence.sources):
        return False
    if is_held_in_text(search, evidence):
        return False
    if search.filters.get("level"):
        return True
    asked = (*question.entities, *question.searches, *question.phrases, EVERYTHING)
    return search.query in asked and not _is_found(search, evidence)


def _is_found(search: Search, evidence: Evidence) -> bool:
    """True if a line that any call found speaks of all that ``search`` asks for; one of another
    service says nothing of a search within a service."""
    query, service = search.query, search.filters.get("service", "")
    concepts = concepts_of(query)
    return any(
        query in evidence.queries_of(line)
        or all(mentions(line.body, word) for word in query.split())
        or (concepts and concepts <= concepts_of(line.body))
        for line in (*incident_lines(evidence), *evidence.of("series"))
        if not service or is_about(line.body, service) or owns(line, service)
    )


def _is_everything(search: Search) -> bool:
    return search.query == EVERYTHING


def _width(line: Line, question: Question) -> tuple[bool, bool, bool, int]:
    """Sort key: all of the one service that is asked about, by everything, by what was asked, then
    with the fewest filters."""
    search = line.search
    if search is None:
        return True, True, True, 0
    is_everything = _is_everything(search)
    is_of_service = is_everything and search.filters.get("service") in question.searched_entities
    asked = _is_asked(line, question)
    return not is_of_service, not is_everything, not asked, len(search.filters)


def _is_asked(line: Line, question: Question) -> bool:
    """True for a search for the thing that was asked about, or for its level, in vain."""
    search = line.search
    if search is None:
        return False
    if question.level and search.filters.get("level") == question.level:
        return True
    if question.level and line.tool_name == "query_metrics":
        return False  # alerts have no level
    return search.query in question.searches or search.query in question.phrases
