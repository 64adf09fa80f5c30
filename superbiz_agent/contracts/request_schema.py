"""JSON Schemas to send to endpoints that constrain a model's reply.

OpenAI's strict ``json_schema`` mode, and the engines that copy it, want every object closed and
every field required and typed, and know few keywords. What comes back is judged by
``schema.schema_findings`` all the same: a constrained reply is as untrusted as any other.
"""

from collections.abc import Mapping
from typing import Any

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.schema import REPLY_MODELS, schema_of


def _object(**fields: JsonObject) -> JsonObject:
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


_TEXT: JsonObject = {"type": "string"}
_TEXT_OR_NULL: JsonObject = {"type": ["string", "null"]}
_LEVELS = ["direct_evidence", "indirect_support", "no_evidence", "contradicted"]

OPEN_FIELDS: Mapping[tuple[str, str], JsonObject] = {
    ("EvidenceBinding", "source_invocation_id"): {"type": "integer"},
    ("EvidenceBinding", "raw_path"): _TEXT,
    ("EvidenceBinding", "evidence_excerpt"): _TEXT,
    ("PlanStep", "arguments"): _object(
        query=_TEXT,
        service=_TEXT_OR_NULL,
        level=_TEXT_OR_NULL,
        since=_TEXT_OR_NULL,
        until=_TEXT_OR_NULL,
        limit={"type": ["integer", "null"]},
    ),
    ("VerifierReply", "facts_checked"): {
        "type": "array",
        "items": _object(
            fact=_TEXT,
            is_critical={"type": "boolean"},
            verification={"type": "string", "enum": _LEVELS},
            detail=_TEXT,
            evidence_refs={"type": "array", "items": {"$ref": "#/$defs/ReplyEvidenceRef"}},
        ),
    },
}
"""(model, field) -> what to ask for where our own reading leaves the type open."""

_KEPT_KEYWORDS = ("type", "enum", "const", "$ref")


def request_schema_of(name: str) -> JsonObject:
    """Return the schema to send for the reply payload ``name``; KeyError if models never write it.

    It asks for more than ``schema_of`` requires, and for nothing that ``schema_of`` refuses.
    """
    if name not in REPLY_MODELS:
        raise KeyError(name)
    schema = schema_of(name)
    definitions: JsonObject = schema.pop("$defs", {})
    requested = _requested(schema)
    if definitions:
        requested["$defs"] = {title: _requested(item) for title, item in definitions.items()}
    return requested


def _requested(schema: JsonObject) -> JsonObject:
    if "properties" in schema:
        fields: JsonObject = schema["properties"]
        return _object(**{name: _field(schema["title"], name, fields[name]) for name in fields})
    kept: JsonObject = {key: schema[key] for key in _KEPT_KEYWORDS if key in schema}
    if "items" in schema:
        kept["items"] = _requested(schema["items"])
    if "anyOf" in schema:
        options: list[Any] = schema["anyOf"]
        kept["anyOf"] = [_requested(option) for option in options]
    return kept


def _field(model: str, name: str, schema: JsonObject) -> JsonObject:
    return OPEN_FIELDS.get((model, name)) or _requested(schema)
