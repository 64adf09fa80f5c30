"""What each gate of a finished run stopped, read from its run record."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.session import Attempt, RunRecord, VerifierEvaluation

ACCEPTED = ("direct_observation", "reasonable_inference")
"""Checks of a verifier that let a claim be told."""


def gates_of(record: RunRecord, evaluation: VerifierEvaluation) -> JsonObject:
    """Gate -> counts, as plain JSON: of all attempts for executor, gatekeeper and verifier, of what
    was told for filter and composer."""
    output, material = record.composer_output, record.composer_input
    return {
        "parse": dict(Counter(attempt.parse_status for attempt in record.attempts)),
        "claims": _sum(map(_claims, record.attempts)),
        "gatekeeper": _sum(map(_findings, record.attempts)),
        "bindings": _sum(map(_bindings, record.attempts)),
        "verifier": _sum(map(_checks, record.attempts)),
        "withheld": dict(Counter(f"{item.kind}: {item.reason}" for item in evaluation.withheld)),
        "allowed": dict(Counter(claim.status for claim in material.allowed_claims))
        | {"hypotheses": len(material.allowed_hypotheses)}
        if material
        else {},
        "composer": record.composer_status,
        "composer_detail": (output.detail or "") if output else "",
    }


def is_useful(record: RunRecord) -> bool:
    """Whether the answer has a confirmed claim of this incident."""
    material = record.composer_input
    claims = material.allowed_claims if material else []
    return any(claim.status == "confirmed" for claim in claims)


def _claims(attempt: Attempt) -> Mapping[str, int]:
    output: Mapping[str, Any] = attempt.executor_output or {}
    made: object = output.get("claims")
    number = len(cast("list[object]", made)) if isinstance(made, list) else 0
    return {"made": number, "verified": len(attempt.outcome.verified_executor_output.claims)}


def _findings(attempt: Attempt) -> Mapping[str, int]:
    errors = attempt.outcome.gatekeeper_result.errors
    return Counter(f"{error.rule_id} ({error.severity})" for error in errors)


def _bindings(attempt: Attempt) -> Mapping[str, int]:
    checked = attempt.outcome.gatekeeper_result.checked_bindings
    return Counter(binding.outcome for binding in checked)


def _checks(attempt: Attempt) -> Mapping[str, int]:
    """How often the model accepted a verified claim, how often code did, and why it is less."""
    result = attempt.verifier_result
    if result is None:
        return {}
    said = _by_claim(attempt.verifier_reply)
    counts = Counter[str]()
    counts["asked"] = 1
    counts["unusable replies"] = int(attempt.verifier_reply is None)
    for check in result.claim_checks:
        model = said.get(check.claim_id)
        counts["claims judged"] += 1
        counts["accepted by the model"] += int(model in ACCEPTED)
        counts["accepted after normalisation"] += int(check.verification in ACCEPTED)
        if model is not None and model != check.verification:
            counts[f"lowered: {model} to {check.verification}"] += 1
        if model is None:
            counts["claims without a check"] += 1
    return counts


def _by_claim(reply: JsonObject | None) -> Mapping[str, str]:
    checks: Sequence[Mapping[str, Any]] = (reply or {}).get("claim_checks", [])
    return {str(check.get("claim_id")): str(check.get("verification")) for check in checks}


def _sum(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total = Counter[str]()
    for each in counts:
        total.update(each)
    return dict(total)
