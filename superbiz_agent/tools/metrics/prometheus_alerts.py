"""Alerts of a Prometheus, or of what speaks its HTTP API v1: VictoriaMetrics with vmalert, Thanos,
Mimir.

What is active now is asked of ``/api/v1/alerts``; what was active in a window of the past is read
from the series that the server keeps (``alert_history``). Of a window without a start the last
``LOOK_BACK`` before its end are looked at.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.evidence import LackKind
from superbiz_agent.errors import SourceError
from superbiz_agent.settings.sources import PrometheusSource
from superbiz_agent.tools.instants import format_instant, utc_now
from superbiz_agent.tools.metrics import alert_history
from superbiz_agent.tools.metrics.alert import Alert
from superbiz_agent.tools.metrics.alert_rules import AlertRules
from superbiz_agent.tools.metrics.backend import AlertListing, AlertRequest, of_source
from superbiz_agent.tools.metrics.export import read_export, texts
from superbiz_agent.tools.metrics.grid import Grid, names_in
from superbiz_agent.tools.metrics.held_data import Held, read_count, read_held
from superbiz_agent.tools.metrics.prometheus_api import PrometheusApi, PrometheusServer
from superbiz_agent.tools.rendering import plain_or_quoted
from superbiz_agent.tools.servers import Asked
from superbiz_agent.tools.servers.kept_answers import once_a_diagnosis

LOOK_BACK = timedelta(hours=6)
LIVE = timedelta(seconds=30)
"""A window that ends so shortly before now is asked for what is active now."""

_SECOND = timedelta(seconds=1)
"""The end of a window is told to the second."""

_MOST_NAMES = 5
_METRIC = re.compile(r"[A-Za-z_:][A-Za-z0-9_:]{0,200}")


class PrometheusAlerts:
    """The alerts of one server. ``clock`` shows the real time, whatever instant a question is asked
    as of (``--at``). ``timezone`` is not needed: the instants of this API name their zone."""

    demo = False

    def __init__(
        self,
        name: str,
        source: PrometheusSource,
        timezone: str = "UTC",
        *,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        del timezone
        self.name = name
        self._server = PrometheusServer(name, source)
        self._services = source.services
        self._clock = clock

    def alerts(self, request: AlertRequest) -> AlertListing:
        """List the alerts that were active in the window. Raises ``SourceError`` if the server
        cannot be asked."""
        now = once_a_diagnosis((self, "now"), self._clock)  # so that its calls ask the same
        until = min(request.until or now, now).replace(microsecond=0)
        since = request.since or until - LOOK_BACK
        if since >= until:
            doubt = f"{self.name}: the window has not come yet"
            return AlertListing((), doubts=[doubt], lacks=["not_come"])
        window = _Window(PrometheusApi(self._server), since, until)
        is_live = until >= now - LIVE
        found = window.listing(is_live=is_live, is_bounded=bool(request.since) or not is_live)
        return replace(
            found,
            alerts=of_source(found.alerts, self._services),
            known=[*found.known, *self._services],
        )

    def check(self) -> str:
        """Ask for the alerts of now, the rules and the past, as a diagnosis does. Raises
        ``SourceError``."""
        api = PrometheusApi(self._server)
        active, refused = api.alerts()
        rules = api.rules()
        api.query(alert_history.SELECTOR, self._clock(), Asked("alerts", "now"))
        told = f"{len(active)} active alerts of {len(rules.names)} alerting rules"
        problems = [*refused, *api.problems, *rules.problems]
        return "; ".join([told, *problems, *without_rules(self._server, rules)])


@dataclass(frozen=True)
class _Past:
    """What the series of a window show: alerts ``active`` at its end, those that were ``over`` by
    then, and what is ``held`` of it."""

    active: Sequence[Alert]
    over: Sequence[Alert]
    held: Held


@dataclass(frozen=True)
class _Window:
    """One listing: what is asked of a server over which window."""

    api: PrometheusApi
    since: datetime
    until: datetime

    @property
    def grid(self) -> Grid:
        return Grid.over(self.since, self.until)

    @property
    def asked(self) -> Asked:
        window = f"{format_instant(self.since)} to {format_instant(self.until)}"
        return Asked(alert_history.SELECTOR, window)

    def listing(self, *, is_live: bool, is_bounded: bool) -> AlertListing:
        """List the alerts: those of now where the window ends now (``is_live``), and those of the
        past. A window not asked for (``is_bounded``) begins where it is held as a whole."""
        live, problems = self.api.alerts() if is_live else ([], [])
        rules, doubts = self._rules()
        live = [*live, *_of_rules_alone(rules, live)] if is_live else live
        try:
            past = self._past(rules)
        except SourceError as error:
            if not is_live:
                raise
            past = _Past((), (), Held(self.until))
            problems.append(str(error))
        targets = self._targets()
        lists_rules = bool(live or rules.names or not rules.is_known)
        active = live if is_live and lists_rules else map(self._as_of_end, past.active)
        seen = self.until + (LIVE if is_live else _SECOND)
        alerts = [rules.fired(alert, seen) for alert in (*active, *past.over)]
        no_rules = [] if alerts and not is_live else without_rules(self.api.server, rules)
        lacks: list[tuple[LackKind, object]] = [
            ("rules_unread", not rules.is_known),
            ("rules_fail", rules.problems),
            ("not_evaluated", rules.waiting),
            ("no_data", not past.held.first),
            ("holes", is_bounded and past.held.holes),
            ("no_rules", no_rules),
        ]
        gaps = _of_held(past.held) if is_bounded or not past.held.first else []
        doubts = [*doubts, *gaps, *_not_evaluated(rules), *no_rules]
        doubts += _not_listed(rules, live) if is_live else []
        return AlertListing(
            alerts,
            [self._named(problem) for problem in (*self.api.problems, *problems)],
            told_from=self._told_from(past.held, is_bounded=is_bounded),
            told_until=self.until,
            adds_labels=self.api.external_labels,
            known=rules.names,
            rules=rules.names,
            targets=targets,
            doubts=[self._named(doubt) for doubt in doubts],
            lacks=[kind for kind, is_so in lacks if is_so],
            before="holes",
        )

    def _as_of_end(self, alert: Alert) -> Alert:
        """An alert of a window that has passed, dated by its end: later it may be another."""
        return replace(alert, told={**alert.told, "as_of": format_instant(self.until)})

    def _told_from(self, held: Held, *, is_bounded: bool) -> datetime:
        """The first instant of which the server tells: where its data begins, and behind the last
        hole of a window that nobody asked for."""
        first = held.first if is_bounded else held.whole_from
        return max(first, self.since) if first else self.until

    def _rules(self) -> tuple[AlertRules, list[str]]:
        """Return the rules, and why what none of them is named after may be there nevertheless."""
        try:
            rules = self.api.rules(self.until)
        except SourceError as error:
            return AlertRules(is_known=False), [str(error)]
        return rules, list(rules.problems)

    def _past(self, rules: AlertRules) -> _Past:
        grid, interval = self._grid_of_alerts(), rules.interval_of
        at_end = self.api.query(alert_history.SELECTOR, self.until, self.asked)
        query = f"last_over_time({alert_history.SELECTOR}[{grid.step:.0f}s])"
        rows = self.api.query_range(query, grid.span, grid.step, self.asked)
        active = alert_history.active_alerts(at_end)
        found = alert_history.episodes(rows, grid, interval)
        return _Past(
            [
                rules.annotated(alert)
                for alert in alert_history.with_starts(active, found, grid, interval)
            ],
            [rules.annotated(alert) for alert in alert_history.over(found, active, grid, interval)],
            self._held(),
        )

    def _targets(self) -> list[str]:
        """Return the names of what is scraped at the window's end."""
        try:
            rows = self.api.query("up", self.until, self.asked)
        except SourceError:  # a hint: what is not known here is told as not known
            return []
        return sorted(names_in(rows))

    def _grid_of_alerts(self) -> Grid:
        """A grid that bounds the answer however many alerts there were."""
        length = max(1, round((self.until - self.since).total_seconds()))
        query = f"count(count_over_time({alert_history.SELECTOR}[{length}s]))"
        counted = read_count(self.api.query(query, self.until, self.asked))
        return Grid.over(self.since, self.until, series=counted)

    def _held(self) -> Held:
        """Find out of which part of the window the server holds data: by what it scrapes, else by
        some of the metrics that it names."""
        held = self._held_of("count(up)")
        if held.first:
            return held
        names = sorted(filter(_METRIC.fullmatch, self.api.metric_names(self.grid.span)))
        names = [name for name in names if not name.startswith("ALERTS")][:_MOST_NAMES]
        return self._held_of(f'count({{__name__=~"{"|".join(names)}"}})') if names else held

    def _held_of(self, query: str) -> Held:
        return read_held(
            self.api.query_range(query, self.grid.span, self.grid.step, self.asked), self.grid
        )

    def _named(self, line: str) -> str:
        name = self.api.server.name
        return line if line.startswith(f"{name}: ") else f"{name}: {line}"


