"""executor: collects evidence with tools and makes claims bound to it.

Four steps of a subgraph with its own messages: prepare -> model <-> tools -> conclude. Raw model
text and tool output stay in here; the parent gets the parsed payload.

A real model states its findings in a closing turn of its own: a short request that lists what was
recorded, each line with id and path, and a form that allows no other citation, where the endpoint
can hold a reply to one.
"""

import json
import operator
from collections.abc import Generator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    ToolMessage,
    messages_from_dict,
    messages_to_dict,
)
from typing_extensions import TypedDict

from superbiz_agent.contracts.base import JsonObject, Language
from superbiz_agent.contracts.evidence import ToolInvocation
from superbiz_agent.contracts.plan import Plan
from superbiz_agent.contracts.reply_forms import executor_form
from superbiz_agent.contracts.session import ParseStatus, RetryContext
from superbiz_agent.contracts.strict_json import ParsedReply
from superbiz_agent.errors import BudgetSpentError, ModelUnavailableError
from superbiz_agent.models.tokens import estimated_tokens, message_tokens
from superbiz_agent.models.tool_calls import Call, all_calls, calls_of, sendable
from superbiz_agent.nodes.citable import citable_lines, unrecorded_citations
from superbiz_agent.nodes.collecting import BUDGET_SPENT, FRUITLESS_TURNS, collect, unmade
from superbiz_agent.nodes.fitting import Fitted, fit_lines, fit_transcript
from superbiz_agent.nodes.reading import parsed
from superbiz_agent.nodes.step import AskModel, Blocking, Effect, Scope, Step
from superbiz_agent.prompts import closing_message, executor_messages, load_prompt, repair_message
from superbiz_agent.tools.base import EvidenceTool
from superbiz_agent.tools.recording import tool_schema

MAX_STORED_REFERENCES = 200
"""How many stored references a retry is shown."""


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


def _said(state: ExecutorState) -> list[BaseMessage]:
    """The conversation so far."""
    return messages_from_dict(state["transcript"])


def prepare(state: ExecutorState, scope: Scope) -> Step:
    """Start an attempt: the prompt, and on a retry this question's stored references. For a model
    that is known to call no tools the plan is carried out at once."""
    attempt = state["attempt"] + 1
    stored: list[ToolInvocation] = []
    if attempt > 1:
        stored = yield Blocking(lambda: scope.services.store.invocations(state["session_id"]))
    messages = _request(state, scope, citable_lines(stored)[:MAX_STORED_REFERENCES])[0]
    scope.emit("node", node="executor", attempt=attempt)
    asked: dict[str, int] = {}
    if attempt == 1 and not scope.services.calls_tools("executor"):
        asked = yield from _planned(state, attempt, scope)
    return {
        "attempt": attempt,
        "executor_output": None,
        "parse_status": "absent",
        "transcript": messages_to_dict(messages),
        "asked": asked,
        "fruitless": 0,
        "tools_closed": not scope.services.calls_tools("executor"),
        "repaired": False,
        "finished": False,
    }


def _request(
    state: ExecutorState, scope: Scope, lines: list[JsonObject]
) -> tuple[list[BaseMessage], Fitted]:
    """The executor's request with so many of ``lines`` as fit."""
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


def ask(state: ExecutorState, scope: Scope) -> Step:
    """One turn of the model. It may fall silent after its first; then there is no output."""
    is_endpoint = scope.services.is_endpoint("executor")
    turn = yield from _open_turn(state, scope)
    is_closing = is_endpoint and (state["tools_closed"] or turn.is_cut)
    request = (yield from _closing_turn(state, scope)) if is_closing else turn.request
    try:
        message: AIMessage = yield request
    except ModelUnavailableError as error:
        is_outage = not isinstance(error, BudgetSpentError)
        if is_outage and state["attempt"] == 1 and not _answered(state):
            raise
        return {"outage": error.reason, "finished": True}
    return {
        "transcript": messages_to_dict([message]),
        "tools_closed": state["tools_closed"] or is_closing,
    }


@dataclass(frozen=True)
class _OpenTurn:
    """The next request of the conversation; ``is_cut``: results did not fit beside the tools."""

    request: AskModel
    is_cut: bool


def _open_turn(state: ExecutorState, scope: Scope) -> Generator[Effect, Any, _OpenTurn]:
    """The conversation so far, and the tools unless they are closed."""
    tools = yield Blocking(lambda: scope.services.tools)
    offered = [] if state["tools_closed"] else [tool_schema(tool) for tool in tools.values()]
    room = scope.services.request_room("executor")
    if room is not None:
        room -= estimated_tokens(json.dumps(offered))
    messages = sendable(_said(state))
    fitted = fit_transcript(messages, question=state["question"], room=room)
    version = load_prompt("executor", state["language"]).version
    request = AskModel("executor", fitted, offered, prompt_version=version)
    return _OpenTurn(request, is_cut=fitted != messages)


