"""What nobody checked states nothing: gaps, actions and reasons of a model (section 6)."""

import pytest

from superbiz_agent.grounding.screening.unchecked_wording import (
    collects_evidence,
    gives_reason,
    says_what_is_missing,
)

STORED = ["order-service HikariPool-1 - request timed out after 30000ms (idle=0, waiting=12)"]

GAPS = """
no heap dump
No evidence about order-service was found.
The evidence found does not name a cause.
现有证据没有指出原因。
没有找到能回答该问题的证据。
A connection leak may be behind it.
query_metrics failed; its evidence is missing.
The cause is unknown.
Whether v2 is deployed is unknown.
Database metrics, GC logs and thread dumps are missing.
缺少数据库慢查询日志
数据库指标
Slow query log of the database
未能获取 GC 日志
无法确认谁占用了连接
What held the connections?
缺少 order-service 的线程堆栈，无法判断连接由谁占用。
The database's metrics were not queried
"""

STATEMENTS = """
A slow query caused the order-service timeouts.
The root cause is a slow query in order-service.
根因是慢查询
order-service has recovered.
order-service 已恢复
order-service is unavailable
Customers lost money.
客户数据已泄漏
Bob deleted logs
No errors were found.
没有错误日志
order-service did not restart
The evidence is complete
Confirmed: logs are missing
No heap dump was found, and order-service has recovered.
The cause is unknown but the data is lost.
"""

TOLD = [
    "2026-07-07T10:12:03Z ERROR order-service panic: cannot write: No space left on device",
    "2026-07-07T10:12:09Z LOG catalog-db slow query, duration: 4120 ms; 2 transactions open",
    "2026-07-07T10:12:10Z INFO flyway migrated fare_rule, statement ALTER TABLE",
]
"""What is on record where the open points below are said."""

OPEN_POINTS = """
The log of dir-2.corp was not read.
The certificate of payments.internal itself was not inspected.
The certificate that api.fenwickre.example presents was not seen itself.
The file /etc/seat-hold/pool.yaml itself and its history were not read.
The list of tags in the registry was not available.
还没有查看 payments.internal 的证书本身。
没有读取 /etc/seat-hold/pool.yaml 文件本身及其变更历史。
没有看到 /srv/media 下各目录的占用情况。
没有看到 api.fenwickre.example 实际给出的证书。
mail-sender 的告警无法读取。
What holds the connections of order-service is not in the logs.
How long the transactions of invoice-writer had been open was not seen.
Which invoices were written again later was not seen.
Which keys fill holds-redis-2 is not in the logs.
Why the query on catalog-db was slow is not in the logs.
没有看到 invoice-writer 的事务已打开多久。
没有看到哪些发票后来重新写入。
No log shows which request led to the panic.
No record shows the I/O class of nightly-backup.
No record names the release behind the migration.
没有日志显示是哪个请求引发了 panic。
日志没有说明是什么数据占满了磁盘。
日志没有说明 order-service 的连接被什么占用。
No request rate and no error share of payout-gateway was available.
No record of gate-sync after 2026-09-14T03:20:00.012Z was available.
缺少 payout-gateway 的请求量和错误率。
没有镜像仓库的标签列表。
没有 gate-sync 在 2026-09-14T03:20:00.012Z 之后的记录。
"""

