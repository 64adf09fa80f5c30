"""What is asked for, planned, scheduled or ignored is not told as done or in force."""

import pytest

from superbiz_agent.grounding.misreadings.table import misreads

ROLLBACK = (
    "2026-08-14T09:00:00Z INFO order-service rollback to v1.3.9 requested by alice, "
    "awaiting approval"
)
FAILOVER = "2026-08-14T09:01:00Z INFO order-service failover from db-1 to db-2 planned for 02:00"
RETRY = (
    "2026-08-14T09:02:00Z ERROR order-service order 8841 rejected: card declined, retry scheduled"
)
IGNORED = "2026-08-14T09:03:00Z WARN order-service config maxPoolSize=50 ignored, using default 10"
CHINESE = "2026-08-14T09:04:00Z INFO order-service 申请回滚到 v1.3.9，待审批"
PLANNED = "service=order-service, version=v1.4.0, state=planned, by=ann, at=2026-08-14T11:00:00Z"
FAILED = "service=payment-service, version=v2.0.0, state=failed, by=ann, approved=false, replicas=3"
STEPS = "## Steps\n1. Page the DBA if waiting exceeds 20. Raise maximumPoolSize from 50 to 80."


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("order-service was rolled back to v1.3.9.", ROLLBACK),
        ("order-service 已回滚到 v1.3.9。", ROLLBACK),
        ("alice rolled order-service back to v1.3.9.", ROLLBACK),
        ("order-service runs v1.3.9.", ROLLBACK),
        ("order-service was rolled back to v1.3.9.", CHINESE),
        ("order-service 已从 db-1 切换到 db-2。", FAILOVER),
        ("Order 8841 of order-service was retried.", RETRY),
        ("maxPoolSize of order-service is 50.", IGNORED),
        ("order-service runs v1.4.0.", PLANNED),
        ("order-service 目前运行 v1.4.0。", PLANNED),
        ("payment-service is at v2.0.0.", FAILED),
        ("payment-service v2.0.0 已批准。", FAILED),
        ("As the runbook says, the DBA was paged.", STEPS),
        ("The runbook says maximumPoolSize was raised to 80.", STEPS),
    ],
)
def test_what_is_to_come_is_not_told_as_done(text: str, source: str) -> None:
    assert misreads(text, [source])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("A rollback of order-service to v1.3.9 was requested by alice.", ROLLBACK),
        ("alice 申请把 order-service 回滚到 v1.3.9，待审批。", ROLLBACK),
        ("order-service 计划从 db-1 切换到 db-2。", FAILOVER),
        ("Order 8841 of order-service was rejected.", RETRY),
        ("order-service 的订单 8841 被拒绝。", RETRY),
        ("maxPoolSize of order-service is the default 10.", IGNORED),
        ("maxPoolSize=50 被忽略。", IGNORED),
        ("v1.4.0 of order-service is planned by ann.", PLANNED),
        ("payment-service v2.0.0 has replicas=3.", FAILED),
        ("payment-service v2.0.0 未批准。", FAILED),
        ("The runbook says to page the DBA if waiting exceeds 20.", STEPS),
    ],
)
def test_what_keeps_the_word_is_told(text: str, source: str) -> None:
    assert not misreads(text, [source])
