"""What a question is about that does not say so: the subject of its thread, or of its plan."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.grounding.wording import language_of
from superbiz_agent.models.offline.claims import EVERYTHING
from superbiz_agent.models.offline.question import Question, distinct, read_question
from superbiz_agent.models.offline.searches import MAX_LOOKUPS, Search
from superbiz_agent.models.offline.topics import concept_labels, is_stop_word
from superbiz_agent.models.offline.vocabulary import PLAIN_NOUNS

MAX_CARRIED: Final = 4
MAX_ANSWER: Final = 2000
"""Characters of an earlier answer that are read: its findings stand at its beginning."""

_POINTS_BACK = re.compile(
    r"(?<![a-z])(?:it|its|that|this|them|they|these|those|there|then)(?![a-z])"
    r"|\A\s{0,8}(?:and|so|but|what about|how about)(?![a-z])|它|他们|这|那|呢",
    re.IGNORECASE,
)
"""How a question speaks of what was spoken of before."""


_TURN = re.compile(
    r"\s*(?:(?:and|but|so|what about|how about)(?: what about)? (?:the )?"
    r"([A-Za-z][A-Za-z0-9_.-]{2,60})"
    r"|(?:那么?|还有)\s?([A-Za-z][A-Za-z0-9_.-]{2,60})\s?(?:呢|怎么样)?"
    r"|([A-Za-z][A-Za-z0-9_.-]{2,60})\s?呢)\s*[?？]?\s*",
    re.IGNORECASE,
)
_WRONG = re.compile(r"what happened|what is up|what's up|怎么了|咋了|出.{0,3}什么事", re.IGNORECASE)
"""How what went wrong is asked for without a word of trouble."""


def follow_up(question: Question, earlier: Sequence[Question]) -> Question:
    """Give ``question`` the subject of the latest earlier one that has any.

    One that names an entity stands alone. One that names another thing keeps it and takes the
    entities, or all of the subject where it points back ("and what about its retries?").
    """
    if question.entities:
        return question
    turned = _turned_to(question)
    if turned:
        return replace(question, entities=(turned,), words=(), topics=(), phrases=())
    last = next((each for each in reversed(earlier) if each.has_subject), None)
    if last is None:
        return question
    if question.has_subject and (last.entities or not _POINTS_BACK.search(question.text)):
        return replace(question, entities=last.entities)
    return _of_its_trouble(_with_subject(question, [last]), last)


def _turned_to(question: Question) -> str:
    """What a question turns to that names nothing but that ("and the mailer?", 那 mailer 呢？): a
    thing of its own, no concept and nothing that is measured of what was spoken of before."""
    turn = _TURN.fullmatch(question.text)
    name = next(filter(None, turn.groups()), "") if turn else ""
    singular = name.lower().removesuffix("s")
    is_plain = is_stop_word(name) or bool(PLAIN_NOUNS & {name.lower(), singular})
    return "" if is_plain or question.concepts else name


def _of_its_trouble(question: Question, last: Question) -> Question:
    """How many, or since when, is asked of what was spoken of: of its trouble, if that was it."""
    was_trouble = last.prefers_trouble or _WRONG.search(last.text)
    if question.level or not was_trouble or question.kind not in ("how_many", "when"):
        return question
    return replace(question, level="ERROR", asks_trouble=True)


def lookups_of_answer(turns: Sequence[JsonObject]) -> list[Search]:
    """Look up what the last answer of the thread told of, for a question of what to do about it."""
    answer = str(turns[-1].get("answer", ""))[:MAX_ANSWER] if turns else ""
    labels = distinct(concept_labels(answer, language_of(answer)))[:MAX_LOOKUPS]
    return [Search({"query": each}, f"what the runbooks say about {each}") for each in labels]


def of_plan(question: Question, steps: Iterable[Mapping[str, Any]]) -> Question:
    """Give a question that names nothing the subject that its plan's ``arguments`` ask for."""
    arguments = list(steps)
    services = distinct(str(each["service"]) for each in arguments if each.get("service"))
    if question.entities:
        return question
    question = replace(question, entities=services)
    if question.terms or question.phrases or question.topics:
        return question
    queries = distinct(str(each.get("query", "")) for each in arguments)
    asked = [read_question(q) for q in queries if q != EVERYTHING and q not in services]
    narrowed = (each for each in arguments if each.get("query") != EVERYTHING)
    levels = [str(each["level"]) for each in narrowed if each.get("level")]
    level = question.level or (levels[0] if levels else None)
    return replace(_with_subject(question, asked), level=level)


def _with_subject(question: Question, others: Sequence[Question]) -> Question:
    """Return ``question`` about what it and ``others`` name together."""
    every = (question, *others)
    entities = distinct(name for each in every for name in each.entities)
    return replace(
        question,
        entities=entities,
        terms=_together(every, "terms", entities),
        statuses=_together(every, "statuses", entities),
        phrases=_together(every, "phrases", entities),
        words=_together(every, "words", entities),
        topics=_together(every, "topics", entities),
        concepts=_together(every, "concepts", entities),
        level=question.level or next((each.level for each in others if each.level), None),
    )


def _together(questions: Sequence[Question], field: str, taken: Sequence[str]) -> tuple[str, ...]:
    values = (value for each in questions for value in getattr(each, field))
    return tuple(value for value in distinct(values) if value not in taken)[:MAX_CARRIED]
