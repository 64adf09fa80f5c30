"""composer: words the allowed material. Code checks every sentence; a violation is not repaired."""

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.composer import ComposerInput, ComposerOutput, ComposerReply
from superbiz_agent.contracts.reply_forms import composer_form
from superbiz_agent.errors import ModelUnavailableError
from superbiz_agent.grounding.answer_checks.answer import check_answer
from superbiz_agent.grounding.evidence.names import evidence_names
from superbiz_agent.models.tokens import message_tokens
from superbiz_agent.nodes.reading import ask_for_payload
from superbiz_agent.nodes.step import Blocking, Scope, Step
from superbiz_agent.prompts import composer_messages
from superbiz_agent.state import DiagnosisState


def composer(state: DiagnosisState, scope: Scope) -> Step:
    """Ask for the answer and check it (contract section 7)."""
    if not scope.services.settings.composer:
        return _unusable("fallback", "the composer is switched off", scope)
    material = ComposerInput.model_validate(state["composer_input"])
    messages = composer_messages(state["language"], material)
    room = scope.services.request_room("composer")
    if room is not None and sum(map(message_tokens, messages)) > room:
        return _unusable("fallback", "the material does not fit the composer's context", scope)
    try:
        reply = yield from ask_for_payload(
            "composer", composer_form(), messages, state["language"], repairs=0
        )
    except ModelUnavailableError as error:
        return _unusable("fallback", f"the composer's model failed: {error.reason}", scope)
    if reply.findings or reply.value is None:
        places = sorted({finding.path for finding in reply.findings})
        return _unusable("malformed", f"unusable at {', '.join(places[:5])}", scope)
    stored = yield Blocking(lambda: scope.services.store.invocations(state["session_id"]))
    names = evidence_names([invocation.model_dump(mode="json") for invocation in stored])
    findings = check_answer(material, reply.value, names=names, language=state["language"])
    if findings:
        rules = sorted({finding.rule_id for finding in findings})
        return _unusable("fallback", f"{len(findings)} findings: {', '.join(rules)}", scope)
    words = ComposerReply.model_validate(reply.value)
    output = ComposerOutput(status="valid", **words.model_dump())
    scope.emit("node", node="composer", status="valid")
    return {"composer_output": output.model_dump(mode="json")}


def _unusable(status: str, detail: str, scope: Scope) -> JsonObject:
    scope.emit("node", node="composer", status=status)
    output = ComposerOutput.model_validate(
        {
            "status": status,
            "answer_summary": "",
            "recommended_actions": [],
            "user_facing_answer": "",
            "detail": detail[:300],
        }
    )
    return {"composer_output": output.model_dump(mode="json")}
