"""What a claim tells that somebody did is no order when it is told again (section 7)."""

import pytest

from superbiz_agent.grounding.wording import remediates, states_cause

STOPPED = "cart-api 在 11:21:10Z 关闭，11:21:33Z 重新启动。"


@pytest.mark.parametrize(
    ("text", "is_order"),
    [
        ("11:21:33Z：cart-api 重新启动", False),
        ("重新启动 cart-api", True),
        ("建议把 cart-api 重新启动", True),
        ("cart-api 需要重新启动", True),
        ("cart-api 回滚到 3.8.1", True),
    ],
)
def test_a_deed_of_the_claim_is_told_and_not_ordered(text: str, is_order: bool) -> None:
    assert remediates(text, stored=[STOPPED]) is is_order


@pytest.mark.parametrize(
    ("text", "is_cause"),
    [
        ("search-api 触发了 ContainerMemoryHigh。", False),
        ("search-api 触发了告警。", False),
        ("search-api 触发了 cart-api 的崩溃。", True),
    ],
)
def test_an_alert_that_is_set_off_is_no_effect(text: str, is_cause: bool) -> None:
    assert states_cause(text) is is_cause
