"""Direct questions over a folder of logs: the first sentence of the offline model answers."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.graph import build_graph
from superbiz_agent.models.offline.endings import asks_ending
from superbiz_agent.models.offline.matching import is_about, speaks_of, tells_status
from superbiz_agent.models.offline.question import read_question
from superbiz_agent.models.offline.ranks import rank_asked
from superbiz_agent.models.offline.recoveries import tells_recovery
from superbiz_agent.models.offline.stored_text import read_line
from superbiz_agent.settings import load_settings

Ask = Callable[..., dict[str, Any]]

TICKETS = """
2026-05-04T06:40:00Z INFO tickets SeatController : GET /seats?retry=429 200 took=11ms
2026-05-04T06:58:00Z INFO tickets SeatController : GET /seats?retry=429 200 took=64ms
2026-05-04T07:02:05Z ERROR tickets SeatController : hold failed: redis timeout after 2000ms
2026-05-04T07:02:09Z WARN tickets RedisPool : pool stats total=20, active=20, idle=0, waiting=5
2026-05-04T07:05:10Z WARN tickets RedisPool : pool stats total=20, active=20, idle=0, waiting=9
2026-05-04T07:08:11Z WARN tickets RedisPool : pool stats total=20, active=20, idle=0, waiting=4
2026-05-04T07:09:40Z ERROR tickets SeatController : hold failed: redis timeout after 2000ms
2026-05-04T07:11:00Z INFO tickets RedisHealth : redis reachable again after 540s
"""
MAILER = """
2026-05-04T07:03:30Z INFO waiting for lock: 3 jobs waiting
2026-05-04T07:04:00Z ERROR export failed: disk quota exceeded on /exports
"""
POD = "gate-7d9c5b6f4-x2k8q"
POD_LOG = """
2026-05-04T07:20:00.000000000Z stdout F served id=1 in 20ms
2026-05-04T07:21:02.000000000Z stderr F panic: invalid memory address
"""
EVENTS = [
    ("2026-05-04T07:21:10Z", "Warning", "Unhealthy", "Liveness probe failed: statuscode: 500", POD),
    ("2026-05-04T07:15:00Z", "Warning", "Unhealthy", "Readiness probe failed: refused", "find-0"),
]
RUNBOOK = """
# Release rollback

## When
Roll back when a release raised the error rate of its users by more than a tenth.

## Steps
1. Find the last good version with `helm history tickets`.
2. Run `helm rollback tickets REVISION`.

## 回滚步骤
1. 用 `helm history` 找到上一个正常的版本，并记下它的编号。
2. 执行 `helm rollback`，再观察十分钟错误率，确认已经回落。
"""


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Ask one question of a folder of logs and a runbook."""
    logs = tmp_path / "logs"
    (logs / "mailer").mkdir(parents=True)
    (logs / "tickets.log").write_text(TICKETS.lstrip("\n"), encoding="utf-8")
    (logs / "mailer" / "app.log").write_text(MAILER.lstrip("\n"), encoding="utf-8")
    (logs / f"{POD}_shop_gate-{'0a' * 32}.log").write_text(POD_LOG.lstrip("\n"), encoding="utf-8")
    events = (
        {
            "lastTimestamp": at,
            "type": kind,
            "reason": reason,
            "message": message,
            "involvedObject": {"kind": "Pod", "name": pod, "namespace": "shop"},
        }
        for at, kind, reason, message, pod in EVENTS
    )
    (logs / "events.jsonl").write_text("\n".join(map(json.dumps, events)), encoding="utf-8")
    runbooks = tmp_path / "runbooks"
    runbooks.mkdir()
    (runbooks / "rollback.md").write_text(RUNBOOK.lstrip("\n"), encoding="utf-8")
    settings = load_settings(
        database_url=f"sqlite:///{tmp_path / 's.db'}", logs=[str(logs)], runbooks=[str(runbooks)]
    )

    def run(question: str) -> dict[str, Any]:
        asked = {"query": question, "at": "2026-05-04T08:00:00Z"}
        return build_graph(settings).invoke(asked)

    return run


def body(result: dict[str, Any]) -> str:
    return result["answer"].partition("\nReferences:")[0].partition("\n参考证据:")[0]


