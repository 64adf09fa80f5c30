"""Read a question: whom it names, what to search for, and what kind of answer it wants."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from superbiz_agent.contracts.base import Language
from superbiz_agent.grounding.comparison import fold
from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.question import is_knowledge_question
from superbiz_agent.grounding.wording import language_of
from superbiz_agent.models.offline import vocabulary as words

MAX_QUESTION: Final = 4000
"""Characters of a question that are read; the rest of a pasted log says nothing more."""

MAX_TERMS: Final = 8

_TERM = re.compile(r"[A-Za-z][A-Za-z0-9_]{1,63}|[\u3400-\u9fff]{2,40}")
_NAME = r"([A-Za-z0-9][A-Za-z0-9_.-]{1,100})"
_NAMED = (
    re.compile(rf"(?<![A-Za-z0-9_.-])(?:{words.ENTITY_NOUNS})s?[ ]{_NAME}", re.IGNORECASE),
    re.compile(
        rf"(?<![A-Za-z0-9_.-]){_NAME}[ ](?:{words.ENTITY_NOUNS})(?![A-Za-z0-9_-])", re.IGNORECASE
    ),
)
ENTITY_FORMS: Final = frozenset(
    ("host", "ip", "host and port", "name", "before noun", "business", "uuid")
)
"""Forms of facts that name a service, a pod, a host or the like."""

_STOP_PHRASE = re.compile(
    "|".join(sorted(map(re.escape, words.STOP_PHRASES), key=len, reverse=True))
)


@dataclass(frozen=True)
class Question:
    """What the rules need to know of a question.

    ``entities`` are services, pods, hosts and the like, in order; ``terms`` are other exact names
    (alerts, exceptions, metrics, codes, ``key=value``); ``phrases`` stood in quotes; ``words`` are
    what is left to search for. No value stands twice.
    """

    text: str
    language: Language
    entities: tuple[str, ...]
    terms: tuple[str, ...]
    phrases: tuple[str, ...]
    words: tuple[str, ...]
    level: str | None
    is_confirmation: bool
    asks_cause: bool
    asks_knowledge: bool
    asks_alerts: bool
    is_open: bool

    @property
    def is_narrow(self) -> bool:
        """One thing is asked for: one claim answers it, two at most (contract section 3)."""
        return self.is_confirmation and not (self.asks_cause or self.is_open)

    @property
    def search_terms(self) -> tuple[str, ...]:
        """What to search for besides the entities."""
        return _distinct([*self.terms, *self.words])[:MAX_TERMS]

    @property
    def subjects(self) -> tuple[str, ...]:
        """Everything that evidence should share a word with to be about this question."""
        return _distinct([*self.entities, *self.phrases, *self.terms, *self.words])


def read_question(text: str) -> Question:
    """Read ``text`` by facts and word tables; any string is readable."""
    text = text[:MAX_QUESTION]
    facts = extract_facts(text)
    phrases = _distinct(_inner(text, fact) for fact in facts if fact.kind == "quoted")
    entities = _distinct([*_named_entities(text), *_entity_facts(text, facts)])
    terms = _distinct(value for value in _exact_terms(text, facts) if value not in entities)
    return Question(
        text=text,
        language=language_of(text),
        entities=entities,
        terms=terms,
        phrases=phrases,
        words=_words(text, [*entities, *terms, *phrases]),
        level=next((level for level, asked in words.LEVELS if asked.search(text)), None),
        is_confirmation=words.CONFIRMATION.search(text) is not None,
        asks_cause=words.CAUSE_QUESTION.search(text) is not None,
        asks_knowledge=is_knowledge_question(text),
        asks_alerts=words.ALERT_QUESTION.search(text) is not None,
        is_open=words.OPEN_QUESTION.search(text) is not None,
    )


def follow_up(question: Question, earlier: Sequence[Question]) -> Question:
    """Give a question that names no entity the entities of the latest earlier one that does."""
    if question.entities:
        return question
    named = next((e.entities for e in reversed(earlier) if e.entities), ())
    return replace(question, entities=named)


def about_sources(question: Question, sources: Iterable[str]) -> Question:
    """Move what names a source of evidence from the words of a question to its entities."""
    names = {source.casefold() for source in sources}
    meant = [each for each in question.search_terms if each.casefold() in names]
    return replace(
        question,
        entities=_distinct([*question.entities, *meant]),
        terms=tuple(each for each in question.terms if each not in meant),
        words=tuple(each for each in question.words if each not in meant),
    )


def _inner(text: str, fact: Fact) -> str:
    start, end = fact.span
    return text[start:end].strip("\"'`“”‘’「」『』《》 ")


def _entity_facts(text: str, facts: Sequence[Fact]) -> list[str]:
    return [
        text[slice(*fact.span)]
        for fact in facts
        if fact.form in ENTITY_FORMS and not _is_quoted(fact, facts)
    ]


def _named_entities(text: str) -> list[str]:
    found = [match[1] for pattern in _NAMED for match in pattern.finditer(text)]
    return [name.rstrip(".") for name in found if name.lower() not in words.STOP_WORDS]


def _exact_terms(text: str, facts: Sequence[Fact]) -> list[str]:
    exact = [
        text[slice(*fact.span)]
        for fact in facts
        if not _is_quoted(fact, facts)
        and (fact.kind == "identifier" or (fact.kind == "number" and len(fact.value) >= 3))
    ]
    return [value for value in exact if value.strip()]


def _is_quoted(fact: Fact, facts: Sequence[Fact]) -> bool:
    return any(
        outer.kind == "quoted"
        and outer is not fact
        and outer.span[0] <= fact.span[0]
        and fact.span[1] <= outer.span[1]
        for outer in facts
    )


def _words(text: str, taken: Sequence[str]) -> tuple[str, ...]:
    for value in sorted(taken, key=len, reverse=True):
        text = text.replace(value, " ")
    found = [part for match in _TERM.finditer(text) for part in _useful(match[0])]
    return _distinct(found)[:MAX_TERMS]


def _useful(term: str) -> list[str]:
    if term[0] < "\u3400":
        return [] if term.lower() in words.STOP_WORDS else [term]
    parts = (part.strip(words.EDGE_PARTICLES) for part in _STOP_PHRASE.split(term))
    return [part for part in parts if len(part) >= 2]


def _distinct(values: Iterable[str]) -> tuple[str, ...]:
    """Drop repeats by folded form, keeping order and the first spelling."""
    first: dict[str, str] = {}
    for value in values:
        if value.strip():
            first.setdefault(fold(value).casefold(), value.strip())
    return tuple(first.values())
