"""All of the n that an "n of n" counts, and a lack that is said in other words (section 7)."""

import pytest

from superbiz_agent.grounding.answer_checks.answer import check_answer
from superbiz_agent.grounding.answer_checks.fact_rules import (
    adds_fault,
    adds_whole,
    takes_gap_for_fact,
)
from superbiz_agent.grounding.answer_checks.material import Item, Material, Statement
from superbiz_agent.grounding.answer_checks.rules import turns_polarity
from tests.grounding.answer_material import CLAIMS, composer_input, reply

MATERIAL = Material("PASS", "en", ())


def statement(text: str, source: str, kind: str = "claim") -> Statement:
    item = Item("m-1", "gap", (source,)) if kind == "gap" else Item("claim-1", "claim", (source,))
    return Statement(text, (item,))


@pytest.mark.parametrize(
    ("text", "source", "is_added"),
    [
        ("All 4 breakers of cart-api are open.", "cart-api has 4/4 breakers open.", False),
        ("All of the 4 breakers are open.", "4 of 4 breakers are open.", False),
        ("All breakers, 4 of 4, are open.", "4 of 4 breakers are open.", False),
        ("所有 4 个熔断器都打开。", "4 个熔断器中的 4 个打开。", False),
        ("4 个熔断器全部打开。", "4 个熔断器中 4 个打开。", False),
        ("4 台主机全都失败。", "4 out of 4 hosts failed.", False),
        ("熔断器全部打开，4 个。", "熔断器 4/4 打开。", False),
        ("All 4 breakers are open.", "3 of 4 breakers are open.", True),
        ("All 14 breakers are open.", "4 of 4 breakers are open.", True),
        ("All breakers, 4 of 5, are open.", "4 of 5 breakers are open.", True),
        ("All breakers are open.", "4 of 4 breakers are open.", True),
        ("All 3 pods loaded pool_max=4.", "pool_max=4 was loaded by each of 3 pods.", False),
        ("All 4 pods loaded pool_max=4.", "pool_max=4 was loaded by each of 3 pods.", True),
        ("4 个熔断器全部打开。", "4 个熔断器中 3 个打开。", True),
        ("14 台主机全都失败。", "4 out of 4 hosts failed.", True),
    ],
)
def test_all_of_them_are_as_many_as_are_counted(text: str, source: str, is_added: bool) -> None:
    assert adds_whole(statement(text, source), MATERIAL) is is_added


UNREAD = "The log of encoder-3 could not be read; whether it crashed is unknown."
UNREAD_ZH = "encoder-3 的日志无法读取，是否崩溃不清楚。"


@pytest.mark.parametrize(
    ("text", "gap", "is_turned"),
    [
        ("The log of encoder-3 is unreadable.", UNREAD, False),
        ("The log of encoder-3 is not at hand for reading.", UNREAD, False),
        ("encoder-3 的日志读不到。", UNREAD_ZH, False),
        ("The log of encoder-3 was read without trouble.", UNREAD, True),
        ("The queue of mail-7 is down, nothing is missing.", UNREAD, True),
        ("encoder-3 没有崩溃。", UNREAD_ZH, True),
    ],
)
def test_half_of_a_lacks_words_are_its_gaps(text: str, gap: str, is_turned: bool) -> None:
    assert turns_polarity(statement(text, gap, "gap"), MATERIAL) is is_turned


@pytest.mark.parametrize(
    ("text", "is_added"),
    [
        ("Whether encoder-3 crashed is unknown.", False),
        ("encoder-3 crashed.", False),
        ("A memory leak of encoder-3 is unknown.", True),
        ("encoder-3 leaked memory.", True),
    ],
)
def test_a_gap_lends_the_fault_that_it_names(text: str, is_added: bool) -> None:
    assert adds_fault(statement(text, UNREAD, "gap"), MATERIAL) is is_added


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("The log of encoder-3 is unreadable. [m-1]", True),
        ("The log of encoder-3 was read. [m-1]", False),
        ("encoder-3 crashed. [m-1]", False),
        ("The log of encoder-3 is unreadable, because encoder-3 crashed. [m-1]", False),
    ],
)
def test_a_gap_is_told_as_one(text: str, passes: bool) -> None:
    fact = f"{CLAIMS['claim-1'][0]} [claim-1]"
    material = composer_input(missing_info=["The log of encoder-3 could not be read."])
    findings = check_answer(material, reply(f"{fact}\n\n{text}", summary=fact))
    assert (findings == []) is passes


@pytest.mark.parametrize(
    ("text", "gap", "is_taken"),
    [
        ("The log of gpu-3 was left out.", "The log of gpu-3 could not be read.", False),
        ("gpu-3 的日志不可读。", "gpu-3 的日志无法读取。", False),
        ("gpu-3 的日志读取不了。", "gpu-3 的日志无法读取。", False),
        ("gpu-3 的日志完整可读。", "gpu-3 的日志无法读取。", True),
        ("The log of gpu-3 shows it.", "The log of gpu-3 could not be read.", True),
    ],
)
def test_what_cannot_be_read_is_not_taken_for_known(text: str, gap: str, is_taken: bool) -> None:
    assert takes_gap_for_fact(statement(text, gap, "gap"), MATERIAL) is is_taken
