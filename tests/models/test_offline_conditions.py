"""What an answer may not drop of a question: its other half, its level, its conditions."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.graph import build_graph
from superbiz_agent.settings import load_settings

Ask = Callable[..., tuple[str, str]]

QUIET = "".join(f"2026-07-07T10:0{m}:00Z INFO loom shuttle {m} passed\n" for m in range(6))
FAILING = QUIET + "".join(
    f"2026-07-07T10:10:0{s}Z ERROR loom yarn of spool {s} is torn\n" for s in range(3)
)
FIRING: list[dict[str, Any]] = [
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
        graph = build_graph(settings)
        result = graph.invoke({"query": question, "at": "2026-07-07T10:20:00Z"})
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
    assert said in answer
    assert '"*" in' not in answer


ROLLED_BACK = FAILING + (
    "2026-07-07T10:11:00Z INFO loom rollback finished: pattern v2 replaces v3, by ada\n"
    "2026-07-07T10:11:30Z ERROR loom warp 7 slipped\n"
)


@pytest.mark.parametrize("question", ["any errors after the rollback?", "回滚之后还有报错吗？"])
def test_what_came_after_an_event_is_told_from_its_record_on(ask: Ask, question: str) -> None:
    _, answer = ask(question, ROLLED_BACK)
    assert "warp 7 slipped" in answer
    assert "rollback finished" in answer
    assert "is torn" not in answer


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("any errors after the restart?", '"restart"'),
        ("重启之后还有报错吗？", '"重启"'),
    ],
)
def test_of_an_event_on_no_record_the_search_in_vain_is_told(
    ask: Ask, question: str, said: str
) -> None:
    _, answer = ask(question, ROLLED_BACK)
    assert said in answer


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("who did the rollback? when?", "other question"),
        ("谁回滚的？什么时候？", "其余所问"),
    ],
)
def test_a_part_that_is_told_already_is_not_called_missing(
    ask: Ask, question: str, left: str
) -> None:
    _, answer = ask(question, ROLLED_BACK)
    assert "2026-07-07T10:11:00Z" in answer
    assert left not in answer


@pytest.mark.parametrize("question", ["did anything restart or roll back?", "有没有重启或回滚？"])
def test_of_two_things_the_one_on_record_is_told(ask: Ask, question: str) -> None:
    _, answer = ask(question, ROLLED_BACK)
    assert "rollback finished" in answer.partition("\n")[0]


def test_the_first_of_a_quoted_phrase_is_none_of_another_error(ask: Ask) -> None:
    earlier = "2026-07-07T09:59:00Z ERROR loom belt is loose\n" + FAILING
    _, answer = ask('when was the first "is torn" error?', earlier)
    assert "10:10:00Z" in answer.partition("\n")[0]


OFFLINE = (
    "2026-07-07T10:12:00Z ERROR loom spindle went offline spindle=SP-2\n"
    "2026-07-07T10:13:00Z ERROR loom spindle went offline spindle=SP-3\n"
    "2026-07-07T10:14:00Z INFO loom spindle back online spindle=SP-3\n"
    "2026-07-07T10:15:00Z INFO loom spindle back online spindle=SP-2\n"
)


@pytest.mark.parametrize(
    ("question", "lacking"),
    [
        ("how long was SP-2 offline?", "No evidence of its duration"),
        ("SP-2 离线了多久？", "不能说明持续了多久"),
    ],
)
def test_how_long_something_was_off_is_told_by_both_ends(
    ask: Ask, question: str, lacking: str
) -> None:
    _, answer = ask(question, QUIET + OFFLINE)
    assert "2026-07-07T10:12:00Z" in answer and "2026-07-07T10:15:00Z" in answer
    assert lacking not in answer


@pytest.mark.parametrize("question", ["盘点任务失败了几次？", "盘点任务什么时候失败的？"])
def test_a_compound_that_stands_verbatim_counts_before_a_translated_part(
    ask: Ask, question: str
) -> None:
    jobs = "".join(f"2026-07-07T10:0{m}:30Z ERROR loom write to jobs failed\n" for m in range(5))
    counted = "2026-07-07T10:16:00Z ERROR loom 盘点任务失败：断开连接\n"
    _, answer = ask(question, QUIET + jobs + counted)
    assert "盘点任务失败" in answer.partition("\n")[0]
