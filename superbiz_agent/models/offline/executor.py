"""The executor's turns: ask the tools, follow up once, then claim what was found (section 3)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS
from superbiz_agent.models.offline.clock_words import without_clock_words
from superbiz_agent.models.offline.conversation import Conversation, objects
from superbiz_agent.models.offline.evidence import Evidence
from superbiz_agent.models.offline.findings import write_findings
from superbiz_agent.models.offline.followups import follow_up_searches
from superbiz_agent.models.offline.planner import searches_for
from superbiz_agent.models.offline.question import (
    Question,
    about_sources,
    read_question,
    with_known_names,
)
from superbiz_agent.models.offline.regexes import regex_in
from superbiz_agent.models.offline.series import series_searches
from superbiz_agent.models.offline.stored_text import gather
from superbiz_agent.models.offline.subject import of_plan

MAX_CALLS_A_ROUND: Final = 8
MAX_CALLS: Final = 12
STORED_KEYS: Final = frozenset({"source_invocation_id", "tool_name", "raw_path", "text"})


@dataclass(frozen=True)
class BoundTool:
    """A tool that may be called: its name, its argument names, and those it insists on."""

    name: str
    arguments: frozenset[str]
    required: frozenset[str]


@dataclass(frozen=True)
class ToolRequest:
    """One call to make."""

    tool_name: str
    arguments: JsonObject


def read_bound_tools(schemas: object) -> list[BoundTool]:
    """Read tool schemas in the OpenAI function format."""
    functions = [_object(schema.get("function")) for schema in objects(schemas)]
    return [_bound_tool(function) for function in functions if function.get("name")]


def _bound_tool(function: JsonObject) -> BoundTool:
    parameters = _object(function.get("parameters"))
    required: object = parameters.get("required")
    names = cast(list[object], required) if isinstance(required, list) else []
    return BoundTool(
        name=str(function["name"]),
        arguments=frozenset(_object(parameters.get("properties"))),
        required=frozenset(map(str, names)),
    )


def execute(
    conversation: Conversation, tools: Sequence[BoundTool]
) -> list[ToolRequest] | JsonObject:
    """Return the next calls, or the final ``executor_evidence_v2`` object.

    First the plan's steps; then, once, what their answers suggest, unless a regular expression
    says what is wanted; then the claims. A retry has its stored evidence already and starts with
    the second round.
    """
    evidence = _evidence(conversation)
    owners = {line.owner for line in evidence.lines if line.owner}
    question = with_known_names(_question(conversation.request), owners)
    question = replace(question, language=conversation.language or question.language)
    question = about_sources(question, evidence.sources)
    stored = bool(objects(conversation.request.get("stored_evidence")))
    match conversation.rounds + int(stored):
        case 0:
            wanted = _planned(conversation.request) or _own(question, tools)
        case 1 if not regex_in(str(conversation.request.get("question", "")))[0]:
            wanted = [ToolRequest(*search) for search in follow_up_searches(question, evidence)]
        case _:
            wanted = []
    calls = _callable(wanted, tools, conversation)
    calls = calls or _in_vain(tools, conversation)
    return calls or write_findings(question, evidence)


def _in_vain(tools: Sequence[BoundTool], conversation: Conversation) -> list[ToolRequest]:
    """Return calls without arguments of the tools that the operator added and that were asked
    nothing, since the question does not name what they insist on: the record tells what."""
    stored = objects(conversation.request.get("stored_evidence"))
    asked = {call.name for call in conversation.calls} | {str(x.get("tool_name")) for x in stored}
    lacking = (x for x in tools if x.required and x.name not in {*EVIDENCE_LISTS, *asked})
    return [ToolRequest(x.name, {}) for x in lacking][: max(0, MAX_CALLS - len(conversation.calls))]


def _question(request: Mapping[str, Any]) -> Question:
    """Read the question; one that names nothing is about what the plan asks for."""
    _, text = regex_in(str(request.get("question", "")))
    question = read_question(without_clock_words(text))
    return of_plan(question, [step.arguments for step in _planned(request)])


def _evidence(conversation: Conversation) -> Evidence:
    cited: list[tuple[str, int, str, str]] = [
        (str(s["tool_name"]), s["source_invocation_id"], str(s["raw_path"]), str(s["text"]))
        for s in objects(conversation.request.get("stored_evidence"))
        if s.keys() >= STORED_KEYS
    ]
    for reply in conversation.replies:
        if reply.invocation_id is not None:
            cited += [
                (reply.tool_name, reply.invocation_id, path, text)
                for path, text in reply.references
            ]
    failed = [reply.tool_name for reply in conversation.replies if reply.status == "error"]
    return gather(cited, failed)


def _planned(request: Mapping[str, Any]) -> list[ToolRequest]:
    steps = objects(_object(request.get("plan")).get("steps"))
    return [ToolRequest(str(s.get("tool_name", "")), _object(s.get("arguments"))) for s in steps]


def _own(question: Question, tools: Sequence[BoundTool]) -> list[ToolRequest]:
    wanted = [ToolRequest(t.name, a) for t in tools for a in searches_for(t.name, question)]
    measured = [t for t in tools if "metric" in t.arguments]
    series = (ToolRequest(t.name, a) for t in measured for a, _ in series_searches(question))
    return [*wanted, *series]


def _callable(
    wanted: Iterable[ToolRequest], tools: Sequence[BoundTool], conversation: Conversation
) -> list[ToolRequest]:
    """Keep the calls that a bound tool takes and that were not made before, within the bound."""
    bound = {tool.name: tool for tool in tools}
    made = [ToolRequest(call.name, call.arguments) for call in conversation.calls]
    room = min(MAX_CALLS_A_ROUND, MAX_CALLS - len(made))
    calls: list[ToolRequest] = []
    for request in wanted:
        fitted = _fitted(request, bound.get(request.tool_name))
        if fitted is not None and fitted not in made and fitted not in calls:
            calls.append(fitted)
    return calls[: max(0, room)]


def _fitted(request: ToolRequest, tool: BoundTool | None) -> ToolRequest | None:
    if tool is None:
        return None
    arguments = {k: v for k, v in request.arguments.items() if k in tool.arguments}
    return ToolRequest(tool.name, arguments) if tool.required <= arguments.keys() else None


def _object(value: object) -> JsonObject:
    return cast(JsonObject, value) if isinstance(value, dict) else {}
