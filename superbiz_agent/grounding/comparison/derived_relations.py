"""Who has more, who has most, and amounts without a number (contract section 7).

Each is true only where code finds the values: of both sides in one dimension, of all rivals, or a
count of at least so many.
"""

import operator
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import pairwise, takewhile

from superbiz_agent.grounding.comparison.nouns import COUNTED, ENTITY_NOUNS
from superbiz_agent.grounding.comparison.ownership import Owned
from superbiz_agent.grounding.comparison.source_index import (
    INSTANTS,
    MAX_SCANNED,
    SourceIndex,
    dimension,
)
from superbiz_agent.grounding.comparison.value_nouns import RANGE
from superbiz_agent.grounding.facts import Fact
from superbiz_agent.grounding.facts.owners import SHARED_FORMS, entity_key
from superbiz_agent.grounding.facts.tables import words

LIMITS = words("threshold limit maximum")
"""Nouns of a value that another is compared with: "exceeds its limit"."""

AMOUNT_NOUNS = COUNTED | words("records waiting connections")
"""Nouns of numbers that say how many there are."""

OF_ANYTHING = words("records")
"""A count of records counts what the records say."""

_BESIDE = 8
_REACH = 60
"""Characters between a superlative and the value that it is said of, at most."""

_AT_THE = " at "
OFTEN = 3
OFTEN_NOUNS = words("records times restarts retries")
KEEPS = re.compile(r"(?<![a-z])(?:keeps?|kept) [a-z]+ing(?![a-z])|一直|不断", re.IGNORECASE)
"""What "again and again" stands for."""

OF_NO_RECORDS = ENTITY_NOUNS | words("users")
"""Things that many records may tell of one and the same."""


_HOLDS: dict[str, Callable[[Decimal, Decimal], bool]] = {
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
}


def is_true_relation(owned: Owned, facts: Sequence[Owned], index: SourceIndex) -> bool:
    """True if, in each dimension that both sides have values of, the one is beyond the other."""
    holds = _HOLDS.get(owned.fact.value)
    if holds is None:
        return False
    verdicts = [
        holds(first, second)
        for first, second in _sides(owned, facts, index)
        if first != second or owned.fact.value != ">"
    ]
    return bool(verdicts) and all(verdicts)


def is_true_superlative(owned: Owned, facts: Sequence[Owned], index: SourceIndex) -> bool:
    """True if the entity's value is the outermost of at least two entities' in some dimension, and
    in no dimension another's is."""
    if owned.fact.value not in ("max", "min"):
        return False
    outermost = max if owned.fact.value == "max" else min
    if any(_is_outermost(value, outermost, index) for value in _values_beside(owned, facts)):
        return True
    ends = {
        fact.key
        for pair in _ranges(index)
        for fact in pair
        if fact.number == outermost(each.number or Decimal(0) for each in pair)
    }
    if any(value.fact.key in ends for value in _values_behind(owned, facts)):
        return True
    entity = _entity_before(owned, facts)
    holders = [
        {owner for owner, number in values if number == outermost(n for _, n in values)}
        for values in _values_by_owner(index)
        if len({owner for owner, _ in values}) > 1
    ]
    return bool(holders) and entity is not None and all(held == {entity} for held in holders)


def _values_beside(owned: Owned, facts: Sequence[Owned]) -> Iterator[Owned]:
    """The values that stand directly beside "at most", 最低: "38 at the least"."""
    start, end = owned.fact.span
    for each in facts:
        if each.fact.number is not None and each.fact.kind != "comparative":
            is_behind = 0 <= each.fact.span[0] - end <= _BESIDE
            if is_behind or start - each.fact.span[1] == len(_AT_THE):
                yield each


def _ranges(index: SourceIndex) -> Iterator[tuple[Fact, Fact]]:
    """The two ends of each range of values that a source gives: "took 6120 to 9034 ms"."""
    for source, facts in zip(index.sources, index.facts, strict=True):
        for first, second in pairwise(each.fact for each in facts):
            is_value = first.kind not in (*INSTANTS, "comparative")
            is_one_kind = is_value and dimension(first) == dimension(second)
            if is_one_kind and RANGE.fullmatch(source, first.span[1], second.span[0]):
                yield first, second


def _values_behind(owned: Owned, facts: Sequence[Owned]) -> Iterator[Owned]:
    """The values behind a superlative, up to the next comparative: "the slowest took 9034 ms"."""
    behind = (each for each in facts if each.fact.span[0] >= owned.fact.span[1])
    told = takewhile(lambda each: each.fact.kind != "comparative", behind)
    yield from (each for each in told if each.fact.span[0] - owned.fact.span[1] <= _REACH)


