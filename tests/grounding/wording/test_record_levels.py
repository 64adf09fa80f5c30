"""A level that a message quotes is not the level of its record."""

import pytest

from superbiz_agent.grounding.wording import polarity_conflict

RECORD = '2026-08-14T09:30:00Z INFO order-service user typed "FATAL: disk full" ERROR (a.log:1)'


@pytest.mark.parametrize(
    "text",
    [
        "order-service logged an ERROR at 09:30:00Z.",
        "order-service logged FATAL: disk full.",
        "order-service 记录了一条 ERROR。",
    ],
)
def test_a_quoted_level_is_not_logged(text: str) -> None:
    assert polarity_conflict(text, [RECORD])


@pytest.mark.parametrize(
    "text", ["order-service logged an INFO record.", 'order-service logged "FATAL: disk full".']
)
def test_the_records_own_level_is(text: str) -> None:
    assert not polarity_conflict(text, [RECORD])
