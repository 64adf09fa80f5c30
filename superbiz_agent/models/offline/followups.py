"""What the first answers suggest to ask next: one more round, never the same search twice."""

from collections.abc import Iterator, Mapping
from typing import Final

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.models.offline.causes import severe_signature
from superbiz_agent.models.offline.evidence import WARN_RANK, Evidence, Line
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.relevance import mentions, rank_lines

MAX_OF_A_KIND: Final = 2

Search = tuple[str, JsonObject]
"""A tool's name and its arguments."""


def follow_up_searches(question: Question, evidence: Evidence) -> list[Search]:
    """Return searches that the evidence so far calls for and that it has not answered yet."""
    lines = [each.line for each in rank_lines(evidence, question)]
    asked = _asked(evidence)
    wanted = [
        *_broader(question, evidence),
        *_logs_of_alerts(lines),
        *_error_check(question, lines),
        *_runbooks(question, lines),
    ]
    return [
        (tool, arguments)
        for tool, arguments in wanted
        if tool not in evidence.failed_tools and (tool, _key(arguments)) not in asked
    ]


def _key(arguments: JsonObject) -> frozenset[tuple[str, str]]:
    return frozenset((name, str(value)) for name, value in arguments.items())


def _asked(evidence: Evidence) -> set[tuple[str, frozenset[tuple[str, str]]]]:
    return {
        (line.tool_name, _key({"query": line.search.query, **_chosen(line.search.filters)}))
        for line in evidence.searches
        if line.search is not None
    }


def _chosen(filters: Mapping[str, str]) -> JsonObject:
    """Keep the filters that a search here may name; a tool reports its own defaults as well."""
    return {name: value for name, value in filters.items() if name in ("service", "level")}


def _logs_of_alerts(lines: list[Line]) -> Iterator[Search]:
    """An alert that fires names a service: read its logs."""
    firing = [line for line in lines if line.kind == "alert" and line.state == "firing"]
    owners = dict.fromkeys(line.owner for line in firing if line.owner)
    for owner in list(owners)[:MAX_OF_A_KIND]:
        yield "query_logs", {"query": owner, "service": owner}


def _error_check(question: Question, lines: list[Line]) -> Iterator[Search]:
    """Nothing severe on record of an entity: ask for its errors alone, so that silence counts."""
    if question.level:
        return
    for name in question.entities[:MAX_OF_A_KIND]:
        own = [line for line in lines if line.kind == "log" and mentions(line.body, name)]
        if not any(line.rank > WARN_RANK for line in own):
            yield "query_logs", {"query": name, "service": name, "level": "ERROR"}


def _runbooks(question: Question, lines: list[Line]) -> Iterator[Search]:
    """Look up an alert by its name, and a failure that a line names by itself."""
    if question.is_narrow:
        return
    alerts = [line.name for line in lines if line.state == "firing"]
    signatures = filter(None, map(severe_signature, lines))
    labels = [signature.label[question.language] for signature in signatures]
    for query in list(dict.fromkeys([*labels, *alerts]))[:MAX_OF_A_KIND]:
        yield "lookup_knowledge", {"query": query}


def _broader(question: Question, evidence: Evidence) -> Iterator[Search]:
    """A search of an entity's logs that found nothing: ask again by name alone."""
    if any(line.kind == "log" for line in evidence.lines):
        return
    for name in question.entities[:MAX_OF_A_KIND]:
        yield "query_logs", {"query": name}
