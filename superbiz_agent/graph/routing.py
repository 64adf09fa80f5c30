"""The conditional edges of the graph, each a named pure function of the state.

Contract section 1. The rules behind them live in ``grounding.retry``.
"""

from collections.abc import Mapping
from typing import Final, Literal

from langgraph.graph import END

from superbiz_agent.contracts.gatekeeper import GatekeeperOutcome
from superbiz_agent.contracts.verifier import VerifierResult
from superbiz_agent.grounding.question import concerns_incident
from superbiz_agent.grounding.retry import (
    attempt_to_verify,
    gatekeeper_retry_due,
    verifier_retry_due,
)
from superbiz_agent.nodes.reading import attempts_left, attempts_of
from superbiz_agent.state import DiagnosisState

LABELS: Final[Mapping[str, Mapping[str, str]]] = {
    "planner": {"reply": "small talk", "executor": "incident"},
    "gatekeeper": {
        "executor": "retry after failed checks",
        "verifier": "verified claims",
        "filter": "nothing to verify",
    },
    "verifier": {"executor": "retry over a critical gap", "filter": "no retry due"},
    "composer": {"record": "checks passed", "fallback": "checks failed"},
    "model": {"tools": "tool calls", "conclude": "reply"},
    "conclude": {"model": "another turn", END: "done"},
}
"""Where a node leads -> what that way is called in drawings; the last two are the executor's."""


def after_planner(state: DiagnosisState) -> Literal["reply", "executor"]:
    """Small talk only if code, too, finds nothing of an incident in the question."""
    small_talk = state["plan"].get("intent") == "small_talk"
    return "reply" if small_talk and not concerns_incident(state["question"]) else "executor"


def after_gatekeeper(state: DiagnosisState) -> Literal["executor", "verifier", "filter"]:
    """Another attempt, the verifier, or, with nothing to verify, the filter."""
    attempts = attempts_of(state)
    outcome = attempts[-1].outcome
    outage = bool(state.get("outage"))
    if gatekeeper_retry_due(outcome, attempts_left=attempts_left(state), outage=outage):
        return "executor"
    return "filter" if attempt_to_verify(attempts) is None else "verifier"


def after_verifier(state: DiagnosisState) -> Literal["executor", "filter"]:
    """Another attempt if the verdict is below PASS over a critical gap."""
    attempt = attempts_of(state)[state["candidate"]]
    result: VerifierResult | None = attempt.verifier_result
    outcome: GatekeeperOutcome = attempt.outcome
    left, outage = attempts_left(state), bool(state.get("outage"))
    due = result is not None and verifier_retry_due(
        result, outcome, attempts_left=left, outage=outage
    )
    return "executor" if due else "filter"


def after_composer(state: DiagnosisState) -> Literal["record", "fallback"]:
    """An answer that passed its checks is recorded; any other is replaced by the template."""
    output = state.get("composer_output") or {}
    return "record" if output.get("status") == "valid" else "fallback"
