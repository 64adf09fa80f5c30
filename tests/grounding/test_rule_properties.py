"""What must hold of gatekeeper, verification and filter for any input at all."""

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from superbiz_agent.contracts.base import (
    SEVERITY_ORDER,
    VERDICT_ORDER,
    VERIFICATION_ORDER,
    Verification,
)
from superbiz_agent.contracts.executor import CLAIM_ID
from superbiz_agent.grounding.comparison.engine import fact_gaps
from superbiz_agent.grounding.evidence.names import evidence_names
from superbiz_agent.grounding.gatekeeping.gatekeeper import check_executor_output
from superbiz_agent.grounding.screening.screen import screen
from superbiz_agent.grounding.verification.normalisation import normalise_checks
from tests.grounding.evidence_rows import (
    ALERT,
    FAILED,
    FOREIGN,
    KNOWLEDGE,
    LOG,
    LOGS,
    METRICS,
    NOTHING,
    OLD,
    OTHER_LOG,
    RUNBOOK,
    SESSION,
    output,
)

RULES = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
ALL_ROWS = [METRICS, LOGS, KNOWLEDGE, NOTHING, FAILED, FOREIGN, OLD]
STORED = {
    (row["id"], reference["raw_path"]): reference["text"]
    for row in ALL_ROWS
    if row["session_id"] == SESSION and row["status"] == "ok"
    for reference in row["retrieval_details"].get("evidence_refs", [])
}

texts = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        [ALERT, LOG, OTHER_LOG, RUNBOOK, "order-service is at 91%.", "no errors", "99%", "\ud800"]
    ),
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=12,
)
ids = st.one_of(st.integers(-1, 9), st.sampled_from(["1", "2", " 1", "9" * 30, True, 1.0, None]))
paths = st.sampled_from(
    ["$.alerts[0]", "$.logs[0]", "$.logs[1]", "$.evidence_blocks[0]", "$.search", "$.logs[9]", "$"]
)
tool_names = st.sampled_from(["query_metrics", "query_logs", "lookup_knowledge", "x"])


