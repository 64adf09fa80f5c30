"""What an answer makes of the measure that a claim tells: its field, its instant, its tense.

An answer cites claims and not the stored line, so that the words of the claim say what its values
are: a value that a claim gives as the end may not become the peak, nor one of 09:40 that of 09:00.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from superbiz_agent.grounding.facts import Fact, FactKey, extract_facts
from superbiz_agent.grounding.facts.series_line import read_series_line
from superbiz_agent.grounding.wording.alert_words import claimed_states
from superbiz_agent.grounding.wording.comparable import clauses_of_text
from superbiz_agent.grounding.wording.series_fields import governed
from superbiz_agent.grounding.wording.series_words import NOW
from superbiz_agent.grounding.wording.told_changes import holds_instant

_MEASURES: Final = frozenset({"quantity", "percentage"})
_MEAN: Final = frozenset({"mean"})


class _Told(NamedTuple):
    """What a text says of a value: its fields, its instants, and whether it is so now."""

    fields: frozenset[str]
    instants: tuple[Fact, ...]
    is_now: bool


def retells_measure(text: str, claims: Sequence[str]) -> bool:
    """Whether ``text`` tells a value of ``claims`` under another field, at another instant, or as
    of now where they say when it was. A stored line is no claim."""
    known: dict[FactKey, list[_Told]] = {}
    for claim in claims:
        if read_series_line(claim) is None:
            for key, told in _told(claim):
                known.setdefault(key, []).append(told)
    return any(_is_other(said, known[key]) for key, said in _told(text) if key in known)


def _is_other(said: _Told, known: Sequence[_Told]) -> bool:
    fields = frozenset[str]().union(*(told.fields for told in known))
    if said.fields and not said.fields & fields and (fields or "mean" in said.fields):
        return True
    if said.instants and fields == _MEAN:
        return True  # a mean is of no instant
    instants = [at for told in known for at in told.instants]
    if not instants or any(not told.instants and not told.fields for told in known):
        return False
    if said.instants:
        return not any(_is_same(at, other) for at in said.instants for other in instants)
    return said.is_now and not any(told.is_now for told in known)


def _is_same(at: Fact, other: Fact) -> bool:
    """Whether two instants are one, as precisely as each is written."""
    if at.key == other.key:
        return True
    is_in = other.number is not None and holds_instant(at, other.number)
    return is_in or (at.number is not None and holds_instant(other, at.number))


@lru_cache(maxsize=512)
def _told(text: str) -> tuple[tuple[FactKey, _Told], ...]:
    found: list[tuple[FactKey, _Told]] = []
    for clause in clauses_of_text(text):
        facts = extract_facts(clause)
        values = [x for x in facts if x.number is not None and x.kind in _MEASURES]
        under = dict(governed(clause, values))
        is_now = NOW.search(clause) is not None or _is_firing(clause)
        at = _instants_of(facts)
        found += [(x.key, _Told(under.get(x, frozenset()), at.get(x, ()), is_now)) for x in values]
    return tuple(found)


def _is_firing(clause: str) -> bool:
    """Whether an alert fires: a value told beside that is its current one."""
    return any(each.claim == "firing" for each in claimed_states(clause))


def _instants_of(facts: Sequence[Fact]) -> dict[Fact, tuple[Fact, ...]]:
    """The instant of each value, where a clause names both in turn."""
    kept = [x for x in facts if x.kind == "timestamp" or x.kind in _MEASURES]
    is_value = [x.kind != "timestamp" for x in kept]
    if len(kept) % 2 or any(one == other for one, other in pairwise(is_value)):
        return {}
    pairs = zip(kept[::2], kept[1::2], strict=True)
    return {(a if is_value[0] else b): (b if is_value[0] else a,) for a, b in pairs}
