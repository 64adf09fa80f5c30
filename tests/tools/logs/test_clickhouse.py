"""Logs from a real ClickHouse: what is found, what is narrowed, what is told when it is not."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_socket
from hypothesis import given, settings
from hypothesis import strategies as st

from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.settings.sources import ClickhouseSource
from superbiz_agent.tools.base import ToolContext, ToolOutcome, search_text
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.logs import FileLogBackend, LogsTool
from superbiz_agent.tools.logs.servers import clickhouse
from superbiz_agent.tools.logs.servers.clickhouse import ClickhouseBackend
from superbiz_agent.tools.logs.servers.clickhouse_sql import (
    clock_of,
    quoted_name,
    quoted_text,
    unit_of,
)
from superbiz_agent.tools.servers.kept_answers import KeptAnswers, keeping
from tests.servers.clickhouse import PASSWORD, Clickhouse, running_clickhouse
from tests.tools.servers.counting import counted_requests

pytestmark = pytest.mark.server

START = datetime(2026, 8, 14, 9, 0, tzinfo=UTC)
NOW = START + timedelta(hours=3)
HOUR = TimeWindow(since="2026-08-14T09:00:00Z", until="2026-08-14T10:00:00Z")
TABLE = (
    "CREATE TABLE {} (timestamp DateTime, level String, service String, message String,"
    " trace_id Nullable(String)) ENGINE = MergeTree ORDER BY timestamp"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clickhouse]:
    pytest_socket.enable_socket()
    with running_clickhouse(tmp_path_factory.mktemp("clickhouse")) as running:
        running.run(TABLE.format("logs"))
        running.run("INSERT INTO logs FORMAT JSONEachRow", rows())
        yield running


def rows() -> Iterator[dict[str, Any]]:
    """An hour of two services, a record a second; every fiftieth is an error of the one."""
    for second in range(3600):
        fails = second % 50 == 7
        message = (
            f'数据库 connection to "db-1" refused after {second} ms\n    at Pool.take(Pool.java:7)'
            if fails
            else f"request done in {second % 9} ms"
        )
        yield {
            "timestamp": int((START + timedelta(seconds=second)).timestamp()),
            "level": "ERROR" if fails else "INFO",
            "service": "checkout" if second % 2 else "payment",
            "message": message,
            "trace_id": None,
        }


def backend(server: Clickhouse, **fields: object) -> ClickhouseBackend:
    given = {"kind": "clickhouse", "url": server.url, "table": "logs", **fields}
    return ClickhouseBackend("prod", ClickhouseSource.model_validate(given))


def ask(
    source: ClickhouseBackend | FileLogBackend, *, window: TimeWindow = HOUR, **asked: Any
) -> ToolOutcome:
    tool = LogsTool([source])
    return tool.run(tool.arguments.model_validate(asked), ToolContext(window, NOW))


QUESTIONS: list[dict[str, Any]] = [
    {"query": "refused"},
    {"query": "REFUSED connection"},
    {"query": "数据库"},
    {"query": "db-1"},
    {"query": '"connection to"'},
    {"query": "checkout refused"},
    {"query": "*", "level": "ERROR"},
    {"query": "*", "service": "payment"},
    {"query": "request", "service": "checkout", "limit": 5},
    {"query": "*", "regex": "after 10[0-9]+ ms"},
    {"query": "connection", "regex": "after 10[0-9]+ ms"},
    {"query": "1007"},
    {"query": "nothing of the kind"},
    {"query": "*"},
]


@pytest.mark.parametrize("asked", QUESTIONS, ids=str)
def test_a_table_gives_what_the_same_records_give_in_a_file(
    server: Clickhouse, tmp_path: Path, asked: dict[str, Any]
) -> None:
    lines = (
        {**row, "timestamp": format_instant(START + timedelta(seconds=number))}
        for number, row in enumerate(rows())
    )
    file = tmp_path / "prod"
    kept = ({k: v for k, v in line.items() if v is not None} for line in lines)
    file.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in kept))
    of_file, of_table = ask(FileLogBackend(None, file), **asked), ask(backend(server), **asked)
    assert [told(item.text) for item in of_table.items["logs"]] == [
        told(item.text) for item in of_file.items["logs"]
    ]
    assert of_table.search and of_file.search
    assert of_table.search.matched == of_file.search.matched
    assert of_table.evidence_status == of_file.evidence_status


def told(text: str) -> str:
    """A line of evidence without the place of its sample."""
    return re.sub(r" \((?:prod:\d+|default\.logs:1)\)", "", text)


def test_what_narrows_is_left_to_the_server(
    server: Clickhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clickhouse, "MOST_ROWS", 100)
    outcome = ask(backend(server), query="refused")
    assert outcome.evidence_status == "found"
    assert outcome.search and outcome.search.matched == 72
    assert ask(backend(server), query="*", level="ERROR").evidence_status == "found"


def test_of_too_many_the_oldest_and_the_newest_are_read_and_the_rest_is_told(
    server: Clickhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clickhouse, "MOST_ROWS", 200)
    monkeypatch.setattr(clickhouse, "_PAGE", 30)
    outcome = ask(backend(server), query="request")
    assert outcome.evidence_status == "partial"
    assert outcome.search and outcome.search.truncated and outcome.search.matched == 200
    assert "the 100 oldest and the 100 newest of 3528 records" in (outcome.error or "")
    assert "3328 between them were not" in (outcome.error or "")
    (counted,) = outcome.search.counted
    assert sum(counted.counts) == 3528 and counted.width_seconds == 30
    assert counted.counts[0] == 29  # every fiftieth is another record
    told = "counted_by_server=prod 3528 candidate records from 2026-08-14T09:00:00Z"
    assert told in search_text(outcome.search)


@pytest.mark.parametrize("column", ["seconds Int64", "milliseconds UInt64", "timestamp DateTime"])
def test_what_is_counted_over_time_is_where_it_changes(
    server: Clickhouse, monkeypatch: pytest.MonkeyPatch, column: str
) -> None:
    monkeypatch.setattr(clickhouse, "MOST_ROWS", 100)
    name, unit = column.split(maxsplit=1)[0], 1000 if column.startswith("milli") else 1
    server.run("DROP TABLE IF EXISTS turning")
    server.run(
        f"CREATE TABLE turning ({column}, message String) ENGINE = MergeTree ORDER BY {name}"
    )
    slow = [START + timedelta(seconds=30 * n) for n in range(60)]
    fast = [START + timedelta(seconds=1800 + n) for n in range(1800)]
    lines = ({name: int(at.timestamp()) * unit, "message": "timed out"} for at in (*slow, *fast))
    server.run("INSERT INTO turning FORMAT JSONEachRow", lines)
    outcome = ask(backend(server, table="turning", time_column=name), query="timed out")
    assert outcome.search is not None
    assert "; jumps from 2/min to 60/min at 2026-08-14T09:30:00Z" in search_text(outcome.search)


@pytest.mark.parametrize(
    ("window", "words"),
    [
        (TimeWindow(since="2026-08-13T09:00:00Z", until="2026-08-13T10:00:00Z"), "misses"),
        (TimeWindow(since="2026-08-14T11:00:00Z"), "misses"),
    ],
)
def test_a_window_that_the_table_does_not_hold_says_what_it_holds(
    server: Clickhouse, window: TimeWindow, words: str
) -> None:
    outcome = ask(backend(server), window=window, query="refused")
    assert outcome.evidence_status == "no_evidence"
    assert outcome.search and not outcome.search.answered
    assert words in (outcome.error or "")
    assert "2026-08-14T09:00:00Z to 2026-08-14T09:59:59Z" in (outcome.error or "")


def test_a_service_that_no_row_has_is_answered_with_the_nearest(server: Clickhouse) -> None:
    outcome = ask(backend(server), query="*", service="chekout")
    assert outcome.evidence_status == "no_evidence"
    assert outcome.search and outcome.search.unknown == ["chekout"]
    assert "checkout" in (outcome.error or "")


def test_without_a_window_the_last_day_is_searched_and_told(server: Clickhouse) -> None:
    outcome = ask(backend(server), window=TimeWindow(), query="refused")
    assert outcome.search and outcome.search.since == "2026-08-14T09:00:00Z"
    assert outcome.search.filters["asked_window"] == "start to end"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"table": "absent"}, ["no table default.absent", "sources.prod.table"]),
        ({"database": "absent"}, ["no table absent.logs", "sources.prod.table"]),
        ({"message_column": "mesage"}, ["nearest: message", "sources.prod.message_column"]),
        ({"time_column": "level"}, ["no time", "sources.prod.time_column"]),
        ({"level_column": "severity"}, ["sources.prod.level_column"]),
        ({"username": "reader", "password": "env:WRONG"}, ["HTTP 401", "sources.prod.password"]),
    ],
    ids=str,
)
def test_a_wrong_setting_is_named(
    server: Clickhouse,
    monkeypatch: pytest.MonkeyPatch,
    fields: dict[str, Any],
    words: list[str],
) -> None:
    monkeypatch.setenv("WRONG", "not-it")
    outcome = ask(backend(server, **fields), query="refused")
    assert outcome.evidence_status == "error"
    assert [word for word in words if word not in (outcome.error or "")] == []


def test_a_user_who_may_only_read_is_enough(
    server: Clickhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RIGHT", PASSWORD)
    source = backend(server, username="reader", password="env:RIGHT")
    assert ask(source, query="refused").evidence_status == "found"
    assert source.check().startswith("default.logs answers")


HOSTILE = [
    "' OR 1=1 --",
    "\\' OR 1=1 --",
    "`; DROP TABLE logs; --",
    "') OR ('1'='1",
    "%",
    "_",
    "\x00",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_query_is_a_text_to_look_for(server: Clickhouse, text: str) -> None:
    outcome = ask(backend(server), query=f"refused{text}", service=text)
    assert outcome.evidence_status in ("no_evidence", "found")
    assert server.run("SELECT count() FROM logs").strip() == "3600"


@settings(max_examples=50)
@given(
    text=st.text(max_size=50).filter(
        lambda text: text.encode("utf-8", "ignore") == text.encode("utf-8", "replace")
    )
)
def test_a_quoted_text_is_the_text(server: Clickhouse, text: str) -> None:
    answer = json.loads(server.run(f"SELECT {quoted_text(text)} AS t FORMAT JSONEachRow"))
    assert answer["t"] == text


@settings(max_examples=50)
@given(name=st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), min_size=1))
def test_a_quoted_name_is_the_name(server: Clickhouse, name: str) -> None:
    answer = json.loads(server.run(f"SELECT 1 AS {quoted_name(name)} FORMAT JSONEachRow"))
    assert list(answer) == [name]


@pytest.mark.parametrize(("scale", "unit"), [(1, "s"), (10**3, "ms"), (10**6, "us"), (10**9, "ns")])
def test_a_count_since_1970_is_read_by_its_size(server: Clickhouse, scale: int, unit: str) -> None:
    table = f"counted_{unit}"
    server.run(f"CREATE TABLE {table} (at UInt64, message String) ENGINE = MergeTree ORDER BY at")
    seconds = int(START.timestamp())
    server.run(
        f"INSERT INTO {table} FORMAT JSONEachRow",
        [{"at": (seconds + n) * scale, "message": f"tick {n}"} for n in range(100)],
    )
    source = backend(server, table=table, time_column="at", services=["ticker"])
    window = TimeWindow(since="2026-08-14T09:00:10Z", until="2026-08-14T09:00:19Z")
    outcome = ask(source, window=window, query="tick", service="ticker")
    assert outcome.search and outcome.search.matched == 10
    assert outcome.items["logs"][0].text.startswith("2026-08-14T09:00:10Z")


@pytest.mark.parametrize(
    ("type_name", "kind"),
    [
        ("DateTime", "DateTime"),
        ("DateTime('Europe/Berlin')", "DateTime"),
        ("Nullable(DateTime)", "DateTime"),
        ("DateTime64(3, 'UTC')", "DateTime64"),
        ("LowCardinality(Nullable(UInt64))", "count"),
        ("String", None),
        ("Date", None),
    ],
)
def test_a_type_tells_how_it_counts_time(type_name: str, kind: str | None) -> None:
    clock = clock_of("at", type_name)
    assert (clock.type if clock else None) == kind


def test_units_are_told_apart() -> None:
    now = int(NOW.timestamp())
    assert [unit_of(now * 10**power) for power in (0, 3, 6, 9)] == ["s", "ms", "us", "ns"]


def test_a_second_search_of_a_diagnosis_reads_nothing_anew(
    server: Clickhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, sent = backend(server), counted_requests(monkeypatch)
    with keeping(KeptAnswers()):
        first = ask(source, query="*")
        once = len(sent)
        second = ask(source, query="*", limit=50)
        assert once > 5 and len(sent) == once
    assert first.search == second.search
    assert second.items == ask(source, query="*", limit=50).items
