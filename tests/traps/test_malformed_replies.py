"""Replies as models really send them (shared/data/malformed_json), in each role, end to end.

``expect`` of a case is the most that may be read out of it: a refusal that is handled is always
right, a more permissive verdict never.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.contracts.base import ROLES, Role
from superbiz_agent.testing import ScriptedReply
from tests.traps.stage import CALL, QUESTIONS, Script, Stage, faithful, judging

pytestmark = pytest.mark.data

NAMES: tuple[str, ...] = (
    *("fence", "fence_inner_backticks", "think_with_draft", "quoted_then_verdict", "dup_key"),
    *("trailing_comma", "python_dict", "nan", "huge_int", "deep_nest", "raw_newline"),
    *("bad_escape", "regex_escape", "truncated_value", "curly_quotes", "bom", "lone_surrogate"),
    *("nul", "refusal", "empty", "string_list", "escaped_all", "content_blocks", "comment"),
    *("leading_zero", "schema_echo"),
)
BARE = '{"verdict":"REJECT"}'
"""The verdict as most cases hold it; no case is a whole reply of the verifier."""


@pytest.fixture(scope="session")
def cases(public_data: Path) -> dict[str, dict[str, Any]]:
    """The cases by name."""
    lines = (public_data / "malformed_json" / "cases.jsonl").read_text("utf-8").splitlines()
    return {case["name"]: case for case in map(json.loads, lines)}


def replying(role: Role, reply: ScriptedReply) -> Script:
    """A faithful script in which ``role`` says nothing but ``reply``, in repair turns too."""
    replies: list[Any] = [reply] * 4
    return faithful() | {role: [CALL, reply, reply] * 2 if role == "executor" else replies}


def verdict_of(expect: Any) -> str | None:
    """The verdict that may be read out of a case, if any."""
    return expect.get("verdict") if isinstance(expect, dict) else None


def test_every_case_is_played(cases: dict[str, Any]) -> None:
    assert set(cases) == set(NAMES)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", NAMES)
def test_a_malformed_reply_ends_in_an_answer(
    stage: Stage, cases: dict[str, dict[str, Any]], name: str, role: Role
) -> None:
    case = cases[name]
    language = ("en", "zh")[NAMES.index(name) % 2]
    run = stage.play(replying(role, case["input"]), QUESTIONS[language])
    assert run.result["answer"].strip()
    assert run.session.status == "completed"
    if role in ("executor", "verifier"):
        assert run.result["verdict"] != "PASS"
        assert run.audit["model_verdict"] in (None, verdict_of(case["expect"]))
        assert run.result["references"] == [] and "91%" not in run.result["answer"]
    else:  # these two decide nothing: the default plan and the template stand in
        assert run.result["verdict"] == "PASS"
    if role == "composer":
        assert run.result["composer_status"] == "malformed"


@pytest.mark.parametrize("name", ["refusal", "empty", "dup_key", "deep_nest"])
def test_an_executor_that_never_calls_a_tool_still_ends_in_an_answer(
    stage: Stage, cases: dict[str, dict[str, Any]], name: str
) -> None:
    run = stage.play(faithful() | {"executor": [cases[name]["input"]] * 4})
    assert (run.result["verdict"], run.result["references"]) == ("LOW_CONFID", [])
    assert stage.store.invocations(run.session.id) == []


@pytest.mark.parametrize("name", ["fence", "think_with_draft", "quoted_then_verdict", "bom"])
def test_a_whole_judgement_in_the_wrapping_of_a_case_is_read_as_meant_or_not_at_all(
    stage: Stage, cases: dict[str, dict[str, Any]], name: str
) -> None:
    def wrapped(messages: Any) -> str:
        whole = json.dumps(judging("contradicted", "REJECT")(messages))
        assert BARE in cases[name]["input"]
        return cases[name]["input"].replace(BARE, whole)

    run = stage.play(replying("verifier", wrapped))
    assert run.audit["model_verdict"] in (None, verdict_of(cases[name]["expect"]))
    assert run.result["verdict"] != "PASS" and run.result["references"] == []


def test_a_judgement_that_says_two_verdicts_says_none(
    stage: Stage, cases: dict[str, dict[str, Any]]
) -> None:
    def doubled(messages: Any) -> str:
        judged = judging()(messages)
        del judged["verdict"]
        return cases["dup_key"]["input"][:-1] + "," + json.dumps(judged)[1:]

    run = stage.play(replying("verifier", doubled))
    assert run.audit["model_verdict"] is None
    assert (run.result["verdict"], run.result["references"]) == ("LOW_CONFID", [])
