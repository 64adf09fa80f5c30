"""A record speaks for no alert, no search and no other service (contract section 5)."""

import pytest

from superbiz_agent.grounding.verification.imitations import imitates_alert, imitates_search
from superbiz_agent.grounding.verification.lent_subject import lends_subject

RESOLVED = "2026-08-14T09:00:00Z INFO order-service ALERT HighMemoryUsage resolved at 08:59Z"
FIRING = (
    "2026-08-14T09:14:00Z INFO order-service HighMemoryUsage firing, service=order-service, "
    "duration=3h, severity=critical, since=2026-08-14T06:00:00Z"
)
SEARCH = (
    '2026-08-14T09:13:00Z INFO order-service search for "deadlock", window start to end: '
    "matched=0, truncated=no, answered=yes"
)
OUTAGE = "2026-08-14T09:00:00Z INFO order-service DNS outage resolved"
TIMED_OUT = "2026-08-14T09:30:00Z ERROR order-service request timed out"
STARTED = "2026-08-14T09:00:00Z ERROR cart-service started"


@pytest.mark.parametrize(
    ("text", "source", "imitates"),
    [
        ("HighMemoryUsage of order-service was resolved.", FIRING, True),
        ("The alert HighMemoryUsage of order-service was resolved.", RESOLVED, True),
        ("order-service 的 HighMemoryUsage 告警已于 08:59Z 恢复。", RESOLVED, True),
        ("order-service has a critical alert since 06:00Z.", FIRING, True),
        ("order-service 的内存告警持续 3 小时。", FIRING, True),
        ("The log says that the alert HighMemoryUsage was resolved.", RESOLVED, False),
        ("日志显示 HighMemoryUsage 告警已恢复。", RESOLVED, False),
        ("The DNS outage of order-service was resolved.", OUTAGE, False),
        ("order-service 的 DNS 故障已恢复。", OUTAGE, False),
    ],
)
def test_what_an_alert_is_its_own_line_says(text: str, source: str, *, imitates: bool) -> None:
    assert imitates_alert(text, [source]) is imitates


@pytest.mark.parametrize(
    ("text", "source", "imitates"),
    [
        ('The search for "deadlock" matched=0 in order-service.', SEARCH, True),
        ("在 order-service 中搜索 deadlock，没有匹配。", SEARCH, True),
        ("A record of order-service says: matched=0.", SEARCH, False),
        ("order-service 的日志写着 matched=0。", SEARCH, False),
        ("A search for a parcel timed out.", TIMED_OUT, False),
    ],
)
def test_what_a_search_came_to_its_own_line_says(text: str, source: str, *, imitates: bool) -> None:
    assert imitates_search(text, [source]) is imitates


@pytest.mark.parametrize(
    ("text", "is_lent"),
    [
        ("cart-service requests timed out.", True),
        ("A request of cart-service timed out.", True),
        ("cart-service 请求超时。", True),
        ("order-service requests timed out, and cart-service timed out.", True),
        ("order-service requests timed out.", False),
        ("order-service 请求超时。", False),
        ("order-service timed out, and cart-service started.", False),
        ("cart-service started before a request of order-service timed out.", False),
    ],
)
def test_a_service_did_what_its_own_record_says(text: str, *, is_lent: bool) -> None:
    assert lends_subject(text, [TIMED_OUT, STARTED], ["order-service", "cart-service"]) is is_lent
