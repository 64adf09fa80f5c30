"""Possibility, cause, absence, quantity, certainty, remediation and frames, in both languages."""

import pytest

from superbiz_agent.grounding.wording import (
    claims_certainty,
    is_frame_sentence,
    is_hedged,
    is_reported,
    proposes_step,
    quantifies,
    remediates,
    rules_out,
    soften,
    states_absence,
    states_cause,
    without_lead_in,
)


@pytest.mark.parametrize(
    "text",
    [
        "It may be a leak", "likely a leak", "the leak is not confirmed", "possibly a leak",
        "可能是泄漏", "推断为泄漏", "尚未确认", "疑似泄漏", "似乎变慢",
    ],
)  # fmt: skip
def test_a_possibility_is_hedged(text: str) -> None:
    assert is_hedged(text)


@pytest.mark.parametrize(
    "text", ["could not connect", "不可能", "on May 3 it failed", "it failed", "尽可能", "dismay"]
)
def test_a_fact_is_not_hedged(text: str) -> None:
    assert not is_hedged(text)


@pytest.mark.parametrize(
    "text",
    [
        "caused by a leak", "The root cause is a leak", "failed because of a leak", "due to a leak",
        "the leak led to timeouts", "a root-cause claim", "导致超时", "根因是泄漏", "由于泄漏",
        "因内存不足而重启", "引发故障",
    ],
)  # fmt: skip
def test_a_cause_is_seen(text: str) -> None:
    assert states_cause(text)


@pytest.mark.parametrize("text", ["the pool is exhausted", "基因", "active=50/50", "the causeway"])
def test_no_cause_is_seen_in_a_plain_statement(text: str) -> None:
    assert not states_cause(text)


@pytest.mark.parametrize(
    "text",
    [
        "No errors were found", "order-service did not restart", "nothing matched",
        "0 records matched",
        "matched no record", "a deadlock is ruled out", "未发现错误日志", "没有错误",
        "日志中无 OOM 记录",
        "不存在死锁", "已排除死锁", "it never failed",
    ],
)  # fmt: skip
def test_an_absence_is_seen(text: str) -> None:
    assert states_absence(text)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("Connection is not available", ""),
        ("order-service pool exhausted, idle=0", ""),
        ("连接池无空闲连接", ""),
        ("order-service restarted", ""),
        ("relation does not exist", "ERROR relation does not exist at 8"),
        ("No route to host", "connect: No route to host"),
        ("it logged: never give up", "WARN never give up"),
        ("it logged “Running task 0”", "INFO Running task 0 (a.log:1)"),
        ("共 50 条日志", ""),
        ("重试了 10次", ""),
    ],
)
def test_a_state_or_a_word_of_the_evidence_is_no_absence(text: str, stored: str) -> None:
    assert not states_absence(text, stored=[stored])


@pytest.mark.parametrize(
    "text", ["共 0 条日志", "there are “no” errors", "it logged “task 0” 0 times"]
)
def test_a_zero_of_ones_own_is_an_absence_whatever_is_quoted(text: str) -> None:
    assert states_absence(text, stored=["INFO Running task 0 on node-1 (a.log:1)"])


def test_a_word_that_stands_in_no_evidence_is_an_absence() -> None:
    assert states_absence("no errors were found", stored=["ERROR all attempts failed"])


@pytest.mark.parametrize(
    "text",
    ["all pods failed", "the only error", "the first error", "none failed", "所有实例", "唯一错误"],
)
def test_a_quantity_over_a_whole_is_seen(text: str) -> None:
    assert quantifies(text)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("errors in the last 15 minutes", ""),
        ("最近15分钟的错误", ""),
        ("平均延迟", ""),
        ("All attempts failed", "WARN All attempts failed"),
        ("read-only file system", ""),
    ],
)
def test_a_window_or_a_word_of_the_evidence_is_no_quantity(text: str, stored: str) -> None:
    assert not quantifies(text, stored=[stored])


@pytest.mark.parametrize(
    "text", ["ruled out", "never failed", "does not exist", "已排除", "不存在"]
)
def test_what_rules_something_out_is_seen(text: str) -> None:
    assert rules_out(text)


