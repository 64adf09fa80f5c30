"""Ranking blocks for a query in Chinese or English.

First the pages that a link of the query leads to, by file and then by name; then those that it
names, by title or file name; then those whose text holds, word for word, an identifier of the query
such as an alert's name; then what answers by its words.

BM25 over the tokens of blocks (``block_tokens``); a Chinese word of the glossary asks for any of
its English ones. A block counts only if it carries enough of what the query asks, weighed by how
rare each thing is: an unrelated query finds nothing.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from superbiz_agent.tools.knowledge.backend import (
    LINKED,
    LINKED_BY_NAME,
    MEANING,
    MENTIONS,
    NAMED,
    Closeness,
    RankedBlock,
)
from superbiz_agent.tools.knowledge.block_tokens import CONCEPT_SIGN, concept_token, liked_tokens
from superbiz_agent.tools.knowledge.glossary import split, wording_of, words_in
from superbiz_agent.tools.knowledge.links import (
    folders_linked,
    leads_to,
    pages_linked,
    paths_linked,
)
from superbiz_agent.tools.knowledge.page import Block
from superbiz_agent.tools.knowledge.page_names import PageNames, page_names, squashed
from superbiz_agent.tools.query_terms import (
    Query,
    Term,
    is_generic,
    read_query,
    sections_of,
    without_concepts,
)
from superbiz_agent.tools.words import han_bigrams, identifiers_of, words_of

LEAST_COVERAGE = 0.5
"""Share of the query, weighed by rarity, that a page must carry, or else ..."""

LEAST_SHARE = 0.3
"""... so much of it, by two of its words at least: a long question holds much that no runbook says,
or else ..."""

LEAST_CONCEPTS = 2
"""... so many of its concepts."""

LEAST_OF_BEST = 0.6
"""Share of the best page's coverage that every other one must reach."""


Wanted: TypeAlias = tuple[str, ...]
"""One thing that a query asks for: tokens, any of which says it."""

Scorer: TypeAlias = Callable[[list[str]], list[float]]


