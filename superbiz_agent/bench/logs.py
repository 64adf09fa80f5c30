"""Log search over files that are made up: ours, with and without ripgrep, beside other engines."""

import multiprocessing
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from superbiz_agent.bench.log_engines import ENGINES, QUESTIONS, LogQuestion
from superbiz_agent.bench.log_files import FILES, make_files
from superbiz_agent.terminal.console import Line

Told = Callable[[str], None]
_KIB = 1024
_WARM_UP = LogQuestion("warm up", "zebra", {"query": "zebra"})
_YARDSTICK = "ripgrep"


@dataclass(frozen=True)
class LogFigures:
    """One engine's answer to one question over files of ``megabytes`` together: wall ``seconds``
    (the best of the repetitions), how many records or lines, and by how many MiB its process has
    grown beyond the idle one; null where it could not be asked."""

    megabytes: int
    question: str
    engine: str
    found: int | None = None
    seconds: float | None = None
    grown_mib: float | None = None


class _Run(NamedTuple):
    found: int | None
    seconds: float
    peak_kib: int


def measure_logs(sizes: Sequence[int], repeat: int, told: Told) -> list[LogFigures]:
    """For each size make files of about so many megabytes together in a temporary folder and ask
    every engine every question, each engine in a process of its own, in turn, so that what else
    runs on the machine meets all of them. The files lie in the system's cache."""
    return [each for size in sizes for each in _measure_size(size, repeat, told)]


def log_lines(machine: Mapping[str, object], figures: Sequence[LogFigures]) -> list[Line]:
    """The figures for a terminal."""
    where = ", ".join(str(value) for value in machine.values())
    return [Line(where, "faint"), *(Line(text) for text in [*_tables(figures), *_growth(figures)])]


def as_json(machine: Mapping[str, object], figures: Sequence[LogFigures]) -> dict[str, object]:
    """The figures as JSON values."""
    return {"machine": dict(machine), "figures": [asdict(each) for each in figures]}


def _measure_size(megabytes: int, repeat: int, told: Told) -> Iterator[LogFigures]:
    with tempfile.TemporaryDirectory(prefix="superbiz-bench-") as name, ExitStack() as stack:
        folder = Path(name) / "logs"
        folder.mkdir()
        paths = make_files(folder, megabytes)
        told(f"{FILES} files of {sum(path.stat().st_size for path in paths) / 1e6:.0f} MB")
        engines = {engine: stack.enter_context(_process()) for engine in ENGINES}
        idle = {
            engine: _ask(process, engine, paths[0], paths[:1], _WARM_UP)
            for engine, process in engines.items()
        }
        for question in QUESTIONS:
            runs: dict[str, list[_Run]] = {engine: [] for engine in engines}
            for _ in range(repeat):
                for engine, process in engines.items():
                    if idle[engine].found is not None:
                        runs[engine].append(_ask(process, engine, folder, paths, question))
            told(question.name)
            yield from (
                _figures(megabytes, question.name, engine, idle[engine], runs[engine])
                for engine in engines
            )


def _process() -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(max_workers=1, mp_context=context)


def _ask(
    process: ProcessPoolExecutor,
    engine: str,
    folder: Path,
    paths: Sequence[Path],
    question: LogQuestion,
) -> _Run:
    return process.submit(_asked, engine, folder, list(paths), question).result()


def _asked(engine: str, folder: Path, paths: Sequence[Path], question: LogQuestion) -> _Run:
    """Ask once, in this process."""
    start = time.perf_counter()
    found = ENGINES[engine](folder, paths, question)
    return _Run(found, time.perf_counter() - start, _memory_kib())


def _memory_kib() -> int:
    """The most memory that this process has held."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used // _KIB if sys.platform == "darwin" else used


def _figures(
    megabytes: int, question: str, engine: str, idle: _Run, runs: Sequence[_Run]
) -> LogFigures:
    if not runs:
        return LogFigures(megabytes, question, engine)
    grown = (max(run.peak_kib for run in runs) - idle.peak_kib) / _KIB
    best = min(run.seconds for run in runs)
    return LogFigures(megabytes, question, engine, runs[0].found, best, grown)


def _tables(figures: Sequence[LogFigures]) -> Iterator[str]:
    for megabytes in dict.fromkeys(each.megabytes for each in figures):
        of_size = [each for each in figures if each.megabytes == megabytes]
        for name in dict.fromkeys(each.question for each in of_size):
            yield ""
            yield f"{name}, {megabytes} MB"
            asked = [each for each in of_size if each.question == name]
            yardstick = next(each.seconds for each in asked if each.engine == _YARDSTICK)
            yield from (_text(each, yardstick) for each in asked)


def _text(figures: LogFigures, yardstick: float | None) -> str:
    if figures.seconds is None:
        return f"  {figures.engine:<16} not installed here"
    times = f" {figures.seconds / yardstick:6.2f} times ripgrep" if yardstick else ""
    return (
        f"  {figures.engine:<16} {figures.seconds:8.3f} s {figures.found:>8} found"
        f" {figures.grown_mib:8.1f} MiB more{times}"
    )


def _growth(figures: Sequence[LogFigures]) -> Iterator[str]:
    """How time grew from the least size to the greatest, per growth of the size: 1 is the same."""
    sizes = sorted({each.megabytes for each in figures})
    if len(sizes) < 2:
        return
    seconds = {(each.megabytes, each.question, each.engine): each.seconds for each in figures}
    yield ""
    yield f"growth of time from {sizes[0]} to {sizes[-1]} MB, divided by that of the size"
    for question in dict.fromkeys(each.question for each in figures):
        told = list[str]()
        for engine in ENGINES:
            least = seconds[sizes[0], question, engine]
            most = seconds[sizes[-1], question, engine]
            if least and most:
                told.append(f"{engine} {most / least * sizes[0] / sizes[-1]:.2f}")
        yield f"  {question}: {'; '.join(told)}"
