"""What a text says of the way of a metric series, over the points that its line tells (section 7).

"rose from 1.2 GiB at 09:00 to 3.9 GiB at 09:40" is proven by the values and instants of the line's
summary, in any language: the word says nothing of polarity then. A clause that turns the way round
is turned down, and so is one that tells of now what was at an instant of the past. Which field of
the summary a word means, ``series_fields`` reads.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.facts.group_text import ChangeVerb
from superbiz_agent.grounding.facts.series_line import Point, SeriesLine, read_series_line
from superbiz_agent.grounding.wording.series_fields import mistakes_a_field, series_values
from superbiz_agent.grounding.wording.series_words import MORE_WAYS, NOW
from superbiz_agent.grounding.wording.told_changes import SAID, holds_instant

_WAYS: Final[tuple[tuple[ChangeVerb, int], ...]] = (("jumps", 1), ("falls", -1))
_BACKWARD: Final = re.compile(r"(?<![a-z])from \Z", re.IGNORECASE)
"""Before the second value of a clause that names the later one first: "to 3.9 from 1.2"."""

_RANGE: Final = re.compile(
    r"(?<![a-z])(?:until|since|before|after|between|within|by|(?<!went )(?<!goes )up to)(?![a-z])"
    r"|截至|截止|以来|之前|之后|以前|以后|期间|之间|以内",
    re.IGNORECASE,
)
"""An instant that bounds a time, in which a value may have been at any other."""

_FROM_THEN_ON: Final = re.compile(
    r"(?<![a-z])(?:since|after|from)(?![a-z])|自|以来|之后|起", re.IGNORECASE
)


def misreads_series(clauses: Sequence[str], sources: Sequence[str]) -> bool:
    """Whether a clause tells the way of a series of ``sources`` wrongly, gives a value the instant
    or the field of another, or tells of now what no instant of the clause says to be past."""
    every = [line for line in map(read_series_line, sources) if line]
    if not every:
        return False
    others = [source for source in sources if not read_series_line(source)]
    return any(_is_misread(clause, every, others) for clause in clauses)


def _is_misread(clause: str, every: Sequence[SeriesLine], others: Sequence[str]) -> bool:
    return (
        any(not _is_proven(clause, way, every) for way, _ in _ways(clause))
        or _is_misplaced(clause, every)
        or _tells_of_now(clause, every, others)
        or mistakes_a_field(clause, every, others, moves=any(_ways(clause)))
    )


def without_series_changes(clauses: Sequence[str], sources: Sequence[str]) -> list[str]:
    """The clauses of a text, without the words of change that a series of ``sources`` proves."""
    every = [line for line in map(read_series_line, sources) if line]
    return [_without(clause, every) for clause in clauses] if every else list(clauses)


def _without(clause: str, every: Sequence[SeriesLine]) -> str:
    for way, said in _ways(clause):
        if _is_proven(clause, way, every):
            return f"{clause[: said.start()]} {clause[said.end() :]}"
    return clause


def _ways(clause: str) -> Iterator[tuple[int, re.Match[str]]]:
    """The words of rising (1) and falling (-1) in a clause."""
    for verb, way in _WAYS:
        if found := SAID[verb].search(clause) or MORE_WAYS[way].search(clause):
            yield way, found


def _is_proven(clause: str, way: int, every: Sequence[SeriesLine]) -> bool:
    """Whether one series has every value that the clause takes from any, and went its way."""
    values = series_values(clause, every)
    return any(_goes(clause, way, line) for line in every if all(map(line.points_of, values)))


def _goes(clause: str, way: int, line: SeriesLine) -> bool:
    """Whether the values that a clause names go its way in the order of time: two of them, one
    after the first of the series, or those at its instants where it names none."""
    first, last = line.of("first"), line.of("last")
    named = _named(clause, line)
    if len(named) > 1:
        return all(_is_step(before, after, way) for before, after in pairwise(named))
    if named:
        return _is_step([first], [last] if first in named[0] else named[0], way)
    instants = [fact for fact in extract_facts(clause) if fact.kind == "timestamp"]
    return any(_is_step([one], [other], way) for one, other in _spans(clause, instants, line))


def _spans(
    clause: str, instants: Sequence[Fact], line: SeriesLine
) -> Iterator[tuple[Point, Point]]:
    """From which point to which a clause without values speaks, by its instants."""
    first, last = line.of("first"), line.of("last")
    if not instants or _encloses(instants, line):
        yield first, last
    elif len(instants) == 1:
        begins = _FROM_THEN_ON.search(clause) is not None
        for point in line.points:
            if holds_instant(instants[0], point.at):
                yield (point, last) if begins else (first, point)
    else:
        for one in line.points:
            for other in line.points:
                if holds_instant(instants[0], one.at) and holds_instant(instants[1], other.at):
                    yield one, other


def _encloses(instants: Sequence[Fact], line: SeriesLine) -> bool:
    """Whether two whole instants lie around all that was seen."""
    numbers = [x.number for x in instants if x.number is not None and x.unit == "instant"]
    if len(numbers) != 2:
        return False
    return numbers[0] <= line.of("first").at and line.of("last").at <= numbers[1]


def _is_step(before: Sequence[Point], after: Sequence[Point], way: int) -> bool:
    return any(
        one.at <= other.at and (other.number - one.number) * way > 0
        for one in before
        for other in after
    )


def _named(clause: str, line: SeriesLine) -> list[list[Point]]:
    """For each value of the series in a clause its points, the earlier value first."""
    named: list[list[Point]] = []
    for fact in extract_facts(clause):
        if same := line.points_of(fact):
            is_earlier = bool(named) and bool(_BACKWARD.search(clause[: fact.span[0]]))
            named.insert(len(named) - is_earlier, same)
    return named


def _is_misplaced(clause: str, every: Sequence[SeriesLine]) -> bool:
    """Whether a value of a series stands beside an instant at which no series had it."""
    if _RANGE.search(clause):
        return False
    facts = [
        fact
        for fact in extract_facts(clause)
        if fact.kind == "timestamp" or any(line.fields_of(fact) for line in every)
    ]
    is_value = [fact.kind != "timestamp" for fact in facts]
    if len(facts) % 2 or any(one == other for one, other in pairwise(is_value)):
        return False
    pairs = zip(facts[::2], facts[1::2], strict=True)
    ordered = (pair if is_value[0] else pair[::-1] for pair in pairs)
    return any(
        not any(holds_instant(at, point.at) for line in every for point in line.points_of(value))
        for value, at in ordered
    )


def _tells_of_now(clause: str, every: Sequence[SeriesLine], others: Sequence[str]) -> bool:
    """Whether a clause says that a value of a series, which no other source has, is so now, and
    names no instant for it."""
    facts = extract_facts(clause)
    if not NOW.search(clause) or any(fact.kind == "timestamp" for fact in facts):
        return False
    elsewhere = {fact.key for source in others for fact in extract_facts(source)}
    return any(fact.key not in elsewhere for fact in series_values(clause, every))
