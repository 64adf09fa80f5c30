"""filter: which attempt counts, and what of it may be said. The rules live in ``grounding``."""

from superbiz_agent.contracts.session import Attempt
from superbiz_agent.contracts.verifier import VerifierResult
from superbiz_agent.grounding.retry import better_attempt
from superbiz_agent.grounding.screening.screen import screen
from superbiz_agent.grounding.verification.normalisation import normalise_checks
from superbiz_agent.nodes.reading import attempts_of, judged_material
from superbiz_agent.nodes.step import Blocking, Scope, Step
from superbiz_agent.state import DiagnosisState


def filter_material(state: DiagnosisState, scope: Scope) -> Step:
    """Let through what the verdict and the checks allow (contract section 6)."""
    attempts = attempts_of(state)
    chosen = better_attempt(attempts)
    attempt = attempts[chosen]
    stored = yield Blocking(lambda: scope.services.store.invocations(state["session_id"]))
    invocations = [invocation.model_dump(mode="json") for invocation in stored]
    result = attempt.verifier_result or unverified(attempt, state["question"], invocations)
    outcome = screen(
        attempt.executor_output,
        attempt.outcome,
        result,
        original_query=state["question"],
        invocations=invocations,
        language=state["language"],
    )
    material = outcome.composer_input
    scope.emit(
        "node",
        node="filter",
        verdict=material.verdict,
        allowed_claims=len(material.allowed_claims),
        allowed_hypotheses=len(material.allowed_hypotheses),
        withheld=len(outcome.withheld),
    )
    return judged_material(attempt.outcome) | {
        "candidate": chosen,
        "executor_output": attempt.executor_output,
        "verifier_result": result.model_dump(mode="json"),
        "composer_input": material.model_dump(mode="json"),
        "withheld": [item.model_dump(mode="json") for item in outcome.withheld],
    }


def unverified(
    attempt: Attempt, question: str, invocations: list[dict[str, object]]
) -> VerifierResult:
    """The result of an attempt that no verifier was asked about (contract section 4, ceiling)."""
    return normalise_checks(None, attempt.outcome, original_query=question, invocations=invocations)
