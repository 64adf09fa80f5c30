"""Metric series from a server with Prometheus' HTTP API (contract section 2).

Few requests, each bounded: what the server knows (names, labels), which series there are of what is
asked, then their values. How a metric is asked follows from its kind: a gauge as it is, a counter
as its rate per second (one that counts rare events as its number), a histogram as its 95th
percentile. The line of evidence says so.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import groupby
from typing import Final

from superbiz_agent.grounding.facts.series_summary import (
    Sample,
    SeriesUnit,
    SeriesValues,
    read_number,
)
from superbiz_agent.source_settings import PrometheusSource
from superbiz_agent.tools.metrics.catalogue import Catalogue, Catalogues, Owner
from superbiz_agent.tools.metrics.metric_names import (
    FAILED_STATUS,
    REQUEST_COUNTERS,
    STATUS_LABELS,
    asks_failed_requests,
    asks_overview,
    counts_events,
    in_order,
    is_shown,
    kind_of,
    metrics_about,
    rate_unit,
    unit_of,
)
from superbiz_agent.tools.metrics.promql import (
    Expression,
    Matcher,
    read_promql,
    selector,
)
from superbiz_agent.tools.metrics.selection import suggestions
from superbiz_agent.tools.metrics.series import Series, SeriesListing, SeriesRequest
from superbiz_agent.tools.metrics.series_api import Row, SeriesApi, Span
from superbiz_agent.tools.servers import HttpClient

KIND: Final = "Prometheus"
MAX_METRICS: Final = 12
"""Metrics that one call asks for."""

MAX_OF_A_METRIC: Final = 300
"""Series of one metric whose values are asked for; of a metric that has more, none are."""

LEAST_RATE_RANGE: Final = 300
"""Seconds over which a rate is taken, at least."""

LEAST_NAME: Final = 4
"""Characters of a metric's name for which like ones are looked for."""

QUANTILE: Final = "0.95"

_NAME: Final = re.compile("[a-zA-Z_:][a-zA-Z0-9_:]*_[a-zA-Z0-9_:]+")
"""What is written as a metric's name is no topic."""


@dataclass(frozen=True)
class _Ask:
    """How one metric is asked. ``form`` is the expression with ``{}`` for the selector, ``status``
    what narrows a counter of requests to those that failed."""

    metric: str
    name: str
    form: str
    unit: SeriesUnit
    is_counter: bool = False
    status: Matcher | None = None

    def promql(self, owners: Sequence[Owner]) -> str:
        """The expression over the series of ``owners``, of everyone's where there is none."""
        own = [self.status] if self.status else []
        selectors = [selector(self.name, [*each, *own]) for each in _alternatives(owners)]
        return " or ".join(self.form.format(each) for each in selectors)

    @property
    def asked_as(self) -> str:
        """The expression as its evidence tells it."""
        if self.status:
            values = "|".join(self.status.values)
            sign = "=~" if len(self.status.values) > 1 else "="
            return self.form.format(f"{self.name}{{{self.status.label}{sign}'{values}'}}")
        return "" if self.form == "{}" else self.form.format(self.name)


