"""Sentences that misread what they cite, and true ones in like words, in both languages."""

import pytest

from superbiz_agent.grounding.misreadings.table import misreads

DAY = "2027-02-03T"
REFUSED = (
    f"{DAY}10:02:11.120Z ERROR mail-relay deliver refused: too many sessions client=10.9.1.4 "
    f"(relay.log:7); 14 records of this form from {DAY}10:02:11.120Z to {DAY}10:21:40.000Z"
)
SLOW = (
    f"{DAY}10:16:00Z WARN scale-svc reading took 310 ms sensor=s-4 (scale.log:6); "
    f"22 records of this form from {DAY}10:16:00Z to {DAY}10:26:00Z; took 240 to 1900 ms"
)
POOL = f"{DAY}10:11:02Z INFO wms-api pool stats: max=40 busy=6 idle=34 queued=0 (wms.log:19)"
FULL = f"{DAY}10:11:00Z INFO tms-api pool stats: max=40 busy=40 idle=0 queued=11 (tms.log:31)"
SPEED = f"{DAY}09:58:00Z INFO belt-hub config changed by o.lind: speed 12 -> 20 (belt.log:5)"
SKIPPED = f"{DAY}10:00:05Z WARN stock-sync nightly import skipped: lease held (stock.log:3)"
FIRING = f'QueueDepthHigh firing, service=label-api, current=64, since={DAY}10:04:00Z, summary="64"'
OVER = (
    f"MailBounceRate resolved, service=mail-relay, current=7%, since={DAY}10:01:00Z, "
    f'until={DAY}10:21:00Z, summary="7%"'
)
LEASE = (
    "Import lease > Diagnosis: The import runs every Sunday at 02:00 UTC. A lease expires after "
    "6 hours unless it is renewed. (import.md)"
)

WAITED = (
    "2027-02-04T03:48:09Z ERROR dock-worker connection not available, request timed out after "
    "40000ms (dock.log:9)"
)
SWEPT = "2027-02-03T22:02:30Z INFO bill-db sweep of 1091 rows took 12 s (bill.log:2)"

AT = f"{DAY}09:"
WAIT = f"{AT}04:45Z ERROR order-service request timed out after 3000ms (o.log:1)"
QUEUE = f"{AT}20:00Z WARN order-service queue depth 17 of 40 (o.log:2)"
DEPLOYED = f"{AT}31:00Z INFO order-service deployment v1.4.0 finished in 12s (o.log:3)"
PAYMENT = f"{AT}41:00Z ERROR order-service payment refused status=402 (o.log:4)"
CHECKOUT = f"{AT}42:00Z INFO order-service checkout ok status=200 (o.log:5)"
MEMORY, DISK = (
    f"{name} firing, service=order-service, severity={severity}, since={AT}{minute}:00Z"
    for name, severity, minute in (
        ("HighMemoryUsage", "critical", "00"),
        ("DiskFull", "warning", "30"),
    )
)

