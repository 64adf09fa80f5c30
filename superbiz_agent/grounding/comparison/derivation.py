"""Derived values: what code can recompute from the sources, and nothing else (section 7).

Rounding is allowed to half a unit of the last digit shown; a value shown as an integer or a
count word must be exact. Sums and differences count only where the text says that it adds or
subtracts (``OPERATIONS``), so that no chance pair of numbers proves a claim.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from superbiz_agent.grounding.comparison.derived_comparatives import is_true_comparative
from superbiz_agent.grounding.comparison.derived_counts import is_count_of_things
from superbiz_agent.grounding.comparison.derived_times import is_coarser_instant, is_elapsed_time
from superbiz_agent.grounding.comparison.nouns import IN_USE, WHOLES
from superbiz_agent.grounding.comparison.ownership import Owned
from superbiz_agent.grounding.comparison.source_index import (
    MAX_VALUES,
    SourceIndex,
    dimension,
    ordered_pairs,
    shows,
)
from superbiz_agent.grounding.facts import Fact
from superbiz_agent.grounding.facts.numerals import EXACT
from superbiz_agent.grounding.facts.quantities import ratio_parts
from superbiz_agent.grounding.facts.tables import words

OPERATIONS: dict[str, frozenset[str]] = {
    "sum": words("total totals sum altogether together combined 共 总数 总计 总共 合计 共计 加起"),
    "difference": words(
        "difference more less fewer higher lower gap increase decrease increased decreased rose "
        "dropped fell grew left remaining free used 相差 差值 增加 减少 上升 下降 剩余 多出"
    ),
    "ratio": words(
        "percent share ratio rate utilization utilisation used usage 占比 比例 使用 用率"
    ),
}
"""Words that announce an operation; a sum or difference without one is a new fact."""

REMAINDERS = words("free used")
"""What is free is the whole less what is used, and the other way round."""


def is_derived(owned: Owned, facts: Sequence[Owned], index: SourceIndex) -> bool:
    """True if ``owned`` follows from the sources.

    ``facts`` are all facts of the text: an elapsed time or a count may rest on what it lists.
    """
    fact = owned.fact
    if fact.kind in ("timestamp", "date"):
        return is_coarser_instant(owned, index)
    if fact.kind == "comparative":
        return is_true_comparative(owned, facts, index)
    if fact.form == "status":
        return _is_status_class(fact, index)
    if fact.form == "ratio":
        return _is_part_of_whole(owned, index)
    return fact.number is not None and (
        _is_rounded(owned, index)
        or (fact.kind == "duration" and is_elapsed_time(owned, facts, index))
        or (fact.kind == "percentage" and _is_share(owned, index))
        or is_recounted(owned, facts, index)
        or _is_sum_or_difference(owned, index)
    )


def is_recounted(owned: Owned, facts: Sequence[Owned], index: SourceIndex) -> bool:
    """True for a bare number that counts distinct things of its kind."""
    is_bare = dimension(owned.fact) == ("number", "")
    return is_bare and is_count_of_things(owned, facts, index)


def _is_status_class(fact: Fact, index: SourceIndex) -> bool:
    """5xx is covered by any HTTP 5.. of the sources."""
    return fact.value.endswith("xx") and any(
        key[0] == "name" and key[1].startswith(f"http {fact.value[0]}") for key in index.owners
    )


def _is_rounded(owned: Owned, index: SourceIndex) -> bool:
    return not owned.fact.is_exact and any(
        shows(owned.fact, value.number) for value in index.values_like(owned)
    )


def _is_part_of_whole(owned: Owned, index: SourceIndex) -> bool:
    """ "45 of 50" where one source states 45 used and a total of 50."""
    part, whole = ratio_parts(owned.fact)
    for numbers in index.by_number:
        if any(
            value.nouns & WHOLES and index.may_own(owned, value) for value in numbers.get(whole, ())
        ) and any(
            value.nouns & (owned.nouns | IN_USE) and index.may_own(owned, value)
            for value in numbers.get(part, ())
        ):
            return True
    return False


def _is_share(owned: Owned, index: SourceIndex) -> bool:
    """One source number as a percentage of another of the same entity."""
    if not owned.nouns & OPERATIONS["ratio"]:
        return False
    numbers = index.values_of(("number", ""), owned)
    return any(
        shows(owned.fact, EXACT.divide(part * 100, whole))
        for first, second in ordered_pairs(numbers)
        for part, whole in ((first, second), (second, first))
        if 0 <= part <= whole > 0
    )


def _is_sum_or_difference(owned: Owned, index: SourceIndex) -> bool:
    fact = owned.fact
    if owned.nouns & OPERATIONS["sum"]:
        values = index.values.get(dimension(fact), [])
        if any(shows(fact, total) for total in _totals(values)):
            return True
    return bool(owned.nouns & OPERATIONS["difference"]) and any(
        shows(fact, abs(EXACT.subtract(second, first)))
        for first, second in ordered_pairs(_operands(owned, index))
    )


def _operands(owned: Owned, index: SourceIndex) -> list[Fact]:
    """What a difference may be taken of: what is left is no difference to what is left."""
    having = index.values.get(dimension(owned.fact), [])
    same = {id(value.fact) for value in having if value.nouns & owned.nouns & REMAINDERS}
    return [value for value in index.values_like(owned) if id(value) not in same]


def _totals(values: Sequence[Owned]) -> Iterator[Decimal]:
    """Sums of two values, and of all values under one noun."""
    few = values[:MAX_VALUES]
    yield from (EXACT.add(first, second) for first, second in ordered_pairs([v.fact for v in few]))
    for noun in {noun for value in few for noun in value.nouns}:
        numbers = (v.fact.number for v in few if noun in v.nouns)
        yield sum((number for number in numbers if number is not None), Decimal(0))
