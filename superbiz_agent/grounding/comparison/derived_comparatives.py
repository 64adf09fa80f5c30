"""Comparatives that the sources prove: bounds, changes, factors, fullness, order (section 7)."""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal

from superbiz_agent.grounding.comparison.derived_relations import (
    LIMITS,
    is_true_amount,
    is_true_relation,
    is_true_superlative,
    is_true_vague,
)
from superbiz_agent.grounding.comparison.derived_times import MINUTE
from superbiz_agent.grounding.comparison.nouns import IN_USE, WHOLES
from superbiz_agent.grounding.comparison.ownership import Owned
from superbiz_agent.grounding.comparison.source_index import SourceIndex, ordered_pairs, shows
from superbiz_agent.grounding.facts import Fact
from superbiz_agent.grounding.facts.instants import DAY
from superbiz_agent.grounding.facts.numerals import EXACT
from superbiz_agent.grounding.facts.quantities import ratio_parts
from superbiz_agent.grounding.facts.resources import may_be_same

_SATISFIES: dict[str, Callable[[Decimal, Decimal], bool]] = {
    ">": lambda number, bound: number > bound,
    "<": lambda number, bound: number < bound,
    ">=": lambda number, bound: number >= bound,
    "<=": lambda number, bound: number <= bound,
}


def is_true_comparative(owned: Owned, facts: Sequence[Owned], index: SourceIndex) -> bool:
    """True if the sources' values make the comparative hold for its entity."""
    form, _, sign = owned.fact.form.partition(" ")
    if form in _SIGNED:
        return _SIGNED[form](owned, sign, index)
    if form in _AMONG_FACTS:
        return _AMONG_FACTS[form](owned, facts, index)
    check = _ALONE.get(form)
    return check is not None and check(owned, index)


def _is_bound(owned: Owned, sign: str, index: SourceIndex) -> bool:
    """ "over 90 %": a value of the entity, in that unit, beyond the bound; a limit that is set is
    no value that was reached. "At most 90 %": no value of that name is more."""
    bound = owned.fact.number
    if bound is None:
        return False
    verdicts = [
        (_SATISFIES[sign](value.fact.number, bound), bool(value.nouns & owned.nouns))
        for dimension in list(index.values)
        if dimension[1] == owned.fact.unit and dimension[0] != "comparative"
        for value in index.owned_values(dimension, owned)
        if value.fact.number is not None
        and ((owned.nouns & LIMITS and sign in (">", ">=")) or not value.nouns & LIMITS)
    ]
    if sign == "<=" and (False, True) in verdicts:
        return False
    return _is_said_beyond(owned, sign, index) or any(holds for holds, _ in verdicts)


def _is_said_beyond(owned: Owned, sign: str, index: SourceIndex) -> bool:
    """Whether a source says in words that a limit was passed, and gives that limit: "poll interval
    exceeded ... max_poll_interval=300s"."""
    for facts in index.facts:
        is_said = any(
            each.fact.form == "relation" and each.fact.value == sign and index.may_own(owned, each)
            for each in facts
        )
        if is_said and any(
            each.has_key
            and each.nouns & LIMITS
            and each.fact.number == owned.fact.number
            and each.fact.unit == owned.fact.unit
            for each in facts
        ):
            return True
    return False


def _pairs(owned: Owned, index: SourceIndex) -> Iterator[tuple[str, Decimal, Decimal]]:
    """Values of one unit and one entity, the earlier first."""
    for dimension in list(index.values):
        if dimension[0] not in ("comparative", "instant"):
            for first, second in ordered_pairs(index.values_of(dimension, owned)):
                yield dimension[1], first, second


def _is_factor(owned: Owned, index: SourceIndex) -> bool:
    factor = owned.fact.number
    return factor is not None and any(
        first > 0 and second == EXACT.multiply(first, factor)
        for _, first, second in _pairs(owned, index)
    )


