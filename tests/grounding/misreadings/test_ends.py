"""What began at an instant did not end at it, and what was replaced does not run."""

import pytest

from superbiz_agent.grounding.misreadings.table import misreads

ALERT = (
    "HighMemoryUsage service=order-service severity=critical firing "
    "since=2026-08-14T09:45:00Z, current=91%, as_of=2026-08-14T10:00:00Z"
)
OVER = (
    "DiskFull service=payment-service resolved since=2026-08-14T08:00:00Z, "
    "until=2026-08-14T09:00:00Z"
)
DEPLOYED = "2026-08-14T08:50:00Z INFO order-service deployment v1.4.0 finished, replacing v1.3.9"


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("HighMemoryUsage of order-service was firing until 2026-08-14T09:45:00Z.", ALERT),
        ("HighMemoryUsage of order-service fired before 09:45Z.", ALERT),
        (
            "HighMemoryUsage of order-service was firing until 09:45Z.",
            "HighMemoryUsage of order-service is firing since 2026-08-14T09:45:00Z, current=91%.",
        ),
        ("HighMemoryUsage 在 09:45Z 之前触发。", ALERT),
        ("HighMemoryUsage 持续到 09:45Z 为止。", ALERT),
        ("order-service ran v1.4.0 before 08:50Z.", DEPLOYED),
        ("order-service 在 08:50Z 之前运行 v1.4.0。", DEPLOYED),
        ("order-service ran v1.3.9 after 08:50Z.", DEPLOYED),
        ("order-service runs v1.3.9.", DEPLOYED),
        ("order-service 目前运行 v1.3.9。", DEPLOYED),
    ],
)
def test_a_start_is_not_told_as_an_end(text: str, source: str) -> None:
    assert misreads(text, [source])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("HighMemoryUsage of order-service is firing since 09:45Z.", ALERT),
        ("HighMemoryUsage did not fire before 09:45Z.", ALERT),
        ("HighMemoryUsage 自 09:45Z 起触发。", ALERT),
        ("DiskFull of payment-service was firing until 09:00Z.", OVER),
        ("DiskFull 持续到 09:00Z 为止。", OVER),
        ("order-service ran v1.3.9 before 08:50Z.", DEPLOYED),
        ("order-service 在 08:50Z 之前运行 v1.3.9。", DEPLOYED),
        ("v1.3.9 of order-service was replaced by v1.4.0 at 08:50Z.", DEPLOYED),
        ("order-service runs v1.4.0.", DEPLOYED),
        ("order-service 目前运行 v1.4.0。", DEPLOYED),
    ],
)
def test_what_keeps_the_side_is_told(text: str, source: str) -> None:
    assert not misreads(text, [source])
