"""Names that a group tells in turn keep their instants."""

import pytest

from superbiz_agent.grounding.comparison.engine import fact_gaps

GROUP = (
    "2026-08-04T09:02:00Z INFO shop v4.6.9 started (shop.log:3); 3 records of this form from "
    "2026-08-04T09:02:00Z to 2026-08-04T09:48:00Z; with v4.6.9, v4.7.0; in turn v4.6.9 at "
    "2026-08-04T09:02:00Z, v4.7.0 at 2026-08-04T09:20:00Z, v4.6.9 at 2026-08-04T09:48:00Z"
)


@pytest.mark.parametrize(
    "text",
    [
        "shop v4.7.0 started at 2026-08-04T09:20:00Z.",
        "v4.6.9 started at 09:02 UTC, v4.7.0 at 09:20 UTC, and v4.6.9 at 09:48 UTC.",
        "v4.7.0 started at 17:20 +08:00.",
        "3 records of v4.6.9 and v4.7.0 from 2026-08-04T09:02:00Z to 2026-08-04T09:48:00Z.",
        "2026-08-04T09:48:00Z 启动了 v4.6.9。",
        "The records end at 2026-08-04T09:48:00Z. Others are of v4.7.0.",
    ],
)
def test_each_name_at_its_own_instant_is_carried(text: str) -> None:
    assert not fact_gaps(text, [GROUP])


@pytest.mark.parametrize(
    "text",
    [
        "shop v4.7.0 started at 2026-08-04T09:48:00Z.",
        "At 2026-08-04T09:20:00Z, v4.6.9 started.",
        "v4.7.0 started at 09:02 UTC.",
        "v4.6.9 started at 09:20 UTC, v4.7.0 at 09:02 UTC.",
        "2026-08-04T09:20:00Z 启动了 v4.6.9。",
        "Since 2026-08-04T09:48:00Z, shop runs v4.7.0.",
    ],
)
def test_a_name_at_the_instant_of_another_is_a_gap(text: str) -> None:
    assert fact_gaps(text, [GROUP])
