"""Metric series from a server with Prometheus' HTTP API (contract section 2).

Few requests, each bounded: what the server knows (names, labels), which series there are of what is
asked, then their values. How a metric is asked is told by ``metric_asks``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import groupby
from typing import Final

from superbiz_agent.grounding.facts.series_summary import read_number
from superbiz_agent.settings.sources import PrometheusSource
from superbiz_agent.tools.metrics.catalogue import Catalogue, Owner
from superbiz_agent.tools.metrics.metric_asks import (
    Ask,
    alternatives,
    ask_of,
    failing_counters,
    kind_in,
    wanted_metrics,
)
from superbiz_agent.tools.metrics.metric_names import in_order, is_shown, unit_of
from superbiz_agent.tools.metrics.prometheus_api import PrometheusApi, PrometheusServer
from superbiz_agent.tools.metrics.promql import Expression, read_promql, selector
from superbiz_agent.tools.metrics.selection import suggestions
from superbiz_agent.tools.metrics.series import Series, SeriesListing, SeriesRequest
from superbiz_agent.tools.metrics.series_grid import SeriesGrid

MAX_METRICS: Final = 12
"""Metrics that one call asks for."""

MAX_OF_A_METRIC: Final = 300
"""Series of one metric whose values are asked for; of a metric that has more, none are."""

LEAST_NAME: Final = 4
"""Characters of a metric's name for which like ones are looked for."""


class PrometheusSeries:
    """The series of one server. Safe in several threads."""

    demo = False

    def __init__(self, name: str, source: PrometheusSource, timezone: str = "UTC") -> None:
        del timezone  # its instants are seconds since 1970
        self.name = name
        self._server = PrometheusServer(name, source)

    def series(self, request: SeriesRequest) -> SeriesListing:
        """Return the series asked for. Raises ``SourceError`` if the server cannot be asked."""
        api, grid = PrometheusApi(self._server), SeriesGrid.of(request)
        found = _Search(api, Catalogue(api, grid.span), grid).listing(request)
        return replace(found, problems=(*found.problems, *api.problems))

    def check(self) -> str:
        """Ask what a diagnosis would ask. Raises ``SourceError`` if it cannot be asked."""
        api = PrometheusApi(self._server)
        names = api.metric_names(None)
        api.query("count(up)", datetime.now(UTC))
        return "; ".join([f"{len(names)} metrics can be asked for", *api.problems])