def _closing_turn(state: ExecutorState, scope: Scope) -> Generator[Effect, Any, AskModel]:
    """A request of its own over all that was recorded for this question."""
    stored = yield Blocking(lambda: scope.services.store.invocations(state["session_id"]))
    messages, fitted = _request(state, scope, citable_lines(stored))
    last = _said(state)[-1]
    asking = last if last.type == "human" else closing_message(state["language"])
    version = load_prompt("executor", state["language"]).version
    form = executor_form(fitted.lines)
    return AskModel("executor", [*messages, asking], prompt_version=version, form=form)


def _answered(state: ExecutorState) -> bool:
    return any(isinstance(message, AIMessage) for message in _said(state))


def after_model(state: ExecutorState) -> Literal["tools", "conclude"]:
    """Whether the model asked for tools that it may still have."""
    may_ask = not state["tools_closed"] and not state["finished"]
    return "tools" if may_ask and calls_of(_said(state)[-1]) else "conclude"


def call_tools(state: ExecutorState, scope: Scope) -> Step:
    """Answer the calls of the last turn, within the bounds."""
    turn = yield from collect(calls_of(_said(state)[-1]), state, scope)
    fruitless = state["fruitless"] + (not turn.useful)
    spent = len(turn.asked) >= scope.services.settings.max_tool_calls
    asked_again = not turn.fresh and not turn.broken
    return {
        "transcript": messages_to_dict(turn.answers),
        "asked": turn.asked,
        "fruitless": fruitless,
        "tools_closed": spent or asked_again or fruitless >= FRUITLESS_TURNS,
    }


def conclude(state: ExecutorState, scope: Scope) -> Step:
    """Parse the last turn; one repair turn that quotes the findings, then it is what it is.

    A real model that asked for nothing has its plan carried out, and is asked again over that; one
    that cites what was never recorded is repaired, too.
    """
    last = _said(state)[-1]
    if state["finished"] or not isinstance(last, AIMessage):
        return {"finished": True}
    reply = parsed(last, "executor_output", fenced=True)
    if scope.services.is_endpoint("executor") and not state["tools_closed"]:
        if not state["asked"] and state["attempt"] == 1:
            asked = yield from _planned(state, state["attempt"], scope)
            if asked:
                return {"asked": asked, "tools_closed": True}
        reply = yield from _with_citations_checked(reply, state, scope)
    if reply.findings and not state["repaired"]:
        unasked = [
            ToolMessage(unmade(call.name, BUDGET_SPENT), tool_call_id=call.id)
            for call in all_calls(last)
        ]
        repair = repair_message(state["language"], reply.findings)
        return {
            "transcript": messages_to_dict([*unasked, repair]),
            "repaired": True,
            "tools_closed": True,
        }
    status: ParseStatus = "absent" if reply.value is None else "valid"
    return {
        "executor_output": reply.value,
        "parse_status": "invalid" if reply.findings and reply.value is not None else status,
        "finished": True,
    }


def _planned(
    state: ExecutorState, attempt: int, scope: Scope
) -> Generator[Effect, Any, dict[str, int]]:
    """Carry out the plan, as far as its tools exist; returns the calls as ``asked``."""
    tools = yield Blocking(lambda: scope.services.tools)
    steps = [step for step in Plan.model_validate(state["plan"]).steps if step.tool_name in tools]
    calls = [
        Call(f"plan-{number}", step.tool_name, _fitting(step.arguments, tools[step.tool_name]))
        for number, step in enumerate(steps, start=1)
    ]
    turn = yield from collect(calls, {**state, "attempt": attempt, "asked": {}}, scope)
    return turn.asked


def _fitting(arguments: JsonObject, tool: EvidenceTool) -> JsonObject:
    """The arguments that the tool takes: a plan only suggests them."""
    known = tool.arguments.model_fields
    return {key: value for key, value in arguments.items() if key in known and value is not None}


def _with_citations_checked(
    reply: ParsedReply, state: ExecutorState, scope: Scope
) -> Generator[Effect, Any, ParsedReply]:
    if reply.findings or reply.value is None:
        return reply
    stored = yield Blocking(lambda: scope.services.store.invocations(state["session_id"]))
    return ParsedReply(reply.value, unrecorded_citations(reply.value, stored))


def after_conclude(state: ExecutorState) -> Literal["model", "__end__"]:
    """Whether another turn is due."""
    return "__end__" if state["finished"] else "model"
