"""Which end of an order a question asks for, and records in the order of time."""

import re
from collections.abc import Iterable, Mapping
from typing import Final, Literal

from superbiz_agent.models.offline.changes import EARLIER, LATER, instant
from superbiz_agent.models.offline.evidence import Line
from superbiz_agent.models.offline.kinds import asked_by

Rank = Literal["most", "least", "greatest", "smallest", "first", "last"]

_RANKS: Final[Mapping[Rank, re.Pattern[str]]] = {
    "greatest": asked_by(
        "slowest|highest|largest|biggest|longest|greatest|peak|maximum|max", "最(?:慢|高|大|长|久)"
    ),
    "smallest": asked_by("fastest|quickest|lowest|smallest|shortest|minimum", "最(?:快|低|小|短)"),
    "most": asked_by("(?<!at )most(?! (?:recent|likely|of)(?![a-z]))", "最(?:多|频繁)"),
    "least": asked_by("(?<!at )least|fewest", "最少"),
    "last": asked_by(
        "(?:last|latest|most recent)(?= [a-z]|\\s{0,3}[?.!]|\\s{0,3}\\Z)"
        "(?! (?:few|couple|hours?|minutes?|seconds?|days?|nights?|weeks?|time window))",
        "最后(?:一[次条个])?|最近一[次条]",
    ),
    "first": asked_by("first|earliest", "最(?:先|早)|第一[次条个]|首[次个]"),
}

_LASTS: Final = re.compile(
    r"how long [^?.!]{0,80}?(?<![a-z])(?<!the )(?<!very )last(?![a-z])", re.IGNORECASE
)
"""Where "last" is what an outage does, not which backup is meant."""


def rank_asked(text: str) -> Rank | None:
    """The end of an order that ``text`` asks for, or null."""
    text = _LASTS.sub(" ", text)
    return next((rank for rank, asked in _RANKS.items() if asked.search(text)), None)


def in_order(records: Iterable[Line], rank: Rank) -> list[Line]:
    """Records by when they began, or, for the last, by when they ended, the last first; a single
    record, which is the last itself, before a group that ends with it."""
    if rank == "last":
        alone = sorted(records, key=lambda x: x.count > 1)
        return sorted(alone, key=lambda x: instant(x.last or x.at) or EARLIER, reverse=True)
    return sorted(records, key=lambda x: instant(x.first) or LATER)
