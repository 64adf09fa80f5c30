"""Whose is what a group of records says after its sample (contract section 7).

A group reads like its first record, then counts the others. What differs from record to record
(``with 10.0.0.1, 10.0.0.2``) owns nothing of the group.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from superbiz_agent.grounding.facts import Fact
from superbiz_agent.grounding.facts.owners import entity_key, is_owner
from superbiz_agent.grounding.facts.tables import words

Span = tuple[int, int]

_HEAD = re.compile(
    r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}Z )?"
    r"(?:(?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL) )?(?P<name>\S{1,200})"
)
"""The start of a record: its instant, its level, who wrote it."""

WRITER_LABELS = "service|svc|pod|host|hostname|instance|node|container|app|application|job"
"""Labels that say who wrote a record; its database or its cluster did not."""

_LABEL = re.compile(rf"(?<![A-Za-z])(?:{WRITER_LABELS})=\"?$", re.IGNORECASE)

_KEY_BEFORE = re.compile(r"(?P<key>[A-Za-z_][A-Za-z0-9_.]{0,30})=\"?$")

SERVICE_FORMS = words("host name label business") | {"before noun"}
"""Forms of names of services and the like, not of addresses and ids."""


def owners_in_group(
    text: str, facts: Sequence[Fact], owners: Mapping[Span, frozenset[str]], mark: re.Match[str]
) -> dict[Span, frozenset[str]]:
    """The owners of every fact after ``mark``: the writers of the records own the count and the
    ranges, a range also who follows the sample's own value ("took 12 ms on db-1"), and the instants
    are of all that the records name, those that differ included."""
    entities = [fact for fact in facts if is_owner(fact)]
    differing = {entity_key(fact) for fact in entities if fact.span[0] >= mark.end()}
    sample = [
        fact
        for fact in entities
        if fact.span[0] < mark.start() and entity_key(fact) not in differing
    ]
    everybody = frozenset(map(entity_key, entities))
    writers = frozenset(writers_of(text, sample))
    found: dict[Span, frozenset[str]] = {}
    for fact in facts:
        if fact.span[0] > mark.start() and fact.span in owners:
            is_range = fact.span[0] >= mark.end()
            followers = (
                _followers(text, fact, facts, sample, owners) if is_range else _keyed(text, sample)
            )
            found[fact.span] = everybody if fact.kind == "timestamp" else writers.union(followers)
    return found


def writers_of(text: str, sample: Sequence[Fact]) -> Iterator[str]:
    """Who wrote the records: the names side by side at the head, a name in brackets of its own
    (``1 --- [invoice-writer]``), one that a label names (``service=cart``). Where a file is called
    the writer, it is the first that the sample names, and no other service: the addresses and ids
    of the sample stay."""
    head = _HEAD.match(text)
    start, end = head.span("name") if head else (0, 0)
    at_head = [fact for fact in sample if start <= fact.span[0] < end]
    for fact in sample:
        is_beside = at_head and not text[at_head[-1].span[1] : fact.span[0]].strip(" ")
        if fact not in at_head and is_beside:
            at_head.append(fact)
    yield from map(entity_key, at_head or sample[:1])
    for fact in sample:
        is_bracketed = text[fact.span[0] - 1 : fact.span[1] + 1] == f"[{text[slice(*fact.span)]}]"
        is_labelled = _LABEL.search(text[max(0, fact.span[0] - 24) : fact.span[0]])
        if is_bracketed or is_labelled or (not at_head and fact.form not in SERVICE_FORMS):
            yield entity_key(fact)


def _followers(
    text: str,
    fact: Fact,
    facts: Sequence[Fact],
    sample: Sequence[Fact],
    owners: Mapping[Span, frozenset[str]],
) -> Iterator[str]:
    """The owners of the sample's value whose range ``fact`` ends ("sda util=99%"; "util 98% to
    99%"), those of its kind that are named after the value, and those that a key of the sample
    names (``encoder=gpu-3``)."""
    for value in facts:
        if value.span[0] >= fact.span[0]:
            break
        if (value.kind, value.unit) == (fact.kind, fact.unit):
            if _is_range_of(text, value, fact):
                yield from owners.get(value.span, frozenset())
            after = {entity_key(each) for each in sample if each.span[0] > value.span[1]}
            yield from owners.get(value.span, frozenset()) & after
    yield from _keyed(text, sample)


def _keyed(text: str, sample: Sequence[Fact]) -> Iterator[str]:
    """The names that a key of the sample gives: all records have it."""
    return (entity_key(each) for each in sample if text[each.span[0] - 1] == "=")


def _is_range_of(text: str, value: Fact, fact: Fact) -> bool:
    """Whether the key of a value stands before the range that ``fact`` is an end of."""
    key = _KEY_BEFORE.search(text, max(0, value.span[0] - 40), value.span[0])
    told = text[max(0, fact.span[0] - 80) : fact.span[0]].rpartition("; ")[2]
    return key is not None and told.startswith(f"{key['key']} ")
