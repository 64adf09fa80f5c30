"""Polarity is turned in no pair of languages, and by no word of the tables (contract section 7)."""

import pytest

from superbiz_agent.grounding.wording import is_hedged, polarity_conflict, states_cause

TIMEOUT = "ERROR order-service HikariPool-1 - request timed out after 30000ms"
LOCK = "WARN order-service could not acquire lock orders_lock after 3 attempts"
RECOVERED = "INFO payment-service recovered, connection to redis-1 restored"
CRASHED = "ERROR pod-2 crashed, exit code 137"
ALERT = "HighMemoryUsage firing, service=order-service, current=91%, duration=15m"


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("order-service 请求未超时。", TIMEOUT),
        ("order-service 请求并未超时。", TIMEOUT),
        ("order-service 请求在 30000ms 内成功。", TIMEOUT),
        ("order-service 成功获取 orders_lock。", LOCK),
        ("payment-service 未恢复。", RECOVERED),
        ("pod-2 正在运行。", CRASHED),
        ("pod-2 is running.", "pod-2 崩溃，退出码 137"),
        ("HighMemoryUsage 未触发。", ALERT),
        ("order-service 的 HighMemoryUsage 已结束。", ALERT),
        ("order-service 的 HighMemoryUsage 是误报。", ALERT),
        ("HighMemoryUsage ended for order-service", ALERT),
        ("HighMemoryUsage is a false alarm for order-service", ALERT),
        ("HighMemoryUsage rarely fires for order-service", ALERT),
        ("order-service memory of 91% is harmless", ALERT),
        ("order-service 内存 91%，尚可。", ALERT),
        ("order-service is unaffected", ALERT),
        ("order-service 不受影响。", ALERT),
    ],
)
def test_a_turned_polarity_is_a_conflict(text: str, source: str) -> None:
    assert polarity_conflict(text, [source])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("order-service 请求超时。", TIMEOUT),
        ("order-service 请求在 30 秒后失败。", TIMEOUT),
        ("order-service 未能获取 orders_lock。", LOCK),
        ("order-service 无法获取 orders_lock。", LOCK),
        ("payment-service 已恢复。", RECOVERED),
        ("pod-2 崩溃。", CRASHED),
        ("order-service 告警 HighMemoryUsage 正在触发。", ALERT),
        ("gateway 的健康检查成功。", "INFO gateway health check of order-service succeeded"),
        ("发布完成。", "rollout of order-service finished in 42 s"),
    ],
)  # fmt: skip
def test_a_translation_is_none(text: str, source: str) -> None:
    assert not polarity_conflict(text, [source])


@pytest.mark.parametrize(
    "text",
    [
        "As suspected, a leak keeps connections.",
        "Not merely likely: a leak keeps connections.",
        "The hypothesis holds: a slow query holds connections.",
        "假设成立：慢查询占用连接。",
        "正如推断，存在连接泄漏。",
    ],
)
def test_a_hedge_that_affirms_is_none(text: str) -> None:
    assert not is_hedged(text)


@pytest.mark.parametrize(
    "text",
    [
        "It failed thanks to a slow query.",
        "A slow query is at fault.",
        "The pool broke it.",
        "元凶是慢查询。",
        "问题出在连接池。",
        "慢查询所致。",
    ],
)
def test_every_way_to_blame_names_a_cause(text: str) -> None:
    assert states_cause(text)


def test_a_gap_that_says_what_is_therefore_missing_names_none() -> None:
    assert not states_cause("query_metrics 查询失败，因此缺少指标证据。")
