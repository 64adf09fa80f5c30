"""A bar on the terminal while large files are searched.

It stands on stderr, on a terminal only, and is gone as soon as anything else is told.
"""

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress

_WIDTH = 20
"""Leaves room, on 80 columns, for how much there is and how long it will take."""


class SearchBar:
    """Shows how far a search is, by the events of the custom stream that say it; nothing unless
    ``shown``."""

    def __init__(self, stream: TextIO | None = None, *, shown: bool = True) -> None:
        self._stream, self._shown = stream or sys.stderr, shown
        self._bar: Progress | None = None

    def take(self, event: Mapping[str, Any]) -> bool:
        """Show an event if it says how far a search is; any other ends the bar. Returns which."""
        data: Mapping[str, Any] = event.get("data", {})
        total, read = data.get("total_bytes"), data.get("read_bytes")
        if not isinstance(total, int) or not isinstance(read, int):
            self.close()
            return False
        if self._shown and self._stream.isatty():
            self._show(read, total)
        return True

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def _show(self, read: int, total: int) -> None:
        if self._bar is None:
            self._bar = _new_bar(self._stream)
            self._bar.add_task("searching logs", completed=read, total=total)
            self._bar.start()
        self._bar.update(self._bar.task_ids[0], completed=read, total=total, refresh=True)


def _new_bar(stream: TextIO) -> "Progress":
    from rich.console import Console  # noqa: PLC0415  (a tenth of a second)
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("  {task.description}"),
        BarColumn(bar_width=_WIDTH),
        DownloadColumn(),
        TimeRemainingColumn(),
        console=Console(file=stream),
        transient=True,
        auto_refresh=False,
    )
