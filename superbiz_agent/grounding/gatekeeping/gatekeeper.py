"""The gatekeeper: are the citations authentic, and what may at most be concluded? (section 4)

One pass over the executor's output, claim by claim and binding by binding, against the invocations
stored for this session. The rules live beside: ``faults`` (the table), ``executor_schema``,
``references``, ``excerpts`` and ``coverage``. This file only walks through them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from superbiz_agent.contracts.base import ClaimType, JsonObject, Severity, Verdict
from superbiz_agent.contracts.evidence import VerifiedEvidence
from superbiz_agent.contracts.executor import MAX_CLAIMS
from superbiz_agent.contracts.gatekeeper import (
    CheckedBinding,
    GatekeeperOutcome,
    VerifiedBinding,
    VerifiedClaim,
    VerifiedExecutorOutput,
)
from superbiz_agent.grounding.evidence.hostile import as_object, as_text
from superbiz_agent.grounding.evidence.names import stored_names
from superbiz_agent.grounding.gatekeeping.coverage import (
    BoundText,
    coverage_faults,
    run_faults,
    scope_faults,
)
from superbiz_agent.grounding.gatekeeping.excerpts import StoredTexts, excerpt_fault
from superbiz_agent.grounding.gatekeeping.executor_schema import (
    CLAIM_TYPES,
    bindings_of,
    claim_findings,
    claim_id_of,
    duplicate_ids,
    has_broken_excerpt,
    list_of,
    output_findings,
    read_executor_output,
)
from superbiz_agent.grounding.gatekeeping.faults import Found, gatekeeper_result, worst_fault
from superbiz_agent.grounding.gatekeeping.references import (
    REFERENCE_RULES,
    Reference,
    SessionEvidence,
    read_evidence,
    resolve,
)

CEILINGS: Mapping[Severity, Verdict | None] = {
    "none": "PASS",
    "low_confid": "LOW_CONFID",
    "reject": None,
}
"""Severity -> ``verdict_ceiling``."""


def check_executor_output(
    output: object,
    invocations: Sequence[Mapping[str, Any]],
    *,
    session_id: str,
    original_query: str = "",
) -> GatekeeperOutcome:
    """Check every citation of ``output`` and let through what is authentic.

    ``output`` is raw text, a dict, or anything hostile; ``invocations`` are rows of
    ``tool_invocation`` as plain dicts. Never raises: a fault of our own is ``gatekeeper.internal``
    and lets nothing through.
    """
    try:
        return _check(output, read_evidence(invocations, session_id), as_text(original_query) or "")
    except Exception:  # fail closed: whatever broke, nothing was checked
        return _outcome([Found("internal", "gatekeeper")], [])


@dataclass
class _Claim:
    """What one pass says about one claim."""

    found: list[Found] = field(default_factory=list[Found])
    checked: list[CheckedBinding] = field(default_factory=list[CheckedBinding])
    verified: VerifiedClaim | None = None
    bound: list[BoundText] = field(default_factory=list[BoundText])
    is_capped: bool = False


@dataclass(frozen=True)
class _Session:
    """What every claim is checked against."""

    evidence: SessionEvidence
    texts: StoredTexts
    names: tuple[str, ...]
    doubled_ids: frozenset[str]


def _check(output: object, evidence: SessionEvidence, question: str) -> GatekeeperOutcome:
    run = [Found(fault, "invocations") for fault in run_faults(evidence.own, question)]
    value, unread = read_executor_output(output)
    if value is None:
        return _outcome([*unread, *run], [])
    claims = list_of(value, "claims")
    session = _Session(
        evidence,
        StoredTexts(evidence.texts),
        stored_names(evidence.own),
        duplicate_ids(claims, "claim_id"),
    )
    checked = [
        _check_claim(claim, f"claims[{index}]", session)
        for index, claim in enumerate(claims[:MAX_CLAIMS])
    ]
    found = [*output_findings(value), *(each for claim in checked for each in claim.found), *run]
    return _outcome(found, checked)


def _check_claim(claim: object, target: str, session: _Session) -> _Claim:
    """Check one claim; only a claim without schema findings and with a passing binding is let
    through, but its bindings are looked at in any case."""
    result = _Claim(found=list(claim_findings(claim, target)))
    fields, claim_id = as_object(claim) or {}, claim_id_of(claim)
    if claim_id in session.doubled_ids:
        result.found.append(Found("claim_id_duplicate", target))
    is_sound = worst_fault(result.found) is None
    bindings = bindings_of(fields)
    if as_object(claim) is not None and not fields.get("evidence_bindings"):
        result.found.append(Found("bindings_absent", target))
    for index, binding in enumerate(bindings):
        place = f"{target}.evidence_bindings[{index}]"
        _check_binding(as_object(binding), place, claim_id, session, result)
    if is_sound and result.bound:
        _let_through(fields, target, session, result)
    return result


def _check_binding(
    binding: JsonObject | None, target: str, claim_id: str | None, session: _Session, result: _Claim
) -> None:
    """Run every rule over one binding and note how it ended."""
    reference = resolve(binding or {}, session.evidence)
    faults = [found for found in result.found if found.target == target]
    if binding is not None:
        faults += [
            Found(fault, target)
            for rule in REFERENCE_RULES
            for fault in rule(reference, session.evidence)
        ]
        faults += _excerpt_findings(reference, target, session.texts)
    result.found += [fault for fault in faults if fault not in result.found]
    worst = worst_fault(faults)
    outcome = worst.fault if worst else _passed(reference)
    result.checked.append(_checked(reference, target, claim_id, outcome, session.evidence))
    invocation, path, text = reference.invocation, reference.raw_path, reference.text
    if worst is None and invocation is not None and path is not None and text is not None:
        result.bound.append(BoundText(invocation, path, text))


def _passed(reference: Reference) -> Literal["passed", "passed_folded"]:
    """Whether the excerpt stands in the stored text verbatim, or only with its form folded."""
    excerpt = as_text(reference.binding.get("evidence_excerpt")) or ""
    return "passed" if excerpt in (reference.text or "") else "passed_folded"


def _excerpt_findings(reference: Reference, target: str, texts: StoredTexts) -> list[Found]:
    """``evidence.excerpt``; without a stored text to compare with only its absence is a finding."""
    if has_broken_excerpt(reference.binding):
        return []  # a schema finding already
    excerpt = as_text(reference.binding.get("evidence_excerpt"))
    if reference.text is None:
        is_missing = not (excerpt or "").strip()
        return [Found("excerpt_missing", target)] if is_missing else []
    fault = excerpt_fault(excerpt, reference.text, texts)
    return [Found(fault.fault, target, str(fault.place or ""))] if fault else []


def _checked(
    reference: Reference, target: str, claim_id: str | None, outcome: str, evidence: SessionEvidence
) -> CheckedBinding:
    """The audit of one binding: ids and names that the store knows, never executor text."""
    path, tool_name = reference.raw_path, reference.tool_name
    return CheckedBinding(
        target=target,
        claim_id=claim_id,
        source_invocation_id=reference.cited_id,
        tool_name=tool_name if tool_name in evidence.tool_names else None,
        raw_path=path if path and evidence.knows_list(path) else None,
        outcome=outcome,
        auto_filled=reference.auto_filled,
    )


def _let_through(claim: JsonObject, target: str, session: _Session, result: _Claim) -> None:
    """Keep the claim with its passing bindings alone, and see how much they can carry."""
    text, claim_type = str(claim["claim_text"]), CLAIM_TYPES[str(claim["claim_type"])]
    result.bound = list(
        {(each.invocation.id, each.raw_path): each for each in result.bound}.values()
    )
    limits = _limits(text, claim_type, result.bound, session.names)
    result.found += [Found(fault, target) for fault in limits]
    result.is_capped = bool(limits)
    result.verified = VerifiedClaim(
        claim_id=str(claim["claim_id"]),
        claim_text=text,
        claim_type=claim_type,
        evidence_bindings=[
            VerifiedBinding(
                tool_name=each.invocation.tool_name,
                source_invocation_id=each.invocation.id,
                raw_path=each.raw_path,
            )
            for each in result.bound
        ],
    )


def _limits(
    text: str, claim_type: ClaimType, bound: Sequence[BoundText], names: Sequence[str]
) -> list[str]:
    return [
        *scope_faults(text, claim_type, bound, names=names),
        *coverage_faults(text, claim_type, bound),
    ]


def _outcome(found: Iterable[Found], claims: Sequence[_Claim]) -> GatekeeperOutcome:
    result = gatekeeper_result(found, [each for claim in claims for each in claim.checked])
    verified = [claim for claim in claims if claim.verified is not None]
    return GatekeeperOutcome(
        gatekeeper_result=result,
        verified_executor_output=VerifiedExecutorOutput(
            claims=[claim.verified for claim in verified if claim.verified]
        ),
        verified_evidence=[
            _evidence(claim.verified.claim_id, each)
            for claim in verified
            if claim.verified
            for each in claim.bound
        ],
        verdict_ceiling=CEILINGS[result.severity],
        capped_claims=[
            claim.verified.claim_id for claim in verified if claim.verified and claim.is_capped
        ],
    )


def _evidence(claim_id: str, bound: BoundText) -> VerifiedEvidence:
    return VerifiedEvidence(
        claim_id=claim_id,
        source_invocation_id=bound.invocation.id,
        tool_name=bound.invocation.tool_name,
        raw_path=bound.raw_path,
        matched_text=bound.text,
    )
