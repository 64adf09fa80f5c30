"""Ranking blocks for a query in Chinese or English.

First the pages that the query names, by title or file name; then those whose text holds, word for
word, an identifier of the query such as an alert's name; then what answers by its words.

BM25 over folded words, pairs of Chinese characters and concepts (a row of the synonym table is one
token, so that 内存 finds "memory"). A block counts only if it carries enough of what the query
asks, weighed by how rare each thing is: an unrelated query finds nothing.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any, TypeAlias

from superbiz_agent.tools.knowledge.backend import MENTIONS, NAMED, Closeness, RankedBlock
from superbiz_agent.tools.knowledge.links import pages_linked
from superbiz_agent.tools.knowledge.markdown import Block
from superbiz_agent.tools.query_terms import (
    Query,
    SearchableText,
    Term,
    concepts_of,
    fold,
    han_bigrams,
    han_length,
    identifiers_of,
    is_generic,
    read_query,
    sections_of,
    words_of,
)

LEAST_COVERAGE = 0.5
"""Share of the query, weighed by rarity, that a block must carry, or else ..."""

LEAST_CONCEPTS = 2
"""... so many of its concepts: a long question holds much that no runbook says."""

LEAST_OF_BEST = 0.6
"""Share of the best block's coverage that every other one must reach."""

_TITLE_WEIGHT = 3

Scorer: TypeAlias = Callable[[list[str]], list[float]]

LEAST_HAN_NAME = 3
"""Chinese characters that a page's name must have to be found within a question: there are no
spaces that would set it apart."""


@dataclass(frozen=True)
class _Names:
    """What a page goes by, squashed; ``han`` are those to look for within a Chinese question."""

    whole: frozenset[str]
    han: frozenset[str]

    def are_asked(self, asked: Set[str], text: str) -> bool:
        """Whether one is among what is ``asked``, or stands in the squashed ``text``."""
        return not self.whole.isdisjoint(asked) or any(name in text for name in self.han)


