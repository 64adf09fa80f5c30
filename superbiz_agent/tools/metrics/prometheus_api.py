"""Asking Prometheus' HTTP API v1: for alerts and rules, for what is known, for values.

VictoriaMetrics, Thanos, Mimir and Cortex answer the same requests below a prefix of their own,
which is part of the source's address. What an answer holds is read by ``prometheus_answers``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import httpx

from superbiz_agent.errors import SourceError
from superbiz_agent.settings.sources import PrometheusSource
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.metrics.alert import Alert
from superbiz_agent.tools.metrics.alert_rules import AlertRules, read_rules
from superbiz_agent.tools.metrics.export import read_export
from superbiz_agent.tools.metrics.prometheus_answers import (
    Metadata,
    Row,
    external_labels_of,
    label_sets_of,
    metadata_of,
    rows_of,
    said_by,
    texts_of,
    what_is_missing,
)
from superbiz_agent.tools.rendering import as_list, as_object
from superbiz_agent.tools.servers import Asked, HttpClient

_LONGEST_ADDRESS = 4000
_LABEL = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,200}")

Parameters = dict[str, str | list[str]]


@dataclass(frozen=True)
class Span:
    """The window of a request: aware instants."""

    since: datetime
    until: datetime

    @property
    def told(self) -> str:
        """As errors tell it."""
        return f"{format_instant(self.since)} to {format_instant(self.until)}"

    @property
    def parameters(self) -> Parameters:
        """As every request for a window has it."""
        return {"start": _stamp(self.since), "end": _stamp(self.until)}


class PrometheusServer:
    """One server's clients: its alerts and rules may be listed at an address of their own."""

    def __init__(self, name: str, source: PrometheusSource) -> None:
        self.name = name
        self.lists_elsewhere = source.alerts_url is not None
        self.series = HttpClient(name, source, "Prometheus")
        self.alerts = (
            HttpClient(name, source, "Prometheus", address="alerts_url")
            if self.lists_elsewhere
            else self.series
        )


@dataclass
class PrometheusApi:
    """What is asked of a server for one listing. ``problems`` are what it said, so far, that its
    answers lack. Every method raises ``SourceError`` if the server cannot be asked or answers
    something else."""

    server: PrometheusServer
    _missing: dict[str, None] = field(default_factory=dict[str, None])

    @property
    def problems(self) -> tuple[str, ...]:
        """One line for each thing that the server said is missing."""
        return tuple(self._missing)

    def alerts(self) -> tuple[list[Alert], list[str]]:
        """Return what is active now, and one line for each thing that could not be read."""
        asked = Asked("alerts", "now")
        listed = as_object(self._get(self.server.alerts, "/api/v1/alerts", {}, asked))
        if listed is None or "alerts" not in listed:
            raise _unlike(self.server.alerts, asked, 'an answer without "alerts"')
        entries = [_named(entry) for entry in as_list(listed["alerts"]) or ()]
        try:
            return read_export(entries)
        except ValueError as error:
            raise _unlike(self.server.alerts, asked, f"an answer that {error}") from None

    def rules(self, at: datetime | None = None) -> AlertRules:
        """Return the alerting rules; ``at`` is when they must have been evaluated last."""
        asked = Asked("rules", "now")
        data = self._get(self.server.alerts, "/api/v1/rules", {"type": "alert"}, asked)
        return read_rules(data, at)

    def external_labels(self) -> dict[str, str] | None:
        """Return the labels that the server adds to what it sends to an Alertmanager; null where it
        does not say, or rewrites the labels of what it sends. Never raises."""
        try:
            data = self._get(
                self.server.alerts, "/api/v1/status/config", {}, Asked("external labels", "now")
            )
        except SourceError:  # a proxy may not let it through, vmalert has none
            return None
        return external_labels_of(data)

    def query(self, promql: str, at: datetime, asked: Asked | None = None) -> list[Row]:
        """Return the value of an expression at one instant."""
        asked = asked or Asked(promql, format_instant(at))
        given: Parameters = {"query": promql, "time": _stamp(at)}
        return rows_of(self._ask("/api/v1/query", given, asked))

    def query_range(
        self, promql: str, span: Span, step: float, asked: Asked | None = None
    ) -> list[Row]:
        """Return the values of an expression at every ``step`` seconds of a span. VictoriaMetrics
        keeps to these instants only where its cache is not used (``nocache``)."""
        given = {"query": promql, **span.parameters, "step": f"{step:g}", "nocache": "1"}
        return rows_of(self._ask("/api/v1/query_range", given, asked or Asked(promql, span.told)))

    def metric_names(self, span: Span | None) -> frozenset[str]:
        """Return the names of all metrics, of a span or of all times."""
        return frozenset(self.label_values("__name__", span))

    def label_names(self, span: Span) -> list[str]:
        """Return the names of all labels."""
        asked = Asked("the names of labels", span.told)
        return texts_of(self._ask("/api/v1/labels", span.parameters, asked))

    def label_values(self, label: str, span: Span | None) -> list[str]:
        """Return the values of a label; of one that has no plain name, none."""
        if not _LABEL.fullmatch(label):
            return []
        asked = Asked(f"the values of {label}", span.told if span else "")
        given = span.parameters if span else Parameters()
        return texts_of(self._ask(f"/api/v1/label/{label}/values", given, asked))

    def series(self, selectors: Sequence[str], span: Span) -> list[dict[str, str]]:
        """Return the label sets of the series that one of the selectors matches."""
        asked = Asked("series of " + ", ".join(selectors), span.told)
        given: Parameters = {**span.parameters, "match[]": list(selectors)}
        return label_sets_of(self._ask("/api/v1/series", given, asked))

    def metadata(self, span: Span) -> dict[str, Metadata]:
        """Return what the server knows of each metric; nothing where it keeps nothing."""
        return metadata_of(
            self._ask("/api/v1/metadata", {}, Asked("metadata of metrics", span.told))
        )

    def _ask(self, path: str, given: Parameters, asked: Asked) -> Any:
        """Ask for series; a long question goes as a form, which the API takes for the same."""
        if len(str(httpx.QueryParams(given))) <= _LONGEST_ADDRESS or path.endswith("/values"):
            return self._get(self.server.series, path, given, asked)
        answer = self.server.series.post_form(path, given, asked)
        return self._data(self.server.series, answer, asked)

    def _get(self, client: HttpClient, path: str, given: Parameters, asked: Asked) -> Any:
        return self._data(client, client.get_json(path, given, asked), asked)

    def _data(self, client: HttpClient, value: Any, asked: Asked) -> Any:
        answer = as_object(value) or {}
        if answer.get("status") == "error":
            raise _unlike(client, asked, f"an error, {said_by(answer.get('error'))}")
        if "data" not in answer:
            raise _unlike(client, asked, 'an answer without "data"')
        self._missing |= dict.fromkeys(what_is_missing(answer))
        return answer["data"]


def _unlike(client: HttpClient, asked: Asked, what: str) -> SourceError:
    url = client.teller.setting("url")
    return client.teller.fault(asked, what, f"mend {url}: it must be a Prometheus HTTP API")


def _named(entry: Any) -> Any:
    """Return an alert with its name among its labels: vmalert tells it beside them, too."""
    alert = as_object(entry)
    if alert is None or not isinstance(alert.get("name"), str):
        return entry
    return {
        **alert,
        "labels": {"alertname": alert["name"], **(as_object(alert.get("labels")) or {})},
    }


def _stamp(at: datetime) -> str:
    return f"{at.astimezone(UTC).timestamp():.3f}"
