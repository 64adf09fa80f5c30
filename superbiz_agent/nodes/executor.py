"""executor: collects evidence with tools and makes claims bound to it.

Four steps of a subgraph with its own messages: prepare -> model <-> tools -> conclude. Raw model
text and tool output stay in here; the parent gets the parsed payload.

A real model states its findings in a closing turn of its own: a short request that lists what was
recorded, each line with id and path, and a form that allows no other citation, where the endpoint
can hold a reply to one.
"""

from collections.abc import Generator
from typing import Any, Literal

from langchain_core.messages import AIMessage, ToolMessage, messages_to_dict

from superbiz_agent.contracts.evidence import ToolInvocation
from superbiz_agent.contracts.session import ParseStatus
from superbiz_agent.contracts.strict_json import ParsedReply
from superbiz_agent.errors import BudgetSpentError, ModelUnavailableError
from superbiz_agent.models.tool_calls import all_calls, calls_of
from superbiz_agent.nodes.citable import citable_lines, unrecorded_citations
from superbiz_agent.nodes.collecting import BUDGET_SPENT, FRUITLESS_TURNS, collect, unmade
from superbiz_agent.nodes.executor_turns import (
    ExecutorState,
    carry_out_plan,
    closing_turn,
    executor_request,
    open_turn,
    said,
)
from superbiz_agent.nodes.reading import parsed
from superbiz_agent.nodes.step import Blocking, Effect, Scope, Step
from superbiz_agent.prompts import repair_message

MAX_STORED_REFERENCES = 200
"""How many stored references a retry is shown."""


def prepare(state: ExecutorState, scope: Scope) -> Step:
    """Start an attempt: the prompt, and on a retry this question's stored references. For a model
    that is known to call no tools the plan is carried out at once."""
    attempt = state["attempt"] + 1
    stored: list[ToolInvocation] = []
    if attempt > 1:
        stored = yield Blocking(lambda: scope.services.store.invocations(state["session_id"]))
    messages = executor_request(state, scope, citable_lines(stored)[:MAX_STORED_REFERENCES])[0]
    scope.emit("node", node="executor", attempt=attempt)
    asked: dict[str, int] = {}
    if attempt == 1 and not scope.services.calls_tools("executor"):
        asked = yield from carry_out_plan(state, attempt, scope)
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


def ask(state: ExecutorState, scope: Scope) -> Step:
    """One turn of the model. It may fall silent after its first; then there is no output."""
    is_endpoint = scope.services.is_endpoint("executor")
    turn = yield from open_turn(state, scope)
    is_closing = is_endpoint and (state["tools_closed"] or turn.is_cut)
    request = (yield from closing_turn(state, scope)) if is_closing else turn.request
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


def _answered(state: ExecutorState) -> bool:
    return any(isinstance(message, AIMessage) for message in said(state))


def after_model(state: ExecutorState) -> Literal["tools", "conclude"]:
    """Whether the model asked for tools that it may still have."""
    may_ask = not state["tools_closed"] and not state["finished"]
    return "tools" if may_ask and calls_of(said(state)[-1]) else "conclude"


def call_tools(state: ExecutorState, scope: Scope) -> Step:
    """Answer the calls of the last turn, within the bounds."""
    turn = yield from collect(calls_of(said(state)[-1]), state, scope)
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
    last = said(state)[-1]
    if state["finished"] or not isinstance(last, AIMessage):
        return {"finished": True}
    reply = parsed(last, "executor_output", fenced=True)
    if scope.services.is_endpoint("executor") and not state["tools_closed"]:
        if not state["asked"] and state["attempt"] == 1:
            asked = yield from carry_out_plan(state, state["attempt"], scope)
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
