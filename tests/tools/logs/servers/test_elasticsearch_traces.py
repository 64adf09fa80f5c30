"""Lines of a stack trace that came as a document each are one document again."""

from datetime import UTC, datetime
from typing import Any

import pytest

from superbiz_agent.tools.logs.servers.elasticsearch_api import Hit
from superbiz_agent.tools.logs.servers.elasticsearch_traces import whole_traces
from superbiz_agent.tools.logs.servers.rows import Columns
from superbiz_agent.tools.logs.timestamps import TimestampReader

AT = int(datetime(2026, 7, 7, 10, 0, tzinfo=UTC).timestamp() * 1000)
READER = TimestampReader(zone=UTC, now=datetime(2026, 7, 7, 12, 0, tzinfo=UTC))
COLUMNS = Columns("@timestamp", "message")
JAVA = ["ERROR boom", "\tat a.B.c(B.java:1)", "Caused by: x.Y: z", "\t... 3 more"]
PYTHON = [
    "2026-07-07 10:00:00,001 ERROR boom",
    "Traceback (most recent call last):",
    '  File "a.py", line 1, in f',
    "ValueError: bad",
]


def hit(number: int, message: Any, *, after: int = 0, **fields: Any) -> Hit:
    """A document of a pod's file, one millisecond after the one before, or so many later."""
    place = {"kubernetes": {"pod": {"name": "checkout-0"}}}
    source = {**place, "offset": number, **fields, "message": message}
    return Hit(AT + number + after, "logs-1", str(number), source, [])


def messages(hits: list[Hit], columns: Columns = COLUMNS) -> list[Any]:
    return [each.source["message"] for each in whole_traces(hits, columns, READER)]


@pytest.mark.parametrize("trace", [JAVA, PYTHON], ids=["java", "python"])
def test_a_stack_trace_of_one_document_a_line_is_one_document(trace: list[str]) -> None:
    hits = [hit(number, text) for number, text in enumerate(["INFO before", *trace])]
    hits.append(hit(9, "INFO after", after=60))
    assert messages(hits) == ["INFO before", "\n".join(trace), "INFO after"]


def test_the_joined_document_is_the_one_that_the_trace_begins_with() -> None:
    (found,) = whole_traces([hit(n, text) for n, text in enumerate(JAVA)], COLUMNS, READER)
    assert (found.at, found.id, found.source["offset"]) == (AT, "0", 0)


def test_two_writers_at_once_are_told_apart() -> None:
    other = {"pod": {"name": "orders-0"}}
    hits = [hit(0, JAVA[0]), hit(1, "INFO one", kubernetes=other), hit(2, JAVA[1]), hit(3, JAVA[2])]
    assert sorted(messages(hits)) == ["\n".join(JAVA[:3]), "INFO one"]


APART: dict[str, list[Hit]] = {
    "much later": [hit(0, "boom"), hit(1, "\tat a.B.c(B.java:1)", after=11)],
    "a level of its own": [hit(0, "boom"), hit(1, "close(db)", level="INFO")],
    "a level within": [hit(0, "boom"), hit(1, "close(db)", log={"level": "info"})],
    "of no place": [hit(0, "boom", kubernetes=None), hit(1, " x", kubernetes=None)],
    "no text": [hit(0, "boom"), hit(1, 7), hit(2, {"a": 1}), hit(3, None), hit(4, "  ")],
    "no trace": [hit(0, "boom"), hit(1, "bang")],
    "json": [hit(0, "boom"), hit(1, '{"msg": "bang"}')],
}


@pytest.mark.parametrize("hits", APART.values(), ids=APART)
def test_what_is_no_line_of_a_trace_is_left_as_it_is(hits: list[Hit]) -> None:
    found = list(whole_traces(hits, COLUMNS, READER))
    assert sorted(found) == sorted(hits) if len(hits) < 3 else len(found) == len(hits)


def test_a_message_within_an_object_is_joined_in_its_place() -> None:
    hits = [hit(n, None, log={"text": text, "x": 1}) for n, text in enumerate(JAVA)]
    (found,) = whole_traces(hits, Columns("@timestamp", "log.text"), READER)
    assert found.source["log"] == {"text": "\n".join(JAVA), "x": 1}
