"""Reading the executor's output and the rule ``schema.executor_v2`` (contract sections 3 and 4).

Checked item by item and not as one model, so that one bad claim costs only itself and one pass
yields every finding.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from superbiz_agent.contracts.base import ClaimType, JsonObject
from superbiz_agent.contracts.executor import (
    ANSWER_VERSION,
    CLAIM_ID,
    HYPOTHESIS_ID,
    MAX_BINDINGS,
    MAX_CLAIMS,
    MAX_EXCERPT_BYTES,
    MAX_TEXT,
    REMOVED_FIELDS,
)
from superbiz_agent.contracts.strict_json import read_reply
from superbiz_agent.grounding.evidence.hostile import as_list, as_object, as_text, has_id_form
from superbiz_agent.grounding.gatekeeping.faults import Found

MAX_READ_ITEMS = 200
"""Items of a list that are looked at; a longer list is a finding, its rest is never shown."""

LISTS = ("claims", "hypotheses", "recommended_actions", "missing_info")

CLAIM_TYPES: Mapping[str, ClaimType] = {
    "observation": "observation",
    "negative_observation": "negative_observation",
    "inference": "inference",
    "root_cause": "root_cause",
    "knowledge": "knowledge",
}

_KNOWN_KEYS: Mapping[str, frozenset[str]] = {
    "output": frozenset(("answer_version", *LISTS, *REMOVED_FIELDS)),
    "claims": frozenset(("claim_id", "claim_text", "claim_type", "evidence_bindings")),
    "evidence_bindings": frozenset(
        (
            "tool_name",
            "source_invocation_id",
            "source_invocation_ids",
            "raw_path",
            "evidence_excerpt",
        )
    ),
    "hypotheses": frozenset(("hypothesis_id", "hypothesis_text", "evidence_bindings")),
    "recommended_actions": frozenset(("action_text", "reason", "evidence_bindings")),
}


def read_executor_output(output: object) -> tuple[JsonObject | None, list[Found]]:
    """Return the output as an object, or None with the finding that says why there is none.

    ``output`` is raw text, a dict, or anything else. Schema findings are not made here.
    """
    if isinstance(output, str) and output.strip():
        value = read_reply(output, "executor_output", fenced=True).value
        return value, [] if value is not None else [Found("output_not_json", "output")]
    if output is None or isinstance(output, str):
        return None, [Found("output_absent", "output")]
    value = as_object(output)
    return value, [] if value is not None else [Found("output_not_object", "output")]


def list_of(output: JsonObject, name: str) -> list[object]:
    """The list ``name`` of the output, as far as it is read; empty where it is no list."""
    return (as_list(output.get(name)) or [])[:MAX_READ_ITEMS]


def output_findings(output: JsonObject) -> Iterator[Found]:
    """Findings on the output as a whole and on its items other than claims."""
    if output.get("answer_version") != ANSWER_VERSION:
        yield Found("version_wrong", "answer_version")
    for name in LISTS:
        if as_list(output.get(name)) is None:
            yield Found("list_absent", name)
    for name in REMOVED_FIELDS:
        if name in output:
            yield Found("field_removed", name)
    if len(list_of(output, "claims")) > MAX_CLAIMS:
        yield Found("claims_too_many", "claims")
    yield from unknown_keys(output, "output", "output")
    for name in LISTS[1:]:
        if len(as_list(output.get(name)) or []) > MAX_READ_ITEMS:
            yield Found("items_too_many", name)
        yield from _item_findings(output, name)


def claim_findings(claim: object, target: str) -> Iterator[Found]:
    """Findings on one claim and the form of its bindings; any error withholds the claim."""
    fields = as_object(claim)
    if fields is None:
        yield Found("claim_not_object", target)
        return
    yield from unknown_keys(fields, "claims", target)
    for fault in _claim_faults(fields):
        yield Found(fault, target)
    for index, binding in enumerate(bindings_of(fields)):
        yield from _binding_findings(binding, f"{target}.evidence_bindings[{index}]")


def bindings_of(claim: JsonObject) -> list[object]:
    """The claim's bindings, at most as many as are allowed."""
    return (as_list(claim.get("evidence_bindings")) or [])[:MAX_BINDINGS]


def has_broken_excerpt(binding: JsonObject) -> bool:
    """Whether the excerpt is no text, or longer than a stored text can be."""
    excerpt = binding.get("evidence_excerpt")
    text = as_text(excerpt)
    return (text is None and excerpt is not None) or len((text or "").encode()) > MAX_EXCERPT_BYTES


def duplicate_ids(items: list[object], key: str) -> frozenset[str]:
    """The ids that more than one item has: none of these items can be told from the other."""
    ids = (as_text((as_object(item) or {}).get(key)) for item in items)
    return frozenset(value for value, count in Counter(filter(None, ids)).items() if count > 1)


