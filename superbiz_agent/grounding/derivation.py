"""Derived facts: what code can recompute from the sources, and nothing else (section 7).

Rounding is allowed to half a unit of the last digit shown; a value shown as an integer or a
count word must be exact. Sums and differences count only where the text says that it adds or
subtracts (``OPERATIONS``), so that no chance pair of numbers proves a claim.
"""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from superbiz_agent.grounding.facts import Fact
from superbiz_agent.grounding.facts.instants import DAY
from superbiz_agent.grounding.facts.numerals import EXACT
from superbiz_agent.grounding.facts.quantities import ratio_parts
from superbiz_agent.grounding.ownership import Owned
from superbiz_agent.grounding.source_index import SourceIndex, dimension

OPERATIONS: dict[str, frozenset[str]] = {
    "sum": frozenset(
        "total totals sum altogether together combined 总计 总共 合计 共计 加起".split()
    ),
    "difference": frozenset(
        "difference more less fewer higher lower gap increase decrease increased decreased rose "
        "dropped fell grew left remaining free 相差 差值 增加 减少 上升 下降 剩余 多出".split()
    ),
    "ratio": frozenset(
        "percent share ratio rate utilization utilisation used 占比 比例 使用 用率".split()
    ),
}
"""Words that announce an operation; a sum or difference without one is a new fact."""

MAX_VALUES = 64
"""At most so many values of one dimension are tried in pairs."""


def is_derived(owned: Owned, facts: Sequence[Owned], index: SourceIndex) -> bool:
    """True if ``owned`` follows from the sources by one of the operations below.

    ``facts`` are all facts of the text: instants and entities that it lists itself.
    """
    fact = owned.fact
    if fact.kind in ("timestamp", "date"):
        return _is_coarser_instant(owned, index)
    if fact.kind == "comparative":
        return _is_comparison(owned, index)
    if fact.kind == "identifier" and fact.form == "status":
        return _is_status_class(fact, index)
    if fact.number is None:
        return False
    return (
        _is_rounded(owned, index)
        or (fact.kind == "duration" and _is_span_of_time(owned, facts, index))
        or (fact.kind == "percentage" and _is_share(owned, index))
        or _is_count(owned, facts, index)
        or _is_sum_or_difference(owned, index)
    )


# --- values ----------------------------------------------------------------------------------


def _values(owned: Owned, index: SourceIndex) -> list[Owned]:
    """Source values of the same dimension that belong to the same entities."""
    candidates = index.values.get(dimension(owned.fact), [])
    return [value for value in candidates if _same_owner(owned, value, index)]


def _same_owner(owned: Owned, value: Owned, index: SourceIndex) -> bool:
    return all(owner in value.owners or index.is_lone(owner) for owner in owned.owners)


def _matches(fact: Fact, number: Decimal) -> bool:
    """``number``, shown as ``fact`` shows it, is ``fact``."""
    if fact.number is None:
        return False
    if fact.is_exact or fact.step is None:
        return number == fact.number
    return abs(EXACT.subtract(number, fact.number)) <= fact.step / 2


def _is_rounded(owned: Owned, index: SourceIndex) -> bool:
    return not owned.fact.is_exact and any(
        value.fact.number is not None and _matches(owned.fact, value.fact.number)
        for value in _values(owned, index)
    )


def _pairs(values: Sequence[Owned]) -> Iterator[tuple[Decimal, Decimal]]:
    """Ordered pairs of different places, the earlier first."""
    numbers = [value.fact.number for value in values[:MAX_VALUES]]
    exact = [number for number in numbers if number is not None]
    for index, first in enumerate(exact):
        for second in exact[index + 1 :]:
            yield first, second


def _announces(owned: Owned, operation: str) -> bool:
    return bool(owned.nouns & OPERATIONS[operation])


def _is_sum_or_difference(owned: Owned, index: SourceIndex) -> bool:
    fact, values = owned.fact, index.values.get(dimension(owned.fact), [])
    if _announces(owned, "sum") and _is_total(fact, values):
        return True
    return _announces(owned, "difference") and any(
        _matches(fact, abs(EXACT.subtract(second, first)))
        for first, second in _pairs(_values(owned, index))
    )


