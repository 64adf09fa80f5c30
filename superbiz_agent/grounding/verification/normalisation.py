"""Normalising a verifier's checks: code may lower a judgement and never raises one (section 5)."""

from collections.abc import Mapping, Sequence
from typing import Any

from superbiz_agent.contracts.base import Verdict
from superbiz_agent.contracts.evidence import VerifiedEvidence
from superbiz_agent.contracts.gatekeeper import GatekeeperOutcome, VerifiedClaim
from superbiz_agent.contracts.verifier import ClaimCheck, EvidenceNote, VerifierResult
from superbiz_agent.grounding.evidence.hostile import as_text
from superbiz_agent.grounding.evidence.names import stored_names
from superbiz_agent.grounding.evidence.stored import read_invocations
from superbiz_agent.grounding.verification.support import (
    ClaimEvidence,
    claim_evidence,
    supported_level,
)
from superbiz_agent.grounding.verification.verdict import (
    GOOD,
    computed_verdict,
    critical_claims,
    fact_checks,
    groundedness_score,
    lower,
    lowest,
)
from superbiz_agent.grounding.verification.verifier_reply import (
    ReadCheck,
    UsableReply,
    read_verifier_reply,
)

NOT_CHECKED = "the verifier did not check this claim"
NO_REFERENCE = "lowered by code: no reference to verified evidence of the claim is left"
NOTHING_TO_VERIFY = "no claim passed the gatekeeper, so there was nothing to verify"
INTERNAL = "the checks could not be normalised; report this"


def normalise_checks(
    verifier_output: object,
    outcome: GatekeeperOutcome,
    *,
    original_query: str,
    invocations: Sequence[Mapping[str, Any]],
) -> VerifierResult:
    """Turn a verifier's reply into one check a verified claim, a score and the verdicts.

    ``verifier_output`` is raw text, a dict, or None where there was no reply; ``invocations`` are
    rows of ``tool_invocation``. Never raises: what cannot be used verifies nothing, and
    ``problem`` says why.
    """
    if outcome.verdict_ceiling is None:
        return rejected()
    reply, problem = read_verifier_reply(verifier_output)
    if not outcome.verified_executor_output.claims:
        problem = NOTHING_TO_VERIFY
    question = as_text(original_query) or ""
    try:
        rows = read_invocations(invocations)
        evidence = claim_evidence(outcome, rows, question)
        checks = [
            _check(claim, evidence[claim.claim_id], reply)
            for claim in outcome.verified_executor_output.claims
        ]
        critical = critical_claims(
            outcome.verified_executor_output.claims, question, stored_names(rows)
        )
    except Exception:  # fail closed: a check that could not be made is no check
        checks = [_unsupported(claim) for claim in outcome.verified_executor_output.claims]
        critical = frozenset(check.claim_id for check in checks)
        reply, problem = None, INTERNAL
    return _result(checks, critical, outcome.verdict_ceiling, reply, problem)


def rejected() -> VerifierResult:
    """The result where the gatekeeper rejects: nothing was verified (contract section 4)."""
    return VerifierResult(
        model_verdict=None,
        computed_verdict=None,
        effective_verdict="REJECT",
        groundedness_score=0.0,
        critical_fact_count=0,
    )


def _result(
    checks: list[ClaimCheck],
    critical: frozenset[str],
    ceiling: Verdict,
    reply: UsableReply | None,
    problem: str | None,
) -> VerifierResult:
    computed = computed_verdict(checks, critical)
    model = reply.verdict if reply else None
    return VerifierResult(
        claim_checks=checks,
        facts_checked=fact_checks(checks, critical),
        model_verdict=model,
        computed_verdict=computed,
        effective_verdict=lowest([computed, ceiling, model or "LOW_CONFID"]),
        groundedness_score=groundedness_score(checks, critical),
        critical_fact_count=len(critical),
        rationale=reply.rationale if reply else "",
        problem=problem,
    )


def _check(claim: VerifiedClaim, evidence: ClaimEvidence, reply: UsableReply | None) -> ClaimCheck:
    """The worst of the model's checks of the claim, each lowered to what its evidence carries."""
    written = reply.checks.get(claim.claim_id, []) if reply else []
    if not written:
        return _unsupported(claim)
    lowered = [_lowered(check, claim, evidence) for check in written]
    worst = min(lowered, key=lambda check: check.rank)
    return ClaimCheck(
        claim_id=claim.claim_id,
        claim_text=claim.claim_text,
        claim_type=claim.claim_type,
        verification=worst.verification,
        detail=worst.detail,
        evidence_refs=worst.refs,
    )


def _lowered(check: ReadCheck, claim: VerifiedClaim, evidence: ClaimEvidence) -> ReadCheck:
    refs = list(dict.fromkeys(ref for ref in check.refs if _is_verified(ref, evidence.verified)))
    if check.verification not in GOOD:
        return ReadCheck(check.verification, check.detail, refs)
    if not refs:
        return ReadCheck("unsupported", NO_REFERENCE, refs)
    supported, reason = supported_level(claim.claim_text, evidence, claim.claim_type)
    level = lower(check.verification, supported)
    return ReadCheck(level, check.detail if level == check.verification else reason, refs)


def _is_verified(ref: EvidenceNote, verified: Sequence[VerifiedEvidence]) -> bool:
    return any(
        (ref.claim_id, ref.source_invocation_id, ref.tool_name, ref.raw_path)
        == (each.claim_id, each.source_invocation_id, each.tool_name, each.raw_path)
        for each in verified
    )


def _unsupported(claim: VerifiedClaim) -> ClaimCheck:
    return ClaimCheck(
        claim_id=claim.claim_id,
        claim_text=claim.claim_text,
        claim_type=claim.claim_type,
        verification="unsupported",
        detail=NOT_CHECKED,
        evidence_refs=[],
    )
