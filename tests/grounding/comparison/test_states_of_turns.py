"""Of names that a group tells in turn, each is told of its own time, and no count is one's own."""

import pytest

from superbiz_agent.grounding.comparison.engine import fact_gaps

GROUP = (
    "2026-08-14T09:00:00Z ERROR shop request timed out version=v1.2.0 after 3000ms (shop.log:1); "
    "6 records of this form from 2026-08-14T09:00:00Z to 2026-08-14T09:55:00Z; after 3000ms to "
    "3055ms; with v1.2.0, v1.3.0; in turn v1.2.0 at 2026-08-14T09:00:00Z, v1.3.0 at "
    "2026-08-14T09:30:00Z, v1.2.0 at 2026-08-14T09:50:00Z"
)
NEWER = "2026-08-14T10:05:00Z INFO shop started version=v1.3.0 (shop.log:9)"


@pytest.mark.parametrize(
    "text",
    [
        "shop runs v1.3.0.",
        "shop currently logs v1.3.0.",
        "Currently, shop logs v1.3.0.",
        "v1.3.0 is the current version of shop.",
        "The last version of shop was v1.3.0.",
        "The version of shop is v1.3.0.",
        "shop runs v1.3.0 after v1.2.0.",
        "shop 目前版本为 v1.3.0。",
        "shop 最后的版本是 v1.3.0。",
        "shop 当前运行 v1.3.0。",
        "shop initially ran v1.3.0.",
        "shop 最初运行 v1.3.0。",
        "shop ran v1.3.0 from 09:00:00Z on.",
        "Since 09:50Z, shop ran v1.3.0.",
        "shop 从 09:00:00Z 起运行 v1.3.0。",
        "shop ran v1.2.0 from 09:30Z to 09:50Z.",
        "shop ran v1.3.0 from 09:30Z to 09:55Z.",
        "shop ran v1.2.0 from 09:00Z to 09:55Z.",
        "shop ran v1.3.0 until 09:55Z.",
        "shop 从 09:30Z 到 09:55Z 运行 v1.3.0。",
        "6 requests of shop timed out with v1.3.0.",
        "Six requests of shop timed out with v1.2.0.",
        "shop 的 v1.3.0 有 6 次请求超时。",
    ],
)
def test_a_name_told_out_of_its_turn_is_a_gap(text: str) -> None:
    assert fact_gaps(text, [GROUP])


@pytest.mark.parametrize(
    "text",
    [
        "shop runs v1.2.0.",
        "shop currently logs v1.2.0.",
        "shop runs v1.2.0 again after v1.3.0.",
        "shop 目前版本为 v1.2.0。",
        "shop ran v1.3.0 from 09:30:00Z on.",
        "shop ran v1.3.0 from 09:30Z to 09:50Z.",
        "shop ran v1.2.0 from 09:00Z to 09:30Z.",
        "shop ran v1.2.0 until 09:30Z.",
        "shop 从 09:30Z 到 09:50Z 运行 v1.3.0。",
        "shop logged v1.3.0 at 09:30Z.",
        "6 requests of shop timed out with v1.2.0 and v1.3.0.",
        'shop logged 6 records from 09:00Z to 09:55Z, such as "request timed out version=v1.2.0".',
        "6 requests of shop timed out from 09:00Z to 09:55Z.",
        "shop 的 v1.2.0 和 v1.3.0 共有 6 次请求超时。",
    ],
)
def test_a_name_told_of_its_own_turn_is_carried(text: str) -> None:
    assert not fact_gaps(text, [GROUP])


def test_what_another_line_tells_of_a_name_is_not_judged_by_the_turns() -> None:
    assert not fact_gaps("shop runs v1.3.0.", [GROUP, NEWER])