def without_rules(server: PrometheusServer, rules: AlertRules) -> list[str]:
    """Say so if no alert could ever fire there."""
    if rules.names or not rules.is_known:
        return []
    where = f"; sources.{server.name}.alerts_url says where they are"
    return [f"it has no alerting rules{'' if server.lists_elsewhere else where}"]


def _not_evaluated(rules: AlertRules) -> list[str]:
    """Say so if the silence of rules means nothing since they were not evaluated."""
    if not rules.waiting:
        return []
    told = ", ".join(map(plain_or_quoted, rules.waiting[:_MOST_NAMES]))
    more = len(rules.waiting) - _MOST_NAMES
    others = f" and {more} more" if more > 0 else ""
    return [f"its rules {told}{others} were not evaluated yet, or not lately"]


def _of_rules_alone(rules: AlertRules, live: Sequence[Alert]) -> list[Alert]:
    """Return the alerts that rules list and the list of alerts, asked for before, does not."""
    known = {frozenset(alert.labels.items()) for alert in live}
    entries = [each for each in rules.listed if _labels_of(each) not in known]
    found = read_export(entries)[0] if entries else []
    return [alert for alert in found if alert.state in ("firing", "pending")]


def _labels_of(entry: JsonObject) -> frozenset[tuple[str, str]]:
    return frozenset(texts(entry.get("labels")).items())


def _not_listed(rules: AlertRules, live: Sequence[Alert]) -> list[str]:
    """Say so if rules tell of alerts that the list of alerts has not."""
    missing = sorted({*rules.active} - {alert.name for alert in live})
    if not missing:
        return []
    told = ", ".join(map(plain_or_quoted, missing[:_MOST_NAMES]))
    return [f"its rules say that alerts of {told} are active, its list of alerts has none"]


def _of_held(held: Held) -> list[str]:
    return list(held.holes) if held.first else ["it holds no data of the window"]
