"""Traps of structured output: one test a trap (docs/traps.md, second table)."""

import contextlib
from typing import Any

import pytest
from langchain_core.messages import AIMessage

from superbiz_agent.contracts.strict_json import StrictJsonError, parse_json, read_reply
from superbiz_agent.grounding import normalise_checks
from superbiz_agent.nodes.reading import parsed
from tests.grounding.evidence_rows import ROWS, binding, checked, claim, judgement
from tests.traps.stage import CALL, Stage, alert_claim, faithful

REJECT = '{"verdict": "REJECT", "claim_checks": []}'
PASS = '{"verdict": "PASS", "claim_checks": []}'


def test_the_stop_reason_is_checked_before_the_text() -> None:
    message = AIMessage(content=PASS, response_metadata={"finish_reason": "length"})
    assert parsed(message, "verifier_reply", fenced=True).value is None
    message = AIMessage(content=PASS, response_metadata={"finish_reason": "stop"})
    assert parsed(message, "verifier_reply", fenced=True).is_valid


def test_truncated_arguments_call_no_tool(stage: Stage) -> None:
    cut = CALL.model_copy(update={"response_metadata": {"finish_reason": "length"}}, deep=True)
    run = stage.play(faithful() | {"executor": [cut] * 8})
    assert stage.store.invocations(run.session.id) == []
    assert run.result["verdict"] == "LOW_CONFID"


@pytest.mark.parametrize("second", ["PASS", "REJECT"])
def test_a_key_that_stands_twice_has_no_value(second: str) -> None:
    text = f'{{"verdict": "REJECT", "verdict": "{second}", "claim_checks": []}}'
    assert read_reply(text, "verifier_reply", fenced=True).value is None


@pytest.mark.parametrize("text", [f"{REJECT}\n{PASS}", f"{PASS} and {REJECT}", f"[{PASS}]"])
def test_of_two_objects_neither_is_taken(text: str) -> None:
    assert read_reply(text, "verifier_reply", fenced=True).value is None


def test_a_missing_verdict_is_never_made_up() -> None:
    outcome = checked(claim(binding()))
    reply = judgement(outcome)
    del reply["verdict"]
    result = normalise_checks(reply, outcome, original_query="", invocations=ROWS)
    assert (result.model_verdict, result.effective_verdict) == (None, "LOW_CONFID")


@pytest.mark.parametrize(
    "text",
    [
        '{"n": NaN}',
        '{"n": Infinity}',
        '{"n": 1e400}',
        '{"n": ' + "9" * 5000 + "}",
        '{"n": ' + "[" * 5000 + "]" * 5000 + "}",
        '{"s": "\\ud83d"}',
        '\ufeff{"n": 1}',
        "",
        "I cannot help with that.",
        '{"n": 0012}',
        '"{\\"verdict\\": \\"PASS\\"}"',
    ],
    ids=lambda text: text[:12],
)
def test_what_parsers_disagree_on_is_refused(text: str) -> None:
    assert read_reply(text, "verifier_reply", fenced=True).value is None


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (f"<think>{PASS}</think>{REJECT}", "REJECT"),
        (f"```json\n{REJECT}\n```", "REJECT"),
        (f"<think>{PASS}{REJECT}", None),
    ],
)
def test_reasoning_and_fences_are_cut_and_never_read(text: str, verdict: str | None) -> None:
    value = read_reply(text, "verifier_reply", fenced=True).value
    assert (value or {}).get("verdict") == verdict


@pytest.mark.parametrize("arguments", ['"{\\"query\\": \\"x\\"}"', '{"query": "x"} {}'])
def test_arguments_that_are_no_object_are_no_object(arguments: str) -> None:
    with contextlib.suppress(StrictJsonError):
        assert not isinstance(parse_json(arguments), dict)


def test_prose_instead_of_a_reply_is_asked_again_a_bounded_number_of_times(stage: Stage) -> None:
    prose: list[Any] = ["I will look at the logs next."] * 50
    stage.play(faithful() | {"executor": prose})
    assert len(stage.model.calls_of("executor")) == 4  # two attempts, each with one repair turn
    stage.play(faithful() | {"executor": [CALL, alert_claim()] * 2, "verifier": prose})
    assert len(stage.model.calls_of("verifier")) <= 4
