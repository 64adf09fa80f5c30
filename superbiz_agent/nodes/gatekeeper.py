"""gatekeeper: are the citations authentic? The rules live in ``grounding``."""

from superbiz_agent.contracts.session import Attempt
from superbiz_agent.grounding.gatekeeping.gatekeeper import check_executor_output
from superbiz_agent.grounding.retry import (
    attempt_to_verify,
    build_retry_context,
    gatekeeper_retry_due,
)
from superbiz_agent.nodes.reading import attempts_left, attempts_of, judged_material
from superbiz_agent.nodes.step import Blocking, Scope, Step
from superbiz_agent.state import DiagnosisState


def gatekeeper(state: DiagnosisState, scope: Scope) -> Step:
    """Check this attempt against the stored invocations and choose what may be verified."""
    session_id = state["session_id"]
    invocations = yield Blocking(lambda: scope.services.store.invocations(session_id))
    outcome = check_executor_output(
        state.get("executor_output"),
        [invocation.model_dump(mode="json") for invocation in invocations],
        session_id=session_id,
        original_query=state["question"],
    )
    attempt = Attempt(
        attempt=state["attempt"],
        parse_status=state["parse_status"],
        executor_output=state.get("executor_output"),
        outcome=outcome,
    )
    attempts = [*attempts_of(state), attempt]
    result = outcome.gatekeeper_result
    scope.emit(
        "gate", status=result.status, severity=result.severity, failed_rules=result.failed_rules
    )
    update = {"attempts": [each.model_dump(mode="json") for each in attempts]}
    left, outage = attempts_left(state), bool(state.get("outage"))
    if gatekeeper_retry_due(outcome, attempts_left=left, outage=outage):
        context = build_retry_context(attempt, invocations)
        return update | judged_material(outcome) | {"retry_context": context.model_dump()}
    candidate = attempt_to_verify(attempts)
    chosen = len(attempts) - 1 if candidate is None else candidate
    return update | judged_material(attempts[chosen].outcome) | {"candidate": chosen}