class BlockIndex:
    """An index over blocks and their tokens (``block_tokens``), built once."""

    def __init__(self, blocks: Sequence[Block], tokens: Sequence[Sequence[str]]) -> None:
        self._blocks = tuple(blocks)
        self._carried = [frozenset(of_block) for of_block in tokens]
        self._frequency = Counter(token for carried in self._carried for token in carried)
        names = {each: page_names(each) for each in {block.names for block in blocks}}
        self._names = [names[block.names] for block in blocks]
        self._scores = _scorer(tokens)

    def search(self, text: str, limit: int) -> list[RankedBlock]:
        """Return at most ``limit`` blocks for the query ``text``, best first: by how close the page
        is, by what else the query asks, then by score; equals in the order of the files."""
        query = read_query(text)
        wanted = self._wanted(text, query)
        closeness = self._closeness(text, query)
        scores = self._scored(text, query, closeness)
        ranked = [
            RankedBlock(block, close, round(score, 4))
            for block, close, score, answers in zip(
                self._blocks, closeness, scores, self._answering(wanted), strict=True
            )
            if close or answers
        ]
        return sorted(ranked, key=lambda hit: (-hit.closeness, -hit.score))[:limit]

    def scores(self, text: str) -> list[float]:
        """Return the score of every block for the query ``text``."""
        query = read_query(text)
        return self._scored(text, query, self._closeness(text, query))

    def closeness(self, text: str) -> list[Closeness]:
        """Return of every block how close its page is to the query ``text``."""
        return self._closeness(text, read_query(text))

    def with_closeness(
        self, text: str, near: Sequence[tuple[int, float]], method: str = MEANING
    ) -> list[RankedBlock]:
        """Return the blocks at some positions with scores of another ``method``."""
        closeness = self.closeness(text) if near else []
        return [RankedBlock(self._blocks[at], closeness[at], score, method) for at, score in near]

    def _scored(self, text: str, query: Query, closeness: Sequence[Closeness]) -> list[float]:
        asked = [token for wanted in self._wanted(text, query) for token in wanted]
        tokens = [*dict.fromkeys(asked), *liked_tokens(text, query)]
        return self._scores(self._besides_names(tokens, closeness, text))

    def _closeness(self, text: str, query: Query) -> list[Closeness]:
        """Say of each block whether the query links to its page, or names it, or its page an
        identifier of the query."""
        terms = (term.text for term in query.terms)
        asked = {squashed(name) for name in (*query.names, *terms, *folders_linked(text))}
        linked = {squashed(name) for name in pages_linked(text)}
        whole = squashed(text)
        identifiers = set(identifiers_of(text))
        mentioning = {
            block.file
            for block, carried in zip(self._blocks, self._carried, strict=True)
            if not carried.isdisjoint(identifiers)
        }
        links = list(paths_linked(text))

        def of_block(block: Block, names: PageNames) -> Closeness:
            if any(leads_to(link, block.file) for link in links):
                return LINKED
            if not names.whole.isdisjoint(linked):
                return LINKED_BY_NAME
            if names.are_asked(asked, whole):
                return NAMED
            return MENTIONS if block.file in mentioning else 0

        return [
            of_block(block, names) for block, names in zip(self._blocks, self._names, strict=True)
        ]

    def _besides_names(
        self, tokens: Sequence[str], closeness: Sequence[Closeness], text: str
    ) -> list[str]:
        """Return the known tokens that are not just the name of a page asked for, so
        that "KubePodCrashLooping probes" puts the part on probes first. Where a kind of section is
        asked for, an identifier says no more than which page is meant."""
        pages = [
            block for block, close in zip(self._blocks, closeness, strict=True) if close >= NAMED
        ]
        spent = {word for page in pages for name in page.names for word in words_of(name)}
        if sections_of(text):
            spent.update(identifiers_of(text))
        return [word for word in tokens if word in self._frequency and word not in spent]

    def _answering(self, wanted: Sequence[Wanted]) -> list[bool]:
        """Say of each block whether it carries enough of the query."""
        coverage = [self._coverage(wanted, carried) for carried in self._carried]
        best = max(coverage, default=0.0)
        return [
            covered > 0
            and covered >= LEAST_OF_BEST * best
            and self._is_enough(wanted, carried, covered)
            for covered, carried in zip(coverage, self._carried, strict=True)
        ]

    @staticmethod
    def _is_enough(wanted: Sequence[Wanted], carried: frozenset[str], covered: float) -> bool:
        found = [each for each in wanted if not carried.isdisjoint(each)]
        return (
            covered >= LEAST_COVERAGE
            or (covered >= LEAST_SHARE and len(found) > 1)
            or sum(each[0].startswith(CONCEPT_SIGN) for each in found) >= LEAST_CONCEPTS
        )

    def _wanted(self, text: str, query: Query) -> list[Wanted]:
        """Return what the query asks for. Identifiers count only where some page has them: a
        runbook seldom knows the names of this system."""
        identifiers = [*query.names, *(t.text for t in query.terms if t.concept is None)]
        known = ((name,) for name in identifiers if name in self._frequency)
        worded = (wording_of(word).tokens for word in words_in(without_concepts(text)))
        # A lone character that Chinese leaves between two words says nothing beside them.
        telling = [term for term in query.terms if len(term.text) > 1] or query.terms
        others = (unit for term in telling for unit in self._units(term))
        return list(dict.fromkeys([*known, *worded, *others]))

    def _units(self, term: Term) -> Iterator[Wanted]:
        """Yield what a term asks for: its concept, its words, or pairs of Chinese characters. Those
        that no page has are one thing together: in pages of another language none has them."""
        if term.concept is not None:
            yield (concept_token(term.concept),)
            return
        between = (piece for piece in split(term.text) if isinstance(piece, str))
        pairs = [pair for piece in between for pair in han_bigrams(piece) if len(pair) > 1]
        yield from ((pair,) for pair in pairs if pair in self._frequency)
        if unknown := tuple(pair for pair in pairs if pair not in self._frequency):
            yield unknown
        for form in term.forms:
            words = (word for word in form.split() if word.isascii() and not _says_nothing(word))
            yield from ((word,) for word in words)

    def _coverage(self, wanted: Sequence[Wanted], carried: frozenset[str]) -> float:
        total = sum(self._rarity(each) for each in wanted)
        found = sum(self._rarity(each) for each in wanted if not carried.isdisjoint(each))
        return found / total if total else 0.0

    def _rarity(self, wanted: Wanted) -> float:
        """Return the inverse document frequency as BM25 (Lucene) has it, of the commonest token."""
        count = max(self._frequency[token] for token in wanted)
        return math.log(1 + (len(self._blocks) - count + 0.5) / (count + 0.5))


def _says_nothing(word: str) -> bool:
    return is_generic(word) or word.isdigit() or len(word) < 2


def _scorer(tokens: Sequence[Sequence[str]]) -> Scorer:
    """Return BM25 scores of every block for a list of known tokens."""
    if not any(tokens):
        return lambda _: [0.0] * len(tokens)
    import bm25s  # noqa: PLC0415  (numpy takes a quarter of a second)

    index: Any = bm25s.BM25()
    index.index([list(of_block) for of_block in tokens], show_progress=False)
    nothing = [0.0] * len(tokens)
    return lambda wanted: [float(s) for s in index.get_scores(wanted)] if wanted else nothing
