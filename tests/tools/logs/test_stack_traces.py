"""A trace keeps what happened and every cause within its bound (tools/logs/stack_traces.py)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.contracts.evidence import MAX_TEXT_BYTES
from superbiz_agent.tools.logs.stack_traces import condensed, outline

FIRST = "2026-07-07T10:00:00Z ERROR could not place order"
FRAMES = [
    f"\tat com.example.orders.deeply.nested.Handler{n}.call(Handler.java:{n})" for n in range(90)
]
CAUSES = [
    "org.springframework.dao.DataAccessResourceFailureException: Unable to acquire Connection",
    "Caused by: org.hibernate.exception.GenericJDBCException: could not acquire",
    "Caused by: java.sql.SQLTransientConnectionException: HikariPool-1 - not available (total=5)",
    "Caused by: java.net.SocketTimeoutException: Read timed out",
]


def trace(*causes: str) -> list[str]:
    return [line for cause in causes for line in (cause, *FRAMES, "\t... 42 more")]


def only(outcome) -> str:
    (item,) = outcome.items["logs"]
    assert len(item.text.encode()) <= MAX_TEXT_BYTES
    return item.text


def test_every_cause_of_a_long_trace_stays_visible(search, log) -> None:
    text = only(search(log(FIRST, *trace(*CAUSES))))
    for cause in CAUSES:
        assert cause in text
    assert "lines left out" in text
    assert text.endswith("(app.log:1)")


def test_a_group_of_long_traces_keeps_causes_and_count(search, log) -> None:
    lines = [line for n in range(5) for line in (f"{FIRST} {n}", *trace(*CAUSES))]
    text = only(search(log(*lines)))
    assert all(cause in text for cause in CAUSES)
    assert "5 records of this form from" in text


def test_causes_too_long_for_the_bound_are_each_cut(search, log) -> None:
    text = only(search(log(FIRST, *trace(*(f"{cause} {'x' * 3000}" for cause in CAUSES)))))
    assert all(cause[:60] in text for cause in CAUSES)


def test_the_last_line_of_a_python_traceback_stays(search, log) -> None:
    frames = [f'  File "app/module_{n}.py", line {n}, in run\n    call(x)' for n in range(90)]
    path = log(FIRST, "Traceback (most recent call last):", *frames, "ValueError: no such order")
    assert "ValueError: no such order" in only(search(path))


def test_the_trace_in_a_field_of_a_structured_record_keeps_its_causes(search, log) -> None:
    record = {"time": "2026-07-07T10:00:00Z", "msg": "x", "stack": "\n".join(trace(*CAUSES))}
    text = only(search(log(json.dumps(record))))
    assert all(cause in text for cause in CAUSES)


def test_a_short_trace_stays_whole(search, log) -> None:
    text = only(search(log(FIRST, CAUSES[0], *FRAMES[:3], CAUSES[1])))
    assert "left out" not in text
    assert "Handler2.call" in text


def test_traces_of_different_causes_are_counted_apart_and_frames_are_not(search, log) -> None:
    same = [FIRST, CAUSES[0], FRAMES[0], CAUSES[1]]
    moved = [FIRST, CAUSES[0], FRAMES[1], FRAMES[2], CAUSES[1]]
    other = [FIRST, CAUSES[0], *FRAMES, CAUSES[3]]
    outcome = search(log(*same, *moved, *other))
    assert sorted(item.values["count"] for item in outcome.items["logs"]) == [1, 2]


def test_no_secret_is_cut_out_of_its_key(search, log) -> None:
    secret = "password=" + "hunter2" * 60
    text = only(search(log(FIRST, *trace(*(f"{cause} {secret}" for cause in CAUSES)))))
    assert "hunter2" not in text


@pytest.mark.parametrize("line", ["reason: disk full", "heartbeat ok"])
def test_a_line_that_is_no_frame_tells_records_apart(line: str) -> None:
    assert outline(f"x\n{line}\n\tat a.b(C.java:1)\n") == f"x\n{line}"


@given(st.text(alphabet="ab:. \n\tCausedby错", max_size=3000), st.integers(40, 2000))
def test_no_text_makes_shortening_fail(text: str, room: int) -> None:
    assert isinstance(condensed(text, room), str)
    outline(text)
