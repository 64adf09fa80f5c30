"""The gatekeeper hook design: deterministic failures are found before the verifier reasons."""

from collections.abc import Callable
from typing import Any

import pytest

from superbiz_agent.grounding import check_executor_output
from superbiz_agent.grounding.gatekeeping import gatekeeper
from tests.graph.conftest import MEMORY_CLAIM, Bench, cited
from tests.graph.conftest import claim as chain_claim
from tests.grounding.evidence_rows import (
    FOREIGN,
    METRICS,
    QUESTION,
    ROWS,
    SESSION,
    binding,
    checked,
    claim,
    findings,
    kept_claims,
    log_binding,
    output,
)
from tests.requirements.chain_scripts import (
    COLLECT,
    asked_of,
    checking,
    claiming,
    evaluation_of,
    memory,
    only_once,
    pool,
    stored_lines,
    texts_of,
)

MakeBench = Callable[..., Bench]
SCHEMA, PRESENT = "schema.executor_v2", "evidence.binding_present"
REFERENCE, PATH = "evidence.invocation_ref", "evidence.raw_path"
LOW, REJECT = "low_confid", "reject"
MARKER = "ZEBRA-4711"
SOUND = claim(binding())
SECOND = claim(log_binding(), number=2, text="order-service has active=50/50.")


def broken(**changes: Any) -> dict[str, Any]:
    """A sound output with fields replaced; ``...`` leaves one out."""
    return {key: value for key, value in (output(SOUND) | changes).items() if value is not ...}


# --- Context: what a valid JSON object may still contain -----------------------------------------


def with_binding(**changes: Any) -> Callable[[Any], dict[str, Any]]:
    """Two claims, the second bound with these changes to the alert."""

    def answer(messages: Any) -> dict[str, Any]:
        changed = {**cited(messages, "HighMemoryUsage firing"), **changes}
        kept = {key: value for key, value in changed.items() if value is not ...}
        second = chain_claim(2, f"{MARKER}: {MEMORY_CLAIM}", kept)
        return claiming(memory, lambda _: second)(messages)

    return answer


def unbound(messages: Any) -> dict[str, Any]:
    return claiming(memory, lambda _: chain_claim(2, f"{MARKER} is slow."))(messages)


FAILURES: dict[str, tuple[Any, str, str]] = {
    "diagnosis_summary": (claiming(memory, diagnosis_summary=MARKER), SCHEMA, "LOW_CONFID"),
    "user_facing_answer": (claiming(memory, user_facing_answer=MARKER), SCHEMA, "LOW_CONFID"),
    "wrong version": (claiming(memory, answer_version="executor_v1"), SCHEMA, "LOW_CONFID"),
    "no version": (claiming(memory, answer_version=None), SCHEMA, "LOW_CONFID"),
    "empty bindings": (unbound, PRESENT, "LOW_CONFID"),
    "fabricated ids": (
        with_binding(source_invocation_id=..., source_invocation_ids=[99_999]),
        REFERENCE,
        "REJECT",
    ),
    "another tool": (with_binding(tool_name="query_logs"), REFERENCE, "REJECT"),
}


@pytest.mark.parametrize(("answer", "rule", "verdict"), FAILURES.values(), ids=FAILURES.keys())
def test_deterministic_failures_are_handled_before_the_verifier(
    bench: MakeBench, answer: Any, rule: str, verdict: str
) -> None:
    chain = bench(**only_once(executor=[*COLLECT, answer, answer]))
    result = chain.ask()
    audit = evaluation_of(chain, result)["gatekeeper_result"]
    assert (audit["status"], audit["failed_rules"]) == ("fail", [rule])
    assert result["verdict"] == verdict
    assert MARKER not in result["answer"]
    assert len(chain.model.calls_of("verifier")) == (verdict == "LOW_CONFID")


# --- Gatekeeper output ---------------------------------------------------------------------------


def test_gatekeeper_output_is_the_documented_object() -> None:
    result = checked(claim(binding(99))).gatekeeper_result.model_dump(mode="json")
    assert result["status"] == "fail"
    assert result["failed_rules"] == [REFERENCE]
    assert result["warnings"] == []
    [error] = result["errors"]
    assert error["rule_id"] == REFERENCE
    assert error["target"] == "claims[0].evidence_bindings[0]"
    assert "not found in this session" in error["message"]


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (output(SOUND), "pass"),
        (output(SOUND, note="x"), "warn"),
        (output(claim(binding(...))), "warn"),
        (output(claim(binding(99)), note="x"), "fail"),
        (output(claim()), "fail"),
    ],
    ids=["nothing", "a warning", "an auto-fill", "a warning and a failure", "a failure"],
)
def test_status_is_fail_before_warn_before_pass(raw: dict[str, Any], status: str) -> None:
    outcome = check_executor_output(raw, ROWS, session_id=SESSION)
    assert outcome.gatekeeper_result.status == status


