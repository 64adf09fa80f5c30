"""Over a gap only what is known is denied (contract section 7)."""

import pytest

from superbiz_agent.grounding.answer_checks.gaps import denies_what_is_unknown
from superbiz_agent.grounding.answer_checks.material import Item, Statement

GAPS = {
    "en": "No source holds the memory limit of order-service.",
    "zh": "没有来源说明 order-service 的内存上限。",
}


def denies(sentence: str, language: str) -> bool:
    item = Item("m-1", "gap", (GAPS[language],))
    return denies_what_is_unknown(Statement(sentence, (item,)))


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("No memory limit of order-service is set.", "en"),
        ("order-service has no memory limit.", "en"),
        ("The memory limit of order-service is missing, so it is unlimited.", "en"),
        ("order-service 没有内存上限。", "zh"),
        ("order-service 未设置内存限制。", "zh"),
    ],
)
def test_that_there_is_none_is_more_than_that_nobody_knows(sentence: str, language: str) -> None:
    assert denies(sentence, language)


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("No source holds the memory limit of order-service.", "en"),
        ("The memory limit of order-service is not known.", "en"),
        ("The memory limit of order-service is missing.", "en"),
        ("The memory limit of order-service is not there.", "en"),
        ("No memory limit and no series of order-service was available.", "en"),
        ("没有来源说明 order-service 的内存上限。", "zh"),
        ("order-service 的内存上限未提供。", "zh"),
        ("order-service 的内存上限未知。", "zh"),
    ],
)
def test_that_nobody_knows_may_be_told(sentence: str, language: str) -> None:
    assert not denies(sentence, language)
