"""Alerts from a file that the operator exported."""

import json
import threading
from pathlib import Path
from typing import Any

from superbiz_agent.tools.files import read_text, unreadable
from superbiz_agent.tools.metrics.backend import AlertListing, AlertRequest
from superbiz_agent.tools.metrics.export import read_export, taken_at

MAX_FILE_BYTES = 256 * 1024 * 1024
"""Largest export that is read; 100,000 alerts are about 60 MiB."""


class AlertFileBackend:
    """Reads one export (``export.py`` lists the shapes), again only when the file has changed.

    ``name`` is what the user is shown, by default the path as it was given.
    """

    def __init__(self, path: Path, *, name: str | None = None, demo: bool = False) -> None:
        self.name = name or str(path)
        self.demo = demo
        self._path = path
        self._lock = threading.Lock()
        self._read: tuple[tuple[int, int], AlertListing] | None = None

    def alerts(self, request: AlertRequest) -> AlertListing:
        """List every alert of the file. Raises ``SourceError`` that names the file."""
        del request
        return self.listing()

    def listing(self) -> AlertListing:
        """As ``alerts``: a file is always listed whole."""
        with self._lock:
            version = _version(self._path)
            if self._read is None or self._read[0] != version:
                self._read = version, self._listed()
            return self._read[1]

    def _listed(self) -> AlertListing:
        text = read_text(self._path, max_bytes=MAX_FILE_BYTES)
        try:
            alerts, problems = read_export(_parsed(text))
        except ValueError as error:
            raise unreadable(self._path, str(error)) from None
        taken = taken_at(alert.updated for alert in alerts)
        told = [f"{self.name}: {problem}" for problem in problems]
        return AlertListing(alerts, told, taken, is_undated=taken is None and not self.demo)


def _version(path: Path) -> tuple[int, int]:
    """Return what changes with the file's content; a missing file has a version too."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return 0, 0
    return status.st_mtime_ns, status.st_size


def _parsed(text: str) -> Any:
    """Parse JSON, or JSON lines as a list. Raises ``ValueError`` with a one-line reason."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        lines = _json_lines(text) if error.msg == "Extra data" else None
        if lines is not None:
            return lines
        place = f"line {error.lineno}, column {error.colno}"
        raise ValueError(f"is not JSON: {error.msg} in {place}") from None
    except RecursionError:
        raise ValueError("is nested too deeply for an alert export") from None


def _json_lines(text: str) -> list[Any] | None:
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        return None
