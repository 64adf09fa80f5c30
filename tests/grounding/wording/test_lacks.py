"""A lack of evidence is told apart from a system that has none of something."""

import pytest

from superbiz_agent.grounding.wording import polarity_conflict
from superbiz_agent.grounding.wording.lacks import names_a_lack, says_missing, says_none


@pytest.mark.parametrize(
    ("text", "is_none"),
    [
        ("mail-1 没有任何告警。", True),
        ("mail-1 has no alerts.", True),
        ("mail-1 的告警无法读取。", False),
        ("There was no log of mail-1.", False),
        ("No metric of mail-1 was available.", False),
    ],
)
def test_who_has_none_of_something_lacks_no_evidence(text: str, is_none: bool) -> None:
    assert says_none(text) is is_none


def test_what_could_not_be_read_was_not_read_without_trouble() -> None:
    gap = "The log of encoder-3 could not be read."
    assert polarity_conflict("The log of encoder-3 was read without trouble.", [gap])
    assert not polarity_conflict("The log of encoder-3 could not be read.", [gap])


@pytest.mark.parametrize(
    ("text", "is_turned"),
    [("11:21:33Z 仍未启动。", True), ("11:21:33Z 重新启动。", False), ("11:21:10Z 关闭。", False)],
)
def test_an_instant_is_compared_with_its_own_record(text: str, is_turned: bool) -> None:
    records = [
        "2026-06-09T11:21:10.440Z INFO cart-api shutting down",
        "2026-06-09T11:21:33.612Z INFO cart-api version 3.8.2 started",
    ]
    assert polarity_conflict(text, records) is is_turned


@pytest.mark.parametrize(
    "text",
    [
        "The log of cart-api is unreadable.",
        "The traces are not at hand.",
        "app.log is silent on the cause.",
        "No source holds the metrics of cart-api.",
        "We lack the metrics of cart-api.",
        "The cause is nowhere to be found.",
        "Metrics of cart-api: none.",
        "Metrics of cart-api: not available",
        "cart-api 的日志读不到。",
        "手头没有 cart-api 的指标。",
        "日志没写原因。",
        "所有来源均不含该指标。",
        "指标：无。",
        "指标：没有",
    ],
)
def test_a_lack_is_said_in_many_words(text: str) -> None:
    assert says_missing(text)
    assert names_a_lack(text)
    assert not says_none(text)


@pytest.mark.parametrize(
    "text",
    [
        "cart-api is ready.",
        "Metrics: none of them fired.",
        "none: cart-api",
        "cart-api has no alerts.",
        "The metrics of cart-api are at 91%.",
        "cart-api 正常。",
        "cart-api 的日志已经读到。",
        "指标：无异常的只有 cart-api",
    ],
)
def test_no_other_words_say_that_something_is_missing(text: str) -> None:
    assert not says_missing(text)
