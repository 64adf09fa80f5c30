"""Which trials a run has."""

from collections import Counter
from pathlib import Path

from superbiz_agent.contracts.base import ROLES
from superbiz_agent.evals.live.trials import diagnosis_trials, role_trials
from superbiz_agent.evals.trust.incidents import load_cases
from superbiz_agent.settings.roles import Method

CASES = load_cases(Path(__file__).parents[1] / "incidents")
SERVED: dict[Method, bool] = {
    "json_schema": True,
    "json_mode": True,
    "function_calling": False,
    "plain": True,
}


def test_24_diagnoses_are_12_incidents_in_both_languages_those_with_markers_first() -> None:
    trials = diagnosis_trials(CASES, 24)
    assert Counter(trial.case.language for trial in trials) == {"en": 12, "zh": 12}
    assert all(trial.case.incident.markers for trial in trials[:8])


def test_a_long_run_goes_round_again_for_another_draw() -> None:
    trials = diagnosis_trials(CASES, 100)
    assert len({trial.key for trial in trials}) == 100
    assert {trial.round_number for trial in trials} == {1, 2}


def test_diagnoses_by_another_method_are_other_trials_of_the_same_incidents() -> None:
    by_schema, plain = diagnosis_trials(CASES, 3), diagnosis_trials(CASES, 3, "plain")
    assert [trial.case for trial in plain] == [trial.case for trial in by_schema]
    assert {trial.key for trial in plain}.isdisjoint(trial.key for trial in by_schema)


def test_each_role_is_tried_by_itself_in_both_languages_by_each_method_that_works() -> None:
    trials, skipped = role_trials(CASES, ROLES, SERVED)
    assert len({trial.key for trial in trials}) == 4 * 3 * 2
    assert {trial.roles for trial in trials} == {(role,) for role in ROLES}
    assert len(skipped) == 4
    assert all(line.partition("skipped: ")[2] for line in skipped)


def test_the_small_part_asks_each_role_once_in_both_languages_in_turn() -> None:
    trials, _ = role_trials(CASES, ROLES, {"json_schema": True}, languages_a_role=1)
    assert [trial.roles[0] for trial in trials] == list(ROLES)
    assert [trial.case.language for trial in trials] == ["en", "zh", "en", "zh"]
