"""executor: collects evidence with tools and makes claims bound to it.

Four steps of a subgraph with its own messages: prepare -> model <-> tools -> conclude. Raw model
text and tool output stay in here; the parent gets the parsed payload.
"""

import json
from collections.abc import Callable
from typing import Annotated, Any, Literal

from langchain_core.messages import AIMessage, AnyMessage, ToolMessage
from langgraph.graph.message import add_messages
from typing_extensions import TypedDict

from superbiz_agent.contracts.base import JsonObject, Language
from superbiz_agent.contracts.evidence import ToolInvocation
from superbiz_agent.contracts.session import ParseStatus, RetryContext, TimeWindow
from superbiz_agent.errors import ModelUnavailableError
from superbiz_agent.models.reply import stop_problem
from superbiz_agent.nodes.reading import parsed
from superbiz_agent.nodes.step import AskModel, Blocking, Scope, Step
from superbiz_agent.prompts import executor_messages, load_prompt, repair_message
from superbiz_agent.tools.base import ToolContext
from superbiz_agent.tools.recording import Recorder, tool_message, tool_schema
from superbiz_agent.tools.time_window import parse_instant

MAX_STORED_REFERENCES = 200
"""How many stored references a retry is shown."""

CALLS_A_TURN = 8
"""How many calls of one model turn are answered; the rest are told so."""

ALREADY_ASKED = "already asked in this attempt: cite invocation {id}, or ask something else"
UNKNOWN_TOOL = "unknown tool"
"""What the custom stream calls a tool that does not exist: its name is a model's text."""
BUDGET_SPENT = "no more tool calls in this attempt: answer from the evidence at hand"


class ExecutorState(TypedDict):
    """The subgraph's state: what it shares with the parent, and its own transcript."""

    question: str
    language: Language
    window: JsonObject
    now: str
    session_id: str
    run_id: str
    seq: int
    plan: JsonObject
    attempt: int
    retry_context: JsonObject | None
    executor_output: JsonObject | None
    parse_status: ParseStatus
    outage: str | None

    transcript: Annotated[list[AnyMessage], add_messages]
    asked: dict[str, int]  # canonical call -> invocation id, of this attempt
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


def prepare(state: ExecutorState, scope: Scope) -> Step:
    """Start an attempt: the prompt, and on a retry this question's stored references."""
    attempt = state["attempt"] + 1
    stored: list[ToolInvocation] = []
    if attempt > 1:
        stored = yield Blocking(lambda: scope.services.store.invocations(state["session_id"]))
    context = state.get("retry_context")
    messages = executor_messages(
        state["language"],
        question=state["question"],
        plan=state["plan"],
        window=state["window"],
        now=state["now"],
        retry_context=RetryContext.model_validate(context) if context else None,
        stored_evidence=_stored_references(stored),
    )
    scope.emit("node", node="executor", attempt=attempt)
    return {
        "attempt": attempt,
        "executor_output": None,
        "parse_status": "absent",
        "transcript": messages,
        "asked": {},
        "tools_closed": False,
        "repaired": False,
        "finished": False,
    }


def _stored_references(invocations: list[ToolInvocation]) -> list[JsonObject]:
    references: list[JsonObject] = [
        {
            "source_invocation_id": invocation.id,
            "tool_name": invocation.tool_name,
            **reference.model_dump(),
        }
        for invocation in invocations
        for reference in invocation.retrieval_details.evidence_refs
    ]
    return references[:MAX_STORED_REFERENCES]


def ask(state: ExecutorState, scope: Scope) -> Step:
    """One turn of the model. It may fall silent after its first; then there is no output."""
    tools = yield Blocking(lambda: scope.services.tools)
    offered = [] if state["tools_closed"] else [tool_schema(tool) for tool in tools.values()]
    version = load_prompt("executor", state["language"]).version
    try:
        message: AIMessage = yield AskModel(
            "executor", state["transcript"], offered, prompt_version=version
        )
    except ModelUnavailableError as error:
        if state["attempt"] == 1 and not _answered(state):
            raise
        return {"outage": error.reason, "finished": True}
    return {"transcript": [message]}


def _answered(state: ExecutorState) -> bool:
    return any(isinstance(message, AIMessage) for message in state["transcript"])


