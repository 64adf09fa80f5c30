"""Log search over files that are made up: ours, with and without ripgrep, beside other engines."""

import multiprocessing
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from superbiz_agent.bench.log_engines import ENGINES, QUESTIONS, LogQuestion
from superbiz_agent.bench.log_files import FILES, make_files
from superbiz_agent.terminal.console import Line

Told = Callable[[str], None]
_KIB = 1024
_WARM_UP = LogQuestion("warm up", "zebra", {"query": "zebra"})


@dataclass(frozen=True)
class LogFigures:
    """One engine's answer to one question: wall ``seconds`` (the best of the repetitions), how many
    records or lines, and by how many MiB its process has grown up to then; null where it could not
    be asked."""

    question: str
    engine: str
    found: int | None = None
    seconds: float | None = None
    grown_mib: float | None = None


def measure_logs(megabytes: int, repeat: int, told: Told) -> list[LogFigures]:
    """Make files of about ``megabytes`` together in a temporary folder and ask every engine every
    question, each engine in a process of its own; the files lie in the system's cache."""
    with tempfile.TemporaryDirectory(prefix="superbiz-bench-") as name:
        folder = Path(name)
        paths = make_files(folder, megabytes)
        told(f"{FILES} files of {sum(path.stat().st_size for path in paths) / 1e6:.0f} MB")
        figures: list[LogFigures] = []
        for engine in ENGINES:
            figures += _in_own_process(engine, folder, paths, repeat)
            told(engine)
        return figures


def log_lines(machine: Mapping[str, object], figures: Sequence[LogFigures]) -> list[Line]:
    """The figures for a terminal."""
    where = ", ".join(str(value) for value in machine.values())
    return [Line(where, "faint"), *(Line(text) for text in _table(figures))]


def as_json(
    machine: Mapping[str, object], megabytes: int, figures: Sequence[LogFigures]
) -> dict[str, object]:
    """The figures as JSON values."""
    return {
        "machine": dict(machine),
        "megabytes": megabytes,
        "figures": [asdict(each) for each in figures],
    }


def _in_own_process(
    engine: str, folder: Path, paths: Sequence[Path], repeat: int
) -> list[LogFigures]:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max_workers=1, mp_context=context) as pool:
        return pool.submit(_measure, engine, folder, list(paths), repeat).result()


def _measure(engine: str, folder: Path, paths: Sequence[Path], repeat: int) -> list[LogFigures]:
    """Ask in this process: once something else, to load what the engine needs, then each question
    ``repeat`` times."""
    if ENGINES[engine](paths[0], paths[:1], _WARM_UP) is None:
        return [LogFigures(question.name, engine) for question in QUESTIONS]
    before = _memory_kib()
    return [_asked(engine, question, folder, paths, repeat, before) for question in QUESTIONS]


def _asked(
    engine: str,
    question: LogQuestion,
    folder: Path,
    paths: Sequence[Path],
    repeat: int,
    before_kib: int,
) -> LogFigures:
    seconds, found = list[float](), None
    for _ in range(repeat):
        start = time.perf_counter()
        found = ENGINES[engine](folder, paths, question)
        seconds.append(time.perf_counter() - start)
    grown = (_memory_kib() - before_kib) / _KIB
    return LogFigures(question.name, engine, found, min(seconds), grown)


def _memory_kib() -> int:
    """The most memory that this process has held."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used // _KIB if sys.platform == "darwin" else used


def _table(figures: Sequence[LogFigures]) -> Iterator[str]:
    for name in dict.fromkeys(each.question for each in figures):
        yield ""
        yield name
        yield from (_text(each) for each in figures if each.question == name)


def _text(figures: LogFigures) -> str:
    if figures.seconds is None:
        return f"  {figures.engine:<16} not installed here"
    return (
        f"  {figures.engine:<16} {figures.seconds:8.3f} s {figures.found:>8} found"
        f" {figures.grown_mib:8.1f} MiB more"
    )
