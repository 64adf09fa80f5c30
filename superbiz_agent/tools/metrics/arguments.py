"""What ``query_metrics`` may be asked: alerts, and metric series where a source holds them."""

from pydantic import Field

from superbiz_agent.tools.arguments import MAX_QUERY, IncidentArguments
from superbiz_agent.tools.metrics.promql import MAX_PROMQL

MAX_ALERTS = 50
"""Most alerts that one call shows; the search says how many matched."""


class MetricsArguments(IncidentArguments):
    """What ``query_metrics`` may be asked."""

    query: str = Field(
        min_length=1,
        max_length=MAX_QUERY,
        description="What to look for: alert names, label values or words such as 'memory'. "
        "'alerts' lists all.",
    )
    service: str | None = Field(
        None, max_length=200, description="Only alerts of this service, pod, host or namespace."
    )
    limit: int = Field(MAX_ALERTS, ge=1, le=MAX_ALERTS, description="Most alerts to show.")


class SeriesArguments(MetricsArguments):
    """What ``query_metrics`` may be asked where a source holds metric series."""

    metric: str | None = Field(
        None,
        max_length=200,
        description="Asks metric series instead of alerts: a metric's exact name, a topic (memory, "
        "cpu, latency, errors, restarts, connections, disk ...) or 'overview'.",
    )
    promql: str | None = Field(
        None,
        max_length=MAX_PROMQL,
        description="Asks the series of a PromQL expression instead; no offset, no @.",
    )

    @property
    def asks_series(self) -> bool:
        """Whether series are asked for, and not alerts."""
        return bool(self.metric or self.promql)
