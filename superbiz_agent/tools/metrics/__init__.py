"""``query_metrics``: alerts, and metric series once a server holds them."""

from superbiz_agent.tools.metrics.arguments import MetricsArguments
from superbiz_agent.tools.metrics.backend import AlertBackend, AlertListing, AlertRequest
from superbiz_agent.tools.metrics.file_backend import AlertFileBackend
from superbiz_agent.tools.metrics.tool import MetricsTool

__all__ = [
    "AlertBackend",
    "AlertFileBackend",
    "AlertListing",
    "AlertRequest",
    "MetricsArguments",
    "MetricsTool",
]
