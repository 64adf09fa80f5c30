"""Where each claim of an attempt goes (contract section 6, the table)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from superbiz_agent.contracts.base import JsonObject, Language, RuleId, Verdict
from superbiz_agent.contracts.composer import AllowedClaim, AllowedHypothesis, Withheld
from superbiz_agent.contracts.gatekeeper import GatekeeperOutcome
from superbiz_agent.contracts.verifier import ClaimCheck, VerifierResult
from superbiz_agent.grounding.evidence.stored import StoredInvocation
from superbiz_agent.grounding.gatekeeping.executor_schema import claim_id_of, list_of
from superbiz_agent.grounding.screening.gaps import claim_gap, origin
from superbiz_agent.grounding.screening.templates import fill
from superbiz_agent.grounding.verification.support import (
    ClaimEvidence,
    claim_evidence,
    lacks_support,
)
from superbiz_agent.grounding.wording import claims_certainty, soften, states_cause
from superbiz_agent.grounding.wording.cause import repeats_reason

Destination: TypeAlias = Literal[
    "confirmed", "inferred", "documented", "hypothesis", "gap", "withheld"
]

LIMIT_RULES: frozenset[RuleId] = frozenset({"evidence.scope", "evidence.coverage"})


@dataclass
class ScreenedClaims:
    """What became of the claims of one attempt."""

    allowed: list[AllowedClaim] = field(default_factory=list[AllowedClaim])
    hypotheses: list[AllowedHypothesis] = field(default_factory=list[AllowedHypothesis])
    gaps: list[str] = field(default_factory=list[str])
    withheld: list[Withheld] = field(default_factory=list[Withheld])


@dataclass(frozen=True)
class _Screening:
    """What the walk over the checks looks things up in."""

    outcome: GatekeeperOutcome
    verdict: Verdict
    evidence: dict[str, ClaimEvidence]
    rows: Sequence[StoredInvocation]
    language: Language


def screen_claims(
    output: JsonObject,
    outcome: GatekeeperOutcome,
    result: VerifierResult,
    rows: Sequence[StoredInvocation],
    language: Language,
    question: str,
) -> ScreenedClaims:
    """Send every claim of ``output`` to its place; those without a check are withheld."""
    screening = _Screening(
        outcome, result.effective_verdict, claim_evidence(outcome, rows, question), rows, language
    )
    screened = ScreenedClaims(withheld=_stopped_claims(output, outcome))
    known = {claim.claim_id for claim in outcome.verified_executor_output.claims}
    checked = [check for check in result.claim_checks if check.claim_id in known]
    for check in checked if outcome.verdict_ceiling is not None else []:
        _place(check, screening, screened)
    unchecked = known - {check.claim_id for check in checked}
    reason = "unchecked" if outcome.verdict_ceiling else "gatekeeper reject"
    screened.withheld += [_withheld(claim_id, reason) for claim_id in sorted(unchecked)]
    return screened


def destination(
    check: ClaimCheck, *, verdict: Verdict, is_capped: bool, is_cause: bool, is_carried: bool
) -> Destination:
    """The table of contract section 6, the more specific row first.

    ``is_capped``: a scope or coverage finding; ``is_cause``: the claim's own words name a cause;
    ``is_carried``: without "sole" and "confirmed" every typed fact of the claim is in its evidence.
    """
    level, is_root_cause = check.verification, check.claim_type == "root_cause"
    place: Destination
    if level == "contradicted":
        place = "withheld"
    elif level in ("unsupported", "external_unknown"):
        place = "gap"
    elif level == "overstated":
        place = "hypothesis" if is_carried else "gap"
    elif is_capped or (is_root_cause and verdict != "PASS"):
        place = "hypothesis"
    elif check.claim_type == "knowledge":
        place = "documented"
    elif level == "direct_observation" and _may_be_confirmed(check, is_cause):
        place = "confirmed"
    else:
        place = "inferred"
    return _under_reject(place) if verdict == "REJECT" else place


def _may_be_confirmed(check: ClaimCheck, is_cause: bool) -> bool:
    """An inference never is, and a cause only as a root cause claim."""
    if check.claim_type == "inference":
        return False
    return check.claim_type == "root_cause" or not is_cause


def _under_reject(place: Destination) -> Destination:
    """After a verifier's REJECT only confirmed claims that are no cause stay."""
    return "withheld" if place in ("hypothesis", "inferred", "documented") else place


