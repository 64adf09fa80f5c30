"""A number is told with the outcome that its own part of a line tells."""

import pytest

from superbiz_agent.grounding.misreadings.table import misreads

SESSIONS = "2026-08-14T09:00:00Z WARN order-service almost 2000 sessions expired, 150 renewed"
UPSTREAM = "2026-08-14T09:00:00Z ERROR upstream inventory-api answered 503 for 5 of 20 requests"
NODES = "2026-08-14T09:00:00Z INFO order-service accepted 20 of 25 candidate nodes, node-9 excluded"
JOBS = "2026-08-14T09:00:00Z INFO 150 jobs processed, 7 skipped"


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("order-service 2000 sessions were renewed.", SESSIONS),
        ("order-service 有 150 个会话过期。", SESSIONS),
        ("inventory-api 的 20 个请求中有 5 个成功。", UPSTREAM),
        ("5 of 20 requests succeeded.", UPSTREAM),
        ("order-service accepted node-9.", NODES),
        ("order-service excluded 20 of 25 candidate nodes.", NODES),
        ("150 jobs were skipped.", JOBS),
        ("处理了 7 个任务。", JOBS),
    ],
)
def test_the_outcome_of_another_number_is_a_misreading(text: str, source: str) -> None:
    assert misreads(text, [source])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("150 sessions of order-service were renewed.", SESSIONS),
        ("order-service 有近 2000 个会话过期。", SESSIONS),
        ("inventory-api 的 20 个请求中有 5 个失败。", UPSTREAM),
        ("order-service excluded node-9.", NODES),
        ("order-service 排除了 node-9。", NODES),
        ("order-service accepted 20 of 25 candidate nodes.", NODES),
        ("150 jobs were processed and 7 skipped.", JOBS),
        ("跳过了 7 个任务。", JOBS),
    ],
)
def test_its_own_outcome_is_told(text: str, source: str) -> None:
    assert not misreads(text, [source])
