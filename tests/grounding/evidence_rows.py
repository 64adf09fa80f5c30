"""Stored rows, executor outputs and verifier replies for the tests of the rules."""

from typing import Any

from superbiz_agent.contracts.gatekeeper import GatekeeperOutcome
from superbiz_agent.grounding.gatekeeping.gatekeeper import check_executor_output

SESSION = "session-1"
QUESTION = "Why is order-service short of memory, and is its connection pool exhausted?"

ALERT = (
    "HighMemoryUsage firing, service=order-service, current=91%, duration=15m, "
    "severity=critical, since=2026-07-07T10:00:00Z"
)
OTHER_ALERT = (
    "HighCpuUsage firing, service=payment-service, current=97%, duration=5m, severity=warning"
)
LOG = (
    "2026-07-07T10:12:03Z ERROR order-service HikariPool-1 - request timed out after 30000ms "
    "(total=50, active=50/50, idle=0, waiting=12)"
)
OTHER_LOG = (
    "2026-07-07T10:13:44Z WARN order-service GC overhead limit exceeded in worker-7, pause 850ms"
)
RUNBOOK = (
    "Connection pool exhausted > Diagnosis: run `SHOW PROCESSLIST` and compare maximumPoolSize "
    "with the number of waiting threads"
)
EMPTY_SEARCH = (
    'search for "OOMKilled", service=order-service in app.log, window '
    "2026-07-07T10:00:00Z to 2026-07-07T11:00:00Z: matched=0, truncated=no, answered=yes"
)


def row(
    identifier: Any,
    tool_name: str,
    texts: dict[str, str] | None,
    *,
    session_id: str = SESSION,
    status: str = "ok",
    evidence_status: str = "found",
    arguments: dict[str, Any] | None = None,
    **details: Any,
) -> dict[str, Any]:
    """A row as ``ToolInvocation.model_dump`` gives it; ``texts`` None: an older version."""
    stored: dict[str, Any] = {"truncated": False, "total": None, "sources": [], "details": []}
    if texts is not None:
        stored["evidence_refs"] = [
            {"raw_path": raw_path, "text": text} for raw_path, text in texts.items()
        ]
    return {
        "id": identifier,
        "session_id": session_id,
        "run_id": "run-1",
        "attempt": 1,
        "tool_name": tool_name,
        "arguments": arguments or {},
        "status": status,
        "evidence_status": evidence_status,
        "retrieval_details": stored | details,
        "error": None,
        "started_at": "2026-07-07T10:20:00Z",
        "duration_ms": 12,
    }


def search_details(**changes: Any) -> dict[str, Any]:
    """The structured fields of a whole, answered search that matched nothing."""
    search: dict[str, Any] = {
        "path": "$.search",
        "sources": ["app.log"],
        "query": "OOMKilled",
        "filters": {"service": "order-service"},
        "since": "2026-07-07T10:00:00Z",
        "until": "2026-07-07T11:00:00Z",
        "matched": 0,
        "truncated": False,
        "answered": True,
    }
    return search | changes


METRICS = row(1, "query_metrics", {"$.alerts[0]": ALERT, "$.alerts[1]": OTHER_ALERT})
LOGS = row(2, "query_logs", {"$.logs[0]": LOG, "$.logs[1]": OTHER_LOG})
KNOWLEDGE = row(3, "lookup_knowledge", {"$.evidence_blocks[0]": RUNBOOK})
NOTHING = row(
    4,
    "query_logs",
    {"$.search": EMPTY_SEARCH},
    evidence_status="no_evidence",
    total=0,
    query="OOMKilled",
    sources=["app.log"],
    details=[search_details()],
)
FAILED = row(5, "query_logs", {}, status="error", evidence_status="error")
FOREIGN = row(6, "query_logs", {"$.logs[0]": LOG}, session_id="session-2")
OLD = row(7, "query_metrics", None)
ROWS = [METRICS, LOGS, KNOWLEDGE, FOREIGN]


def binding(
    identifier: Any = 1,
    raw_path: Any = "$.alerts[0]",
    excerpt: Any = ALERT,
    tool_name: Any = "query_metrics",
    **more: Any,
) -> dict[str, Any]:
    """A binding; pass ``...`` to leave a field out."""
    fields = {
        "tool_name": tool_name,
        "source_invocation_id": identifier,
        "raw_path": raw_path,
        "evidence_excerpt": excerpt,
    }
    return {key: value for key, value in fields.items() if value is not ...} | more


def log_binding(excerpt: str = LOG, raw_path: str = "$.logs[0]") -> dict[str, Any]:
    """A sound binding to a log record."""
    return binding(2, raw_path, excerpt, "query_logs")


def search_binding(identifier: int = 4, text: str = EMPTY_SEARCH) -> dict[str, Any]:
    """A binding to the search itself."""
    return binding(identifier, "$.search", text, "query_logs")


def knowledge_binding() -> dict[str, Any]:
    """A sound binding to a runbook."""
    return binding(3, "$.evidence_blocks[0]", RUNBOOK, "lookup_knowledge")


def claim(
    *bindings: dict[str, Any],
    number: int = 1,
    text: str = "order-service memory is at 91% for 15m.",
    claim_type: str = "observation",
    **more: Any,
) -> dict[str, Any]:
    """A claim with its bindings."""
    return {
        "claim_id": f"claim-{number}",
        "claim_text": text,
        "claim_type": claim_type,
        "evidence_bindings": list(bindings),
    } | more


def output(*claims: Any, **more: Any) -> dict[str, Any]:
    """A whole executor output."""
    return {
        "answer_version": "executor_evidence_v2",
        "claims": list(claims),
        "hypotheses": [],
        "recommended_actions": [],
        "missing_info": [],
    } | more


def checked(
    *claims: Any, rows: Any = None, question: str = "", session_id: Any = SESSION, **more: Any
) -> GatekeeperOutcome:
    """The gatekeeper's outcome on an output with these claims."""
    return check_executor_output(
        output(*claims, **more),
        ROWS if rows is None else rows,
        session_id=session_id,
        original_query=question,
    )


def findings(outcome: GatekeeperOutcome) -> list[tuple[str, str]]:
    """(rule, severity) of every error, in order."""
    return [(error.rule_id, error.severity) for error in outcome.gatekeeper_result.errors]


def kept_claims(outcome: GatekeeperOutcome) -> list[str]:
    """The ids of the claims that got through."""
    return [each.claim_id for each in outcome.verified_executor_output.claims]


def judgement(
    outcome: GatekeeperOutcome, verdict: Any = "PASS", **verifications: Any
) -> dict[str, Any]:
    """A verifier's reply: ``claim_1="contradicted"``; claims not named are direct."""
    return {
        "verdict": verdict,
        "groundedness_score": 1.0,
        "critical_fact_count": 1,
        "claim_checks": [
            {
                "claim_id": each.claim_id,
                "claim_text": "TEXT-OF-THE-VERIFIER",
                "claim_type": "observation",
                "verification": verifications.get(
                    each.claim_id.replace("-", "_"), "direct_observation"
                ),
                "detail": "DETAIL-OF-THE-VERIFIER",
                "evidence_refs": [
                    evidence.model_dump(exclude={"matched_text"}) | {"note": "as quoted"}
                    for evidence in outcome.verified_evidence
                    if evidence.claim_id == each.claim_id
                ],
            }
            for each in outcome.verified_executor_output.claims
        ],
        "facts_checked": [],
        "rationale": "RATIONALE-OF-THE-VERIFIER",
    }
