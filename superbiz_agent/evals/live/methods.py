"""Ways of asking for a structured reply, and which of them the server at hand carries out.

What is bound here stands in for a setting of the agent: where the settings know
``structured_output``, the agent binds it itself and the suite only names the method.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

import httpx

from superbiz_agent.contracts.base import JsonObject, Role
from superbiz_agent.contracts.request_schema import request_schema_of
from superbiz_agent.evals.live.server import Endpoint
from superbiz_agent.settings import Settings

Method: TypeAlias = Literal["json_schema", "json_mode", "function_calling", "plain"]

METHODS: Final[tuple[Method, ...]] = ("json_schema", "json_mode", "function_calling", "plain")
SETTING: Final = "structured_output"
"""The agent's setting of the same name and values, once there is one."""

PAYLOADS: Final[Mapping[Role, str]] = {
    "planner": "plan",
    "executor": "executor_output",
    "verifier": "verifier_reply",
    "composer": "composer_reply",
}
MOST_ITEMS: Final[Mapping[tuple[str, str], int]] = {
    ("Hypothesis", "evidence_bindings"): 0,
    ("", "claim_checks"): 5,
    ("", "facts_checked"): 0,
}
"""(definition, field) -> items of its list; of any other list, one."""
MOST_CHARACTERS: Final[Mapping[tuple[str, str], int]] = {
    ("EvidenceBinding", "evidence_excerpt"): 160
}
"""(definition, field) -> characters of its text; of any other text, ``SHORT_TEXT``. Without bounds
in the schema that is sent, the model fills the first list until the ceiling of its reply, and
nothing can be read."""
SHORT_TEXT: Final = 90

PROBE_SECONDS: Final = 120.0
_PROBED: Final[JsonObject] = {
    "type": "object",
    "properties": {"level": {"type": "string", "enum": ["low", "high"]}},
    "required": ["level"],
    "additionalProperties": False,
}


def has_setting() -> bool:
    """Whether the agent itself asks for structured replies, by a setting."""
    return SETTING in Settings.model_fields


def settings_of(method: Method, roles: Sequence[Role]) -> JsonObject:
    """The agent's settings for ``roles`` asked by ``method``, if it has them."""
    return {f"{SETTING}_{role}": method for role in roles} if has_setting() else {}


def why_skipped(role: Role, method: Method, carried_out: Mapping[Method, bool]) -> str | None:
    """Why a role is not asked by ``method``; None if it is."""
    if method == "function_calling" and role == "verifier":
        return "the verifier is never asked by function calling"
    if not carried_out[method]:
        return "the server does not carry it out"
    if method == "function_calling" and not has_setting():
        return f"the agent has no setting {SETTING}"
    return None


def bound_by_suite(role: Role, method: Method) -> JsonObject:
    """What the suite adds to a request of ``role``; nothing where the agent does it.

    It goes into the request's body as it is: bound as ``response_format`` it makes OpenAI's client
    refuse tools that are not strict, which the agent's are not.
    """
    if has_setting() or method in ("plain", "function_calling"):
        return {}
    if method == "json_mode":
        return {"extra_body": {"response_format": {"type": "json_object"}}}
    schema = bounded(request_schema_of(PAYLOADS[role]))
    return {"extra_body": {"response_format": _response_format(PAYLOADS[role], schema)}}


def bounded(schema: JsonObject, definition: str = "") -> JsonObject:
    """``schema`` (of the definition so named) with at most so many items a list and characters a
    text."""
    kept = dict(schema)
    fields: JsonObject = schema.get("properties", {})
    if fields:
        kept["properties"] = {
            name: _bounded_field(field, (definition, name)) for name, field in fields.items()
        }
    definitions: JsonObject = schema.get("$defs", {})
    if definitions:
        kept["$defs"] = {name: bounded(each, name) for name, each in definitions.items()}
    return kept


def _bounded_field(field: JsonObject, name: tuple[str, str]) -> JsonObject:
    if "properties" in field:
        return bounded(field, name[1])
    if "items" in field:
        items = _bounded_field(field["items"], name)
        return field | {"items": items, "maxItems": MOST_ITEMS.get(name, 1)}
    is_text = _is_free_text(field)
    return field | {"maxLength": MOST_CHARACTERS.get(name, SHORT_TEXT)} if is_text else field


def _is_free_text(schema: JsonObject) -> bool:
    kind = schema.get("type")
    is_text = kind == "string" or (isinstance(kind, list) and "string" in kind)
    return is_text and "enum" not in schema and "const" not in schema


def _response_format(name: str, schema: JsonObject) -> JsonObject:
    return {
        "type": "json_schema",
        "json_schema": {"name": name, "strict": True, "schema": schema},
    }


def carried_out(endpoint: Endpoint) -> Mapping[Method, bool]:
    """Method -> whether the server, asked for a tiny reply by it, sends one of that form."""
    return {method: _probe(endpoint, method) for method in METHODS}


def _probe(endpoint: Endpoint, method: Method) -> bool:
    if method == "plain":
        return True
    function = {"name": "answer", "description": "Say the level.", "parameters": _PROBED}
    asked: Mapping[Method, JsonObject] = {
        "json_schema": {"response_format": _response_format("level", _PROBED)},
        "json_mode": {"response_format": {"type": "json_object"}},
        "function_calling": {
            "tools": [{"type": "function", "function": function}],
            "tool_choice": "required",
        },
    }
    request = {
        "model": endpoint.model,
        "messages": [{"role": "user", "content": "Say the level as JSON."}],
        "max_tokens": 40,
        **asked[method],
    }
    try:
        reply = httpx.post(
            f"{endpoint.url}/chat/completions", json=request, timeout=PROBE_SECONDS
        ).json()
        message: JsonObject = reply["choices"][0]["message"]
    except (httpx.HTTPError, ValueError, LookupError, TypeError):
        return False
    if method == "function_calling":
        return bool(message.get("tool_calls"))
    content = str(message.get("content") or "").lstrip()
    return content.startswith("{") and (method == "json_mode" or '"level"' in content)
