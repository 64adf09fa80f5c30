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
from typing import Any
from unittest import mock

from superbiz_agent.bench import log_engines
from superbiz_agent.bench.log_engines import QUESTIONS, LogQuestion
from superbiz_agent.bench.log_files import FILES, make_files
from superbiz_agent.terminal.console import Line

Told = Callable[[str], None]
_KIB = 1024
_BUILT_IN = "built-in"


@dataclass(frozen=True)
class LogFigures:
    """One engine's answer to one question: wall ``seconds`` (the best of the repetitions), how many
    records or lines, and by how many MiB its process grew; null where it could not be asked."""

    question: str
    engine: str
    found: int | None
    seconds: float | None
    grown_mib: float | None


def measure_logs(megabytes: int, repeat: int, told: Told) -> list[LogFigures]:
    """Make files of about ``megabytes`` together in a temporary folder and ask every engine every
    question, each in a process of its own; the files lie in the system's cache."""
    with tempfile.TemporaryDirectory(prefix="superbiz-bench-") as name:
        folder = Path(name)
        paths = make_files(folder, megabytes)
        told(f"{FILES} files of {sum(path.stat().st_size for path in paths) / 1e6:.0f} MB")
        found: list[LogFigures] = []
        for question in QUESTIONS:
            for engine in ("ripgrep", "duckdb", "ours", _BUILT_IN):
                found.append(_measure(engine, question, folder, paths, repeat))
                told(_line_of(found[-1]))
        return found


def _measure(
    engine: str, question: LogQuestion, folder: Path, paths: Sequence[Path], repeat: int
) -> LogFigures:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max_workers=1, mp_context=context) as pool:
        answer = pool.submit(_ask, engine, question, folder, list(paths), repeat).result()
    found, seconds, grown = answer
    if found is None:
        return LogFigures(question.name, engine, None, None, None)
    return LogFigures(question.name, engine, found, seconds, grown)


def _ask(
    engine: str, question: LogQuestion, folder: Path, paths: Sequence[Path], repeat: int
) -> tuple[int | None, float, float]:
    """Ask in this process: once to load what the engine needs, then ``repeat`` times."""
    is_built_in = engine == _BUILT_IN
    ask = getattr(log_engines, "ours" if is_built_in else engine)
    program = mock.patch("superbiz_agent.tools.logs.ripgrep.program", return_value=None)
    if is_built_in:
        program.start()
    ask(folder, paths[:1], log_engines.WARM_UP) if engine != "ours" else None
    before = _memory()
    seconds: list[float] = []
    found: int | None = None
    for _ in range(repeat):
        start = time.perf_counter()
        found = ask(folder, paths, question)
        seconds.append(time.perf_counter() - start)
    return found, min(seconds), (_memory() - before) / _KIB


def _memory() -> int:
    """The most memory that this process has held, in KiB."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform != "darwin" else used // _KIB
