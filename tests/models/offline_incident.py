"""A small incident as tool invocations, and a session that lets the offline model ask for it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from superbiz_agent.contracts.evidence import SearchDetails
from superbiz_agent.contracts.gatekeeper import GatekeeperOutcome
from superbiz_agent.grounding.gatekeeping.gatekeeper import check_executor_output
from superbiz_agent.models.offline import OfflineChatModel
from superbiz_agent.tools.base import search_text

LISTS = {"query_metrics": "alerts", "query_logs": "logs", "lookup_knowledge": "evidence_blocks"}
SINCE, UNTIL = "2026-07-07T09:30:00Z", "2026-07-07T10:30:00Z"

MEMORY = (
    "HighMemoryUsage firing, service=order-service, current=91%, duration=15m, namespace=shop, "
    "severity=warning, since=2026-07-07T10:00:00Z"
)
TIMEOUT = (
    "2026-07-07T10:02:38.902Z ERROR order-service HikariPool-1 - Connection is not available, "
    "request timed out after 30000ms (total=50, active=50/50, idle=0, waiting=17) (order.log:19); "
    "6 records of this form from 2026-07-07T10:02:38.902Z to 2026-07-07T10:13:44.927Z; "
    "waiting 17 to 31"
)
POOL = (
    "2026-07-07T10:02:05.244Z WARN order-service HikariPool-1 - Pool stats (total=50, "
    "active=50/50, idle=0, waiting=14) (order.log:18)"
)
STARTED = (
    "2026-07-07T09:40:02.114Z INFO order-service order-service 2.14.3 started in 18.4 seconds "
    "(order.log:1)"
)
RUNBOOK = (
    "Connection pool exhausted > Meaning: Every connection of the pool is in use. `waiting` counts "
    "the requests that wait for a connection. (connection-pool-exhausted.md)"
)
HEALTHY = (
    "2026-07-07T10:05:41.512Z INFO payment-service GET /payments/PAY-90461 200 in 8ms (pay.log:9)"
)

Records = Mapping[str, Sequence[str]]
ORDER: Records = {
    "query_metrics": [MEMORY],
    "query_logs": [TIMEOUT, POOL, STARTED],
    "lookup_knowledge": [RUNBOOK],
}
NOTHING: Records = {}

Answer = Callable[[str, Mapping[str, Any]], Sequence[str]]


def always(records: Records) -> Answer:
    """Answer every search with all records of its tool, level aside."""

    def answer(tool_name: str, arguments: Mapping[str, Any]) -> Sequence[str]:
        level = arguments.get("level")
        found = records.get(tool_name, [])
        return [text for text in found if level is None or f" {level} " in text]

    return answer


def schema(name: str, *arguments: str, required: Sequence[str] = ("query",)) -> dict[str, Any]:
    """A tool schema in the OpenAI function format."""
    properties = {argument: {"type": "string"} for argument in arguments}
    parameters = {"type": "object", "properties": properties, "required": list(required)}
    return {"type": "function", "function": {"name": name, "parameters": parameters}}


TOOLS = [
    schema("query_metrics", "query", "service", "since", "until"),
    schema("query_logs", "query", "service", "level", "since", "until", "limit"),
    schema("lookup_knowledge", "query", "limit"),
]


def invocation(
    number: int,
    tool_name: str,
    texts: Sequence[str],
    arguments: Mapping[str, Any],
    *,
    answered: bool = True,
    truncated: bool = False,
) -> dict[str, Any]:
    """One stored row of ``tool_invocation`` as plain data."""
    filters = {key: str(value) for key, value in arguments.items() if key != "query"}
    search = SearchDetails(
        sources=["logs" if tool_name == "query_logs" else "alerts"],
        query=str(arguments.get("query", "")),
        filters=filters,
        since=SINCE,
        until=UNTIL,
        matched=len(texts),
        truncated=truncated,
        answered=answered,
    )
    references = [
        {"raw_path": f"$.{LISTS.get(tool_name, 'items')}[{index}]", "text": text}
        for index, text in enumerate(texts)
    ]
    references.append({"raw_path": "$.search", "text": search_text(search)})
    return {
        "id": number,
        "session_id": "session",
        "run_id": "run",
        "attempt": 1,
        "tool_name": tool_name,
        "arguments": dict(arguments),
        "status": "ok",
        "evidence_status": "found" if texts else "no_evidence",
        "retrieval_details": {
            "evidence_refs": references,
            "truncated": truncated,
            "total": len(texts),
            "sources": search.sources,
            "query": search.query,
            "window": {"since": SINCE, "until": UNTIL},
            "demo": False,
            "details": [search.model_dump(mode="json")],
            "kind": "knowledge" if tool_name == "lookup_knowledge" else "incident",
            "failed_sources": [],
        },
        "error": None,
        "started_at": UNTIL,
        "duration_ms": 1,
    }


def failed(number: int, tool_name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """A stored call that failed as a whole."""
    row = invocation(number, tool_name, [], arguments)
    details = {**row["retrieval_details"], "evidence_refs": [], "details": [], "total": None}
    return {
        **row,
        "status": "error",
        "evidence_status": "error",
        "retrieval_details": details,
        "error": "the source could not be reached",
    }


def tool_message(row: Mapping[str, Any], call_id: str) -> ToolMessage:
    """What the executor's model is told of a stored call."""
    details = row["retrieval_details"]
    told = {
        "invocation_id": row["id"],
        "tool_name": row["tool_name"],
        "evidence_status": row["evidence_status"],
        "evidence_refs": details["evidence_refs"],
        "truncated": details["truncated"],
        "error": row["error"],
    }
    return ToolMessage(json.dumps(told, ensure_ascii=False), tool_call_id=call_id)