def _place(check: ClaimCheck, screening: _Screening, screened: ScreenedClaims) -> None:
    evidence = screening.evidence[check.claim_id]
    text = _softened(check.claim_text)
    place = destination(
        check,
        verdict=screening.verdict,
        is_capped=check.claim_id in screening.outcome.capped_claims,
        is_cause=_names_cause(check.claim_text, evidence.texts),
        is_carried=bool(text) and not lacks_support(text, evidence),
    )
    if place == "hypothesis":
        worded = _hypothesis(check, text, screening)
        screened.hypotheses.append(
            AllowedHypothesis(hypothesis_id=check.claim_id, hypothesis_text=worded)
        )
    elif place == "gap":
        screened.gaps.append(
            claim_gap(check.claim_type, _bound_rows(check, screening), screening.language)
        )
        screened.withheld.append(_withheld(check.claim_id, check.verification))
    elif place == "withheld":
        reason = "contradicted" if check.verification == "contradicted" else "verdict reject"
        screened.withheld.append(_withheld(check.claim_id, reason))
    else:
        screened.allowed.append(
            AllowedClaim(
                claim_id=check.claim_id,
                claim_text=text if text and _is_softened(check, place) else check.claim_text,
                claim_type=check.claim_type,
                status=place,
            )
        )


def _is_softened(check: ClaimCheck, place: Destination) -> bool:
    """Whether "sole" and "confirmed" go: no evidence shows that a cause is the only one."""
    return place == "inferred" or check.claim_type == "root_cause"


def _softened(text: str) -> str:
    return soften(text) if claims_certainty(text) else text


def _names_cause(text: str, stored: Sequence[str]) -> bool:
    """Whether the claim itself names a cause; a stored line that does, or that gives an error for
    what happened, is evidence."""
    if not states_cause(text) or repeats_reason(text, stored):
        return False
    return not any(states_cause(each) for each in stored)


def _hypothesis(check: ClaimCheck, text: str, screening: _Screening) -> str:
    """The claim as a hypothesis: hedged, with what limits its evidence."""
    rows, language = _bound_rows(check, screening), screening.language
    limits = _limits(check.claim_id, screening.outcome)
    if "evidence.scope" in limits:
        return fill("hypothesis.scope", language, text=text)
    if "evidence.coverage" in limits:
        is_incomplete = any(row.is_cut_off or row.is_partial for row in rows)
        template = "hypothesis.incomplete" if is_incomplete else "hypothesis.unsearched"
        return fill(template, language, text=text, sources=origin(rows, language))
    return fill("hypothesis.demoted", language, text=text)


def _limits(claim_id: str, outcome: GatekeeperOutcome) -> set[RuleId]:
    """The scope and coverage rules that a claim broke; its target is that of its bindings."""
    result = outcome.gatekeeper_result
    targets = {
        binding.target.partition(".")[0]
        for binding in result.checked_bindings
        if binding.claim_id == claim_id
    }
    return {
        error.rule_id
        for error in result.errors
        if error.rule_id in LIMIT_RULES and error.target in targets
    }


def _bound_rows(check: ClaimCheck, screening: _Screening) -> list[StoredInvocation]:
    """The invocations that the claim's verified evidence comes from."""
    ids = {each.source_invocation_id for each in screening.evidence[check.claim_id].verified}
    return [row for row in screening.rows if row.id in ids]


def _stopped_claims(output: JsonObject, outcome: GatekeeperOutcome) -> list[Withheld]:
    """The claims that the gatekeeper let nothing through of, and the rules they broke."""
    known = {claim.claim_id for claim in outcome.verified_executor_output.claims}
    stopped: list[Withheld] = []
    for index, claim in enumerate(list_of(output, "claims")):
        claim_id, target = claim_id_of(claim), f"claims[{index}]"
        if claim_id not in known:
            rules = _rules_at(target, outcome)
            reason = ", ".join(rules) or "schema.executor_v2"
            stopped.append(_withheld(claim_id or target, reason))
    return stopped


def _rules_at(target: str, outcome: GatekeeperOutcome) -> list[str]:
    errors = outcome.gatekeeper_result.errors
    broken = (error.rule_id for error in errors if error.target.partition(".")[0] == target)
    return [str(rule_id) for rule_id in dict.fromkeys(broken)]


def _withheld(claim_id: str, reason: str) -> Withheld:
    return Withheld(kind="claim", id=claim_id, reason=reason)
