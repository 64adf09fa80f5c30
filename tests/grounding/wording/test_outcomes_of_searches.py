"""What a search came to is no step, no order and no value (contract sections 6 and 7)."""

import pytest

from superbiz_agent.grounding.wording import remediates, states_absence
from superbiz_agent.grounding.wording.remediation import proposes_step


@pytest.mark.parametrize(
    ("text", "stored", "is_absence"),
    [
        ("The search for OOM found no matching records.", [], True),
        ("No records matched OOM.", ["ERROR cart-api timed out"], True),
        ("There were no hits for OOM.", [], True),
        ("No match in app.log.", [], True),
        ("cart-api cannot read, and no records came back.", ["cart-api cannot read"], True),
        ("app.log 里搜不到 OOM。", [], True),
        ("app.log 里查不到“OOM”。", [], True),
        ("结果为空。", [], True),
        ("app.log 里一条 OOM 记录也没有。", [], True),
        ("app.log 一条都没有搜到。", [], True),
        ("cart-api found no matching records.", ["ERROR cart-api no matching records"], False),
        ("cart-api 查不到用户。", ["cart-api 查不到用户"], False),
        ("cart-api 写入了一条记录。", [], False),
        ("The casino records everything.", [], False),
    ],
)
def test_a_search_that_found_nothing_is_an_absence(
    text: str, stored: list[str], is_absence: bool
) -> None:
    assert states_absence(text, stored=stored) is is_absence


@pytest.mark.parametrize(
    "text",
    [
        'Search for "OOM": nothing.',
        'Search for "OOM" in app.log: no records.',
        'Search for "OOM": 0 records',
        "Search app.log for OOM | none",
        "Search for OOM: empty.",
        "Search for OOM: cut off",
        "查询 app.log：无",
        "查询 app.log：没有相关的记录。",
        "查询 app.log：未命中。",
        "检查 cart-api：空",
        "查询 app.log：被截断",
    ],
)
def test_an_outcome_is_no_step(text: str) -> None:
    assert not proposes_step(text)


@pytest.mark.parametrize(
    "text",
    [
        "Check the log of cart-api.",
        "Check the log of cart-api: it was cut off there.",
        'Search for "OOM": 05 to 07',
        "Check /var: empty it.",
        "查询 app.log。",
        "查看 cart-api 的日志。",
        "检查 pay-db：未提交的事务",
        "检查 cart-api：无响应的线程",
        "检查 cart-api：空闲连接",
    ],
)
def test_what_is_to_be_done_is_a_step(text: str) -> None:
    assert proposes_step(text)


@pytest.mark.parametrize("text", ["查看为什么 cart-api 重启", "查看为何 cart-api 变慢"])
def test_to_ask_why_is_no_step(text: str) -> None:
    assert not proposes_step(text)


@pytest.mark.parametrize(
    ("text", "is_order"),
    [
        ("cart-api begins to restart.", False),
        ("cart-api 着手重启。", False),
        ("cart-api 在 10:00 动手回滚。", False),
        ("cart-api 已经回滚。", False),
        ("cart-api 因内存不足而重启。", False),
        ("cart-api 为此而关闭。", False),
        ("重启开始。", False),
        ("重启那一刻 cart-api 失败。", False),
        ("Begin to restart cart-api.", True),
        ("因内存不足，请重启 cart-api。", True),
        ("重启 cart-api。", True),
        ("cart-api 正常，而 pay-api 需要回滚。", True),
        ("应为释放内存而重启 cart-api。", True),
    ],
)
def test_what_was_begun_or_came_of_something_is_no_order(text: str, is_order: bool) -> None:
    assert remediates(text) is is_order
