"""What a record frames (a condition, a drill, a denial, ...) is told with its frame."""

import pytest

from superbiz_agent.grounding.misreadings.table import misreads

CONDITION = (
    "2026-08-14T09:00:00Z INFO mail-service if the queue exceeds 500 then consumers are paused"
)
WHEN = "2026-08-14T09:00:00Z WARN img-service when disk is full uploads are rejected"
UNLESS = "2026-08-14T09:00:00Z INFO pdf-service unless ann confirms, backups are removed at 12:00Z"
CHINESE_CONDITION = "2026-08-14T09:00:00Z INFO mail-service 如果队列超过 500，则暂停消费者"
SIMULATION = "2026-08-14T09:01:00Z INFO search-service simulating failure of node-3"
CHINESE_DRILL = "2026-08-14T09:01:00Z INFO search-service 演练：node-3 故障"
EXAMPLE = "2026-08-14T09:02:00Z INFO tax-service example: db-2 lost 9 rows"
TEST_CASE = "2026-08-14T09:02:00Z INFO geo-service test case 'node-4 crashed' passed"
RULE = "2026-08-14T09:02:00Z WARN sms-service alert rule: errors > 5% for 10m means outage"
CLAIM = "2026-08-14T09:03:00Z WARN auth-service user kim claims the disk is corrupt"
DENIAL = "2026-08-14T09:03:00Z INFO crm-service bob denies that 30 records were leaked"
CHINESE_DENIAL = "2026-08-14T09:03:00Z INFO crm-service bob 否认泄露了 30 条记录"
EXPECTED = "2026-08-14T09:04:00Z ERROR report-service expected 200 rows but got 3"
ALMOST = "2026-08-14T09:05:00Z INFO geo-service almost finished migration 0042"
ATTEMPT = "2026-08-14T09:06:00Z INFO payment-service attempting failover to db-2"
POSTPONED = "2026-08-14T09:07:00Z INFO sms-service postponed maintenance until 11:00Z"
WAITING = (
    "2026-08-14T09:08:00Z INFO stock-service waiting for approval to scale from 3 to 9 replicas"
)
REFUSED = "2026-08-14T09:09:00Z WARN img-service refused to drop table invoices"
MIXED = (
    "2026-08-14T09:10:00Z ERROR auth-service login of kim failed; kim claims the disk is corrupt"
)
SMTP = "2026-08-14T09:11:00Z WARN mail-service host mx1 said: 450 4.2.0 Greylisted"
LEASE = (
    "Import lease > Diagnosis: The import runs every Sunday at 02:00 UTC. "
    "A lease expires after 6 hours unless it is renewed. (import.md)"
)
CHECK = "2026-08-14T09:12:00Z ERROR web-service no answer from db-1, check if the proxy is up"


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("The queue of mail-service exceeds 500.", CONDITION),
        ("mail-service paused its consumers.", CONDITION),
        ("mail-service 的消费者已暂停。", CONDITION),
        ("The consumers of mail-service are paused.", CHINESE_CONDITION),
        ("mail-service 的消费者已暂停。", CHINESE_CONDITION),
        ("The disk of img-service is full.", WHEN),
        ("Disk is full.", WHEN),
        ("img-service 拒绝上传。", WHEN),
        ("The backups of pdf-service are removed at 12:00Z.", UNLESS),
        ("If ann confirms, pdf-service removes the backups at 12:00Z.", UNLESS),
        ("node-3 failed.", SIMULATION),
        ("node-3 发生故障。", SIMULATION),
        ("node-3 发生故障。", CHINESE_DRILL),
        ("node-3 failed.", CHINESE_DRILL),
        ("db-2 lost 9 rows.", EXAMPLE),
        ("db-2 丢失了 9 行。", EXAMPLE),
        ("node-4 crashed.", TEST_CASE),
        ("sms-service has errors > 5% for 10m.", RULE),
        ("The disk of auth-service is corrupt.", CLAIM),
        ("auth-service 的磁盘损坏。", CLAIM),
        ("30 records of crm-service were leaked.", DENIAL),
        ("bob confirms that 30 records were leaked.", DENIAL),
        ("crm-service 泄露了 30 条记录。", DENIAL),
        ("crm-service leaked 30 records.", CHINESE_DENIAL),
        ("report-service got 200 rows.", EXPECTED),
        ("report-service 得到 200 行。", EXPECTED),
        ("geo-service finished migration 0042.", ALMOST),
        ("geo-service 完成了迁移 0042。", ALMOST),
        ("db-2 serves payment-service.", ATTEMPT),
        ("payment-service 已切换到 db-2。", ATTEMPT),
        ("sms-service is under maintenance until 11:00Z.", POSTPONED),
        ("stock-service has 9 replicas.", WAITING),
        ("img-service 删除了表 invoices。", REFUSED),
        ("The disk is corrupt.", MIXED),
        ("A lease expires after 6 hours.", LEASE),
    ],
)
def test_a_lost_frame_is_refused(text: str, source: str) -> None:
    assert misreads(text, [source])


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("mail-service pauses its consumers once the queue exceeds 500.", CONDITION),
        ("mail-service 在队列超过 500 时暂停消费者。", CONDITION),
        ("mail-service pauses its consumers when the queue exceeds 500.", CHINESE_CONDITION),
        ("img-service rejects uploads if its disk is full.", WHEN),
        ("pdf-service removes the backups at 12:00Z if ann does not confirm.", UNLESS),
        ("除非 ann 确认，pdf-service 将在 12:00Z 删除备份。", UNLESS),
        ("search-service simulates a failure of node-3.", SIMULATION),
        ("search-service 模拟了 node-3 的故障。", SIMULATION),
        ("In a drill, node-3 failed.", CHINESE_DRILL),
        ("An example of tax-service tells that db-2 lost 9 rows.", EXAMPLE),
        ("geo-service 的测试用例 node-4 crashed 通过了。", TEST_CASE),
        ("The alert rule of sms-service is errors > 5% for 10m.", RULE),
        ("According to kim, the disk of auth-service is corrupt.", CLAIM),
        ("kim 声称 auth-service 的磁盘损坏。", CLAIM),
        ("bob denied a leak of 30 records of crm-service.", DENIAL),
        ("bob 否认 crm-service 泄露了 30 条记录。", DENIAL),
        ("bob denies that crm-service leaked 30 records.", CHINESE_DENIAL),
        ("report-service got 3 rows instead of 200.", EXPECTED),
        ("report-service got 3 rows.", EXPECTED),
        ("report-service 得到 3 行，预期 200 行。", EXPECTED),
        ("geo-service has nearly finished migration 0042.", ALMOST),
        ("geo-service 几乎完成了迁移 0042。", ALMOST),
        ("payment-service tries to fail over to db-2.", ATTEMPT),
        ("payment-service 尝试切换到 db-2。", ATTEMPT),
        ("sms-service 将维护推迟到 11:00Z。", POSTPONED),
        ("The scaling of stock-service from 3 to 9 replicas awaits approval.", WAITING),
        ("img-service did not drop table invoices.", REFUSED),
        ("auth-service refused no one, but a login of kim failed.", MIXED),
        ("kim 登录 auth-service 失败。", MIXED),
        ("mx1 answered mail-service with 450 4.2.0 Greylisted.", SMTP),
        ("web-service got no answer from db-1.", CHECK),
        ("手册说，导入每周日 02:00 UTC 执行。", LEASE),
        ("The import runs every Sunday at 02:00 UTC.", LEASE),
    ],
)
def test_a_kept_frame_passes(text: str, source: str) -> None:
    assert not misreads(text, [source])


@pytest.mark.parametrize("source", [CONDITION, UNLESS, EXAMPLE, DENIAL, MIXED, CHINESE_DRILL])
def test_a_line_told_whole_passes(source: str) -> None:
    assert not misreads(source, [source])
