"""Which facts of a text its sources do not carry: one engine for every check (section 7)."""

from collections.abc import Sequence
from functools import lru_cache

from superbiz_agent.grounding.comparison.companions import mixed_up, under_other_keys
from superbiz_agent.grounding.comparison.derivation import is_derived, is_recounted
from superbiz_agent.grounding.comparison.derived_changes import turned_changes
from superbiz_agent.grounding.comparison.exchanges import exchanged
from superbiz_agent.grounding.comparison.misnamed import is_misnamed
from superbiz_agent.grounding.comparison.nouns import (
    NUMBERED,
)
from superbiz_agent.grounding.comparison.ownership import Owned, owned_facts
from superbiz_agent.grounding.comparison.quotations import (
    place_of,
    read_quotations,
    without_bare_quotes,
)
from superbiz_agent.grounding.comparison.range_ends import ends_changed
from superbiz_agent.grounding.comparison.source_index import (
    INSTANTS,
    SourceIndex,
    index_of,
    names_in,
)
from superbiz_agent.grounding.comparison.turn_states import states_out_of_turn
from superbiz_agent.grounding.comparison.turns import out_of_turn
from superbiz_agent.grounding.comparison.value_nouns import ELAPSED, INTERVAL
from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.facts.escapes import without_escapes
from superbiz_agent.grounding.facts.folding import content_terms, fold, occurs_in
from superbiz_agent.grounding.facts.owners import entity_key

__all__ = ["content_terms", "fact_gaps", "fold", "occurs_in"]

WINDOW = frozenset({"window"})
MAX_BETWEEN = 6
"""Characters between the two ends of a window: "to", 至."""


MAX_RECOMPUTED = 256
"""Facts of one text that are recomputed or searched for; the rest count as gaps."""


def fact_gaps(text: str, sources: Sequence[str], *, names: Sequence[str] = ()) -> list[Fact]:
    """The facts of ``text`` that ``sources`` do not carry, in the order of the text.

    A fact is carried if an equal one stands in a source, of the same entity and under no other
    noun, or if code recomputes it from the sources. ``names`` are entity names known from
    structured fields. An empty list means that ``text`` is covered. Never raises.
    """
    if text in sources:
        return []
    return list(_fact_gaps(text, tuple(sources), tuple(names)))


@lru_cache(maxsize=1024)
def _fact_gaps(text: str, sources: tuple[str, ...], names: tuple[str, ...]) -> tuple[Fact, ...]:
    text, plain = without_escapes(text), tuple(map(without_escapes, sources))
    known = names_in(plain, names)
    index = index_of(plain, known)
    gaps = _gaps(text, known, index)
    bare = without_bare_quotes(text)
    if bare is None:
        return tuple(gaps)
    said, places = bare
    read_again = [_moved(gap, places) for gap in _gaps(said, known, index)]
    return tuple(_joined(extract_facts(text, names=known), gaps, read_again))


def _gaps(text: str, known: tuple[str, ...], index: SourceIndex) -> list[Fact]:
    facts, quoted = read_quotations(
        owned_facts(text, known), lambda fact: _entities_of_holders(fact, index)
    )
    effort = _Effort()
    told = list(zip(index.sources, index.facts, strict=True))
    misstated, bounds = states_out_of_turn(text, facts, index.sources)
    turned = [
        *turned_changes(text, facts, index),
        *mixed_up(text, facts, told),
        *under_other_keys(text, facts, told),
        *misstated,
        *out_of_turn(text, [each for each in facts if each.fact not in bounds], index.sources),
        *exchanged(text, facts, index),
        *ends_changed(text, facts, told),
    ]
    return [
        owned.fact
        for owned in facts
        if owned.fact in turned
        or not (place_of(owned.fact) in quoted or _is_carried(owned, facts, index, effort))
    ]


def _moved(fact: Fact, places: Sequence[int]) -> Fact:
    start, end = fact.span
    return fact._replace(span=(places[start], places[end - 1] + 1))


