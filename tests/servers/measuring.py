"""One world of metric series in real servers, so that each kind of metric is there once.

| series | over the last six hours, one value each 15 s |
|---|---|
| container_memory_working_set_bytes of order-service-7d9 | 1.25 GiB, then 40 min up to 3.75 |
| the same of ``payment-service-8c1`` | 512 MiB |
| http_requests_total of both services | 10/s and 2/s; that of order-service restarted once |
| gateway_requests_total of ``edge`` | 9/s of status 200, 0.5/s of 503 |
| kube_pod_container_status_restarts_total | order-service-7d9 from 2 to 5 |
| http_request_duration_seconds, a histogram of order-service | below 0.25 s, then 2.5 s |
| queue_depth of worker-1 | ends 30 min ago; has a gap of 10 min |
| battery_ratio of worker-2 | NaN now and then |
"""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from tests.servers.prometheus import Samples, prometheus, victoria_metrics

STEP = 15.0
HOURS = 6
GIB = 2.0**30
ODD = 'api "v2"\\beta'
"""A service whose name PromQL must have escaped."""


@dataclass(frozen=True)
class Measuring:
    """The addresses of the servers; ``now`` is when the data ends, on a whole minute."""

    prometheus: str
    victoria: str
    now: datetime

    def before(self, **ago: float) -> datetime:
        """The instant so long before ``now``."""
        return self.now - timedelta(**ago)


def _series(
    name: str, labels: dict[str, str], now: float, value: Callable[[float], float | None]
) -> Samples:
    """A series whose value is a function of the minutes that are left until ``now``."""
    count = int(HOURS * 3600 / STEP) + 1
    instants = [now - STEP * index for index in reversed(range(count))]
    points = [(at, value((now - at) / 60)) for at in instants]
    return Samples(name, labels, [(at, each) for at, each in points if each is not None])


def _climbing(left: float) -> float:
    return GIB * (1.25 if left >= 40 else 1.25 + 2.5 * (40 - left) / 40)


def _counted(rate: float, restart: float = -1) -> Callable[[float], float]:
    """A counter that grows by ``rate`` a second, begun anew ``restart`` minutes before now."""

    def value(left: float) -> float:
        since = HOURS * 60 if left > restart else restart
        return round(rate * 60 * (since - left))

    return value


def measured(now: float) -> list[Samples]:
    """Every series of the table above."""
    order = {"service": "order-service", "pod": "order-service-7d9", "namespace": "shop"}
    payment = {"service": "payment-service", "pod": "payment-service-8c1", "namespace": "shop"}
    memory = "container_memory_working_set_bytes"
    duration = {"service": "order-service", "job": "order-service"}
    bucket = "http_request_duration_seconds_bucket"
    slow = 20
    return [
        _series(memory, {**order, "container": "app"}, now, _climbing),
        _series(memory, {**payment, "container": "app"}, now, lambda _: GIB / 2),
        _series("http_requests_total", {**order, "code": "200"}, now, _counted(10, restart=30)),
        _series("http_requests_total", {**payment, "code": "200"}, now, _counted(2)),
        *(
            _series("gateway_requests_total", {"service": "edge", "status": status}, now, each)
            for status, each in (("200", _counted(9)), ("503", _counted(0.5)))
        ),
        _series("http_requests_total", {"service": ODD, "code": "200"}, now, _counted(1)),
        _series(
            "kube_pod_container_status_restarts_total",
            {**order, "container": "app"},
            now,
            lambda left: 2 if left > 25 else 3 if left > 15 else 5,
        ),
        *(
            _series(bucket, {**duration, "le": le}, now, _bucket(float(le), slow))
            for le in ("0.1", "0.25", "1", "2.5", "+Inf")
        ),
        _series("http_request_duration_seconds_count", duration, now, _counted(10)),
        _series("http_request_duration_seconds_sum", duration, now, _counted(2)),
        _series(
            "queue_depth",
            {"instance": "worker-1:9100", "job": "worker"},
            now,
            lambda left: None if left < 30 or 45 <= left < 55 else 12,
        ),
        _series(
            "battery_ratio",
            {"instance": "worker-2:9100", "job": "worker"},
            now,
            lambda left: float("nan") if 10 <= left < 12 else 0.75,
        ),
        _series("up", {"job": "order-service", "instance": "order-1:8080"}, now, lambda _: 1),
    ]


def _bucket(bound: float, slow: float) -> Callable[[float], float]:
    """Ten requests a second; until ``slow`` minutes before now all take 0.1 s to 0.25 s, then 1 s
    to 2.5 s."""

    def value(left: float) -> float:
        fast = 600 * (HOURS * 60 - max(left, slow))
        late = 600 * max(0.0, slow - left)
        return round((fast if bound >= 0.25 else 0) + (late if bound >= 2.5 else 0))

    return value


@pytest.fixture(scope="session")
def measuring(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Measuring]:
    """Prometheus and VictoriaMetrics that hold the same series."""
    folder = tmp_path_factory.mktemp("measuring")
    now = time.time() // 60 * 60
    series = measured(now)
    with ExitStack() as stack:
        server = stack.enter_context(prometheus(folder, series=series))
        victoria = stack.enter_context(victoria_metrics(folder, series=series))
        yield Measuring(server, victoria, datetime.fromtimestamp(now, UTC))