UNSTORED = (
    f"{DAY}10:32:14Z ERROR bill-db client B-604 refused: deadlock (bill.log:3); 3 records of this "
    f"form from {DAY}10:32:14Z to {DAY}10:34:47Z; with pool-2, pool-3; with B-604, B-605, B-609"
)
MIDNIGHT = "2027-02-04T00:00:00Z INFO order-service deployment v1.4.0 finished in 12s (o.log:3)"
CASES = [
    # midnight is an instant like any other
    ("order-service deployment v1.4.0 finished at 00:00:00Z.", [WAIT, MIDNIGHT], False),
    (f"order-service deployment v1.4.0 finished at {AT}04:45Z.", [WAIT, MIDNIGHT], True),
    ("The order-service request timed out at 00:00:00Z.", [WAIT, MIDNIGHT], True),
    # a group's own list of things is their number
    ("Three clients were refused.", [UNSTORED], False),
    ("Three clients were refused.", [UNSTORED.replace("; with B-604, B-605, B-609", "")], True),
    # what happened is told with its own instant, though both records are of one service
    (f"order-service deployment v1.4.0 finished at {AT}04:45Z.", [WAIT, DEPLOYED], True),
    (f"order-service deployment v1.4.0 finished at {AT}31:00Z.", [WAIT, DEPLOYED], False),
    (f"order-service request timed out at {AT}31:00Z.", [WAIT, DEPLOYED], True),
    (f"order-service 在 {AT}31:00Z 请求超时。", [WAIT, DEPLOYED], True),
    (f"order-service 在 {AT}04:45Z 请求超时。", [WAIT, DEPLOYED], False),
    ("HighMemoryUsage of order-service fires since 09:30Z.", [MEMORY, DISK], True),
    ("HighMemoryUsage of order-service fires since 09:00Z.", [MEMORY, DISK], False),
    ("HighMemoryUsage of order-service was firing at 09:30Z.", [MEMORY, DISK], False),
    ("HighMemoryUsage 在 09:30Z 仍在触发。", [MEMORY, DISK], False),
    ("DiskFull of order-service was already firing at 09:00Z.", [MEMORY, DISK], True),
    # a level, a severity, a status and an outcome are of the item that has them
    ("DiskFull of order-service has severity=critical.", [MEMORY, DISK], True),
    ("DiskFull of order-service is critical.", [MEMORY, DISK], True),
    ("DiskFull of order-service is not critical.", [MEMORY, DISK], False),
    ("DiskFull of order-service is a warning.", [MEMORY, DISK], False),
    ("HighMemoryUsage is critical and DiskFull is a warning.", [MEMORY, DISK], False),
    ("DiskFull 的级别为 critical。", [MEMORY, DISK], True),
    ("DiskFull 的级别为 warning。", [MEMORY, DISK], False),
    ("order-service payment refused with status=200.", [PAYMENT, CHECKOUT], True),
    ("order-service payment refused with status 402.", [PAYMENT, CHECKOUT], False),
    ("order-service checkout 的状态码为 402。", [PAYMENT, CHECKOUT], True),
    ("order-service checkout 的状态码为 200。", [PAYMENT, CHECKOUT], False),
    ("order-service logged ERROR queue depth 17 of 40.", [WAIT, QUEUE], True),
    ("order-service logged WARN queue depth 17 of 40.", [WAIT, QUEUE], False),
    ("order-service deployment v1.4.0 timed out after 3000ms.", [WAIT, DEPLOYED], True),
    ("order-service deployment v1.4.0 refused payment.", [PAYMENT, DEPLOYED], True),
    ("A request timed out before v1.4.0 finished.", [WAIT, DEPLOYED], False),
    ("v1.4.0 超时。", ["order-service 请求超时。", "order-service 部署 v1.4.0。"], True),
    # a length of time is no event, a sentence compares its own, and a later day is later
    ("dock-worker timed out after 40000ms. bill-db swept 1091 rows.", [WAITED, SWEPT], False),
    ("bill-db 清扫了 1091 行。dock-worker 在 40000ms 后超时。", [WAITED, SWEPT], False),
    ("dock-worker timed out after bill-db swept rows.", [WAITED, SWEPT], False),
    ("dock-worker timed out before bill-db swept rows.", [WAITED, SWEPT], True),
    # records are no things
    ("Fourteen clients were refused.", [REFUSED], True),
    ("有 14 台服务器被拒绝。", [REFUSED], True),
    ("mail-relay was refused 14 times.", [REFUSED], False),
    ("22 sensors are slow.", [SLOW], True),
    ("22 readings of sensor s-4 were slow.", [SLOW], False),
    # some are not all
    ("Every sensor is slow.", [SLOW], True),
    ("所有传感器都很慢。", [SLOW], True),
    ("Only sensor s-4 is slow.", [SLOW], True),
    ("Both pools are exhausted.", [POOL, FULL], True),
    ("Not every sensor is slow.", [SLOW], False),
    # nothing is not something
    ("wms-api had requests queued.", [POOL], True),
    ("wms-api had no requests queued.", [POOL], False),
    ("wms-api 没有空闲连接。", [POOL], True),
    ("tms-api 没有空闲连接。", [POOL, FULL], False),
    # an end of a range is not all of it
    ("Each reading took 1900 ms.", [SLOW], True),
    ("每次读数耗时 240 ms。", [SLOW], True),
    ("Each reading took 240 to 1900 ms.", [SLOW], False),
    ("The readings took between 240 and 310 ms.", [SLOW], True),
    # a change goes one way
    ("The speed was changed from 20 to 12.", [SPEED], True),
    ("speed 被改成 12。", [SPEED], True),
    ("o.lind lowered the speed to 20.", [SPEED], True),
    ("o.lind raised the speed to 20.", [SPEED], False),
    ("speed 从 12 改为 20。", [SPEED], False),
    ("The pool was reduced to 40 connections.", [FULL], True),
    # what was first was first
    ("The import was skipped after QueueDepthHigh began.", [SKIPPED, FIRING], True),
    ("The import was skipped before QueueDepthHigh began.", [SKIPPED, FIRING], False),
    ("stock-sync 在 QueueDepthHigh 触发之后跳过了导入。", [SKIPPED, FIRING], True),
    ("stock-sync 在 QueueDepthHigh 触发之前跳过了导入。", [SKIPPED, FIRING], False),
    # who has more
    ("wms-api has more busy connections than tms-api.", [POOL, FULL], True),
    ("tms-api has more busy connections than wms-api.", [POOL, FULL], False),
    ("wms-api 的空闲连接比 tms-api 少。", [POOL, FULL], True),
    ("wms-api 的空闲连接比 tms-api 多。", [POOL, FULL], False),
    # an instant is of one thing
    ("The nightly import was skipped at 09:58:00Z.", [SKIPPED, SPEED], True),
    ("The nightly import was skipped at 10:00:05Z.", [SKIPPED, SPEED], False),
    ("MailBounceRate resolved at 10:01Z.", [OVER], True),
    ("MailBounceRate resolved at 10:21Z.", [OVER], False),
    # what was skipped did not run
    ("The nightly import did run.", [SKIPPED], True),
    ("夜间导入已执行。", [SKIPPED], False),  # across languages no word says it is the same
    ("The nightly import did not run.", [SKIPPED], False),
    ("The bounces are still there.", [OVER], True),
    # what a runbook says
    ("The runbook says that the import runs every night.", [LEASE], True),
    ("手册称，导入每周日执行。", [LEASE], False),
    ("The runbook says that a lease expires after 6 hours.", [LEASE], True),
    ("The runbook says that an unrenewed lease expires after 6 hours.", [LEASE], False),
    ("手册称，握手不会立即失败。", ["TLS > Meaning: The handshake fails at once. (t.md)"], True),
    ("手册称，握手会立即失败。", ["TLS > Meaning: The handshake fails at once. (t.md)"], False),
    ("The import will run again at 11:00.", [SKIPPED], True),
    # states that no source tells
    ("The sensors have died.", [SLOW], True),
    ("传感器已离线。", [SLOW], True),
    ("The sensor is slow.", [SLOW], False),
]


@pytest.mark.parametrize(("text", "sources", "is_misread"), CASES)
def test_a_text_is_read_over_what_it_cites(
    text: str, sources: list[str], *, is_misread: bool
) -> None:
    assert misreads(text, sources) is is_misread


@pytest.mark.parametrize("source", [REFUSED, SLOW, POOL, FULL, SPEED, SKIPPED, FIRING, OVER, LEASE])
def test_a_source_is_no_misreading_of_itself(source: str) -> None:
    assert not misreads(source, [source])
    assert not misreads(source[25:60], [source])


def test_nothing_is_misread_without_a_source() -> None:
    assert not misreads("Every sensor is slow.", [])
