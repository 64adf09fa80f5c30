"""How each role is asked, and why one is not."""

from typing import Any

import pytest

from superbiz_agent.contracts.base import ROLES
from superbiz_agent.evals.live import methods
from superbiz_agent.evals.live.methods import METHODS, bound_by_suite, settings_of, why_skipped

ALL = dict.fromkeys(METHODS, True)


def test_the_verifier_is_never_asked_by_function_calling() -> None:
    reason = why_skipped("verifier", "function_calling", ALL)
    assert reason == "the verifier is never asked by function calling"


def test_a_method_that_the_server_does_not_carry_out_is_skipped_with_a_reason() -> None:
    reason = why_skipped("planner", "json_mode", {**ALL, "json_mode": False})
    assert reason == "the server does not carry it out"


@pytest.mark.parametrize("has_setting", [True, False])
def test_the_suite_binds_a_schema_only_where_the_agent_has_no_setting(
    has_setting: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(methods, "has_setting", lambda: has_setting)
    bound = [bool(bound_by_suite(role, "json_schema")) for role in ROLES]
    assert bound == [not has_setting] * len(ROLES)
    named = {"structured_output_planner": "json_schema"} if has_setting else {}
    assert settings_of("json_schema", ["planner"]) == named
    assert (why_skipped("planner", "function_calling", ALL) is None) is has_setting


def lists_and_texts(schema: Any) -> list[dict[str, Any]]:
    if isinstance(schema, list):
        return [found for item in schema for found in lists_and_texts(item)]
    if not isinstance(schema, dict):
        return []
    is_bounded = schema.get("type") in ("array", "string")
    own = [schema] if is_bounded and not {"enum", "const"} & schema.keys() else []
    return own + [found for item in schema.values() for found in lists_and_texts(item)]


@pytest.mark.parametrize("role", ROLES)
def test_every_list_and_text_of_a_schema_that_is_sent_has_a_bound(
    role: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(methods, "has_setting", lambda: False)
    schema = bound_by_suite(role, "json_schema")["extra_body"]["response_format"]
    found = lists_and_texts(schema["json_schema"]["schema"])
    assert found
    assert all("maxItems" in each or "maxLength" in each for each in found)
