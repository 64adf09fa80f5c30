"""Values that changed places: each stands in a source, and in that of the other (section 7).

"48 cancelled statements, and the query matched 20" over "20 cancelled statements" and "the query
matched 48": both numbers are in what is cited. Each part of the text speaks of one source, by the
words that they share; two values that stand in each other's source alone were exchanged.
"""

import re
from collections.abc import Collection, Iterator, Sequence, Set
from itertools import combinations, islice
from typing import NamedTuple

from superbiz_agent.grounding.comparison.ownership import Owned
from superbiz_agent.grounding.comparison.source_index import SourceIndex
from superbiz_agent.grounding.facts import Fact, FactKey
from superbiz_agent.grounding.facts.folding import content_terms
from superbiz_agent.grounding.facts.tokens import cut_out

VALUES = frozenset({"number", "percentage", "duration", "quantity", "instant"})
"""Classes of values that can change places."""

MAX_PARTS = 32
"""A text of more parts is a list that is not looked through."""

_RESPECTIVELY = re.compile(r"(?<![a-z])respectively(?![a-z])|分别|依次", re.IGNORECASE)
_PART_END = re.compile(
    r"[，、；。（）()\n|]|[,;:：](?![0-9])|[.!?](?=\s|\Z)"
    r"|(?<![A-Za-z])(?:and|but|while|after|before|whereas)(?![A-Za-z])|其中|而(?!且)|以及|和"
)


class _Stray(NamedTuple):
    """A value, and the source that speaks of what the text says of it, and does not hold it."""

    fact: Fact
    home: int
    holders: Collection[int]


def exchanged(text: str, facts: Sequence[Owned], index: SourceIndex) -> list[Fact]:
    """The values of ``text`` that changed places between two of the sources of ``index``."""
    strays = [stray for part in _parts(text, facts) if (stray := _stray(*part, index))]
    return [
        *_told_respectively(text, facts, index),
        *(each.fact for pair in _crossed(strays) for each in pair),
    ]


def _told_respectively(text: str, facts: Sequence[Owned], index: SourceIndex) -> list[Fact]:
    """The values of "a and b have 171 and 7 respectively" that the sources give to the other."""
    if not _RESPECTIVELY.search(text):
        return []
    names = [each.fact.key for each in facts if each.fact.key[0] == "name"]
    values = [each.fact for each in facts if each.fact.key[0] in VALUES]
    if len(names) != len(values) or len({value.key[0] for value in values}) != 1:
        return []
    return [
        value
        for name, value in zip(names, values, strict=True)
        if _is_of_others(value, name, set(names), index)
    ]


def _is_of_others(value: Fact, name: FactKey, names: Set[FactKey], index: SourceIndex) -> bool:
    """Whether the sources that hold ``value`` hold other ``names``, and not ``name``."""
    places = set(index.holders(value.key))
    others = set[int]().union(*(index.holders(each) for each in names - {name}))
    return bool(places & others) and places.isdisjoint(index.holders(name))


def _crossed(strays: Sequence[_Stray]) -> list[tuple[_Stray, _Stray]]:
    """The pairs of values of one class that stand in each other's source."""
    return [
        pair
        for pair in combinations(strays, 2)
        if pair[0].home in pair[1].holders
        and pair[1].home in pair[0].holders
        and pair[0].fact.key[0] == pair[1].fact.key[0]
    ]


def _parts(text: str, facts: Sequence[Owned]) -> Iterator[tuple[Fact, frozenset[str]]]:
    """Each part of ``text`` that holds one value, as that value and its other words."""
    bounds = list(islice(_bounds(text, [owned.fact.span for owned in facts]), MAX_PARTS))
    starts = [0, *(end for _, end in bounds)]
    ends = [*(start for start, _ in bounds), len(text)]
    if len(bounds) == MAX_PARTS:
        return
    for start, end in zip(starts, ends, strict=True):
        own = [each.fact for each in facts if start <= each.fact.span[0] < end]
        values = [fact for fact in own if fact.key[0] in VALUES]
        if len(values) == 1:
            at, until = values[0].span
            rest = cut_out(text[start:end], [(at - start, min(until, end) - start)])
            yield values[0], content_terms(rest)


def _bounds(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Where the parts of ``text`` end: never within a fact."""
    position = 0
    for start, end in [*spans, (len(text), len(text))]:
        if start > position:
            yield from (match.span() for match in _PART_END.finditer(text, position, start))
        position = max(position, end)


def _stray(fact: Fact, terms: frozenset[str], index: SourceIndex) -> _Stray | None:
    holders = index.holders(fact.key)
    if not holders or not terms:
        return None
    shared = [len(terms & content_terms(source)) for source in index.sources]
    most = max(shared)
    if most == 0 or shared.count(most) > 1:
        return None
    home = shared.index(most)
    return None if home in holders else _Stray(fact, home, holders)