def after_model(state: ExecutorState) -> Literal["tools", "conclude"]:
    """Whether the model asked for tools that it may still have."""
    last = state["transcript"][-1]
    may_ask = not state["tools_closed"] and not state["finished"]
    return "tools" if may_ask and _wants_tools(last) else "conclude"


def _wants_tools(message: AnyMessage) -> bool:
    """A message that was cut off calls nothing: its arguments may be half of what was meant."""
    return (
        isinstance(message, AIMessage)
        and bool(message.tool_calls)
        and stop_problem(message) is None
    )


def call_tools(state: ExecutorState, scope: Scope) -> Step:
    """Answer the calls of the last turn; each is recorded before the model sees its result."""
    services = scope.services
    last = state["transcript"][-1]
    calls = last.tool_calls if isinstance(last, AIMessage) else []
    recorder = Recorder(
        services.store, state["session_id"], state["run_id"], state["attempt"], services.clock
    )
    window = TimeWindow.model_validate(state["window"])
    asked = dict(state["asked"])
    answers: list[ToolMessage] = []
    fresh = 0
    for position, call in enumerate(calls):
        key = json.dumps([call["name"], call["args"]], sort_keys=True, default=str)
        spent = len(asked) >= services.settings.max_tool_calls or position >= CALLS_A_TURN
        if key in asked:
            content = _note(call["name"], ALREADY_ASKED.format(id=asked[key]))
        elif spent:
            content = _note(call["name"], BUDGET_SPENT)
        else:
            watch = _watcher(scope, call["name"])
            context = ToolContext(window, parse_instant(state["now"]), watch)
            invocation = yield Blocking(_recorded(recorder, scope, call, context))
            asked[key], fresh = invocation.id, fresh + 1
            _tell(scope, invocation)
            content = tool_message(invocation)
        answers.append(ToolMessage(content, tool_call_id=call["id"] or f"call-{position}"))
    spent = len(asked) >= services.settings.max_tool_calls
    return {"transcript": answers, "asked": asked, "tools_closed": spent or fresh == 0}


def _recorded(recorder: Recorder, scope: Scope, call: Any, context: ToolContext) -> Any:
    tool = scope.services.tools.get(call["name"])
    return lambda: recorder.call(tool, call["name"], call["args"], context)


def _watcher(scope: Scope, name: str) -> Callable[[int, int], None]:
    """Return what sends an event now and then while a call takes long."""

    def watch(read: int, total: int) -> None:
        known = name if name in scope.services.tools else UNKNOWN_TOOL
        scope.emit("tool", tool_name=known, read_bytes=read, total_bytes=total)

    return watch


def _note(tool_name: str, error: str) -> str:
    """The answer to a call that was not made: no invocation, no evidence."""
    return json.dumps(
        {
            "invocation_id": None,
            "tool_name": tool_name,
            "evidence_status": "error",
            "evidence_refs": [],
            "truncated": False,
            "error": error,
        },
        ensure_ascii=False,
    )


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


def conclude(state: ExecutorState, scope: Scope) -> Step:
    """Parse the last turn; one repair turn that quotes the findings, then it is what it is."""
    last = state["transcript"][-1]
    if state["finished"] or not isinstance(last, AIMessage):
        return {"finished": True}
    reply = parsed(last, "executor_output", fenced=True)
    if reply.findings and not state["repaired"]:
        unmade = [
            ToolMessage(_note(call["name"] or "", BUDGET_SPENT), tool_call_id=call["id"] or "")
            for call in [*last.tool_calls, *last.invalid_tool_calls]
        ]
        repair = repair_message(state["language"], reply.findings)
        return {"transcript": [*unmade, repair], "repaired": True, "tools_closed": True}
    status: ParseStatus = "absent" if reply.value is None else "valid"
    return {
        "executor_output": reply.value,
        "parse_status": "invalid" if reply.findings and reply.value is not None else status,
        "finished": True,
    }
    yield  # a step is a generator, even one without effects


def after_conclude(state: ExecutorState) -> Literal["model", "__end__"]:
    """Whether a repair turn is due."""
    return "__end__" if state["finished"] else "model"
