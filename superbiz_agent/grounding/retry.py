"""When the executor gets another attempt, what it is told, and which attempt counts.

Contract section 1, the paragraphs on conditional edges and ``retry_context``.
"""

from collections.abc import Sequence

from superbiz_agent.contracts.base import VERDICT_ORDER, VERIFICATION_ORDER, RuleId
from superbiz_agent.contracts.evidence import ToolInvocation
from superbiz_agent.contracts.gatekeeper import CheckedBinding, GatekeeperOutcome
from superbiz_agent.contracts.session import (
    Attempt,
    CriticalGap,
    GapReference,
    RetryContext,
    RetryFailure,
)
from superbiz_agent.contracts.verifier import ClaimCheck, VerifierResult

INFERENCE_RANK = VERIFICATION_ORDER.index("reasonable_inference")

NO_RETRY_RULES: frozenset[RuleId] = frozenset({"gatekeeper.internal", "evidence.coverage"})
"""Findings that another attempt cannot mend, when nothing else was found."""


def gatekeeper_retry_due(outcome: GatekeeperOutcome, *, attempts_left: int, outage: bool) -> bool:
    """Whether the gatekeeper's findings are worth another attempt."""
    result = outcome.gatekeeper_result
    mendable = set(result.failed_rules) - NO_RETRY_RULES
    return result.severity != "none" and bool(mendable) and attempts_left > 0 and not outage


def verifier_retry_due(
    result: VerifierResult, outcome: GatekeeperOutcome, *, attempts_left: int, outage: bool
) -> bool:
    """Whether the verifier's findings are worth another attempt."""
    below_pass = result.effective_verdict != "PASS"
    return below_pass and attempts_left > 0 and not outage and bool(critical_gaps(outcome, result))


def critical_gaps(outcome: GatekeeperOutcome, result: VerifierResult) -> list[CriticalGap]:
    """Critical claims that were withheld or judged below inference, or that there is none."""
    critical = {fact.claim_id for fact in result.facts_checked if fact.is_critical}
    gaps = [
        CriticalGap(
            claim_type=check.claim_type,
            verification=check.verification,
            refs=_references(outcome, check),
        )
        for check in result.claim_checks
        if check.claim_id in critical
        and VERIFICATION_ORDER.index(check.verification) < INFERENCE_RANK
    ]
    if not critical:
        gaps.append(CriticalGap(claim_type=None, verification=None))
    return gaps


def _references(outcome: GatekeeperOutcome, check: ClaimCheck) -> list[GapReference]:
    return [
        GapReference(
            source_invocation_id=evidence.source_invocation_id,
            tool_name=evidence.tool_name,
            raw_path=evidence.raw_path,
        )
        for evidence in outcome.verified_evidence
        if evidence.claim_id == check.claim_id
    ]


def build_retry_context(attempt: Attempt, invocations: Sequence[ToolInvocation]) -> RetryContext:
    """What the next attempt is told of ``attempt``: enums, and ids and paths that the store knows.

    ``invocations`` are those of this question. What a model invented is not passed on.
    """
    result = attempt.outcome.gatekeeper_result
    bindings = {binding.target: binding for binding in result.checked_bindings}
    judged = attempt.verifier_result
    return RetryContext(
        attempt=attempt.attempt,
        failures=[
            _failure(error.rule_id, bindings.get(error.target), invocations)
            for error in result.errors
        ],
        critical_gaps=critical_gaps(attempt.outcome, judged) if judged else [],
    )


def _failure(
    rule_id: RuleId, binding: CheckedBinding | None, invocations: Sequence[ToolInvocation]
) -> RetryFailure:
    cited = binding.source_invocation_id if binding else None
    known = next((invocation for invocation in invocations if invocation.id == cited), None)
    if binding is None or known is None:
        return RetryFailure(rule_id=rule_id)
    paths = {reference.raw_path for reference in known.retrieval_details.evidence_refs}
    return RetryFailure(
        rule_id=rule_id,
        tool_name=known.tool_name,
        source_invocation_id=known.id,
        raw_path=binding.raw_path if binding.raw_path in paths else None,
    )


def better_attempt(attempts: Sequence[Attempt]) -> int:
    """Index of the attempt that counts: better effective verdict, better score, later.

    An attempt that was never verified ranks last.
    """

    def rank(index: int) -> tuple[int, float, int]:
        result = attempts[index].verifier_result
        if result is None:
            return (-1, 0.0, index)
        verdict = VERDICT_ORDER.index(result.effective_verdict)
        return (verdict, result.groundedness_score, index)

    return max(range(len(attempts)), key=rank)


def attempt_to_verify(attempts: Sequence[Attempt]) -> int | None:
    """Index of the attempt whose claims go to the verifier once no retry is left.

    The last one if it may be judged; else an earlier one that has verified claims and was never
    judged; else null: there is nothing to verify.
    """
    for index in reversed(range(len(attempts))):
        attempt = attempts[index]
        judged = attempt.verifier_result is not None
        if attempt.outcome.verified_executor_output.claims and attempt.outcome.verdict_ceiling:
            return None if judged else index
    return None