def _is_total(fact: Fact, values: Sequence[Owned]) -> bool:
    """The sum of a pair, or of all values under one noun."""
    if any(_matches(fact, EXACT.add(first, second)) for first, second in _pairs(values)):
        return True
    nouns = {noun for value in values[:MAX_VALUES] for noun in value.nouns}
    return any(_matches(fact, _sum(values, noun)) for noun in nouns)


def _sum(values: Sequence[Owned], noun: str) -> Decimal:
    return sum(
        (
            v.fact.number
            for v in values[:MAX_VALUES]
            if noun in v.nouns and v.fact.number is not None
        ),
        Decimal(0),
    )


def _is_share(owned: Owned, index: SourceIndex) -> bool:
    """A percentage of two source numbers of one entity, or of a stated ratio."""
    shares = (value.fact.number for value in _values(owned, index))
    if any(share is not None and _matches(owned.fact, share) for share in shares):
        return True
    if not _announces(owned, "ratio"):
        return False
    numbers = [
        value for value in index.values.get(("number", ""), []) if _same_owner(owned, value, index)
    ]
    return any(
        _matches(owned.fact, EXACT.divide(part * 100, whole))
        for first, second in _pairs(numbers)
        for part, whole in ((first, second), (second, first))
        if whole > 0 and part <= whole
    )


# --- instants --------------------------------------------------------------------------------


def _instants(owned: Owned, index: SourceIndex, unit: str) -> Iterable[Owned]:
    return (v for v in index.values.get(("instant", unit), []) if _same_owner(owned, v, index))


def _is_coarser_instant(owned: Owned, index: SourceIndex) -> bool:
    """A source instant lies within the minute, hour or day that the text names."""
    fact = owned.fact
    return any(
        _lies_within(fact, source.fact)
        for unit in _finer_units(fact)
        for source in _instants(owned, index, unit)
    )


def _finer_units(fact: Fact) -> tuple[str, ...]:
    if fact.kind == "date":
        return "instant", "instant without zone", "yearless without zone", "date"
    if fact.unit.startswith("clock"):
        dated = fact.unit.replace("clock", "instant")
        return fact.unit, dated, fact.unit.replace("clock", "yearless")
    if fact.unit.startswith("yearless"):
        return fact.unit, fact.unit.replace("yearless", "instant")
    return (fact.unit,)


def _lies_within(fact: Fact, source: Fact) -> bool:
    if source.number is None or source.step is None or fact.step is None:
        return False
    if fact.kind == "date":
        return any(
            _day(source, shift).endswith(fact.value.lstrip("-")) for shift in _shifts(source)
        )
    if fact.number is None or source.step > fact.step:
        return False
    if (
        fact.unit.startswith("yearless")
        and not fact.value[2:7] == source.value[-len(fact.value) :][:5]
    ):
        return fact.value[2:7] in source.value[:10] and _within(fact, source, DAY)
    return _within(fact, source, DAY if fact.unit.startswith("clock") else None)


def _within(fact: Fact, source: Fact, modulus: int | None) -> bool:
    assert fact.number is not None and source.number is not None and fact.step is not None  # noqa: S101
    start, number = fact.number, source.number
    if modulus:
        start, number = start % modulus, number % modulus
    return start <= number < start + fact.step


def _shifts(source: Fact) -> set[int]:
    """UTC, and the zone the source itself is written in."""
    return {0, source.offset or 0}


def _day(source: Fact, shift: int) -> str:
    from superbiz_agent.grounding.facts.instants import render_instant

    if source.kind == "date" or source.unit.startswith("yearless"):
        return source.value[:10].removesuffix("T").lstrip("-")[:10]
    return render_instant(source.number + shift)[:10] if source.number is not None else ""


def _is_span_of_time(owned: Owned, facts: Sequence[Owned], index: SourceIndex) -> bool:
    """A duration between two instants: those the text names, else first and last of a source."""
    stated = [other.fact for other in facts if other.fact.kind == "timestamp"]
    spans = (
        [stated]
        if len(stated) > 1
        else [
            [other.fact for other in source if other.fact.kind == "timestamp"]
            for source in index.facts
        ]
    )
    spans.append([instant.fact for instant in index.values.get(("instant", "instant"), [])])
    return any(_matches(owned.fact, length) for length in _lengths(spans))


