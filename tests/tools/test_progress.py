"""How far a long search is (tools/progress.py)."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.tools.base import ToolContext
from superbiz_agent.tools.logs import FileLogBackend, LogsArguments, LogsTool
from superbiz_agent.tools.progress import Progress

MIB = 1024**2
NOW = datetime(2026, 7, 8, tzinfo=UTC)


class Clock:
    """Goes on by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_it_is_told_a_few_times_a_second_and_never_beyond_the_end() -> None:
    told: list[tuple[int, int]] = []
    clock = Clock()
    progress = Progress(lambda read, total: told.append((read, total)), clock=clock)
    progress.expect(100 * MIB)
    progress.advance(10 * MIB)
    clock.now = 1.0
    progress.advance(10 * MIB)
    progress.advance(10 * MIB)
    clock.now = 2.0
    progress.advance(200 * MIB)
    assert told == [(20 * MIB, 100 * MIB), (100 * MIB, 100 * MIB)]


def test_a_small_search_is_not_told() -> None:
    clock = Clock()
    progress = Progress(lambda *_: pytest.fail("told"), clock=clock)
    progress.expect(MIB)
    clock.now = 9.0
    progress.advance(MIB)


def test_a_watcher_that_fails_stops_no_search() -> None:
    calls: list[int] = []

    def broken(read: int, total: int) -> None:
        calls.append(read + total)
        raise RuntimeError("gone")

    clock = Clock()
    progress = Progress(broken, clock=clock)
    progress.expect(100 * MIB)
    for clock.now in (1.0, 2.0):
        progress.advance(MIB)
    assert len(calls) == 1


@pytest.mark.parametrize("ripgrep", [True, False])
def test_every_byte_of_a_folder_is_told_however_it_is_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ripgrep: bool
) -> None:
    monkeypatch.setattr("superbiz_agent.tools.progress._LEAST", 1)
    monkeypatch.setattr("superbiz_agent.tools.progress._SECONDS", 0)
    folder = tmp_path / "logs"
    folder.mkdir()
    for hour in range(3):
        line = f"2026-07-07T{hour:02d}:00:00Z INFO request\n"
        (folder / f"{hour}.log").write_text(line * 20_000)
    total = sum(path.stat().st_size for path in folder.iterdir())
    told: list[tuple[int, int]] = []
    tool = LogsTool([FileLogBackend(None, folder, ripgrep=ripgrep)])
    context = ToolContext(TimeWindow(), NOW, lambda read, of: told.append((read, of)))
    tool.run(LogsArguments(query="zebra"), context)
    reads = [read for read, _ in told]
    assert reads == sorted(reads)
    assert told[-1] == (total, total)
    assert len(told) > 3