@pytest.mark.parametrize("text", ["cannot be ruled out", "无法排除", "no record matched"])
def test_what_leaves_something_open_rules_nothing_out(text: str) -> None:
    assert not rules_out(text)


@pytest.mark.parametrize(
    ("text", "softened"),
    [
        ("the sole root cause is a leak", "root cause is a leak"),
        ("the confirmed cause is a leak", "the cause is a leak"),
        ("已确认唯一根因是泄漏", "根因是泄漏"),
        ("尚未确认根因", "尚未确认根因"),
        ("the cause is unconfirmed", "the cause is unconfirmed"),
    ],
)
def test_softening_takes_certainty_out(text: str, softened: str) -> None:
    assert soften(text) == softened
    assert not claims_certainty(soften(text))


@pytest.mark.parametrize(
    "text",
    [
        "Restart order-service", "Roll back the deployment", "Increase the pool size",
        "kill the pod",
        "please restart it", "You should restart it", "Check logs and restart order-service",
        "order-service should be restarted", "consider restarting order-service", "1. Restart it",
        "Then scale out order-service", "Set maxPoolSize to 100", "Drain the node",
        "重启 order-service", "扩容连接池", "检查日志后重启服务", "建议回滚到上一版本", "立即重启",
        "将连接池调大到100", "执行 kubectl rollout undo", "Then: kubectl scale deployment checkout",
        "sudo systemctl restart checkout", "执行 TRUNCATE orders", "drop the table", "Drop it",
    ],
)  # fmt: skip
def test_a_change_to_the_system_is_a_remediation(text: str) -> None:
    assert remediates(text)


@pytest.mark.parametrize(
    "text",
    [
        "flyway 于 01:30:55Z 开始把 schema “public” 迁移到版本“148 - add vat columns”。",
        "cart-api 在 11:21:10Z 为部署 3.8.2 版本停机。", "4 个熔断器中 0 个打开",
        "label-print has failed nine times to write to waybill-pdf.",
        "Check when order-service restarted", "Collect the restart count of order-service",
        "Query the logs of order-service", "Look at the deployment history",
        "Check update history", "Run kubectl get pods", "是否执行过 kubectl rollout undo",
        "Compare connection count before and after the rollback", "Review connection pool settings",
        "Check whether the pool size was changed", "Query logs for errors at startup",
        "检查 order-service 是否重启过", "查看重启次数", "查询最近的发布与回滚记录",
        "确认连接池配置", "No evidence about gateway, drop was found", "Drop was seen on eth0",
        "收集 order-service 重启前后的日志", "查看 HikariCP 连接池配置的变更记录",
    ],
)  # fmt: skip
def test_a_step_of_evidence_collection_is_no_remediation(text: str) -> None:
    assert not remediates(text)


@pytest.mark.parametrize(
    "text", ["Check the logs", "Please query it", "检查日志", "建议收集线程转储"]
)
def test_a_next_step_is_seen(text: str) -> None:
    assert proposes_step(text)


@pytest.mark.parametrize(
    "text",
    ["现有证据不足以确认根因", "The root cause is not confirmed.", "## 根因", "**Next steps**:"],
)
def test_the_closed_list_holds_its_frames(text: str) -> None:
    assert is_frame_sentence(text)


@pytest.mark.parametrize("text", ["The root cause is a leak.", "根因是泄漏", "Root cause: a leak"])
def test_anything_more_than_a_frame_is_none(text: str) -> None:
    assert not is_frame_sentence(text)


@pytest.mark.parametrize("text", ["The runbook says: look", "According to the documentation, look",
                                  "运行手册记载：查看", "根据文档，查看"])  # fmt: skip
def test_a_documents_words_are_reported_as_such(text: str) -> None:
    assert is_reported(text)


def test_a_lead_in_is_taken_off_and_nothing_else() -> None:
    assert without_lead_in("Yes, likely: it is full") == "it is full"
    assert without_lead_in("推断：连接池耗尽") == "连接池耗尽"
    assert without_lead_in("No errors were found") == "No errors were found"
