"""fallback: a fixed safe template over the allowed material, where the composer fails."""

from superbiz_agent.contracts.composer import ComposerInput, ComposerOutput
from superbiz_agent.grounding.fallback import fallback_reply
from superbiz_agent.nodes.step import Scope, Step
from superbiz_agent.state import DiagnosisState


def fallback(state: DiagnosisState, scope: Scope) -> Step:
    """Answer from ``composer_input`` alone (contract section 7)."""
    failed = ComposerOutput.model_validate(state["composer_output"])
    chosen = fallback_reply(
        ComposerInput.model_validate(state["composer_input"]), state["language"]
    )
    output = ComposerOutput(
        status=failed.status,
        detail=failed.detail,
        template_id=chosen.template_id,
        **chosen.reply.model_dump(),
    )
    scope.emit("node", node="fallback", template_id=chosen.template_id)
    return {"composer_output": output.model_dump(mode="json")}
    yield  # a step is a generator, even one without effects
