"""Real servers of metrics and alerts: Prometheus, Alertmanager, VictoriaMetrics with vmalert."""

from superbiz_agent.evals.servers import metrics
from superbiz_agent.evals.servers.metrics import Point, Samples, openmetrics, send_series, steady
from tests.real_servers import or_skipped

__all__ = ["Point", "Samples", "openmetrics", "send_series", "steady"]

prometheus = or_skipped(metrics.prometheus)
alertmanager = or_skipped(metrics.alertmanager)
victoria_metrics = or_skipped(metrics.victoria_metrics)
vmalert = or_skipped(metrics.vmalert)
