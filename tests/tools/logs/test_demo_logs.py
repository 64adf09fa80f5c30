"""The embedded incident is found by real matching alone (contract section 2)."""

import pytest

from superbiz_agent.contracts.evidence import DEMO_SUFFIX
from superbiz_agent.tools import demo
from superbiz_agent.tools.logs import FileLogBackend

FOUND_BY = (
    "HikariCP", "HikariPool", "connection pool", "数据库连接池", "连接池耗尽", "active=50/50",
    "waiting", "request timed out after 30000ms", "order-service",
)  # fmt: skip
NOT_FOUND_BY = (
    "kafka", "redis", "disk full", "certificate expired", "OOMKilled", "消息队列积压",
    "磁盘空间不足", "generic-service", "active=50/500", "nginx 502", "死锁",
)  # fmt: skip


@pytest.fixture
def backends() -> list[FileLogBackend]:
    return [FileLogBackend(name, path, demo=True) for name, path in demo.LOGS]


@pytest.mark.parametrize("query", FOUND_BY)
def test_the_demo_records_are_found_by(search, backends, query: str) -> None:
    outcome = search(backends, query)
    assert outcome.demo is True
    texts = [item.text for item in outcome.items["logs"]]
    assert any("HikariPool-1" in text and " order-service " in text for text in texts)
    assert all(text.endswith(DEMO_SUFFIX) for text in texts)


@pytest.mark.parametrize("query", NOT_FOUND_BY)
def test_the_demo_records_are_not_found_by(search, backends, query: str) -> None:
    outcome = search(backends, query)
    assert outcome.items["logs"] == []
    assert outcome.evidence_status == "no_evidence"
    assert outcome.search.matched == 0
