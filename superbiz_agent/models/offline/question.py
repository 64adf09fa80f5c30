"""Read a question: whom it names, what to search for, and what kind of answer it wants."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from superbiz_agent.contracts.base import Language
from superbiz_agent.grounding.comparison.engine import fold
from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.question import is_knowledge_question, subject_terms
from superbiz_agent.grounding.wording import language_of
from superbiz_agent.models.offline import vocabulary as words
from superbiz_agent.models.offline.kinds import QuestionKind, kind_of
from superbiz_agent.models.offline.topics import is_stop_word, topics_of

MAX_QUESTION: Final = 4000
"""Characters of a question that are read; the rest of a pasted log says nothing more."""

MAX_TERMS: Final = 8

_SEPARATOR = re.compile(r"[^a-z0-9\u3400-\u9fff]+")
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

_VERB = re.compile(r"(?:[a-z]{2,30}ing|[a-z]{2,30}ed|keeps|has|does|was)")


@dataclass(frozen=True)
class Question:
    """What the rules need to know of a question.

    ``entities`` are services, pods, hosts and the like, in order; ``terms`` are other exact names
    (alerts, exceptions, metrics, codes, ``key=value``); ``phrases`` stood in quotes; ``words`` are
    what is left to search for, ``topics`` the same with neighbours together (``brute force``).
    No value stands twice.
    """

    text: str
    language: Language
    kind: QuestionKind
    entities: tuple[str, ...]
    terms: tuple[str, ...]
    phrases: tuple[str, ...]
    words: tuple[str, ...]
    topics: tuple[str, ...]
    level: str | None
    is_confirmation: bool
    asks_cause: bool
    asks_knowledge: bool
    asks_meaning: bool
    asks_alerts: bool
    asks_trouble: bool
    asks_measure: bool
    is_open: bool

    @property
    def is_narrow(self) -> bool:
        """One thing is asked for: one claim answers it, two at most (contract section 3)."""
        return self.is_confirmation and not (self.asks_cause or self.is_open)

    @property
    def prefers_trouble(self) -> bool:
        """What went wrong is asked for, whatever it is called."""
        by_topic = bool(self.topics or self.phrases)
        return self.asks_cause or self.asks_trouble or (self.is_open and not by_topic)

    @property
    def search_terms(self) -> tuple[str, ...]:
        """What to search for besides the entities."""
        return _distinct([*self.terms, *self.words])[:MAX_TERMS]

    @property
    def is_about_something(self) -> bool:
        """An exact name stands in the question, or the state of something is asked for."""
        named = bool(self.entities or self.terms or self.phrases)
        return named or words.STATUS_QUESTION.search(self.text) is not None

    @property
    def searched_entities(self) -> tuple[str, ...]:
        """The entities to search for by name: a namespace only where nothing narrower is named."""
        narrower = tuple(name for name in self.entities if not self._is_namespace(name))
        return narrower or self.entities

    def _is_namespace(self, name: str) -> bool:
        beside = (f"namespace {name}", f"{name} namespace", f"命名空间 {name}", f"{name} 命名空间")
        text = self.text.casefold()
        return any(each.casefold() in text for each in beside) or name.startswith("namespace-")

    @property
    def searches(self) -> tuple[str, ...]:
        """What to search for besides the entities, words that stand side by side as one."""
        terms = [term for term in self.terms if not (self.entities and self._is_namespace(term))]
        return _distinct([*terms, *self.topics])[:MAX_TERMS]

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
    topics = _distinct(topics_of(text, [*entities, *terms, *phrases]))[:MAX_TERMS]
    level = next((level for level, asked in words.LEVELS if asked.search(text)), None)
    return Question(
        text=text,
        language=language_of(text),
        kind=kind_of(text),
        entities=entities,
        terms=terms,
        phrases=phrases,
        words=_distinct(word for topic in topics for word in topic.split())[:MAX_TERMS],
        topics=topics,
        level=level,
        is_confirmation=words.CONFIRMATION.search(text) is not None,
        asks_cause=words.CAUSE_QUESTION.search(text) is not None,
        asks_knowledge=is_knowledge_question(text),
        asks_meaning=words.MEANING_QUESTION.search(text) is not None,
        asks_alerts=words.ALERT_QUESTION.search(text) is not None,
        asks_trouble=bool(level or words.TROUBLE_QUESTION.search(text)),
        asks_measure=words.MEASURE_QUESTION.search(text) is not None,
        is_open=words.OPEN_QUESTION.search(text) is not None,
    )


def follow_up(question: Question, earlier: Sequence[Question]) -> Question:
    """Give a question that names no entity the entities of the latest earlier one that does."""
    if question.entities:
        return question
    named = next((e.entities for e in reversed(earlier) if e.entities), ())
    return replace(question, entities=named)


def about_sources(question: Question, sources: Iterable[str]) -> Question:
    """Move what names a source of evidence, or is a part of its name, from the words of a question
    to its entities: ``HDFS`` of ``HDFS_2k.log``."""
    names = {part for source in sources for part in name_parts(source)}
    meant = [each for each in question.search_terms if each.casefold() in names]
    topics = (_without(topic, meant) for topic in question.topics)
    return replace(
        question,
        entities=_distinct([*question.entities, *meant]),
        terms=tuple(each for each in question.terms if each not in meant),
        words=tuple(each for each in question.words if each not in meant),
        topics=_distinct(topics),
    )


def source_words(sources: Iterable[str]) -> frozenset[str]:
    """The words of file names that are no source's whole name, folded: to name one is to name the
    file, not what its records are about."""
    whole = {source.casefold() for source in sources}
    return frozenset(part for source in whole for part in name_parts(source)) - whole


def name_parts(source: str) -> set[str]:
    """The source's name, and the words of its file's name: ``sshd`` of ``logs/sshd.log``."""
    parts = _SEPARATOR.split(source.rpartition("/")[2].casefold())
    return {source.casefold(), *(part for part in parts if len(part) > 1)} - words.STOP_WORDS


def _without(topic: str, meant: Sequence[str]) -> str:
    return " ".join(word for word in topic.split() if word not in meant)


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
    """Names beside a noun such as ``pod``; a name before the noun leaves none to what follows."""
    before = [match for match in _NAMED[1].finditer(text) if not is_stop_word(match[1])]
    ends = {match.end() for match in before}
    after = [
        match
        for match in _NAMED[0].finditer(text)
        if match.start(1) - 1 not in ends and not _is_prose(match[1])
    ]
    found = [match[1].rstrip(".") for match in (*after, *before)]
    return [name for name in found if not is_stop_word(name)]


def _is_prose(name: str) -> bool:
    """A plain word after a noun that is a verb or another noun: ``node filesystem filling``."""
    return bool(_VERB.fullmatch(name)) or (name.isalpha() and bool(subject_terms(name)))


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


def _distinct(values: Iterable[str]) -> tuple[str, ...]:
    """Drop repeats by folded form, keeping order and the first spelling."""
    first: dict[str, str] = {}
    for value in values:
        if value.strip():
            first.setdefault(fold(value).casefold(), value.strip())
    return tuple(first.values())
