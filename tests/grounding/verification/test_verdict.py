"""Contract section 5: critical claims, score, verdicts and the compatibility view, by code."""

from typing import Any

import pytest

from superbiz_agent.contracts.base import VERDICT_ORDER, ClaimType, Verification
from superbiz_agent.contracts.gatekeeper import VerifiedClaim
from superbiz_agent.contracts.verifier import ClaimCheck
from superbiz_agent.grounding.verification.normalisation import normalise_checks
from superbiz_agent.grounding.verification.verdict import (
    computed_verdict,
    critical_claims,
    fact_checks,
    groundedness_score,
)
from tests.grounding.evidence_rows import ROWS, binding, checked, claim, judgement, log_binding, row

DIRECT, INFERENCE, OVERSTATED = "direct_observation", "reasonable_inference", "overstated"
UNSUPPORTED, EXTERNAL, CONTRADICTED = "unsupported", "external_unknown", "contradicted"


def checks(*levels: Verification) -> list[ClaimCheck]:
    """One check a level: claim-1, claim-2 ..."""
    return [
        ClaimCheck(
            claim_id=f"claim-{number}",
            claim_text=f"text {number}",
            claim_type="observation",
            verification=level,
            detail="",
            evidence_refs=[],
        )
        for number, level in enumerate(levels, start=1)
    ]


def ids(*numbers: int) -> frozenset[str]:
    """claim-N for each number."""
    return frozenset(f"claim-{number}" for number in numbers)


SCORES: dict[str, tuple[list[Verification], frozenset[str], float]] = {
    "direct": ([DIRECT], ids(1), 1.0),
    "inference": ([INFERENCE], ids(1), 0.6),
    "overstated": ([OVERSTATED], ids(1), 0.3),
    "unsupported": ([UNSUPPORTED], ids(1), 0.0),
    "external_unknown": ([EXTERNAL], ids(1), 0.0),
    "a mean": ([DIRECT, INFERENCE], ids(1, 2), 0.8),
    "two decimals": ([DIRECT, INFERENCE, OVERSTATED], ids(1, 2, 3), 0.63),
    "half up": ([DIRECT] * 3 + [UNSUPPORTED] * 5, ids(*range(1, 9)), 0.38),
    "half up where floats round down": (
        [OVERSTATED] + [DIRECT] + [UNSUPPORTED] * 2,
        ids(1, 2, 3, 4),
        0.33,
    ),
    "critical ones alone": ([DIRECT, UNSUPPORTED], ids(1), 1.0),
    "a critical contradiction": ([DIRECT, CONTRADICTED], ids(1, 2), 0.0),
    "a contradiction that is not critical": ([DIRECT, CONTRADICTED], ids(1), 1.0),
    "no critical claim": ([DIRECT], ids(), 0.0),
    "no claim": ([], ids(), 0.0),
}


@pytest.mark.parametrize(("levels", "critical", "score"), SCORES.values(), ids=SCORES.keys())
def test_score(levels: list[Verification], critical: frozenset[str], score: float) -> None:
    assert groundedness_score(checks(*levels), critical) == score


VERDICTS: dict[str, tuple[list[Verification], frozenset[str], str]] = {
    "all critical direct": ([DIRECT, DIRECT], ids(1, 2), "PASS"),
    "one direct, one inference": ([DIRECT, INFERENCE], ids(1, 2), "PASS"),
    "inference alone": ([INFERENCE, INFERENCE], ids(1, 2), "LOW_CONFID"),
    "the only direct one is not critical": ([DIRECT, INFERENCE], ids(2), "LOW_CONFID"),
    "a critical contradiction": ([DIRECT, CONTRADICTED], ids(2), "REJECT"),
    "another contradiction": ([DIRECT, CONTRADICTED], ids(1), "LOW_CONFID"),
    "critical overstated": ([DIRECT, OVERSTATED], ids(1, 2), "LOW_CONFID"),
    "another overstated": ([DIRECT, OVERSTATED], ids(1), "LOW_CONFID"),
    "another unsupported": ([DIRECT, UNSUPPORTED], ids(1), "LOW_CONFID"),
    "another external_unknown": ([DIRECT, EXTERNAL], ids(1), "LOW_CONFID"),
    "no critical claim": ([DIRECT], ids(), "LOW_CONFID"),
    "no claim": ([], ids(), "LOW_CONFID"),
}


@pytest.mark.parametrize(("levels", "critical", "verdict"), VERDICTS.values(), ids=VERDICTS.keys())
def test_computed_verdict(
    levels: list[Verification], critical: frozenset[str], verdict: str
) -> None:
    assert computed_verdict(checks(*levels), critical) == verdict


@pytest.mark.parametrize("model", VERDICT_ORDER)
@pytest.mark.parametrize("is_capped", [False, True])
def test_the_effective_verdict_is_the_lowest_of_model_computed_and_ceiling(
    model: str, is_capped: bool
) -> None:
    gap = {"missing_info": None} if is_capped else {}
    outcome = checked(claim(binding()), **gap)
    result = normalise_checks(
        judgement(outcome, model), outcome, original_query="memory?", invocations=ROWS
    )
    assert (result.model_verdict, result.computed_verdict) == (model, "PASS")
    expected = min(model, "LOW_CONFID" if is_capped else "PASS", key=VERDICT_ORDER.index)
    assert result.effective_verdict == expected


