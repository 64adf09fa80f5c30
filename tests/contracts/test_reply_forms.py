"""The forms that replies are held to: closed, small, and never wider than our own reading."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from superbiz_agent.contracts.evidence import VerifiedEvidence
from superbiz_agent.contracts.gatekeeper import VerifiedClaim
from superbiz_agent.contracts.reply_forms import (
    LIST_BOUNDS,
    MAX_LISTED_PATHS,
    TEXT_BOUNDS,
    ReplyForm,
    composer_form,
    executor_form,
    plan_form,
    verifier_form,
    without,
)
from superbiz_agent.contracts.schema import schema_findings

LINES: list[dict[str, Any]] = [
    {"source_invocation_id": 17, "tool_name": "query_logs", "raw_path": "$.logs[0]", "text": "a"},
    {"source_invocation_id": 17, "tool_name": "query_logs", "raw_path": "$.search", "text": "b"},
    {"source_invocation_id": 18, "tool_name": "query_metrics", "raw_path": "$.search", "text": "c"},
]
CLAIMS = [
    VerifiedClaim(claim_id=claim_id, claim_text="t", claim_type="observation", evidence_bindings=[])
    for claim_id in ("claim-1", "claim-3")
]
EVIDENCE = [
    VerifiedEvidence(
        claim_id=claim_id,
        source_invocation_id=17,
        tool_name="query_logs",
        raw_path=path,
        matched_text="a",
    )
    for claim_id, path in (("claim-1", "$.logs[0]"), ("claim-3", "$.search"))
]
FORMS: dict[str, tuple[ReplyForm, str]] = {
    "planner": (plan_form(["query_logs", "query_metrics"]), "plan"),
    "executor": (executor_form(LINES), "executor_output"),
    "executor without lines": (executor_form([]), "executor_output"),
    "verifier": (verifier_form(CLAIMS, EVIDENCE), "verifier_reply"),
    "verifier of one claim": (verifier_form(CLAIMS[:1], EVIDENCE), "verifier_reply"),
    "composer": (composer_form(), "composer_reply"),
}
every_form = pytest.mark.parametrize("name", FORMS)


def schemas(node: Any) -> Iterator[dict[str, Any]]:
    """Every schema within a form."""
    yield node
    for child in (*node.get("properties", {}).values(), *node.get("anyOf", ())):
        yield from schemas(child)
    if "items" in node:
        yield from schemas(node["items"])


def replies(node: dict[str, Any], length: int) -> Iterator[Any]:
    """Replies in the form: each choice once, lists of ``length`` where that is allowed."""
    if "anyOf" in node:
        for option in node["anyOf"]:
            yield from replies(option, length)
    elif "enum" in node:
        yield from node["enum"]
    elif node["type"] == "object":
        choices = {key: list(replies(each, length)) for key, each in node["properties"].items()}
        for turn in range(max(map(len, choices.values()), default=1)):
            yield {key: each[turn % len(each)] for key, each in choices.items()}
    elif node["type"] == "array":
        count = min(max(length, node.get("minItems", 0)), node.get("maxItems", length))
        items = list(replies(node["items"], length))
        yield [items[turn % len(items)] for turn in range(count)]
    else:
        text = "x" * min(node.get("maxLength", 1), 5_000 if length == 2 else 1)
        yield {"string": text, "null": None}.get(str(node["type"]), "x")


@every_form
def test_every_object_is_closed_and_every_field_is_required_and_typed(name: str) -> None:
    form, _ = FORMS[name]
    Draft202012Validator.check_schema(form.schema)
    for node in schemas(form.schema):
        assert "type" in node or "anyOf" in node
        if node.get("type") == "object":
            assert node["additionalProperties"] is False
            assert node["required"] == list(node["properties"])
        known = {"type", "properties", "required", "additionalProperties", "items", "enum"}
        assert set(node) <= known | {"anyOf"} | LIST_BOUNDS | TEXT_BOUNDS
        if "string" in node.get("type", ()):
            assert "enum" in node or 0 < node["maxLength"] <= 3000


@every_form
@pytest.mark.parametrize("length", [0, 1, 2])
def test_whatever_is_in_the_form_is_read_by_our_own_schema(name: str, length: int) -> None:
    form, schema = FORMS[name]
    for reply in replies(form.schema, length):
        Draft202012Validator(form.schema).validate(reply)
        assert schema_findings(schema, reply) == []


def binding(invocation_id: Any, tool_name: str, path: Any) -> dict[str, Any]:
    return {
        "source_invocation_id": invocation_id,
        "tool_name": tool_name,
        "raw_path": path,
        "evidence_excerpt": "a",
    }


@pytest.mark.parametrize(
    ("cited", "allowed"),
    [
        (binding(17, "query_logs", "$.logs[0]"), True),
        (binding(17, "query_logs", "$.search"), True),
        (binding(18, "query_metrics", "$.search"), True),
        (binding(18, "query_metrics", "$.logs[0]"), False),
        (binding(17, "query_metrics", "$.search"), False),
        (binding(19, "query_logs", "$.logs[0]"), False),
        (binding(17, "query_logs", "$.logs[1]"), False),
        (binding("17", "query_logs", "$.logs[0]"), False),
        (binding(None, "query_logs", "$.logs[0]"), False),
    ],
)
def test_only_recorded_pairs_of_id_and_path_can_be_cited(
    cited: dict[str, Any], allowed: bool
) -> None:
    form = executor_form(LINES)
    [reply] = list(replies(form.schema, 1))[:1]
    reply["claims"][0]["evidence_bindings"] = [cited]
    assert Draft202012Validator(form.schema).is_valid(reply) is allowed


def test_where_nothing_was_recorded_nothing_can_be_cited() -> None:
    reply = next(iter(replies(executor_form([]).schema, 1)))
    [cited] = reply["claims"][0]["evidence_bindings"]
    assert (cited["source_invocation_id"], cited["raw_path"]) == (None, None)


def test_a_check_refers_to_the_evidence_of_its_own_claim_alone() -> None:
    form = verifier_form(CLAIMS, EVIDENCE)
    reply = {
        "claim_checks": [
            {
                "claim_id": claim.claim_id,
                "detail": "d",
                "verification": "direct_observation",
                "evidence_refs": [item.model_dump(exclude={"matched_text"})],
            }
            for claim, item in zip(CLAIMS, EVIDENCE, strict=True)
        ],
        "verdict": "PASS",
    }
    assert Draft202012Validator(form.schema).is_valid(reply)
    for check, item in zip(reply["claim_checks"], reversed(EVIDENCE), strict=True):
        check["evidence_refs"] = [item.model_dump(exclude={"matched_text"})]
    assert not Draft202012Validator(form.schema).is_valid(reply)


def test_a_long_list_of_lines_is_cut_where_endpoints_would_refuse_it() -> None:
    lines = [LINES[0] | {"raw_path": f"$.logs[{n}]"} for n in range(5_000)]
    assert json.dumps(executor_form(lines).schema).count("$.logs[") == MAX_LISTED_PATHS


@pytest.mark.parametrize("bounds", [LIST_BOUNDS, TEXT_BOUNDS])
def test_lengths_can_be_left_out(bounds: frozenset[str]) -> None:
    text = json.dumps(without(executor_form(LINES).schema, bounds))
    assert not [bound for bound in bounds if bound in text]
    assert "$.logs[0]" in text


def test_forms_are_small() -> None:
    assert all(len(json.dumps(form.schema)) < 2_500 for form, _ in FORMS.values())
