"""Which facts stand together: "17% with 504, 2% with 502" is not "2% with 504" (section 7).

Two facts of two kinds are companions where a text tells them of each other: where they alternate
("3/3 at 02:00, 1/3 at 02:05"), or where one is the only one of its kind. A text that gives a fact
another companion than its sources do, and one that they give to another fact, has mixed up two
things, though each by itself is theirs.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple, TypeAlias

from superbiz_agent.grounding.comparison.ownership import Owned
from superbiz_agent.grounding.comparison.value_nouns import key_before
from superbiz_agent.grounding.facts import Fact, FactKey
from superbiz_agent.grounding.facts.instants import DAY

Kind: TypeAlias = tuple[str, str]

MAX_FACTS = 16
"""A line with more facts of two kinds is a list, in which nothing is told of anything."""

_PAIRED = frozenset(
    {"instant", "percentage", "number", "ratio", "quantity", "duration", "version"}
) | {"dotted"}
_FORMS = {"ratio": "ratio", "dotted": "dotted"}
"""Forms that are a kind of their own: a queue, a topic or a host by its dotted name."""

_SENTENCE_END = re.compile(r"[。!?！？\n]|\.(?:\s|$)")
"""Past it nothing is told of what stood before; a semicolon goes on with the same list."""

_FILE = re.compile(r"\.(?:log|jsonl?|txt|out|md)\Z")
_APART = frozenset({("instant", ""), ("version", "")})
"""Kinds that are told side by side: a release began at one instant and ended at another."""


class _Companion(NamedTuple):
    """A fact as it is compared here: an instant by its clock, in whole seconds."""

    kind: Kind
    value: str
    fact: Fact


def mixed_up(
    text: str, facts: Sequence[Owned], sources: Sequence[tuple[str, Sequence[Owned]]]
) -> list[Fact]:
    """The facts of a text whose companions its ``sources`` give to others, and never to them."""
    said = [pair for own in _by_sentence(text, facts) for pair in _pairs(_companions(own))]
    if not said:
        return []
    known = _Known(sources)
    return [
        second.fact
        for first, second in said
        if known.tells_otherwise(first, second) and known.tells_otherwise(second, first)
    ]


def under_other_keys(
    text: str, facts: Sequence[Owned], sources: Sequence[tuple[str, Sequence[Owned]]]
) -> list[Fact]:
    """The values that ``text`` gives to a ``key=`` which the sources give another value, while they
    have this one under another key alone: "used=2.00G, max=1.99G"."""
    said = _by_key(text, facts)
    if not said:
        return []
    having: dict[str, set[FactKey]] = defaultdict(set)
    plain: set[FactKey] = set()
    for source, own in sources:
        keyed = _by_key(source, own)
        plain |= {each.fact.key for each in own} - {fact.key for _, fact in keyed}
        for key, fact in keyed:
            having[key].add(fact.key)
    taken = frozenset[FactKey]().union(*having.values()) - plain
    return [
        fact
        for key, fact in said
        if key in having and fact.key not in having[key] and fact.key in taken
    ]


def _by_key(text: str, facts: Sequence[Owned]) -> list[tuple[str, Fact]]:
    """The facts that stand right behind a ``key=``, with that key."""
    found: list[tuple[str, Fact]] = []
    for owned in facts:
        at = owned.fact.span[0]
        if owned.has_key and text[at - 1 : at] == "=" and (key := key_before(text, at)):
            found.append((key.lower(), owned.fact))
    return found


class _Known:
    """Which facts the sources tell of each other."""

    def __init__(self, sources: Sequence[tuple[str, Sequence[Owned]]]) -> None:
        self._with: dict[tuple[Kind, str, Kind], set[str]] = defaultdict(set)
        self._listed: set[tuple[Kind, str, Kind]] = set()
        for source, facts in sources:
            for sentence in _by_sentence(source, facts):
                for own in _by_two_kinds(_companions(sentence)):
                    self._read(own)

    def tells_otherwise(self, one: _Companion, other: _Companion) -> bool:
        """Whether ``one`` has companions of the kind of ``other``, and ``other`` is none."""
        place = (one.kind, one.value, other.kind)
        known = self._with.get(place)
        return bool(known) and other.value not in (known or ()) and place not in self._listed

    def _read(self, own: Sequence[_Companion]) -> None:
        pairs = list(_told_together(own) or _told_of_one(own))
        for first, second in pairs:
            self._with[first.kind, first.value, second.kind].add(second.value)
            self._with[second.kind, second.value, first.kind].add(first.value)
        if not pairs:
            kinds = {each.kind for each in own}
            self._listed |= {(each.kind, each.value, kind) for each in own for kind in kinds}


def _by_sentence(text: str, facts: Sequence[Owned]) -> list[list[Owned]]:
    """The facts of each sentence: nothing is told of what stands in another."""
    found: list[list[Owned]] = [[]]
    end = 0
    for owned in facts:
        start = owned.fact.span[0]
        if found[-1] and _SENTENCE_END.search(text, end, start):
            found.append([])
        found[-1].append(owned)
        end = max(end, owned.fact.span[1])
    return found


def _companions(facts: Sequence[Owned]) -> list[_Companion]:
    return [
        _Companion((kind, "" if kind == "instant" else fact.unit), _value(fact), fact)
        for fact in (owned.fact for owned in facts)
        if (kind := _FORMS.get(fact.form, fact.key[0])) in _PAIRED and not _FILE.search(fact.value)
    ]


def _value(fact: Fact) -> str:
    is_clock = fact.kind == "timestamp" and fact.number is not None
    return str(int((fact.number or 0) % DAY)) if is_clock else fact.key[1]


def _by_two_kinds(facts: Sequence[_Companion]) -> Iterator[list[_Companion]]:
    """The facts of each two kinds, in the order of the text."""
    for kinds in combinations(sorted({each.kind for each in facts}), 2):
        if _APART.issuperset(kinds):
            continue
        own = [each for each in facts if each.kind in kinds]
        yield own[: MAX_FACTS + 1]


def _pairs(facts: Sequence[_Companion]) -> Iterator[tuple[_Companion, _Companion]]:
    for own in _by_two_kinds(facts):
        yield from _told_together(own)


def _told_together(own: Sequence[_Companion]) -> list[tuple[_Companion, _Companion]]:
    """The pairs of facts that alternate; none where they do not."""
    is_even = len(own) % 2 == 0 and len(own) <= MAX_FACTS
    if not is_even or any(first.kind == second.kind for first, second in pairwise(own)):
        return []
    return list(zip(own[::2], own[1::2], strict=True))


def _told_of_one(own: Sequence[_Companion]) -> list[tuple[_Companion, _Companion]]:
    """The pairs of the only fact of a kind with each of the others."""
    for kind in {each.kind for each in own}:
        alone = [each for each in own if each.kind == kind]
        if len(alone) == 1 and len(own) <= MAX_FACTS:
            return [(alone[0], each) for each in own if each.kind != kind]
    return []
