"""Read what a role is asked from a message list: one JSON object, then the tools' replies."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, cast

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from superbiz_agent.contracts.base import JsonObject, Language, Role
from superbiz_agent.grounding.wording import language_of

ROLE_KEYS: Final[tuple[tuple[Role, frozenset[str]], ...]] = (
    ("executor", frozenset({"question", "plan"})),
    ("planner", frozenset({"question", "earlier_turns", "tools"})),
    ("verifier", frozenset({"verified_evidence", "verified_executor_output"})),
    ("composer", frozenset({"original_query", "allowed_claims"})),
)
"""Which keys of the request tell which role is asked (prompts/messages.py writes them)."""


@dataclass(frozen=True)
class ToolCallMade:
    """A tool call that this conversation already holds."""

    name: str
    arguments: JsonObject


@dataclass(frozen=True)
class ToolReply:
    """One tool message, decoded. ``invocation_id`` is null if the call was never recorded."""

    invocation_id: int | None
    tool_name: str
    status: Literal["found", "no_evidence", "partial", "error"]
    references: tuple[tuple[str, str], ...] = ()
    truncated: bool = False


@dataclass(frozen=True)
class Conversation:
    """The request of one role, and what happened since. ``rounds`` counts rounds of calls.
    ``language`` is that of the prompt, null without one."""

    role: Role
    request: JsonObject
    language: Language | None = None
    calls: tuple[ToolCallMade, ...] = ()
    replies: tuple[ToolReply, ...] = ()
    rounds: int = field(default=0)


def read_conversation(messages: Sequence[BaseMessage]) -> Conversation | None:
    """Find the last human message that is one JSON object of a known role; null if there is none.

    A repair turn after it is prose or names no role's keys, so the request before it still rules.
    """
    for position in range(len(messages) - 1, -1, -1):
        message = messages[position]
        if not isinstance(message, HumanMessage):
            continue
        request = _json_object(message.content)
        role = _role_of(request)
        if role is not None:
            made = _with_tools(role, request, messages[position + 1 :])
            return replace(made, language=_language(messages[:position]))
    return None


def _language(earlier: Sequence[BaseMessage]) -> Language | None:
    prompt = next((m for m in earlier if isinstance(m, SystemMessage)), None)
    return None if prompt is None else language_of(str(prompt.text))


def _role_of(request: Mapping[str, Any]) -> Role | None:
    return next((role for role, keys in ROLE_KEYS if keys <= request.keys()), None)


def _with_tools(role: Role, request: JsonObject, later: Sequence[BaseMessage]) -> Conversation:
    asking = [m for m in later if isinstance(m, AIMessage) and m.tool_calls]
    return Conversation(
        role=role,
        request=request,
        calls=tuple(
            ToolCallMade(call["name"], dict(call["args"])) for m in asking for call in m.tool_calls
        ),
        replies=tuple(_tool_reply(m) for m in later if isinstance(m, ToolMessage)),
        rounds=len(asking),
    )


def _tool_reply(message: ToolMessage) -> ToolReply:
    value = _json_object(message.content)
    tool_name = _string(value.get("tool_name")) or message.name or ""
    status = value.get("evidence_status")
    if status not in ("found", "no_evidence", "partial"):
        return ToolReply(_integer(value.get("invocation_id")), tool_name, "error")
    return ToolReply(
        invocation_id=_integer(value.get("invocation_id")),
        tool_name=tool_name,
        status=status,
        references=tuple(_references(value.get("evidence_refs"))),
        truncated=value.get("truncated") is True,
    )


def _references(value: object) -> list[tuple[str, str]]:
    pairs = [(_string(r.get("raw_path")), _string(r.get("text"))) for r in objects(value)]
    return [(path, text) for path, text in pairs if path and text]


def objects(value: object) -> list[JsonObject]:
    """Return the objects of a JSON list; anything else is no object."""
    if not isinstance(value, list):
        return []
    return [cast(JsonObject, item) for item in cast(list[object], value) if isinstance(item, dict)]


def _json_object(content: object) -> JsonObject:
    if not isinstance(content, str):
        return {}
    try:
        value: object = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return cast(JsonObject, value) if isinstance(value, dict) else {}


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _integer(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
