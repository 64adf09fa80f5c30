"""Rows of servers become the records that the same lines in a file would be."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from superbiz_agent.tools.logs.backend import LogRequest, SourceReport
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.servers.rows import (
    DEFAULT_WINDOW,
    Columns,
    Row,
    instant_of_nanoseconds,
    record_of_row,
    records_of_stream,
    stream_of,
    window_of,
)
from superbiz_agent.tools.logs.timestamps import TimestampReader

NOW = datetime(2026, 7, 7, 12, 0, tzinfo=UTC)
AT = datetime(2026, 7, 7, 10, 0, tzinfo=UTC)
POD = {"namespace": "prod", "pod": "checkout-7d9f8c6b5-x2x4z", "container": "app", "job": "a"}
COLUMNS = Columns("@timestamp", "message", None, ("service.name",))


def records(rows: Sequence[Row | str], labels: dict[str, str] | None = None) -> list[LogRecord]:
    given = [
        row if isinstance(row, Row) else Row(AT + timedelta(milliseconds=number), row)
        for number, row in enumerate(rows)
    ]
    stream = stream_of(labels or POD, "loki", ["app", "job"])
    return list(records_of_stream(given, stream, TimestampReader(zone=UTC, now=NOW)))


TRACES = {
    "java": ["ERROR boom", "\tat a.B.c(B.java:1)", "Caused by: x.Y: z", "\t... 3 more"],
    "java with timestamps": [
        "2026-07-07 10:00:00,001 ERROR [main] boom",
        "java.lang.IllegalStateException: closed",
        "\tat a.B.c(B.java:1)",
        "Caused by: x.Y: z",
    ],
    "python": [
        "2026-07-07 10:00:00,001 ERROR boom",
        "Traceback (most recent call last):",
        '  File "a.py", line 1, in f',
        "ValueError: bad",
    ],
    "go": ["panic: boom", "goroutine 1 [running]:", "main.main()", "\t/app/main.go:3"],
}


@pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)
def test_a_stack_trace_split_into_lines_is_one_record(trace: list[str]) -> None:
    after = "2026-07-07 10:00:00,002 INFO after"
    found = records(["INFO before", *trace, after])
    assert [record.text for record in found] == ["INFO before", "\n".join(trace), after]


@pytest.mark.parametrize(("after", "records_found"), [(0, 1), (10, 1), (11, 2), (60_000, 2)])
def test_a_line_is_part_of_the_one_before_if_it_was_stamped_at_once(
    after: int, records_found: int
) -> None:
    rows = [
        Row(AT, "2026-07-07 10:00:00 ERROR boom"),
        Row(AT + timedelta(milliseconds=after), "ready"),
    ]
    assert len(records(rows)) == records_found


def test_a_stream_is_named_by_its_labels_as_a_pods_file_is() -> None:
    record = records(["ERROR pool exhausted"])[0]
    assert record.source == "prod/checkout-7d9f8c6b5-x2x4z/app"
    assert {"checkout", "prod", "app"} <= record.file_names.names
    assert record.details.names["pod"] == POD["pod"]
    assert record.details.level == "ERROR"
    assert record.details.message == "pool exhausted"
    assert record.instant == AT


def test_labels_that_name_no_service_name_none() -> None:
    stream = stream_of({"service_name": "unknown_service", "env": "x"}, "loki", ["service_name"])
    assert stream.source == "loki"
    assert "unknown_service" not in stream.names.names


def test_what_stands_beside_a_line_is_searched_and_shown() -> None:
    row = Row(AT, "payment refused", {"level": "error", "trace_id": "4bf92f3577b34da6"})
    record = records([row])[0]
    assert "4bf92f3577b34da6" in record.text
    assert record.details.level == "ERROR"
    assert record.details.fields["trace_id"] == "4bf92f3577b34da6"


def test_the_bracket_around_a_timestamp_within_a_line_is_no_message() -> None:
    details = records(["[2026-07-07 10:00:00] ERROR: query failed"])[0].details
    assert (details.level, details.message) == ("ERROR", "query failed")


def test_a_line_of_json_is_taken_apart() -> None:
    line = '{"level":"warn","msg":"slow \\u8fde\\u63a5\\u6c60","service":"orders"}'
    record = records([line])[0]
    assert record.details.message == "slow 连接池"
    assert record.details.service == "orders"
    assert "连接池" in record.text


def test_a_row_of_fields_reads_like_a_line_of_json() -> None:
    values = {
        "@timestamp": "2026-07-07T10:00:00Z",
        "message": "pool exhausted",
        "log": {"level": "error"},
        "service": {"name": "orders"},
        "kubernetes": {"pod": {"name": "orders-1"}},
    }
    record = record_of_row(values, COLUMNS, source="es", place="es/logs/1", instant=AT)
    details = record.details
    assert (details.message, details.level, details.service) == (
        "pool exhausted",
        "ERROR",
        "orders",
    )
    assert details.names["pod"] == "orders-1"
    assert "@timestamp" not in details.fields


def test_fields_of_other_names_are_told_by_the_settings() -> None:
    columns = Columns("when", "event.original", "sev", ("unit.id",))
    values = {"when": 1, "event": {"original": "boom"}, "sev": "crit", "unit": {"id": "billing"}}
    details = record_of_row(values, columns, source="es", place="es", instant=AT).details
    assert (details.message, details.level, details.service) == ("boom", "FATAL", "billing")


def test_json_within_a_message_is_taken_apart() -> None:
    values = {"message": '{"level":"error","msg":"boom","trace_id":"t1"}', "host": "n1"}
    record = record_of_row(values, COLUMNS, source="es", place="es", instant=AT)
    assert (record.details.message, record.details.level) == ("boom", "ERROR")
    assert record.details.fields["trace_id"] == "t1"
    assert record.details.names["host"] == "n1"


def test_a_window_without_a_start_is_told() -> None:
    report = SourceReport()
    window = window_of(LogRequest("*", None, None, None, NOW), report)
    assert report.window == (NOW - DEFAULT_WINDOW, NOW) == window
    report = SourceReport()
    window_of(LogRequest("*", None, AT, None, NOW), report)
    assert report.window is None


def test_an_instant_beyond_the_calendar_is_none() -> None:
    assert instant_of_nanoseconds(10**30) is None
    assert instant_of_nanoseconds(1_783_000_000_123_456_789).microsecond == 123456  # type: ignore[union-attr]


def test_the_place_of_a_row_is_shown_as_that_of_a_line() -> None:
    from superbiz_agent.tools.logs.render import record_line

    record = record_of_row({"message": "boom"}, COLUMNS, source="es", place="es/a/1", instant=AT)
    assert record_line(record) == "2026-07-07T10:00:00Z es boom (es/a/1:1)"
