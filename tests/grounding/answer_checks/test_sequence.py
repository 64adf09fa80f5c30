"""A word of order or cause at a sentence's head speaks of the sentence before it (section 7)."""

import pytest

from superbiz_agent.grounding.answer_checks.answer import check_answer
from tests.grounding.answer_material import claim, composer_input, reply

LATE = "HighMemoryUsage of order-service is firing since 2026-08-14T09:45:00Z"
EARLY = "DiskFull of payment-service is firing since 2026-08-14T08:00:00Z"
TWO = composer_input(
    allowed_claims=[
        claim("claim-1", f"{LATE}, current=91%.", "observation", "confirmed"),
        claim("claim-2", f"{EARLY}, current=97%.", "observation", "confirmed"),
    ]
)
A, B = "HighMemoryUsage of order-service {} [claim-1].", "DiskFull of payment-service {} [claim-2]."
A_ZH = "order-service 的 HighMemoryUsage {} [claim-1]。"
B_ZH = "payment-service 的 DiskFull {} [claim-2]。"


def rules_of(text: str) -> set[str]:
    return {each.rule_id for each in check_answer(TWO, reply(text))}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("{}", "Later, {}"),
        ("{}", "Then {}"),
        ("1. First: {}", "\n2. Then: {}"),
        ("{}", "After that, {}"),
    ],
)
def test_what_came_later_is_told_later(first: str, second: str) -> None:
    early, late = B.format("fired"), A.format("fired")
    assert rules_of(f"{first.format(early)} {second.format(late)}") == set()
    assert "answer.new_fact" in rules_of(f"{first.format(late)} {second.format(early)}")


@pytest.mark.parametrize("word", ["接着 ", "之后 ", "随后，"])
def test_what_came_later_is_told_later_in_chinese(word: str) -> None:
    assert rules_of(f"{B_ZH.format('先触发')}{word}{A_ZH.format('触发')}") == set()
    assert "answer.new_fact" in rules_of(f"{A_ZH.format('先触发')}{word}{B_ZH.format('触发')}")


@pytest.mark.parametrize(
    ("rule_id", "text"),
    [
        ("answer.new_fact", f"{A.format('fired first')} {B.format('came second')}"),
        ("answer.new_fact", f"{A.format('is firing')} At the same time {B.format('fired')}"),
        ("answer.new_fact", f"{A_ZH.format('触发')}同时 {B_ZH.format('开始触发')}"),
        ("answer.new_fact", f"{B.format('fired')} Before that, {A.format('fired')}"),
        ("answer.cause", f"{B.format('is firing')} This made {A.format('fire')}"),
        ("answer.cause", f"{B_ZH.format('触发')}这导致 {A_ZH.format('触发')}"),
    ],
)
def test_other_orders_and_causes_are_refused(rule_id: str, text: str) -> None:
    assert rule_id in rules_of(text)


@pytest.mark.parametrize(
    "text",
    [
        f"{A.format('is firing')} At the same time {B.format('is firing')}",
        f"{A_ZH.format('正在触发')}同时 {B_ZH.format('正在触发')}",
        f"1. {A.format('is firing')}\n2. {B.format('is firing')}",
        f"{A.format('is firing')} Also, {B.format('is firing')}",
        f"{A.format('is firing')} Before that, {B.format('fired')}",
    ],
)
def test_what_stands_side_by_side_passes(text: str) -> None:
    assert rules_of(text) == set()
