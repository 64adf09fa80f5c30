"""An exception, "not necessarily" and "not only" are kept where they are told again."""

import pytest

from superbiz_agent.grounding.misreadings.table import misreads

EXCEPTION = (
    "2026-08-14T09:00:00Z WARN order-service no errors other than 12 time-outs in the last run"
)
CHINESE = "2026-08-14T09:00:00Z WARN order-service 除 12 次超时外没有错误"
MAYBE = "2026-08-14T09:01:00Z INFO order-service does not necessarily retry after 3000ms"
NOT_THE_ONLY = "2026-08-14T09:02:00Z INFO order-service 并非只有 orders-db-1 一个上游"
BOTH = (
    "2026-08-14T09:03:00Z ERROR order-service not only orders-db-1 but also orders-db-2 "
    "refused connections"
)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("order-service had no time-outs in the last run.", EXCEPTION),
        ("order-service 没有超时。", CHINESE),
        ("order-service does not retry after 3000ms.", MAYBE),
        ("order-service 3000ms 后不重试。", MAYBE),
        ("The only upstream of order-service is orders-db-1.", NOT_THE_ONLY),
        ("Only orders-db-1 refused connections of order-service.", BOTH),
        ("order-service 仅 orders-db-1 拒绝连接。", BOTH),
        ("order-service 仅 orders-db-2 拒绝连接。", BOTH),
    ],
)
def test_a_lost_word_of_scope_is_a_misreading(text: str, source: str) -> None:
    assert misreads(text, [source])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("order-service had no errors other than 12 time-outs.", EXCEPTION),
        ("order-service had 12 time-outs in the last run.", EXCEPTION),
        ("order-service 上次运行除 12 次超时外没有错误。", EXCEPTION),
        ("order-service 有 12 次超时。", CHINESE),
        ("除 12 次超时之外，order-service 没有错误。", CHINESE),
        ("After 3000ms order-service does not necessarily retry.", MAYBE),
        ("order-service 3000ms 后未必重试。", MAYBE),
        ("orders-db-1 is not the only upstream of order-service.", NOT_THE_ONLY),
        ("orders-db-1 and orders-db-2 refused connections of order-service.", BOTH),
        ("不仅 orders-db-1，orders-db-2 也拒绝连接。", BOTH),
    ],
)
def test_what_keeps_it_is_told(text: str, source: str) -> None:
    assert not misreads(text, [source])
