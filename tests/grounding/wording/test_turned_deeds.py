"""A deed or a state is neither lost nor gained between languages (contract section 7, polarity)."""

import pytest

from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.wording import polarity_conflict


def _line(level: str, message: str) -> str:
    return f"2027-03-09T07:02:11Z {level} {message} (app.log:12)"


@pytest.mark.parametrize(
    ("message", "true", "false"),
    [
        # a verb of the table, denied or told, over a line in the other language
        ("run-7 invoice run did not finish in time", "run-7 没有按时完成。", "run-7 按时完成了。"),
        ("api-3 certificate was not renewed", "api-3 的证书没有续期。", "api-3 的证书已续期。"),
        ("msg-9 was dropped", "消息 msg-9 被丢弃。", "消息 msg-9 未被丢弃。"),
        ("job-4 has not started yet", "任务 job-4 尚未开始。", "任务 job-4 已经开始。"),
        ("al-17 is no longer active", "al-17 不再处于活动状态。", "al-17 仍处于活动状态。"),
        ("no request of rate-1 was throttled", "rate-1 没有请求被限流。", "rate-1 有请求被限流。"),
        ("ntp-2 clock is not synchronized", "ntp-2 的时钟未同步。", "ntp-2 的时钟已同步。"),
        ("snap-4 was verified without errors", "快照 snap-4 校验无误。", "快照 snap-4 校验出错。"),
        ("t-560 并未取消", "Task t-560 was not cancelled.", "Task t-560 was cancelled."),
        ("m-22 签名校验不通过", "The check of m-22 did not pass.", "The check of m-22 passed."),
        ("u-71 无权限", "User u-71 has no permission.", "User u-71 has permission."),
        ("k-9 不再轮换", "k-9 is no longer rotated.", "k-9 is still rotated."),
        # the opposite of a deed
        ("mail-7 queue is paused", "队列 mail-7 已暂停。", "队列 mail-7 正在运行。"),
        ("vault-1 is unsealed", "vault-1 已解封。", "vault-1 处于封存状态。"),
        ("disk-2 /data is read-only", "disk-2 的 /data 只读。", "disk-2 的 /data 可写。"),
        ("gate-4 was shut", "闸门 gate-4 关着。", "闸门 gate-4 开着。"),
        ("ch-4 通道已关闭", "Channel ch-4 was closed.", "Channel ch-4 is open."),
        ("db-1 已停止", "db-1 has stopped.", "db-1 is still up."),
        ("db-1 仍在运行", "db-1 is still running.", "db-1 is no longer running."),
        ("p-41 进程卡死", "Process p-41 hangs.", "Process p-41 runs smoothly."),
        ("lease-4 was released by n-3", "n-3 released lease-4.", "n-3 acquired lease-4."),
        ("lease-4 已被 n-3 释放", "n-3 释放了 lease-4。", "n-3 获取了 lease-4。"),
        # two negations make none
        ("x-2 没有发票未签收", "No invoice of x-2 is unsigned.", "No invoice of x-2 is signed."),
        # a verb that no table has
        ("thumb-31 was never drawn", "缩略图 thumb-31 从未绘制。", "缩略图 thumb-31 已绘制。"),
        ("v-551 车辆未到站", "Vehicle v-551 has not arrived.", "Vehicle v-551 has arrived."),
        ("r-803 尚未退房", "Room r-803 has not checked out.", "Room r-803 has checked out."),
        # stopped, resumed, left, lost, caught up; what can be done and what cannot
        ("w-1 stopped", "w-1 停了。", "w-1 还在运行。"),
        ("w-1 停了", "w-1 has stopped.", "w-1 still runs."),
        ("w-1 still accepts requests", "w-1 仍在接收请求。", "w-1 不再接收请求。"),
        ("c-1 恢复消费", "c-1 resumed.", "c-1 paused."),
        ("db-4 离开集群", "db-4 left the cluster.", "db-4 joined the cluster."),
        ("db-4 acquired the lock", "db-4 获得了锁。", "db-4 失去了锁。"),
        ("db-4 失去锁", "db-4 lost the lock.", "db-4 acquired the lock."),
        ("db-4 replica is lagging", "db-4 的副本落后了。", "db-4 的副本已追上。"),
        ("cb-2 circuit breaker open", "cb-2 的熔断器已打开。", "cb-2 的熔断器已关闭。"),
        ("q-5 dropped no message", "q-5 没有丢弃消息。", "q-5 丢弃了消息。"),
        ("q-5 cannot reach db-4", "q-5 连不上 db-4。", "q-5 能连上 db-4。"),
        ("q-5 could not write to db-4", "q-5 写不进 db-4。", "q-5 写得进 db-4。"),
        ("zhao-1 登录失败", "zhao-1 failed to log in.", "zhao-1 logged in."),
    ],
)
def test_a_deed_keeps_its_side(message: str, true: str, false: str) -> None:
    source = _line("INFO", message)
    assert not polarity_conflict(true, [source])
    assert polarity_conflict(false, [source])


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("o-6001 订单未支付", "Order o-6001 is unpaid."),
        ("s-8812 短信未发出", "Text message s-8812 got stuck."),
        ("t-1 任务不会重试，已转人工", "Task t-1 was handed over to a person."),
        ("job-2 did not finish before the deadline", "任务 job-2 错过了截止时间。"),
        ("r-2 副本不再同步", "Replica r-2 stopped synchronizing."),
        ("tbl-9 is not empty", "表 tbl-9 有数据。"),
        ("x-1 未被杀死", "Pod x-1 survived."),
        ("be-6 后端未摘除", "Backend be-6 is still in the pool."),
        ("q-1 写入 db-2 失败", "Six writes of q-1 ended in an error."),
        ("u-3 登录失败", "u-3 tried to log in."),
    ],
)
def test_a_negation_may_be_told_in_other_words(message: str, text: str) -> None:
    assert not polarity_conflict(text, [_line("WARN", message)])


def test_what_a_runbook_asks_for_is_no_deed() -> None:
    runbook = "证书 > 续期: 证书未续期时，请手动续期。 (cert.md)"
    assert not polarity_conflict("The runbook says that the certificate is renewed.", [runbook])


def test_a_shard_that_succeeded_is_no_percentage() -> None:
    assert "percentage" not in {fact.kind for fact in extract_facts("分片 3 成功")}
    assert "percentage" in {fact.kind for fact in extract_facts("占 3 成")}
