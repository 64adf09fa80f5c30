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


def lines(table: str) -> list[str]:
    return table.strip().splitlines()


@pytest.mark.parametrize("text", lines(GAPS))
def test_a_gap_says_what_is_missing(text: str) -> None:
    assert says_what_is_missing(text)


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


@pytest.mark.parametrize("rule", [says_what_is_missing, collects_evidence])
@pytest.mark.parametrize("unit", ["a ", "请", "no logs of ", "to ", "，", "on ", "Check the "])
def test_a_long_text_is_read_in_linear_time(rule: object, unit: str) -> None:
    assert callable(rule)
    assert rule(unit * (1000 // len(unit))) in (True, False)