class PrometheusSeries:
    """The series of one server. Safe in several threads."""

    demo = False

    def __init__(self, name: str, source: PrometheusSource, timezone: str = "UTC") -> None:
        del timezone  # its instants are seconds since 1970
        self.name = name
        self._api = SeriesApi(HttpClient(name, source, KIND))
        self._catalogues = Catalogues(self._api)

    def series(self, request: SeriesRequest) -> SeriesListing:
        """Return the series asked for. Raises ``SourceError`` if the server cannot be asked."""
        grid = _Grid.of(request)
        known = self._catalogues.of(grid.span)
        if not known.metrics:
            return SeriesListing(doubts=(self._holds_nothing(grid.span),), lacks=("no_data",))
        if request.promql:
            expression = read_promql(request.promql, request.until - request.since)
            return self._expression(expression, known, grid)
        return self._metrics(request, known, grid)

    def _holds_nothing(self, span: Span) -> str:
        other = len(self._api.metric_names(None))
        held = f"it holds {other} metrics of other times" if other else "it holds no metric at all"
        return (
            f"{self.name} holds no sample within {span.told}, though {held}; "
            "the window may lie before its retention or outside of what was collected"
        )

    def _expression(self, expression: Expression, known: Catalogue, grid: "_Grid") -> SeriesListing:
        unknown = known.unknown_in(expression)
        if unknown:
            return SeriesListing(unknown=unknown)
        metric = expression.metric
        is_bare = expression.is_selector and metric in known.metrics
        unit = unit_of(metric, known.stated(metric).unit) if is_bare else ""
        is_counter = is_bare and _kind(metric, known) == "counter"
        rows = self._api.range_query(expression.text, grid.span, grid.step)
        return SeriesListing(
            tuple(
                Series(
                    metric=row.labels.get("__name__", metric),
                    labels=_without_name(row.labels),
                    values=grid.values(row, unit, is_counter=is_counter),
                    promql="" if is_bare else expression.text,
                )
                for row in rows
                if grid.samples(row)
            )
        )

    def _metrics(self, request: SeriesRequest, known: Catalogue, grid: "_Grid") -> SeriesListing:
        names = [request.service] if request.service else list(request.names)
        owners = {name: known.owners(name) for name in names}
        unknown = {name: known.nearest_owners(name) for name, own in owners.items() if not own}
        wanted = _wanted(request.metric, known)
        if not (wanted or _failing(request.metric, known)) and request.metric:
            unknown[request.metric] = _like(request.metric, known)
        if unknown:
            return SeriesListing(unknown=unknown)
        every = [owner for own in owners.values() for owner in own]
        failing = _failing(request.metric, known)
        counts = self._counts([*wanted, *failing], every, known, grid.span)
        asked = in_order([x for x in wanted if x in counts])[:MAX_METRICS]
        if request.metric in counts:
            asked = [request.metric]
        left_out = [
            f"{name} has {counts[name]} series here; narrow it by service"
            for name in asked
            if counts[name] > MAX_OF_A_METRIC
        ]
        asks = [_ask(x, known, grid.step) for x in asked if counts[x] <= MAX_OF_A_METRIC]
        asks += [
            replace(_ask(x, known, grid.step), status=status)
            for x, status in failing.items()
            if x not in asked and 0 < counts.get(x, 0) <= MAX_OF_A_METRIC
        ]
        found = [each for ask in asks for each in self._values(ask, every, grid)]
        is_missed = (wanted or failing) and not asks and names
        notes = [_others(names, request.metric, counts)] if is_missed else []
        return SeriesListing(
            series=tuple(found),
            left_out=tuple(left_out),
            read_as=tuple(each.metric for each in asks),
            notes=tuple(notes),
        )

    def _counts(
        self, wanted: Sequence[str], owners: Sequence[Owner], known: Catalogue, span: Span
    ) -> dict[str, int]:
        """How many series each metric of the owners has; without any, each that is wanted."""
        selectors = [selector("", matchers) for matchers in _alternatives(owners) if matchers]
        if not owners:
            selectors = [selector(name) for name in in_order(wanted)[:MAX_METRICS]]
        sets = self._api.series(selectors, span) if selectors else []
        names = sorted(labels.get("__name__", "") for labels in sets)
        counts = {name: len(list(same)) for name, same in groupby(names)}
        return {x: n for x, n in counts.items() if x and _kind(x, known) != "part"}

    def _values(self, ask: _Ask, owners: Sequence[Owner], grid: "_Grid") -> list[Series]:
        rows = self._api.range_query(ask.promql(owners), grid.span, grid.step)
        resets = self._resets(ask, owners, grid) if ask.form.startswith("rate(") else {}
        found: list[Series] = []
        for row in rows:
            labels = _without_name(row.labels)
            values = grid.values(
                row,
                ask.unit,
                is_counter=ask.is_counter,
                resets=resets.get(tuple(sorted(labels.items())), 0),
            )
            if values.numbers:
                found.append(Series(ask.metric, labels, values, asked_as=ask.asked_as))
        return found

    def _resets(
        self, ask: _Ask, owners: Sequence[Owner], grid: "_Grid"
    ) -> dict[tuple[tuple[str, str], ...], int]:
        """How often each counter began anew within the window, which its rate does not show."""
        counted = _Ask(ask.metric, ask.name, f"resets({{}}[{grid.seconds}s])", "")
        rows = self._api.query(counted.promql(owners), grid.span.until)
        return {
            tuple(sorted(_without_name(row.labels).items())): int(number)
            for row in rows
            if row.points and (number := read_number(row.points[0][1])) is not None
        }

    def check(self) -> str:
        """Ask what a diagnosis would ask. Raises ``SourceError`` if it cannot be asked."""
        until = datetime.now(UTC)
        names = self._api.metric_names(None)
        self._api.query("count(up)", until)
        return f"{len(names)} metrics can be asked for"


