"""Recorded replies of a live run are judged anew by the code as it is now, without a model."""

import json
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.contracts.base import ROLES
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.evals.live.command import evaluate_recorded
from superbiz_agent.evals.live.recorded import RecordedTrial, play_recorded, recorded_trials
from superbiz_agent.evals.trust.incidents import load_case

INCIDENTS = Path(__file__).parents[1] / "incidents"
CASE = load_case(INCIDENTS / "resolver-link-down", "en")
BOUNDS = {"context": 8192, "reply_tokens": 600, "retries": 0, "temperature": 0.7}


def reply(role: str, text: str, ended: str = "stop") -> dict[str, Any]:
    return {
        "role": role,
        "seconds": 1.0,
        "prompt_tokens": 9,
        "completion_tokens": 5,
        "ended": ended,
        "tools_called": 0,
        "text": text,
    }


def recorded(*exchanges: dict[str, Any]) -> dict[str, Any]:
    return {
        "key": "diagnosis/resolver-link-down/en/all/json_schema/1",
        "part": "diagnosis",
        "case": CASE.name,
        "language": "en",
        "roles": list(ROLES),
        "method": "json_schema",
        "round": 1,
        "bounds": BOUNDS,
        "exchanges": list(exchanges),
    }


EXECUTOR: dict[str, Any] = {
    "answer_version": "executor_evidence_v2",
    "claims": [],
    "hypotheses": [
        {
            "hypothesis_id": "h-1",
            "hypothesis_text": "The function to search for the source invocation ID is",
            "evidence_bindings": [],
        }
    ],
    "recommended_actions": [],
    "missing_info": [],
}
RUN = recorded(
    reply("planner", '{"intent": "diagnose", "ste', "length"),
    reply("executor", json.dumps(EXECUTOR)),
    reply("composer", "no object at all"),
)


@pytest.mark.server
def test_recorded_replies_meet_the_rules_as_they_are_now() -> None:
    (played,) = play_recorded([RecordedTrial.model_validate(RUN)], [CASE])
    assert [each["text"] for each in played["exchanges"]] == [
        each["text"] for each in RUN["exchanges"]
    ]
    assert played["failed"] is None
    assert played["unknown_tokens"] == played["markers_told"] == []
    assert "source invocation" not in played["answer"]
    assert played["gates"]["composer"] == "malformed"


@pytest.mark.server
def test_a_table_is_printed_and_whether_every_bar_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "results.jsonl"
    results.write_text(json.dumps(RUN) + "\n", encoding="utf-8")
    assert evaluate_recorded(INCIDENTS, results)
    assert "diagnosis by json_schema: 1 trials" in capsys.readouterr().out


@pytest.mark.server
def test_an_incident_that_is_there_no_more_is_left_out() -> None:
    gone = RecordedTrial.model_validate({**RUN, "case": "gone/en"})
    assert play_recorded([gone], [CASE]) == []


@pytest.mark.parametrize(
    "text", [None, "no json", json.dumps({**RUN, "bounds": {"context": "much"}})]
)
def test_what_cannot_be_read_is_one_line(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "results.jsonl"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError, match="cannot be read"):
        recorded_trials(path)
