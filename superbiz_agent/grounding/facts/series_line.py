"""The stored line of a metric series, read back: the fields of its summary (contract section 2).

What stands in quotes is a label's value or an expression and never a field; of two equal keys the
first counts. The rules on wording ask this reading alone what a series tells.
"""

import re
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

from superbiz_agent.grounding.facts.extraction import extract_facts
from superbiz_agent.grounding.facts.fact import Fact, FactKey
from superbiz_agent.grounding.facts.series_summary import POINT

_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_FIELD: Final = re.compile(
    r", (?P<key>mean|step|count|NaN|gaps|resets)=(?P<value>[^,]{1,80})(?=,|\Z)"
)
_ENDS: Final = ("first", "last", "min", "max")
_COUNTS: Final = ("count", "NaN", "gaps", "resets")


class Point(NamedTuple):
    """A value of a series: the field that tells it, the value, and when it was, in seconds of the
    epoch."""

    field: str
    fact: Fact
    number: Decimal
    at: Decimal


class SeriesLine(NamedTuple):
    """What a line tells. ``points`` are first, last, least and greatest, and the value at the
    instant that was asked for, if it was one; ``head`` is what stands before them: metric or
    expression, and labels; ``counts`` are the fields that count samples."""

    points: tuple[Point, ...]
    mean: Fact | None
    step: Fact | None
    counts: dict[str, FactKey]
    head: str

    def fields_of(self, fact: Fact) -> frozenset[str]:
        """The fields under which a value stands, as precisely as it is written."""
        found = {point.field for point in self.points if shows_value(fact, point.fact)}
        return frozenset(found | {"mean"} if self.mean and shows_value(fact, self.mean) else found)

    def points_of(self, fact: Fact) -> list[Point]:
        """The points that have a value."""
        return [point for point in self.points if shows_value(fact, point.fact)]

    @property
    def is_constant(self) -> bool:
        """Whether every value shown is the same."""
        return len({point.number for point in self.points}) == 1

    def of(self, field: str) -> Point:
        """The point of a field other than the mean."""
        return next(point for point in self.points if point.field == field)


def shows_value(fact: Fact, told: Fact) -> bool:
    """Whether a value is the one told, as precisely as it is written."""
    if fact.key == told.key:
        return True
    if fact.number is None or told.number is None or fact.is_exact or fact.step is None:
        return False
    is_like = (fact.key[0], fact.unit) == (told.key[0], told.unit)
    return is_like and abs(fact.number - told.number) <= fact.step / 2


@lru_cache(maxsize=1024)
def read_series_line(source: str) -> SeriesLine | None:
    """Read a line; null for one that is no series or has no number."""
    plain = _QUOTED.sub(lambda found: "_" * len(found[0]), source)
    found: dict[str, Point] = {}
    for match in POINT.finditer(plain):
        if point := _point(match["field"], match["value"], match["at"]):
            found.setdefault(match["field"], point)
    if not found.keys() >= set(_ENDS):
        return None
    start = next(POINT.finditer(plain)).start()
    fields: dict[str, str] = {}
    for match in _FIELD.finditer(plain, start):
        fields.setdefault(match["key"], match["value"])
    return SeriesLine(
        points=tuple(found[field] for field in (*_ENDS, "asked_for") if field in found),
        mean=_fact(fields.get("mean", "")),
        step=_fact(fields.get("step", "")),
        counts={key: fact.key for key in _COUNTS if (fact := _fact(fields.get(key, "")))},
        head=source[:start],
    )


def _point(field: str, value: str, at: str) -> Point | None:
    number, instant = _fact(value), _fact(at)
    if number is None or instant is None or number.number is None or instant.number is None:
        return None
    return Point(field, number, number.number, instant.number)


def _fact(text: str) -> Fact | None:
    return next((fact for fact in extract_facts(text) if fact.number is not None), None)
