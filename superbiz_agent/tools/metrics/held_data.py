"""What a server of metrics holds of a window: nothing found there says something only if it was
there to find."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.metrics.grid import Grid
from superbiz_agent.tools.metrics.prometheus_answers import Row

_LEAST_HOLE = 600.0
"""Seconds without a sample that are nothing unusual: two scrapes of five minutes."""


@dataclass(frozen=True)
class Held:
    """``first`` is the first instant of the window of which data is held, null if of none.
    ``holes`` say, one line each, where it is missing later; ``whole_from`` is from when on it is
    not, null if its last part is missing."""

    first: datetime | None
    holes: Sequence[str] = ()
    whole_from: datetime | None = None


def read_held(rows: Iterable[Row], grid: Grid) -> Held:
    """Read one series that counts what is held at each instant of the grid."""
    instants = [at for row in rows for at, value in row.numbers if value > 0]
    if not instants:
        return Held(None)
    least = max(_LEAST_HOLE, 2 * grid.step)
    ends = [*instants[1:], grid.end]
    gaps = [(x, y) for x, y in zip(instants, ends, strict=True) if y - x > least]
    holes = [f"it holds nothing from {_told(one)} to {_told(other)}" for one, other in gaps]
    first = instants[0] if instants[0] > grid.start + 1 else grid.start - grid.step
    behind = gaps[-1][1] if gaps else first
    whole = None if behind >= grid.end and gaps else datetime.fromtimestamp(behind, UTC)
    return Held(datetime.fromtimestamp(first, UTC), holes[:2], whole)


def read_count(rows: Iterable[Row]) -> int:
    """Read a count; one without a value counts nothing."""
    return max((int(value) for row in rows for _, value in row.numbers), default=0)


def _told(seconds: float) -> str:
    return format_instant(datetime.fromtimestamp(round(seconds), UTC))
