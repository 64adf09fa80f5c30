"""The instants at which a window is asked for alerts."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from superbiz_agent.tools.metrics.naming import names_of
from superbiz_agent.tools.metrics.prometheus_answers import Row
from superbiz_agent.tools.metrics.prometheus_api import Span

MOST_POINTS = 400
_MOST_SAMPLES = 500_000
"""Of all series together; about 12 MB of an answer."""

_LEAST_POINTS = 20
_STEPS = (15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400)
_DAY = 86_400
_LEAST_GAP = 300.0


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

    @property
    def span(self) -> Span:
        """From the first instant to the last."""
        return Span(*(datetime.fromtimestamp(end, UTC) for end in (self.start, self.end)))

    def precision(self, interval: timedelta) -> timedelta:
        """How far from the last sample seen an end may be, if rules are evaluated so often."""
        return max(timedelta(seconds=self.step), interval)

    def gap(self, interval: timedelta) -> float:
        """Seconds without a sample after which an alert was over in between."""
        return max(2 * self.step, 2 * interval.total_seconds(), _LEAST_GAP)


def names_in(rows: Iterable[Row]) -> frozenset[str]:
    """Return every folded name that the series of an answer go by."""
    return frozenset[str]().union(*(names_of(row.labels) for row in rows))
