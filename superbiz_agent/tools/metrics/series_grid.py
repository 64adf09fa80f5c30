"""The instants at which a window is asked for metric series, and a series' values at them."""

from dataclasses import dataclass
from datetime import UTC, datetime

from superbiz_agent.grounding.facts.series_summary import (
    Sample,
    SeriesUnit,
    SeriesValues,
    read_number,
)
from superbiz_agent.tools.metrics.prometheus_answers import Row
from superbiz_agent.tools.metrics.prometheus_api import Span
from superbiz_agent.tools.metrics.series import SeriesRequest


@dataclass(frozen=True)
class SeriesGrid:
    """The instants at which values are asked for."""

    span: Span
    step: int
    named: datetime | None = None

    @classmethod
    def of(cls, request: SeriesRequest) -> "SeriesGrid":
        """Steps counted back from the window's end, which is cut to the minute if a step is."""
        step = request.step
        until = int(request.until.timestamp()) // min(step, 60) * min(step, 60)
        count = max(0, until - int(request.since.timestamp())) // step
        ends = (datetime.fromtimestamp(each, UTC) for each in (until - count * step, until))
        return cls(Span(*ends), step, request.named)

    @property
    def seconds(self) -> int:
        """How long the window is, a step at least."""
        return max(self.step, int((self.span.until - self.span.since).total_seconds()))

    def samples(self, row: Row) -> tuple[Sample, ...]:
        """The points of a row that lie on the grid, each instant once."""
        start = self.span.since.timestamp()
        most = self.seconds // self.step
        places = {round((at - start) / self.step): text for at, text in row.points}
        return tuple(
            Sample(place, read_number(text))
            for place, text in sorted(places.items())
            if 0 <= place <= most
        )

    def values(
        self, row: Row, unit: SeriesUnit, *, is_counter: bool = False, resets: int = 0
    ) -> SeriesValues:
        """The values of a row."""
        since, until, resets = self.span.since, self.span.until, max(0, resets)
        samples = self.samples(row)
        return SeriesValues(since, until, self.step, unit, samples, is_counter, resets, self.named)
