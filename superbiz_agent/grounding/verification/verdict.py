"""Verdict arithmetic: what is critical, the score, the verdicts (contract section 5)."""

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal

from superbiz_agent.contracts.base import (
    VERDICT_ORDER,
    VERIFICATION_ORDER,
    Verdict,
    Verification,
)
from superbiz_agent.contracts.gatekeeper import VerifiedClaim
from superbiz_agent.contracts.verifier import ClaimCheck, FactCheck, FactVerification
from superbiz_agent.grounding.question import is_knowledge_question, subject_terms

SCORES: Mapping[Verification, Decimal] = {
    "direct_observation": Decimal("1.0"),
    "reasonable_inference": Decimal("0.6"),
    "overstated": Decimal("0.3"),
    "unsupported": Decimal(0),
    "external_unknown": Decimal(0),
    "contradicted": Decimal(0),
}

FACT_VERIFICATIONS: Mapping[Verification, FactVerification] = {
    "direct_observation": "direct_evidence",
    "reasonable_inference": "indirect_support",
    "overstated": "indirect_support",
    "unsupported": "no_evidence",
    "external_unknown": "no_evidence",
    "contradicted": "contradicted",
}

GOOD: frozenset[Verification] = frozenset({"direct_observation", "reasonable_inference"})


def lower(first: Verification, second: Verification) -> Verification:
    """The worse of two checks."""
    worse: list[Verification] = [first, second]
    return min(worse, key=VERIFICATION_ORDER.index)


def lowest(verdicts: Sequence[Verdict]) -> Verdict:
    """The lowest of the verdicts: REJECT < LOW_CONFID < PASS."""
    return min(verdicts, key=VERDICT_ORDER.index)


def critical_claims(
    claims: Sequence[VerifiedClaim], question: str, names: Sequence[str]
) -> frozenset[str]:
    """The ids of the critical claims, whatever a model calls critical.

    A root cause always is; a knowledge claim in a knowledge question only; the others if they
    share an entity, metric or error term with the question, or all of them if none does. ``names``
    are the entity names known from the evidence.
    """
    always = {claim.claim_id for claim in claims if claim.claim_type == "root_cause"}
    documented = {claim.claim_id for claim in claims if claim.claim_type == "knowledge"}
    others = [claim for claim in claims if claim.claim_type not in ("root_cause", "knowledge")]
    asked = subject_terms(question, names=names)
    sharing = {
        claim.claim_id for claim in others if asked & subject_terms(claim.claim_text, names=names)
    }
    observed = sharing or {claim.claim_id for claim in others}
    return frozenset(always | observed | (documented if is_knowledge_question(question) else set()))


def groundedness_score(checks: Sequence[ClaimCheck], critical: frozenset[str]) -> float:
    """The mean over critical claims, two decimals, half up; 0.0 without any or if one of them is
    contradicted."""
    levels: list[Verification] = [
        check.verification for check in checks if check.claim_id in critical
    ]
    if not levels or "contradicted" in levels:
        return 0.0
    mean = sum((SCORES[level] for level in levels), Decimal(0)) / len(levels)
    return float(mean.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP))


def computed_verdict(checks: Sequence[ClaimCheck], critical: frozenset[str]) -> Verdict:
    """The verdict that the checks amount to."""
    levels = [check.verification for check in checks if check.claim_id in critical]
    if "contradicted" in levels:
        return "REJECT"
    if any(check.verification not in GOOD for check in checks):
        return "LOW_CONFID"
    return "PASS" if "direct_observation" in levels else "LOW_CONFID"


def fact_checks(checks: Sequence[ClaimCheck], critical: frozenset[str]) -> list[FactCheck]:
    """The compatibility view ``facts_checked``: one fact a claim."""
    return [
        FactCheck(
            claim_id=check.claim_id,
            fact=check.claim_text,
            is_critical=check.claim_id in critical,
            verification=FACT_VERIFICATIONS[check.verification],
            detail=check.detail,
            evidence_refs=check.evidence_refs,
        )
        for check in checks
    ]
