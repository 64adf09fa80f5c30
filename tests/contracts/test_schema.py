"""The exported schemas, and findings that name every fault without quoting it."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ValidationError

from superbiz_agent.contracts.schema import (
    MAX_FINDINGS,
    PAYLOAD_MODELS,
    REPLY_MODELS,
    SCHEMA_FOLDER,
    exported,
    schema_findings,
    schema_of,
)

EXECUTOR_OUTPUT: dict[str, Any] = {
    "answer_version": "executor_evidence_v2",
    "claims": [
        {
            "claim_id": "claim-1",
            "claim_text": "order-service memory is at 91%.",
            "claim_type": "observation",
            "evidence_bindings": [
                {
                    "tool_name": "query_metrics",
                    "source_invocation_id": 12345,
                    "raw_path": "$.alerts[0]",
                    "evidence_excerpt": "HighMemoryUsage firing, service=order-service",
                }
            ],
        }
    ],
    "hypotheses": [{"hypothesis_id": "h-1", "hypothesis_text": "A leak.", "evidence_bindings": []}],
    "recommended_actions": [{"action_text": "Query the heap metrics.", "reason": "A gap."}],
    "missing_info": ["No heap dump was found."],
}
EVIDENCE_REF: dict[str, Any] = {
    "claim_id": "claim-1",
    "source_invocation_id": 12345,
    "tool_name": "query_metrics",
    "raw_path": "$.alerts[0]",
    "note": "",
}
SOUND: dict[str, dict[str, Any]] = {
    "plan": {
        "intent": "diagnose",
        "steps": [{"tool_name": "query_logs", "arguments": {"query": "x"}, "purpose": "y"}],
    },
    "executor_output": EXECUTOR_OUTPUT,
    "verifier_reply": {
        "verdict": "PASS",
        "groundedness_score": 1.0,
        "critical_fact_count": 1,
        "claim_checks": [
            {
                "claim_id": "claim-1",
                "claim_text": "t",
                "claim_type": "observation",
                "verification": "direct_observation",
                "detail": "d",
                "evidence_refs": [EVIDENCE_REF],
            }
        ],
        "facts_checked": [],
        "rationale": "r",
    },
    "composer_reply": {
        "answer_summary": "s",
        "recommended_actions": [{"action_text": "a", "reason": "r"}],
        "user_facing_answer": "u",
    },
}


def changed(name: str, path: list[str | int], value: Any) -> dict[str, Any]:
    """Return the sound payload with one place set to ``value``; None takes it away."""
    payload = json.loads(json.dumps(SOUND[name]))
    place: Any = payload
    for step in path[:-1]:
        place = place[step]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return payload


class TestExport:
    @pytest.mark.parametrize("name", PAYLOAD_MODELS)
    def test_the_exported_file_is_that_of_the_model(self, name: str) -> None:
        text = (SCHEMA_FOLDER / f"{name}.json").read_text(encoding="utf-8")
        assert text == exported(name), "run python -m superbiz_agent.contracts.schema"
        Draft202012Validator.check_schema(json.loads(text))

    def test_no_file_is_left_over(self) -> None:
        assert {path.stem for path in SCHEMA_FOLDER.glob("*.json")} == set(PAYLOAD_MODELS)

    @pytest.mark.parametrize("name", REPLY_MODELS)
    def test_every_pattern_is_anchored_at_both_ends(self, name: str) -> None:
        for node in walk(schema_of(name)):
            pattern = node.get("pattern", "^$")
            assert isinstance(pattern, dict) or (pattern[0] == "^" and pattern[-1] == "$")


class TestFindings:
    @pytest.mark.parametrize("name", REPLY_MODELS)
    def test_a_sound_reply_has_none_and_fits_its_model(self, name: str) -> None:
        assert schema_findings(name, SOUND[name]) == []
        REPLY_MODELS[name].model_validate(SOUND[name])

    @pytest.mark.parametrize(
        ("name", "path", "value", "where", "message"),
        [
            ("executor_output", ["claims"], None, "claims", "is missing"),
            ("executor_output", ["claims"], {}, "claims", "must be array"),
            ("executor_output", ["answer_version"], "v1", "answer_version", "executor_evidence_v2"),
            ("executor_output", ["claims", 0, "claim_id"], "claim-1\n", None, "must match ^claim-"),
            ("executor_output", ["claims", 0, "claim_id"], "claim-0", None, "must match ^claim-"),
            ("executor_output", ["claims", 0, "claim_id"], "claim-１", None, "must match ^claim-"),
            ("executor_output", ["claims", 0, "claim_type"], "fact", None, '"root_cause"'),
            ("executor_output", ["claims", 0, "claim_text"], "x" * 1001, None, "at most 1000"),
            ("executor_output", ["claims", 0, "claim_text"], "", None, "at least 1 char"),
            ("executor_output", ["claims", 0, "evidence_bindings"], None, None, "is missing"),
            ("executor_output", ["claims", 0, "evidence_bindings"], [{}] * 9, None, "most 8 items"),
            (
                "executor_output",
                ["claims"],
                EXECUTOR_OUTPUT["claims"] * 51,
                "claims",
                "most 50 items",
            ),
            ("executor_output", ["missing_info", 0], 7, "missing_info[0]", "must be string"),
            ("verifier_reply", ["verdict"], "NOT PASS", "verdict", '"PASS"'),
            ("verifier_reply", ["verdict"], ["PASS"], "verdict", "must be"),
            (
                "verifier_reply",
                ["groundedness_score"],
                "1",
                None,
                "must be number or integer or null",
            ),
            (
                "verifier_reply",
                ["claim_checks", 0, "evidence_refs", 0, "source_invocation_id"],
                1.0,
                "claim_checks[0].evidence_refs[0].source_invocation_id",
                "must be integer",
            ),
            (
                "verifier_reply",
                ["claim_checks", 0, "evidence_refs", 0, "source_invocation_id"],
                True,
                None,
                "must be integer",
            ),
            ("composer_reply", ["sources"], [], "$", "not allowed here"),
            (
                "composer_reply",
                ["recommended_actions", 0, "command"],
                "rm",
                "recommended_actions[0]",
                "not allowed here",
            ),
            ("plan", ["intent"], "fix", "intent", '"small_talk"'),
        ],
    )
    def test_each_fault_is_named_with_its_path(
        self, name: str, path: list[str | int], value: Any, where: str | None, message: str
    ) -> None:
        findings = schema_findings(name, changed(name, path, value))
        expected = where or "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in path)[1:]
        assert expected in [finding.path for finding in findings]
        assert any(message in finding.message for finding in findings)

    def test_one_pass_finds_every_fault(self) -> None:
        findings = schema_findings(
            "executor_output", {"claims": [{"claim_id": 1}], "hypotheses": 0}
        )
        assert {finding.path for finding in findings} == {
            "answer_version",
            "claims[0].claim_id",
            "claims[0].claim_text",
            "claims[0].claim_type",
            "claims[0].evidence_bindings",
            "hypotheses",
            "recommended_actions",
            "missing_info",
        }

    @pytest.mark.parametrize("value", [None, [], "text", 7, True])
    def test_a_payload_that_is_no_object_is_one_finding(self, value: Any) -> None:
        (finding,) = schema_findings("plan", value)
        assert (finding.path, finding.message) == ("$", "must be object")

    def test_a_million_faults_are_cut_off(self) -> None:
        findings = schema_findings("executor_output", {"missing_info": [0] * 1_000_000})
        assert len(findings) == MAX_FINDINGS

    @settings(deadline=None)
    @given(st.sampled_from(sorted(REPLY_MODELS)), st.data())
    def test_whatever_the_schema_accepts_the_model_reads(self, name: str, data: Any) -> None:
        paths = [path for path in places(SOUND[name]) if path]
        path = data.draw(st.sampled_from(paths))
        value = data.draw(
            st.sampled_from([0, 1.0, -1, True, "", "x", "claim-2", "PASS", [], {}, [0]])
        )
        payload = changed(name, path, value)
        assert fits(REPLY_MODELS[name], payload) == (schema_findings(name, payload) == [])


def walk(node: Any, *, is_map: bool = False) -> list[dict[str, Any]]:
    """Every schema inside ``node``; property maps are looked through."""
    if isinstance(node, list):
        return [found for item in node for found in walk(item)]
    if not isinstance(node, dict):
        return []
    children = [
        found
        for key, item in node.items()
        for found in walk(item, is_map=not is_map and key in ("properties", "$defs"))
    ]
    return children if is_map else [node, *children]


def models(schema: dict[str, Any]) -> list[dict[str, Any]]:
    return [node for node in walk(schema) if "properties" in node]


def places(value: Any) -> list[list[str | int]]:
    """The paths of every value in ``value``."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    found: list[list[str | int]] = [[]]
    for key, item in items:
        deeper = places(item) if isinstance(item, dict | list) else [[]]
        found += [[key, *path] for path in deeper]
    return found


def fits(model: type[BaseModel], payload: Any) -> bool:
    try:
        model.model_validate(payload)
    except ValidationError:
        return False
    return True
