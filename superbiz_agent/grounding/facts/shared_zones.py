"""The zone of a time that another one beside it has (section 7)."""

import re

from superbiz_agent.grounding.facts.fact import Fact
from superbiz_agent.grounding.facts.instants import render_instant, time_of_day, within_a_day

MAX_BETWEEN = 16
"""Characters between the two ends of a range, at most."""

_SHARED_ZONE = re.compile(
    r" ?(?:-|–|—|~|to|until|,? ?and|,|，|、|至|到|和|及|以及|持续到|持续至) ?"
    r"(?:at |about |around |roughly |~|约 ?|大约 ?|在)?"
)

_ZONE_FIRST = re.compile("UTC|GMT|北京时间|东八区")
_SENTENCE_END = re.compile(r"[。；;\n]|\.(?:\s|\Z)")


def share_zone(text: str, facts: list[Fact]) -> list[Fact]:
    """Give a time the zone of the one it forms a range or a list with: "10:00 to 10:15 UTC",
    "10:00Z and 10:15", or, where the zone comes first, that of the first one in its sentence:
    北京时间 10:00 开始，10:15 结束."""
    if not any(map(_is_open_clock, facts)):
        return facts
    shared = list(facts)
    for index in range(len(shared) - 2, -1, -1):
        first, second = shared[index], shared[index + 1]
        is_zoned = second.kind == "timestamp" and second.offset is not None
        if _is_open_clock(first) and is_zoned and _are_a_range(text, first, second):
            shared[index] = _zoned(first, second.offset or 0)
    for index, first in enumerate(shared[:-1]):
        second = shared[index + 1]
        is_zoned = first.kind == "timestamp" and first.offset is not None
        if is_zoned and _is_open_clock(second) and _are_a_range(text, first, second):
            shared[index + 1] = _zoned(second, first.offset or 0)
    leading: Fact | None = None
    for index, fact in enumerate(shared):
        if leading and _SENTENCE_END.search(text, leading.span[1], fact.span[0]):
            leading = None
        if fact.offset is not None and _ZONE_FIRST.match(text, fact.span[0]):
            leading = fact
        elif leading and _is_open_clock(fact):
            shared[index] = _zoned(fact, leading.offset or 0)
    return shared


def _are_a_range(text: str, first: Fact, second: Fact) -> bool:
    between = text[first.span[1] : second.span[0]]
    return len(between) < MAX_BETWEEN and bool(_SHARED_ZONE.fullmatch(between))


def _is_open_clock(fact: Fact) -> bool:
    return fact.kind == "timestamp" and fact.offset is None and fact.unit != "yearless without zone"


def _zoned(fact: Fact, offset: int) -> Fact:
    assert fact.number is not None  # noqa: S101  timestamps always have a number
    number = fact.number - offset
    if fact.unit.startswith("clock"):
        number = within_a_day(number)
        value = f"T{time_of_day(number)}Z"
    else:
        value = render_instant(number) + "Z"
    unit = fact.unit.removesuffix(" without zone")
    return fact._replace(number=number, value=value, unit=unit, offset=offset)
