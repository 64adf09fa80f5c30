"""What failed before the failure that was asked about, followed by the names that records give.

A record that tells of a failing neighbour names it; where that neighbour has failures of its own
that are not later, they come before. Time and names alone decide, and nothing is called a cause.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from superbiz_agent.models.offline.changes import instant_of
from superbiz_agent.models.offline.evidence import WARN_RANK, Line
from superbiz_agent.models.offline.matching import mentions

REACH: Final = timedelta(minutes=15)
"""How long before a failure another one may have led to it."""

MAX_LINKS: Final = 4


def first_failure(lines: Iterable[Line], names: Sequence[str]) -> datetime | None:
    """When the first severe record about one of ``names`` was written, null if none has a time."""
    own = (line for line in lines if _is_failure(line) and _is_about(line, names))
    return min((at for line in own if (at := instant_of(line))), default=None)


def failures_before(lines: Sequence[Line], names: Sequence[str]) -> list[Line]:
    """The chain of failures that lead to those about ``names``, the first of them first."""
    began = first_failure(lines, names)
    if began is None:
        return []
    told = [line for line in lines if _is_failure(line) and _is_about(line, names)]
    others = [
        line
        for line in lines
        if _is_failure(line)
        and line not in told
        and (at := instant_of(line)) is not None
        and began - REACH <= at <= began
    ]
    chain: list[Line] = []
    while linked := [each for each in others if each not in chain and _names_owner(told, each)]:
        chain += linked
        told = linked
    return sorted(chain, key=lambda line: (instant_of(line) or began, line.row))[:MAX_LINKS]


def _is_failure(line: Line) -> bool:
    return line.kind == "log" and line.rank > WARN_RANK


def _is_about(line: Line, names: Sequence[str]) -> bool:
    return any(line.owner.casefold() == name.casefold() for name in names)


def _names_owner(told: Iterable[Line], other: Line) -> bool:
    """True if one of the records ``told`` names whoever wrote ``other``."""
    return bool(other.owner) and any(mentions(line.message, other.owner) for line in told)