def _is_change(owned: Owned, sign: str, index: SourceIndex) -> bool:
    """ "up 40 %" relative to the first value; "up 12", "down 5 pp" as a difference."""
    fact = owned.fact
    for unit, first, second in _pairs(owned, index):
        change = second - first if sign == "+" else first - second
        if change <= 0:
            continue
        if fact.unit == "%":
            if first > 0 and shows(fact, EXACT.divide(change * 100, first)):
                return True
        elif fact.unit == ("pp" if unit == "%" else unit) and shows(fact, change):
            return True
    return False


def _is_trend(owned: Owned, index: SourceIndex) -> bool:
    rising = owned.fact.value == "rise"
    return any(
        first != second and (second > first) is rising for _, first, second in _pairs(owned, index)
    )


def _is_full(owned: Owned, index: SourceIndex) -> bool:
    """``n/n``, or "exhausted", of the same entity and the same resource."""
    return any(
        index.may_own(owned, other) and may_be_same(owned.resources, other.resources)
        for source in index.facts
        for other in (*filter(is_stated_full, source), *_whole_parts(source))
    )


def _whole_parts(source: Sequence[Owned]) -> Iterator[Owned]:
    """The parts in use that are their whole: the ``active=5`` beside a ``total=5``."""
    wholes = {each.fact.number for each in source if each.has_key and each.nouns & WHOLES}
    for each in source:
        if each.has_key and each.nouns & IN_USE and each.fact.number in wholes - {None, Decimal(0)}:
            yield each


def is_stated_full(owned: Owned) -> bool:
    """Whether a fact says that something is used up: in words, or as ``n/n``."""
    if owned.fact.form != "ratio":
        return owned.fact.form == "full"
    part, whole = ratio_parts(owned.fact)
    return part == whole > 0


def _is_first_or_last(owned: Owned, facts: Sequence[Owned], index: SourceIndex) -> bool:
    """The text names the instant that is the first, or the last, of all sources."""
    outermost = min if owned.fact.value == "first" else max
    if owned.fact.value not in ("first", "last"):
        return False
    for stated in _instants_told(owned, facts):
        known = _instants_like(stated, owned, index)
        if known and _shows_instant(stated, outermost(known)):
            return True
    return False


def _shows_instant(stated: Fact, number: Decimal) -> bool:
    """Whether an instant is told as it is, or by its minute ("at about 09:15")."""
    if stated.number is None or stated.step is None:
        return stated.number == number
    early = stated.step / 2 if stated.step == MINUTE else Decimal(0)
    return stated.number == number or (
        stated.step >= MINUTE and stated.number - early <= number < stated.number + stated.step
    )


def _instants_like(stated: Fact, owned: Owned, index: SourceIndex) -> list[Decimal]:
    """The instants of the sources in the spelling of ``stated``: those of one and the same day,
    too, by their clock alone."""

    def numbers(unit: str) -> list[Decimal]:
        values = index.values_of(("instant", unit), owned)
        return [value.number for value in values if value.number is not None]

    known = numbers(stated.unit)
    if stated.unit.startswith("clock"):
        dated = numbers(stated.unit.replace("clock", "instant"))
        if len({number // DAY for number in dated}) == 1:
            known += [number % DAY for number in dated]
    return known


def _instants_told(owned: Owned, facts: Sequence[Owned]) -> list[Fact]:
    """The instants that an order word may be said of: those behind it up to the next such word
    ("the first came at A, the last at B"), or all where none stands there."""
    at = owned.fact.span[1]
    ends = [e.fact.span[0] for e in facts if e.fact.form == "order" and e.fact.span[0] >= at]
    instants = [e.fact for e in facts if e.fact.kind == "timestamp"]
    behind = [fact for fact in instants if at <= fact.span[0] < min(ends, default=fact.span[1])]
    return behind or instants


_SIGNED = {"bound": _is_bound, "change": _is_change}
_AMONG_FACTS = {
    "order": _is_first_or_last,
    "relation": is_true_relation,
    "superlative": is_true_superlative,
}
_ALONE = {
    "factor": _is_factor,
    "full": _is_full,
    "trend": _is_trend,
    "amount": is_true_amount,
    "vague": is_true_vague,
}
"""How each form of comparative is recomputed: with its sign, among the text's facts, or alone."""
