"""Counting records over time in bounded memory: spans widen as the records spread."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Final

from superbiz_agent.grounding.facts.change_points import MOST_BINS

_MINUTE, _HOUR, _DAY = 60, 3600, 86_400
WIDTHS: Final[Sequence[int]] = (
    1, 5, 15, 30, _MINUTE, 5 * _MINUTE, 15 * _MINUTE, 30 * _MINUTE, _HOUR, 3 * _HOUR, 6 * _HOUR,
    12 * _HOUR, _DAY, 7 * _DAY, 28 * _DAY, 364 * _DAY, 3640 * _DAY, 36_400 * _DAY,
)  # fmt: skip
"""Seconds; each divides the next, so that spans are merged and never torn."""

_WIDER: Final[Mapping[int, int]] = dict(pairwise(WIDTHS))
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECOND = timedelta(seconds=1)
_CALENDAR = datetime(1, 1, 1, tzinfo=UTC) - _EPOCH


@dataclass(slots=True)
class TimeBins:
    """How many records came in each span of ``width`` seconds, ``MOST_BINS`` spans at most."""

    width: int = WIDTHS[0]
    counts: dict[int, int] = field(default_factory=dict[int, int])
    _first: int = 0
    _last: int = 0

    def add(self, instant: datetime) -> None:
        """Count a record of that aware instant."""
        self.add_all([(instant - _EPOCH) // _SECOND])

    def add_all(self, seconds: Iterable[int]) -> None:
        """Count records by their whole seconds since 1970."""
        for second in seconds:
            at = second // self.width
            if at in self.counts:
                self.counts[at] += 1
            else:
                self._add_span(at)

    def _add_span(self, at: int) -> None:
        if not self.counts:
            self._first = self._last = at
        self.counts[at] = 1
        self._first, self._last = min(self._first, at), max(self._last, at)
        while self._last - self._first >= MOST_BINS:
            self._widen()

    @property
    def start(self) -> datetime:
        """When the first span begins, in UTC; not before the calendar does."""
        return _EPOCH + max(timedelta(seconds=self._first * self.width), _CALENDAR)

    @property
    def spans(self) -> list[int]:
        """The counts of all spans in order, empty ones between them included."""
        return [self.counts.get(at, 0) for at in range(self._first, self._last + 1)]

    def _widen(self) -> None:
        wider = _WIDER[self.width]
        factor, counts = wider // self.width, dict[int, int]()
        for at, count in self.counts.items():
            counts[at // factor] = counts.get(at // factor, 0) + count
        self.width, self.counts = wider, counts
        self._first, self._last = self._first // factor, self._last // factor
