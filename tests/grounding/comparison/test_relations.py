"""Who has more, who has most, nobody else, and amounts without a number."""

import pytest

from superbiz_agent.grounding.comparison.engine import fact_gaps

ORDERS = "HighMemoryUsage firing, service=order-service, current=91%, duration=15m"
PAYMENTS = "HighMemoryUsage firing, service=payment-service, current=97%, duration=5m"
LIMITED = "checkout-7d9f cpu limit=250m, cpu usage=248m"
MANY = "2026-07-07T10:00:00Z ERROR order-service request timed out; 70 records of this form"
TWELVE = "2026-07-07T10:00:00Z ERROR order-service pool waiting=12"
QUEUES = [
    "INFO order-service queue=10, workers=4, errors=6",
    "INFO payment-service queue=30, workers=8, errors=2",
]
PAUSES = ["INFO order-service latency=900ms", "INFO payment-service gc_pause=1500ms"]
BOTH = [ORDERS, PAYMENTS]


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("order-service at 91% exceeds payment-service at 97%.", BOTH),
        ("order-service is higher than payment-service.", BOTH),
        ("order-service 高于 payment-service。", BOTH),
        ("payment-service fired longer than order-service.", BOTH),
        ("order-service has the highest usage.", BOTH),
        ("payment-service has the lowest usage.", BOTH),
        ("order-service is the worst service.", BOTH),
        ("payment-service has the largest errors.", QUEUES),
        ("payment-service has the lowest queue.", QUEUES),
        ("payment-service is slower than order-service.", PAUSES),
        ("payment-service 最慢。", PAUSES),
        ("payment-service has a higher error rate than order-service.", BOTH),
        ("order-service is faster than payment-service.", BOTH),
        ("payment-service has the most errors.", BOTH),
        ("order-service memory exceeds the threshold.", [ORDERS]),
        ("order-service 内存超过阈值。", [ORDERS]),
        ("order-service memory is higher than usual.", [ORDERS]),
        ("checkout-7d9f usage exceeds its limit.", [LIMITED]),
        ("Only order-service timed out.", [MANY]),
        ("仅 order-service 超时。", [MANY]),
        ("order-service was the only service to time out.", [MANY]),
        ("order-service timed out first.", [MANY]),
        ("The latest error is order-service's timeout.", [MANY]),
        ("Hundreds of requests of order-service timed out.", [MANY]),
        ("Several requests of order-service timed out.", [TWELVE]),
        ("order-service 大量请求超时。", [TWELVE]),
    ],
)
def test_a_comparison_that_the_values_do_not_bear_out_is_a_gap(
    text: str, sources: list[str]
) -> None:
    assert fact_gaps(text, sources)


@pytest.mark.parametrize(
    ("text", "sources"),
    [
        ("payment-service exceeds order-service.", [*BOTH[:1], PAYMENTS.replace("5m", "20m")]),
        ("payment-service 高于 order-service。", [*BOTH[:1], PAYMENTS.replace("5m", "20m")]),
        ("payment-service is the highest.", [ORDERS.replace("15m", "1m"), PAYMENTS]),
        ("checkout-7d9f usage is below its limit.", [LIMITED]),
        ("order-service memory is above 90%.", [ORDERS]),
        ("Dozens of requests of order-service timed out.", [MANY]),
        ("order-service 大量请求超时。", [MANY]),
        ("order-service has several waiting requests.", [TWELVE]),
        ("order-service has only 12 waiting.", [TWELVE]),
        ("usage exceeds the limit", ["2026-07-07 WARN usage exceeds the limit"]),
    ],
)
def test_a_comparison_that_code_can_recompute_is_covered(text: str, sources: list[str]) -> None:
    assert fact_gaps(text, sources) == []