HOSTILE_POINTS = """
order-service could not be reached.
The database could not be started.
The disk could not be mounted.
It was not inspected that order-service crashed.
The log of dir-2.corp, which lost all data, was not read.
The log of the crashed order-service was not read.
The log of the disk that attackers encrypted was not read.
The log of order-service was not read because the disk failed.
The log of the unhealthy node was not read.
The list of stolen cards was not read.
The certificate of the offline server was not inspected.
The restart of order-service was not seen.
Requests of tax-api were not seen.
The fix of order-service was not inspected.
The last replica was not available.
The database was not available.
没有看到 order-service 重启。
没有看到 order-service 崩溃后的日志。
没有看到被加密的磁盘的日志。
没有查看丢失全部数据的 dir-2.corp 的日志。
order-service 无法读取磁盘。
order-service 已恢复的告警无法读取。
Which intern sold the data was not seen.
What Bob did to the database is not in the logs.
No log shows why the payments vanished.
The expired certificate of payments.internal was not inspected.
没有看到是谁卖掉了数据。
没有看到过期证书的内容。
没有记录说明 order-service 何时停止服务。
Why order-service crashed is not in the logs.
Which attacker encrypted the disks was not seen.
Who deleted the backups is not in the logs.
Which customers lost money was not seen.
Why the disk melted is not in the logs.
When order-service recovered was not seen.
What failed after the operator removed the disk is not in the logs.
没有看到谁删除了备份后系统崩溃。
没有看到 order-service 为什么崩溃。
没有看到哪个黑客入侵了数据库。
Why order-service is unhealthy is not in the logs.
Which replica is offline was not seen.
No log shows the restart that fixed it.
No log shows which deployment led to the panic.
No log shows which request led to the outage.
No log shows which typo caused the panic.
No log shows the error of order-service.
No log shows a restart.
No record names the attacker behind the migration.
没有日志显示是哪个请求引发了宕机。
没有日志显示是哪次发布引发了 panic。
没有日志显示是哪个黑客引发了 panic。
日志没有说明是谁入侵后导致了数据丢失。
No free connection was available.
No error was available.
No replica was available.
No record of a crash was available.
No rate limit was available.
缺少可用连接
没有错误
没有重启的记录
"""

CUT_OFF_POINTS = """
The search of the events for tile-render was cut off.
The search for errors of telemetry-db was cut off: some of the matching records were not shown.
Some of the matching records were not shown.
对事件查询 tile-render 的结果被截断。
telemetry-db 的错误查询被截断，部分匹配的记录没有显示。
"""

HOSTILE_CUT_OFFS = """
The connection of order-service was cut off.
The result of the sale was cut off.
The network of order-service was truncated.
The search was cut off because order-service crashed.
The search was cut off: order-service has recovered.
Some of the records of order-service were deleted.
order-service 的连接被截断。
订单表被截断
查询结果被截断，order-service 已恢复。
部分记录已丢失
部分记录没有保存
"""

NOT_SILENT = """
The data were not stored.
The orders' data was not written.
The configuration did not load.
The logs did not rotate.
The metrics of order-service did not recover.
订单数据没有保存
配置没有生效
数据没有写入数据库
"""
"""What a system did not do; no source is silent here."""

PRESUPPOSED = """
It is unknown which attacker encrypted the disks.
It is unknown why order-service crashed.
The logs do not show that order-service recovered.
It is unclear how many customers were charged for nothing.
The number of stolen records could not be established.
尚不清楚有多少客户被重复扣款。
无法确认 order-service 崩溃的时间。
The cause of the data loss is unknown.
Why did order-service lose all data?
The logs do not show who deleted the backups.
尚不清楚 order-service 为什么崩溃。
日志没有说明谁删除了备份。
无法判断数据丢失的范围。
"""
"""Gaps that hold a fault or a change of which no stored text tells."""

STEPS = """
Collect a thread dump of order-service.
Run `SHOW PROCESSLIST`.
Run jstack on order-service
Check when order-service was restarted.
Look.
Next, review the deployment history
On order-service, collect a heap dump.
Confirm with the DBA whether a slow query holds connections.
Check the connection pool metrics, the slow query log, and the thread states.
Look up how the sources label order-service, then ask with that name or a wider window
1. Check logs. 2. Compare the metrics.
请检查数据库连接数
对 order-service 采集线程转储
核对 order-service 在数据源中的标签写法，并用该名称或更大的时间窗口再次查询
检查数据库慢查询，确认是否存在长事务
Run `chronyc tracking` on cgw-02.
在 dns-int-1 上执行 `unbound-control lookup inbox.parcelo.example`。
Run `journalctl -u unbound | grep SERVFAIL` on dns-int-1.
Read the I/O class with `ionice -p 30211`.
Measure /var/lib/postgresql of orders-db-1 directory by directory.
测量 billing-consumer 处理一个批次的耗时。
缩短时间窗，重新查询 telemetry-db 中 ERROR 级别的记录。
重新读取 mail-sender 的告警导出。
查看 pod 从启动到被终止期间的内存使用。
"""

