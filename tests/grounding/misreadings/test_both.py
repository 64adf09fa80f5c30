"""What is told of both of two is carried by each of them (section 7)."""

import pytest

from superbiz_agent.grounding.misreadings.table import misreads

FAILED = "2026-08-14T09:00:00Z ERROR order-service backup failed: disk full"
FINISHED = "2026-08-14T09:05:00Z INFO cart-service backup finished in 40s"
FAILED_TOO = "2026-08-14T09:05:00Z ERROR cart-service backup failed: no route"


@pytest.mark.parametrize(
    "text",
    [
        "Both backups failed.",
        "order-service failed its backup; cart-service did, too.",
        "order-service 和 cart-service 的备份都失败了。",
        "order-service 与 cart-service 备份均失败。",
    ],
)
def test_one_outcome_is_told_of_two_only_where_both_had_it(text: str) -> None:
    assert misreads(text, [FAILED, FINISHED])
    assert not misreads(text, [FAILED, FAILED_TOO])


@pytest.mark.parametrize(
    "text",
    [
        "The backup of order-service failed and that of cart-service finished.",
        "order-service 的备份失败，而 cart-service 的备份完成。",
    ],
)
def test_an_outcome_each_is_no_outcome_of_both(text: str) -> None:
    assert not misreads(text, [FAILED, FINISHED])