def mostly(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """``strategy``, and now and then anything."""
    return st.one_of(strategy, strategy, strategy, json_values)


bindings = st.fixed_dictionaries(
    {
        "tool_name": mostly(tool_names),
        "source_invocation_id": mostly(ids),
        "raw_path": mostly(paths),
        "evidence_excerpt": mostly(texts),
    },
    optional={"source_invocation_ids": mostly(st.lists(ids, max_size=2)), "extra": json_values},
)
true_bindings = st.sampled_from(
    [
        ("query_metrics", 1, "$.alerts[0]"),
        ("query_logs", 2, "$.logs[0]"),
        ("lookup_knowledge", 3, "$.evidence_blocks[0]"),
        ("query_logs", 4, "$.search"),
    ]
).map(
    lambda cited: {
        "tool_name": cited[0],
        "source_invocation_id": cited[1],
        "raw_path": cited[2],
        "evidence_excerpt": STORED[cited[1:]],
    }
)
claims = st.fixed_dictionaries(
    {
        "claim_id": mostly(st.sampled_from([f"claim-{number}" for number in range(1, 5)])),
        "claim_text": mostly(texts),
        "claim_type": mostly(
            st.sampled_from(
                ["observation", "negative_observation", "inference", "root_cause", "knowledge"]
            )
        ),
        "evidence_bindings": mostly(st.lists(true_bindings | mostly(bindings), max_size=3)),
    }
)
outputs = st.fixed_dictionaries(
    {
        "answer_version": mostly(st.just("executor_evidence_v2")),
        "claims": mostly(st.lists(mostly(claims), max_size=4)),
        "hypotheses": mostly(
            st.lists(
                st.fixed_dictionaries(
                    {"hypothesis_id": st.sampled_from(["h-1", "h-2"]), "hypothesis_text": texts}
                ),
                max_size=2,
            )
        ),
        "recommended_actions": mostly(
            st.lists(st.fixed_dictionaries({"action_text": texts, "reason": texts}), max_size=2)
        ),
        "missing_info": mostly(st.lists(texts, max_size=3)),
    }
)
replies = st.fixed_dictionaries(
    {
        "verdict": mostly(st.sampled_from(VERDICT_ORDER)),
        "claim_checks": mostly(
            st.lists(
                st.fixed_dictionaries(
                    {
                        "claim_id": st.sampled_from([f"claim-{number}" for number in range(1, 5)]),
                        "verification": mostly(st.sampled_from(VERIFICATION_ORDER)),
                        "evidence_refs": mostly(
                            st.lists(
                                st.fixed_dictionaries(
                                    {
                                        "claim_id": st.sampled_from(["claim-1", "claim-2"]),
                                        "source_invocation_id": ids,
                                        "tool_name": tool_names,
                                        "raw_path": paths,
                                    }
                                ),
                                max_size=3,
                            )
                        ),
                    }
                ),
                max_size=4,
            )
        ),
    }
)


@RULES
@given(raw=json_values | outputs | texts, rows=json_values | st.just(ALL_ROWS))
def test_the_gatekeeper_takes_anything(raw: Any, rows: Any) -> None:
    outcome = check_executor_output(raw, rows, session_id=SESSION, original_query="logs?")
    assert "gatekeeper.internal" not in outcome.gatekeeper_result.failed_rules
    json.loads(outcome.model_dump_json())


@RULES
@given(raw=outputs)
def test_verified_evidence_is_stored_text_of_this_session_byte_for_byte(raw: Any) -> None:
    outcome = check_executor_output(raw, ALL_ROWS, session_id=SESSION)
    for each in outcome.verified_evidence:
        assert STORED[each.source_invocation_id, each.raw_path] == each.matched_text
    bound = {each.claim_id for each in outcome.verified_evidence}
    assert bound == {each.claim_id for each in outcome.verified_executor_output.claims}


@RULES
@given(raw=outputs)
def test_status_severity_and_ceiling_follow_from_the_findings(raw: Any) -> None:
    outcome = check_executor_output(raw, ALL_ROWS, session_id=SESSION)
    result = outcome.gatekeeper_result
    severities = [error.severity for error in result.errors]
    assert result.severity == max(severities, key=SEVERITY_ORDER.index, default="none")
    assert result.status == ("fail" if severities else "warn" if result.warnings else "pass")
    ceilings = {"none": "PASS", "low_confid": "LOW_CONFID", "reject": None}
    assert outcome.verdict_ceiling == ceilings[result.severity]
    assert set(result.failed_rules) == {error.rule_id for error in result.errors}


@RULES
@given(first=st.lists(claims, max_size=2), more=st.lists(claims, max_size=2))
def test_another_claim_never_raises_the_ceiling(first: list[Any], more: list[Any]) -> None:
    def severity(stated: list[Any]) -> int:
        outcome = check_executor_output(output(*stated), ALL_ROWS, session_id=SESSION)
        return SEVERITY_ORDER.index(outcome.gatekeeper_result.severity)

    assert severity([*first, *more]) >= severity(first)


@RULES
@given(raw=outputs, reply=replies | json_values | texts)
def test_normalising_never_raises_a_check_or_a_verdict(raw: Any, reply: Any) -> None:
    outcome = check_executor_output(raw, ALL_ROWS, session_id=SESSION)
    result = normalise_checks(reply, outcome, original_query="logs?", invocations=ALL_ROWS)
    assert result.problem is None or "report this" not in result.problem
    written = reply.get("claim_checks") if isinstance(reply, dict) else None
    for check in result.claim_checks:
        asked = [
            each.get("verification")
            for each in (written if isinstance(written, list) else [])
            if isinstance(each, dict) and each.get("claim_id") == check.claim_id
        ]
        known = [level for level in asked if level in VERIFICATION_ORDER]
        assert rank(check.verification) <= min(map(rank, known), default=rank("unsupported"))
    ceiling = outcome.verdict_ceiling or "REJECT"
    assert VERDICT_ORDER.index(result.effective_verdict) <= VERDICT_ORDER.index(ceiling)
    assert 0.0 <= result.groundedness_score <= 1.0


def rank(level: Verification) -> int:
    """Place in the order of verifications, worst first."""
    return VERIFICATION_ORDER.index(level)


@RULES
@given(raw=outputs, reply=replies)
def test_no_unverified_typed_fact_gets_through_the_filter(raw: Any, reply: Any) -> None:
    question = "What about order-service?"
    outcome = check_executor_output(raw, ALL_ROWS, session_id=SESSION, original_query=question)
    result = normalise_checks(reply, outcome, original_query=question, invocations=ALL_ROWS)
    screened = screen(raw, outcome, result, original_query=question, invocations=ALL_ROWS)
    material = screened.composer_input
    assert "screening failed" not in screened.model_dump_json()
    names = evidence_names(ALL_ROWS)
    evidence = [each.matched_text for each in outcome.verified_evidence]
    for allowed in material.allowed_claims:
        own = [
            each.matched_text
            for each in outcome.verified_evidence
            if each.claim_id == allowed.claim_id
        ]
        context = [*own, "service=order-service", "source=app.log"]
        assert fact_gaps(allowed.claim_text, context, names=names) == []
    for unchecked in raw["hypotheses"] if isinstance(raw["hypotheses"], list) else []:
        if isinstance(unchecked, dict) and material.allowed_hypotheses:
            shown = {each.hypothesis_text for each in material.allowed_hypotheses}
            text = unchecked.get("hypothesis_text")
            if text in shown:
                assert fact_gaps(text, [*evidence, question], names=names) == []
    if material.verdict == "REJECT":
        assert material.allowed_hypotheses == []
        assert {each.status for each in material.allowed_claims} <= {"confirmed"}
    if material.verdict == "LOW_CONFID":
        assert material.missing_info


@RULES
@given(raw=outputs)
def test_every_claim_is_either_checked_or_listed_as_withheld(raw: Any) -> None:
    outcome = check_executor_output(raw, ALL_ROWS, session_id=SESSION)
    result = normalise_checks(None, outcome, original_query="", invocations=ALL_ROWS)
    screened = screen(raw, outcome, result, original_query="", invocations=ALL_ROWS)
    stated = raw["claims"] if isinstance(raw["claims"], list) else []
    listed = [each for each in screened.withheld if each.kind == "claim"]
    assert len(listed) == len(stated)
    assert all(each.id.startswith(("claim-", "claims[")) for each in listed)
    assert CLAIM_ID.startswith("^claim-")
