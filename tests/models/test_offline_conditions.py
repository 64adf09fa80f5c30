"""What an answer may not drop of a question: its other half, its level, its hours, its conditions."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from superbiz_agent.graph import build_graph
from superbiz_agent.settings import load_settings

Ask = Callable[..., tuple[str, str]]

QUIET = "".join(f"2026-07-07T10:0{m}:00Z INFO loom shuttle {m} passed\n" for m in range(6))
FAILING = QUIET + "".join(
    f"2026-07-07T10:10:0{s}Z ERROR loom yarn of spool {s} is torn\n" for s in range(3)
)
FIRING = [
    {
        "labels": {"alertname": "YarnLow", "service": "dye", "severity": "warning"},
        "annotations": {"summary": "less than 2 spools left"},
        "startsAt": "2026-07-07T09:50:00Z",
        "endsAt": "0001-01-01T00:00:00Z",
        "updatedAt": "2026-07-07T10:19:00Z",
        "status": {"state": "active", "silencedBy": [], "inhibitedBy": []},
        "fingerprint": "0a1b2c3d4e5f6071",
    }
]


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Ask of one log and one export; returns the verdict and what stands above the references."""

    def run(question: str, log: str, alerts: object = None) -> tuple[str, str]:
        path, export = tmp_path / "loom.log", tmp_path / "alerts.json"
        path.write_text(log, encoding="utf-8")
        export.write_text(json.dumps(alerts or []), encoding="utf-8")
        settings = load_settings(
            database_url=f"sqlite:///{tmp_path / 's.db'}",
            logs=[str(path)],
            alerts=[str(export)] if alerts else [],
            timezone="UTC",
        )
        asked = {"query": question, "at": "2026-07-07T10:20:00Z"}
        result = build_graph(settings).invoke(asked)
        answer = result["answer"].partition("\nReferences:")[0].partition("\n参考证据:")[0]
        return result["verdict"], answer

    return run


@pytest.mark.parametrize(
    "question",
    [
        "any alerts or errors?",
        "are there errors and alerts?",
        "有告警或报错吗？",
        "有没有异常和告警？",
    ],
)
def test_alerts_and_errors_of_one_question_are_both_told(ask: Ask, question: str) -> None:
    _, answer = ask(question, FAILING, FIRING)
    assert "YarnLow" in answer
    assert "is torn" in answer


@pytest.mark.parametrize("question", ["any alerts or errors?", "有告警或报错吗？"])
def test_an_alert_is_told_where_no_error_is_beside_it(ask: Ask, question: str) -> None:
    _, answer = ask(question, QUIET, FIRING)
    assert "YarnLow" in answer
    assert "No evidence" not in answer and "没有找到" not in answer


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("how many errors in total?", "3 records matched"),
        ("how many errors were there today?", "3 records matched"),
        ("一共有多少错误？", "匹配 3 条记录"),
    ],
)
def test_a_count_of_errors_counts_no_other_record(ask: Ask, question: str, said: str) -> None:
    different = FAILING + "2026-07-07T10:11:00Z INFO loom halted\n"
    log = different.replace("yarn of spool 2 is torn", "the warp slipped")
    _, answer = ask(question, log)
    assert said in answer.partition("\n")[2] or said in answer
    assert '"*" in' not in answer
