"""Small helpers to search log files in tests."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.tools.base import ToolContext, ToolOutcome
from superbiz_agent.tools.logs import FileLogBackend, LogsArguments, LogsTool

LOGS = "superbiz_agent.tools.logs"
REACHES = (100, 600)
NOW = datetime(2026, 7, 7, 12, 0, tzinfo=UTC)


@dataclass
class Search:
    """Asks ``query_logs`` over files: ``search(path_or_backends, query, **arguments)``."""

    now: datetime = NOW
    window: TimeWindow = field(default_factory=TimeWindow)

    def __call__(
        self, sources: Path | list[FileLogBackend], query: str = "*", **arguments: object
    ) -> ToolOutcome:
        backends = [FileLogBackend(None, sources)] if isinstance(sources, Path) else sources
        asked = LogsArguments.model_validate({"query": query, **arguments})
        return LogsTool(backends).run(asked, self.context)

    @property
    def context(self) -> ToolContext:
        return ToolContext(window=self.window, now=self.now)


@pytest.fixture
def search() -> Search:
    return Search()


@pytest.fixture
def log(tmp_path: Path) -> Callable[..., Path]:
    """Write a log file: ``log("line", "line", name="app.log")``."""

    def write(*lines: str, name: str = "app.log", end: str = "\n") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes("".join(line + end for line in lines).encode())
        return path

    return write


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask ripgrep whatever the size, and read in small windows."""
    monkeypatch.setattr(f"{LOGS}.hiding._CHUNK", 64)
    monkeypatch.setattr(f"{LOGS}.large_files._LEAST", 1)
    monkeypatch.setattr(f"{LOGS}.large_files._TOGETHER", 1)
    monkeypatch.setattr(f"{LOGS}.large_files._SPARSE", 0)
    monkeypatch.setattr(f"{LOGS}.found_records._REACHES", REACHES)
    monkeypatch.setattr(f"{LOGS}.found_records._NEAR", (60, 200))
    monkeypatch.setattr(f"{LOGS}.found_records._HEAD", 10)
