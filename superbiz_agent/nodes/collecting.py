"""The executor's tool calls: each is recorded, repeats and broken ones are told, all bounded."""

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import ToolMessage

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.evidence import ToolInvocation
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.models.tool_calls import Call
from superbiz_agent.nodes.step import Blocking, Effect, Scope
from superbiz_agent.tools.alert_window import METRICS, asks_since_alert, since_alert
from superbiz_agent.tools.base import ToolContext
from superbiz_agent.tools.instants import parse_instant
from superbiz_agent.tools.recording import Recorder, tool_message
from superbiz_agent.tools.servers.kept_answers import keeping

CALLS_A_TURN = 8
"""How many calls of one model turn are answered; the rest are told so."""

FRUITLESS_TURNS = 2
"""How many turns may hold nothing but broken calls and calls of unknown tools."""

ALREADY_ASKED = "already asked in this attempt: cite invocation {id}, or ask something else"
BUDGET_SPENT = "no more tool calls in this attempt: answer from the evidence at hand"
BROKEN_ARGUMENTS = "the arguments are not one JSON object: send the call again"
UNKNOWN_TOOL = "unknown tool"
"""What the custom stream calls a tool that does not exist: its name is a model's text."""


@dataclass
class Collected:
    """What came of one turn. ``asked``: canonical call -> invocation id, of this attempt."""

    asked: dict[str, int]
    answers: list[ToolMessage]
    fresh: int = 0
    useful: int = 0
    found: int = 0
    broken: int = 0


def collect(
    calls: Sequence[Call], state: Mapping[str, Any], scope: Scope
) -> Generator[Effect, Any, Collected]:
    """Answer ``calls``, the executor's of one turn; each new one is recorded before any model
    sees its result (contract section 2)."""
    services = scope.services
    recorder = Recorder(
        services.store, state["session_id"], state["run_id"], state["attempt"], services.clock
    )
    context_of = _contexts(state, scope)
    turn = Collected(asked=dict(state["asked"]), answers=[])
    for position, call in enumerate(_in_order(calls, state)):
        key = json.dumps([call.name, call.arguments], sort_keys=True, default=str)
        spent = len(turn.asked) >= services.settings.max_tool_calls or position >= CALLS_A_TURN
        if call.arguments is None:
            turn.broken += 1
            content = unmade(call.name, BROKEN_ARGUMENTS)
        elif key in turn.asked:
            content = unmade(call.name, ALREADY_ASKED.format(id=turn.asked[key]))
        elif spent:
            content = unmade(call.name, BUDGET_SPENT)
        else:
            invocation = yield Blocking(_recorded(recorder, scope, call, context_of))
            turn.asked[key] = invocation.id
            turn.fresh += 1
            turn.useful += call.name in services.tools
            turn.found += invocation.evidence_status in ("found", "partial")
            _tell(scope, invocation)
            content = tool_message(invocation)
        turn.answers.append(ToolMessage(content, tool_call_id=call.id))
    return turn


def _in_order(calls: Sequence[Call], state: Mapping[str, Any]) -> list[Call]:
    """The calls, those for alerts first where the window of the others begins with an alert."""
    is_later = asks_since_alert(state["question"])
    return sorted(calls, key=lambda call: is_later and call.name != METRICS)


def _contexts(state: Mapping[str, Any], scope: Scope) -> Callable[[Call], ToolContext]:
    """Return what gives the context of a call: the question's window, from the stored start of the
    alert on if the question counts from there."""
    window, now = TimeWindow.model_validate(state["window"]), parse_instant(state["now"])
    question, from_alert = state["question"], asks_since_alert(state["question"])

    def context_of(call: Call) -> ToolContext:
        own = window
        if from_alert and call.name != METRICS:
            stored = scope.services.store.invocations(state["session_id"])
            own = since_alert(window, question, stored)
        return ToolContext(own, now, _watcher(scope, call.name))

    return context_of


def _recorded(
    recorder: Recorder, scope: Scope, call: Call, context_of: Callable[[Call], ToolContext]
) -> Callable[[], ToolInvocation]:
    """Return what makes a call. Its sources are asked only what this diagnosis has not asked
    them before."""
    tool = scope.services.tools.get(call.name)

    def recorded() -> ToolInvocation:
        answers = scope.services.kept_answers.of(recorder.session_id)
        with keeping(answers):
            made = recorder.call(tool, call.name, call.arguments, context_of(call))
        is_error = made.evidence_status == "error"
        answers.end_call(None if is_error else made.retrieval_details.failed_sources)
        return made

    return recorded


def _watcher(scope: Scope, name: str) -> Callable[[int, int], None]:
    """Return what sends an event now and then while a call takes long."""

    def watch(read: int, total: int) -> None:
        known = name if name in scope.services.tools else UNKNOWN_TOOL
        scope.emit("tool", tool_name=known, read_bytes=read, total_bytes=total)

    return watch


def unmade(tool_name: str, error: str) -> str:
    """The answer to a call that was not made: no invocation, no evidence."""
    answer: JsonObject = {
        "invocation_id": None,
        "tool_name": tool_name,
        "evidence_status": "error",
        "evidence_refs": [],
        "truncated": False,
        "error": error,
    }
    return json.dumps(answer, ensure_ascii=False)


def _tell(scope: Scope, invocation: ToolInvocation) -> None:
    is_known = invocation.tool_name in scope.services.tools
    scope.emit(
        "tool",
        tool_name=invocation.tool_name if is_known else UNKNOWN_TOOL,
        invocation_id=invocation.id,
        evidence_status=invocation.evidence_status,
        evidence_refs=len(invocation.retrieval_details.evidence_refs),
        truncated=invocation.retrieval_details.truncated,
        duration_ms=invocation.duration_ms,
    )
