"""Passing over files that a window misses (tools/logs/pruning.py)."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from superbiz_agent.tools.logs import reading

WINDOW = {"since": "2026-07-07T05:10:00Z", "until": "2026-07-07T05:40:00Z"}


def lines_of(hour: int, number: int = 20_000) -> list[str]:
    return [
        f"2026-07-07T{hour:02d}:{at // 60:02d}:{at % 60:02d}Z INFO request {n} {'x' * 9}"
        for n in range(number)
        for at in [n * 3600 // number]
    ]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that were read whole."""
    names: list[str] = []
    real = reading.read_blocks

    def read(path: Path, **options: object):
        names.append(path.name)
        return real(path, **options)

    monkeypatch.setattr("superbiz_agent.tools.logs.file_reading.read_blocks", read)
    monkeypatch.setattr("superbiz_agent.tools.logs.ripgrep.program", lambda: None)
    return names


def test_only_the_files_of_the_window_are_read(
    search, log: Callable[..., Path], opened: list[str]
) -> None:
    for hour in range(4, 8):
        log(*lines_of(hour), name=f"logs/{hour:02d}.log")
    folder = log("2026-07-07T09:00:00Z INFO small", name="logs/small.log").parent
    outcome = search(folder, "request 9999", **WINDOW)
    assert opened == ["05.log", "small.log"]
    assert outcome.search.matched == 1
    assert outcome.search.answered is True


def test_a_window_that_misses_them_all_is_told_what_they_hold(
    search, log: Callable[..., Path], opened: list[str]
) -> None:
    folder = log(*lines_of(4), name="logs/04.log").parent
    outcome = search(folder, "request", since="2026-07-07T11:00:00Z")
    assert opened == []
    assert outcome.search.answered is False
    assert "it holds 2026-07-07T04:00:00Z to 2026-07-07T04:59:59Z" in outcome.error


def test_a_file_out_of_order_is_read(search, log: Callable[..., Path], opened: list[str]) -> None:
    lines = [*lines_of(2), *lines_of(5), *lines_of(1)]
    outcome = search(log(*lines), "request 9999", **WINDOW)
    assert opened == ["app.log"]
    assert outcome.search.matched == 1


def test_a_name_that_only_a_passed_over_file_knows_is_looked_for_there(
    search, log: Callable[..., Path], opened: list[str]
) -> None:
    log(*lines_of(4), "2026-07-07T04:59:59Z ERROR ledger-api down", name="logs/04.log")
    folder = log(*lines_of(5), name="logs/05.log").parent
    outcome = search(folder, "request", service="ledger-api", **WINDOW)
    assert "no log source knows" not in (outcome.error or "")
    assert outcome.search.matched == 0


def test_a_packed_file_of_another_day_is_passed_over_by_its_name(
    search, log: Callable[..., Path], opened: list[str]
) -> None:
    folder = log(*lines_of(5), name="logs/app.log").parent
    for day, name in ((1, "app.log-20260701.gz"), (7, "app.log-20260707.gz"), (1, "odd.gz")):
        line = f"2026-07-{day:02d}T05:20:00Z ERROR request of old"
        (folder / name).write_bytes(gzip.compress(f"{line}\n".encode()))
    outcome = search(folder, "request of old", **WINDOW)
    assert opened == ["app.log", "app.log-20260707.gz", "odd.gz"]
    assert outcome.search.matched == 1
