"""``superbiz eval incidents``: what counts as told, as a wrong conclusion, and what is written."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.cli import main
from superbiz_agent.errors import ConfigurationError, SourceError
from superbiz_agent.evals.incidents import cases
from superbiz_agent.evals.incidents.cases import FACTS, Incident, incidents_folder, read_incidents
from superbiz_agent.evals.incidents.command import evaluate_incidents
from superbiz_agent.evals.incidents.files import write_evidence
from superbiz_agent.evals.incidents.judging import (
    Conclusions,
    conclusions_of,
    judge,
    told_lines,
)

Captured = pytest.CaptureFixture[str]

OWN = Path(__file__).parent / "incidents"
ANSWER = "The disk of vault is full. [1]\n\nIt grows.\n\nReferences:\n[1] query_logs #1: a queue"


def incident(**changes: Any) -> Incident:
    given: Mapping[str, Any] = {
        "name": "vault",
        "group": "logs",
        "path": "vault.log",
        "question": "Why?",
        "required": [
            {"what": "full", "says": ["DISK", "full"]},
            {"what": "queue", "says": ["queue"]},
        ],
        "forbidden": [{"what": "the network", "says": ["network"]}],
    }
    return Incident.model_validate({**given, **changes})


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_fact_counts_only_in_a_line_with_a_reference() -> None:
    assert told_lines(ANSWER) == ["The disk of vault is full. [1]"]
    judged = judge(incident(), ANSWER, Conclusions())
    assert (judged.found, judged.missing, judged.is_met) == (["full"], ["queue"], False)


@pytest.mark.parametrize(
    ("conclusions", "no_cause", "wrong"),
    [
        (Conclusions(), True, 0),
        (Conclusions(causes=["The likely root cause is disk space: “no network”."]), False, 0),
        (Conclusions(causes=["The likely root cause is the network: “x”."]), False, 1),
        (Conclusions(hypotheses=["Possibly, the network contributes: “x”."]), False, 1),
        (Conclusions(causes=["The likely root cause is disk space."]), True, 1),
        (Conclusions(hypotheses=["Possibly, disk space contributes."]), True, 1),
    ],
)
def test_a_conclusion_is_judged_by_what_it_names_not_by_what_it_quotes(
    conclusions: Conclusions, no_cause: bool, wrong: int
) -> None:
    assert len(judge(incident(no_cause=no_cause), ANSWER, conclusions).wrong) == wrong


def test_conclusions_are_root_causes_and_hypotheses_that_may_be_told() -> None:
    allowed = {
        "allowed_claims": [
            {"claim_type": "root_cause", "claim_text": "a"},
            {"claim_type": "observation", "claim_text": "b"},
        ],
        "allowed_hypotheses": [{"hypothesis_text": "c"}],
    }
    assert conclusions_of(allowed) == Conclusions(["a"], ["c"])
    assert conclusions_of({}) == Conclusions([], [])


def test_evidence_is_written_as_its_own_tools_print_it(tmp_path: Path) -> None:
    logs = write_evidence(OWN / "kubernetes" / "ferry-eviction", tmp_path, "ferry-pod")
    assert [each.rpartition("/")[2] for each in logs] == [
        "kubernetes-events.jsonl", "pods.jsonl", "nodes.jsonl", "pod.log",
    ]  # fmt: skip
    assert logs[-1].startswith("ferry-pod=")
    event = rows(tmp_path / "kubernetes-events.jsonl")[0]
    assert event["involvedObject"]["kind"] == "Pod"
    assert event["lastTimestamp"] == "2026-07-07T09:10:00Z"
    state, condition = rows(tmp_path / "pods.jsonl")
    assert state["state"]["waiting"]["reason"] == "ContainerStatusUnknown"
    assert (condition["type"], condition["status"]) == ("Ready", "False")
    assert {"node": "quay-2", "type": "DiskPressure", "status": "True"} in rows(
        tmp_path / "nodes.jsonl"
    )


def test_metrics_and_loads_are_one_line_a_point_and_a_row(tmp_path: Path) -> None:
    write_evidence(OWN / "rds" / "seed-ledger", tmp_path, "")
    points = rows(tmp_path / "metrics.jsonl")
    assert [point["value"] for point in points] == [110.0, 4200.0, 4150.0]
    assert {point["DBInstanceIdentifier"] for point in points} == {"seed-ledger"}
    update = rows(tmp_path / "performance-insights.jsonl")[1]
    assert (update["report"], update["wait_events"]) == ("top_sql", {"WAL:Lock": 4.0})


def test_nothing_that_was_concluded_is_evidence(tmp_path: Path) -> None:
    folder = tmp_path / "case"
    shutil.copytree(OWN / "rds" / "seed-ledger", folder)
    (folder / "answer.yml").write_text("model_response: the gnomes did it\n", encoding="utf-8")
    (folder / "scenario.yml").write_text("failure_mode: gnomes\n", encoding="utf-8")
    target = tmp_path / "files"
    target.mkdir()
    write_evidence(folder, target, "")
    assert not any("gnomes" in path.read_text(encoding="utf-8") for path in target.iterdir())


def test_own_incidents_are_told_and_nothing_wrong_is_concluded(
    tmp_path: Path, capsys: Captured
) -> None:
    figures = tmp_path / "figures.json"
    assert main(["eval", "incidents", "--data", str(OWN), "--json", str(figures)]) == 0
    told = capsys.readouterr().out
    assert "log incidents: 1 of 1 with every required fact, 1 of 1 facts, 0 forbidden" in told
    assert "other incidents: 3 of 3 with every required fact, 5 of 5 facts, 0 forbidden" in told
    written = json.loads(figures.read_text(encoding="utf-8"))
    assert written["totals"]["other incidents"]["facts_found"] == 5
    first = written["incidents"][0]
    assert (first["incident"], first["verdict"], first["missing"]) == ("clinic-upload", "PASS", [])
    assert first["question"] == "Why do uploads of upload-api fail?"
    assert "No space left on device" in first["answer"]


def test_one_incident_can_be_asked_alone(capsys: Captured) -> None:
    assert main(["eval", "incidents", "--data", str(OWN), "--only", "kiosk-recovered"]) == 0
    told = capsys.readouterr().out
    assert "kiosk-recovered" in told
    assert "clinic-upload" not in told
    assert "log incidents" not in told


def test_incidents_can_be_asked_in_other_words(tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    arguments = ["--data", str(OWN), "--reworded", "--json", str(figures)]
    assert main(["eval", "incidents", *arguments]) == 0
    written = json.loads(figures.read_text(encoding="utf-8"))["incidents"]
    assert [(each["incident"], each["missing"]) for each in written] == [("clinic-upload (2)", [])]
    assert written[0]["question"] == "upload-api 为什么失败？"


@pytest.mark.parametrize("arguments", [[], ["--data", "no/such"]])
def test_a_missing_folder_is_one_line_that_says_what_to_set(
    arguments: list[str], capsys: Captured
) -> None:
    assert main(["eval", "incidents", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "--data" in error
    assert "SUPERBIZ_EVAL_DATA" in error


def test_the_folder_is_the_one_given_or_that_of_the_environment(tmp_path: Path) -> None:
    environment = {"SUPERBIZ_EVAL_DATA": str(tmp_path)}
    assert incidents_folder(None, environment) == tmp_path
    assert incidents_folder(OWN, environment) == OWN


def test_an_incident_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="no incident moon: there are clinic-upload"):
        read_incidents(OWN, only=["moon"])
    with pytest.raises(ConfigurationError, match="holds no holmesgpt-logs"):
        read_incidents(tmp_path)


def test_a_folder_of_one_kind_gives_its_own_incidents(tmp_path: Path) -> None:
    folder = tmp_path / "opensre"
    every = read_incidents_of(folder)
    assert every
    assert {incident.group for incident in every} == {"kubernetes", "rds"}
    assert all((folder / incident.path).exists() for incident in every)


def read_incidents_of(folder: Path) -> list[Incident]:
    """The incidents of ``folder``, in which each path of the built-in ones is there, empty."""
    facts = json.loads(Path(cases.__file__).with_name(FACTS).read_text(encoding="utf-8"))
    for incident in facts["incidents"]:
        (folder.parent / incident["path"]).mkdir(parents=True)
    return read_incidents(folder)


@pytest.mark.parametrize(
    "facts",
    [
        "no json",
        "[]",
        '{"incidents": []}',
        '{"incidents": [{"name": "a", "group": "logs", "path": "a.log", "required": []}]}',
        '{"incidents": [{"name": "a", "group": "logs", "path": "a", "required": [{"says": "("}]}]}',
    ],
)
def test_facts_that_cannot_be_read_are_one_line(facts: str, tmp_path: Path) -> None:
    (tmp_path / FACTS).write_text(facts, encoding="utf-8")
    with pytest.raises(SourceError, match=r"facts\.json cannot be read") as caught:
        read_incidents(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_log_without_a_question_is_named(tmp_path: Path) -> None:
    shutil.copytree(OWN, tmp_path / "own")
    (tmp_path / "own" / "logs" / "cases.json").write_text("[]", encoding="utf-8")
    with pytest.raises(SourceError, match=r"holds no question for clinic-upload\.log"):
        read_incidents(tmp_path / "own", only=["clinic-upload"])


def test_evidence_that_is_no_json_is_named(tmp_path: Path) -> None:
    (tmp_path / "eks_events.json").write_text("{", encoding="utf-8")
    with pytest.raises(SourceError, match=r"eks_events\.json cannot be read"):
        write_evidence(tmp_path, tmp_path, "")


@pytest.mark.data
def test_public_incidents_are_told_without_a_forbidden_conclusion(public_data: Path) -> None:
    cheap = [
        "12_job_crashing",
        "001-oomkilled-crashloop",
        "009-noisy-healthy-restart-recovered",
        "011-recovered-rollout",
        "000-healthy",
        "006-replication-lag-cpu-redherring",
    ]
    every = evaluate_incidents(public_data, only=cheap)
    assert [asked.incident.name for asked in every] == cheap
    assert [asked.incident.name for asked in every if not asked.judged.is_met] == []
