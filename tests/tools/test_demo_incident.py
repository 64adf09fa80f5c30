"""The embedded demo incident, as every tool finds it (contract section 2)."""

import json
from datetime import UTC, datetime

import pytest

from superbiz_agent.contracts.evidence import MAX_TEXT_BYTES
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.settings import Settings
from superbiz_agent.tools import demo
from superbiz_agent.tools.base import ToolContext, ToolOutcome
from superbiz_agent.tools.toolbox import build_tools

CONTEXT = ToolContext(window=TimeWindow(), now=datetime(2026, 7, 7, 10, 20, tzinfo=UTC))
TOOLS = build_tools(Settings())


def texts(tool: str, query: str) -> list[str]:
    return [item.text for items in ask(tool, query).items.values() for item in items]


def ask(tool: str, query: str) -> ToolOutcome:
    return TOOLS[tool].run(TOOLS[tool].arguments.model_validate({"query": query}), CONTEXT)


@pytest.mark.parametrize("query", [
    "HikariCP", "HikariPool", "connection pool", "数据库连接池", "连接池耗尽", "active=50/50",
    "waiting", "request timed out after 30000ms", "order-service",
])  # fmt: skip
def test_hikaricp_mock_positive_hits(query: str) -> None:
    found = texts("query_logs", query)
    assert any("order-service" in text and "HikariPool-1" in text for text in found)
    assert not any("payment-service" in text for text in found)


@pytest.mark.parametrize("query", [
    "kafka consumer lag", "redis", "disk full", "deadlock", "OutOfMemoryError", "active=50/500",
    "certificate expired", "generic-service", "inventory-service", "磁盘", "证书过期", "天气",
])  # fmt: skip
def test_hikaricp_mock_no_hit_is_an_empty_list(query: str) -> None:
    outcome = ask("query_logs", query)
    assert outcome.evidence_status == "no_evidence"
    assert list(outcome.items["logs"]) == []


def test_the_alert_reads_as_in_the_contract() -> None:
    for query in ("HighMemoryUsage order-service", "order-service 的内存告警是什么情况？"):
        (text,) = texts("query_metrics", query)[:1]
        assert text.startswith(
            "HighMemoryUsage firing, service=order-service, current=91%, duration=15m, "
        )
        assert "since=2026-07-07T10:00:00Z" in text


def test_the_second_service_is_healthy() -> None:
    (text,) = texts("query_metrics", "payment-service")
    assert text.startswith("HighMemoryUsage resolved, service=payment-service, current=35%, ")
    assert all(" INFO payment-service " in line for line in texts("query_logs", "payment-service"))


def test_one_alert_is_silenced() -> None:
    states = [item.values["state"] for item in ask("query_metrics", "alerts").items["alerts"]]
    assert states == ["firing", "silenced", "resolved"]


@pytest.mark.parametrize(
    ("query", "start"),
    [
        ("HighMemoryUsage", "HighMemoryUsage > Meaning"),
        ("connection pool exhausted", "Connection pool exhausted > "),
        ("HikariCP connection pool", "Connection pool exhausted > "),
        (
            "数据库连接池耗尽怎么排查",
            "数据库连接池耗尽与内存使用率过高 > 数据库连接池耗尽 > 排查步骤",
        ),
        ("内存使用率高怎么办", "数据库连接池耗尽与内存使用率过高 > 内存使用率过高 > "),
    ],
)
def test_a_runbook_answers_in_the_questions_language(query: str, start: str) -> None:
    assert texts("lookup_knowledge", query)[0].startswith(start)


def test_every_demo_text_says_so_within_its_bound() -> None:
    queries = {"query_metrics": "alerts", "query_logs": "*", "lookup_knowledge": "连接池 内存"}
    for tool, query in queries.items():
        found = texts(tool, query)
        assert found
        for text in found:
            assert text.endswith(" [demo]")
            assert len(text.encode()) <= MAX_TEXT_BYTES


def test_the_files_are_plain_and_of_the_day() -> None:
    assert len(json.loads(demo.ALERTS.read_text(encoding="utf-8"))) == 3
    for name, path in demo.LOGS:
        lines = path.read_text(encoding="utf-8").splitlines()
        dated = [line for line in lines if line.startswith("2026-07-07T")]
        assert dated == sorted(dated)
        assert len(dated) >= 12, name
    assert {path.suffix for path in demo.RUNBOOKS.iterdir()} == {".md"}
