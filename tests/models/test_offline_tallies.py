"""Questions that the offline model answers from counts: who has most, of which there is more, when
trouble ended, and who had none of it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.audit.replay import replay_session
from superbiz_agent.graph import build_graph
from superbiz_agent.models.offline.name_nouns import nouns_asked
from superbiz_agent.models.offline.question import read_question
from superbiz_agent.models.offline.spelling import spelled
from superbiz_agent.models.offline.tallies import tally_searches
from superbiz_agent.models.offline.tally_claims import is_tally
from superbiz_agent.models.offline.which_more import decides_more, more_asked
from superbiz_agent.settings import load_settings
from superbiz_agent.store.sql import SqlEvidenceStore


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("which address failed most?", [("failed", None, "address"), ("*", "ERROR", "address")]),
        ("哪个 IP 失败最多？", [("失败", None, "address"), ("*", "ERROR", "address")]),
        ("which user had the most errors?", [("*", "ERROR", "user")]),
        ("哪个 pod 报错最多", [("*", "ERROR", "pod")]),
        ("which pod had the most timeouts", [("timeout", None, "pod")]),
        ("which endpoint returned the most 502s", [("502", None, "path")]),
        ("top 5 client IPs by requests", [("*", None, "address")]),
        ("how many failed logins per ip", [("failed login", None, "address")]),
        ("按用户统计登录失败", [("登录失败", None, "user")]),
        ("how many errors by service", [("*", "ERROR", "service")]),
        ("哪个状态码最多", [("*", None, "status")]),
        ("哪个任务失败最多", [("失败", None, "task"), ("*", "ERROR", "task")]),
        ("which user did 10.0.0.7 try most?", [("10.0.0.7", None, "user")]),
        ("失败最多的 IP 是哪个", [("失败", None, "address"), ("*", "ERROR", "address")]),
        ("which service failed most", []),
        ("when did it fail most recently", []),
        ("what happened at most once on the host", []),
    ],
)
def test_what_is_counted_by_which_name(
    question: str, wanted: list[tuple[str, str | None, str]]
) -> None:
    searches = tally_searches(read_question(question), {})
    assert [(s["query"], s.get("level"), s["count_by"]) for s in searches] == wanted


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("More 502 than 200?", ("502", "200", True)),
        ("are there fewer timeouts than resets?", ("timeout", "resets", False)),
        ("502 比 200 多吗", ("502", "200", True)),
        ("429 多还是 503 多", ("429", "503", True)),
        ("more errors than warnings?", None),
        ("which is it?", None),
    ],
)
def test_two_things_of_which_one_may_have_more(
    question: str, asked: tuple[str, str, bool] | None
) -> None:
    assert more_asked(read_question(question)) == asked


@pytest.mark.parametrize(
    ("question", "claim", "said"),
    [
        ("More 502 than 200?", "Counted by status: 502 in 38 of 90 records, 200 in 50.", "no"),
        ("fewer 502 than 200?", "Counted by status: 502 in 38 of 90 records, 200 in 50.", "yes"),
        ("502 比 200 多吗", "统计（状态码）：502（90 条记录中有 38 条）、200（30 条）。", "yes"),
        (
            "are there more timeouts than resets",
            '29 records matched "timeout", 2 matched "resets", in app, window start to end.',
            "yes",
        ),
        ("More 502 than 200?", "app logged this ERROR record: “502”.", None),
    ],
)
def test_two_counts_decide(question: str, claim: str, said: str | None) -> None:
    assert decides_more(read_question(question), claim) == said


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("wich pod had erors befor noon", "which pod had errors before noon"),
        ("anythng wrong with pay-svc", "anything wrong with pay-svc"),
        ('find "erors" in mailed-svc', 'find "erors" in mailed-svc'),
        ("was the mail mailed, the cache cached, the socket reused", None),
        ("error errors failed fails service services", None),
    ],
)
def test_slips_of_asking_words_alone_are_put_right(typed: str, read: str | None) -> None:
    assert spelled(typed) == (read or typed)


def test_nouns_that_only_say_what_is_wanted_are_no_topics() -> None:
    assert nouns_asked("what's the slowest endpoint") == {"endpoint"}
    assert read_question("whats the slowest endpoint").topics == ()
    assert nouns_asked("the endpoint is slow") == frozenset()


def test_when_trouble_ended_is_not_searched_for_by_the_word() -> None:
    assert read_question("When did the errors stop?").topics == ()
    assert read_question("when did nginx stop").topics == ("nginx stop",)


@pytest.mark.parametrize(
    "claim",
    [
        "9 records of level ERROR or severer counted by pod: most often a-1 in 5 of 9 records.",
        '统计（地址），匹配 "x" 的 9 条记录：出现最多的是 10.0.0.7（9 条记录中有 5 条）。',
    ],
)
def test_a_count_is_known_for_one(claim: str) -> None:
    assert is_tally(claim)


GATE = "2026-05-04T07:0{minute}:{second:02}Z INFO gate {outcome} {user} from 10.0.0.{host}"
DOOR = "2026-05-04T07:0{minute}:00Z INFO door opened"


@pytest.fixture
def ask(tmp_path: Path) -> Callable[[str], dict[str, Any]]:
    """Ask one question of two services; the replay of each answer must hold."""
    logs = tmp_path / "logs"
    logs.mkdir()
    tries = [(1, "failed", "ann", 7), (2, "failed", "ann", 7), (3, "failed", "bo", 9)]
    lines = [
        GATE.format(minute=minute, second=5, outcome=outcome, user=user, host=host)
        for minute, outcome, user, host in [*tries, (4, "granted", "ann", 7)]
    ]
    lines.insert(2, "2026-05-04T07:02:30Z ERROR gate ledger cannot be written")
    (logs / "gate.log").write_text("\n".join(lines) + "\n", encoding="utf-8")
    doors = [DOOR.format(minute=minute) for minute in range(9)]
    (logs / "door.log").write_text("\n".join(doors) + "\n", encoding="utf-8")
    url = f"sqlite:///{tmp_path / 's.db'}"
    settings = load_settings(database_url=url, logs=[str(logs)])

    def run(question: str) -> dict[str, Any]:
        result = build_graph(settings).invoke({"query": question, "at": "2026-05-04T08:00:00Z"})
        with SqlEvidenceStore(url) as store:
            assert replay_session(store, result["session_id"]) == []
        return result

    return run


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "which ip failed most?",
            "most often 10.0.0.7 in 2 of 3 records; then 10.0.0.9",
        ),
        ("哪个 IP 失败最多？", "出现最多的是 10.0.0.7（3 条记录中有 2 条）"),
        ("are there more failed than granted?", "Yes: 3 records matched"),
        ("When did the errors stop?", "At 2026-05-04T07:02:30Z, gate logged this ERROR record"),
        ("错误什么时候停的", "窗口 2026-05-04T07:02:31Z 至"),
        ("Which services had no errors?", "for records of level ERROR or FATAL of door"),
        ("哪些服务没有报错？", "在 logs 中搜索 door"),
    ],
)
def test_counts_and_silence_answer(
    ask: Callable[[str], dict[str, Any]], question: str, said: str
) -> None:
    result = ask(question)
    assert said in result["answer"]
    assert result["verdict"] == "PASS"


def test_a_count_is_asked_within_the_service_that_is_named() -> None:
    [search] = tally_searches(read_question("which user had the most errors in pay-svc"), {})
    assert search == {"query": "*", "level": "ERROR", "service": "pay-svc", "count_by": "user"}
