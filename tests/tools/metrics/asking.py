"""Asking ``query_metrics`` of backends, and what came of it in short."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.settings.sources import AlertmanagerSource, PrometheusSource
from superbiz_agent.tools.base import ToolContext, ToolOutcome
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.metrics import MetricsArguments, MetricsTool
from superbiz_agent.tools.metrics.alertmanager import AlertmanagerAlerts
from superbiz_agent.tools.metrics.prometheus_alerts import PrometheusAlerts


def prometheus(url: str, *, name: str = "prod", **fields: Any) -> PrometheusAlerts:
    source = PrometheusSource(kind="prometheus", url=url, retries=0, **fields)
    return PrometheusAlerts(name, source)


def alertmanager(url: str, *, name: str = "notifier", **fields: Any) -> AlertmanagerAlerts:
    source = AlertmanagerSource(kind="alertmanager", url=url, retries=0, **fields)
    return AlertmanagerAlerts(name, source)


def ask(
    *backends: Any,
    query: str = "alerts",
    since: datetime | None = None,
    until: datetime | None = None,
    now: datetime | None = None,
    called: Mapping[str, str] | None = None,
    **arguments: Any,
) -> ToolOutcome:
    """Ask once in the question's window; ``now`` is what its clock shows, by default the real time.
    ``called`` are further arguments of the call, such as a window of its own."""
    ends = (format_instant(end) if end else None for end in (since, until))
    window = TimeWindow(**dict(zip(("since", "until"), ends, strict=True)))
    context = ToolContext(window=window, now=now or datetime.now(UTC))
    given = MetricsArguments.model_validate({"query": query, **arguments, **(called or {})})
    return MetricsTool(backends).run(given, context)


def texts(outcome: ToolOutcome) -> list[str]:
    return [item.text for item in outcome.items.get("alerts", ())]


def short(outcome: ToolOutcome) -> list[tuple[str, str, str]]:
    """Name, pod or service, and state of each alert."""
    return [
        (
            item.fields["alertname"],
            item.fields.get("pod") or item.fields.get("service") or "",
            item.values["state"],
        )
        for item in outcome.items["alerts"]
    ]