# --- Rule: schema.executor_v2 --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "target"),
    [
        (None, "output"),
        ("not JSON", "output"),
        (broken(answer_version=...), "answer_version"),
        (broken(answer_version="executor_evidence_v1"), "answer_version"),
        (broken(claims={}), "claims"),
        (broken(claims="none"), "claims"),
        (broken(claims=...), "claims"),
        (broken(diagnosis_summary="all is well"), "diagnosis_summary"),
        (broken(user_facing_answer="all is well"), "user_facing_answer"),
        (broken(hypotheses=...), "hypotheses"),
        (broken(hypotheses={}), "hypotheses"),
        (broken(recommended_actions=...), "recommended_actions"),
        (broken(recommended_actions="restart"), "recommended_actions"),
        (broken(missing_info=...), "missing_info"),
        (broken(missing_info="nothing"), "missing_info"),
    ],
)
def test_schema_rule_fails(raw: Any, target: str) -> None:
    outcome = check_executor_output(raw, ROWS, session_id=SESSION)
    errors = outcome.gatekeeper_result.errors
    assert [(error.rule_id, error.target) for error in errors] == [(SCHEMA, target)]
    assert outcome.gatekeeper_result.status == "fail"


@pytest.mark.parametrize("field", ["claim_id", "claim_text", "claim_type", "evidence_bindings"])
def test_schema_rule_fails_where_a_claim_misses_a_required_field(field: str) -> None:
    lacking = {key: value for key, value in SOUND.items() if key != field}
    outcome = checked(lacking, SECOND)
    assert (SCHEMA, LOW) in findings(outcome)
    assert kept_claims(outcome) == ["claim-2"]


def test_a_claim_with_empty_bindings_fails() -> None:
    """The contract gives this failure a rule of its own."""
    outcome = checked(claim(), SECOND)
    assert findings(outcome) == [(PRESENT, LOW)]
    assert kept_claims(outcome) == ["claim-2"]


def test_missing_arrays_fail_and_are_not_normalised() -> None:
    raw = broken(hypotheses=..., recommended_actions=..., missing_info=...)
    outcome = check_executor_output(raw, ROWS, session_id=SESSION)
    targets = [error.target for error in outcome.gatekeeper_result.errors]
    assert targets == ["hypotheses", "recommended_actions", "missing_info"]


# --- Rule: evidence.invocation_ref ---------------------------------------------------------------


@pytest.mark.parametrize("ids", [..., [], None])
def test_invocation_rule_fails_where_no_id_is_given_and_none_can_be_filled(ids: Any) -> None:
    second = {**METRICS, "id": 8}
    cited_nothing = binding(..., source_invocation_ids=ids)
    lacking = {key: value for key, value in cited_nothing.items() if value is not ...}
    outcome = checked(claim(lacking), rows=[METRICS, second])
    assert findings(outcome) == [(REFERENCE, LOW)]
    assert kept_claims(outcome) == []


@pytest.mark.parametrize(
    "reference",
    [
        binding(99),
        binding(6, "$.logs[0]", FOREIGN["retrieval_details"]["evidence_refs"][0]["text"],
                "query_logs"),
        binding(..., source_invocation_ids=[99]),
        binding(..., source_invocation_ids=[1, 99]),
    ],
    ids=["unknown", "of another session", "legacy, unknown", "legacy, one unknown"],
)  # fmt: skip
def test_invocation_rule_fails_for_an_id_that_is_not_in_the_session(
    reference: dict[str, Any],
) -> None:
    outcome = checked(claim(reference))
    assert (REFERENCE, REJECT) in findings(outcome)
    assert outcome.verified_evidence == []


@pytest.mark.parametrize("tool_name", ["query_logs", "lookup_knowledge", "run_shell"])
def test_invocation_rule_fails_where_the_tool_is_not_the_invocations(tool_name: str) -> None:
    outcome = checked(claim(binding(tool_name=tool_name)))
    assert findings(outcome) == [(REFERENCE, REJECT)]


