"""Which role a conversation asks for, read from the keys of its request.

Every request is one human message that holds one JSON object (prompts/messages.py), so that one
model, embedded or scripted, can play all roles without being told which.
"""

import json
from collections.abc import Mapping, Sequence
from typing import cast

from langchain_core.messages import BaseMessage, HumanMessage

from superbiz_agent.contracts.base import JsonObject, Role

ROLE_KEYS: Mapping[Role, frozenset[str]] = {
    "planner": frozenset({"question", "earlier_turns", "tools", "window", "now"}),
    "executor": frozenset(
        {"question", "plan", "window", "now", "retry_context", "stored_evidence"}
    ),
    "verifier": frozenset(
        {
            "diagnosis_context",
            "verified_executor_output",
            "verified_evidence",
            "gatekeeper_audit",
            "verdict_ceiling",
        }
    ),
    "composer": frozenset(
        {
            "original_query",
            "verdict",
            "allowed_claims",
            "allowed_hypotheses",
            "missing_info",
            "recommended_actions",
            "rationale",
        }
    ),
}
"""The keys that each role's request holds; the verifier's may hold ``retry_context`` too."""


def role_of(messages: Sequence[BaseMessage]) -> Role | None:
    """Return the role that ``messages`` ask for, or None if they hold no request of ours."""
    request = request_of(messages)
    return None if request is None else _role_by_keys(request)


def request_of(messages: Sequence[BaseMessage]) -> JsonObject | None:
    """Return the last request in ``messages``. A repair turn after it is none."""
    for message in reversed(messages):
        request = _json_object(message.content) if isinstance(message, HumanMessage) else None
        if request is not None and _role_by_keys(request) is not None:
            return request
    return None


def _role_by_keys(request: JsonObject) -> Role | None:
    return next((role for role, keys in ROLE_KEYS.items() if keys <= request.keys()), None)


def _json_object(content: object) -> JsonObject | None:
    try:
        value: object = json.loads(content) if isinstance(content, str) else None
    except (ValueError, RecursionError):
        return None
    return cast(JsonObject, value) if isinstance(value, dict) else None
