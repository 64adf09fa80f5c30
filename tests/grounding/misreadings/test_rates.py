"""A rate, an interval or a run is told where a line tells it or comes to it."""

import pytest

from superbiz_agent.grounding.misreadings.table import misreads

ORDERS = "2026-08-14T09:00:00Z INFO order-service processed 12000 orders in 60s, 36 failed"
THROUGHPUT = "2026-08-14T09:00:00Z INFO api-gw throughput 40 req/s"
BACKUP = "2026-08-14T09:00:00Z INFO the daily backup took 40s, every 15m a snapshot"
ALERT = "HighMemory firing, service=api-gw, current=91%, duration=15m, severity=critical"
FAILED = "2026-08-14T09:00:00Z WARN api-gw failed 14 times"
IN_A_ROW = "2026-08-14T09:00:00Z WARN api-gw failed 14 times in a row"


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("order-service processed 12000 orders per second.", ORDERS),
        ("order-service 每小时处理 12000 个订单。", ORDERS),
        ("order-service failed 36 orders an hour.", ORDERS),
        ("api-gw served 40 requests per minute.", THROUGHPUT),
        ("HighMemory of api-gw fires every 15m.", ALERT),
        ("HighMemory 每 15 分钟触发一次。", ALERT),
        ("api-gw failed 14 times in a row.", FAILED),
        ("api-gw 连续失败 14 次。", FAILED),
        ("api-gw fails daily.", FAILED),
        ("api-gw 每天失败 14 次。", FAILED),
    ],
)
def test_a_rate_that_no_line_tells_is_a_misreading(text: str, source: str) -> None:
    assert misreads(text, [source])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("order-service processed 200 orders per second.", ORDERS),
        ("order-service 每分钟处理 12000 个订单。", ORDERS),
        ("order-service processed 12000 orders in 60s.", ORDERS),
        ("api-gw 每秒 40 个请求。", THROUGHPUT),
        ("The daily backup took 40s.", BACKUP),
        ("api-gw has been above it for 15m.", ALERT),
        ("api-gw 连续失败 14 次。", IN_A_ROW),
        ("api-gw failed 14 times.", IN_A_ROW),
    ],
)
def test_a_rate_that_a_line_tells_or_comes_to_is_told(text: str, source: str) -> None:
    assert not misreads(text, [source])
