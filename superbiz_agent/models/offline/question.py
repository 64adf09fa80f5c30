"""Read a question: whom it names, what to search for, and what kind of answer it wants."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from superbiz_agent.contracts.base import Language
from superbiz_agent.grounding.comparison.engine import fold
from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.question import asks_for_change, is_change, is_knowledge_question
from superbiz_agent.grounding.wording import language_of
from superbiz_agent.models.offline import vocabulary as words
from superbiz_agent.models.offline.alert_states import without_states
from superbiz_agent.models.offline.kinds import QuestionKind, kind_of
from superbiz_agent.models.offline.name_nouns import nouns_asked
from superbiz_agent.models.offline.names import (
    STATUS_CLASSES,
    as_known,
    entities_in,
    known_names,
    level_in,
    quoted_in,
    statuses_in,
    terms_in,
)
from superbiz_agent.models.offline.paths import telling_parts
from superbiz_agent.models.offline.slow_words import asks_slowest, only_asks_slowest
from superbiz_agent.models.offline.spelling import spelled
from superbiz_agent.models.offline.topics import (
    concept_labels,
    is_stop_word,
    topics_of,
    without_concepts,
)

MAX_QUESTION: Final = 4000
"""Characters of a question that are read; the rest of a pasted log says nothing more."""

MAX_TERMS: Final = 8

CHANGES: Final = frozenset(("deployment", "rollback", "version", "restart", "config change"))
"""Labels of the concepts of what is done to a system."""

_SEPARATOR = re.compile(r"[^a-z0-9\u3400-\u9fff]+")


@dataclass(frozen=True)
class Question:
    """What the rules need to know of a question.

    ``entities`` are services, pods, hosts and the like, in order; ``terms`` are other exact names
    (alerts, exceptions, metrics, codes, ``key=value``); ``statuses`` are HTTP statuses
    (``503``), terms as well; ``phrases`` stood in quotes; ``words`` are what is left to search for,
    ``topics`` the same with neighbours together (``brute force``); ``concepts`` the English labels
    of the table of concepts. ``asks_change``: something is to be done to a system;
    ``asks_records_too``: records are asked for beside alerts. No value stands twice.
    """

    text: str
    language: Language
    kind: QuestionKind
    entities: tuple[str, ...]
    terms: tuple[str, ...]
    statuses: tuple[str, ...]
    phrases: tuple[str, ...]
    words: tuple[str, ...]
    topics: tuple[str, ...]
    concepts: tuple[str, ...]
    level: str | None
    is_confirmation: bool
    asks_cause: bool
    asks_knowledge: bool
    asks_meaning: bool
    asks_alerts: bool
    asks_records_too: bool
    asks_trouble: bool
    asks_measure: bool
    asks_change: bool
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
    def has_subject(self) -> bool:
        """Anything at all is named that evidence could be about."""
        return bool(self.entities or self.terms or self.phrases or self.topics)

    @property
    def asks_first(self) -> bool:
        """Whatever is most urgent is asked for, and nothing is named."""
        return not self.has_subject and words.PRIORITY_QUESTION.search(self.text) is not None

    @property
    def asks_alerts_alone(self) -> bool:
        """Alerts are asked for, and no records, nor their cause or what to do about them."""
        is_of_more = self.asks_records_too or self.kind in ("why", "remediation", "meaning")
        return self.asks_alerts and not is_of_more

    @property
    def is_about_changes(self) -> bool:
        """What was changed is spoken of; no record of a change is an error."""
        return bool(self.concepts) and CHANGES.issuperset(self.concepts)

    @property
    def search_terms(self) -> tuple[str, ...]:
        """What to search for besides the entities."""
        return distinct([*self.terms, *self.words])[:MAX_TERMS]

    @property
    def is_about_something(self) -> bool:
        """Anything is named, a level or alerts are asked for, or the state of something is."""
        asked = bool(self.has_subject or self.level or self.asks_alerts or asks_slowest(self.text))
        asked = asked or words.PRIORITY_QUESTION.search(self.text) is not None
        return asked or words.STATUS_QUESTION.search(self.text) is not None

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
        return distinct([*terms, *self.topics])[:MAX_TERMS]

    @property
    def subjects(self) -> tuple[str, ...]:
        """Everything that evidence should share a word with to be about this question."""
        return distinct([*self.entities, *self.phrases, *self.terms, *self.words])


def read_question(text: str, names: Iterable[str] = ()) -> Question:
    """Read ``text`` by facts and word tables; any string is readable. ``names`` are those that
    sources and services are known by: in ``text`` they are names, whatever word they are."""
    text, names = spelled(text[:MAX_QUESTION]), list(names)
    language, kind = language_of(text), kind_of(text)
    facts = extract_facts(text)
    phrases = distinct(quoted_in(text, facts))
    named = [*known_names(text, names, facts), *entities_in(text, facts)]
    entities = distinct(as_known(name, names) for name in named)
    statuses = distinct(statuses_in(text))
    exact = [*terms_in(text, facts), *statuses]
    terms = distinct(value for value in exact if value not in entities)
    taken = [*entities, *terms, *phrases, *STATUS_CLASSES]
    topics = distinct(topics_of(text, taken, language))[:MAX_TERMS]
    orders = asks_for_change(text)
    if orders:
        topics = tuple(each for each in topics if not is_change(each))
    if kind == "when" and (level_in(text) or len(topics) > 1):
        topics = tuple(each for each in topics if each.lower() not in words.ENDING_WORDS)
    asked = nouns_asked(text)
    topics = tuple(each for each in topics if each.lower() not in asked)
    if asks_slowest(text):
        topics = tuple(each for each in topics if not only_asks_slowest(each))
    asks_first = bool(words.PRIORITY_QUESTION.search(text)) and not (entities or terms or phrases)
    if words.ALERT_QUESTION.search(text):
        topics = tuple(without_states(topics))
    topics = () if asks_first else topics
    said = (word for topic in topics for word in topic.split() if not is_stop_word(word))
    return Question(
        text=text,
        language=language,
        kind="what" if asks_first else kind,
        entities=entities,
        terms=terms,
        statuses=statuses,
        phrases=phrases,
        words=distinct(said)[:MAX_TERMS],
        topics=topics,
        concepts=distinct(concept_labels(text, "en")),
        level=level_in(text),
        is_confirmation=kind == "yes_no" or words.CONFIRMATION.search(text) is not None,
        asks_cause=words.CAUSE_QUESTION.search(text) is not None,
        asks_knowledge=is_knowledge_question(text),
        asks_meaning=not asks_first and words.MEANING_QUESTION.search(text) is not None,
        asks_alerts=words.ALERT_QUESTION.search(text) is not None,
        asks_records_too=words.ALERTS_AND_RECORDS.search(text) is not None,
        asks_trouble=asks_first or _asks_trouble(text),
        asks_measure=words.MEASURE_QUESTION.search(text) is not None,
        asks_change=orders,
        is_open=words.OPEN_QUESTION.search(text) is not None,
    )


def _asks_trouble(text: str) -> bool:
    return bool(level_in(text) or words.TROUBLE_QUESTION.search(without_concepts(text)))


def with_known_names(question: Question, known: Iterable[str]) -> Question:
    """Call what a question names as the evidence calls it: ``orders`` for ``orders-service``. A
    word that is one of the ``known``, or a folder or a file that one is called after, is a name."""
    names = list(known)
    parts = {part for name in names if "/" in name or "." in name for part in telling_parts(name)}
    meant = known_names(question.text, [*names, *parts], extract_facts(question.text))
    entities = (as_known(entity, names) for entity in question.entities)
    return _with_entities(question, distinct([*entities, *meant]), meant)


def about_sources(question: Question, sources: Iterable[str]) -> Question:
    """Move what names a source of evidence, or is a part of its name, from the words of a question
    to its entities: ``HDFS`` of ``HDFS_2k.log``."""
    names = list(sources)
    parts = {part for source in names for part in name_parts(source)}
    meant = [each for each in question.search_terms if each.casefold() in parts]
    meant += known_names(question.text, names, extract_facts(question.text))
    return _with_entities(question, distinct([*question.entities, *meant]), meant)


def _with_entities(question: Question, entities: tuple[str, ...], meant: Sequence[str]) -> Question:
    """``question`` with these entities, and without the words ``meant`` among its others."""
    topics = (_without(topic, meant) for topic in question.topics)
    return replace(
        question,
        entities=entities,
        terms=tuple(each for each in question.terms if each not in meant),
        words=tuple(each for each in question.words if each not in meant),
        topics=distinct(topics),
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


def distinct(values: Iterable[str]) -> tuple[str, ...]:
    """Drop repeats by folded form, keeping order and the first spelling."""
    first: dict[str, str] = {}
    for value in values:
        if value.strip():
            first.setdefault(fold(value).casefold(), value.strip())
    return tuple(first.values())
