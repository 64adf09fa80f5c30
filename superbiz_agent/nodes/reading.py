"""Reading state back into contract models, and asking a model with one repair turn."""

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage
from pydantic import TypeAdapter

from superbiz_agent.contracts.base import JsonObject, Language, Role
from superbiz_agent.contracts.gatekeeper import GatekeeperOutcome
from superbiz_agent.contracts.reply_forms import ReplyForm
from superbiz_agent.contracts.session import Attempt
from superbiz_agent.contracts.strict_json import ParsedReply, SchemaFinding, read_reply
from superbiz_agent.models.reply import reply_text
from superbiz_agent.nodes.step import AskModel, Effect
from superbiz_agent.prompts import load_prompt, repair_message
from superbiz_agent.state import DiagnosisState

REPLY_SCHEMAS: Mapping[Role, str] = {
    "planner": "plan",
    "executor": "executor_output",
    "verifier": "verifier_reply",
    "composer": "composer_reply",
}
"""Role -> the payload that it replies with."""

_ATTEMPTS: TypeAdapter[list[Attempt]] = TypeAdapter(list[Attempt])


def attempts_of(state: DiagnosisState) -> list[Attempt]:
    """The attempts so far, oldest first."""
    return _ATTEMPTS.validate_python(state.get("attempts", []))


def attempts_left(state: DiagnosisState) -> int:
    """How many more attempts the executor may have."""
    return state["max_retries"] + 1 - state["attempt"]


def judged_material(outcome: GatekeeperOutcome) -> JsonObject:
    """The gatekeeper's outcome as the state keys that the contract names."""
    dumped = outcome.model_dump(mode="json")
    keys = (
        "gatekeeper_result",
        "verified_executor_output",
        "verified_evidence",
        "verdict_ceiling",
    )
    return {key: dumped[key] for key in keys}


def parsed(message: AIMessage, schema: str, *, fenced: bool) -> ParsedReply:
    """A model's message as a checked payload: stop reason first, then the strict parser."""
    reply = reply_text(message)
    if reply.text is None:
        finding = SchemaFinding(path="$", message=reply.problem or "the reply is empty")
        return ParsedReply(value=None, findings=[finding])
    return read_reply(reply.text, schema, fenced=fenced)


def ask_for_payload(
    role: Role,
    form: ReplyForm,
    messages: Sequence[BaseMessage],
    language: Language,
    *,
    repairs: int,
) -> Generator[Effect, Any, ParsedReply]:
    """Ask a model for a payload; at most ``repairs`` more turns that quote the findings."""
    version = load_prompt(role, language).version
    turns = list(messages)
    while True:
        message: AIMessage = yield AskModel(role, turns, prompt_version=version, form=form)
        reply = parsed(message, REPLY_SCHEMAS[role], fenced=role != "composer")
        if not reply.findings or repairs == 0:
            return reply
        repairs -= 1
        turns = [*turns, message, repair_message(language, reply.findings)]
