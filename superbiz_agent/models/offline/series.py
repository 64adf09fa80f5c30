"""Metric series: which to ask for, and which of those found to tell."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.grounding.question import subject_terms
from superbiz_agent.models.offline.claims import observation
from superbiz_agent.models.offline.drafts import Draft
from superbiz_agent.models.offline.evidence import Evidence, Line
from superbiz_agent.models.offline.matching import is_about, is_pod_of, mentions, owns
from superbiz_agent.models.offline.openness import ascii_names
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.related import names_of_alerts
from superbiz_agent.models.offline.series_text import (
    Point,
    extremes_in,
    movement,
    point_wordings,
)

OVERVIEW: Final = "overview"
"""What the tool is asked for where a question names no metric: what moved most."""

MAX_SEARCHES: Final = 3
MAX_ENTITIES: Final = 2
MAX_TOLD: Final = 3
MAX_BESIDE: Final = 2

LEAST_MOVEMENT: Final = 0.2
"""How far the ends of a series lie apart, beside the greater, before it is told unasked."""

TOPICS: Final[Mapping[str, str]] = {
    "memory": "memory", "out-of-memory": "memory", "cpu": "cpu", "latency": "latency",
    "throughput": "traffic", "error-rate": "errors", "connections": "connections",
    "connection-pool": "connections", "gc": "gc", "lag": "queue", "queue": "queue",
    "restarts": "restarts", "disk": "disk", "network": "network", "thread": "threads",
}  # fmt: skip
"""What a question is about (``grounding/question_terms``) -> what the tool calls such metrics."""

COUNTED_IN_LOGS: Final = frozenset({"errors", "restarts"})
"""Topics of which logs tell as well as metrics do."""

_METRIC: Final = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]{0,200}_[a-zA-Z0-9_:]{1,200}")


_UP: Final = re.compile(
    r"\A\s?(?:is|was|are|were)\s(?:the\s)?\S{2,80}\s(?:still\s|back\s)?(?:up|down|reachable|alive)"
    r"(?![a-z-])|在线|存活|活着|宕机|挂了|挂掉",
    re.IGNORECASE,
)
"""Whether something runs at all is asked."""

_OWNER: Final = re.compile(
    r"(?:(?<![A-Za-z])(?:of|for)\s(?:the\s)?|\A\s?(?:why\s)?(?:is|was|are|were)\s(?:the\s)?)"
    r"(?P<name>[A-Za-z][A-Za-z0-9_.-]{2,60})(?![A-Za-z0-9_])"
    r"|(?<![A-Za-z0-9_.-])(?P<owner>[A-Za-z][A-Za-z0-9_.-]{2,60})\s?(?:的|挂|还?在线|还?活着|宕机)"
)
_ANY_OWNER: Final = re.compile(
    r"\A\s?(?:why\s)?(?:is|was|are|were|did|does|has|have|who\sowns|what\schanged\s(?:in|on|at))\s"
    r"(?:the\s)?(?P<name>[a-z][a-z0-9_.-]{2,60})(?![a-z0-9_])"
    r"|(?<![a-z0-9_.-])(?P<owner>[a-z][a-z0-9_.-]{2,60})\s?(?:的|最近|今天|昨天|有没有|有|是)",
    re.IGNORECASE,
)
_DEED_ON: Final = re.compile(
    r"(?<![a-z])(?:deployed|released|shipped|rolled\sout|pushed|merged|changed|done|happened)\s"
    r"(?:to|of|for|on|in|at)\s(?:the\s)?(?P<name>[a-z][a-z0-9_.-]{2,60})(?![a-z0-9_])"
    r"|(?:部署|发布|上线|回滚|重启|修改|更新)(?:了|过|到)?\s?"
    r"(?P<owner>[a-z][a-z0-9_.-]{2,60})(?![a-z0-9_])",
    re.IGNORECASE,
)
"""What was done is followed by what it was done to."""
_PRODUCTS: Final = frozenset(
    {"kafka", "redis", "mysql", "postgres", "postgresql", "rabbitmq", "nginx", "elasticsearch"}
)
"""Names of products that also say what a question is about: where a name stands they are one."""
_NO_OWNERS: Final = frozenset(
    {
        *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
        *("production", "staging", "prod", "today", "yesterday"),
        *("the", "all", "any", "each", "every", "last", "past", "this", "that", "these", "those"),
        *("there", "it", "its", "service", "services", "pod", "pods", "container", "containers"),
        *("node", "nodes", "host", "hosts", "cluster", "clusters", "database", "databases"),
        *("system", "systems", "instance", "instances", "process", "processes", "app", "apps"),
        *("application", "applications", "server", "servers", "request", "requests"),
        *("minute", "minutes", "hour", "hours", "day", "days", "something", "everything"),
        *("anything", "nothing", "anyone", "anybody", "everyone", "everybody", "someone"),
    }
)
"""Words that stand where a name does and are none."""


def series_searches(question: Question) -> list[tuple[JsonObject, str]]:
    """Return the arguments of each search for series that ``question`` wants, with its purpose:
    those of the metrics that it names or speaks of, else an overview of what it names."""
    if question.asks_alerts_alone or question.kind in ("meaning", "remediation", "which_version"):
        return []
    names = [each for each in question.terms if _METRIC.fullmatch(each)]
    metrics = names or metric_topics(question) or _scraped(question)
    entities = owners_asked(question)[:MAX_ENTITIES]
    if not metrics and entities and not question.is_narrow:
        metrics = [OVERVIEW]
    found: list[tuple[JsonObject, str]] = []
    for metric in metrics:
        for entity in entities or [""]:
            whose = f" of {entity}" if entity else ""
            scope = {"service": entity} if entity else {}
            found.append(
                ({"query": metric, "metric": metric, **scope}, f"metric series: {metric}{whose}")
            )
    return found[:MAX_SEARCHES]


def _scraped(question: Question) -> list[str]:
    """Whether something is up says the metric of Prometheus that is called so."""
    return ["up"] if _UP.search(question.text) and owners_asked(question) else []


def owners_asked(question: Question) -> list[str]:
    """Whose series are asked for: services, and hosts and pods that are written as names; else the
    plain word that a question puts where a name stands ("the memory of checkout")."""
    names = [each for each in ascii_names(question) if not _METRIC.fullmatch(each)]
    return names or _plain_names(question)


def _plain_names(question: Question) -> list[str]:
    return _words_for_names(_OWNER, question.text)


def service_word(question: Question) -> str:
    """The plain word that stands where the name of a service does, however its question begins;
    empty where there is none."""
    plain = (x for each in (_ANY_OWNER, _DEED_ON) for x in _words_for_names(each, question.text))
    return next(iter([*owners_asked(question), *plain]), "")


def _words_for_names(pattern: re.Pattern[str], text: str) -> list[str]:
    found = (match["name"] or match["owner"] for match in pattern.finditer(text))
    return [
        name
        for name in dict.fromkeys(found)
        if name.lower() not in _NO_OWNERS and (name.lower() in _PRODUCTS or not subject_terms(name))
    ]


def metric_topics(question: Question) -> list[str]:
    """What kinds of metrics a question speaks of."""
    terms = subject_terms(question.text)
    return list(dict.fromkeys(topic for term, topic in TOPICS.items() if term in terms))


def series_drafts(question: Question, evidence: Evidence) -> list[Draft]:
    """Tell the series that were found: of what was asked for all that answer, most moved first;
    beside other findings those that moved, then those of what alerts name."""
    every, names = evidence.of("series"), owners_asked(question)
    own = _by_movement([line for line in every if not names or _is_of(line, names)])
    told = own[:MAX_TOLD]
    if not asks_metric(question):
        alerted = [line for line in every if _is_of(line, names_of_alerts(evidence.lines))]
        beside = dict.fromkeys([*own, *_by_movement(alerted)])
        told = [line for line in beside if movement(line) >= LEAST_MOVEMENT][:MAX_BESIDE]
        return [observation(line, question.language) for line in told]
    return [_told(line, question) for line in told]


def _told(line: Line, question: Question) -> Draft:
    """Tell what is asked of a series first: its value at an instant, its greatest or least one;
    else how it went."""
    whole = observation(line, question.language)
    asked = (
        x
        for point in _points_asked(question)
        for x in point_wordings(line, point, question.language)
    )
    return replace(whole, wordings=(*asked, *whole.wordings))


def _points_asked(question: Question) -> Iterator[Point]:
    """An extreme that a word of the question means, then the value at the instant it names."""
    yield from extremes_in(question.text)
    yield "at"


_READING: Final = re.compile(
    r"(?<![a-z])(?:cpu|memory|mem|heap|disk|network|bandwidth|connection)s?"
    r"(?: (?:usage|use|load|utili[sz]ation|consumption|percentage))(?![a-z])"
    r"|(?<![a-z])how much (?:cpu|memory|mem|heap|disk|bandwidth)(?![a-z])"
    r"|(?:CPU|内存|堆|磁盘|带宽|网络|连接) ?的?(?:使用率|利用率|占用率|占用|使用量|用量|负载)"
    r"|(?:用|占)了?多少 ?(?:CPU|内存|磁盘|带宽)",
    re.IGNORECASE,
)
"""A value is asked for that metrics alone measure."""

_NO_READING: Final = ("why", "remediation", "meaning", "when", "yes_no", "which_version")
"""Kinds of questions that speak of such a value and want something else."""


def asks_reading(question: Question) -> bool:
    """Whether the value of a metric is asked for, and not what it led to."""
    is_else = question.asks_cause or question.asks_alerts or question.asks_knowledge
    wants_else = is_else or question.kind in _NO_READING or question.prefers_trouble
    return not wants_else and _READING.search(question.text) is not None


def lacks_reading(question: Question, lines: Iterable[Line]) -> bool:
    """Whether the value of a metric is asked for, and no line that was observed speaks of it."""
    if not asks_reading(question):
        return False
    asked = set(metric_topics(question))
    observed = [line for line in lines if line.kind not in ("search", "knowledge")]
    return not any(line.kind == "series" or asked & _topics_of(line) for line in observed)


def of_metric_alone(question: Question, evidence: Evidence, drafts: Sequence[Draft]) -> list[Draft]:
    """Of what was found, where a measured value was asked for and no source has its series, what
    speaks of it: the rest would answer beside the point."""
    if asks_reading(question):
        return [draft for draft in drafts if not lacks_reading(question, draft.lines)]
    if not _is_missed(question, evidence):
        return list(drafts)
    return [draft for draft in drafts if any(_speaks_of(x, question) for x in draft.lines)]


def _is_missed(question: Question, evidence: Evidence) -> bool:
    """Whether the series of all metrics that a question is for were searched for in vain. A cause
    is found elsewhere, too, and so is what is counted in logs as well."""
    asked = set(metric_topics(question)) - COUNTED_IN_LOGS
    asked |= {term for term in question.terms if _METRIC.fullmatch(term)}
    if question.asks_cause or question.asks_alerts or not asked:
        return False
    searched = {
        metric: line.search.matched > 0
        for line in evidence.searches
        if line.search and (metric := line.search.filters.get("metric"))
    }
    return bool(asked & searched.keys()) and not any(searched.values())


def _speaks_of(line: Line, question: Question) -> bool:
    """Whether a line names a metric that is asked for, or what it measures."""
    asked = set(metric_topics(question))
    words = {word for topic in question.searches for word in topic.split()} - set(
        owners_asked(question)
    )
    return bool(asked & _topics_of(line)) or any(mentions(line.body, word) for word in words)


def _topics_of(line: Line) -> set[str]:
    """What kinds of metrics a line speaks of."""
    return {TOPICS[term] for term in subject_terms(line.body) if term in TOPICS}


def asks_metric(question: Question) -> bool:
    """Whether a metric is asked for, by its name or by what it measures."""
    named = any(map(_METRIC.fullmatch, question.terms))
    return named or bool(metric_topics(question) or _scraped(question))


def _by_movement(lines: Sequence[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: -movement(line))


def _is_of(line: Line, names: Iterable[str]) -> bool:
    return any(
        is_about(line.body, name) or owns(line, name) or is_pod_of(line.owner, name)
        for name in names
    )