def claim_id_of(claim: object) -> str | None:
    """The claim's id if it has the right form: the only id that may be repeated in an audit."""
    return _text_like((as_object(claim) or {}).get("claim_id"), CLAIM_ID)


def hypothesis_id_of(item: object) -> str | None:
    """The hypothesis' id if it has the right form."""
    return _text_like((as_object(item) or {}).get("hypothesis_id"), HYPOTHESIS_ID)


def hypothesis_of(item: object) -> tuple[str, str] | None:
    """(id, text) of a sound hypothesis."""
    identifier = hypothesis_id_of(item)
    text = sound_text((as_object(item) or {}).get("hypothesis_text"))
    return (identifier, text) if identifier and text else None


def action_of(item: object) -> tuple[str, str] | None:
    """(action_text, reason) of a sound action; the reason may be empty."""
    fields = as_object(item) or {}
    text, reason = sound_text(fields.get("action_text")), as_text(fields.get("reason"))
    return (text, reason) if text and reason is not None and len(reason) <= MAX_TEXT else None


def sound_text(value: object) -> str | None:
    """``value`` if it is text of 1 to 1,000 characters that is not blank."""
    text = as_text(value)
    return text if text and text.strip() and len(text) <= MAX_TEXT else None


def unknown_keys(fields: Mapping[Any, Any], kind: str, target: str) -> Iterator[Found]:
    """One warning where ``fields`` holds keys that this version does not know."""
    if any(key not in _KNOWN_KEYS[kind] for key in fields):
        yield Found("keys_unknown", target)


def _item_findings(output: JsonObject, name: str) -> Iterator[Found]:
    items = list_of(output, name)
    doubled = duplicate_ids(items, "hypothesis_id") if name == "hypotheses" else frozenset[str]()
    read = {"hypotheses": hypothesis_of, "recommended_actions": action_of}.get(name, sound_text)
    for index, item in enumerate(items):
        target = f"{name}[{index}]"
        fields = as_object(item)
        if fields is not None and name in _KNOWN_KEYS:
            yield from unknown_keys(fields, name, target)
        if read(item) is None:
            yield Found("item_malformed", target)
        elif fields is not None and fields.get("hypothesis_id") in doubled:
            yield Found("item_id_duplicate", target)


def _claim_faults(claim: JsonObject) -> Iterator[str]:
    if any(claim.get(key) is None for key in _KNOWN_KEYS["claims"]):
        yield "claim_field_missing"
    text: object = claim.get("claim_text")
    bindings: object = claim.get("evidence_bindings")
    identifier, kind = claim.get("claim_id"), claim.get("claim_type")
    texts = [value for value in (text, kind) if value is not None]
    if any(as_text(value) is None for value in texts) or _is_no_list(bindings):
        yield "claim_field_type"
    if identifier is not None and claim_id_of(claim) is None:
        yield "claim_id_form"
    if isinstance(kind, str) and kind not in CLAIM_TYPES:
        yield "claim_type_unknown"
    if isinstance(text, str):
        yield from _claim_text_faults(text)
    if len(as_list(bindings) or []) > MAX_BINDINGS:
        yield "bindings_too_many"


def _claim_text_faults(text: str) -> Iterator[str]:
    if not text.strip():
        yield "claim_text_blank"
    if len(text) > MAX_TEXT:
        yield "claim_text_too_long"


def _binding_findings(binding: object, target: str) -> Iterator[Found]:
    fields = as_object(binding)
    if fields is None:
        yield Found("binding_not_object", target)
        return
    yield from unknown_keys(fields, "evidence_bindings", target)
    for fault in _binding_faults(fields):
        yield Found(fault, target)


def _binding_faults(binding: JsonObject) -> Iterator[str]:
    texts = [binding.get(key) for key in ("tool_name", "raw_path", "evidence_excerpt")]
    legacy: object = binding.get("source_invocation_ids")
    if not binding.get("tool_name"):
        yield "binding_tool_missing"
    if any(value is not None and as_text(value) is None for value in texts):
        yield "binding_field_type"
    if _is_no_list(legacy):
        yield "binding_field_type"
    singular = binding.get("source_invocation_id")
    ids = [*([] if singular is None else [singular]), *(as_list(legacy) or [])]
    if not all(map(has_id_form, ids)):
        yield "binding_id_form"
    excerpt = as_text(binding.get("evidence_excerpt"))
    if excerpt is not None and has_broken_excerpt(binding):
        yield "excerpt_too_long"


def _is_no_list(value: object) -> bool:
    return value is not None and as_list(value) is None


def _text_like(value: object, pattern: str) -> str | None:
    text = as_text(value)
    return text if text is not None and re.fullmatch(pattern, text) else None
