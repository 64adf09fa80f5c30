"""The ends of a range of values told as more than its ends: "each took 9034 ms" (section 7).

Over "taking 6120 to 9034 ms" each took between the two; a bound of all must hold for both ends; a
range that keeps one end keeps the other; and the value of a group's other end is not that of the
instant it begins at.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.facts.clock_times import is_within
from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.facts.group_text import group_mark
from superbiz_agent.grounding.facts.stated_instants import instants_in
from superbiz_agent.grounding.misreadings.parts import parts_of

_TO = cued(r" ?(?:to|and|or|-|–|~|至|到|和) ?")
_EACH = cued(
    r"(?<![a-z])(?:each|every|all|throughout|always|constantly|consistently|the whole time"
    r"|at all times|invariably)(?![a-z])"
    r"|每[一次个条台笔张封窗]|[都均]|一直|始终|全程|所有|全部",
    re.IGNORECASE,
)
"""Words by which a value is told of all."""

_END = cued(
    r"(?<![a-z])(?:at (?:least|most|the (?:least|most|worst|best))|up to|down to|as (?:much"
    r"|many|long|high|low|few|little) as"
    r"|no (?:longer|more|less|fewer|later|higher|lower)|not (?:more|less|longer)|more|less"
    r"|over|under|above|below|within"
    r"|max(?:imum|imal)?|min(?:imum|imal)?|peak(?:ed|s|ing)?|highest|lowest|longest"
    r"|shortest|slowest|fastest|least|most"
    r"|reach(?:ed|es|ing)?|some|one|once|between|from|ris(?:e|es|ing)|rose|f[ae]ll(?:s"
    r"|ing)?|average|about)(?![a-z])"
    r"|[最至]|不超过|不低于|不少于|高达|低至|达|以上|以下|以内|之间|平均|曾|一度|有的|升|降"
    r"|增|减|涨|跌|约|从",
    re.IGNORECASE,
)
"""Words that tell a value as one end, or as one of several."""

_INSTANTS = frozenset({"timestamp", "date"})


class _Range(NamedTuple):
    low: Decimal
    high: Decimal
    unit: str


def misreads_a_range(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` tells an end of a range of its sources of all values, as another range, or
    as of the group's first instant."""
    ranges = _ranges_of(tuple(sources))
    if not ranges:
        return False
    plain = frozenset[tuple[Decimal, str]]().union(*map(_plain_values, sources))
    return any(
        _is_told_of_all(part, ranges, plain)
        or _ends_elsewhere(part, ranges)
        or _is_told_of_the_first(part, sources)
        for part in parts_of(text)
    )


@lru_cache(maxsize=512)
def _ranges_of(sources: tuple[str, ...]) -> frozenset[_Range]:
    return frozenset(found for source in sources for found in _ranges(source))


def _ranges(text: str) -> Iterator[_Range]:
    """The pairs of values of one kind that a text joins by "to", the lower first."""
    for first, second in pairwise(_values(text)):
        if first.unit != second.unit or first.number is None or second.number is None:
            continue
        if first.number != second.number and _TO.fullmatch(text, first.span[1], second.span[0]):
            low, high = sorted((first.number, second.number))
            yield _Range(low, high, first.unit)


def _values(text: str) -> list[Fact]:
    return [
        fact
        for fact in extract_facts(text)
        if fact.number is not None and fact.kind not in _INSTANTS and fact.kind != "comparative"
    ]


def _plain_values(source: str) -> frozenset[tuple[Decimal, str]]:
    """The values of a source that are no end of a range, the first record of a group aside."""
    mark = group_mark(source)
    text = source[mark.end() :] if mark else source
    facts = _values(text)
    inner = {
        each.span
        for first, second in pairwise(facts)
        if _TO.fullmatch(text, first.span[1], second.span[0])
        for each in (first, second)
    }
    return frozenset(
        (f.number, f.unit) for f in facts if f.number is not None and f.span not in inner
    )


def _is_told_of_all(
    part: str, ranges: frozenset[_Range], plain: frozenset[tuple[Decimal, str]]
) -> bool:
    if not _EACH.search(part):
        return False
    if any(_fails_bound(fact, ranges) for fact in extract_facts(part)):
        return True
    facts = _values(part)
    if _END.search(part) or any(
        _TO.fullmatch(part, a.span[1], b.span[0]) for a, b in pairwise(facts)
    ):
        return False
    told = {(fact.number, fact.unit) for fact in facts}
    ends = {(end, each.unit) for each in ranges for end in (each.low, each.high)}
    return bool((told & ends) - plain)


def _fails_bound(fact: Fact, ranges: frozenset[_Range]) -> bool:
    """Whether a bound that is told of all cuts a range of its unit apart, if there is only one."""
    same = [each for each in ranges if each.unit == fact.unit]
    if not fact.form.startswith("bound ") or len(same) != 1 or fact.number is None:
        return False
    low, high, bound = same[0].low, same[0].high, fact.number
    return {
        ">": low <= bound < high,
        ">=": low < bound <= high,
        "<": low < bound <= high,
        "<=": low <= bound < high,
    }.get(fact.form.removeprefix("bound "), False)


def _ends_elsewhere(part: str, ranges: frozenset[_Range]) -> bool:
    """Whether a range is told that has one end of a known one, and not the other."""
    for told in _ranges(part):
        same = [each for each in ranges if each.unit == told.unit]
        if told in same or "%" in told.unit:
            continue
        if any(told.low == each.low and told.high < each.high for each in same) or any(
            told.high == each.high and told.low > each.low for each in same
        ):
            return True
    return False


def _is_told_of_the_first(part: str, sources: Sequence[str]) -> bool:
    """Whether the other end of a group's range is told at the instant of its first record."""
    instants = instants_in(part)
    if len(instants) != 1 or _END.search(part.replace("from", "", 1)):
        return False
    told = {(fact.number, fact.unit) for fact in _values(part)}
    return any(_is_of_another(instants[0], told, source) for source in sources)


def _is_of_another(instant: Fact, told: set[tuple[Decimal | None, str]], source: str) -> bool:
    mark = group_mark(source)
    if not mark or instant.number is None:
        return False
    first = next(iter(instants_in(source[: mark.start()])), None)
    if first is None or not is_within(instant, first):
        return False
    own = {(fact.number, fact.unit) for fact in _values(source[: mark.start()])}
    ends = {
        (end, each.unit) for each in _ranges(source[mark.end() :]) for end in (each.low, each.high)
    }
    return bool((told & ends) - own)
