"""What a text says of the way of a metric series, over the points that its line tells (section 7).

"rose from 1.2 GiB at 09:00 to 3.9 GiB at 09:40" is proven by the values and instants of the line's
summary, in any language: the word says nothing of polarity then. A clause that turns the way round
is turned down, and so is one that tells of now what was at an instant of the past.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from superbiz_agent.grounding.facts import Fact, FactKey, extract_facts
from superbiz_agent.grounding.facts.group_text import ChangeVerb
from superbiz_agent.grounding.facts.series_summary import POINT
from superbiz_agent.grounding.wording.told_changes import SAID, holds_instant

_POINTS: Final = 4
_WAYS: Final[tuple[tuple[ChangeVerb, int], ...]] = (("jumps", 1), ("falls", -1))
_BACKWARD: Final = re.compile(r"(?<![a-z])from \Z", re.IGNORECASE)
"""Before the second value of a clause that names the later one first: "to 3.9 from 1.2"."""

_NOW: Final = re.compile(
    r"(?<![a-z])(?:now|currently|at present|at the moment|right now|as we speak)(?![a-z])"
    r"|现在|目前|当前|此刻|眼下",
    re.IGNORECASE,
)


_RANGE: Final = re.compile(
    r"(?<![a-z])(?:until|since|before|after|between|within|by|up to)(?![a-z])"
    r"|截至|截止|以来|之前|之后|以前|以后|期间|之间|以内",
    re.IGNORECASE,
)
"""An instant that bounds a time, in which a value may have been at any other."""


class _Point(NamedTuple):
    """A value of a series: what it equals, how great it is, and when it was."""

    key: FactKey
    number: Decimal
    at: Decimal


def misreads_series(clauses: Sequence[str], sources: Sequence[str]) -> bool:
    """Whether a clause tells the way of a series of ``sources`` wrongly, gives a value the instant
    of another, or tells of now what no instant of the clause says to be of the past."""
    every = [points for points in map(_points, sources) if points]
    if not every:
        return False
    alone = len(every) == len(sources)
    return any(
        any(not _is_proven(clause, way, every) for way, _ in _ways(clause))
        or _is_misplaced(clause, every)
        or (alone and _tells_of_now(clause, every))
        for clause in clauses
    )


def without_series_changes(clauses: Sequence[str], sources: Sequence[str]) -> list[str]:
    """The clauses of a text, without the words of change that a series of ``sources`` proves."""
    every = [points for points in map(_points, sources) if points]
    return [_without(clause, every) for clause in clauses] if every else list(clauses)


def _without(clause: str, every: Sequence[Sequence[_Point]]) -> str:
    for way, said in _ways(clause):
        if _is_proven(clause, way, every):
            return f"{clause[: said.start()]} {clause[said.end() :]}"
    return clause


def _ways(clause: str) -> Iterator[tuple[int, re.Match[str]]]:
    """The words of rising (1) and falling (-1) in a clause."""
    for verb, way in _WAYS:
        if found := SAID[verb].search(clause):
            yield way, found


def _is_proven(clause: str, way: int, every: Sequence[Sequence[_Point]]) -> bool:
    return any(_goes(clause, way, points) for points in every)


def _goes(clause: str, way: int, points: Sequence[_Point]) -> bool:
    """Whether the values that a clause names go its way in the order of time: two of them, one
    after the first of the series, or the first and the last where it names none."""
    first, last = points[0], points[1]
    named = _named(clause, points)
    if len(named) > 1:
        return all(_is_step(before, after, way) for before, after in pairwise(named))
    if not named or first in named[0]:
        return _is_step([first], [last], way)
    return _is_step([first], named[0], way)


def _is_step(before: Sequence[_Point], after: Sequence[_Point], way: int) -> bool:
    return any(
        one.at <= other.at and (other.number - one.number) * way > 0
        for one in before
        for other in after
    )


def _named(clause: str, points: Sequence[_Point]) -> list[list[_Point]]:
    """For each value of the series in a clause its points, the earlier value first."""
    named: list[list[_Point]] = []
    for fact in extract_facts(clause):
        if same := [point for point in points if point.key == fact.key]:
            is_earlier = bool(named) and bool(_BACKWARD.search(clause[: fact.span[0]]))
            named.insert(len(named) - is_earlier, same)
    return named


def _is_misplaced(clause: str, every: Sequence[Sequence[_Point]]) -> bool:
    """Whether a value of a series stands beside an instant at which no series had it."""
    if _RANGE.search(clause):
        return False
    points = [point for own in every for point in own]
    keys = {point.key for point in points}
    facts = [x for x in extract_facts(clause) if x.kind == "timestamp" or x.key in keys]
    is_value = [fact.kind != "timestamp" for fact in facts]
    if len(facts) % 2 or any(one == other for one, other in pairwise(is_value)):
        return False
    pairs = zip(facts[::2], facts[1::2], strict=True)
    ordered = (pair if is_value[0] else pair[::-1] for pair in pairs)
    return any(
        not any(point.key == value.key and holds_instant(at, point.at) for point in points)
        for value, at in ordered
    )


def _tells_of_now(clause: str, every: Sequence[Sequence[_Point]]) -> bool:
    """Whether a clause says that a value of a series is so now, and names no instant for it."""
    if not _NOW.search(clause) or not any(_named(clause, points) for points in every):
        return False
    return not any(fact.kind == "timestamp" for fact in extract_facts(clause))


@lru_cache(maxsize=1024)
def _points(source: str) -> tuple[_Point, ...]:
    """The points of a series' line, first, last, least and greatest; empty for another line."""
    found = [_point(match["value"], match["at"]) for match in POINT.finditer(source)]
    points = tuple(point for point in found if point is not None)
    return points if len(points) == len(found) == _POINTS else ()


def _point(value: str, at: str) -> _Point | None:
    number, instant = _fact(value), _fact(at)
    if number is None or instant is None or number.number is None or instant.number is None:
        return None
    return _Point(number.key, number.number, instant.number)


def _fact(text: str) -> Fact | None:
    return next((fact for fact in extract_facts(text) if fact.number is not None), None)
