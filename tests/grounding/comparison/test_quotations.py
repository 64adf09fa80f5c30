"""Whose the facts of a verbatim quotation are, and where a stored line ends."""

import pytest

from superbiz_agent.grounding.comparison.engine import fact_gaps
from superbiz_agent.grounding.facts.escapes import stored_lines, without_escapes

ORDERS = "2026-07-07T10:00:00Z ERROR orders could not place order 551104 after 30000ms (o.log:1)"
PAYMENTS = "2026-07-07T10:00:01Z INFO payments charge ok id=7 in 12ms (p.log:1)"
POOL = "ERROR orders failed for order 551104\\nCaused by: HikariPool-1 - no connection (o.log:9)"
NAMES = ("orders", "payments")


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("orders logged “could not place order 551104 after 30000ms”", []),
        ("payments logged “could not place order 551104 after 30000ms”", ["551104", "30"]),
        ("orders logged “charge ok id=7 in 12ms”", ["7", "0.012"]),
        ("payments logged “charge ok id=7”, and orders “could not place order 551104”", []),
        ("orders logged “charge ok id=7”, and payments “place order 551104”", ["7", "551104"]),
        ("payments: “could not place order 551104”, took 12ms", ["551104"]),
        ("orders: “could not place order 551104”, took 12ms", ["0.012"]),
    ],
)
def test_a_quotation_is_of_the_entity_whose_record_holds_it(text: str, missing: list[str]) -> None:
    assert [gap.value for gap in fact_gaps(text, [ORDERS, PAYMENTS], names=NAMES)] == missing


def test_two_lines_of_one_record_are_quoted_apart() -> None:
    text = "orders: “HikariPool-1 - no connection”, with the effect “failed for order 551104”"
    assert fact_gaps(text, [POOL], names=NAMES) == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one\\ntwo", ["one", "two"]),
        ("order 5\\n\\tat x", ["order 5", "\\tat x"]),
        ("C:\\new\\table is full", ["C:\\new\\table is full"]),
        ("plain", ["plain"]),
    ],
)
def test_an_escaped_line_end_is_an_end_but_in_a_path(text: str, lines: list[str]) -> None:
    assert stored_lines(text) == lines
    assert len(without_escapes(text)) == len(text)