def _wanted(text: str, known: Catalogue) -> list[str]:
    """The metrics that are asked for: by name, by what they measure, or all that are shown."""
    named = [text, f"{text}_bucket", f"{text}_total"]
    exact = [name for name in named if text and name in known.metrics][:1]
    if exact:
        return exact
    if _NAME.fullmatch(text):
        return []
    about = metrics_about(text, known.metrics)
    if about or not (text and not asks_overview(text)):
        return about or [name for name in known.metrics if is_shown(name)]
    return []


def _failing(text: str, known: Catalogue) -> dict[str, Matcher]:
    """The counters of requests that tell of errors by a label, where errors are asked for, with the
    statuses of failures that the server has."""
    if not asks_failed_requests(text) or text in known.metrics:
        return {}
    found: dict[str, Matcher] = {}
    for label in (each for each in STATUS_LABELS if each in known.labels):
        failed = sorted(each for each in known.values(label) if FAILED_STATUS.fullmatch(each))
        if failed:
            names = (each for each in known.metrics if REQUEST_COUNTERS.search(each))
            found |= {name: Matcher(label, tuple(failed)) for name in names if name not in found}
    return dict(sorted(found.items()))


def _like(metric: str, known: Catalogue) -> tuple[str, ...]:
    """The metrics whose names are most like one; of a word so short everything is like it."""
    if len(metric) < LEAST_NAME:
        return ()
    return tuple(suggestions(metric, sorted(known.metrics)))


def _others(names: Sequence[str], metric: str, counts: Mapping[str, int]) -> str:
    """Say what the series of a name measure instead."""
    told = ", ".join(in_order([name for name in counts if is_shown(name)])[:MAX_METRICS])
    held = f"its metrics are {told}" if told else "it has none that tells of a state"
    return f"{' and '.join(names)} has no series of {metric}; {held}"


def _kind(name: str, known: Catalogue) -> str:
    return kind_of(name, known.stated(name).type, known.metrics)


def _ask(name: str, known: Catalogue, step: int) -> _Ask:
    unit = unit_of(name, known.stated(name).unit)
    span = f"{max(LEAST_RATE_RANGE, 2 * step) // 60}m"
    kind = _kind(name, known)
    if kind == "histogram":
        form = f"histogram_quantile({QUANTILE}, rate({{}}[{span}]))"
        return _Ask(name.removesuffix("_bucket"), name, form, unit)
    if kind == "counter" and not counts_events(name):
        return _Ask(name, name, f"rate({{}}[{span}])", rate_unit(name, unit))
    return _Ask(name, name, "{}", unit, is_counter=kind == "counter")


def _alternatives(owners: Sequence[Owner]) -> list[list[Matcher]]:
    """The matchers of each label by which one of the owners is named; one empty list for none."""
    by_label: dict[str, list[str]] = {}
    for owner in owners:
        by_label.setdefault(owner.label, []).append(owner.value)
    return [
        [Matcher(label, tuple(dict.fromkeys(values)))] for label, values in by_label.items()
    ] or [[]]


def _without_name(labels: Mapping[str, str]) -> dict[str, str]:
    return {key: value for key, value in labels.items() if key != "__name__"}


@dataclass(frozen=True)
class _Grid:
    """The instants at which values are asked for."""

    span: Span
    step: int
    named: datetime | None = None

    @classmethod
    def of(cls, request: SeriesRequest) -> "_Grid":
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