DIRECT = [
    ("how many connections were waiting at 07:08?", "At 2026-05-04T07:08:11Z, tickets logged"),
    ("07:08 时有多少连接在等待？", "2026-05-04T07:08:11Z，tickets 记录了 waiting=4。"),
    ("What was the first error?", "From 2026-05-04T07:02:05Z on, tickets logged 2 ERROR records"),
    ("When was the last redis timeout?", "At 2026-05-04T07:09:40Z, tickets logged this ERROR"),
    ("How many connections were waiting at most?", "tickets logged waiting 4 to 9 from"),
    ("Has redis recovered?", "Yes: At 2026-05-04T07:11:00Z, tickets logged this INFO record"),
    ("redis 恢复了吗？", "是的：2026-05-04T07:11:00Z，tickets 记录了 INFO 日志"),
    ("Are there still redis timeouts?", "No: At 2026-05-04T07:11:00Z, tickets logged this"),
    ("When did the redis timeouts start?", "From 2026-05-04T07:02:05Z on, tickets logged 2"),
    ("When did the redis timeouts start, when did they stop?", "Until 2026-05-04T07:09:40Z"),
    ("redis 超时从什么时候开始，什么时候结束？", "到 2026-05-04T07:09:40Z 为止，tickets"),
    ("怎么回滚 tickets？", "运行手册“Release rollback > 回滚步骤”记载"),
    ("how do I roll back tickets?", "The runbook “Release rollback > Steps” says"),
    ("which service ran into a quota?", "logs/mailer/app.log logged this ERROR record"),
    ("Did the liveness probe fail?", f"Yes: {POD} logged this WARN record"),
    ("was there a panic in gate?", f"Yes: shop/{POD}/gate logged this FATAL record"),
    (f"any panic in {POD}?", f"Yes: shop/{POD}/gate logged this FATAL record"),
    ("what is wrong with mailer?", "The likely root cause is disk space in logs/mailer/app.log"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "start"), DIRECT)
def test_the_first_sentence_answers(ask: Ask, question: str, start: str) -> None:
    result = ask(question)
    assert (result["verdict"], result["composer_status"]) == ("PASS", "valid")
    assert body(result).startswith(start)


@pytest.mark.parametrize(
    ("question", "unsaid"),
    [
        ("how many connections were waiting at 07:08?", ["jobs", "In total", "9"]),
        ("any 429 from tickets?", ["SeatController", "retry=429", "Yes"]),
        ("how many 429 did we return?", ["SeatController", "retry=429"]),
        ("Did the liveness probe fail?", ["Readiness"]),
        ("Did tickets retry?", ["Yes"]),
        ("what is wrong with mailer?", ["tickets", "redis", "panic"]),
        ("Why do holds fail?", ["in logs/tickets.log"]),
    ],
)
def test_what_belongs_to_another_question_is_left_out(
    ask: Ask, question: str, unsaid: list[str]
) -> None:
    assert [words for words in unsaid if words in body(ask(question))] == []


def test_a_quotation_keeps_the_blanks_of_its_record(ask: Ask) -> None:
    assert "“SeatController : hold failed" in body(ask("Why do holds fail?"))


def test_a_search_within_one_service_is_told_where_it_found_nothing(ask: Ask) -> None:
    text = body(ask("any 429 from mailer?"))
    assert "service mailer" in text
    assert "matched no record" in text


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("GET /items 429 12ms", True),
        ('GET /items HTTP/1.1" 429 0', True),
        ("returned status=429", True),
        ('{"statusCode": 429}', True),
        ("limited (429)", True),
        ("GET /items?limit=429 200", False),
        ("GET /orders/429 200", False),
        ("took 429ms", False),
        ("took 429 ms", False),
        ("batch 429 done", False),
        ("order_id=429", False),
        ("port :429", False),
        ("429 rows", False),
    ],
)
def test_a_status_stands_where_a_record_tells_one(text: str, is_told: bool) -> None:
    assert tells_status(text, "429") is is_told


@pytest.mark.parametrize(
    ("text", "is_spoken"),
    [("request timeout after 3s", True), ("GET /items?timeout=30 200 in 8ms", False)],
)
def test_arguments_of_an_address_tell_of_nothing(text: str, is_spoken: bool) -> None:
    line = read_line("query_logs", 1, "$.logs[0]", f"2026-05-04T07:00:00Z INFO shop {text} (a:1)")
    assert speaks_of(line, "timeout") is is_spoken


