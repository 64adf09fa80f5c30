"""verifier: does each claim follow from its evidence? A model judges, code may only lower."""

from collections.abc import Generator
from typing import Any

from superbiz_agent.contracts.base import JsonObject, Language
from superbiz_agent.contracts.gatekeeper import GatekeeperOutcome
from superbiz_agent.contracts.reply_forms import verifier_form
from superbiz_agent.contracts.session import RetryContext
from superbiz_agent.contracts.verifier import VerifierInput, VerifierResult
from superbiz_agent.errors import ModelUnavailableError
from superbiz_agent.grounding.retry import build_retry_context, verifier_retry_due
from superbiz_agent.grounding.verification.normalisation import normalise_checks
from superbiz_agent.models.tokens import message_tokens
from superbiz_agent.nodes.batches import in_batches, merged
from superbiz_agent.nodes.reading import ask_for_payload, attempts_left, attempts_of
from superbiz_agent.nodes.step import Blocking, Effect, Scope, Step
from superbiz_agent.prompts import verifier_messages
from superbiz_agent.state import DiagnosisState

REPAIR_TURNS = 1


def verifier(state: DiagnosisState, scope: Scope) -> Step:
    """Judge the candidate attempt; a verifier that fails verifies nothing (contract section 5)."""
    attempts = attempts_of(state)
    attempt = attempts[state["candidate"]]
    asked = verifier_input(state, attempt.outcome)
    problem: str | None = None
    value: JsonObject | None = None
    try:
        value = yield from _judged(asked, state["language"], scope)
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


def _judged(
    asked: VerifierInput, language: Language, scope: Scope
) -> Generator[Effect, Any, JsonObject | None]:
    """The model's reply over all claims, asked in batches where they do not fit; null if one of
    them is unusable, for then the verdict is."""

    def tokens(part: VerifierInput) -> int:
        return sum(map(message_tokens, verifier_messages(language, part)))

    room = scope.services.request_room("verifier")
    replies: list[JsonObject] = []
    for part in in_batches(asked, room=room, tokens=tokens):
        form = verifier_form(part.verified_executor_output.claims, part.verified_evidence)
        messages = verifier_messages(language, part)
        reply = yield from ask_for_payload(
            "verifier", form, messages, language, repairs=REPAIR_TURNS
        )
        if reply.findings or reply.value is None:
            return None
        replies.append(reply.value)
    return merged(replies)


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