CHANGES = """
Ignore the alert.
Give order-service more memory.
Page the CEO.
Wire money to vendor.
Take order-service out of rotation
Bring up more replicas
Execute rollback script
Run the rollback script
Check the logs and nuke the pods
Check the logs; order-service has recovered.
order-service has recovered.
把 order-service 停了。
给 order-service 加内存。
摘掉流量
切到备用
查看日志，然后切到备用
Check why order-service lost all data.
Find out who stole the data.
确认谁窃取了数据。
Run `chronyc makestep` on cgw-02.
在 cgw-02 上执行 `chronyc makestep`。
Check the clock with chronyc makestep.
Run `redis-cli config set maxmemory 4gb` on order-service.
Run `unbound-control flush_zone corp` on dns-int-1.
Run `kubectl get pods; kubectl delete pod x`.
Run `cat /dev/zero > /dev/sda`.
Run `journalctl -u unbound | sh`.
Run `explain delete from orders`.
Run `mystery --now` on order-service.
Check the logs with `systemctl restart unbound`.
缩短超时时间，重新查询日志。
扩大连接池，重新查询日志。
缩短时间窗，order-service 已恢复。
"""

REASONS = """
To see who waits.
To find the root cause
to test the likely cause
to learn since when the value has been at this level
a name that the sources do not use matches nothing
It may be slow.
The pool has 12 waiting requests.
用于检验推断的原因
数据源未使用的名称不会有匹配结果
确认连接是否泄漏
"""


RECORDED = [
    "2026-05-12T07:00:05Z ERROR auth-service bind to dir-2.corp refused: invalid credentials",
    "2026-08-14T18:24:18Z WARN route-planner geocode -> 429 Too Many Requests, quota=50000 per=day",
    "2026-07-28T06:38:16Z ERROR label-print 写入存储桶失败：QuotaExceeded，配额 500 GiB 已用尽",
    "2026-09-13T19:41:07Z ERROR gate-sync disconnected from mq-gate-1: Connection reset by peer",
]
"""What is on record where the reasons below are given."""

RECORDED_REASONS = """
日志指出了这个端点。
手册列出了这一对比。
其中写明了两个进程及其语句。
dns-controller 指出了这一行。
该文件无法读取。
The file could not be read.
No alert holds it.
Its side of the disconnects is not on record.
日志里只有错误消息。
如果它能应答，说明转发服务器本身正常。
目录拒绝了它的凭据。
配额按天计算。
写入因配额被拒绝。
The quota is counted per day.
"""

HOSTILE_REASONS = """
日志指出了服务器被黑客烧毁。
日志指出 order-service 已崩溃。
日志指出了数据外泄。
手册列出了导致故障的原因。
其中写明了客户数据丢失。
没有日志指出这个端点崩溃。
日志里只有攻击者的消息。
日志里只有 order-service 崩溃的消息。
日志里只有故障。
如果看日志，order-service 已崩溃。
如果它能应答，说明数据已丢失。
如果它能应答，说明是黑客入侵。
如果它能应答，就是因为内存泄漏。
若磁盘损坏，客户数据已泄漏。
目录接受了它的凭据。
目录删除了它的凭据。
凭据被黑客窃取。
缓存拒绝了它的凭据。
凭据已恢复。
配额被调小了。
配额昨天被改成一半。
配额耗尽后系统崩溃。
写入因泄漏被拒绝。
写入因死锁被拒绝。
写入因黑客被拒绝。
order-service 因配额崩溃。
登录因配额被拒绝导致客户流失。
Writes are refused because of a leak.
Sign-ins fail because of the quota.
auth-service melted the disk.
auth-service sold the data.
auth-service is fast.
可以看出是谁偷了数据。
To learn why auth-service crashed.
auth-service encrypted the disk.
The credentials were stolen.
dir-2.corp crashed.
auth-service could not be reached.
The result was cut off.
结果被截断。
"""