@pytest.mark.parametrize(
    ("text", "name", "is_named"),
    [
        ("pod/gate-7d9c5b6f4-x2k8q killed", "gate", True),
        ("pod/find-0 killed", "find", True),
        ("gate-canary killed", "gate", False),
        ("navigate-7d9c5b6f4-x2k8q", "gate", False),
    ],
)
def test_a_pod_is_of_its_workload(text: str, name: str, is_named: bool) -> None:
    assert is_about(text, name) is is_named


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("which service ran into a quota?", ()),
        ("which pods went down?", ()),
        ("what service broke first?", ()),
        ("is the service running?", ()),
        ("errors of service checkout", ("checkout",)),
        ("restart of pod web-1", ("web-1",)),
    ],
)
def test_a_verb_behind_a_noun_is_no_name(question: str, names: tuple[str, ...]) -> None:
    assert read_question(question).entities == names


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("怎么回滚", "remediation"),
        ("如何重启 shop？", "remediation"),
        ("how can we safely fail over redis?", "remediation"),
        ("how do I restart the pods?", "remediation"),
        ("怎么重启了", "what"),
        ("服务怎么重启的", "what"),
        ("how did checkout restart?", "what"),
    ],
)
def test_how_to_do_something_is_asked_of_the_runbooks(question: str, kind: str) -> None:
    assert read_question(question).kind == kind


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("did it recover?", "over"),
        ("is redis reachable again?", "over"),
        ("恢复了吗", "over"),
        ("is it still going on?", "ongoing"),
        ("磁盘还满吗？", "ongoing"),
        ("还有别的错误吗？", None),
        ("why did it recover?", None),
        ("怎么恢复？", None),
        ("which service failed?", None),
    ],
)
def test_an_end_is_asked_for(question: str, asked: str | None) -> None:
    assert asks_ending(question) == asked


@pytest.mark.parametrize(
    ("question", "rank"),
    [
        ("which is slowest?", "greatest"),
        ("哪个请求最慢？", "greatest"),
        ("which pod logged the most errors?", "most"),
        ("which address failed most often?", "most"),
        ("errors of the last hour", None),
        ("what did it log last?", "last"),
        ("第一条错误是什么？", "first"),
    ],
)
def test_a_rank_is_asked_for(question: str, rank: str | None) -> None:
    assert rank_asked(question) == rank


@pytest.mark.parametrize(
    ("text", "is_over"),
    [
        ("redis reachable again after 540s", True),
        ("database reachable, sync resumed", True),
        ("circuit breaker closed", True),
        ("Node status is now: NodeHasNoDiskPressure", True),
        ("重连成功", True),
        ("could not be restored", False),
        ("will retry until resumed", False),
        ("cannot be reachable again", False),
    ],
)
def test_a_record_tells_of_a_recovery(text: str, is_over: bool) -> None:
    assert tells_recovery(text) is is_over


@pytest.mark.parametrize(
    ("question", "start"),
    [
        (
            "Which service has the most errors?",
            "By number of ERROR records: tickets 2, mailer one.",
        ),
        ("哪个服务的错误最多？", "按 ERROR 日志条数：tickets 2 条、mailer 一条。"),
    ],
)
def test_who_has_most_is_counted(tmp_path: Path, question: str, start: str) -> None:
    logs: list[str] = []
    for name, text in (("tickets", TICKETS), ("mailer", MAILER)):
        (tmp_path / f"{name}.log").write_text(text.lstrip("\n"), encoding="utf-8")
        logs.append(f"{name}={tmp_path / f'{name}.log'}")
    settings = load_settings(database_url=f"sqlite:///{tmp_path / 's.db'}", logs=logs)
    result = build_graph(settings).invoke({"query": question})
    assert result["verdict"] == "PASS"
    assert body(result).startswith(start)


SLOW = """
2026-05-04T07:00:01Z INFO report query finished took=120ms user=a
2026-05-04T07:00:02Z INFO report query finished took=340ms user=b
2026-05-04T07:00:03Z INFO report nightly summary over everything took=2s user=c
"""


def test_the_slowest_is_found_among_records_and_ranges(tmp_path: Path) -> None:
    (tmp_path / "report.log").write_text(SLOW.lstrip("\n"), encoding="utf-8")
    settings = load_settings(
        database_url=f"sqlite:///{tmp_path / 's.db'}", logs=[f"report={tmp_path / 'report.log'}"]
    )
    result = build_graph(settings).invoke({"query": "Which report was the slowest?"})
    assert result["verdict"] == "PASS"
    assert body(result).startswith("By took: report took=2s at 2026-05-04T07:00:03Z")
