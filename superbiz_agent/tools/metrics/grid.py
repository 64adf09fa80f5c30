"""The instants at which a window is asked for, and what an answer holds at them.

An answer of Prometheus' API is read defensively: what is no point is passed over.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from superbiz_agent.tools.metrics.export import texts
from superbiz_agent.tools.metrics.naming import names_of
from superbiz_agent.tools.rendering import as_list, as_object

MOST_POINTS = 400
_MOST_SAMPLES = 500_000
"""Of all series together; about 12 MB of an answer."""

_LEAST_POINTS = 20
_STEPS = (15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400)
_DAY = 86_400
_LEAST_GAP = 300.0
_FIRST_SECOND, _LAST_SECOND = 946_684_800.0, 253_402_300_799.0  # the years 2000 to 9999


@dataclass(frozen=True)
class Grid:
    """The instants at which a window is asked for: ``count`` of them, ``step`` apart, seconds of
    the epoch; the last one is the window's end."""

    end: float
    step: float
    count: int

    @classmethod
    def over(cls, since: datetime, until: datetime, *, series: int = 1) -> "Grid":
        """The finest grid of at most ``MOST_POINTS`` instants over a window; of fewer for so many
        ``series`` that their samples would be too many."""
        most = max(_LEAST_POINTS, min(MOST_POINTS, _MOST_SAMPLES // max(series, 1)))
        length = max((until - since).total_seconds(), 1.0)
        days = math.ceil(length / most / _DAY) * _DAY
        step = next((each for each in _STEPS if length / each <= most), days)
        return cls(until.timestamp(), step, math.ceil(length / step))

    @property
    def start(self) -> float:
        return self.end - (self.count - 1) * self.step

    def precision(self, interval: timedelta) -> timedelta:
        """How far from the last sample seen an end may be, if rules are evaluated so often."""
        return max(timedelta(seconds=self.step), interval)

    def gap(self, interval: timedelta) -> float:
        """Seconds without a sample after which an alert was over in between."""
        return max(2 * self.step, 2 * interval.total_seconds(), _LEAST_GAP)


def read_points(series: Any) -> Iterator[tuple[float, float]]:
    """Yield the readable points of a series, a vector's single one, too: seconds of the epoch and
    a finite value."""
    entry = as_object(series) or {}
    for point in as_list(entry.get("values")) or [entry.get("value")]:
        pair = as_list(point) or ()
        if len(pair) != 2:
            continue
        at, value = map(_number, pair)
        if at is not None and value is not None and is_second(at):
            yield at, value


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def is_second(value: float) -> bool:
    """Whether a value can be an instant, in seconds of the epoch."""
    return _FIRST_SECOND <= value <= _LAST_SECOND


def names_in(data: Any) -> frozenset[str]:
    """Return every folded name that the series of a vector go by."""
    series = as_list((as_object(data) or {}).get("result")) or []
    labels = (texts((as_object(each) or {}).get("metric")) for each in series)
    return frozenset[str]().union(*map(names_of, labels))
