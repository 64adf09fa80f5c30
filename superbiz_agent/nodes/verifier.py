"""verifier: does each claim follow from its evidence? A model judges, code may only lower."""

from superbiz_agent.contracts.gatekeeper import GatekeeperOutcome
from superbiz_agent.contracts.session import RetryContext
from superbiz_agent.contracts.verifier import VerifierInput, VerifierResult
from superbiz_agent.errors import ModelUnavailableError
from superbiz_agent.grounding.retry import build_retry_context, verifier_retry_due
from superbiz_agent.grounding.verification.normalisation import normalise_checks
from superbiz_agent.nodes.reading import ask_for_payload, attempts_left, attempts_of
from superbiz_agent.nodes.step import Blocking, Scope, Step
from superbiz_agent.prompts import verifier_messages
from superbiz_agent.state import DiagnosisState

REPAIR_TURNS = 1


def verifier(state: DiagnosisState, scope: Scope) -> Step:
    """Judge the candidate attempt; a verifier that fails verifies nothing (contract section 5)."""
    attempts = attempts_of(state)
    attempt = attempts[state["candidate"]]
    asked = verifier_input(state, attempt.outcome)
    messages = verifier_messages(state["language"], asked)
    problem: str | None = None
    value = None
    try:
        reply = yield from ask_for_payload(
            "verifier", "verifier_reply", messages, state["language"], repairs=REPAIR_TURNS
        )
        value = None if reply.findings else reply.value
    except ModelUnavailableError as error:
        problem = f"the verifier's model could not be reached: {error.reason}"
    invocations = yield Blocking(lambda: scope.services.store.invocations(state["session_id"]))
    result = normalise_checks(
        value,
        attempt.outcome,
        original_query=state["question"],
        invocations=[invocation.model_dump(mode="json") for invocation in invocations],
    )
    if problem:
        result = result.model_copy(update={"problem": problem})
    _tell(scope, result)
    judged = attempt.model_copy(update={"verifier_reply": value, "verifier_result": result})
    attempts[state["candidate"]] = judged
    update = {
        "attempts": [each.model_dump(mode="json") for each in attempts],
        "verifier_result": result.model_dump(mode="json"),
        "outage": state.get("outage") or problem,
    }
    outage = bool(update["outage"])
    left = attempts_left(state)
    if verifier_retry_due(result, attempt.outcome, attempts_left=left, outage=outage):
        update["retry_context"] = build_retry_context(judged, invocations).model_dump()
    return update


def verifier_input(state: DiagnosisState, outcome: GatekeeperOutcome) -> VerifierInput:
    """The fields of contract section 5 and nothing else."""
    context = state.get("retry_context")
    return VerifierInput(
        diagnosis_context=state["question"],
        verified_executor_output=outcome.verified_executor_output,
        verified_evidence=outcome.verified_evidence,
        gatekeeper_audit=outcome.gatekeeper_result,
        verdict_ceiling=outcome.verdict_ceiling or "LOW_CONFID",
        retry_context=RetryContext.model_validate(context).model_dump() if context else None,
    )


def _tell(scope: Scope, result: VerifierResult) -> None:
    scope.emit(
        "verdict",
        effective_verdict=result.effective_verdict,
        groundedness_score=result.groundedness_score,
        claims=len(result.claim_checks),
    )
