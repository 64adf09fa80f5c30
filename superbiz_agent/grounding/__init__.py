"""The rules, as pure functions: no I/O, no model, no LangGraph (contract sections 4 to 7)."""

from superbiz_agent.grounding.answer_checks.answer import check_answer
from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.gatekeeping.gatekeeper import check_executor_output
from superbiz_agent.grounding.screening.screen import screen
from superbiz_agent.grounding.verification.normalisation import normalise_checks

__all__ = [
    "check_answer",
    "check_executor_output",
    "extract_facts",
    "normalise_checks",
    "screen",
]