def _joined(facts: Sequence[Fact], gaps: Sequence[Fact], more: Sequence[Fact]) -> list[Fact]:
    """The facts that are gaps in either reading, as the text spells them; a gap that only the
    second reading has as a fact is kept as it is there."""
    spans = [gap.span for gap in more]
    found = [
        each
        for each in facts
        if each in gaps or (each.kind != "quoted" and _touches(each.span, spans))
    ]
    return found + [gap for gap in more if not _touches(gap.span, [e.span for e in found])]


def _touches(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)


def _entities_of_holders(quotation: Fact, index: SourceIndex) -> list[frozenset[str]]:
    """The entities of each source that holds ``quotation`` word for word."""
    part = fold(quotation.value)
    return [
        frozenset(entity_key(each.fact) for each in facts if each.is_owner)
        for whole, facts in zip(index.folded, index.facts, strict=True)
        if occurs_in(part, whole)
    ]


class _Effort:
    """Bounds what one comparison recomputes, so that no hostile text makes it slow."""

    def __init__(self) -> None:
        self._left = MAX_RECOMPUTED

    def allows(self) -> bool:
        self._left -= 1
        return self._left >= 0


def _is_carried(owned: Owned, facts: Sequence[Owned], index: SourceIndex, effort: _Effort) -> bool:
    fact = owned.fact
    if index.states(fact.key) and fact.form != "full" and not _is_new_interval(owned, index):
        is_of_search = _is_of_search(owned, facts, index)
        if fact.kind == "quoted" or is_of_search or _numbers_a_thing(owned, index):
            return True
        if index.belongs(owned, index.owners[fact.key]) and not is_misnamed(owned, index):
            return True
        return effort.allows() and is_recounted(owned, facts, index)
    if not effort.allows():
        return False
    if fact.kind == "quoted":
        return _is_quotation(fact, index)
    return _is_spelt_apart(fact, index) if owned.is_owner else is_derived(owned, facts, index)


def _is_new_interval(owned: Owned, index: SourceIndex) -> bool:
    """Whether a duration is told as the time between two events, and stated as something else: "30
    s after" is not the 30 s that a lease was not renewed."""
    return bool(owned.nouns & INTERVAL) and not index.nouns[owned.fact.key] & (INTERVAL | ELAPSED)


def _numbers_a_thing(owned: Owned, index: SourceIndex) -> bool:
    """Whether a number is the name of a thing (process 9044, migration 118), and the sources give
    it to a thing of that kind: whose it is then says nothing."""
    having = index.nouns[owned.fact.key]
    is_bare = owned.fact.key[0] == "number" and owned.fact.is_exact
    return is_bare and any(owned.nouns & kind and having & kind for kind in NUMBERED)


def _is_of_search(owned: Owned, facts: Sequence[Owned], index: SourceIndex) -> bool:
    """Whether a fact tells of a search, and so of no entity: its level, or its window."""
    key = owned.fact.key
    return index.is_filter(key) or (index.is_window(key) and _ends_window(owned, facts))


def _ends_window(owned: Owned, facts: Sequence[Owned]) -> bool:
    """Whether an instant is told as an end of a window: beside that word, or after the other."""
    if owned.nouns & WINDOW:
        return True
    start = owned.fact.span[0]
    return any(
        each.nouns & WINDOW and 0 < start - each.fact.span[1] <= MAX_BETWEEN
        for each in facts
        if each.fact.kind in INSTANTS
    )


def _is_quotation(fact: Fact, index: SourceIndex) -> bool:
    part = fold(fact.value)
    return any(occurs_in(part, whole) for whole in index.folded)


def _is_spelt_apart(fact: Fact, index: SourceIndex) -> bool:
    """A hyphenated word whose parts stand side by side in a source: connection-pool."""
    if fact.form == "host" and not any(character.isdigit() for character in fact.value):
        words = fold(fact.value.replace("-", " "))
        return any(occurs_in(words, whole) for whole in index.folded)
    if fact.form in ("business", "before noun"):
        return index.resolve(entity_key(fact)) in index.entities
    return False
