"""Whether a restart helped: failures before and after it as counts, and nothing of a cause."""

from pathlib import Path

import pytest
from offline_night import Ask, asker

from superbiz_agent.models.offline.question import read_question
from superbiz_agent.models.offline.restart_help import asks_help

RESTART = "2026-07-07 10:10:30 INFO loom shutting down (rollout restart by ann)\n"


def _torn(minutes: range) -> str:
    return "".join(
        f"2026-07-07 10:{m:02}:00 ERROR loom warp {m} torn at spindle\n" for m in minutes
    )


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    return asker(tmp_path)


def test_failures_before_and_after_a_restart_are_counted_and_no_cause_is_told(ask: Ask) -> None:
    log = _torn(range(3, 11)) + RESTART + _torn(range(11, 14))
    _, answer = ask("Did the restart help?", {"loom": log})
    assert "rollout restart by ann" in answer.partition("\n")[0]
    assert "8 records of loom matched level ERROR or FATAL" in answer
    assert "3 records of loom matched level ERROR or FATAL" in answer
    assert "Until 2026-07-07T10:13:00Z" in answer
    assert "cause" not in answer
    assert not answer.startswith(("Yes", "No"))


def test_the_counts_around_a_restart_are_confirmed_in_chinese_too(ask: Ask) -> None:
    log = _torn(range(3, 11)) + RESTART + _torn(range(11, 14))
    _, answer = ask("重启有用吗？", {"loom": log})
    assert "loom 级别 ERROR or FATAL 的记录匹配 8 条" in answer
    assert "loom 级别 ERROR or FATAL 的记录匹配 3 条" in answer
    assert "推断" not in answer


def test_silence_after_a_restart_is_told_with_its_window(ask: Ask) -> None:
    _, answer = ask("Did the restart help?", {"loom": _torn(range(3, 11)) + RESTART})
    assert "window 2026-07-07T10:10:30Z to end: matched no record" in answer
    assert not answer.startswith(("Yes", "No"))


def test_where_no_restart_is_on_record_nothing_is_counted_around_one(ask: Ask) -> None:
    _, answer = ask("Did the restart of loom help?", {"loom": _torn(range(3, 11))})
    assert "matched level" not in answer
    assert "matched no record" in answer


def test_in_chinese_the_restart_and_the_last_failure_are_told(ask: Ask) -> None:
    log = _torn(range(3, 11)) + RESTART + _torn(range(11, 14))
    _, answer = ask("重启有用吗？", {"loom": log})
    assert "rollout restart by ann" in answer
    assert "2026-07-07T10:13:00Z" in answer
    assert not answer.startswith(("是的", "不是"))


@pytest.mark.parametrize(
    ("question", "is_asked"),
    [
        ("Did restarting the mill help?", True),
        ("Was the mill restarted, and did that help?", True),
        ("Did the rollback fix it?", True),
        ("重启之后有用吗？", True),
        ("回滚有没有用？", True),
        ("Was the mill restarted?", False),
        ("How do I restart the mill?", False),
        ("重启过吗？", False),
    ],
)
def test_whether_a_change_helped_is_read(question: str, is_asked: bool) -> None:
    assert asks_help(read_question(question)) is is_asked
