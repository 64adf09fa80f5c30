"""Results are added line by line, and a run goes on where the last one stopped."""

from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.errors import ConfigurationError
from superbiz_agent.evals.live import command
from superbiz_agent.evals.live.results import append_result, read_results, setup_digest
from superbiz_agent.evals.live.server import Endpoint
from superbiz_agent.evals.live.trials import Trial, diagnosis_trials
from superbiz_agent.evals.trust.incidents import load_cases

INCIDENTS = Path(__file__).parents[1] / "incidents"


def test_half_a_line_of_a_killed_run_is_left_out_and_the_next_stands_by_itself(
    tmp_path: Path,
) -> None:
    path = tmp_path / "below" / "results.jsonl"
    append_result(path, {"key": "a", "setup": "s", "n": 1})
    with path.open("a", encoding="utf-8") as file:
        file.write('{"key": "b", "set')
    append_result(path, {"key": "c", "setup": "s"})
    append_result(path, {"key": "a", "setup": "s", "n": 2})
    append_result(path, {"key": "d", "setup": "other"})
    assert [(each["key"], each.get("n")) for each in read_results(path, "s")] == [
        ("a", 2),
        ("c", None),
    ]


def test_a_file_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="name another file"):
        append_result(tmp_path, {"key": "a"})


def test_other_bounds_or_other_pins_are_another_setup(tmp_path: Path) -> None:
    lock = tmp_path / "live.lock"
    digests = set()
    for pins in ("a==1", "a==2"):
        lock.write_text(pins, encoding="utf-8")
        digests |= {setup_digest(bound, lock) for bound in (1, 2)}
    assert len(digests) == 4


def test_a_run_plays_only_what_its_results_do_not_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trials = diagnosis_trials(load_cases(INCIDENTS, ("disk-full-zh",)), 3)
    endpoint = Endpoint("http://127.0.0.1:1/v1", "m", 0)
    played: list[str] = []

    def play(trial: Trial, *_: Any) -> dict[str, Any]:
        played.append(trial.key)
        return {"key": trial.key, "failed": "no model", "seconds": 0.0}

    monkeypatch.setattr(command, "play", play)
    path = tmp_path / "results.jsonl"
    append_result(path, {"key": trials[1].key, "setup": "s", "kept": True})
    results = command.play_rest(trials, path, "s", endpoint, command.Bounds())
    assert played == [trials[0].key, trials[2].key]
    assert [each["key"] for each in results] == [trial.key for trial in trials]
    assert results[1]["kept"]
    assert command.play_rest(trials, path, "s", endpoint, command.Bounds()) == results
    assert len(played) == 2
