"""Every kind of HTTP source, and how a test asks it: a new kind adds its line here, and is held to
all that ``test_every_source.py`` asks of a source."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from superbiz_agent.errors import SourceError
from superbiz_agent.settings.sources import (
    AlertmanagerSource,
    ClickhouseSource,
    ElasticsearchSource,
    HttpSource,
    LokiSource,
    PrometheusSource,
)
from superbiz_agent.tools.logs.backend import LogBackend, LogRequest, SourceReport
from superbiz_agent.tools.logs.servers.clickhouse import ClickhouseBackend
from superbiz_agent.tools.logs.servers.elasticsearch import ElasticsearchBackend
from superbiz_agent.tools.logs.servers.loki import LokiBackend
from superbiz_agent.tools.metrics import AlertRequest
from superbiz_agent.tools.metrics.series import SeriesRequest
from superbiz_agent.tools.server_backends import ALERT_SERVERS, SERIES_SERVERS

SINCE = datetime(2026, 8, 14, 9, tzinfo=UTC)
UNTIL = datetime(2026, 8, 14, 10, tzinfo=UTC)


@dataclass(frozen=True)
class Kind:
    """``ask`` asks a source once, and raises ``SourceError`` where that fails."""

    name: str
    table: type[HttpSource]
    ask: Callable[[str, Any], object]
    fields: Mapping[str, object] = field(default_factory=dict[str, object])

    def source(self, url: str, **fields: object) -> HttpSource:
        given = {"kind": self.name, "url": url, "retries": 0, **self.fields, **fields}
        return self.table.model_validate(given)


def _ask_alerts(name: str, source: Any) -> object:
    """Ask as a diagnosis does: for the alerts of a window that ends now."""
    now = datetime.now(UTC)
    return ALERT_SERVERS[source.kind](name, source, "UTC").alerts(AlertRequest(None, None, now))


def ask_logs(backend: LogBackend) -> None:
    """Search one source of logs; what it reports as failed is raised."""
    report = SourceReport()
    request = LogRequest("timeout", None, SINCE, UNTIL, UNTIL)
    deque(backend.records(request, report), maxlen=0)
    if report.failures:
        raise SourceError(report.failures[0][1], source=backend.name)


def _ask_series(name: str, source: Any) -> object:
    """Ask as a diagnosis does: for the memory of one service within an hour."""
    now = datetime.now(UTC)
    request = SeriesRequest(now - timedelta(hours=1), now, 15, metric="memory", service="orders")
    return SERIES_SERVERS[source.kind](name, source, "UTC").series(request)


EVERY_SOURCE = [
    Kind("prometheus", PrometheusSource, _ask_alerts),
    Kind("prometheus", PrometheusSource, _ask_series),
    Kind("alertmanager", AlertmanagerSource, _ask_alerts),
    Kind(
        "clickhouse",
        ClickhouseSource,
        lambda name, source: ask_logs(ClickhouseBackend(name, source)),
        {"table": "logs"},
    ),
    Kind(
        "elasticsearch",
        ElasticsearchSource,
        lambda name, source: ask_logs(ElasticsearchBackend(name, source, "UTC")),
    ),
    Kind(
        "loki",
        LokiSource,
        lambda name, source: ask_logs(LokiBackend(name, source, "UTC")),
    ),
]
