"""A value is told in the role that it has: a limit is no present value, p99 no average."""

import pytest

from superbiz_agent.grounding.misreadings.table import misreads

SENSOR = "2026-08-14T09:00:00Z WARN order-service temperature sensor T2 71 C, critical at 95 C"
LAG = "2026-08-14T09:02:00Z INFO order-service replica lag 4s (was 40s)"
MEMORY = "memory of order-service at 91% (limit 85%)"
NETWORK = "2026-08-14T09:04:00Z WARN order-service sent 5 MB, received 500 MB on eth0"
CACHE = "2026-08-14T09:01:00Z WARN order-service cache hit ratio 0.35"
LATENCY = "2026-08-14T09:00:00Z WARN order-service response time p99=850ms threshold=500ms"
VALID = "2026-08-14T09:09:00Z ERROR order-service certificate valid from 2026-08-16T00:00:00Z"


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("order-service replica lag is 40s.", LAG),
        ("order-service 副本延迟为 40s。", LAG),
        ("The memory of order-service is at 85%.", MEMORY),
        ("order-service eth0 发送 500 MB。", NETWORK),
        ("order-service received 5 MB.", NETWORK),
        ("The average response time of order-service is 850ms.", LATENCY),
        ("order-service 的平均响应时间为 850ms。", LATENCY),
        ("The certificate of order-service is valid until 2026-08-16T00:00:00Z.", VALID),
        ("order-service 的证书有效期至 2026-08-16T00:00:00Z。", VALID),
    ],
)
def test_another_role_is_a_misreading(text: str, source: str) -> None:
    assert misreads(text, [source])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("order-service replica lag is 4s.", LAG),
        ("order-service 副本延迟为 4s，之前为 40s。", LAG),
        ("The memory of order-service is at 91%, above its limit of 85%.", MEMORY),
        ("order-service 的内存为 91%，上限为 85%。", MEMORY),
        ("order-service eth0 接收 500 MB。", NETWORK),
        ("order-service sent 5 MB.", NETWORK),
        ("The p99 response time of order-service is 850ms.", LATENCY),
        ("order-service 的 p99 为 850ms。", LATENCY),
        ("The certificate of order-service is valid from 2026-08-16T00:00:00Z.", VALID),
        ("order-service 的 T2 为 71 C，临界为 95 C。", SENSOR),
    ],
)
def test_its_own_role_is_told(text: str, source: str) -> None:
    assert not misreads(text, [source])
