"""``superbiz eval questions``: what counts as told, as wrong, and what is written."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.cli import main
from superbiz_agent.errors import ConfigurationError, SourceError
from superbiz_agent.evals.incidents.judging import Conclusions
from superbiz_agent.evals.questions.cases import OWN, Question, read_questions
from superbiz_agent.evals.questions.command import evaluate_questions
from superbiz_agent.evals.questions.judging import judge

Captured = pytest.CaptureFixture[str]

DATA = Path(__file__).parent / "questions"
STRANGERS = Path(__file__).parent / "strangers"


def question(**changes: Any) -> Question:
    given = {
        "name": "gate",
        "log": "gate.log",
        "en": "How many?",
        "zh": "多少？",
        "recipe": "true",
        "gives": "",
        "required": [{"what": "5 records", "says": ["5"]}],
    }
    return Question.model_validate({**given, **changes})


@pytest.mark.parametrize(
    ("line", "is_told"),
    [
        ("The gate opened 5 times. [1]", True),
        ("共 5 条。 [1]", True),
        ("The gate opened 5 times.", False),
        ("The gate opened 15 times. [1]", False),
        ("The gate opened 5.5 times. [1]", False),
        ("The gate opened 2 times. [5]", False),
        ("It opened at 09:05:05Z. [1]", False),
        ("It opened at 2026-07-5. [1]", False),
        ("10.0.0.5 opened it. [1]", False),
        ("References:\n[1] query_logs #1: 5 records", False),
    ],
)
def test_a_number_counts_by_itself_in_a_line_with_a_reference(line: str, is_told: bool) -> None:
    assert judge(question(), line, Conclusions()).is_met is is_told


@pytest.mark.parametrize(
    ("line", "is_told"),
    [
        ('Searched gate.log for "disk": matched no record. [1]', True),
        ('在 gate.log 中搜索 "disk"，没有匹配的记录。 [1]', True),
        ('Searched gate.log for "door": matched no record. [1]', False),
        ("The disk has no record player. [1]", True),
        ("The disk is full. [1]", False),
    ],
)
def test_that_nothing_was_found_counts_where_it_is_told_of_the_thing(
    line: str, is_told: bool
) -> None:
    asked = question(required=[], nothing_found="disk")
    assert judge(asked, line, Conclusions()).is_met is is_told


def test_a_forbidden_statement_counts_outside_quotations() -> None:
    asked = question(forbidden=[{"what": "yes", "says": ["^yes"]}], no_cause=True)
    assert judge(asked, "- “Yes, it is” stands there 5 times. [1]", Conclusions()).is_met
    wrong = judge(asked, "- Yes: 5 times. [1]", Conclusions(hypotheses=["a door"])).wrong
    assert wrong == ("yes: - Yes: 5 times. [1]", "a cause: a door")


def test_a_small_log_is_asked_in_both_languages(tmp_path: Path, capsys: Captured) -> None:
    figures = tmp_path / "figures.json"
    assert main(["eval", "questions", "--data", str(DATA), "--json", str(figures)]) == 0
    told = capsys.readouterr().out
    assert (
        "tuned, English: 1 of 1 with every required fact (0 of the others PASS), "
        "1 of 1 facts, 0 forbidden statements"
    ) in told
    assert "held out, Chinese: 1 of 1 with every required fact" in told
    written = json.loads(figures.read_text(encoding="utf-8"))
    assert written["totals"]["held out, English"]["forbidden_statements"] == 0
    first = written["questions"][0]
    assert (first["name"], first["language"], first["half"]) == ("ferry-printer", "en", "tuned")
    assert (first["missing"], first["verdict"]) == ([], "PASS")


def test_questions_can_be_chosen_by_the_beginning_of_their_names(capsys: Captured) -> None:
    assert main(["eval", "questions", "--data", str(DATA), "--only", "ferry-p"]) == 0
    told = capsys.readouterr().out
    assert "ferry-printer (zh)" in told
    assert "ferry-disk" not in told
    with pytest.raises(ConfigurationError, match="no question tram: there are ferry-printer"):
        read_questions(DATA, only=["tram"])


@pytest.mark.parametrize("arguments", [[], ["--data", "no/such"]])
def test_a_missing_folder_is_one_line_that_says_what_to_set(
    arguments: list[str], capsys: Captured
) -> None:
    assert main(["eval", "questions", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "SUPERBIZ_EVAL_DATA" in error


def test_a_log_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="holds no loghub/OpenSSH"):
        read_questions(tmp_path)


@pytest.mark.parametrize(
    "content",
    ["no toml", "questions = []", '[[questions]]\nname = "a"', 'questions = [{ says = "(" }]'],
)
def test_questions_that_cannot_be_read_are_one_line(content: str, tmp_path: Path) -> None:
    (tmp_path / OWN).write_text(content, encoding="utf-8")
    with pytest.raises(SourceError, match=r"questions\.toml cannot be read") as caught:
        read_questions(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_question_requires_something(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path / "own")
    path = tmp_path / "own" / OWN
    text = path.read_text(encoding="utf-8").replace('nothing_found = "disk|磁盘"\n', "")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SourceError, match="ferry-disk requires nothing"):
        read_questions(tmp_path / "own")


@pytest.mark.data
def test_each_system_is_asked_ten_questions_and_half_are_held_out(public_data: Path) -> None:
    asked = read_questions(public_data)
    by_system: dict[str, list[bool]] = {}
    for each in asked:
        by_system.setdefault(each.log, []).append(each.held_out)
    assert [(len(held), sum(held)) for held in by_system.values()] == [(10, 5)] * 6
    assert len({each.name for each in asked}) == 60


@pytest.mark.data
@pytest.mark.skipif(not shutil.which("bash"), reason="the recipes are commands of a Unix shell")
@pytest.mark.parametrize("folder", [None, DATA, STRANGERS], ids=["public", "own", "strangers"])
def test_a_recipe_gives_the_figures(public_data: Path, folder: Path | None) -> None:
    data = folder or public_data
    for each in read_questions(data):
        environment = {"LOG": str(data / each.log), "PATH": "/usr/bin:/bin", "LC_ALL": "C"}
        counted = subprocess.run(
            ["/usr/bin/env", "bash", "-c", each.recipe],
            env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (each.name, " ".join(counted.stdout.split())) == (each.name, each.gives)


@pytest.mark.data
def test_public_logs_are_asked_and_nothing_wrong_is_told(public_data: Path) -> None:
    asked = evaluate_questions(public_data, only=["hdfs-disk-full", "zookeeper-expired"])
    assert len(asked) == 4
    assert [each.asking.text for each in asked if not each.judged.is_met] == []


def test_each_strange_log_is_asked_four_questions_and_half_are_held_out() -> None:
    asked = read_questions(STRANGERS)
    by_log = {each.log: [x.held_out for x in asked if x.log == each.log] for each in asked}
    assert [(len(held), sum(held)) for held in by_log.values()] == [(4, 2)] * 6


def test_a_strange_log_is_asked_and_nothing_wrong_is_told() -> None:
    asked = evaluate_questions(STRANGERS, only=["java-failed-invoices", "backup-last-duration"])
    assert len(asked) == 4
    assert [each.asking.text for each in asked if not each.judged.is_met] == []
