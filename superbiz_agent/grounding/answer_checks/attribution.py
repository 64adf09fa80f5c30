"""What an unmarked sentence rests on, decided by code (contract section 7).

The smallest set of items, three at most, that covers the sentence: its facts, or, where it holds
none, its terms and polarity. Where several sets of one size cover it, one that breaks no rule is
taken.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from superbiz_agent.grounding.answer_checks.material import Item, Material, Statement, repeats
from superbiz_agent.grounding.answer_checks.rules import broken_rules
from superbiz_agent.grounding.comparison.engine import fact_gaps
from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.facts.folding import content_terms
from superbiz_agent.grounding.wording import (
    has_polarity,
    is_hedged,
    language_of,
    overlap,
    states_cause,
)
from superbiz_agent.grounding.wording.cause_concepts import plain_terms, stems_of
from superbiz_agent.grounding.wording.new_words import has_names_alone

MAX_ITEMS = 3
"""One sentence rests on three items at most."""

MAX_CANDIDATES = 12
"""Items that pairs and triples are made of: those that carry most of the sentence."""

MAX_COMPARED = 24
"""Items whose facts are compared at all: those that share most tokens with the sentence."""

MAX_TRIED = 24
"""Sets of items that the rules are tried on."""

MAX_FACTS = 40
"""A sentence with more facts that repeats no item is attributed to nothing."""


def attribute(
    text: str, material: Material, kinds: Sequence[str], *, is_label: bool = False
) -> Statement | None:
    """The statement that ``text`` makes on the items that cover it and break no rule; None if there
    is no such set. ``kinds`` are the kinds of items that may be taken; a heading (``is_label``) has
    words of its own for what stands below it."""
    items = [item for item in material.items if item.kind in kinds]
    for candidate in islice(_candidates(text, items, material), MAX_TRIED):
        if not (is_label or _holds_words(text, candidate, material)):
            continue
        statement = Statement(text, candidate)
        if not broken_rules(statement, material):
            return statement
    return None


def _candidates(text: str, items: Sequence[Item], material: Material) -> Iterator[tuple[Item, ...]]:
    yield from ((item,) for item in items if item.kind != "question" and repeats(text, item))
    facts = extract_facts(text, names=material.names)
    if not facts:
        yield from ((item,) for item in items if _covers_terms(text, item))
        return
    if len(facts) > MAX_FACTS:
        return
    covered = _covered(text, _nearest(text, items), material)
    ranked = sorted(covered, key=lambda pair: -len(pair[1]))[:MAX_CANDIDATES]
    for size in range(1, MAX_ITEMS + 1):
        for group in combinations(ranked, size):
            if frozenset[int]().union(*(has for _, has in group)) >= set(range(len(facts))):
                yield tuple(item for item, _ in group)


def _nearest(text: str, items: Sequence[Item]) -> list[Item]:
    """The items that share most tokens with ``text``, in their order."""
    if len(items) <= MAX_COMPARED:
        return list(items)
    ranked = sorted(items, key=lambda item: -overlap(text, item.texts))[:MAX_COMPARED]
    return [item for item in items if item in ranked]


def _covered(
    text: str, items: Sequence[Item], material: Material
) -> list[tuple[Item, frozenset[int]]]:
    """Each item that carries any fact of the sentence, with the positions of those facts."""
    facts = extract_facts(text, names=material.names)
    found: list[tuple[Item, frozenset[int]]] = []
    for item in items:
        gaps = {_place(gap) for gap in fact_gaps(text, item.texts, names=material.names)}
        has = frozenset(n for n, fact in enumerate(facts) if _place(fact) not in gaps)
        if has:
            found.append((item, has))
    return found


def _place(fact: Fact) -> tuple[tuple[int, int], str]:
    return fact.span, fact.kind


def _holds_words(text: str, items: Sequence[Item], material: Material) -> bool:
    """Whether ``items`` hold the words of a sentence whose facts are names alone: what it tells of
    them is in its words. Words of another language are compared by the rules."""
    if not has_names_alone(text, material.names):
        return True
    texts = [each for item in items for each in item.texts]
    same = [each for each in texts if language_of(each) == language_of(text)]
    return not same or plain_terms(text) <= stems_of(same)


def _covers_terms(text: str, item: Item) -> bool:
    """Whether ``item`` holds the content terms of a sentence without typed facts: all of them if
    it says yes, no, maybe or why; of a plain sentence at least half."""
    if any(says(text) for says in (has_polarity, is_hedged, states_cause)):
        terms = content_terms(text)
        return bool(terms) and terms <= frozenset[str]().union(*map(content_terms, item.texts))
    terms = plain_terms(text)
    same = [source for source in item.texts if language_of(source) == language_of(text)]
    return bool(terms) and 2 * len(terms & stems_of(same)) >= len(terms)
