"""Asking Prometheus' HTTP API v1 for alerts and for the series that tell of them.

Every query is made by code; what the server answers is read defensively.
"""

import re
from typing import Any

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.errors import SourceError
from superbiz_agent.source_settings import PrometheusSource
from superbiz_agent.tools.metrics.alert import Alert
from superbiz_agent.tools.metrics.alert_rules import AlertRules, read_rules
from superbiz_agent.tools.metrics.export import read_export
from superbiz_agent.tools.metrics.grid import Grid
from superbiz_agent.tools.rendering import as_list, as_object, plain_or_quoted, scalar_text
from superbiz_agent.tools.servers import Asked, HttpClient
from superbiz_agent.tools.text import bounded_line, cut_line

_METRIC = re.compile(r"[A-Za-z_:][A-Za-z0-9_:]{0,200}")
_MOST_WARNINGS = 3
_MOST_SAID = 300


class PrometheusApi:
    """One server; its alerts and rules may be listed at an address of their own. Every method
    raises ``SourceError`` if the server cannot be asked or answers something else."""

    def __init__(self, name: str, source: PrometheusSource) -> None:
        self.name = name
        self.lists_elsewhere = source.alerts_url is not None
        self._series = HttpClient(name, source, "Prometheus")
        self._alerts = (
            HttpClient(name, source, "Prometheus", address="alerts_url")
            if self.lists_elsewhere
            else self._series
        )

    def alerts(self) -> tuple[list[Alert], list[str]]:
        """Return what is active now, and one line for each thing that could not be read."""
        asked = Asked("alerts", "now")
        data, problems = _data(self._alerts, "/api/v1/alerts", {}, asked)
        listed = as_object(data)
        if listed is None or "alerts" not in listed:
            raise _unlike(self._alerts, asked, 'an answer without "alerts"')
        entries = [_named(entry) for entry in as_list(listed["alerts"]) or ()]
        try:
            alerts, refused = read_export(entries)
        except ValueError as error:
            raise _unlike(self._alerts, asked, f"an answer that {error}") from None
        return alerts, [*problems, *refused]

    def rules(self) -> AlertRules:
        """Return the alerting rules."""
        asked = Asked("rules", "now")
        data, _ = _data(self._alerts, "/api/v1/rules", {"type": "alert"}, asked)
        return read_rules(data)

    def at(self, query: str, instant: float, asked: Asked) -> Any:
        """Return the vector of a query at an instant, seconds of the epoch."""
        parameters = {"query": query, "time": _seconds(instant)}
        return _data(self._series, "/api/v1/query", parameters, asked)[0]

    def over(self, query: str, grid: Grid, asked: Asked) -> tuple[Any, list[str]]:
        """Return the matrix of a query at the instants of a grid, and the server's warnings.
        VictoriaMetrics is asked for these very instants (``nocache``), not for rounder ones."""
        parameters = {
            "query": query,
            "start": _seconds(grid.start),
            "end": _seconds(grid.end),
            "step": _seconds(grid.step),
            "nocache": "1",
        }
        return _data(self._series, "/api/v1/query_range", parameters, asked)

    def metric_names(self, grid: Grid, asked: Asked) -> list[str]:
        """Return the plain names of metrics of a window, sorted."""
        parameters = {"start": _seconds(grid.start), "end": _seconds(grid.end)}
        data, _ = _data(self._series, "/api/v1/label/__name__/values", parameters, asked)
        names = [name for name in as_list(data) or () if isinstance(name, str)]
        return sorted(name for name in names if _METRIC.fullmatch(name))


def _data(
    client: HttpClient, path: str, parameters: dict[str, str], asked: Asked
) -> tuple[Any, list[str]]:
    """Return an answer's ``data``, and what the server says that is missing in it."""
    answer = as_object(client.get_json(path, parameters, asked)) or {}
    if answer.get("status") == "error":
        raise _unlike(client, asked, f"an error, {_said(answer.get('error'))}")
    if "data" not in answer:
        raise _unlike(client, asked, 'an answer without "data"')
    return answer["data"], _warnings(answer)


def _warnings(answer: JsonObject) -> list[str]:
    told = [f"it warns, {_said(each)}" for each in as_list(answer.get("warnings")) or ()]
    partial = ["it answers in part"] if answer.get("isPartial") is True else []
    return [*partial, *told[:_MOST_WARNINGS]]


def _unlike(client: HttpClient, asked: Asked, what: str) -> SourceError:
    url = client.teller.setting("url")
    return client.teller.fault(asked, what, f"mend {url}: it must be a Prometheus HTTP API")


def _said(value: Any) -> str:
    return plain_or_quoted(cut_line(bounded_line(scalar_text(value)), _MOST_SAID))


def _named(entry: Any) -> Any:
    """Return an alert with its name among its labels: vmalert tells it beside them, too."""
    alert = as_object(entry)
    if alert is None or not isinstance(alert.get("name"), str):
        return entry
    return {
        **alert,
        "labels": {"alertname": alert["name"], **(as_object(alert.get("labels")) or {})},
    }


def _seconds(value: float) -> str:
    return f"{value:.3f}"