@dataclass(frozen=True)
class _Search:
    """One listing: what is asked of a server that knows so much, at which instants."""

    api: PrometheusApi
    known: Catalogue
    grid: SeriesGrid

    def listing(self, request: SeriesRequest) -> SeriesListing:
        if not self.known.metrics:
            return SeriesListing(doubts=(self._holds_nothing(),), lacks=("no_data",))
        if request.promql:
            return self._expression(read_promql(request.promql, request.until - request.since))
        return self._metrics(request)

    def _holds_nothing(self) -> str:
        other = len(self.api.metric_names(None))
        held = f"it holds {other} metrics of other times" if other else "it holds no metric at all"
        return (
            f"{self.api.server.name} holds no sample within {self.grid.span.told}, though {held}; "
            "the window may lie before its retention or outside of what was collected"
        )

    def _expression(self, expression: Expression) -> SeriesListing:
        unknown = self.known.unknown_in(expression)
        if unknown:
            return SeriesListing(unknown=unknown)
        metric = expression.metric
        is_bare = expression.is_selector and metric in self.known.metrics
        unit = unit_of(metric, self.known.stated(metric).unit) if is_bare else ""
        is_counter = is_bare and kind_in(metric, self.known) == "counter"
        rows = self.api.query_range(expression.text, self.grid.span, self.grid.step)
        return SeriesListing(
            tuple(
                Series(
                    metric=row.labels.get("__name__", metric),
                    labels=_without_name(row.labels),
                    values=self.grid.values(row, unit, is_counter=is_counter),
                    promql="" if is_bare else expression.text,
                )
                for row in rows
                if self.grid.samples(row)
            )
        )

    def _metrics(self, request: SeriesRequest) -> SeriesListing:
        names = [request.service] if request.service else list(request.names)
        owners = {name: self.known.owners(name) for name in names}
        unknown = {name: self.known.nearest_owners(name) for name, own in owners.items() if not own}
        wanted = wanted_metrics(request.metric, self.known)
        failing = failing_counters(request.metric, self.known)
        if not (wanted or failing) and request.metric:
            unknown[request.metric] = self._like(request.metric)
        if unknown:
            return SeriesListing(unknown=unknown)
        every = [owner for own in owners.values() for owner in own]
        counts = self._counts([*wanted, *failing], every)
        asked = in_order([x for x in wanted if x in counts])[:MAX_METRICS]
        if request.metric in counts:
            asked = [request.metric]
        left_out = [
            f"{name} has {counts[name]} series here; narrow it by service"
            for name in asked
            if counts[name] > MAX_OF_A_METRIC
        ]
        few = [name for name in asked if counts[name] <= MAX_OF_A_METRIC]
        asks = [ask_of(name, self.known, self.grid.step) for name in few]
        asks += [
            replace(ask_of(name, self.known, self.grid.step), status=status)
            for name, status in failing.items()
            if name not in asked and 0 < counts.get(name, 0) <= MAX_OF_A_METRIC
        ]
        found = [each for ask in asks for each in self._values(ask, every)]
        is_missed = (wanted or failing) and not asks and names
        notes = [_others(names, request.metric, counts)] if is_missed else []
        return SeriesListing(
            series=tuple(found),
            left_out=tuple(left_out),
            read_as=tuple(each.metric for each in asks),
            notes=tuple(notes),
        )

    def _like(self, metric: str) -> tuple[str, ...]:
        """The metrics whose names are most like one; of a word so short everything is like it."""
        if len(metric) < LEAST_NAME:
            return ()
        return tuple(suggestions(metric, sorted(self.known.metrics)))

    def _counts(self, wanted: Sequence[str], owners: Sequence[Owner]) -> dict[str, int]:
        """How many series each metric of the owners has; without any, each that is wanted."""
        selectors = [selector("", matchers) for matchers in alternatives(owners) if matchers]
        if not owners:
            selectors = [selector(name) for name in in_order(wanted)[:MAX_METRICS]]
        sets = self.api.series(selectors, self.grid.span) if selectors else []
        names = sorted(labels.get("__name__", "") for labels in sets)
        counts = {name: len(list(same)) for name, same in groupby(names)}
        return {x: n for x, n in counts.items() if x and kind_in(x, self.known) != "part"}

    def _values(self, ask: Ask, owners: Sequence[Owner]) -> list[Series]:
        rows = self.api.query_range(ask.promql(owners), self.grid.span, self.grid.step)
        resets = self._resets(ask, owners) if ask.form.startswith("rate(") else {}
        found: list[Series] = []
        for row in rows:
            labels = _without_name(row.labels)
            values = self.grid.values(
                row,
                ask.unit,
                is_counter=ask.is_counter,
                resets=resets.get(tuple(sorted(labels.items())), 0),
            )
            if values.numbers:
                found.append(Series(ask.metric, labels, values, asked_as=ask.asked_as))
        return found

    def _resets(self, ask: Ask, owners: Sequence[Owner]) -> dict[tuple[tuple[str, str], ...], int]:
        """How often each counter began anew within the window, which its rate does not show."""
        counted = Ask(ask.metric, ask.name, f"resets({{}}[{self.grid.seconds}s])", "")
        rows = self.api.query(counted.promql(owners), self.grid.span.until)
        return {
            tuple(sorted(_without_name(row.labels).items())): int(number)
            for row in rows
            if row.points and (number := read_number(row.points[0][1])) is not None
        }


def _others(names: Sequence[str], metric: str, counts: Mapping[str, int]) -> str:
    """Say what the series of a name measure instead."""
    told = ", ".join(in_order([name for name in counts if is_shown(name)])[:MAX_METRICS])
    held = f"its metrics are {told}" if told else "it has none that tells of a state"
    return f"{' and '.join(names)} has no series of {metric}; {held}"


def _without_name(labels: Mapping[str, str]) -> dict[str, str]:
    return {key: value for key, value in labels.items() if key != "__name__"}
