"""Next steps of evidence collection; never a change to the system (contract section 3)."""

from collections.abc import Iterator, Sequence
from typing import Final

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.models.offline.causes import Causes
from superbiz_agent.models.offline.changes import LATER, instant
from superbiz_agent.models.offline.evidence import WARN_RANK, Evidence, Line
from superbiz_agent.models.offline.phrases import Phrases, fill
from superbiz_agent.models.offline.question import Question

ACTIONS: Final[Phrases] = {
    "before": {
        "en": "Read the logs of {service} before {first}",
        "zh": "查询 {service} 在 {first} 之前的日志",
    },
    "series": {
        "en": "Query the metric behind {name} over the same window",
        "zh": "查询 {name} 对应指标在同一时间窗口的变化",
    },
    "collect": {"en": "Collect {what} of {service}", "zh": "收集 {service} 的{what}"},
    "spelling": {
        "en": "Look up how the sources label {subject}, then ask with that name or a wider window",
        "zh": "核对 {subject} 在数据源中的标签写法，并用该名称或更大的时间窗口再次查询",
    },
}

REASONS: Final[Phrases] = {
    "before": {
        "en": "to see what came before it",
        "zh": "了解在此之前发生了什么",
    },
    "series": {
        "en": "to learn since when the value has been at this level",
        "zh": "了解该数值何时达到这一水平",
    },
    "collect": {"en": "to test the likely cause", "zh": "用于检验推断的原因"},
    "spelling": {
        "en": "a name that the sources do not use matches nothing",
        "zh": "数据源未使用的名称不会有匹配结果",
    },
}

MAX_ACTIONS: Final = 3
SAME_START: Final = 12
"""Characters with which messages of one failure begin alike."""

Step = tuple[str, dict[str, str]]
"""Name of the phrase, and what fills it."""


def next_steps(
    question: Question, evidence: Evidence, lines: Sequence[Line], causes: Causes
) -> list[JsonObject]:
    """Say what to collect next, with names and instants of the evidence alone."""
    language = question.language
    steps = [
        *_evidence_of_cause(question, causes),
        *_before_first(lines, causes),
        *_series(lines),
        *_spelling(question, evidence),
    ]
    return [
        {
            "action_text": fill(ACTIONS, name, language, **values),
            "reason": fill(REASONS, name, language),
        }
        for name, values in steps[:MAX_ACTIONS]
    ]


def _evidence_of_cause(question: Question, causes: Causes) -> Iterator[Step]:
    cause = causes.stated
    if cause is not None and cause.line.owner:
        what = cause.signature.to_collect[question.language]
        yield "collect", {"service": cause.line.owner, "what": what}


def _before_first(lines: Sequence[Line], causes: Causes) -> Iterator[Step]:
    """Look before the fault that is named: the cause or its effect, whichever is on record first,
    else the earliest of the failure that the most telling record tells of; another error of the
    service leads elsewhere."""
    cause = causes.stated
    named = (cause.line, cause.effect_line) if cause else lines
    severe = [line for line in named if line.kind == "log" and line.rank > WARN_RANK and line.first]
    faults = severe if cause else [x for x in severe if _is_alike(x, severe[0])]
    for line in sorted(faults, key=lambda x: instant(x.first) or LATER)[:1]:
        yield "before", {"service": line.owner, "first": line.first}


def _is_alike(one: Line, other: Line) -> bool:
    """Whether two records of one owner tell of one failure: groups of one form may be several."""
    start = one.message[:SAME_START] == other.message[:SAME_START]
    return one.owner == other.owner and (start or bool(one.reason and one.reason == other.reason))


def _series(lines: Sequence[Line]) -> Iterator[Step]:
    firing = next((line for line in lines if line.kind == "alert" and line.state == "firing"), None)
    if firing is not None and firing.name:
        yield "series", {"name": firing.name}


def _spelling(question: Question, evidence: Evidence) -> Iterator[Step]:
    """Nothing at all was found: the name may be another one where the evidence lies, unless the
    sources of alerts, which alone were asked for, know it."""
    searched = any(line.tool_name != "lookup_knowledge" for line in evidence.searches)
    found = evidence.of("alert", "log", "series", "other")
    if searched and question.subjects and not (found or _knows_alert(question, evidence)):
        yield "spelling", {"subject": question.subjects[0]}


def _knows_alert(question: Question, evidence: Evidence) -> bool:
    subject = question.subjects[0].casefold()
    return question.asks_alerts_alone and any(
        line.tool_name == "query_metrics"
        and line.search is not None
        and line.search.is_answered
        and line.search.query.casefold() == subject
        for line in evidence.searches
    )
