"""Whose fact it is: every value is bound to the entities and the noun it belongs to (section 7).

- Prose and labels give a value its owners (``owner_reader``), its key or its clause its noun
  (``value_nouns``);
- what a group tells of all its records is their writer's (``group_owners``);
- the instant of a record is of all that it names, what it gives to ids alone its writers' as well.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice, takewhile
from typing import NamedTuple

from superbiz_agent.grounding.comparison.group_owners import (
    SERVICE_FORMS,
    owners_in_group,
    writers_of,
)
from superbiz_agent.grounding.comparison.owner_reader import OwnerReader
from superbiz_agent.grounding.comparison.value_nouns import nouns_of
from superbiz_agent.grounding.facts import Fact, extract_facts, fold_width
from superbiz_agent.grounding.facts.extraction import names_of
from superbiz_agent.grounding.facts.group_text import group_mark
from superbiz_agent.grounding.facts.owners import entity_key, held_names, is_owner
from superbiz_agent.grounding.facts.resources import resources_at

_HEAD = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}Z (?!至|到|(?:to|and|until|on|in) |[-–—])"
)
"""The instant that a stored record begins with."""

_REQUEST = re.compile(r"(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) $")


class Owned(NamedTuple):
    """A fact, the keys of the entities that own it, and the terms that name it.

    ``resources`` says what is used up: of a ratio, of "exhausted", of the value of a key.
    """

    fact: Fact
    owners: frozenset[str]
    nouns: frozenset[str]
    has_key: bool
    resources: frozenset[str] = frozenset()
    is_any: bool = False
    """Whether one of its owners is enough: they take part in what one clause tells."""

    is_free: bool = False
    """Whether it needs no owner: it names what is behind something, after "because"."""

    subject: str | None = None
    """The first entity of the sentence, where a clause without one gives the value: "a calls b, 3
    times" may count either."""

    @property
    def is_owner(self) -> bool:
        return is_owner(self.fact)


def owned_facts(text: str, names: tuple[str, ...] = ()) -> tuple[Owned, ...]:
    """The facts of ``text`` in order, each with its owners and nouns."""
    return _owned_facts(text, names_of(text, names))


@lru_cache(maxsize=2048)
def _owned_facts(text: str, names: tuple[str, ...]) -> tuple[Owned, ...]:
    facts = extract_facts(text, names=names)
    folded = fold_width(text)
    reader = OwnerReader(folded, facts)
    owners = reader.read()
    nouns = nouns_of(folded, facts)
    mark = group_mark(text)
    if mark is not None:
        owners |= owners_in_group(folded, facts, owners, mark)
    if facts and facts[0].span[0] == 0 and _HEAD.match(text):
        owners = _with_writers(folded, facts, owners, frozenset(map(str.casefold, names)))
        owners |= _of_the_record(folded, facts, mark.start() if mark else len(text))
    return tuple(
        Owned(
            fact,
            owners.get(fact.span, frozenset()),
            terms,
            has_key,
            _resources(folded, fact, has_key=has_key),
            fact.span in reader.of_any,
            fact.span in reader.free,
            reader.subjects.get(fact.span),
        )
        for fact, (terms, has_key) in zip(facts, nouns, strict=True)
    )


def with_quoted_names(facts: tuple[Owned, ...]) -> tuple[Owned, ...]:
    """The facts of a source, an instant before a quotation also of what the quotation names: a
    record that says "ens4: NIC Link is Down" at 14:02 is of ens4 as well."""
    named: dict[tuple[int, int], set[str]] = {}
    for place, quotation in enumerate(facts):
        before = facts[place - 1].fact if place else None
        if quotation.fact.kind == "quoted" and before and before.kind == "timestamp":
            named.setdefault(before.span, set()).update(_names_inside(quotation, facts, place))
    return tuple(
        each._replace(owners=each.owners | named[each.fact.span])
        if each.fact.span in named and each.owners
        else each
        for each in facts
    )


def _names_inside(quotation: Owned, facts: Sequence[Owned], place: int) -> set[str]:
    end = quotation.fact.span[1]
    inner = takewhile(lambda each: each.fact.span[0] < end, islice(facts, place + 1, None))
    return {entity_key(each.fact) for each in inner if each.is_owner}


def _with_writers(
    text: str,
    facts: Sequence[Fact],
    owners: Mapping[tuple[int, int], frozenset[str]],
    names: frozenset[str],
) -> dict[tuple[int, int], frozenset[str]]:
    """What a record gives to ids alone (of a mail, a trace, a week) is its writers' as well; what
    it gives to a service or the like is not."""
    entities = [fact for fact in facts if is_owner(fact)]
    services = {entity_key(fact) for fact in entities if fact.form in SERVICE_FORMS} | names
    writers = frozenset(writers_of(text, entities))
    return {
        span: own if not own or own & services else own | writers for span, own in owners.items()
    }


def _of_the_record(
    text: str, facts: Sequence[Fact], end: int
) -> dict[tuple[int, int], frozenset[str]]:
    """The instant at the head of a record, and the path of the request it tells of, are those of
    everything the record names: of who asked, who passed it on and who was to answer."""
    own = [fact for fact in facts if fact.span[1] <= end]
    named = frozenset(entity_key(fact) for fact in own if is_owner(fact))
    addresses = frozenset(name for fact in own if fact.form == "url" for name in held_names(fact))
    requested = [
        fact for fact in own if fact.form == "path" and _REQUEST.search(text[: fact.span[0]][-8:])
    ]
    return {
        facts[0].span: named,
        **{fact.span: named | addresses for fact in requested},
    }


def _resources(text: str, fact: Fact, *, has_key: bool) -> frozenset[str]:
    is_of_use = has_key or fact.form in ("ratio", "full")
    return resources_at(text, *fact.span) if is_of_use else frozenset()
