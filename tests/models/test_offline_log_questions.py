"""What the offline model answers to an operator's question about one plain log."""

from collections.abc import Callable
from pathlib import Path

import pytest

from superbiz_agent.graph import build_graph
from superbiz_agent.settings import load_settings

Ask = Callable[[str, str], tuple[str, str]]

QUIET = """
2026-07-07 10:00:00 INFO loom-1 task 1 finished
2026-07-07 10:00:10 INFO loom-1 task 2 finished
2026-07-07 10:00:20 INFO loom-1 worker idle
"""
FAILING = QUIET + "2026-07-07 10:00:30 INFO loom-1 task 3 failed\n"
WARNING = QUIET + "2026-07-07 10:00:30 WARN loom-1 got exception while weaving\n"
WITHOUT_LEVELS = QUIET.replace(" INFO", "")
WOVEN = QUIET + "".join(
    f"2026-07-07 10:01:{second:02} INFO loom-1 {text}\n"
    for second, text in enumerate(
        ["Deleting partition p1", "Deleting partition p2", *["Moving partition p3"] * 5]
    )
)
LOGINS = "".join(
    f"2026-07-07 10:{minute:02}:00 door-1 sshd[7]: Failed password for invalid user {name} from "
    f"10.0.0.{minute + 1}\n"
    for minute, name in enumerate(letter * 3 for letter in "abcdefghijklmnopqrstu")
)


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Ask of one log; returns the verdict and what stands above the references."""

    def run(question: str, log: str) -> tuple[str, str]:
        path = tmp_path / "loom.log"
        path.write_text(log.lstrip("\n"), encoding="utf-8")
        settings = load_settings(database_url=f"sqlite:///{tmp_path / 's.db'}", logs=[str(path)])
        result = build_graph(settings).invoke({"query": question})
        answer = result["answer"].partition("\nReferences:")[0].partition("\n参考证据:")[0]
        return result["verdict"], answer

    return run


@pytest.mark.parametrize(
    ("question", "log", "said"),
    [
        ("Did any task fail?", QUIET, "level WARN or ERROR or FATAL"),
        ("有任务失败吗？", QUIET, "没有匹配的记录"),
        ("Did any task fail?", FAILING, "task 3 failed”"),
        ("有任务失败吗？", FAILING, "task 3 failed”"),
        ("How many tasks finished?", QUIET, "2 INFO records"),
        ("完成了多少个任务？", QUIET, "共 2 条"),
        ("When did the first exception occur?", WARNING, "2026-07-07T10:00:30Z"),
        ("第一次异常是什么时候发生的？", WARNING, "2026-07-07T10:00:30Z"),
        ("How many partitions were deleted?", WOVEN, "2 INFO records"),
        ("删除了多少个分区？", WOVEN, "共 2 条"),
        ("How many failed passwords were there?", LOGINS, "21 records matched"),
        ("密码验证失败了多少次？", LOGINS, "匹配 21 条记录"),
    ],
)
def test_the_answer_says_what_is_on_record(ask: Ask, question: str, log: str, said: str) -> None:
    _, answer = ask(question, log)
    assert said in answer


def test_a_log_without_levels_shows_nothing_by_a_search_for_a_level(ask: Ask) -> None:
    _, answer = ask("Did any task fail?", WITHOUT_LEVELS)
    assert "matched no record" not in answer


def test_a_failed_login_is_not_answered_by_other_trouble(ask: Ask) -> None:
    fatal = "2026-07-07 11:00:00 FATAL door-1 sshd[7]: Write failed\n"
    _, answer = ask("When was the last failed login?", LOGINS + fatal)
    assert "Failed password" in answer.partition("\n")[0]


FILLING = QUIET + "2026-07-07 10:00:30 WARN loom-1 磁盘 /yarn 使用率 81%\n"
NEARLY = QUIET + "2026-07-07 10:00:30 WARN loom-1 memory at 81% of its limit\n"


@pytest.mark.parametrize(
    ("question", "log", "said"),
    [
        ("did disk space run out?", FILLING, "使用率 81%"),
        ("is the disk full?", FILLING, "使用率 81%"),
        ("磁盘满了吗？", FILLING, "使用率 81%"),
        ("内存溢出了吗？", NEARLY, "81% of its limit"),
    ],
)
def test_what_did_not_run_out_is_told_by_how_full_it_is(
    ask: Ask, question: str, log: str, said: str
) -> None:
    _, answer = ask(question, log)
    assert said in answer
    assert not answer.startswith(("Yes", "No", "是的", "不是"))


IDS = " ".join(f"label_{number}=0123456789abcdef" for number in range(14))
SHORT_OF_YARN = QUIET + "".join(
    f'2026-07-07 10:02:{second:02} ERROR loom-1 pick failed {IDS} error.message="no yarn left on '
    'spool"\n'
    for second in range(5)
)


@pytest.mark.parametrize("question", ["any errors?", "有报错吗？"])
def test_what_a_field_says_of_a_failure_is_told_before_ids(ask: Ask, question: str) -> None:
    _, answer = ask(question, SHORT_OF_YARN)
    assert "pick failed”" in answer
    assert "no yarn left on spool" in answer
