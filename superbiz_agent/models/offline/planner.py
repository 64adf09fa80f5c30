"""The planner's reply: which tools to ask, with which arguments (contract section 1)."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.grounding.question import concerns_incident
from superbiz_agent.models.offline.conversation import objects
from superbiz_agent.models.offline.question import Question, follow_up, read_question

MAX_STEPS: Final = 8
MAX_ENTITIES: Final = 2
MAX_TERM_SEARCHES: Final = 3
MAX_METRIC_SEARCHES: Final = 2
MAX_QUERY: Final = 200


def plan(request: Mapping[str, Any]) -> JsonObject:
    """Answer a planner request with ``{intent, steps}``.

    A question without any incident term, exact name or state is small talk. The time window is
    left to code: no step names one, so each tool uses the question's.
    """
    text = str(request.get("question", ""))
    asked = read_question(text)
    if not (concerns_incident(text) or asked.is_about_something):
        return {"intent": "small_talk", "steps": []}
    earlier = [
        read_question(str(t.get("question", ""))) for t in objects(request.get("earlier_turns"))
    ]
    question = follow_up(asked, earlier)
    names = [str(tool.get("name", "")) for tool in objects(request.get("tools"))]
    steps = [step for name in names for step in _steps(name, question)]
    return {"intent": "diagnose", "steps": _distinct(steps)[:MAX_STEPS]}


def searches_for(tool_name: str, question: Question) -> list[JsonObject]:
    """Return the arguments of each search that ``question`` wants of a tool."""
    return _SEARCHES.get(tool_name, _one_search)(question)


def _steps(tool_name: str, question: Question) -> list[JsonObject]:
    return [
        {"tool_name": tool_name, "arguments": arguments, "purpose": _PURPOSES.get(tool_name, "")}
        for arguments in searches_for(tool_name, question)
    ]


def _metric_searches(question: Question) -> list[JsonObject]:
    terms: list[JsonObject] = [{"query": term} for term in question.searches]
    return (_by_entity(question) + terms)[:MAX_METRIC_SEARCHES] or _one_search(question)


def _log_searches(question: Question) -> list[JsonObject]:
    level = {"level": question.level} if question.level else {}
    entities = [{**search, **level} for search in _by_entity(question)]
    terms = (*question.phrases, *question.searches)[:MAX_TERM_SEARCHES]
    if not entities and level:
        entities = [{"query": _query(question), **level}]
    return entities + [{"query": term} for term in terms] or _one_search(question)


def _by_entity(question: Question) -> list[JsonObject]:
    """A Chinese name is searched for by what it means; no source labels its records by it."""
    return [
        {"query": name, "service": name} if name.isascii() else {"query": name}
        for name in question.searched_entities[:MAX_ENTITIES]
    ]


def _one_search(question: Question) -> list[JsonObject]:
    return [{"query": _query(question)}]


def _lookups(question: Question) -> list[JsonObject]:
    """Ask runbooks in the question's words: "what does X mean" wants the part that says so."""
    if question.asks_knowledge:
        return [{"query": question.text[:MAX_QUERY]}]
    return _one_search(question)


def _query(question: Question) -> str:
    return " ".join(question.subjects) or question.text[:MAX_QUERY]


_SEARCHES: Final = {
    "query_metrics": _metric_searches,
    "query_logs": _log_searches,
    "lookup_knowledge": _lookups,
}

_PURPOSES: Final = {
    "query_metrics": "alerts and series of what the question names",
    "query_logs": "log records of what the question names",
    "lookup_knowledge": "what the runbooks say about it",
}


def _distinct(steps: Iterable[JsonObject]) -> list[JsonObject]:
    kept: list[JsonObject] = []
    for step in steps:
        if step not in kept:
            kept.append(step)
    return kept
