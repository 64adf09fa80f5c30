"""Ways to search the same files for the same thing; each says how many records or lines it found.

ripgrep and DuckDB search lines for a pattern and know neither records nor levels; they are what
the same bytes cost elsewhere. ``None``: the engine is not installed here, or cannot ask this.
"""

import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from superbiz_agent.bench.log_files import HOUR
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.tools.base import ToolContext
from superbiz_agent.tools.logs import FileLogBackend, LogsArguments, LogsTool
from superbiz_agent.tools.logs.known_files import IN_THIS_PROCESS, KnownFiles
from superbiz_agent.tools.logs.ripgrep import FLAGS
from superbiz_agent.tools.logs.ripgrep import program as ripgrep_program

NOW = datetime(2026, 7, 8, tzinfo=UTC)


@dataclass(frozen=True)
class LogQuestion:
    """One query: ``asked`` of ``query_logs``, ``pattern`` (RE2) of the engines that match lines."""

    name: str
    pattern: str
    asked: Mapping[str, str]


QUESTIONS = (
    LogQuestion(
        "service, level, phrase, one hour",
        r"T14:.* (ERROR|FATAL) payments .*connection pool exhausted",
        {
            "query": '"connection pool exhausted"',
            "service": "payments",
            "level": "ERROR",
            "since": HOUR[0],
            "until": HOUR[1],
        },
    ),
    LogQuestion("Chinese phrase", "数据库连接池耗尽", {"query": '"数据库连接池耗尽"'}),
    LogQuestion("Chinese word of two characters", "超时", {"query": '"超时"'}),
    LogQuestion(
        "regular expression", "took [0-9]{5}ms", {"query": "*", "regex": "took [0-9]{5}ms"}
    ),
    LogQuestion("common phrase", "slow query", {"query": '"slow query"'}),
    LogQuestion("no hit", "zebra crossing", {"query": '"zebra crossing"'}),
)


def ours(folder: Path, paths: Sequence[Path], question: LogQuestion) -> int | None:
    """``query_logs`` over the folder, with ripgrep where it is installed; nothing is known of the
    files."""
    del paths
    return _with_ripgrep(folder, question, KnownFiles())


def ours_again(folder: Path, paths: Sequence[Path], question: LogQuestion) -> int | None:
    """The same, as the second question about the same files is asked."""
    del paths
    return _with_ripgrep(folder, question, IN_THIS_PROCESS)


def ours_kept(folder: Path, paths: Sequence[Path], question: LogQuestion) -> int | None:
    """The same, as another process asks it: what is known of the files is read from a file."""
    return _with_ripgrep(folder, question, KnownFiles(paths[0].parent.parent / "known.json"))


def built_in(folder: Path, paths: Sequence[Path], question: LogQuestion) -> int | None:
    """``query_logs`` over the folder, without ripgrep."""
    del paths
    return _query_logs(FileLogBackend(None, folder, ripgrep=False), question)


def _with_ripgrep(folder: Path, question: LogQuestion, known: KnownFiles) -> int | None:
    if ripgrep_program() is None:
        return None
    return _query_logs(FileLogBackend(None, folder, known=known), question)


def _query_logs(backend: FileLogBackend, question: LogQuestion) -> int | None:
    tool = LogsTool([backend])
    asked = LogsArguments.model_validate(question.asked)
    outcome = tool.run(asked, ToolContext(window=TimeWindow(), now=NOW))
    return outcome.search.matched if outcome.search else None


def ripgrep(folder: Path, paths: Sequence[Path], question: LogQuestion) -> int | None:
    """ripgrep as we call it, line and offset of each hit and no text, over the files by name."""
    del folder
    program = ripgrep_program()
    if program is None:
        return None
    done = subprocess.run(  # noqa: S603
        [program, *FLAGS, "-i", f"--regexp={question.pattern}", "--", *map(str, paths)],
        check=False,
        capture_output=True,
    )
    return done.stdout.count(b"\n")


def duckdb(folder: Path, paths: Sequence[Path], question: LogQuestion) -> int | None:
    """DuckDB, each line a row of one column."""
    del folder
    if find_spec("duckdb") is None:
        return None
    engine: Any = import_module("duckdb")
    engine.execute("SET enable_progress_bar = false")
    rows = engine.execute(
        "SELECT count(*) FROM read_csv(?, columns={'line': 'VARCHAR'}, delim='\x01', quote='', "
        "escape='', header=false, auto_detect=false) WHERE regexp_matches(line, ?, 'i')",
        [[str(path) for path in paths], question.pattern],
    )
    return int(rows.fetchone()[0])


ENGINES: Mapping[str, Callable[[Path, Sequence[Path], LogQuestion], int | None]] = {
    "ripgrep": ripgrep,
    "DuckDB": duckdb,
    "ours": ours,
    "ours, again": ours_again,
    "ours, kept": ours_kept,
    "ours, built-in": built_in,
}
