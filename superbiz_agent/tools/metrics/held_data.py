"""What a server of metrics holds of a window: nothing found there says something only if it was
there to find."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.metrics.grid import Grid, read_points
from superbiz_agent.tools.rendering import as_list, as_object

_LEAST_HOLE = 600.0
"""Seconds without a sample that are nothing unusual: two scrapes of five minutes."""


@dataclass(frozen=True)
class Held:
    """``first`` is the first instant of the window of which data is held, null if of none.
    ``holes`` say, one line each, where it is missing later."""

    first: datetime | None
    holes: Sequence[str] = ()


def read_held(data: Any, grid: Grid) -> Held:
    """Read the matrix of one series that counts what is held at each instant of the grid."""
    series = as_list((as_object(data) or {}).get("result")) or []
    instants = [at for each in series for at, value in read_points(each) if value > 0]
    if not instants:
        return Held(None)
    least = max(_LEAST_HOLE, 2 * grid.step)
    ends = [*instants[1:], grid.end]
    holes = [
        f"it holds nothing from {_told(one)} to {_told(other)}"
        for one, other in zip(instants, ends, strict=True)
        if other - one > least
    ]
    first = instants[0] if instants[0] > grid.start + 1 else grid.start - grid.step
    return Held(datetime.fromtimestamp(first, UTC), holes[:2])


def read_count(data: Any) -> int:
    """Read the vector of a count; one without a value counts nothing."""
    series = as_list((as_object(data) or {}).get("result")) or []
    return max((int(value) for each in series for _, value in read_points(each)), default=0)


def _told(seconds: float) -> str:
    return format_instant(datetime.fromtimestamp(round(seconds), UTC))
