"""A cell is read with the head of its column and with the head of its row (section 7)."""

import pytest

from superbiz_agent.grounding.answer_checks.answer import check_answer
from tests.grounding.answer_material import claim, composer_input, reply

TWO = composer_input(
    allowed_claims=[
        claim(f"claim-{number}", text, "observation", "confirmed")
        for number, text in enumerate(
            [
                "HighMemoryUsage of order-service since 2026-08-14T09:45:00Z, 91%, threshold=85%.",
                "DiskFull of payment-service is firing since 2026-08-14T08:00:00Z, current=97%.",
                "rollout of order-service from v1.2.0 to v1.3.0.",
                "HighCpuUsage of cart-service was firing until 2026-08-14T09:30:00Z.",
                "order-service logged 'backup failed: disk full'.",
                "cart-service logged 'backup finished'.",
            ],
            start=1,
        )
    ]
)


@pytest.mark.parametrize(
    ("head", "true_cells", "false_cells"),
    [
        (
            "order-service | payment-service",
            "91% [claim-1] | 97% [claim-2]",
            "97% [claim-2] | 91% [claim-1]",
        ),
        (
            " | order-service | payment-service",
            "current | 91% [claim-1] | 97% [claim-2]",
            "current | 97% [claim-2] | 91% [claim-1]",
        ),
        (
            "alert | threshold",
            "HighMemoryUsage | 85% [claim-1]",
            "HighMemoryUsage | 91% [claim-1]",
        ),
        ("告警 | 阈值", "HighMemoryUsage | 85% [claim-1]", "HighMemoryUsage | 91% [claim-1]"),
        (
            "Alert | Since | Until",
            "HighMemoryUsage | 09:45Z [claim-1] | -",
            "HighMemoryUsage | - | 09:45Z [claim-1]",
        ),
        (
            "告警 | 结束时间",
            "HighCpuUsage | 2026-08-14T09:30:00Z [claim-4]",
            "HighMemoryUsage | 2026-08-14T09:45:00Z [claim-1]",
        ),
        (
            "service | before | after",
            "order-service | v1.2.0 | v1.3.0 [claim-3]",
            "order-service | v1.3.0 | v1.2.0 [claim-3]",
        ),
        (
            "what | order-service | cart-service",
            "backup | failed [claim-5] | finished [claim-6]",
            "backup | finished [claim-6] | failed [claim-5]",
        ),
        (
            "| order-service | cart-service",
            "备份 | backup failed [claim-5] | -",
            "备份 | backup finished [claim-6] | -",
        ),
    ],
)
def test_a_column_s_head_holds_for_its_cells(head: str, true_cells: str, false_cells: str) -> None:
    rule = "|" + "---|" * (head.count("|") + 1)
    for cells, is_true in ((true_cells, True), (false_cells, False)):
        text = f"| {head} |\n{rule}\n| {cells} |"
        rules = {each.rule_id for each in check_answer(TWO, reply(text))}
        assert ("answer.new_fact" not in rules) is is_true, (text, rules)
