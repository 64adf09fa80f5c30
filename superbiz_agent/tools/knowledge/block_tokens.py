"""The tokens of a block of a runbook, by which it is indexed, and what else a query would like.

Folded words, pairs of Chinese characters, and concepts: a row of the synonym table is one token, so
that 内存 finds "memory".
"""

from superbiz_agent.tools.knowledge.page import Block
from superbiz_agent.tools.query_terms import Query, SearchableText, concepts_of, sections_of
from superbiz_agent.tools.words import han_bigrams, words_of

TITLE_WEIGHT = 3

CONCEPT_SIGN = "~"
"""What the token of a concept begins with; no word holds it."""


def tokens_of(block: Block) -> list[str]:
    """Return the tokens of a block; title and headings weigh more than text."""
    heads = " ".join((*block.names, *block.headings))
    title = [*words_of(heads), *han_bigrams(heads)]
    text = [*words_of(block.text), *han_bigrams(block.text)]
    concepts = [
        *_concepts(heads, TITLE_WEIGHT),
        *_concepts(f"{heads}\n{block.text}", 1),
    ]
    sections = map(_section_token, sections_of(" ".join(block.headings)))
    return [*title * TITLE_WEIGHT, *text, *concepts, *sections]


def liked_tokens(text: str, query: Query) -> list[str]:
    """Return tokens that make a block better without being asked for: the words as asked, so that
    a page in the question's language comes first, and the kind of section."""
    asked = " ".join(term.text for term in query.terms if term.concept is not None)
    return [*map(_section_token, sections_of(text)), *words_of(asked), *han_bigrams(asked)]


def concept_token(concept: str) -> str:
    """Return the token of a concept; no word holds a tilde."""
    return f"{CONCEPT_SIGN}{concept}"


def _concepts(text: str, weight: int) -> list[str]:
    return [concept_token(name) for name in concepts_of(SearchableText(text))] * weight


def _section_token(section: str) -> str:
    """Return the token of a kind of section; no word holds a caret."""
    return f"^{section}"
