"""Which backend asks which kind of server (``[sources.NAME]``, ``settings/sources.py``)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from superbiz_agent.settings import Settings
from superbiz_agent.settings.sources import SourceTable
from superbiz_agent.tools.logs.backend import LogBackend
from superbiz_agent.tools.logs.servers.clickhouse import ClickhouseBackend
from superbiz_agent.tools.logs.servers.elasticsearch import ElasticsearchBackend
from superbiz_agent.tools.logs.servers.journald import JournaldBackend
from superbiz_agent.tools.logs.servers.loki import LokiBackend
from superbiz_agent.tools.metrics.alertmanager import AlertmanagerAlerts
from superbiz_agent.tools.metrics.backend import AlertBackend
from superbiz_agent.tools.metrics.prometheus_alerts import PrometheusAlerts
from superbiz_agent.tools.metrics.prometheus_series import PrometheusSeries
from superbiz_agent.tools.metrics.series import SeriesBackend

Maker: TypeAlias = Callable[[str, Any, str], Any]
"""Makes a backend of its name, its table and the zone of instants that name none. Nothing is
opened before it is asked; ``check`` asks what a diagnosis would, for ``superbiz doctor``."""

ALERT_SERVERS: Mapping[str, Maker] = {
    "prometheus": PrometheusAlerts,
    "alertmanager": AlertmanagerAlerts,
}
"""Kind -> backend of ``query_metrics``."""

SERIES_SERVERS: Mapping[str, Maker] = {"prometheus": PrometheusSeries}
"""Kind -> backend of the metric series of ``query_metrics``."""

LOG_SERVERS: Mapping[str, Maker] = {
    "clickhouse": ClickhouseBackend,
    "elasticsearch": ElasticsearchBackend,
    "journald": JournaldBackend,
    "loki": LokiBackend,
}
"""Kind -> backend of ``query_logs``."""


@dataclass(frozen=True)
class ServerBackends:
    """The backends of all servers, by the tool that asks them."""

    alerts: list[AlertBackend] = field(default_factory=list[AlertBackend])
    series: list[SeriesBackend] = field(default_factory=list[SeriesBackend])
    logs: list[LogBackend] = field(default_factory=list[LogBackend])


def server_backends(settings: Settings) -> ServerBackends:
    """Make a backend of each source that is a server."""
    found = ServerBackends()
    for name, source in settings.sources.items():
        if maker := SERIES_SERVERS.get(source.kind):
            found.series.append(maker(name, source, source.timezone or settings.timezone))
        if backend := make_backend(name, source, settings):
            (found.alerts if source.kind in ALERT_SERVERS else found.logs).append(backend)
    return found


def servers_asked_by(settings: Settings) -> Mapping[str, list[str]]:
    """Return tool name -> the names of the servers that it asks; nothing is opened."""
    names = {"query_metrics": list[str](), "query_logs": list[str]()}
    for name, source in settings.sources.items():
        names["query_metrics" if source.kind in ALERT_SERVERS else "query_logs"].append(name)
    return names


def make_backend(name: str, source: SourceTable, settings: Settings) -> Any:
    """Make the backend of one source."""
    kind = str(getattr(source, "kind", ""))
    maker = ALERT_SERVERS.get(kind) or LOG_SERVERS.get(kind)
    return maker(name, source, source.timezone or settings.timezone) if maker else None


def check_source(name: str, source: SourceTable, settings: Settings) -> str:
    """Ask a server on every path on which a diagnosis asks it, and return what came of it.

    Raises ``SourceError`` if it cannot be asked.
    """
    told = [make_backend(name, source, settings).check()]
    if maker := SERIES_SERVERS.get(str(getattr(source, "kind", ""))):
        told.append(maker(name, source, source.timezone or settings.timezone).check())
    return "; ".join(told)
