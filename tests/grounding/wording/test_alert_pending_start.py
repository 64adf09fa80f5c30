"""An alert fires later than it became pending: the one instant is not told as the other."""

import pytest

from superbiz_agent.grounding.wording.alert_fields import misgives_own_field

LINE = (
    "SlowFor firing, current=0, duration=5m, job=shop-api, since=2026-11-30T21:45:27Z, "
    "pending_since=2026-11-30T21:41:27Z, precision=2s, receivers=none"
)
NOTICED = "SlowFor firing, duration=9m, job=shop-api, since=2026-11-30T21:41:27Z"


@pytest.mark.parametrize(
    ("text", "is_wrong"),
    [
        ("Since 2026-11-30T21:41:27Z, alert SlowFor is firing.", True),
        ("Alert SlowFor has been firing since 2026-11-30T21:41:27Z.", True),
        ("Alert SlowFor started firing at 21:41:27.", True),
        ("Alert SlowFor fired at 2026-11-30T21:41:27Z.", True),
        ("自 2026-11-30T21:41:27Z 起，告警 SlowFor 的状态是 firing。", True),
        ("告警 SlowFor 从 2026-11-30T21:41:27Z 开始触发。", True),
        ("Since 2026-11-30T21:45:27Z, alert SlowFor is firing.", False),
        ("Alert SlowFor is firing, active since 2026-11-30T21:41:27Z.", False),
        ("Alert SlowFor became pending at 2026-11-30T21:41:27Z.", False),
        (
            (
                "Alert SlowFor was pending since 2026-11-30T21:41:27Z and is firing since "
                "2026-11-30T21:45:27Z."
            ),
            False,
        ),
        (
            (
                "Alert SlowFor is firing: since=2026-11-30T21:45:27Z, "
                "pending_since=2026-11-30T21:41:27Z."
            ),
            False,
        ),
        ("自 2026-11-30T21:45:27Z 起，告警 SlowFor 的状态是 firing。", False),
        ("告警 SlowFor 的状态是 firing，自 2026-11-30T21:41:27Z 起活跃。", False),
        ("告警 SlowFor 从 2026-11-30T21:41:27Z 起待触发，现在正在触发。", False),
    ],
)
def test_the_start_of_waiting_is_not_that_of_firing(text: str, is_wrong: bool) -> None:
    assert misgives_own_field(text, [LINE]) is is_wrong


def test_a_line_that_tells_one_start_is_told_by_it() -> None:
    text = "Since 2026-11-30T21:41:27Z, alert SlowFor is firing."
    assert not misgives_own_field(text, [NOTICED])
