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
        ("payments: “could not place order 551104”, took 12ms", ["551104", "0.012"]),
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


MEMORY = (
    "HighMemoryUsage firing, service=order-service, current=91%, duration=15m, severity=warning"
)
TIMEOUT = (
    "2026-07-07T10:00:05Z ERROR order-service HikariPool-1 request timed out after 30000ms "
    "(total=50, active=50/50, idle=0, waiting=12)"
)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("The error rate of order-service is “91%”.", MEMORY),
        ('order-service disk is at "91%".', MEMORY),
        ("order-service 磁盘使用率是“91%”。", MEMORY),
        ('order-service timed out after "50" hours.', TIMEOUT),
        ('order-service uses "50"% of its memory.', TIMEOUT),
        ("order-service used `50` GB.", TIMEOUT),
    ],
)
def test_a_bare_value_in_quotes_has_the_noun_and_unit_of_its_sentence(
    text: str, source: str
) -> None:
    assert fact_gaps(text, [source])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ('order-service memory is at "91%".', MEMORY),
        ('order-service has "waiting=12".', TIMEOUT),
        (
            "order-service logged “request timed out after 30000ms (total=50, active=50/50”",
            TIMEOUT,
        ),
    ],
)
def test_a_value_quoted_under_its_own_noun_is_covered(text: str, source: str) -> None:
    assert fact_gaps(text, [source]) == []