class BlockIndex:
    """An index over blocks, built once."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._blocks = tuple(blocks)
        tokens = [_tokens_of(block) for block in blocks]
        self._carried = [frozenset(of_block) for of_block in tokens]
        self._frequency = Counter(token for carried in self._carried for token in carried)
        self._names = [_names_of(block) for block in blocks]
        self._scores = _scorer(tokens)

    def search(self, text: str, limit: int) -> list[RankedBlock]:
        """Return at most ``limit`` blocks for the query ``text``, best first: by how close the page
        is, by what else the query asks, then by score; equals in the order of the files."""
        query = read_query(text)
        wanted = self._wanted(query)
        closeness = self._closeness(text, query)
        scores = self._scores(self._besides_names([*wanted, *_liked(text, query)], closeness, text))
        ranked = [
            RankedBlock(block, close, round(score, 4))
            for block, close, score, answers in zip(
                self._blocks, closeness, scores, self._answering(wanted), strict=True
            )
            if close or answers
        ]
        return sorted(ranked, key=lambda hit: (-hit.closeness, -hit.score))[:limit]

    def _closeness(self, text: str, query: Query) -> list[Closeness]:
        """Say of each block whether the query names its page, or its page an identifier of it."""
        terms = (term.text for term in query.terms)
        asked = {_squashed(name) for name in (*query.names, *terms, *pages_linked(text))}
        whole = _squashed(text)
        identifiers = set(identifiers_of(text))
        mentioning = {
            block.file
            for block, carried in zip(self._blocks, self._carried, strict=True)
            if not carried.isdisjoint(identifiers)
        }
        return [
            NAMED if names.are_asked(asked, whole) else MENTIONS if block.file in mentioning else 0
            for block, names in zip(self._blocks, self._names, strict=True)
        ]

    def _besides_names(
        self, tokens: Sequence[str], closeness: Sequence[Closeness], text: str
    ) -> list[str]:
        """Return the known tokens that are not just the name of a page asked for, so
        that "KubePodCrashLooping probes" puts the part on probes first. Where a kind of section is
        asked for, an identifier says no more than which page is meant."""
        pages = [
            block for block, close in zip(self._blocks, closeness, strict=True) if close == NAMED
        ]
        spent = {word for page in pages for name in page.names for word in words_of(name)}
        if sections_of(text):
            spent.update(identifiers_of(text))
        return [word for word in tokens if word in self._frequency and word not in spent]

    def _answering(self, wanted: Sequence[str]) -> list[bool]:
        """Say of each block whether it carries enough of the query."""
        coverage = [self._coverage(wanted, carried) for carried in self._carried]
        best = max(coverage, default=0.0)
        return [
            covered > 0
            and covered >= LEAST_OF_BEST * best
            and (covered >= LEAST_COVERAGE or _concept_count(wanted, carried) >= LEAST_CONCEPTS)
            for covered, carried in zip(coverage, self._carried, strict=True)
        ]

    def _wanted(self, query: Query) -> list[str]:
        """Return the tokens that the query asks for. Identifiers count only where some page has
        them: a runbook seldom knows the names of this system."""
        identifiers = [*query.names, *(t.text for t in query.terms if t.concept is None)]
        known = [name for name in identifiers if name in self._frequency]
        # A lone character that Chinese leaves between two words says nothing beside them.
        telling = [term for term in query.terms if len(term.text) > 1] or query.terms
        return list(dict.fromkeys([*known, *(unit for term in telling for unit in _units(term))]))

    def _coverage(self, wanted: Sequence[str], carried: frozenset[str]) -> float:
        total = sum(self._rarity(token) for token in wanted)
        found = sum(self._rarity(token) for token in wanted if token in carried)
        return found / total if total else 0.0

    def _rarity(self, token: str) -> float:
        """Return the inverse document frequency as BM25 (Lucene) has it."""
        count = self._frequency[token]
        return math.log(1 + (len(self._blocks) - count + 0.5) / (count + 0.5))


def _names_of(block: Block) -> _Names:
    whole = frozenset(map(_squashed, block.names))
    telling = (name for name in block.names if read_query(name).terms)
    han = (_squashed(name) for name in telling if han_length(name) >= LEAST_HAN_NAME)
    return _Names(whole, frozenset(han))


def _units(term: Term) -> Iterator[str]:
    """Yield the tokens that stand for a term: its concept, pairs of characters, or words."""
    if term.concept is not None:
        yield _concept_token(term.concept)
        return
    yield from han_bigrams(term.text)
    for form in term.forms:
        yield from (word for word in form.split() if word.isascii() and not _says_nothing(word))


def _liked(text: str, query: Query) -> list[str]:
    """Return tokens that make a block better without being asked for: the words as asked, so that
    a page in the question's language comes first, and the kind of section."""
    asked = " ".join(term.text for term in query.terms if term.concept is not None)
    return [*map(_section_token, sections_of(text)), *words_of(asked), *han_bigrams(asked)]


def _tokens_of(block: Block) -> list[str]:
    """Return the tokens of a block; title and headings weigh more than text."""
    heads = " ".join((*block.names, *block.headings))
    title = [*words_of(heads), *han_bigrams(heads)]
    text = [*words_of(block.text), *han_bigrams(block.text)]
    concepts = [
        *_concepts(heads, _TITLE_WEIGHT),
        *_concepts(f"{heads}\n{block.text}", 1),
    ]
    sections = map(_section_token, sections_of(" ".join(block.headings)))
    return [*title * _TITLE_WEIGHT, *text, *concepts, *sections]


def _concepts(text: str, weight: int) -> list[str]:
    return [_concept_token(name) for name in concepts_of(SearchableText(text))] * weight


def _section_token(section: str) -> str:
    """Return the token of a kind of section; no word holds a caret."""
    return f"^{section}"


def _concept_token(concept: str) -> str:
    """Return the token of a concept; no word holds a tilde."""
    return f"~{concept}"


def _concept_count(wanted: Sequence[str], carried: frozenset[str]) -> int:
    return sum(token.startswith("~") and token in carried for token in wanted)


def _says_nothing(word: str) -> bool:
    return is_generic(word) or word.isdigit() or len(word) < 2


def _squashed(name: str) -> str:
    """Return a name without case and separators: ``Kube Pod Crash Looping`` as one word."""
    return "".join(character for character in fold(name) if character.isalnum())


def _scorer(tokens: list[list[str]]) -> Scorer:
    """Return BM25 scores of every block for a list of known tokens."""
    if not any(tokens):
        return lambda _: [0.0] * len(tokens)
    import bm25s  # noqa: PLC0415  (numpy takes a quarter of a second)

    index: Any = bm25s.BM25()
    index.index(tokens, show_progress=False)
    nothing = [0.0] * len(tokens)
    return lambda wanted: [float(s) for s in index.get_scores(wanted)] if wanted else nothing
