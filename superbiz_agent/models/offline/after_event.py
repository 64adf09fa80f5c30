"""What came after an event that the question names by what it is: "errors after the rollback".

The event is looked for in the records; its instant is where the window starts. One that is on no
record starts none: the search for it, in vain, is told.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.models.offline.changes import DENIED, instant, instant_of, latest_of
from superbiz_agent.models.offline.claims import EVERYTHING
from superbiz_agent.models.offline.concepts import CONCEPTS
from superbiz_agent.models.offline.evidence import Evidence, Line
from superbiz_agent.models.offline.matching import is_about, owns
from superbiz_agent.models.offline.question import Question

MOST_LINES: Final = 50
_BEFORE: Final = 20

_EVENTS: Final = {
    "rollback": (r"roll(?:ed)?[ -]?backs?|rolling back|revert(?:ed)?", "回滚|回退"),
    "restart": (r"restart(?:s|ed|ing)?|reboot(?:s|ed|ing)?", "重启"),
    "deployment": (
        r"(?:re)?deploy(?:s|ed|ing|ments?)?|releases?d?|roll(?:ed)?[ -]?outs?|upgrade[sd]?",
        "部署|发布|上线|发版|升级",
    ),
    "config change": (r"config(?:uration)? chang(?:e|es|ed)", "(?:配置)?(?:变更|修改)"),
}
"""Event, by the label of its concept -> how questions and records call it."""

_ASKED: Final = {
    label: re.compile(
        rf"(?<![a-z])(?:after|since|following)(?: (?:the|that|this|our|last|latest|its))*"
        rf"(?: [\w.-]{{2,40}})?? (?:{english})(?![a-z])"
        rf"|(?:{chinese})(?:完成|结束|成功)?了?(?:之后|以后|后(?!台|端|面))",
        re.IGNORECASE,
    )
    for label, (english, chinese) in _EVENTS.items()
}
_TOLD: Final = {
    label: re.compile(rf"(?<![a-z])(?:{english})(?![a-z])|{chinese}", re.IGNORECASE)
    for label, (english, chinese) in _EVENTS.items()
}


class After(NamedTuple):
    """An event that a question counts from, by its label, and the record of it."""

    label: str
    record: Line


def after_of(question: Question, evidence: Evidence) -> After | None:
    """Return the event after which something is asked, with the latest record that tells of it: of
    what the question names where that has any. Null where no such event is named or on record."""
    label = next((each for each, asked in _ASKED.items() if asked.search(question.text)), None)
    if label is None:
        return None
    told = [x for x in evidence.of("log") if instant_of(x) and _tells(x, label)]
    names = question.entities
    own = [x for x in told if any(owns(x, name) or is_about(x.body, name) for name in names)]
    latest = max(own or ([] if names else told), key=_instant_of, default=None)
    return After(label, latest) if latest else None


def _tells(line: Line, label: str) -> bool:
    found = _TOLD[label].search(line.message)
    before = line.message[max(0, found.start() - _BEFORE) : found.start()] if found else ""
    return found is not None and not DENIED.search(before)


def _instant_of(line: Line) -> str:
    latest = latest_of(line) or instant_of(line)
    return latest.isoformat() if latest else ""


def searches_after(question: Question, evidence: Evidence) -> Iterator[tuple[str, JsonObject]]:
    """Ask again for what was asked, from the instant of the event on."""
    after = after_of(question, evidence)
    since = after.record.last or after.record.at if after else ""
    if not after or not since:
        return
    names = [name for name in question.searched_entities if name.isascii()][:1]
    service = {"service": names[0]} if names else {}
    level = {"level": question.level} if question.level else {}
    things = [*question.phrases, *without_event(question, after.label).searches]
    query = next(iter(things), EVERYTHING)
    found: JsonObject = {"query": query, **service, **level, "since": since, "limit": MOST_LINES}
    yield "query_logs", found


def without_event(question: Question, label: str) -> Question:
    """``question`` about what it asks beside the event."""
    names = {each for x in CONCEPTS if x.label["en"] == label for each in x.label.values()}
    return replace(
        question,
        topics=tuple(each for each in question.topics if each not in names),
        words=tuple(each for each in question.words if each not in names),
        concepts=tuple(each for each in question.concepts if each not in names),
    )


def evidence_after(evidence: Evidence, record: Line) -> Evidence:
    """The evidence that is later than ``record``: records that begin then, and searches from
    then on."""
    start = instant(record.last or record.at)
    kept = [line for line in evidence.lines if start is None or _is_later(line, start.isoformat())]
    return replace(evidence, lines=tuple(x for x in kept if x is not record))


def _is_later(line: Line, start: str) -> bool:
    if line.search is not None:
        since = instant(line.search.since)
        return line.tool_name != "query_logs" or bool(since and since.isoformat() >= start)
    begun = instant_of(line)
    return line.kind != "log" or bool(begun and begun.isoformat() >= start)
