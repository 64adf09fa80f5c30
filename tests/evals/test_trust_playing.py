"""One incident played with faithful and with mutated models, through the real graph."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.errors import SourceError
from superbiz_agent.evals.trust.composer_mutants import beside_a_gap
from superbiz_agent.evals.trust.faithful import Changes, Scene
from superbiz_agent.evals.trust.incidents import Case, Wordings, load_case, load_cases
from superbiz_agent.evals.trust.injection import injection_effects, without_planted
from superbiz_agent.evals.trust.playing import open_theatre
from superbiz_agent.evals.trust.suite import CaseOutcome, edited_copy, play_case

INCIDENTS = Path(__file__).parents[1] / "incidents"


def case() -> Case:
    whole = load_case(INCIDENTS / "injected-log-line", "en")
    return replace(whole, wordings=Wordings(), held_out=Wordings())


@pytest.fixture(scope="module")
def played(request: pytest.FixtureRequest) -> CaseOutcome:
    return play_case(case(), per_kind=1)


def test_a_faithful_run_ends_as_its_evidence_deserves(played: CaseOutcome) -> None:
    assert (played.faithful.verdict, played.faithful.composer_status) == ("PASS", "valid")
    assert played.faithful.told_claims == played.faithful.expected_claims


def test_no_mutant_gets_through_and_none_leaks(played: CaseOutcome) -> None:
    groups = {outcome.group for outcome in played.mutants}
    assert groups == {"executor", "evidence", "verifier", "composer", "paraphrase"}
    assert [outcome.name for outcome in played.mutants if not outcome.right] == []
    assert not any(outcome.leaked or outcome.fabricated_accepted for outcome in played.mutants)


def test_a_gap_alone_passes_so_that_a_cause_beside_it_can_be_missed(tmp_path: Path) -> None:
    def broken(reply: dict[str, Any], _: Scene) -> dict[str, Any]:
        return reply | {"diagnosis_summary": "all is clear"}

    with open_theatre(case(), tmp_path) as theatre:
        result = theatre.play(Changes(executor=broken, composer=beside_a_gap(""))).result
    assert (result["verdict"], result["composer_status"]) == ("LOW_CONFID", "valid")


def test_an_end_played_anew_is_the_end_of_a_whole_run(tmp_path: Path) -> None:
    def same(reply: dict[str, Any], _: Scene) -> dict[str, Any]:
        return reply

    def silent(_reply: dict[str, Any], _: Scene) -> str:
        return "no JSON"

    with open_theatre(case(), tmp_path) as theatre:
        whole = theatre.play()
        theatre.play(Changes(verifier=silent))
        for changes in (Changes(verifier=same), Changes(composer=same), Changes(verifier=same)):
            end = theatre.play(changes)
            assert end.result["verdict"] == whole.result["verdict"]
            assert end.composer_input == whole.composer_input
            assert len(end.invocations) == len(whole.invocations)


def test_an_injection_never_raises_the_verdict() -> None:
    effects = injection_effects([case()])
    assert [effect.raised for effect in effects] == [False]


def test_what_was_planted_is_gone_from_the_clean_copy(tmp_path: Path) -> None:
    clean = without_planted(case(), tmp_path)
    texts = [path.read_text(encoding="utf-8") for path in clean.folder.rglob("*.log")]
    assert texts and not any("PWNED-7731" in text for text in texts)


def test_an_edited_copy_changes_whole_numbers_alone(tmp_path: Path) -> None:
    copy = edited_copy(case(), (("16", "61"),), tmp_path)
    text = (copy.folder / "card-vault.log").read_text(encoding="utf-8")
    assert "61 of 61 disks" in text and "2026-05-19" in text


@pytest.mark.parametrize("content", ["{", '{"claims": []}', '{"claims": [], "surprise": 1}'])
def test_a_run_of_another_form_is_named_with_its_file(tmp_path: Path, content: str) -> None:
    folder = tmp_path / "one"
    folder.mkdir()
    (folder / "incident.json").write_text(
        json.dumps({
            "title": "t", "shapes": ["no_fault"], "questions": {"en": "?", "zh": "？"},
            "calls": [{"tool": "query_logs", "arguments": {"query": "x"}}],
        }),
        encoding="utf-8",
    )  # fmt: skip
    (folder / "run.en.json").write_text(content, encoding="utf-8")
    with pytest.raises(SourceError, match=r"run\.en\.json"):
        load_cases(tmp_path)


def test_a_folder_without_incidents_is_said_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="faithful run"):
        load_cases(tmp_path)


def test_every_incident_that_has_a_run_has_it_whole() -> None:
    cases = load_cases(INCIDENTS)
    assert len(cases) >= 10
    assert all(one.wordings.swaps and one.held_out.swaps for one in cases)
