"""What a question is about, decided by code (contract sections 1 and 5)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from superbiz_agent.grounding.comparison.engine import fold
from superbiz_agent.grounding.facts import FactKind, extract_facts
from superbiz_agent.grounding.question_terms import (
    ERRORS,
    INCIDENT,
    KNOWLEDGE_CHINESE,
    KNOWLEDGE_ENGLISH,
    METRICS,
    THINGS,
    TermTable,
)
from superbiz_agent.grounding.wording import Lexicon

ENTITY_KINDS: frozenset[FactKind] = frozenset({"identifier", "name"})
MAX_WORDS = 4
"""Longest English form, in words."""

MAX_READ = 5_000
"""Characters of a question that are read; the rest of a longer one is pasted text."""

_WORD = re.compile(r"[a-z0-9]+")


def _forms(tables: Iterable[TermTable]) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """(English form -> term, Chinese form -> term) of the tables."""
    english: dict[str, str] = {}
    chinese: dict[str, str] = {}
    for table in tables:
        for term, words, han in table:
            english.update(dict.fromkeys(filter(None, words.split("|")), term))
            chinese.update(dict.fromkeys(filter(None, han.split("|")), term))
    return english, chinese


_SUBJECTS = _forms((THINGS, METRICS, ERRORS))
_SYNONYMS = {
    term: Lexicon(
        [
            *english.split("|"),
            *(f"{form}s" for form in english.split("|")),
            *filter(None, han.split("|")),
        ]
    )
    for table in (THINGS, METRICS, ERRORS)
    for term, english, han in table
}
_INCIDENT = _forms((INCIDENT,))
_KNOWLEDGE = _forms(((("knowledge", KNOWLEDGE_ENGLISH, KNOWLEDGE_CHINESE),),))


def question_terms(question: str) -> frozenset[str]:
    """Entities, metrics, errors and incident terms of ``question``, in one form for both
    languages; empty for small talk. Names that stand in quotes or code count as well."""
    return subject_terms(question) | _terms(question, _INCIDENT)


def subject_terms(text: str, *, names: Sequence[str] = ()) -> frozenset[str]:
    """The entities, metrics and errors of ``text``: what makes a claim critical (section 5).

    ``names`` are entity names known from the evidence; entities are folded, kinds of things,
    metrics and errors are canonical terms.
    """
    return _subject_terms(text[:MAX_READ], tuple(names))


def concerns_incident(question: str) -> bool:
    """Whether code finds an entity, metric, error or incident term: such a question is never
    answered as small talk (contract section 1)."""
    return bool(question_terms(question))


def is_knowledge_question(question: str) -> bool:
    """Whether ``question`` asks for documented knowledge, such as a runbook or how to proceed."""
    return bool(_terms(question, _KNOWLEDGE))


def without_synonyms(text: str, known: str) -> str:
    """``text`` without the words for things, metrics and errors that ``known`` names, too."""
    named = _terms(known, _SUBJECTS)
    for term, lexicon in _SYNONYMS.items():
        if term in named and lexicon.holds(text):
            text = lexicon.blank(text)
    return text


@lru_cache(maxsize=256)
def _subject_terms(text: str, names: tuple[str, ...]) -> frozenset[str]:
    entities = {
        fold(fact.value) for fact in extract_facts(text, names=names) if fact.kind in ENTITY_KINDS
    }
    return _terms(text, _SUBJECTS) | entities


def _terms(text: str, forms: tuple[Mapping[str, str], Mapping[str, str]]) -> frozenset[str]:
    english, chinese = forms
    folded = fold(text[:MAX_READ]).lower()
    words = _WORD.findall(folded)
    found = {term for form, term in chinese.items() if form in folded}
    for start in range(len(words)):
        for length in range(1, MAX_WORDS + 1):
            phrase = " ".join(words[start : start + length])
            term = english.get(phrase) or english.get(phrase.removesuffix("s"))
            if term is not None:
                found.add(term)
    return frozenset(found)