def ask(request: Mapping[str, Any]) -> dict[str, Any]:
    """Ask the offline model for one JSON object."""
    reply = OfflineChatModel().invoke([HumanMessage(json.dumps(request, ensure_ascii=False))])
    return json.loads(str(reply.content))


def plan_for(question: str, *earlier: str) -> dict[str, Any]:
    """The planner's reply to ``question`` after ``earlier`` ones."""
    return ask(
        {
            "question": question,
            "earlier_turns": [{"question": text, "answer": ""} for text in earlier],
            "tools": [{"name": name, "description": ""} for name in LISTS],
            "window": {"since": SINCE, "until": UNTIL},
            "now": UNTIL,
        }
    )


@dataclass
class Run:
    """One attempt of the executor: what it called, what was stored, what it wrote."""

    question: str
    invocations: list[dict[str, Any]] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    output: dict[str, Any] = field(default_factory=dict)

    @property
    def claims(self) -> list[dict[str, Any]]:
        return self.output["claims"]

    @property
    def types(self) -> list[str]:
        return [claim["claim_type"] for claim in self.claims]

    @property
    def calls(self) -> list[tuple[str, dict[str, Any]]]:
        return [(row["tool_name"], row["arguments"]) for row in self.invocations]

    def outcome(self) -> GatekeeperOutcome:
        return check_executor_output(
            self.output, self.invocations, session_id="session", original_query=self.question
        )


def execute(
    question: str,
    answer: Answer | None = None,
    *,
    store: Callable[[int, str, Mapping[str, Any]], dict[str, Any]] | None = None,
    plan: Mapping[str, Any] | None = None,
    tools: Sequence[dict[str, Any]] = TOOLS,
    **request: Any,
) -> Run:
    """Let the executor ask until it writes its output. ``answer`` gives the texts of a call, or
    ``store`` its whole row."""
    answer = answer or always(ORDER)
    bound = OfflineChatModel().bind_tools(list(tools)) if tools else OfflineChatModel()
    asked = {
        "question": question,
        "plan": plan if plan is not None else plan_for(question),
        "window": {"since": SINCE, "until": UNTIL},
        "now": UNTIL,
        "retry_context": None,
        "stored_evidence": [],
        **request,
    }
    messages: list[BaseMessage] = [HumanMessage(json.dumps(asked, ensure_ascii=False))]
    run = Run(question)
    while True:
        reply = bound.invoke(messages)
        assert isinstance(reply, AIMessage)
        messages.append(reply)
        if not reply.tool_calls:
            run.output = json.loads(str(reply.content))
            return run
        run.rounds.append(len(reply.tool_calls))
        for call in reply.tool_calls:
            number = len(run.invocations) + 1
            name, arguments = call["name"], call["args"]
            row = (
                store(number, name, arguments)
                if store
                else invocation(number, name, answer(name, arguments), arguments)
            )
            run.invocations.append(row)
            messages.append(tool_message(row, str(call["id"])))


def verify(run: Run) -> dict[str, Any]:
    """The verifier's reply to what the gatekeeper let through of ``run``."""
    outcome = run.outcome()
    return ask(
        {
            "diagnosis_context": run.question,
            "verified_executor_output": outcome.verified_executor_output.model_dump(mode="json"),
            "verified_evidence": [e.model_dump(mode="json") for e in outcome.verified_evidence],
            "gatekeeper_audit": outcome.gatekeeper_result.model_dump(mode="json"),
            "verdict_ceiling": outcome.verdict_ceiling or "LOW_CONFID",
            "retry_context": None,
        }
    )
