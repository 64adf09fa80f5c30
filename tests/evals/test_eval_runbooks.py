"""``superbiz eval runbooks``: what is looked up, what counts as found, and what is written."""

import json
import shutil
from pathlib import Path

import pytest

from superbiz_agent.cli import main
from superbiz_agent.errors import ConfigurationError, SourceError
from superbiz_agent.evals.runbooks.cases import OWN, Lookup, read_lookups, runbook_folders
from superbiz_agent.evals.runbooks.command import evaluate_runbooks
from superbiz_agent.evals.runbooks.measure import rank_of

Captured = pytest.CaptureFixture[str]

DATA = Path(__file__).parent / "runbooks"


@pytest.mark.parametrize(
    ("files", "rank"),
    [(["a/Right.md"], 1), (["b.md", "c.md", "right.html"], 3), (["RightToo.md"], None), ([], None)],
)
def test_the_rank_is_that_of_the_first_block_of_a_right_page(
    files: list[str], rank: int | None
) -> None:
    assert rank_of(Lookup("x", "symptom", "x", frozenset({"right"})), files) == rank


def test_alerts_are_looked_up_by_name_and_link_and_questions_in_both_languages() -> None:
    asked = [(each.kind, each.language, each.name) for each in read_lookups(DATA)]
    assert asked == [
        ("alert name", None, "FerryLate"),
        ("runbook_url", None, "FerryLate"),
        ("symptom", "en", "stuck-ramp"),
        ("symptom", "zh", "stuck-ramp"),
        ("symptom", "en", "hydraulics"),
        ("symptom", "zh", "hydraulics"),
        ("nothing", "en", "nothing-cake"),
        ("nothing", "zh", "nothing-cake"),
    ]


def test_figures_are_printed_and_written_and_a_failure_counts(
    tmp_path: Path, capsys: Captured
) -> None:
    figures = tmp_path / "figures.json"
    assert main(["eval", "runbooks", "--data", str(DATA), "--json", str(figures)]) == 0
    told = capsys.readouterr().out
    assert "alert name: of 1 first 1, among three 1, told 1; plain BM25 1, 1, 1" in told
    assert "runbook_url: of 1 first 1" in told
    assert "symptom, English, held out: of 1 first 1" in told
    assert "symptom, Chinese, held out: of 1 first 0, among three 0, told 0" in told
    assert "hydraulics (zh)" in told
    assert "stuck-ramp (en)" not in told
    assert "nothing, English: of 1 nothing found 1" in told
    written = json.loads(figures.read_text(encoding="utf-8"))
    assert written["totals"]["symptom, English"]["first"] == 1
    assert written["lookups"][0]["found"][0] == "FerryLate.md"


def test_lookups_can_be_chosen_by_the_beginning_of_their_names(capsys: Captured) -> None:
    assert main(["eval", "runbooks", "--data", str(DATA), "--only", "stuck"]) == 0
    assert "alert name" not in capsys.readouterr().out
    with pytest.raises(ConfigurationError, match="no lookup tram"):
        evaluate_runbooks(DATA, only=["tram"])


@pytest.mark.parametrize("arguments", [[], ["--data", "no/such"]])
def test_a_missing_folder_is_one_line_that_says_what_to_set(
    arguments: list[str], capsys: Captured
) -> None:
    assert main(["eval", "runbooks", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "SUPERBIZ_EVAL_DATA" in error


def test_a_folder_without_runbooks_or_without_a_page_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="holds no folder runbooks"):
        runbook_folders(tmp_path)
    shutil.copytree(DATA, tmp_path / "own")
    (tmp_path / "own" / "runbooks-ferry" / "RampStuck.md").unlink()
    with pytest.raises(ConfigurationError, match="holds no runbook RampStuck"):
        read_lookups(tmp_path / "own")


@pytest.mark.parametrize(
    ("file", "content"),
    [(OWN, "no toml"), (OWN, "questions = []"), (OWN, "[[questions]]\nname = 1"),
     ("rules-kube-ferry/ferry.yml", "{"), ("rules-kube-ferry/ferry.yml", "groups: 1"),
     ("rules-kube-ferry/ferry.yml", "groups: [{rules: [{alert: A}]}]")],
)  # fmt: skip
def test_what_cannot_be_read_is_one_line(file: str, content: str, tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path / "own")
    (tmp_path / "own" / file).write_text(content, encoding="utf-8")
    with pytest.raises(SourceError, match="cannot be read") as caught:
        read_lookups(tmp_path / "own")
    assert "\n" not in str(caught.value)


@pytest.mark.data
def test_half_of_the_questions_about_public_runbooks_are_held_out(public_data: Path) -> None:
    questions = [each for each in read_lookups(public_data) if each.language == "en"]
    assert sum(each.held_out for each in questions) * 2 == len(questions) == 64
    assert len({each.name for each in questions}) == 64


@pytest.mark.data
def test_every_public_alert_leads_to_its_page(public_data: Path) -> None:
    found = evaluate_runbooks(public_data, only=["Kube", "Node", "etcd", "Prometheus", "Alert"])
    alerts = [each for each in found if each.lookup.language is None]
    assert len(alerts) > 150
    assert [each.lookup.query for each in alerts if each.rank != 1] == []
