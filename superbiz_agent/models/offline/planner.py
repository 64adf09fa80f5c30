"""The planner's reply: which tools to ask, with which arguments (contract section 1)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, cast

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.grounding.question import concerns_incident
from superbiz_agent.models.offline.clock_words import without_clock_words
from superbiz_agent.models.offline.conversation import objects
from superbiz_agent.models.offline.endings import asks_ending
from superbiz_agent.models.offline.question import read_question
from superbiz_agent.models.offline.regexes import regex_in
from superbiz_agent.models.offline.searches import (
    Search,
    added_searches,
    purposed_searches,
    searches_for,
    with_regex,
)
from superbiz_agent.models.offline.series import series_searches
from superbiz_agent.models.offline.subject import follow_up, lookups_of_answer
from superbiz_agent.models.offline.vocabulary import SMALL_TALK

__all__ = ["plan", "searches_for"]

MAX_STEPS: Final = 8
MAX_PURPOSE: Final = 200


def plan(request: Mapping[str, Any]) -> JsonObject:
    """Answer a planner request with ``{intent, steps}``.

    Small talk is what is said between questions, or what holds no incident term, names nothing,
    and follows no question that does. A regular expression in the question is what the logs are
    asked for.
    The time window is left to code: no step names one, so each tool uses the question's.
    """
    text = str(request.get("question", ""))
    tools = {str(t.get("name", "")): _strings(t.get("sources")) for t in _tools(request)}
    arguments = {str(t.get("name", "")): _strings(t.get("arguments")) for t in _tools(request)}
    names = [name for sources in tools.values() for name in sources]
    turns = objects(request.get("earlier_turns"))
    earlier = [read_question(str(turn.get("question", "")), names) for turn in turns]
    expression, rest = regex_in(text)
    question = follow_up(read_question(without_clock_words(rest), names), earlier)
    is_question = any(character.isalnum() for character in SMALL_TALK.sub("", text))
    is_about = bool(expression) or concerns_incident(text) or question.is_about_something
    is_about = is_about or asks_ending(text) is not None
    if not (is_question and is_about):
        return {"intent": "small_talk", "steps": []}
    steps: list[list[JsonObject]] = []
    for name, sources in tools.items():
        added = _arguments(request, name)
        wanted = (
            purposed_searches(name, question, sources)
            if added is None
            else added_searches(question, added)
        )
        if name == "lookup_knowledge" and question.kind == "remediation":
            wanted = [*lookups_of_answer(turns), *wanted]
        if name == "query_logs" and expression:
            wanted = [with_regex(expression, question, sources)]
        if "metric" in arguments.get(name, ()):
            wanted = [*wanted, *(Search(*each) for each in series_searches(question))]
        steps.append([_step(name, search) for search in wanted])
    return {"intent": "diagnose", "steps": _fair(steps)}


def _tools(request: Mapping[str, Any]) -> list[JsonObject]:
    return objects(request.get("tools"))


def _arguments(request: Mapping[str, Any], name: str) -> JsonObject | None:
    """The arguments of a tool that the operator added; null for a built-in one."""
    told = next((t.get("arguments") for t in _tools(request) if t.get("name") == name), None)
    return cast(JsonObject, told) if isinstance(told, dict) else None


def _step(tool_name: str, search: Search) -> JsonObject:
    return {
        "tool_name": tool_name,
        "arguments": search.arguments,
        "purpose": search.purpose[:MAX_PURPOSE],
    }


def _fair(by_tool: Iterable[Sequence[JsonObject]]) -> list[JsonObject]:
    """At most ``MAX_STEPS`` steps, none twice, in the order of the tools; where there are more,
    every tool gives up its last ones first."""
    lists = list(by_tool)
    in_turn = (step for turn in zip_longest(*lists) for step in turn if step is not None)
    chosen: list[JsonObject] = []
    for step in in_turn:
        if step not in chosen:
            chosen.append(step)
    kept = chosen[:MAX_STEPS]
    return [step for steps in lists for step in _distinct(steps) if step in kept]


def _distinct(steps: Iterable[JsonObject]) -> list[JsonObject]:
    kept: list[JsonObject] = []
    for step in steps:
        if step not in kept:
            kept.append(step)
    return kept


def _strings(value: object) -> list[str]:
    items = cast(list[object], value) if isinstance(value, list) else []
    return [item for item in items if isinstance(item, str)]
