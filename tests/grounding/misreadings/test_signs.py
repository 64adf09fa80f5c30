"""A sign says no more than what is cited says by that sign (section 7)."""

import pytest

from superbiz_agent.grounding.misreadings.table import misreads

ONE = "HighMemoryUsage of order-service is firing, current=91%, threshold=85%."
OTHER = "DiskFull of payment-service is firing, current=97%."
ROUTE = "order-service -> payment-service: state != READY, 3 \u2191, \u274c failed"
RULE = "Act when usage is greater than 85%, or at 90% or more."


@pytest.mark.parametrize(
    "text",
    [
        "HighMemoryUsage of order-service != firing.",
        "HighMemoryUsage of order-service: current≠91%.",
        "HighMemoryUsage of order-service: current≥91%.",
        "HighMemoryUsage of order-service: current >91%.",
        "HighMemoryUsage of order-service: current=91% ↓.",
        "\u274c HighMemoryUsage of order-service is firing.",
        "HighMemoryUsage of order-service is firing \U0001f44e",
        "HighMemoryUsage of order-service ⇒ DiskFull of payment-service.",
        "HighMemoryUsage of order-service → DiskFull of payment-service.",
        "order-service 的 HighMemoryUsage ⇒ payment-service 的 DiskFull。",
        "order-service 的 HighMemoryUsage：当前≠91%。",
        "order-service 的 HighMemoryUsage：当前 ≥91%。",
    ],
)
def test_a_sign_that_says_more_is_a_misreading(text: str) -> None:
    assert misreads(text, [ONE, OTHER])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("HighMemoryUsage of order-service: current=91%, threshold ≥85%.", ONE),
        ("order-service 的 HighMemoryUsage：当前=91%，阈值 ≥85%。", ONE),
        ("order-service -> payment-service was told.", ROUTE),
        ("The record says state != READY.", ROUTE),
        ("记录为 state != READY。", ROUTE),
        ("The runbook says to act at usage >85%.", RULE),
        ("The runbook says to act at usage ≥90%.", RULE),
        ("手册要求在使用率 ≥90% 时处理。", RULE),
    ],
)
def test_a_sign_that_stands_in_what_is_cited_passes(text: str, source: str) -> None:
    assert not misreads(text, [source])
