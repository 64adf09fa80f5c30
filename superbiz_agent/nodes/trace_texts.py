"""What a reviewer reads of a node in its trace: findings and checks as lines (pure functions)."""

from collections.abc import Callable, Mapping
from typing import Any

from superbiz_agent.contracts.base import JsonObject, Role
from superbiz_agent.contracts.composer import Withheld
from superbiz_agent.contracts.gatekeeper import CheckedBinding
from superbiz_agent.contracts.session import Attempt, Spent
from superbiz_agent.contracts.verifier import ClaimCheck, VerifierResult

ROLE_OF: Mapping[str, Role] = {
    "planner": "planner",
    "model": "executor",
    "verifier": "verifier",
    "composer": "composer",
}
"""Node -> the role whose model it asks."""


def readable_outputs(node: str, update: Mapping[str, Any]) -> JsonObject:
    """Lines that stand beside a node's state update; none for most nodes."""
    read = _OUTPUTS.get(node)
    return read(update) if read else {}


def readable_metadata(node: str, update: Mapping[str, Any]) -> JsonObject:
    """What a node decided, in a few words that hold no content and are shown when it is masked."""
    read = _METADATA.get(node)
    return read(update) if read else {}


def tokens_between(before: Mapping[str, Any] | None, after: Mapping[str, Any]) -> JsonObject:
    """What a node spent on models: calls and tokens, from the totals before and after it."""
    first, last = Spent.model_validate(before or {}), Spent.model_validate(after)
    return {
        "calls": last.calls - first.calls,
        "input_tokens": last.input_tokens - first.input_tokens,
        "output_tokens": last.output_tokens - first.output_tokens,
    }


def _gatekeeper_outputs(update: Mapping[str, Any]) -> JsonObject:
    result = _last_attempt(update).outcome.gatekeeper_result
    errors = [f"{e.severity} {e.rule_id} at {e.target}: {e.message}" for e in result.errors]
    notes = [f"note {w.rule_id} at {w.target}: {w.message}" for w in result.warnings]
    return {
        "findings": errors + notes,
        "citations": [_binding_line(binding) for binding in result.checked_bindings],
    }


def _gatekeeper_metadata(update: Mapping[str, Any]) -> JsonObject:
    attempt = _last_attempt(update)
    result = attempt.outcome.gatekeeper_result
    return {
        "attempt": attempt.attempt,
        "status": result.status,
        "severity": result.severity,
        "failed_rules": list(result.failed_rules),
        "verdict_ceiling": attempt.outcome.verdict_ceiling,
    }


def _binding_line(binding: CheckedBinding) -> str:
    place = f"{binding.tool_name} #{binding.source_invocation_id} {binding.raw_path}"
    return f"{binding.claim_id or binding.target} over {place}: {binding.outcome}"


def _verifier_outputs(update: Mapping[str, Any]) -> JsonObject:
    return {"claims": [_check_line(check) for check in _verifier_result(update).claim_checks]}


def _verifier_metadata(update: Mapping[str, Any]) -> JsonObject:
    result = _verifier_result(update)
    return {
        "model_verdict": result.model_verdict,
        "verdict": result.effective_verdict,
        "groundedness": result.groundedness_score,
        "claims": len(result.claim_checks),
    }


def _check_line(check: ClaimCheck) -> str:
    places = ", ".join(f"#{ref.source_invocation_id} {ref.raw_path}" for ref in check.evidence_refs)
    return (
        f"{check.claim_id} {check.verification} over {places or 'nothing'}: "
        f"{check.claim_text} ({check.detail})"
    )


def _filter_outputs(update: Mapping[str, Any]) -> JsonObject:
    withheld = [Withheld.model_validate(item) for item in update["withheld"]]
    return {"held_back": [f"{item.kind} {item.id}: {item.reason}" for item in withheld]}


def _composer_metadata(update: Mapping[str, Any]) -> JsonObject:
    output: JsonObject = update.get("composer_output") or {}
    return {"composer_status": output.get("status")}


def _last_attempt(update: Mapping[str, Any]) -> Attempt:
    return Attempt.model_validate(update["attempts"][-1])


def _verifier_result(update: Mapping[str, Any]) -> VerifierResult:
    return VerifierResult.model_validate(update["verifier_result"])


_Reader = Callable[[Mapping[str, Any]], JsonObject]

_OUTPUTS: Mapping[str, _Reader] = {
    "gatekeeper": _gatekeeper_outputs,
    "verifier": _verifier_outputs,
    "filter": _filter_outputs,
}
_METADATA: Mapping[str, _Reader] = {
    "gatekeeper": _gatekeeper_metadata,
    "verifier": _verifier_metadata,
    "composer": _composer_metadata,
    "fallback": _composer_metadata,
}
