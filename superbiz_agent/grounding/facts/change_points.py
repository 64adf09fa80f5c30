"""Where records of one form start, stop, jump or fall: read off their histogram (section 2).

The histogram counts the records of a group over the time that was searched. It is cut where the
rate changes for good: a cut must be far likelier than chance among records that come as unevenly as
these do from span to span, and a rate must at least double or halve. Records that come and go more
often than ``MOST_CHANGES`` times have no such points, and nothing is said.

The rule needs nothing but what is stored with the group, so that ``superbiz verify`` recomputes
what its text says.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import accumulate, pairwise
from math import log
from statistics import median
from typing import Final

from superbiz_agent.grounding.facts.group_text import Change, ChangeVerb

MOST_BINS: Final = 120
MOST_CHANGES: Final = 4
MOST_SECONDS: Final = 86_400 * 36_400
"""The widest span of a histogram: a century."""


_LEAST_LIKELIHOOD: Final = 8.0
"""How much likelier, as a natural logarithm, two rates must be than one, where records come at
random; where they come in bursts, as many times more as their counts vary more."""

_LEAST_FACTOR: Final = 2.0
_UNITS: Final[Mapping[str, int]] = {"/s": 1, "/min": 60, "/h": 3600}


@dataclass(frozen=True)
class Histogram:
    """How many records came in each of the spans of ``width`` seconds from ``start`` on.

    ``since`` and ``until`` are the first and last instant that was read of their source within the
    window; ``first`` and ``last`` those of the records. All are aware; ``start`` is aligned to
    whole ``width`` in UTC.
    """

    start: datetime
    width: int
    counts: tuple[int, ...]
    since: datetime
    until: datetime
    first: datetime
    last: datetime


@dataclass(frozen=True)
class _Stretch:
    """``count`` records within ``seconds`` from ``start`` on."""

    start: datetime
    seconds: float
    count: int

    @property
    def rate(self) -> float:
        """Records a second."""
        return self.count / self.seconds

    @property
    def likelihood(self) -> float:
        """The logarithm of how likely it is at its own rate, but for what all cuts share."""
        return self.count * log(self.rate) if self.count else 0.0

    def joined(self, other: "_Stretch") -> "_Stretch":
        """This stretch and the one beside it, as one."""
        start = min(self.start, other.start)
        return _Stretch(start, self.seconds + other.seconds, self.count + other.count)


def changes_of(histogram: Histogram) -> list[Change]:
    """Return the changes, in order; none where nothing changes for good."""
    least = _LEAST_LIKELIHOOD * _dispersion(histogram.counts)
    try:
        levels = _levels(list(_stretches(histogram)), least)
    except OverflowError:  # spans that reach beyond the calendar
        return []
    if not 1 < len(levels) <= MOST_CHANGES + 1:
        return []
    unit = _unit(levels)
    return [_change(before, after, histogram, unit) for before, after in pairwise(levels)]


def _stretches(histogram: Histogram) -> Iterator[_Stretch]:
    """Yield the spans of the histogram, within what was read, and the silence around them."""
    width = timedelta(seconds=histogram.width)
    end = histogram.start + width * len(histogram.counts)
    spans = [(histogram.since, histogram.start, 0)]
    for index, count in enumerate(histogram.counts):
        start = histogram.start + width * index
        spans.append((start, start + width, count))
    spans.append((end, histogram.until, 0))
    for start, stop, count in spans:
        read_from, read_to = max(start, histogram.since), min(stop, histogram.until)
        if seconds := max((read_to - read_from).total_seconds(), 1.0 if count else 0.0):
            yield _Stretch(read_from, seconds, count)


def _dispersion(counts: Sequence[int]) -> float:
    """How many times more neighbouring counts differ than those of records that come at random."""
    pairs = [(a - b) ** 2 / (a + b) for a, b in pairwise(counts) if a + b]
    return max(1.0, median(pairs)) if pairs else 1.0


def _levels(stretches: Sequence[_Stretch], least_gain: float) -> list[_Stretch]:
    """Return the longest stretches of one rate each."""
    levels = list(_cut(stretches, least_gain))
    while len(levels) > 1:
        factors = [_factor(before, after) for before, after in pairwise(levels)]
        least = min(range(len(factors)), key=factors.__getitem__)
        if factors[least] >= _LEAST_FACTOR:
            break
        levels[least : least + 2] = [[*levels[least], *levels[least + 1]]]
    return [_sum(level) for level in levels]


def _cut(stretches: Sequence[_Stretch], least_gain: float) -> Iterator[Sequence[_Stretch]]:
    """Cut in two where that explains most, and the parts again, as long as it explains enough."""
    heads = list(accumulate(stretches, _Stretch.joined))
    tails = list(accumulate(reversed(stretches), _Stretch.joined))[::-1]
    gains = [
        head.likelihood + tail.likelihood - heads[-1].likelihood
        for head, tail in zip(heads, tails[1:], strict=False)
    ]
    best = max(range(len(gains)), key=gains.__getitem__, default=0)
    if not gains or gains[best] < least_gain:
        yield stretches
        return
    yield from _cut(stretches[: best + 1], least_gain)
    yield from _cut(stretches[best + 1 :], least_gain)


def _factor(before: Sequence[_Stretch], after: Sequence[_Stretch]) -> float:
    """By how much the rate changes, as a whole and from the end of the one to the start of the
    other: what rises slowly does not jump."""
    near = (before[-max(1, len(before) // 4) :], after[: max(1, len(after) // 4)])
    return min(_ratio(*map(_sum, near)), _ratio(_sum(before), _sum(after)))


def _ratio(one: _Stretch, other: _Stretch) -> float:
    low, high = sorted((one.rate, other.rate))
    return high / low if low else float("inf")


def _sum(stretches: Sequence[_Stretch]) -> _Stretch:
    return reduce(_Stretch.joined, stretches)


def _unit(levels: Sequence[_Stretch]) -> str:
    """The shortest unit of time in which at least one record comes at every rate that is none."""
    least = min(level.rate for level in levels if level.count)
    return next((unit for unit, seconds in _UNITS.items() if least * seconds >= 1), "/h")


def _change(before: _Stretch, after: _Stretch, histogram: Histogram, unit: str) -> Change:
    if not before.count:
        return Change("starts", _shown(max(after.start, histogram.first)))
    if not after.count:
        return Change("stops", _shown(min(after.start, histogram.last)))
    verb: ChangeVerb = "jumps" if after.rate > before.rate else "falls"
    return Change(verb, _shown(after.start), _rate(before, unit), _rate(after, unit))


def _rate(level: _Stretch, unit: str) -> str:
    rate = level.rate * _UNITS[unit]
    return f"{rate:.0f}{unit}" if rate >= 10 else f"{rate:.1f}".removesuffix(".0") + unit


def _shown(at: datetime) -> str:
    utc = at.astimezone(UTC).replace(tzinfo=None)
    precision = "milliseconds" if utc.microsecond % 1000 == 0 else "microseconds"
    return utc.isoformat(timespec=precision if utc.microsecond else "seconds") + "Z"
