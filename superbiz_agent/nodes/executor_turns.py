"""The turns of the executor: its state, and what its model is asked in each of them."""

import json
import operator
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from langchain_core.messages import BaseMessage, messages_from_dict
from typing_extensions import TypedDict

from superbiz_agent.contracts.base import JsonObject, Language
from superbiz_agent.contracts.plan import Plan
from superbiz_agent.contracts.reply_forms import executor_form
from superbiz_agent.contracts.session import ParseStatus, RetryContext
from superbiz_agent.models.tokens import estimated_tokens, message_tokens
from superbiz_agent.models.tool_calls import Call, sendable
from superbiz_agent.nodes.citable import citable_lines
from superbiz_agent.nodes.collecting import collect
from superbiz_agent.nodes.fitting import Fitted, fit_lines, fit_transcript
from superbiz_agent.nodes.planner import default_plan
from superbiz_agent.nodes.step import AskModel, Blocking, Effect, Scope
from superbiz_agent.prompts import closing_message, executor_messages, load_prompt
from superbiz_agent.tools.added.roles import argument_roles
from superbiz_agent.tools.base import EvidenceTool
from superbiz_agent.tools.recording import tool_schema


class ExecutorState(TypedDict):
    """The subgraph's state: what it shares with the parent, and its own transcript."""

    question: str
    language: Language
    window: JsonObject
    now: str
    session_id: str
    run_id: str
    seq: int
    started: str
    spent: JsonObject
    plan: JsonObject
    attempt: int
    retry_context: JsonObject | None
    executor_output: JsonObject | None
    parse_status: ParseStatus
    outage: str | None

    transcript: Annotated[list[JsonObject], operator.add]  # dumped: no stream finds a message
    asked: dict[str, int]  # canonical call -> invocation id, of this attempt
    fruitless: int  # turns that asked for nothing that could be given
    tools_closed: bool
    repaired: bool
    finished: bool


class ExecutorUpdate(TypedDict, total=False):
    """What the subgraph gives back to the parent."""

    attempt: int
    executor_output: JsonObject | None
    parse_status: ParseStatus
    outage: str | None
    seq: int
    spent: JsonObject


def said(state: ExecutorState) -> list[BaseMessage]:
    """The conversation so far."""
    return messages_from_dict(state["transcript"])


def executor_request(
    state: ExecutorState, scope: Scope, lines: list[JsonObject]
) -> tuple[list[BaseMessage], Fitted]:
    """Return the executor's request with so many of ``lines`` as fit."""
    context = state.get("retry_context")

    def messages(fitted: Fitted) -> list[BaseMessage]:
        return executor_messages(
            state["language"],
            question=state["question"],
            plan=state["plan"],
            window=state["window"],
            now=state["now"],
            retry_context=RetryContext.model_validate(context) if context else None,
            stored_evidence=fitted.lines,
            left_out=fitted.left_out,
        )

    room = scope.services.request_room("executor")
    if room is not None:
        room = max(0, room - sum(map(message_tokens, messages(Fitted([])))))
    fitted = fit_lines(lines, question=state["question"], room=room)
    return messages(fitted), fitted


@dataclass(frozen=True)
class OpenTurn:
    """The next request of the conversation; ``is_cut``: results did not fit beside the tools."""

    request: AskModel
    is_cut: bool


def open_turn(state: ExecutorState, scope: Scope) -> Generator[Effect, Any, OpenTurn]:
    """The conversation so far, and the tools unless they are closed."""
    tools = yield Blocking(lambda: scope.services.tools)
    offered = [] if state["tools_closed"] else [tool_schema(tool) for tool in tools.values()]
    room = scope.services.request_room("executor")
    if room is not None:
        room -= estimated_tokens(json.dumps(offered))
    messages = sendable(said(state))
    fitted = fit_transcript(messages, question=state["question"], room=room)
    version = load_prompt("executor", state["language"]).version
    request = AskModel("executor", fitted, offered, prompt_version=version)
    return OpenTurn(request, is_cut=fitted != messages)


def closing_turn(state: ExecutorState, scope: Scope) -> Generator[Effect, Any, AskModel]:
    """A request of its own over all that was recorded for this question."""
    stored = yield Blocking(lambda: scope.services.store.invocations(state["session_id"]))
    messages, fitted = executor_request(state, scope, citable_lines(stored))
    asking = said(state)[-1] if state["repaired"] else closing_message(state["language"])
    version = load_prompt("executor", state["language"]).version
    form = executor_form(fitted.lines)
    return AskModel("executor", [*messages, asking], prompt_version=version, form=form)


def carry_out_plan(
    state: ExecutorState, attempt: int, scope: Scope
) -> Generator[Effect, Any, dict[str, int]]:
    """Carry out the plan, as far as its tools exist; where that finds nothing at all, the default
    plan, too. Returns the calls as ``asked``."""
    tools = yield Blocking(lambda: scope.services.tools)
    given: JsonObject = {**state, "attempt": attempt, "asked": {}}
    turn = yield from collect(_calls(Plan.model_validate(state["plan"]), tools), given, scope)
    if not turn.found:
        default = _calls(default_plan(state["question"], tools), tools)
        turn = yield from collect(default, given | {"asked": turn.asked}, scope)
    return turn.asked


def _calls(plan: Plan, tools: Mapping[str, EvidenceTool]) -> list[Call]:
    steps = [step for step in plan.steps if step.tool_name in tools]
    return [
        Call(
            f"plan-{number}",
            step.tool_name,
            fitting_arguments(step.arguments, tools[step.tool_name]),
        )
        for number, step in enumerate(steps, start=1)
    ]


def fitting_arguments(arguments: JsonObject, tool: EvidenceTool) -> JsonObject:
    """The arguments that the tool takes: a plan only suggests them, and calls those of a tool that
    the operator added by what they take."""
    known = tool.arguments.model_json_schema().get("properties", {})
    given = {key: value for key, value in arguments.items() if key in known and value is not None}
    roles = argument_roles(tool) or {}
    texts = {"words": arguments.get("query"), "service": arguments.get("service")}
    named = {name: texts.get(str(role["takes"])) for name, role in roles.items()}
    return {name: text for name, text in named.items() if text} | given