def _lengths(spans: Sequence[Sequence[Fact]]) -> Iterator[Decimal]:
    for span in spans:
        for unit in {fact.unit for fact in span}:
            numbers = [f.number for f in span if f.unit == unit and f.number is not None]
            if len(numbers) > 1:
                yield max(numbers) - min(numbers)


# --- counts and comparisons ------------------------------------------------------------------


def _is_count(owned: Owned, facts: Sequence[Owned], index: SourceIndex) -> bool:
    """How many: entities that the text lists, or sources that share something with the text."""
    fact = owned.fact
    if dimension(fact) != ("number", "") or fact.number is None or fact.number != int(fact.number):
        return False
    if fact.kind == "count" and fact.number == 1:
        return not any(index.rivals.get(("number", "", noun)) for noun in owned.nouns)
    if fact.kind != "count" and fact.number < 2:
        return False
    return int(fact.number) in _counts(facts, index)


def _counts(facts: Sequence[Owned], index: SourceIndex) -> set[int]:
    listed = {other.fact.key for other in facts if other.is_owner}
    shared = {
        sum(any(o.fact.key == other.fact.key for o in source) for source in index.facts)
        for other in facts
        if other.fact.kind != "count" and index.states(other.fact.key)
    }
    return {len(listed)} | shared | {len(index.sources)}


def _is_comparison(owned: Owned, index: SourceIndex) -> bool:
    form, _, sign = owned.fact.form.partition(" ")
    if form == "bound":
        return any(
            _satisfies(value.fact.number, sign, owned.fact.number)
            for value in _measured(owned, index)
        )
    if form == "change":
        return _is_change(owned, sign, index)
    if form == "factor":
        return any(
            first > 0 and owned.fact.number is not None and second == first * owned.fact.number
            for first, second in _all_pairs(owned, index)
        )
    if form == "full":
        return _is_full(owned, index)
    if form == "trend":
        return _is_trend(owned, index)
    if form == "order":
        return False
    return False


def _measured(owned: Owned, index: SourceIndex) -> Iterator[Owned]:
    """Source values in the unit of a comparative."""
    for (_, unit), values in index.values.items():
        if unit == owned.fact.unit:
            yield from (value for value in values if _same_owner(owned, value, index))


def _satisfies(number: Decimal | None, sign: str, bound: Decimal | None) -> bool:
    if number is None or bound is None:
        return False
    return {
        ">": number > bound,
        "<": number < bound,
        ">=": number >= bound,
        "<=": number <= bound,
    }[sign]


def _all_pairs(owned: Owned, index: SourceIndex) -> Iterator[tuple[Decimal, Decimal]]:
    for values in index.values.values():
        yield from _pairs([value for value in values if _same_owner(owned, value, index)])


def _is_change(owned: Owned, sign: str, index: SourceIndex) -> bool:
    """ "up 40 %" of a pair, or the difference itself ("up 12", "down 5 pp")."""
    fact = owned.fact
    for (_, unit), values in index.values.items():
        candidates = [value for value in values if _same_owner(owned, value, index)]
        for first, second in _pairs(candidates):
            change = second - first if sign == "+" else first - second
            if change <= 0:
                continue
            relative = fact.unit == "%" and first > 0
            if relative and _matches(fact, EXACT.divide(change * 100, first)):
                return True
            if (
                fact.unit in (unit, "pp" if unit == "%" else unit)
                and fact.unit != "%"
                and _matches(fact, change)
            ):
                return True
    return False


def _is_full(owned: Owned, index: SourceIndex) -> bool:
    """``n/n`` of the same entity."""
    for source in index.facts:
        for other in source:
            if other.fact.form == "ratio" and _same_owner(owned, other, index):
                part, whole = ratio_parts(other.fact)
                if part == whole > 0:
                    return True
    return False


def _is_trend(owned: Owned, index: SourceIndex) -> bool:
    rising = owned.fact.value == "rise"
    return any(
        (second > first) is rising and first != second for first, second in _all_pairs(owned, index)
    )


def _is_status_class(fact: Fact, index: SourceIndex) -> bool:
    """5xx is covered by any HTTP 5.. of the sources."""
    return fact.value.endswith("xx") and any(
        key[0] == "name" and key[1].startswith(f"http {fact.value[0]}") for key in index.owners
    )
