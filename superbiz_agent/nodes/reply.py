"""reply: a fixed text for a question that asks nothing about an incident."""

from superbiz_agent.contracts.base import Language
from superbiz_agent.grounding.greeting import greeting
from superbiz_agent.nodes.source_names import source_names
from superbiz_agent.nodes.step import Blocking, Scope, Step
from superbiz_agent.state import DiagnosisState
from superbiz_agent.tools.toolbox import serves_demo

REPLIES: dict[Language, str] = {
    "zh": greeting("zh", {}, demo=True),
    "en": greeting("en", {}, demo=True),
}
"""The text where the demo incident is served, or no source is configured."""


def reply(state: DiagnosisState, scope: Scope) -> Step:
    """Say what the agent can do, of the sources that the operator named; no model is asked.

    The names are recorded with the plan, so that ``verify`` makes the same text again.
    """
    settings = yield Blocking(lambda: scope.services.settings)
    retrievers = scope.services.retrievers
    demo, sources = serves_demo(settings, retrievers), source_names(settings, retrievers)
    scope.emit("node", node="reply")
    return {
        "answer": greeting(state["language"], sources, demo=demo),
        "composer_status": "not_called",
        "plan": {**state["plan"], "sources": sources},
    }
