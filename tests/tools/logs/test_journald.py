"""Logs from a real journal, written by ``systemd-journal-remote`` and read by ``journalctl``."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.settings.sources import JournaldSource
from superbiz_agent.tools.base import ToolContext, ToolOutcome
from superbiz_agent.tools.logs import LogsTool
from superbiz_agent.tools.logs.servers import journald
from superbiz_agent.tools.logs.servers.journald import JournaldBackend
from tests.servers.journal import write_journal

START = datetime(2026, 8, 14, 9, 0, tzinfo=UTC)
NOW = START + timedelta(hours=3)
HOUR = TimeWindow(since="2026-08-14T09:00:00Z", until="2026-08-14T10:00:00Z")
TRACE = ["Traceback (most recent call last):", '  File "pay.py", line 3, in take', "ValueError: 坏"]


def entry(
    after: float, unit: str, message: str | bytes, priority: str = "6"
) -> tuple[datetime, Mapping[str, str | bytes]]:
    return START + timedelta(seconds=after), {
        "MESSAGE": message,
        "PRIORITY": priority,
        "_SYSTEMD_UNIT": f"{unit}.service",
        "SYSLOG_IDENTIFIER": unit,
        "_HOSTNAME": "web-1",
        "_PID": "7" if unit == "checkout" else "8",
    }


def entries() -> Iterator[tuple[datetime, Mapping[str, str | bytes]]]:
    """Half an hour of two units whose lines lie among one another."""
    for second in range(1800):
        yield entry(second, "nginx", f"GET /cart {200 + second % 2} in {second % 9} ms")
        if second % 300 == 20:
            for number, line in enumerate(TRACE):
                yield entry(second + number / 1000 + 0.001, "checkout", line)
                yield entry(second + number / 1000 + 0.0015, "nginx", "GET /health 200 in 1 ms")
        if second % 600 == 30:
            yield entry(second + 0.5, "nginx", "upstream timed out", "3")
    yield entry(1801, "checkout", b'half \xff\x00 of a "line"\nand its rest')


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_journal(tmp_path_factory.mktemp("journal") / "logs", entries())


def ask(folder: Path, *, window: TimeWindow = HOUR, **asked: Any) -> ToolOutcome:
    source = JournaldSource.model_validate({"kind": "journald", "directory": folder})
    tool = LogsTool([JournaldBackend("host", source)])
    return tool.run(tool.arguments.model_validate(asked), ToolContext(window, NOW))


def texts(outcome: ToolOutcome) -> list[str]:
    return [item.text for item in outcome.items["logs"]]


def test_a_trace_that_came_line_by_line_is_one_record(journal: Path) -> None:
    outcome = ask(journal, query="ValueError")
    assert outcome.search and outcome.search.matched == 6
    (line,) = texts(outcome)
    assert line.startswith("2026-08-14T09:00:20.001Z checkout Traceback") or "INFO" in line
    assert "pay.py" in line and "ValueError: 坏" in line
    assert "GET" not in line


def test_a_priority_is_the_level_of_a_message_that_has_none(journal: Path) -> None:
    outcome = ask(journal, query="*", level="ERROR", service="nginx")
    assert texts(outcome) == [
        (
            "2026-08-14T09:00:30.500Z ERROR nginx upstream timed out (host/nginx:35); 3 records of "
            "this form from 2026-08-14T09:00:30.500Z to 2026-08-14T09:20:30.500Z"
        )
    ]


@pytest.mark.parametrize("name", ["checkout", "checkout.service", "CHECKOUT"])
def test_a_unit_goes_by_its_name_with_and_without_its_suffix(journal: Path, name: str) -> None:
    outcome = ask(journal, query="*", service=name)
    assert outcome.search and outcome.search.matched == 7
    assert all(" checkout " in text for text in texts(outcome))


def test_bytes_that_are_no_text_are_read_as_far_as_they_are(journal: Path) -> None:
    (line,) = texts(ask(journal, query="half"))
    assert "and its rest" in line


@pytest.mark.parametrize("query", ["坏", "ValueError 坏"])
def test_chinese_is_found(journal: Path, query: str) -> None:
    assert ask(journal, query=query).evidence_status == "found"


def test_chunks_do_not_change_what_is_counted(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = ask(journal, query="timed out")
    monkeypatch.setattr(journald, "_CHUNK", 100)
    assert texts(ask(journal, query="timed out")) == texts(whole)


def test_a_window_that_the_journal_does_not_hold_says_what_it_holds(journal: Path) -> None:
    window = TimeWindow(since="2026-08-13T09:00:00Z", until="2026-08-13T10:00:00Z")
    outcome = ask(journal, window=window, query="timed out")
    assert outcome.evidence_status == "no_evidence"
    assert outcome.search and not outcome.search.answered
    assert "2026-08-14T09:00:00Z to 2026-08-14T09:30:01Z" in (outcome.error or "")


def test_an_unknown_unit_is_answered_with_the_nearest(journal: Path) -> None:
    outcome = ask(journal, query="*", service="chekout")
    assert outcome.search and outcome.search.unknown == ["chekout"]
    assert "checkout" in (outcome.error or "")


def test_an_empty_journal_is_told_as_empty_and_not_as_a_name_that_nobody_knows(
    tmp_path: Path,
) -> None:
    outcome = ask(write_journal(tmp_path / "logs", []), query="checkout", service="checkout")
    assert outcome.search is not None
    assert (outcome.search.answered, outcome.search.unknown) == (False, [])
    assert outcome.search.filters["held"] == "no record"
    assert [(each.source, each.kind) for each in outcome.reasons] == [("host", "empty")]
    assert outcome.error == "host: it holds no record at all"


def test_a_folder_that_is_not_there_names_its_setting(tmp_path: Path) -> None:
    outcome = ask(tmp_path / "absent", query="x")
    assert outcome.evidence_status == "error"
    assert "sources.host.directory" in (outcome.error or "")


def test_a_program_that_is_missing_is_told(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journald, "_PROGRAM", "no-such-journalctl")
    outcome = ask(journal, query="x")
    assert "not installed" in (outcome.error or "")


def test_a_reading_that_takes_too_long_is_ended(journal: Path) -> None:
    source = JournaldSource.model_validate(
        {"kind": "journald", "directory": journal, "timeout": 1e-9}
    )
    tool = LogsTool([JournaldBackend("host", source)])
    outcome = tool.run(tool.arguments(query="x"), ToolContext(HOUR, NOW))
    assert outcome.evidence_status == "error"
    assert "sources.host.timeout" in (outcome.error or "")


def test_a_doctor_reads_the_first_and_the_last_entry(journal: Path) -> None:
    source = JournaldSource.model_validate({"kind": "journald", "directory": journal})
    assert "from 2026-08-14 to 2026-08-14" in JournaldBackend("host", source).check()
