"""The offline model as verifier: each claim judged by its own evidence, and by that alone."""

from collections.abc import Sequence
from typing import Any

import pytest
from offline_incident import MEMORY, SINCE, TIMEOUT, UNTIL, ask, execute, verify

from superbiz_agent.contracts.schema import schema_findings
from superbiz_agent.grounding.verification.normalisation import normalise_checks

SEARCH = (
    'search for "checkout" in logs, window 2026-07-07T09:30:00Z to 2026-07-07T10:30:00Z: '
    "matched=0, truncated=no, answered=yes"
)
CUT_OFF = SEARCH.replace("truncated=no", "truncated=yes")


def judge(
    text: str, *evidence: str, claim_type: str = "observation", question: str = "order-service?"
) -> dict[str, Any]:
    """The verifier's reply to one claim over ``evidence``."""
    bound = [
        {
            "tool_name": "query_logs",
            "source_invocation_id": number,
            "raw_path": "$.search" if source.startswith("search for") else f"$.logs[{number}]",
        }
        for number, source in enumerate(evidence, start=1)
    ]
    claim = {
        "claim_id": "claim-1",
        "claim_text": text,
        "claim_type": claim_type,
        "evidence_bindings": bound,
    }
    return ask(
        {
            "diagnosis_context": question,
            "verified_executor_output": {"claims": [claim]},
            "verified_evidence": [
                {"claim_id": "claim-1", **binding, "matched_text": source}
                for binding, source in zip(bound, evidence, strict=True)
            ],
            "gatekeeper_audit": {"status": "pass", "severity": "none"},
            "verdict_ceiling": "PASS",
            "retry_context": None,
        }
    )


@pytest.mark.parametrize(
    ("text", "evidence", "expected"),
    [
        (
            "order-service logged “request timed out after 30000ms”.",
            [TIMEOUT],
            "direct_observation",
        ),
        (
            "billing logged this ERROR record: “Job failed” with “java.lang.Error: Heap space”.",
            ["ERROR billing Job failed\\njava.lang.Error: Heap space\\n\\tat a.B.c (b.log:7)"],
            "direct_observation",
        ),
        (
            "billing 记录了 ERROR 日志：“任务失败”，其后是“java.lang.Error: Heap space”。",
            ["ERROR billing 任务失败\\njava.lang.Error: Heap space (b.log:7)"],
            "direct_observation",
        ),
        ("HighMemoryUsage is firing at 91%.", [MEMORY], "direct_observation"),
        ("告警 HighMemoryUsage 的状态是 firing，当前 91%。", [MEMORY], "direct_observation"),
        ("HighMemoryUsage 到 91% 惊动了值班人员。", [MEMORY], "reasonable_inference"),
        ("HighMemoryUsage woke the release team.", [MEMORY], "reasonable_inference"),
        ("order-service was rolled back by the release team.", [TIMEOUT], "reasonable_inference"),
        ("HighMemoryUsage is firing at 95%.", [MEMORY], "external_unknown"),
        ("checkout-service logged “request timed out”.", [TIMEOUT], "external_unknown"),
        ("HighMemoryUsage for order-service is resolved.", [MEMORY], "contradicted"),
        ("It is confirmed that HighMemoryUsage is firing.", [MEMORY], "overstated"),
        ("HighMemoryUsage is firing because of the deploy.", [MEMORY], "overstated"),
        ("Something else happened.", [TIMEOUT], "unsupported"),
        ("发布过程中出现了问题。", [TIMEOUT], "unsupported"),
        ("order-service logged nothing about checkout.", [TIMEOUT], "unsupported"),
        ("HighMemoryUsage is firing.", [], "unsupported"),
    ],
)
def test_an_observation_is_judged_by_facts_polarity_and_words(
    text: str, evidence: Sequence[str], expected: str
) -> None:
    check = judge(text, *evidence)["claim_checks"][0]
    assert check["verification"] == expected, check["detail"]


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [(SEARCH, "direct_observation"), (CUT_OFF, "unsupported"), (TIMEOUT, "external_unknown")],
)
def test_an_absence_needs_an_answered_whole_search(evidence: str, expected: str) -> None:
    text = f'Searched logs for "checkout", window {SINCE} to {UNTIL}: matched no record.'
    reply = judge(text, evidence, claim_type="negative_observation")
    assert reply["claim_checks"][0]["verification"] == expected


@pytest.mark.parametrize(
    ("text", "evidence", "expected"),
    [
        ("Likely cause: “active=50/50” in order-service.", TIMEOUT, "reasonable_inference"),
        ("Root cause: order-service uses 91% of its memory.", MEMORY, "overstated"),
        ("The confirmed sole root cause is “active=50/50”.", TIMEOUT, "overstated"),
        ("Root cause: conn=77 of order-service.", TIMEOUT, "external_unknown"),
    ],
)
def test_a_root_cause_is_an_inference_at_best(text: str, evidence: str, expected: str) -> None:
    reply = judge(text, evidence, claim_type="root_cause")
    assert reply["claim_checks"][0]["verification"] == expected


def test_evidence_of_another_claim_does_not_count() -> None:
    binding = {"tool_name": "query_logs", "source_invocation_id": 1, "raw_path": "$.logs[0]"}
    claim = {
        "claim_id": "claim-1",
        "claim_text": "order-service logged “request timed out after 30000ms”.",
        "claim_type": "observation",
        "evidence_bindings": [binding],
    }
    reply = ask(
        {
            "diagnosis_context": "order-service?",
            "verified_executor_output": {"claims": [claim]},
            "verified_evidence": [{"claim_id": "claim-2", **binding, "matched_text": TIMEOUT}],
            "gatekeeper_audit": {"status": "pass", "severity": "none"},
            "verdict_ceiling": "PASS",
        }
    )
    assert reply["claim_checks"][0]["verification"] == "unsupported"
    assert reply["verdict"] == "LOW_CONFID"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("HighMemoryUsage is firing at 91%.", "PASS"),
        ("HighMemoryUsage is firing at 95%.", "LOW_CONFID"),
        ("HighMemoryUsage for order-service is resolved.", "REJECT"),
    ],
)
def test_the_verdict_follows_from_the_checks(text: str, verdict: str) -> None:
    assert judge(text, MEMORY)["verdict"] == verdict


@pytest.mark.parametrize(
    "question",
    [
        "order-service 现在是什么情况？",
        "Why is order-service failing?",
        "HikariCP 连接池是不是耗尽了?",
    ],
)
def test_code_lowers_no_check_of_an_honest_run(question: str) -> None:
    run = execute(question)
    reply = verify(run)
    assert schema_findings("verifier_reply", reply) == []
    result = normalise_checks(
        reply, run.outcome(), original_query=question, invocations=run.invocations
    )
    assert result.problem is None
    assert result.effective_verdict == "PASS"
    assert result.groundedness_score == reply["groundedness_score"]
    given = {check["claim_id"]: check["verification"] for check in reply["claim_checks"]}
    assert {check.claim_id: check.verification for check in result.claim_checks} == given


def test_without_claims_there_is_no_pass() -> None:
    reply = ask(
        {
            "diagnosis_context": "order-service?",
            "verified_executor_output": {"claims": []},
            "verified_evidence": [],
            "gatekeeper_audit": {"status": "pass", "severity": "none"},
            "verdict_ceiling": "PASS",
        }
    )
    assert reply["verdict"] == "LOW_CONFID"
    assert reply["groundedness_score"] == 0.0
