"""What kind of answer a question wants, in both languages."""

import pytest

from superbiz_agent.models.offline.kinds import QuestionKind, kind_of

CASES: tuple[tuple[QuestionKind, str, str], ...] = (
    ("why", "Why do orders fail?", "订单为什么失败？"),
    ("why", "What caused the outage of orders?", "orders 故障的原因"),
    ("why", "Why is orders slow and what should I do?", "orders 为什么慢，怎么办？"),
    ("remediation", "How do I fix DbPoolSaturated?", "DbPoolSaturated 怎么办？"),
    ("remediation", "What should I do?", "磁盘满了该怎么处理？"),
    ("meaning", "What does etcdNoLeader mean?", "etcdNoLeader 是什么意思？"),
    ("how_many", "How many ERROR records did orders write?", "日志中有多少超时错误"),
    ("which_version", "Which version of orders was deployed?", "orders 部署了哪个版本？"),
    ("which_version", "Which deploys did orders have?", "orders 有哪些发布？"),
    ("when", "When did the 503s of nginx begin?", "DbPoolSaturated 告警什么时候开始的？"),
    ("when", "And since when?", "从何时开始？"),
    ("yes_no", "Did orders run out of database connections?", "数据库连接用完了吗？"),
    ("yes_no", "Is DiskAlmostFull firing?", "search 服务是不是内存溢出了？"),
    ("what", "What happened when orders restarted?", "orders 从 22:10 开始发生了什么？"),
    ("what", "What is going on?", "最近有什么异常？"),
    ("what", "show me errors in inventory", "那现在呢？"),
)


@pytest.mark.parametrize(("kind", "english", "chinese"), CASES)
def test_a_question_and_its_twin_are_of_one_kind(
    kind: QuestionKind, english: str, chinese: str
) -> None:
    assert (kind_of(english), kind_of(chinese)) == (kind, kind)