@pytest.mark.parametrize("bindings", [..., [], [binding(99, "$.alerts[77]", MARKER)]])
def test_bindings_of_recommended_actions_are_optional_and_never_fail(bindings: Any) -> None:
    action = {"action_text": "Collect logs.", "reason": "To see.", "evidence_bindings": bindings}
    given = {key: value for key, value in action.items() if value is not ...}
    outcome = checked(SOUND, recommended_actions=[given])
    assert (outcome.gatekeeper_result.status, findings(outcome)) == ("pass", [])
    assert [each.source_invocation_id for each in outcome.verified_evidence] == [1]


# --- Integration ---------------------------------------------------------------------------------


def test_the_verifier_payload_carries_the_gatekeeper_result(bench: MakeBench) -> None:
    chain = bench(**only_once(executor=[*COLLECT, unbound]))
    result = chain.ask()
    given = asked_of(chain, "verifier")["gatekeeper_audit"]
    assert given["status"] == "fail" and given["failed_rules"] == [PRESENT]
    assert given == evaluation_of(chain, result)["gatekeeper_result"]


def test_the_gatekeeper_result_is_persisted_in_the_verifier_evaluation(bench: MakeBench) -> None:
    chain = bench(**only_once(executor=[*COLLECT, unbound]))
    stored = chain.store.session(chain.ask()["session_id"]).self_evaluation or {}
    assert stored["verifier_evaluation"]["gatekeeper_result"]["failed_rules"] == [PRESENT]


def test_the_gatekeeper_fails_closed_when_it_throws(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_rule(*_: Any) -> Any:
        raise RuntimeError(MARKER)

    monkeypatch.setattr(gatekeeper, "claim_findings", broken_rule)
    outcome = checked(SOUND)
    result = outcome.gatekeeper_result
    assert (result.status, result.failed_rules) == ("fail", ["gatekeeper.internal"])
    assert (outcome.verified_evidence, outcome.verdict_ceiling) == ([], "LOW_CONFID")
    assert MARKER not in result.model_dump_json()


def test_a_gatekeeper_that_throws_does_not_drop_validation(
    bench: MakeBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_rule(*_: Any) -> Any:
        raise RuntimeError(MARKER)

    monkeypatch.setattr(gatekeeper, "claim_findings", broken_rule)
    chain = bench(**only_once(executor=[*COLLECT, claiming(memory, pool)], composer=["nonsense"]))
    result = chain.ask(QUESTION)
    assert result["verdict"] == "LOW_CONFID"
    assert result["references"] == [] and MEMORY_CLAIM not in result["answer"]
    audit = evaluation_of(chain, result)["gatekeeper_result"]
    assert audit["failed_rules"] == ["gatekeeper.internal"]


@pytest.mark.parametrize("session_id", ["", None])
def test_without_a_session_the_reference_fails_clearly(session_id: Any) -> None:
    outcome = checked(SOUND, session_id=session_id)
    assert findings(outcome) == [(REFERENCE, LOW)]
    [error] = outcome.gatekeeper_result.errors
    assert "no session" in error.message
    assert outcome.verified_evidence == []


@pytest.mark.parametrize("claims_verdict", ["PASS", "LOW_CONFID"])
def test_a_verifier_that_ignores_the_gatekeeper_changes_nothing(
    bench: MakeBench, claims_verdict: str
) -> None:
    chain = bench(**only_once(executor=[*COLLECT, unbound], verifier=[checking(claims_verdict)]))
    result = chain.ask()
    audit = evaluation_of(chain, result)
    assert audit["model_verdict"] == claims_verdict
    assert (audit["verdict_ceiling"], result["verdict"]) == ("LOW_CONFID", "LOW_CONFID")


def test_the_audit_of_the_gatekeeper_holds_no_executor_text(bench: MakeBench) -> None:
    answer = with_binding(raw_path=f"$.{MARKER}[0]", evidence_excerpt=f"{MARKER} is at 97%")
    chain = bench(**only_once(executor=[*COLLECT, answer], composer=["nonsense"]))
    result = chain.ask()
    assert result["verdict"] == "REJECT"
    audit = texts_of(evaluation_of(chain, result)["gatekeeper_result"])
    assert "evidence.raw_path" in audit
    assert MARKER not in audit
    assert not [line for line in stored_lines(chain, result) if line in audit]
