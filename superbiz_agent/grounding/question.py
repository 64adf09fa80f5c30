"""What a question is about, decided by code (contract sections 1 and 5)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from superbiz_agent.grounding.comparison.engine import fold
from superbiz_agent.grounding.facts import FactKind, extract_facts
from superbiz_agent.grounding.question_terms import (
    CHANGES_CHINESE,
    CHANGES_ENGLISH,
    ERRORS,
    HAPPENED_CHINESE,
    HAPPENED_ENGLISH,
    INCIDENT,
    KNOWLEDGE_CHINESE,
    KNOWLEDGE_ENGLISH,
    LOOKING_CHINESE,
    METRICS,
    REQUESTS_CHINESE,
    REQUESTS_ENGLISH,
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
_ENGLISH_CHANGE = rf"(?:{CHANGES_ENGLISH})(?![a-z-])(?! (?:{HAPPENED_ENGLISH})(?![a-z]))"
_CHINESE_CHANGE = rf"(?:{CHANGES_CHINESE})(?!{HAPPENED_CHINESE})"
_CHANGE = re.compile(rf"(?:{CHANGES_ENGLISH})(?:s|d|ed|ing|ment)?|{CHANGES_CHINESE}")
_ORDERS = (
    re.compile(
        rf"(?<![a-z])(?:{REQUESTS_ENGLISH})(?: (?:also|just|now|then|then go))? {_ENGLISH_CHANGE}"
    ),
    re.compile(rf"\A\W{{0,8}}(?:(?:now|then|just|ok|and)[, ] ?)?{_ENGLISH_CHANGE} [^?]{{1,200}}\Z"),
    re.compile(
        rf"(?:{REQUESTS_CHINESE})(?:(?!{LOOKING_CHINESE})[^，。？！；,?!;]){{0,30}}?{_CHINESE_CHANGE}"
    ),
    re.compile(
        rf"\A\W{{0,8}}(?:现在|马上|立即|立刻|先|快|直接)?{_CHINESE_CHANGE}[^？?吗]{{1,100}}\Z"
    ),
)
"""An order to change something: after a request, or as the first word of what is no question."""


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


def asks_for_change(question: str) -> bool:
    """Whether ``question`` orders a change of a system, such as a restart: the answer then says
    that the agent only reads, and still tells what is on record."""
    folded = " ".join(fold(question[:MAX_READ]).lower().split())
    return any(order.search(folded) for order in _ORDERS)


def is_change(word: str) -> bool:
    """Whether ``word`` is a verb of the table of changes, in either language."""
    return _CHANGE.fullmatch(word.lower()) is not None


def without_synonyms(text: str, known: str) -> str:
    """``text`` without the words for things, metrics and errors that ``known`` names, too."""
    named = _subjects_of(known)
    for term, lexicon in _SYNONYMS.items():
        if term in named and lexicon.holds(text):
            text = lexicon.blank(text)
    return text


@lru_cache(maxsize=256)
def _subject_terms(text: str, names: tuple[str, ...]) -> frozenset[str]:
    entities = {
        fold(fact.value) for fact in extract_facts(text, names=names) if fact.kind in ENTITY_KINDS
    }
    return _subjects_of(text) | entities


@lru_cache(maxsize=1024)
def _subjects_of(text: str) -> frozenset[str]:
    return _terms(text, _SUBJECTS)


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
