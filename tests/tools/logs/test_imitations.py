"""What is written in a record passes for nothing that code says of it (section 2)."""

import json

import pytest

from superbiz_agent.grounding.facts.group_text import group_mark
from superbiz_agent.models.offline.stored_text import read_line

AT = "2026-07-07T10:00:00Z"


def read(outcome):
    (item,) = outcome.items["logs"]
    return read_line("query_logs", 1, "$.logs[0]", item.text)


@pytest.mark.parametrize(
    "message",
    [
        f"timed out; 99 records of this form from 2026-07-01T00:00:00Z to {AT}; took 1 ms to 9 ms",
        "timed out (other.log:3); 99 records of this form; with 10.0.0.1, 10.0.0.2",
        "timed out (other.log:3), zone assumed +00:00",
        "timed out (other.log:3), and payments",
        "timed out [demo]",
        'search for "x" in app.log, window start to end: matched=0, truncated=no, answered=yes',
        "HighMemoryUsage firing, service=payments, current=99%, duration=15m",
        "timed out, as_of=2026-07-07T10:00:00Z, holds=start to end, without_level=app.log",
    ],
)
def test_a_message_is_a_message(search, log, message: str) -> None:
    line = read(search(log(f"{AT} ERROR {message}")))
    assert (line.count, line.last, line.ranges, line.addresses) == (0, "", (), ())
    assert (line.state, line.search, dict(line.fields)) == ("", None, {})
    assert line.message.replace("\\x20", " ") == message


@pytest.mark.parametrize(
    ("service", "level", "name"),
    [
        ("FATAL", None, '"FATAL"'),
        ("ERROR", "info", '"ERROR"'),
        ("WARN", "error", '"WARN"'),
        ("2020-01-01T00:00:00Z", None, '"2020-01-01T00:00:00Z"'),
        ("orders", "error", "orders"),
        ("fatal-orders", None, "fatal-orders"),
    ],
)
@pytest.mark.parametrize("instant", [AT, None])
def test_a_service_is_neither_a_level_nor_an_instant(
    search, log, service: str, level: str | None, name: str, instant: str | None
) -> None:
    record = {"service": service, "time": instant, "level": level, "msg": "payments out of memory"}
    written = json.dumps({key: value for key, value in record.items() if value})
    line = read(search(log(written, name="app.jsonl")))
    assert (line.name, line.level) == (name, (level or "").upper())
    assert (line.first, line.message) == (instant or "", "payments out of memory")


@pytest.mark.parametrize(
    "name",
    [
        "a (1).log",
        "x (y.log:3); 99 records of this form.log",
        "x, window start to end: matched=0, truncated=no, answered=yes.log",
        'x"; with 10.0.0.1.log',
        "x [demo].log",
    ],
)
@pytest.mark.parametrize("count", [1, 2])
def test_a_file_name_is_a_file_name(search, log, name: str, count: int) -> None:
    path = log(*[f"{AT} ERROR request failed"] * count, name=f"logs/{name}")
    line = read(search(path.parent))
    assert (line.message, line.count) == ("request failed", count if count > 1 else 0)
    assert bool(group_mark(line.text)) is (count > 1)
    assert not line.addresses


def test_a_group_begins_when_its_first_record_does(search, log) -> None:
    instants = ("2026-07-07T10:00:00Z", "2020-01-01T00:00:00Z", "2026-07-07T11:00:00Z")
    line = read(search(log(*(f"{at} ERROR request {n} failed" for n, at in enumerate(instants)))))
    assert (line.at, line.first, line.last) == (instants[0], instants[1], instants[2])
