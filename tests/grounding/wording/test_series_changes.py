"""A claim over a metric series: its values, their names, whose they are and which way they went."""

import pytest

from superbiz_agent.grounding.comparison.engine import fact_gaps
from superbiz_agent.grounding.wording import polarity_conflict

METRIC = "container_memory_working_set_bytes"
NAMES = ("order-service-7d9", "payment-service-8c1")
LINE = (
    f"{METRIC}, pod=order-service-7d9, container=app, namespace=shop, "
    "first=1.2 GiB at 2026-08-14T09:00:00Z, last=3.9 GiB at 2026-08-14T09:40:00Z, "
    "min=1.1 GiB at 2026-08-14T09:02:00Z, max=4.1 GiB at 2026-08-14T09:38:00Z, mean=2.5 GiB, "
    "step=1m, count=41"
)
OTHER = (
    f"{METRIC}, pod=payment-service-8c1, container=app, namespace=shop, "
    "first=0.7 GiB at 2026-08-14T09:00:00Z, last=0.8 GiB at 2026-08-14T09:40:00Z, "
    "min=0.6 GiB at 2026-08-14T09:02:00Z, max=0.9 GiB at 2026-08-14T09:38:00Z, mean=0.75 GiB, "
    "step=1m, count=41"
)
SUBJECT = f"{METRIC} of order-service-7d9"
CHINESE = f"order-service-7d9 的 {METRIC} "


def holds(text: str, *sources: str) -> bool:
    """Whether the sources carry the facts of a text and its polarity."""
    return not fact_gaps(text, sources, names=NAMES) and not polarity_conflict(text, sources)


@pytest.mark.parametrize(
    "text",
    [
        f"{SUBJECT} rose from 1.2 GiB at 09:00Z to 3.9 GiB at 09:40Z.",
        f"{SUBJECT} increased from 1.2 GiB to 3.9 GiB.",
        f"{SUBJECT} grew to 4.1 GiB at 2026-08-14T09:38:00Z.",
        f"{SUBJECT} fell from 4.1 GiB at 2026-08-14T09:38:00Z to 3.9 GiB at 2026-08-14T09:40:00Z.",
        f"{SUBJECT} rose.",
        f"{SUBJECT} peaked at 4.1 GiB at 2026-08-14T09:38:00Z.",
        f"The mean of {SUBJECT} was 2.5 GiB.",
        f"The maximum of {SUBJECT} was 4.1 GiB.",
        "The memory of order-service-7d9 rose to 3.9 GiB at 09:40Z.",
        f"{SUBJECT} is now, at 2026-08-14T09:40:00Z, 3.9 GiB.",
        f"{CHINESE}从 2026-08-14T09:00:00Z 的 1.2 GiB 升到 2026-08-14T09:40:00Z 的 3.9 GiB。",
        f"{CHINESE}最大 4.1 GiB（2026-08-14T09:38:00Z），平均 2.5 GiB。",
    ],
)
def test_what_the_series_tells_is_carried(text: str) -> None:
    assert holds(text, LINE)
    assert holds(text, LINE, OTHER)


@pytest.mark.parametrize(
    "text",
    [
        # the way turned round, by word or by order
        f"{SUBJECT} fell from 3.9 GiB at 09:00Z to 1.2 GiB at 09:40Z.",
        f"{SUBJECT} fell from 3.9 GiB to 1.2 GiB.",
        f"{SUBJECT} fell from 1.2 GiB to 3.9 GiB.",
        f"{SUBJECT} fell.",
        f"{SUBJECT} dropped to 3.9 GiB at 2026-08-14T09:40:00Z.",
        f"{CHINESE}从 1.2 GiB 降到 3.9 GiB。",
        f"{CHINESE}从 2026-08-14T09:40:00Z 的 3.9 GiB 降到 2026-08-14T09:00:00Z 的 1.2 GiB。",
        f"{CHINESE}下降了。",
        # a value at the instant of another
        f"{SUBJECT} rose from 1.2 GiB at 09:40Z to 3.9 GiB at 09:00Z.",
        f"{SUBJECT} rose from 1.2 GiB at 09:00Z to 4.1 GiB at 09:40Z.",
        f"{SUBJECT} peaked at 4.1 GiB at 2026-08-14T09:40:00Z.",
        # one measure under the name of another
        f"The mean of {SUBJECT} was 4.1 GiB.",
        f"The minimum of {SUBJECT} was 4.1 GiB.",
        f"{SUBJECT} peaked at 2.5 GiB.",
        f"{SUBJECT} averaged 3.9 GiB.",
        f"{CHINESE}平均 4.1 GiB。",
        f"{CHINESE}最大 2.5 GiB。",
        # another metric, another value, now
        "container_memory_rss of order-service-7d9 rose from 1.2 GiB to 3.9 GiB.",
        "The CPU of order-service-7d9 was 3.9 GiB.",
        f"{SUBJECT} rose from 1.2 GiB to 4.9 GiB.",
        f"{SUBJECT} is now 3.9 GiB.",
        f"{SUBJECT} is currently 3.9 GiB.",
        f"{CHINESE}目前是 3.9 GiB。",
    ],
)
def test_what_it_does_not_tell_is_not(text: str) -> None:
    assert not holds(text, LINE)
    assert not holds(text, LINE, OTHER)


def test_the_numbers_of_one_series_are_not_those_of_another() -> None:
    text = f"{METRIC} of payment-service-8c1 rose from 1.2 GiB at 09:00Z to 3.9 GiB at 09:40Z."
    assert not holds(text, LINE, OTHER)
    assert not holds(text, OTHER)


def test_a_line_that_is_no_series_proves_no_change() -> None:
    record = "2026-08-14T09:00:00Z INFO order-service-7d9 memory 1.2 GiB, later 3.9 GiB"
    assert polarity_conflict("The memory of order-service-7d9 fell.", (record,))


CLOUD = (
    "aws_rds_cpuutilization_average, dbinstance_identifier=payments-prod, "
    "first=14.73 at 2026-08-14T09:00:00Z, last=9.9 at 2026-08-14T09:40:00Z, "
    "min=9.9 at 2026-08-14T09:40:00Z, max=19.01 at 2026-08-14T09:38:00Z, mean=14.5, step=1m, "
    "count=41"
)


def test_how_a_metric_is_measured_is_not_which_of_its_values_it_is() -> None:
    subject = "aws_rds_cpuutilization_average of payments-prod"
    assert not fact_gaps(f"{subject} fell from 14.73 to 9.9.", [CLOUD], names=("payments-prod",))
    assert fact_gaps(f"The mean of {subject} was 14.73.", [CLOUD], names=("payments-prod",))
    assert fact_gaps(f"The maximum of {subject} was 14.73.", [CLOUD], names=("payments-prod",))
