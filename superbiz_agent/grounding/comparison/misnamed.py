"""A value under the noun of another: the 12 of ``waiting=12`` are no restarts (section 7)."""

from collections.abc import Set

from superbiz_agent.grounding.comparison.nouns import (
    ASPECTS,
    COUNTED,
    ENTITY_NOUNS,
    METRICS,
    OPPOSITES,
    like,
)
from superbiz_agent.grounding.comparison.ownership import Owned
from superbiz_agent.grounding.comparison.source_index import (
    INSTANTS,
    SourceIndex,
    dimension,
)

COUNTED_OR_FOUND = COUNTED | {"records"}
"""Nouns beside an instant that do not name it: the records of 10:00Z."""

EVENTS = frozenset({"records", "times"})
"""What counts whatever its source tells of: "writes failed 6 times" counts 6 writes."""

TIMES = ("timestamp", "date", "duration")
"""Kinds of facts that are no share and no number of anything."""

GENERIC_KEYS = frozenset({"count", "counts", "occurrences"})
"""Keys of a number that counts whatever their line is about."""


def is_misnamed(owned: Owned, index: SourceIndex) -> bool:
    """True if the noun of the text belongs to another value of the sources."""
    fact = owned.fact
    if fact.number is None or not owned.nouns:
        return False
    if (owned.nouns & METRICS) and not index.measures(fact.key, owned.nouns & METRICS):
        return True
    having = index.nouns[fact.key]
    if fact.kind not in TIMES and _is_of_another(owned, having, index):
        return True
    if fact.key in index.unnamed or owned.nouns & having:
        return False
    if having & EVENTS and _counts_records(owned, index):
        return False
    return any(
        index.rivals.get((*dimension(fact), noun), set()) - {fact.key[1]}
        for noun in (owned.nouns - COUNTED_OR_FOUND if fact.kind in INSTANTS else owned.nouns)
    )


def _counts_records(owned: Owned, index: SourceIndex) -> bool:
    """Whether a count of records is told as one of what they tell: 4 times, or by their words."""
    return "times" in owned.nouns or index.tells_of(owned.fact.key, owned.nouns)


def _is_of_another(owned: Owned, having: Set[str], index: SourceIndex) -> bool:
    """True if the nouns of the text rule out every place where the sources have the value."""
    nouns, key = owned.nouns, owned.fact.key
    if any(not index.is_named(key, noun) for noun in nouns & ASPECTS):
        return True
    if any(nouns & kind and not having & kind and having & other for kind, other in OPPOSITES):
        return True
    return key not in index.keyless and _is_under_other_key(owned, having, index)


def _is_under_other_key(owned: Owned, having: Set[str], index: SourceIndex) -> bool:
    """True if the text counts things, and the value stands only under keys that do not: the 12
    of ``waiting=12`` are no restarts, and the 3 of ``matched=3`` nothing but records."""
    nouns = owned.nouns
    if owned.fact.kind == "percentage" and "current" in having and nouns & METRICS:
        return False  # the rate of failures that an alert on failures measures
    if having & GENERIC_KEYS or nouns & {same for noun in having for same in like(noun)}:
        return False
    if having & EVENTS:
        return not _counts_records(owned, index)
    return bool(nouns & COUNTED - (frozenset() if owned.fact.key[0] == "number" else ENTITY_NOUNS))
