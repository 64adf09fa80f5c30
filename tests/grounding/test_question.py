"""Contract sections 1 and 5: what a question is about, decided by code."""

import pytest

from superbiz_agent.grounding import question_terms as tables
from superbiz_agent.grounding.question import (
    MAX_READ,
    asks_for_change,
    concerns_incident,
    is_knowledge_question,
    question_terms,
    subject_terms,
)

SMALL_TALK = (
    "",
    " ",
    "?",
    "hello",
    "Hi there!",
    "thanks, bye",
    "Who are you?",
    "What can you do for me?",
    "tell me a joke",
    "你好",
    "谢谢",
    "你是谁？",
    "你能做什么？",
    "Can you help me?",
    "What version are you?",
    "good morning",
    "今天天气怎么样？",
    "👋🙂",
)


@pytest.mark.parametrize("question", SMALL_TALK)
def test_small_talk_names_nothing(question: str) -> None:
    assert question_terms(question) == frozenset()
    assert not concerns_incident(question)


INCIDENT_QUESTIONS = (
    "Why did order-service time out?",
    "Is checkout slow?",
    "HikariCP 连接池耗尽了吗？",
    "order-service",
    "内存 91%",
    "服务不可用",
    "有告警吗？",
    "any errors?",
    "hello, is the database down?",
    "你好，数据库挂了",
    "看看日志",
    'what is "java.lang.OutOfMemoryError"?',
    "ＯＯＭ",
    "What is going on?",
    "What's going on?",
    "What happened at 22:14?",
    "anything unusual lately?",
    "what is broken?",
    "Which version of orders was deployed?",
    "conntrack table full?",
    "And since when?",
    "any warnings?",
    "最近有什么异常？",
    "orders 从 22:10 开始发生了什么？",
    "orders 怎么了",
    "现在是什么情况？",
)


@pytest.mark.parametrize("question", INCIDENT_QUESTIONS)
def test_a_question_about_a_system_concerns_an_incident(question: str) -> None:
    assert concerns_incident(question)


SAME: tuple[tuple[str, str, str], ...] = (
    ("memory", "Is memory high?", "内存高吗？"),
    ("timeout", "requests timed out", "请求超时"),
    ("connection-pool", "the connection pools", "连接池"),
    ("error", "many errors", "很多错误"),
    ("order-service", "What about ORDER-SERVICE?", "order-service怎么了"),
)


@pytest.mark.parametrize(("term", "english", "chinese"), SAME)
def test_both_languages_give_one_term(term: str, english: str, chinese: str) -> None:
    assert term in question_terms(english)
    assert term in question_terms(chinese)


def test_words_count_whole() -> None:
    assert "log" not in question_terms("What about dialogs?")
    assert "memory" not in question_terms("immemorial")


def test_incident_words_are_no_subjects() -> None:
    assert subject_terms("Why this incident? 故障原因？") == frozenset()


def test_names_of_the_evidence_make_entities_of_plain_words() -> None:
    assert "checkout" not in subject_terms("What about checkout?")
    assert "checkout" in subject_terms("What about checkout?", names=["checkout"])


KNOWLEDGE = (
    "What does the runbook say about KubePodCrashLooping?",
    "How do I find the owner of a lock?",
    "What should I do about KubePodCrashLooping?",
    "What is the meaning of etcdNoLeader?",
    "连接池耗尽怎么处理？",
    "这个告警是什么意思？",
    "有没有排查手册？",
    "Who should be notified when the disk is full?",
    "磁盘写满时应该通知谁？",
)
NO_KNOWLEDGE = (
    "Why is memory high?",
    "order-service 怎么了？",
    "Is the pool exhausted?",
    "谁登录了 db7？",
)


@pytest.mark.parametrize("question", KNOWLEDGE)
def test_a_knowledge_question(question: str) -> None:
    assert is_knowledge_question(question)


@pytest.mark.parametrize("question", NO_KNOWLEDGE)
def test_an_incident_question_is_none(question: str) -> None:
    assert not is_knowledge_question(question)


ORDERS = (
    "Please restart orders",
    "orders is down, please restart it",
    "Can you roll back orders?",
    "Restart orders",
    "delete the pod",
    "帮我重启",
    "orders 挂了，请重启它",
    "重启 orders",
    "把 orders 回滚",
    "请删除 pod orders-7f9c-x1",
)
NO_ORDERS = (
    "Why does the gateway drop packets?",
    "Did search restart?",
    "Restart count of orders?",
    "restart loop in orders",
    "How do I fix DbPoolSaturated?",
    "Can you tell me why orders failed?",
    "Could you look at the restart of orders?",
    "orders 重启了吗？",
    "请分析 orders 重启的原因",
    "帮我看看为什么重启",
    "请查一下部署记录",
    "磁盘满了该怎么处理",
    "发布后 orders 报错了",
)


@pytest.mark.parametrize("question", ORDERS)
def test_an_order_to_change_a_system(question: str) -> None:
    assert asks_for_change(question)


@pytest.mark.parametrize("question", NO_ORDERS)
def test_a_change_that_is_only_spoken_of_is_no_order(question: str) -> None:
    assert not asks_for_change(question)


def test_every_form_of_every_table_is_found() -> None:
    for table in (tables.THINGS, tables.METRICS, tables.ERRORS, tables.INCIDENT):
        for term, english, chinese in table:
            for form in filter(None, [*english.split("|"), *chinese.split("|")]):
                assert term in question_terms(f"x {form} y"), form


def test_a_very_long_question_is_read_to_a_bound() -> None:
    pasted = "x " * MAX_READ
    assert question_terms(f"memory {pasted}") == {"memory"}
    assert question_terms(f"{pasted} memory") == frozenset()


@pytest.mark.parametrize(
    "filler",
    ["a", "memory ", "内存", "please ", "请", "把删", "\u200b", '"', "\x00", "🙂"],
)
def test_a_megabyte_is_no_trouble(filler: str) -> None:
    text = (filler * 1_000_000)[:1_000_000]
    assert question_terms(text) <= {"memory"}
    assert not is_knowledge_question(text)
    assert not asks_for_change(text)
