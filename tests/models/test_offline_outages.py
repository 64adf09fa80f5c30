"""When it failed, how long, whether it is over, and two questions in one, over a folder of logs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.graph import build_graph
from superbiz_agent.models.offline.failures import asks_lasted, failures, length_of, main_failure
from superbiz_agent.models.offline.question import read_question
from superbiz_agent.models.offline.ranks import rank_asked
from superbiz_agent.models.offline.recoveries import tells_recovery
from superbiz_agent.models.offline.stored_text import read_line
from superbiz_agent.models.offline.subject import follow_up
from superbiz_agent.models.offline.two_questions import ending_asked_too, second_question
from superbiz_agent.settings import load_settings

Ask = Callable[..., dict[str, Any]]

DEPOT = """
2026-05-04T05:10:00Z WARN depot scale drifts by 3 grams
2026-05-04T06:00:10Z INFO depot parcel 11 weighed
2026-05-04T06:20:00Z ERROR depot could not write parcel 12: store refused
2026-05-04T06:31:00Z ERROR depot could not write parcel 15: store refused
2026-05-04T06:40:30Z ERROR depot could not write parcel 19: store refused
2026-05-04T06:41:00Z INFO depot store writable again
2026-05-04T07:10:00Z WARN depot scale drifts by 4 grams
2026-05-04T07:20:00Z INFO depot parcel 30 weighed
"""
AT = "2026-05-04T09:00:00Z"


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    (tmp_path / "depot.log").write_text(DEPOT.lstrip(), encoding="utf-8")
    database = f"sqlite:///{tmp_path / 's.db'}"
    graph = build_graph(load_settings(logs=[str(tmp_path / "depot.log")], database_url=database))

    def run(question: str) -> dict[str, Any]:
        return graph.invoke({"query": question, "at": AT})

    return run


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("when did depot recover?", "2026-05-04T06:41:00Z"),
        ("did depot recover?", "Yes: At 2026-05-04T06:41:00Z"),
        ("depot 什么时候恢复的？", "2026-05-04T06:41:00Z"),
        ("since when does depot fail?", "2026-05-04T06:20:00Z"),
        ("which service failed first?", "2026-05-04T06:20:00Z"),
        ("how long did the outage last?", "3 ERROR records"),
        ("故障持续了多久？", "共 3 条"),
        ("any errors this morning?", "Yes: "),
        ("今天早上有报错吗？", "是的："),
    ],
)
def test_failures_and_recoveries_come_before_warnings(ask: Ask, question: str, told: str) -> None:
    first, _, _ = ask(question)["answer"].partition("\n")
    assert told in first


def test_how_long_an_outage_lasted_is_told_with_its_ends(ask: Ask) -> None:
    answer = ask("how long did the outage last?")["answer"]
    assert "20m30s" in answer
    assert "2026-05-04T06:20:00Z to 2026-05-04T06:40:30Z" in answer


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("what happened to depot, and did that help?", "The answer to the other question"),
        ("depot 出错了吗？重启有用吗？", "没有找到其余所问的证据"),
        ("why did depot fail and did it recover?", "writable again"),
    ],
)
def test_a_second_question_is_answered_or_told_as_open(ask: Ask, question: str, told: str) -> None:
    assert told in ask(question)["answer"]


@pytest.mark.parametrize(
    ("text", "second"),
    [
        ("was booking restarted, and did that help?", "did that help?"),
        ("booking 重启过吗？重启有用吗？", "重启有用吗？"),
        ("which of them failed and recovered?", ""),
        ("is it up or down?", ""),
        ("why do the orders and the stock differ?", ""),
    ],
)
def test_two_questions_are_told_from_one(text: str, second: str) -> None:
    assert second_question(text) == second
    assert ending_asked_too(read_question(text)) is None


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        ("how long did the outage last?", True),
        ("how long was depot down?", True),
        ("故障持续了多久？", True),
        ("how long did the backup take?", False),
        ("how long ago did it fail?", False),
    ],
)
def test_the_length_of_trouble_is_asked_for(text: str, is_asked: bool) -> None:
    assert asks_lasted(read_question(text)) is is_asked
    assert rank_asked(text) is None


@pytest.mark.parametrize(
    ("text", "is_over"),
    [
        ("Circuit breaker stock changed state from OPEN to CLOSED", True),
        ("Circuit breaker stock changed state from CLOSED to OPEN", False),
        ("写入恢复", True),
        ("网关连接恢复", True),
        ("尚未恢复", False),
        ("正在恢复", False),
        ("恢复失败", False),
        ("熔断器已关闭", True),
    ],
)
def test_a_record_tells_that_it_is_over(text: str, is_over: bool) -> None:
    assert tells_recovery(text) is is_over


def _line(text: str) -> Any:
    return read_line("query_logs", 1, "$.logs[0]", text)


def test_a_warning_is_no_failure_beside_one() -> None:
    warning = _line("2026-05-04T05:10:00Z WARN depot scale drifts (d.log:1)")
    group = _line(
        "2026-05-04T06:20:00Z ERROR depot store refused (d.log:3); 3 records of this form from "
        "2026-05-04T06:20:00Z to 2026-05-04T06:40:30.250Z"
    )
    assert failures([warning, group]) == [group]
    assert failures([warning]) == [warning]
    assert main_failure([warning, group]) is group
    assert length_of(group) == "20m30.25s"
    assert length_of(warning) == ""


def test_a_thread_counts_the_trouble_that_it_spoke_of() -> None:
    earlier = [read_question("why does depot-service fail?")]
    assert follow_up(read_question("how many?"), earlier).level == "ERROR"
    assert follow_up(read_question("一共几次？"), [read_question("depot-service 怎么了？")]).level


@pytest.mark.parametrize("text", ["and the mailer?", "what about mailer?", "那 mailer 呢？"])
def test_a_thread_turns_to_a_new_name(text: str) -> None:
    earlier = [read_question("why does depot-service fail?")]
    assert follow_up(read_question(text), earlier).entities == ("mailer",)


@pytest.mark.parametrize("text", ["and its retries?", "and the latency?", "what about timeouts?"])
def test_a_thread_keeps_the_name_where_something_of_it_is_asked(text: str) -> None:
    earlier = [read_question("why does depot-service fail?")]
    assert follow_up(read_question(text), earlier).entities == ("depot-service",)
