"""The bar while large files are searched (terminal/progress.py), and the events behind it."""

import io
import os
import pty
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

import pytest

from superbiz_agent import Settings, build_graph
from superbiz_agent.cli import main
from superbiz_agent.terminal.progress import SearchBar
from superbiz_agent.terminal.reports import progress_line

QUERY = "Why does checkout fail?"


def far(read: int, total: int = 100_000_000) -> dict[str, Any]:
    data = {"tool_name": "query_logs", "read_bytes": read, "total_bytes": total}
    return {"type": "tool", "data": data}


OTHER = {"type": "node", "data": {"node": "gatekeeper"}}


class Terminal:
    """A pseudo terminal: ``stream`` is written to, ``shown`` is what came out."""

    def __init__(self) -> None:
        self._master, slave = pty.openpty()
        self.stream: TextIO = os.fdopen(slave, "w")

    def shown(self) -> str:
        self.stream.close()
        text = b""
        try:
            while part := os.read(self._master, 65536):
                text += part
        except OSError:  # the other end is closed
            pass
        os.close(self._master)
        return text.decode()


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    return Terminal()


def test_a_terminal_shows_how_far_the_search_is(terminal: Terminal) -> None:
    bar = SearchBar(terminal.stream)
    assert [bar.take(event) for event in (far(25_000_000), far(50_000_000), OTHER)] == [1, 1, 0]
    shown = terminal.shown()
    assert "searching logs" in shown
    assert "25.0/100.0 MB" in shown
    assert "50.0/100.0 MB" in shown
    assert shown.rstrip("\r\n").endswith("\x1b[2K")  # it is gone


@pytest.mark.parametrize("shown", [True, False])
def test_a_pipe_shows_none(shown: bool) -> None:
    pipe = io.StringIO()
    bar = SearchBar(pipe, shown=shown)
    assert bar.take(far(1))
    bar.close()
    assert pipe.getvalue() == ""


def test_nor_does_a_terminal_beside_json(terminal: Terminal) -> None:
    bar = SearchBar(terminal.stream, shown=False)
    assert bar.take(far(1))
    bar.close()
    assert terminal.shown() == ""


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A log file for which progress is told at every chance."""
    monkeypatch.setattr("superbiz_agent.tools.progress._LEAST", 1)
    monkeypatch.setattr("superbiz_agent.tools.progress._SECONDS", 0)
    path = tmp_path / "checkout.log"
    path.write_text("2026-07-07T10:00:00Z ERROR checkout failed\n" * 5000)
    return path


def steps(events: Iterator[Any]) -> list[tuple[int, int]]:
    return [
        (event["data"]["read_bytes"], event["data"]["total_bytes"])
        for event in events
        if "read_bytes" in event["data"]
    ]


def test_the_stream_says_how_far_a_search_is(large: Path) -> None:
    graph = build_graph(Settings(logs=[str(large)]))
    events = list(graph.stream({"query": QUERY}, stream_mode="custom"))
    size = large.stat().st_size
    assert (size, size) in steps(iter(events))
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))


async def test_so_does_the_asynchronous_one(large: Path) -> None:
    graph = build_graph(Settings(logs=[str(large)]))
    events = [event async for event in graph.astream({"query": QUERY}, stream_mode="custom")]
    assert steps(iter(events))


def test_it_is_no_line_of_its_own(large: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", QUERY, "--logs", str(large)]) == 0
    assert "bytes" not in capsys.readouterr().err
    assert progress_line(OTHER) is not None