def test_a_computed_reject_stands_over_a_models_pass() -> None:
    outcome = checked(claim(binding()))
    reply = judgement(outcome, "PASS", claim_1=CONTRADICTED)
    result = normalise_checks(reply, outcome, original_query="", invocations=ROWS)
    assert (result.computed_verdict, result.effective_verdict) == ("REJECT", "REJECT")
    assert result.groundedness_score == 0.0


FACT_LEVELS: dict[Verification, str] = {
    DIRECT: "direct_evidence",
    INFERENCE: "indirect_support",
    OVERSTATED: "indirect_support",
    UNSUPPORTED: "no_evidence",
    EXTERNAL: "no_evidence",
    CONTRADICTED: "contradicted",
}


@pytest.mark.parametrize(("level", "expected"), FACT_LEVELS.items())
def test_facts_checked(level: Verification, expected: str) -> None:
    facts = fact_checks(checks(level, level), ids(2))
    assert [(fact.claim_id, fact.is_critical) for fact in facts] == [
        ("claim-1", False),
        ("claim-2", True),
    ]
    assert [fact.verification for fact in facts] == [expected, expected]
    assert facts[0].fact == "text 1"


# --- what is critical ----------------------------------------------------------------------------


def stated(number: int, text: str, claim_type: ClaimType = "observation") -> VerifiedClaim:
    """A verified claim without bindings."""
    return VerifiedClaim(
        claim_id=f"claim-{number}", claim_text=text, claim_type=claim_type, evidence_bindings=[]
    )


MEMORY = stated(1, "order-service memory is at 91%.")
QUEUE = stated(2, "The queue of billing-service has a backlog.", "negative_observation")
CAUSE = stated(3, "A leak in the gateway.", "root_cause")
RUNBOOK = stated(4, "Compare maximumPoolSize with the waiting threads.", "knowledge")

CRITICAL: dict[str, tuple[list[VerifiedClaim], str, frozenset[str]]] = {
    "a shared entity": ([MEMORY, QUEUE], "What about order-service?", ids(1)),
    "a shared metric": ([MEMORY, QUEUE], "Is memory high?", ids(1)),
    "a shared metric in another language": ([MEMORY, QUEUE], "内存是不是太高了？", ids(1)),
    "a shared error": (
        [MEMORY, stated(2, "请求超时 30000ms。", "inference")],
        "Why do requests time out?",
        ids(2),
    ),
    "another entity is no shared entity": (
        [MEMORY, QUEUE],
        "What about order-service-canary?",
        ids(1, 2),
    ),
    "nothing shared": ([MEMORY, QUEUE], "Is disk full?", ids(1, 2)),
    "a question that names nothing": ([MEMORY, QUEUE], "What happened?", ids(1, 2)),
    "a root cause always": ([MEMORY, CAUSE], "Is memory high?", ids(1, 3)),
    "no knowledge in an incident question": ([MEMORY, RUNBOOK], "Is memory high?", ids(1)),
    "no knowledge, though it alone is there": ([RUNBOOK], "Is the pool exhausted?", ids()),
    "knowledge in a knowledge question": (
        [RUNBOOK],
        "What does the runbook say about pools?",
        ids(4),
    ),
    "knowledge in a Chinese knowledge question": ([RUNBOOK], "连接池耗尽怎么处理？", ids(4)),
}


@pytest.mark.parametrize(("claims", "question", "expected"), CRITICAL.values(), ids=CRITICAL.keys())
def test_critical_claims(
    claims: list[VerifiedClaim], question: str, expected: frozenset[str]
) -> None:
    assert critical_claims(claims, question, []) == expected


def test_a_plain_word_is_an_entity_once_the_evidence_names_it() -> None:
    claims = [stated(1, "checkout answers 503."), stated(2, "billing restarts.")]
    assert critical_claims(claims, "What about checkout?", ["checkout"]) == ids(1)


def test_a_models_is_critical_decides_nothing() -> None:
    rows = [*ROWS, row(8, "query_logs", {"$.logs[0]": "ERROR billing queue has a backlog"})]
    backlog = binding(8, "$.logs[0]", "ERROR billing queue has a backlog", "query_logs")
    outcome = checked(
        claim(binding()), claim(backlog, number=2, text="The queue has a backlog."), rows=rows
    )
    reply: dict[str, Any] = judgement(outcome)
    reply["facts_checked"] = [{"fact": "x", "is_critical": True, "claim_id": "claim-2"}]
    reply["critical_fact_count"] = 2
    reply["groundedness_score"] = 0.1
    result = normalise_checks(reply, outcome, original_query="Is memory high?", invocations=rows)
    assert [fact.is_critical for fact in result.facts_checked] == [True, False]
    assert (result.critical_fact_count, result.groundedness_score) == (1, 1.0)


def test_a_check_of_a_claim_with_two_texts_may_rest_on_either() -> None:
    outcome = checked(
        claim(binding(), log_binding(), text="order-service memory is at 91%, active=50/50.")
    )
    reply = judgement(outcome)
    reply["claim_checks"][0]["evidence_refs"] = reply["claim_checks"][0]["evidence_refs"][:1]
    result = normalise_checks(reply, outcome, original_query="", invocations=ROWS)
    assert result.claim_checks[0].verification == DIRECT
