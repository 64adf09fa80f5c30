"""A Yes or a No answers for what was asked about (section 7)."""

import pytest

from superbiz_agent.grounding import check_answer
from tests.grounding.answer_material import claim, composer_input

FIRING = "HighMemoryUsage of order-service is firing since 2026-08-14T09:45:00Z, current=91%."
CHINESE = "order-service 的 HighMemoryUsage 正在触发，current=91%。"


def faults(question: str, sentence: str) -> set[str]:
    material = composer_input(
        original_query=question,
        allowed_claims=[
            claim("claim-1", FIRING, "observation", "confirmed"),
            claim("claim-2", CHINESE, "observation", "confirmed"),
        ],
    )
    reply = {"answer_summary": sentence, "recommended_actions": [], "user_facing_answer": sentence}
    return {finding.rule_id for finding in check_answer(material, reply)}


ENGLISH_QUESTION = "Is HighMemoryUsage firing on {}?"
CHINESE_QUESTION = "{} 的 HighMemoryUsage 是否在触发？"
ANSWERS = (
    (ENGLISH_QUESTION, "Yes, HighMemoryUsage is firing [claim-1]."),
    (ENGLISH_QUESTION, "Yes. HighMemoryUsage fires since 09:45Z at 91% [claim-1]."),
    (CHINESE_QUESTION, "是的，HighMemoryUsage 正在触发 [claim-2]。"),
    (CHINESE_QUESTION, "是。HighMemoryUsage 正在触发 [claim-2]。"),
)


@pytest.mark.parametrize(("question", "sentence"), ANSWERS)
def test_another_is_no_answer(question: str, sentence: str) -> None:
    assert "answer.new_fact" in faults(question.format("payment-service"), sentence)


@pytest.mark.parametrize(("question", "sentence"), ANSWERS)
@pytest.mark.parametrize("asked", ["order-service", "order-service and payment-service"])
def test_the_thing_that_was_asked_about_is(question: str, sentence: str, asked: str) -> None:
    assert faults(question.format(asked), sentence) == set()


@pytest.mark.parametrize(
    "question",
    ["Is HighMemoryUsage firing?", "Is 订单服务 short of memory?", "Was there a roll-back?"],
)
def test_a_question_without_a_name_is_answered_by_any(question: str) -> None:
    assert faults(question, "Yes, HighMemoryUsage is firing [claim-1].") == set()
