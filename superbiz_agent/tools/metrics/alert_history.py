"""Alerts of the past, from the series that a server keeps of them.

Prometheus and vmalert write ``ALERTS`` (labels, ``alertstate``) at each evaluation, and
``ALERTS_FOR_STATE``, whose value is the second at which the alert became active; vmalert writes the
latter only for rules with ``for``. They are asked for as a grid of instants, each of which stands
for the ``step`` before it: a start is exact to the second where the second series is there, an end
is known to within a step.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from superbiz_agent.tools.metrics.alert import Alert
from superbiz_agent.tools.metrics.grid import Grid
from superbiz_agent.tools.metrics.prometheus_answers import Row, is_second

SELECTOR = '{__name__=~"ALERTS|ALERTS_FOR_STATE"}'
"""Both series; nothing of it comes from outside."""

Labels: TypeAlias = tuple[tuple[str, str], ...]
"""A label set, sorted, without the series' name and ``alertstate``."""

IntervalOf: TypeAlias = Callable[[str], timedelta]
"""Name of an alert -> how often its rule is evaluated, zero if nobody knows."""


@dataclass(frozen=True)
class Episode:
    """One time that an alert was active. ``start`` is its exact start, if the server tells it;
    ``first`` and ``last`` are the instants of the grid at which it was seen."""

    labels: Labels
    start: float | None
    first: float
    last: float
    has_fired: bool


@dataclass
class _Seen:
    """What the grid holds of one label set: instant -> start, and the instants by state."""

    starts: dict[float, float]
    firing: set[float]
    pending: set[float]


def active_alerts(rows: Iterable[Row]) -> list[Alert]:
    """Return the alerts that both series show as active at one instant, without annotations."""
    alerts: list[Alert] = []
    for labels, seen in _by_labels(rows).items():
        since = max(seen.starts.values(), default=None)
        state = "firing" if seen.firing else "pending"
        alerts.append(Alert(dict(labels), {}, state, _instant(since), None))
    return alerts


def episodes(rows: Iterable[Row], grid: Grid, interval_of: IntervalOf) -> list[Episode]:
    """Return every time that an alert of both series was active, the earliest first
    for each alert. Raises nothing: what cannot be read is passed over."""
    found: list[Episode] = []
    for labels, seen in _by_labels(rows).items():
        if seen.starts:
            found += _by_start(labels, seen, grid)
        else:
            found += _by_gap(labels, seen, grid.gap(interval_of(_name(labels))))
    return found


def over(
    found: Sequence[Episode], active: Sequence[Alert], grid: Grid, interval_of: IntervalOf
) -> list[Alert]:
    """Return the episodes that are over: all but those of an alert that is ``active`` by the same
    series (elsewhere its labels may be others). What ended last comes first."""
    still = _Active.of(active)
    ended: list[Alert] = []
    for each in sorted(found, key=lambda episode: episode.last, reverse=True):
        interval = interval_of(_name(each.labels))
        if not still.holds(each, is_recent=each.last >= grid.end - grid.gap(interval)):
            ended.append(_ended(each, grid, grid.precision(interval)))
    return ended


def with_starts(
    active: Sequence[Alert], found: Sequence[Episode], grid: Grid, interval_of: IntervalOf
) -> list[Alert]:
    """Return the active alerts, those without a start with that of their last episode, unless it
    lies before the grid."""
    last = {each.labels: each for each in found}
    return [
        alert
        if alert.since or (seen := last.get(_sorted(alert.labels))) is None
        else _approximate(alert, seen, grid, interval_of(alert.name))
        for alert in active
    ]


def _approximate(alert: Alert, seen: Episode, grid: Grid, interval: timedelta) -> Alert:
    if seen.first <= grid.start:
        return alert
    return replace(alert, since=_instant(seen.first), precision=grid.precision(interval))


def _ended(episode: Episode, grid: Grid, precision: timedelta) -> Alert:
    is_cut = episode.start is None and episode.first <= grid.start
    start = None if is_cut else episode.first if episode.start is None else episode.start
    return Alert(
        labels=dict(episode.labels),
        annotations={},
        state="resolved" if episode.has_fired else "inactive",
        since=_instant(start),
        until=_instant(max(episode.last, start or 0.0)),
        precision=precision,
        told={} if episode.has_fired else {"was": "pending"},
    )


@dataclass(frozen=True)
class _Active:
    """The active alerts by the whole second of their start and by their labels."""

    starts: Mapping[Labels, frozenset[int]]

    @classmethod
    def of(cls, alerts: Sequence[Alert]) -> "_Active":
        starts: dict[Labels, set[int]] = {}
        for alert in alerts:
            own = starts.setdefault(_sorted(alert.labels), set())
            if alert.since:
                own.add(math.floor(alert.since.timestamp()))
        return cls({labels: frozenset(own) for labels, own in starts.items()})

    def holds(self, episode: Episode, *, is_recent: bool) -> bool:
        """Whether an episode is that of an active alert: by its start, else as it is recent."""
        starts = self.starts.get(episode.labels)
        if starts is None:
            return False
        if episode.start is not None and starts:
            return math.floor(episode.start) in starts
        return is_recent


def _by_start(labels: Labels, seen: _Seen, grid: Grid) -> Iterator[Episode]:
    """Episodes told apart by their start. An instant of the grid that two of them share holds the
    start of the later one and the states of both."""
    before = -math.inf
    for start in sorted(set(seen.starts.values())):
        at = [instant for instant, value in seen.starts.items() if value == start]
        first, last = min(at), max(at)
        shares = first - before <= grid.step
        fired = any(first <= each <= last and (each > first or not shares) for each in seen.firing)
        yield Episode(labels, start, first, last, fired)
        before = last


def _by_gap(labels: Labels, seen: _Seen, gap: float) -> Iterator[Episode]:
    instants = sorted(seen.firing | seen.pending)
    first = last = instants[0]
    for each in instants[1:]:
        if each - last > gap:
            yield Episode(labels, None, first, last, _fired(seen, first, last))
            first = each
        last = each
    yield Episode(labels, None, first, last, _fired(seen, first, last))


def _fired(seen: _Seen, first: float, last: float) -> bool:
    return any(first <= each <= last for each in seen.firing)


def _by_labels(rows: Iterable[Row]) -> dict[Labels, _Seen]:
    found: dict[Labels, _Seen] = {}
    for row in rows:
        labels = dict(row.labels)
        name, state = labels.pop("__name__", ""), labels.pop("alertstate", "")
        points = list(row.numbers)
        if not labels or not points:
            continue
        seen = found.setdefault(_sorted(labels), _Seen({}, set(), set()))
        if name == "ALERTS_FOR_STATE":
            seen.starts |= {at: value for at, value in points if is_second(value)}
        elif name == "ALERTS" and state in ("firing", "pending"):
            instants = seen.firing if state == "firing" else seen.pending
            instants |= {at for at, value in points if value == 1}
    return {labels: seen for labels, seen in found.items() if seen.firing or seen.pending}


def _name(labels: Labels) -> str:
    return dict(labels).get("alertname", "")


def _instant(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def _sorted(labels: Mapping[str, str]) -> Labels:
    return tuple(sorted(labels.items()))