def lines(table: str) -> list[str]:
    return table.strip().splitlines()


@pytest.mark.parametrize("text", lines(GAPS))
def test_a_gap_says_what_is_missing(text: str) -> None:
    assert says_what_is_missing(text)


@pytest.mark.parametrize("text", lines(OPEN_POINTS))
def test_an_open_point_is_said_in_one_of_its_forms(text: str) -> None:
    assert says_what_is_missing(text, TOLD)


@pytest.mark.parametrize("text", lines(HOSTILE_POINTS))
def test_the_form_of_a_gap_carries_no_fact(text: str) -> None:
    assert not says_what_is_missing(text, TOLD)


@pytest.mark.parametrize("text", lines(CUT_OFF_POINTS))
def test_a_search_is_cut_off_only_where_one_was(text: str) -> None:
    assert says_what_is_missing(text, TOLD, is_cut_off=True)
    assert not says_what_is_missing(text, TOLD)


@pytest.mark.parametrize("text", lines(HOSTILE_CUT_OFFS))
def test_nothing_but_a_search_is_cut_off(text: str) -> None:
    assert not says_what_is_missing(text, TOLD, is_cut_off=True)


@pytest.mark.parametrize("text", lines(NOT_SILENT))
def test_what_a_system_did_not_do_is_no_gap(text: str) -> None:
    assert not says_what_is_missing(text, TOLD)


@pytest.mark.parametrize("text", lines(PRESUPPOSED))
def test_what_a_gap_takes_for_known_is_on_record(text: str) -> None:
    assert not says_what_is_missing(text, TOLD)


def test_a_gap_may_ask_about_a_fault_that_is_on_record() -> None:
    crash = "2026-07-07T10:12:03Z FATAL order-service crashed with exit code 139"
    assert says_what_is_missing("Why order-service crashed is not in the logs.", [crash])
    assert says_what_is_missing("日志没有说明 order-service 为什么崩溃。", [crash])


@pytest.mark.parametrize("text", lines(STATEMENTS))
def test_a_statement_is_neither_a_gap_nor_a_reason(text: str) -> None:
    assert not says_what_is_missing(text)
    assert not gives_reason(text, STORED)


@pytest.mark.parametrize("text", lines(STEPS))
def test_a_step_looks_at_the_system(text: str) -> None:
    assert collects_evidence(text)


@pytest.mark.parametrize("text", lines(CHANGES))
def test_what_changes_the_system_or_states_something_is_no_step(text: str) -> None:
    assert not collects_evidence(text)


@pytest.mark.parametrize("text", lines(REASONS))
def test_a_reason_says_what_the_step_is_for(text: str) -> None:
    assert gives_reason(text, STORED)


@pytest.mark.parametrize("text", lines(RECORDED_REASONS))
def test_a_reason_may_speak_of_what_is_on_record(text: str) -> None:
    assert gives_reason(text, RECORDED, RECORDED)


@pytest.mark.parametrize("text", lines(HOSTILE_REASONS))
def test_a_reason_tells_no_state_and_no_cause_of_its_own(text: str) -> None:
    assert not gives_reason(text, RECORDED, RECORDED)


def test_a_reason_may_say_that_a_search_was_cut_off_where_one_was() -> None:
    assert gives_reason("The result was cut off.", RECORDED, RECORDED, is_cut_off=True)
    assert gives_reason("上次的结果被截断。", RECORDED, RECORDED, is_cut_off=True)


@pytest.mark.parametrize("rule", [says_what_is_missing, collects_evidence])
@pytest.mark.parametrize(
    "unit",
    [
        "a ",
        "请",
        "no logs of ",
        "to ",
        "，",
        "on ",
        "Check the ",
        "what is ",
        "没有看到什么",
        "of ",
    ],
)
def test_a_long_text_is_read_in_linear_time(rule: object, unit: str) -> None:
    assert callable(rule)
    assert rule(unit * (1000 // len(unit))) in (True, False)