def _is_outermost(
    value: Owned, outermost: Callable[[Iterable[Decimal]], Decimal], index: SourceIndex
) -> bool:
    """Whether the sources have several values of one entity and kind, and this one is the first
    or the last of them by size."""
    same = index.owned_values(dimension(value.fact), value)
    named = [each for each in same if not value.nouns or each.nouns & value.nouns]
    numbers = {each.fact.number for each in named if each.fact.number is not None}
    return len(numbers) > 1 and value.fact.number == outermost(numbers)


def is_true_amount(owned: Owned, index: SourceIndex) -> bool:
    """True if a count of the entity, or the number of the sources' lines, is at least as much. Of
    pods, hosts or users only a count of them is: many records may be one pod's."""
    least = owned.fact.number or Decimal(0)
    is_of_things = bool(owned.nouns & OF_NO_RECORDS)
    nouns = (
        owned.nouns & OF_NO_RECORDS if is_of_things else AMOUNT_NOUNS & owned.nouns | OF_ANYTHING
    )
    counted = (
        value.fact.number
        for value in index.values.get(("number", ""), [])
        if value.nouns & nouns and index.may_own(owned, value)
    )
    largest = max((number for number in counted if number is not None), default=Decimal(0))
    lines = 0 if is_of_things else len({source for source, _ in index.observed()})
    return max(largest, Decimal(lines)) >= least


def is_true_vague(owned: Owned, index: SourceIndex) -> bool:
    """True of "repeatedly" where the sources count ``OFTEN`` records or times of the entity, or say
    that it keeps doing it; of no other word without a number."""
    if owned.fact.value != "often":
        return False
    counted = (
        value.fact.number
        for value in index.values.get(("number", ""), [])
        if value.nouns & OFTEN_NOUNS and index.may_own(owned, value)
    )
    is_counted = any(number is not None and number >= OFTEN for number in counted)
    return is_counted or any(KEEPS.search(source) for source, _ in index.observed())


def _sides(
    owned: Owned, facts: Sequence[Owned], index: SourceIndex
) -> Iterator[tuple[Decimal, Decimal]]:
    """The values before and after the comparison, by dimension; several of one side have none."""
    before = _entity_before(owned, facts)
    after = _entity_after(owned, facts)
    for values in _values_by_owner(index):
        first = {number for owner, number in values if owner == before}
        second = {number for owner, number in values if owner == after}
        if len(first) == len(second) == 1:
            yield first.pop(), second.pop()
    if after is None or _names_limit(owned, facts):
        told = [each for each in owned.owners if each != before]
        for entity in filter(None, (before, *sorted(told))):
            yield from _against_limit(entity, index)


def _names_limit(owned: Owned, facts: Sequence[Owned]) -> bool:
    """Whether the value behind a comparison is a limit: "longer than its threshold of 2000ms"."""
    behind = (each for each in facts if each.fact.span[0] >= owned.fact.span[1])
    value = next(behind, None)
    return value is not None and value.fact.number is not None and bool(value.nouns & LIMITS)


def _against_limit(entity: str, index: SourceIndex) -> Iterator[tuple[Decimal, Decimal]]:
    """Each value of the entity with the only limit of its dimension."""
    for values in index.values.values():
        own = [
            (value.fact.number, bool(value.nouns & LIMITS))
            for value in values
            if entity in value.owners and value.fact.number
        ]
        limits = {number for number, is_limit in own if is_limit}
        plain = {number for number, is_limit in own if not is_limit}
        if len(limits) == 1:
            limit = limits.pop()
            yield from ((number, limit) for number in plain)


def _values_by_owner(index: SourceIndex) -> Iterator[list[tuple[str, Decimal]]]:
    """The values of one dimension and one noun, times aside, each with its owner: a queue is
    longer than a queue, and never than a count of errors."""
    groups: dict[tuple[tuple[str, str], str], list[tuple[str, Decimal]]] = defaultdict(list)
    for kind, values in list(index.values.items()):
        if kind[0] in ("instant", "comparative"):
            continue
        for value in values[:MAX_SCANNED]:
            owner, number = _lone_owner(value, index), value.fact.number
            for noun in value.nouns or {""}:
                if owner and number is not None:
                    groups[kind, noun].append((owner, number))
    yield from groups.values()


def _lone_owner(value: Owned, index: SourceIndex) -> str | None:
    """The one entity that owns a value, alerts and the like aside where another owns it too."""
    things = {each for each in value.owners if index.entities.get(each) not in SHARED_FORMS}
    owners = things or value.owners
    return next(iter(owners)) if len(owners) == 1 else None


def _entity_before(owned: Owned, facts: Sequence[Owned]) -> str | None:
    before = [e for e in facts if e.is_owner and e.fact.span[1] <= owned.fact.span[0]]
    return entity_key(before[-1].fact) if before else next(iter(owned.owners), None)


def _entity_after(owned: Owned, facts: Sequence[Owned]) -> str | None:
    after = [e for e in facts if e.is_owner and e.fact.span[0] >= owned.fact.span[1]]
    return entity_key(after[0].fact) if after else None
