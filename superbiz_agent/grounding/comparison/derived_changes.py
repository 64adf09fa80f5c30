"""Which way a value went: "from 480 to 120" needs a source that has 480 before 120 (section 7)."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from superbiz_agent.grounding.comparison.ownership import Owned
from superbiz_agent.grounding.comparison.source_index import SourceIndex, dimension
from superbiz_agent.grounding.facts import Fact, FactKey

_ONWARD = re.compile(
    r",? ?(?:to|->|=>|→|then|变为|变成|降至|降到|减少至|减少到|减至|升至|升到|增加到|增至|至|到) ?"
)
_BACKWARD = re.compile(" from ")
MAX_CHANGES = 32
"""At most so many changes of one text are looked at."""


def turned_changes(text: str, facts: Sequence[Owned], index: SourceIndex) -> list[Fact]:
    """The second values of changes that every source with both values tells the other way."""
    changes = list(_changes(text, facts))[:MAX_CHANGES]
    return [shown for old, new, shown in changes if _is_turned(old, new, index)]


def _changes(text: str, facts: Sequence[Owned]) -> Iterator[tuple[FactKey, FactKey, Fact]]:
    """The old value, the new value and the one that the text names second."""
    values = [owned.fact for owned in facts if owned.fact.number is not None]
    for first, second in pairwise(values):
        if dimension(first) != dimension(second) or first.key[0] in ("instant", "comparative"):
            continue
        between = text[first.span[1] : max(first.span[1], second.span[0])][:16]
        if _ONWARD.fullmatch(between):
            yield first.key, second.key, second
        elif _BACKWARD.fullmatch(between):
            yield second.key, first.key, second


def _is_turned(old: FactKey, new: FactKey, index: SourceIndex) -> bool:
    orders = {order for source in index.facts for order in _orders(old, new, source)}
    return orders == {False}


def _orders(old: FactKey, new: FactKey, source: Sequence[Owned]) -> Iterator[bool]:
    """Whether a source has the old value before the new one; nothing if it lacks either."""
    keys = [owned.fact.key for owned in source]
    if old != new and old in keys and new in keys:
        yield keys.index(old) < len(keys) - 1 - keys[::-1].index(new)
