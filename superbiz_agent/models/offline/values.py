"""What a value was, as one record has it or a group by its range; never a count of records.

A question for a value names its label in words: "how many connections were waiting" asks for
``waiting=4``. Where it names a time of day, the record of that minute is searched for.
"""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from superbiz_agent.models.offline.changes import instant
from superbiz_agent.models.offline.evidence import Evidence, Line
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.vocabulary import MEASURES

MINUTE: Final = timedelta(minutes=1)
MAX_LABELS: Final = 2

_CLOCK: Final = re.compile(
    r"(?<![0-9:.T-])(?:[01]?[0-9]|2[0-3])[:：](?P<minute>[0-5][0-9])(?![0-9:：]|[0-9])"
    r"|(?<![0-9])[0-9]{1,2} ?[点时](?P<zh>[0-5]?[0-9]) ?分"
)
"""A time of day to the minute, as a question writes it."""

_AROUND: Final = timedelta(minutes=15)
"""How far on each side a question's window reaches from the time that it names."""

_PAIR: Final = re.compile(
    r"(?<![A-Za-z0-9_.-])(?P<label>[A-Za-z_][A-Za-z0-9_.-]{0,60})=(?P<number>[0-9][0-9.]{0,20})"
    r"(?P<unit>/[0-9]{1,12}|[a-zA-Zµ%]{1,3})?(?=[\s,;)\]}\"']|\Z)"
)
_PART: Final = re.compile(r"[_.-]|(?<=[a-z])(?=[A-Z])")
_WORD: Final = re.compile(r"[a-z]{3,30}")
_OF_RECORDS: Final = re.compile(
    r"(?<![a-z])(?:records?|lines?|entries|logs?|logged|times|events?|messages?|alerts?)(?![a-z])"
    r"|[次条]|日志|告警|记录",
    re.IGNORECASE,
)
"""Words of a question that counts records, whatever they hold."""

_CHINESE: Final[tuple[tuple[str, str], ...]] = (
    ("等待|排队", "waiting"),
    ("活跃|在用|使用中", "active"),
    ("空闲", "idle"),
    ("积压|堆积", "lag backlog depth pending"),
    ("队列|深度", "depth queue"),
    ("延迟|耗时|时长|多久|多长", "latency duration took elapsed ms time"),
    ("重试", "retries attempts"),
    ("堆|内存", "heap memory mem used"),
    ("使用率|占用", "usage used percent"),
    ("总数|总量", "total"),
)
"""What labels are called in a Chinese question."""


class Pair(NamedTuple):
    """``label=value`` of a record; ``unit`` is empty where the value has none."""

    label: str
    value: str
    unit: str


def pairs_in(message: str) -> list[Pair]:
    """The numbers that a record gives under labels, in order."""
    return [
        Pair(match["label"], f"{match['number']}{match['unit'] or ''}", match["unit"] or "")
        for match in _PAIR.finditer(message)
    ]


class Value(NamedTuple):
    """A label that the question asks for, with its value in a single record, or its range."""

    label: str
    told: str


def asks_value(question: Question) -> bool:
    """True for a question of how much, how many or how long, or what a value was at a time, that
    counts no records."""
    if question.level is not None or _OF_RECORDS.search(question.text):
        return False
    is_of_value = question.kind in ("how_many", "what", "when")
    return is_of_value and bool(question.asks_measure or _CLOCK.search(question.text))


def values_of(question: Question, line: Line) -> list[Value]:
    """What ``line`` says of the labels that the question names, those named last first."""
    named = _named(question.text)
    if line.kind != "log" or not named:
        return []
    if line.count > 1:
        told = [
            Value(each.label, f"{each.least} to {each.greatest}")
            for each in line.ranges
            if _is_asked(each.label, named)
        ]
    else:
        told = [
            Value(pair.label, f"{pair.label}={pair.value}")
            for pair in pairs_in(line.message)
            if _is_asked(pair.label, named) and _fits(pair.unit, question)
        ]
    return told[:MAX_LABELS]


def minute_asked(question: Question, evidence: Evidence) -> datetime | None:
    """The minute that the question names, by the window that code made of it; null for none."""
    clock = _CLOCK.search(question.text)
    if clock is None:
        return None
    minute = int(clock["minute"] or clock["zh"])
    for line in evidence.searches:
        since, until = _window(line)
        if since and until and until - since == 2 * _AROUND:
            middle = since + _AROUND
            if middle.minute == minute:
                return middle
    return None


def records_at(lines: Iterable[Line], minute: datetime) -> list[Line]:
    """The single records of that minute."""
    return [
        line
        for line in lines
        if line.count <= 1
        and (at := instant(line.at)) is not None
        and minute <= at < minute + MINUTE
    ]


def is_label_asked(question: Question, label: str) -> bool:
    """True if the question names ``label`` by one of the words for measures."""
    return _is_asked(label, _named(question.text))


def _window(line: Line) -> tuple[datetime | None, datetime | None]:
    search = line.search
    if search is None:
        return None, None
    asked = search.filters.get("asked_window", "").partition(" to ")
    since, until = (asked[0], asked[2]) if asked[2] else (search.since, search.until)
    return instant(since), instant(until)


def _named(text: str) -> frozenset[str]:
    """The stems of the words for measures in a question, in either language."""
    words = set(_WORD.findall(text.lower()))
    words.update(w for asked, labels in _CHINESE if re.search(asked, text) for w in labels.split())
    return frozenset(_stem(word) for word in words if _stem(word) in _MEASURES)


def _is_asked(label: str, named: frozenset[str]) -> bool:
    return any(_stem(part) in named for part in _PART.split(label.lower()))


def _fits(unit: str, question: Question) -> bool:
    """How many is no time: ``timeout=30s`` is not a number of timeouts."""
    return question.kind != "how_many" or not unit or unit.startswith("/")


def _stem(word: str) -> str:
    return re.sub("(?:ies|es|s|ing)$", "", word) if len(word) > 4 else word


_MEASURES: Final = frozenset(map(_stem, MEASURES | {"attempts", "size", "count", "p99", "p95"}))
