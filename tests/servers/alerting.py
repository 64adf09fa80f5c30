"""One world of alerts in real servers: what fires now, what fired in the past, what is silenced.

| alert | where | state |
|---|---|---|
| HighMemoryUsage, pods ``order-1`` and ``order-2`` | everywhere | firing |
| NodeDown, node ``node-2`` | everywhere | firing; inhibits what else is of that node |
| PodNotReady, pod ``cart-1`` of ``node-2`` | everywhere | firing; inhibited in Alertmanager |
| ReportLate, service ``reports`` | everywhere | firing; silenced in Alertmanager |
| DiskAlmostFull, service ``checkout`` | everywhere | pending |
| ShortSpike, service ``search`` | everywhere | fired for some seconds, then over |
| QueueFull | everywhere | a rule that does not fire |
| HighMemoryUsage, pods ``payment-1``, ``payment-2`` | the past, ``PAST`` | over |
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from superbiz_agent.evals.servers.past_alerts import Past
from tests.real_servers import wait_for
from tests.servers.prometheus import (
    Samples,
    alertmanager,
    prometheus,
    steady,
    victoria_metrics,
    vmalert,
)

MINUTE = 60.0
HOUR = 3600.0
COMMENT = "the nightly report is being repaired"
AUTHOR = "chen.li"
ACTIVE = {"HighMemoryUsage", "NodeDown", "PodNotReady", "ReportLate", "DiskAlmostFull"}
"""The alerts that are active for as long as the servers run."""


@dataclass(frozen=True)
class Alerting:
    """The addresses of the servers, and the instants of what is in them; ``now`` is when the data
    ends, on a whole minute."""

    prometheus: str
    alertmanager: str
    victoria: str
    vmalert: str
    now: datetime
    past: Sequence[Past]

    def before(self, **ago: float) -> datetime:
        """The instant so long before ``now``."""
        return self.now - timedelta(**ago)


def _memory(pod: str) -> dict[str, str]:
    service = f"{pod.rpartition('-')[0]}-service"
    return {"alertname": "HighMemoryUsage", "service": service, "pod": pod, "severity": "critical"}


def past_alerts(now: float) -> list[Past]:
    """Two pods, of which the first fires once more an hour later."""
    first, second = _memory("payment-1"), _memory("payment-2")
    return [
        Past(first, now - 180 * MINUTE, now - 175 * MINUTE, now - 145 * MINUTE),
        Past(second, now - 170 * MINUTE, now - 165 * MINUTE, now - 150 * MINUTE),
        Past(first, now - 90 * MINUTE, now - 85 * MINUTE, now - 80 * MINUTE),
    ]


def measured(now: float) -> list[Samples]:
    """What is scraped: six hours of a few targets, up to ``now``."""
    start = now - 6 * HOUR
    ratio = {"order-1": 0.91, "order-2": 0.97, "payment-1": 0.4}
    return [
        *(
            steady("up", {"job": job, "instance": f"{job}:8080"}, 1, start, now, 30)
            for job in ("order-service", "payment-service", "checkout", "search")
        ),
        *(
            steady("memory_used_ratio", _target(pod), value, start, now, 30)
            for pod, value in ratio.items()
        ),
        steady("node_up", {"node": "node-2", "severity": "critical"}, 0, start, now, 30),
        steady("pod_ready", {"pod": "cart-1", "node": "node-2"}, 0, start, now, 30),
        steady("report_age_seconds", {"service": "reports"}, 90_000, start, now, 30),
        steady("disk_used_ratio", {"service": "checkout", "disk": "/data"}, 0.93, start, now, 30),
        steady("queue_length", {"service": "checkout"}, 3, start, now, 30),
    ]


def _target(pod: str) -> dict[str, str]:
    return {"service": f"{pod.rpartition('-')[0]}-service", "pod": pod}


def rules(folder: Path, spike_ends: float) -> Path:
    """Write the rules as a file that Prometheus and vmalert load. The spike is over at
    ``spike_ends``, seconds of the epoch."""
    summary = {"summary": "memory of {{ $labels.pod }} is nearly used up"}
    page = {"runbook_url": "https://runbooks.example.org/HighMemoryUsage"}
    value = {"current": "{{ $value | humanizePercentage }}"}
    critical = {"severity": "critical"}
    listed = [
        _rule("HighMemoryUsage", _latest("memory_used_ratio", "> 0.9"), critical,
              {**summary, **page, **value}),
        _rule("NodeDown", _latest("node_up", "== 0")),
        _rule("PodNotReady", _latest("pod_ready", "== 0"), {"severity": "warning"}),
        _rule("ReportLate", _latest("report_age_seconds", "> 86400")),
        {**_rule("DiskAlmostFull", _latest("disk_used_ratio", "> 0.9")), "for": "6h"},
        _rule("ShortSpike", f"vector(time()) < {spike_ends:.0f}", {"service": "search"}),
        _rule("QueueFull", _latest("queue_length", "> 1000")),
    ]  # fmt: skip
    path = folder / "rules.json"
    path.write_text(json.dumps({"groups": [{"name": "shop", "interval": "1s", "rules": listed}]}))
    return path


def _latest(metric: str, condition: str) -> str:
    return f"last_over_time({metric}[2h]) {condition}"


def _rule(
    name: str,
    expression: str,
    labels: Mapping[str, str] | None = None,
    annotations: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    rule = {"alert": name, "expr": expression}
    return {**rule, "labels": labels or {}, "annotations": annotations or {}}


NOTIFYING: Mapping[str, object] = {
    "route": {"receiver": "shop-on-call", "group_wait": "1s"},
    "receivers": [{"name": "shop-on-call"}],
    "inhibit_rules": [
        {
            "source_matchers": ["alertname = NodeDown"],
            "target_matchers": ["alertname != NodeDown"],
            "equal": ["node"],
        }
    ],
}


def silence(url: str, now: datetime, ends: datetime) -> None:
    """Silence ReportLate in the Alertmanager at ``url``."""
    matcher = {"name": "alertname", "value": "ReportLate", "isRegex": False, "isEqual": True}
    body = {
        "matchers": [matcher],
        "startsAt": now.isoformat(),
        "endsAt": ends.isoformat(),
        "createdBy": AUTHOR,
        "comment": COMMENT,
    }
    httpx.post(f"{url}/api/v2/silences", json=body, trust_env=False).raise_for_status()


def _names(url: str) -> set[str]:
    found = httpx.get(url, trust_env=False).json()
    listed = found if isinstance(found, list) else found["data"]["alerts"] or []
    return {each["labels"].get("alertname") or each["name"] for each in listed}


@pytest.fixture(scope="session")
def alerting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Alerting]:
    """Prometheus, Alertmanager, VictoriaMetrics and vmalert, with rules that fire."""
    folder = tmp_path_factory.mktemp("alerting")
    clock = time.time()
    now = clock - clock % MINUTE
    past = past_alerts(now)
    series = [*measured(now), *(each for alert in past for each in alert.samples())]
    loaded = [rules(folder, clock + 8)]
    start = datetime.fromtimestamp(now, UTC)
    with ExitStack() as stack:
        notifier = stack.enter_context(alertmanager(folder, NOTIFYING))
        silence(notifier, datetime.now(UTC), start + timedelta(hours=4))
        server = stack.enter_context(
            prometheus(folder, series=series, rules=loaded, alertmanager=notifier)
        )
        victoria = stack.enter_context(victoria_metrics(folder, series=series))
        alerts = stack.enter_context(vmalert(folder, loaded, victoria=victoria))
        for url in (f"{server}/api/v1/alerts", f"{alerts}/api/v1/alerts"):
            wait_for(lambda u=url: _names(u) >= ACTIVE, f"{url} lists no alerts")
        firing = ACTIVE - {"DiskAlmostFull"}
        wait_for(lambda: _names(f"{notifier}/api/v2/alerts") >= firing, "no alert is notified")
        yield Alerting(server, notifier, victoria, alerts, start, past)
