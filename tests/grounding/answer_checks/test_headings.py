"""A heading may not say more of a sentence than the sentence itself could (section 7)."""

from typing import Any

import pytest

from superbiz_agent.grounding.answer_checks.answer import check_answer
from tests.grounding.answer_material import CLAIMS, GAP, claim, composer_input, reply

POOL = "order-service HikariPool-1 is exhausted: active=50/50, waiting=12. [claim-2]"
OPENING = "The current evidence cannot support a reliable conclusion."


def rules_of(text: str, material: dict[str, Any] | None = None) -> set[str]:
    return {each.rule_id for each in check_answer(material or composer_input(), reply(text))}


@pytest.mark.parametrize(
    ("rule_id", "text"),
    [
        ("answer.cause", f"**Root cause**\n\n{POOL}"),
        ("answer.cause", f"## 根因\n\n- {POOL}"),
        ("answer.cause", f"Root cause\n\n{POOL}"),
        ("answer.cause", f"Root cause.\n\n{POOL}"),
        ("answer.cause", f"- Root cause\n  - {POOL}"),
        ("answer.cause", f"## Root cause\n\n### Details\n\n{POOL}"),
        ("answer.cause", f"## 根因\n\n### 详情\n\n{POOL}"),
        ("answer.cause", f"Reason: {POOL}"),
        ("answer.cause", f"原因：{POOL}"),
        (
            "answer.certainty",
            f"**Confirmed facts**\n\n- {CLAIMS['claim-5'][0]} [claim-5]",
        ),
        ("answer.certainty", "**已确认的事实**\n\n- 慢查询可能占用连接。[h-1]"),
    ],
)
def test_a_heading_does_not_raise_what_stands_under_it(rule_id: str, text: str) -> None:
    assert rule_id in rules_of(text)


def test_under_reject_no_heading_makes_a_cause() -> None:
    assert "answer.cause" in rules_of(
        f"{OPENING}\n\n**Root cause**\n\n{POOL}", composer_input("REJECT")
    )


@pytest.mark.parametrize(
    "text",
    [
        f"**Root cause**\n\n{CLAIMS['claim-3'][0]} [claim-3]",
        "**Root cause**\n\nThe root cause is not confirmed.",
        f"**Root cause**\n\nLikely: {CLAIMS['claim-3'][0]} [claim-3]",
        f"**Confirmed findings**\n\n- {POOL}",
        f"**Possible causes**\n\n- A slow query may hold connections. [h-1]\n\n{GAP} [m-1]",
    ],
)
def test_a_heading_that_fits_passes(text: str) -> None:
    assert rules_of(text) == set()


FIRST = "HighMemoryUsage is firing for order-service at 91%."
SECOND = "HighCpuUsage is firing for payment-service at 97%."
TWO = composer_input(
    allowed_claims=[
        claim("claim-1", FIRST, "observation", "confirmed"),
        claim("claim-2", SECOND, "observation", "confirmed"),
    ]
)


@pytest.mark.parametrize(
    ("text", "is_owned"),
    [
        ("## order-service\n\nIt is at 97%. [claim-2]", False),
        ("## payment-service\n\nIt is at 97%. [claim-2]", True),
        ("order-service:\n\n- 97% [claim-2]", False),
        ("payment-service:\n\n- 97% [claim-2]", True),
        ("**order-service**\n\nCPU 为 97%。[claim-2]", False),
        ("**payment-service**\n\nCPU 为 97%。[claim-2]", True),
        ("order-service is at 91% [claim-1]. It is at 97% [claim-2].", False),
        ("order-service is at 91% [claim-1]. payment-service is at 97% [claim-2].", True),
        ("order-service is at 91% [claim-1]. It also has HighCpuUsage firing [claim-2].", False),
        ("payment-service is at 97% [claim-2]. It has HighCpuUsage firing [claim-2].", True),
        ("HighMemoryUsage of order-service is firing [claim-1]. It is at 97% [claim-2].", False),
        ("HighMemoryUsage of order-service is firing [claim-1]. It is at 91% [claim-1].", True),
        (
            "order-service is at 91% [claim-1]. The same service has HighCpuUsage [claim-2].",
            False,
        ),
        ("order-service 为 91% [claim-1]。该服务的 HighCpuUsage 正在触发 [claim-2]。", False),
        ("payment-service 为 97% [claim-2]。该服务的 HighCpuUsage 正在触发 [claim-2]。", True),
        ("order-service 为 91% [claim-1]。它的 HighCpuUsage 为 97% [claim-2]。", False),
        ("order-service 为 91% [claim-1]。其中 payment-service 为 97% [claim-2]。", True),
        ("payment-service:\n- HighMemoryUsage is firing [claim-1]", False),
        ("order-service:\n- HighMemoryUsage is firing [claim-1]", True),
        ("On payment-service:\n\n- HighMemoryUsage is firing, at 91% [claim-1]", False),
        ("On order-service:\n\n- HighMemoryUsage is firing, at 91% [claim-1]", True),
        ("payment-service：\n- HighMemoryUsage 正在触发，为 91% [claim-1]", False),
        ("order-service：\n- HighMemoryUsage 正在触发，为 91% [claim-1]", True),
    ],
)
def test_a_fact_belongs_to_the_entity_named_before_it(text: str, is_owned: bool) -> None:
    assert ("answer.new_fact" not in rules_of(text, TWO)) is is_owned


BACKUPS = composer_input(
    allowed_claims=[
        claim(
            "claim-1",
            "order-service logged 'backup failed: disk full'.",
            "observation",
            "confirmed",
        ),
        claim("claim-2", "cart-service logged 'backup finished'.", "observation", "confirmed"),
    ]
)


@pytest.mark.parametrize(
    "head",
    [
        "- {}\n",
        "- **{}**\n",
        "1. {}\n",
        "- [x] {}\n",
        "> {}\n\n",
        "{}\n\n",
        "{}\n: ",
        "- 服务 {}\n",
        "- {} 的情况\n",
    ],
)
def test_a_line_that_is_only_a_name_is_the_head_of_what_follows(head: str) -> None:
    for name, is_owned in (("order-service", False), ("cart-service", True)):
        rules = rules_of(head.format(name) + "  - backup finished [claim-2]", BACKUPS)
        assert ("answer.new_fact" not in rules) is is_owned, (name, rules)
