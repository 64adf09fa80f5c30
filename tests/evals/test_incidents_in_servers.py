"""Incidents in real servers instead of files: what must be told is told, and nothing else."""

import json
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from superbiz_agent.cli import main
from superbiz_agent.errors import SourceError
from superbiz_agent.evals.incidents.command import evaluate_incidents
from superbiz_agent.evals.incidents.evidence import ASKED_LATER, Evidence, read_evidence
from superbiz_agent.evals.incidents.playing import Asked, left_to_files
from superbiz_agent.evals.incidents.serving import EVERY_PART, KINDS, serving, taken_by
from superbiz_agent.tools.metrics.alert import Alert
from tests.real_servers import program

OWN = Path(__file__).parent / "incidents"
ELSEWHERE = ("victoria-metrics", "journald")
END = datetime(2026, 7, 7, 9, 20, tzinfo=UTC)


@pytest.fixture
def installed() -> None:
    """Every server's program, or the test is skipped loudly."""
    for name in {name for kind in KINDS.values() for name in kind.programs}:
        program(name)


def unmet(every: Sequence[Asked]) -> list[tuple[str, list[str], list[str]]]:
    """Name, missing facts and wrong conclusions of the incidents that are not told as they must
    be."""
    return [
        (asked.incident.name, list(asked.judged.missing), list(asked.judged.wrong))
        for asked in every
        if not asked.judged.is_met
    ]


@pytest.mark.server
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("kinds", [EVERY_PART, ELSEWHERE], ids=" and ".join)
def test_own_incidents_are_told_from_servers_as_from_files(kinds: Sequence[str]) -> None:
    every = evaluate_incidents(OWN, servers=kinds)
    assert len(every) == 4
    assert unmet(every) == []


@pytest.mark.data
@pytest.mark.server
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("name", "kinds", "told"),
    [
        ("12_job_crashing", EVERY_PART, "prod-db, port: 3333"),
        ("73a_time_window_anomaly", ELSEWHERE, "external API"),
        ("001-oomkilled-crashloop", EVERY_PART, "Alert KubernetesPodCrashLooping is firing"),
        ("005-resource-quota-exceeded", ELSEWHERE, "KubernetesDeploymentReplicasMismatch"),
        ("007-node-not-ready", ("alertmanager",), "Alert KubernetesNodeNotReady is firing"),
        ("000-healthy", EVERY_PART, "Alert RDSScheduledHealthCheck is resolved"),
        (
            "002-connection-exhaustion",
            ELSEWHERE,
            "aws_rds_database_connections_maximum of payments-prod rose from",
        ),
        (
            "006-replication-lag-cpu-redherring",
            EVERY_PART,
            "aws_rds_replica_lag_maximum of analytics-prod-replica-1 rose from",
        ),
    ],
)
def test_public_incidents_are_told_from_servers(
    public_data: Path, name: str, kinds: Sequence[str], told: str
) -> None:
    every = evaluate_incidents(public_data, only=[name], servers=kinds)
    assert unmet(every) == []
    assert told in every[0].answered.answer


@pytest.mark.parametrize(
    ("kinds", "logs", "alerts"),
    [
        (EVERY_PART, [], []),
        (ELSEWHERE, [], []),
        (["alertmanager"], ["pods.jsonl", "metrics.jsonl"], []),
        (["prometheus"], ["pods.jsonl"], []),
        (["journald"], ["metrics.jsonl"], ["alert.json"]),
    ],
)
def test_no_file_is_left_that_a_server_takes(
    kinds: Sequence[str], logs: list[str], alerts: list[str]
) -> None:
    sources = {"logs": ["pods.jsonl", "metrics.jsonl"], "alerts": ["alert.json"], "runbooks": []}
    left = left_to_files(sources, taken_by(kinds))
    assert left == {"logs": logs, "alerts": alerts, "runbooks": []}


def test_what_has_no_instant_was_seen_last(tmp_path: Path) -> None:
    log, alert = tmp_path / "hall.log", tmp_path / "alert.json"
    log.write_text(f"{END.isoformat()} ERROR closed\nundated\n\n", encoding="utf-8")
    states = tmp_path / "states.jsonl"
    states.write_text('{"pod": "hall-a", "phase": "Pending"}\n', encoding="utf-8")
    alert.write_text(json.dumps({"state": "alerting", "commonLabels": {"alertname": "Shut"}}))
    evidence = read_evidence(tmp_path, [alert], [f"hall={log}", str(states)])
    assert [(each.instant, each.service) for each in evidence.records] == [
        (END, "hall"),
        (END + timedelta(microseconds=1), "hall-a"),
    ]
    (fired,) = evidence.firing
    assert evidence.start_of(fired) == END
    assert evidence.end_of(fired) == evidence.asked_at == END + ASKED_LATER


def test_a_log_without_instants_has_just_been_collected(tmp_path: Path) -> None:
    log = tmp_path / "job.log"
    log.write_text("starting\nfailed\n", encoding="utf-8")
    before = datetime.now(UTC)
    evidence = read_evidence(tmp_path, [], [str(log)])
    assert before <= evidence.asked_at <= datetime.now(UTC)
    assert [each.text for each in evidence.records] == ["starting", "failed"]


def test_what_has_not_come_is_no_evidence(tmp_path: Path) -> None:
    log = tmp_path / "job.log"
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    log.write_text(f"{tomorrow.isoformat()} ERROR failed\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r"tells of \S+, which has not come"):
        read_evidence(tmp_path, [], [str(log)])


def test_an_alert_that_is_over_fired_up_to_the_last_instant_on_record() -> None:
    over = Alert({"alertname": "Check"}, {}, "inactive", None, None)
    evidence = Evidence((), (), (over,), (), END)
    assert evidence.firing == []
    assert evidence.end_of(over) == END < evidence.asked_at


def test_a_server_is_started_only_for_what_it_takes(tmp_path: Path) -> None:
    with serving(Evidence((), (), (), (), END), EVERY_PART, tmp_path) as sources:
        assert sources == {}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--server", "nagios"], "no server nagios: there are prometheus, victoria-metrics"),
        (["--servers"], "prometheus is not installed: run .ci/servers"),
    ],
)
def test_a_server_that_is_missing_is_said_before_anything_is_asked(
    arguments: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_args, **_kwargs: None)
    assert main(["eval", "incidents", "--data", str(OWN), *arguments]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""
