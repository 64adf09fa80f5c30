"""Sentences that no typed fact carries still rest on an item, or say nothing (section 7)."""

from typing import Any

import pytest

from superbiz_agent.grounding.answer_checks.answer import check_answer
from tests.grounding.answer_material import CLAIMS, claim, composer_input, reply

FACT = f"{CLAIMS['claim-1'][0]} [claim-1]"
CHINESE = composer_input(
    original_query="order-service 为什么慢？",
    allowed_claims=[claim("claim-1", "order-service 连接池耗尽。", "observation", "confirmed")],
    allowed_hypotheses=[],
    missing_info=["指标查询失败。"],
)


def rules_of(text: str, material: dict[str, Any] | None = None) -> set[str]:
    findings = check_answer(material or composer_input(), reply(text, summary=FACT))
    return {each.rule_id for each in findings if each.field == "user_facing_answer"}


UNFOUNDED = [
    "The deploy was rolled back.",
    "The fix was deployed.",
    "A hacker got in.",
    "order-service was hacked.",
    "order-service is the victim of a bad release.",
    "The team of order-service made a mistake.",
    "Customers saw errors.",
    "Hundreds of users complained.",
    "You can ignore the alert.",
    "Redis evicts keys.",
    "Memory leaks.",
    "The load balancer misroutes traffic.",
    "Somebody rotated the password.",
    "The queue overflowed.",
    "We are certain.",
    "order-service is stuck in a loop.",
    "order-service does have been cleaned up in time.",
    "The evidence is complete.",
    "The verdict is PASS.",
    "- Data loss",
    "## Data loss",
    "用户数据丢失。",
    "客户数据已泄漏。",
    "运维人员误删了表。",
    "流量昨晚突增。",
    "网络丢包。",
    "密码被轮换了。",
    "可以忽略该告警。",
    "证据充分。",
    "判定为 PASS。",
    "数据已泄漏：",
    "结论：发布有问题",
]


@pytest.mark.parametrize("text", UNFOUNDED)
def test_an_unmarked_sentence_rests_on_an_item(text: str) -> None:
    assert rules_of(f"{FACT}\n\n{text}")


@pytest.mark.parametrize("text", ["用户数据丢失。", "客户很生气。", "网络丢包。"])
def test_the_same_in_chinese_over_chinese_items(text: str) -> None:
    assert rules_of(f"order-service 连接池耗尽。[claim-1]\n\n{text}", CHINESE)
    assert rules_of(f"order-service 连接池耗尽。[claim-1]\n\n{text}[claim-1]", CHINESE)


@pytest.mark.parametrize(
    "text",
    [
        "The weather is nice. [claim-1]",
        "用户数据丢失。[claim-1]",
        "The deploy was rolled back. [claim-1]",
        "order-service was hacked. [claim-1]",
        "order-service 被黑。[claim-1]",
        "The alert fired after the deployment. [claim-1]",
        "order-service is misconfigured by the ops team. [claim-1]",
        "HikariPool-1 belongs to somebody else. [claim-1]",
    ],
)
def test_a_mark_lends_nothing_to_what_its_item_does_not_say(text: str) -> None:
    assert "answer.new_fact" in rules_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "Here is what the evidence shows:",
        "总结如下：",
        "In short:",
        "Details:",
        "## Details",
        "**主要发现**",
        "| Service | Value |\n|---|---|\n| order-service | 91% [claim-1] |",
        "| 服务 | 当前值 |\n|---|---|\n| order-service | 91% [claim-1] |",
        "综上所述。",
        "The alert is about high memory usage. [claim-1]",
        "The connection pool requests timed out.",
    ],
)
def test_what_leads_in_or_rests_on_an_item_passes(text: str) -> None:
    assert rules_of(f"{text}\n\n{FACT}") == set()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("order-service v2.14.3 已回滚。[claim-1]", "order-service v2.14.3 was rolled back"),
        ("Two users complained. [claim-1]", "Two users of order-service complained"),
        ("root 的登录失败，疑为攻击。[claim-1]", "Failed password for invalid user root"),
        ("The rollout of order-service. [claim-1]", "order-service 发布完成"),
    ],
)
def test_a_change_that_the_item_names_in_either_language_passes(text: str, line: str) -> None:
    material = composer_input(allowed_claims=[claim("claim-1", line, "observation", "confirmed")])
    findings = check_answer(material, reply(text, summary="Here is what was found."))
    assert [each for each in findings if "fault" in each.message or "common" in each.message] == []
