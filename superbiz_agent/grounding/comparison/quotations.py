"""Whose the facts of a verbatim quotation are, and whose those beside it (section 7).

What a text quotes word for word stands in a source as it is, so its facts are carried if that
source is of the entity that the text quotes: "payments logged ..." must be a record of payments.
An entity that stands in a quotation alone owns nothing outside of it. A bare value in quotes is no
quotation: ``at "91%"`` says what ``at 91%`` says (``without_bare_quotes``).
"""

import re
from collections.abc import Callable, Sequence, Set

from superbiz_agent.grounding.comparison.ownership import Owned
from superbiz_agent.grounding.facts import Fact
from superbiz_agent.grounding.facts.owners import entity_key
from superbiz_agent.grounding.facts.tokens import is_within

_QUOTE = re.compile(
    r'"([^"\n]{1,80})"|“([^“”\n]{1,80})”|「([^「」\n]{1,80})」|『([^『』\n]{1,80})』|`([^`\n]{1,80})`'
    r"|(?<![A-Za-z0-9_])'([^'\n]{1,80})'(?![A-Za-z0-9_])|‘([^‘’\n]{1,80})’"
)
_WORD = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z]{2,40}(?![A-Za-z0-9_])|[\u3400-\u9fff]{2}")
_VALUE = re.compile("[0-9]")
MIN_WORDS = 3
"""Words that make what stands in quotes a clause of its own."""

Place = tuple[tuple[int, int], str]
"""Where a fact stands, and its kind."""

Holders = Callable[[Fact], Sequence[Set[str]]]
"""Gives, for a quotation, the entities of each source that holds it word for word."""

MAX_QUOTATIONS = 64
"""A text with more quotations is compared fact by fact, as if it quoted nothing."""


def read_quotations(
    facts: Sequence[Owned], holders: Holders
) -> tuple[tuple[Owned, ...], frozenset[Place]]:
    """``facts`` with their owners as quotations leave them, and the places of the facts that
    quotations carry."""
    spoken = [each.fact for each in facts if each.fact.kind == "quoted"]
    if len(spoken) > MAX_QUOTATIONS:
        return tuple(facts), frozenset()
    quotations = [(fact, held) for fact in spoken if (held := holders(fact))]
    if not quotations:
        return tuple(facts), frozenset()
    outer = [each for each in facts if each.is_owner and not _around(each, quotations)]
    carried = {
        place_of(each.fact)
        for each in facts
        for quotation, held in quotations
        if _is_inside(each, quotation) and any(_owners(each, outer) <= names for names in held)
    }
    return tuple(_beside(each, outer, quotations, facts) for each in facts), frozenset(carried)


def without_bare_quotes(text: str) -> tuple[str, list[int]] | None:
    """``text`` without the signs around bare values, and where each of its characters stood; null
    if no bare value is quoted. A value in quotes that is no clause of its own says nothing by
    itself: its noun, unit and owner are those of the sentence."""
    signs = {
        sign
        for match in _QUOTE.finditer(text)
        if _VALUE.search(match.group()) and len(_WORD.findall(match.group())) < MIN_WORDS
        for sign in (match.start(), match.end() - 1)
    }
    if not signs:
        return None
    places = [place for place in range(len(text)) if place not in signs]
    return "".join(text[place] for place in places), places


def place_of(fact: Fact) -> Place:
    """Where ``fact`` stands, and its kind."""
    return fact.span, fact.kind


def _beside(
    owned: Owned,
    outer: Sequence[Owned],
    quotations: Sequence[tuple[Fact, Sequence[Set[str]]]],
    facts: Sequence[Owned],
) -> Owned:
    """A fact outside of quotations belongs to an entity outside of them, if one stands before."""
    if owned.is_owner or _around(owned, quotations):
        return owned
    quoted = {entity_key(each.fact) for each in facts if each.is_owner} - _keys(outer)
    owners = _owners(owned, outer)
    return owned._replace(owners=owners) if owned.owners & quoted and owners else owned


def _owners(owned: Owned, outer: Sequence[Owned]) -> frozenset[str]:
    """The entities outside of quotations that a fact is given to: its own, else the last before."""
    kept = owned.owners & _keys(outer)
    before = [entity_key(each.fact) for each in outer if each.fact.span[0] < owned.fact.span[0]]
    return kept or frozenset(before[-1:])


def _keys(owned: Sequence[Owned]) -> frozenset[str]:
    return frozenset(entity_key(each.fact) for each in owned)


def _around(owned: Owned, quotations: Sequence[tuple[Fact, Sequence[Set[str]]]]) -> bool:
    return any(_is_inside(owned, quotation) for quotation, _ in quotations)


def _is_inside(owned: Owned, quotation: Fact) -> bool:
    return owned.fact is not quotation and is_within(owned.fact.span, quotation.span)
