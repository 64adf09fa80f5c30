"""Denied comparisons, wholes that come first, verbs of two words, and signs between phrases."""

import pytest

from superbiz_agent.grounding.comparison.engine import fact_gaps
from superbiz_agent.grounding.facts import extract_facts, fold_width
from superbiz_agent.grounding.wording import quantifies_whole


def read(text: str) -> list[tuple[str, str]]:
    return [(fact.kind, fact.value) for fact in extract_facts(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("it exceeded 90%", ">90 %"),
        ("it may exceed 90%", ">90 %"),
        ("it never exceeded 90%", "<=90 %"),
        ("it did not exceed 90%", "<=90 %"),
        ("it didn't exceed 90%", "<=90 %"),
        ("it cannot exceed 90%", "<=90 %"),
        ("it never went below 10%", ">=10 %"),
        ("it was no lower than 10%", ">=10 %"),
        ("it did not exceed the limit", "<="),
        ("没有超过 90%", "<=90 %"),
        ("从未超过 90%", "<=90 %"),
        ("没有低于 10%", ">=10 %"),
        ("未超过阈值", "<="),
        ("超过阈值", ">"),
    ],
)
def test_a_denied_comparison_is_the_other_one(text: str, value: str) -> None:
    assert read(text) == [("comparative", value)]


BELOW = "pay-api latency=80ms limit=90ms"
ABOVE = "pay-api latency=95ms limit=90ms"
AT_LIMIT = "pay-api latency=90ms limit=90ms"


@pytest.mark.parametrize(
    ("text", "source", "is_gap"),
    [
        ("The latency of pay-api did not exceed its limit.", BELOW, False),
        ("The latency of pay-api did not exceed its limit.", AT_LIMIT, False),
        ("The latency of pay-api did not exceed its limit.", ABOVE, True),
        ("The latency of pay-api exceeded its limit.", ABOVE, False),
        ("The latency of pay-api exceeded its limit.", AT_LIMIT, True),
        ("The latency of pay-api exceeded its limit.", BELOW, True),
        ("The latency of pay-api did not exceed 90ms.", BELOW, False),
        ("The latency of pay-api did not exceed 70ms.", BELOW, True),
        ("The latency of pay-api never went below 70ms.", BELOW, False),
        ("The latency of pay-api never went below 90ms.", BELOW, True),
        ("pay-api 的延迟没有超过上限。", BELOW, False),
        ("pay-api 的延迟没有超过上限。", ABOVE, True),
        ("pay-api 的延迟超过上限。", ABOVE, False),
        ("pay-api 的延迟未超过 90ms。", BELOW, False),
        ("pay-api 的延迟未超过 70ms。", BELOW, True),
    ],
)
def test_a_denied_comparison_is_recomputed(text: str, source: str, is_gap: bool) -> None:
    assert bool(fact_gaps(text, [source])) is is_gap


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("4 个熔断器中 0 个打开", ("number", "0/4")),
        ("4 个熔断器中有 3 个打开", ("number", "3/4")),
        ("12 台主机里只有 2 台就绪", ("number", "2/12")),
        ("lined up 1840 jobs", ("number", "1840")),
        ("backed up 40 jobs", ("number", "40")),
        ("went up 40 %", ("comparative", "+40 %")),
        ("only 45", ("number", "45")),
        ("only 45%", ("percentage", "45")),
        ("just 1/3 ready", ("number", "1/3")),
        ("仅为 45%", ("percentage", "45")),
        ("只有 1/3", ("number", "1/3")),
        ("2026-03-02 10:00:00 +08:00: failed", ("timestamp", "2026-03-02T02:00:00Z")),
        ("2026-03-02T10:00:00+0800: failed", ("timestamp", "2026-03-02T02:00:00Z")),
        ("10:00 UTC+8: failed", ("timestamp", "T02:00:00Z")),
        ("10.0.0.7:5432: refused", ("identifier", "10.0.0.7:5432")),
        ("db-1:5432: refused", ("identifier", "db-1:5432")),
        ("12：30", ("timestamp", "T12:30:00")),
        ("10,000", ("number", "10000")),
    ],
)
def test_one_fact_is_read(text: str, fact: tuple[str, str]) -> None:
    assert read(text) == [fact]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "202，171 到 203 ms",
            [("number", "202"), ("duration", "0.171"), ("duration", "0.203")],
        ),
        ("/refunds：504", [("identifier", "/refunds"), ("number", "504")]),
        ("cart-api：504", [("identifier", "cart-api"), ("number", "504")]),
        ("dir-2:636:12", [("identifier", "dir-2"), ("number", "636"), ("number", "12")]),
        ("only cart-api", [("comparative", "alone"), ("identifier", "cart-api")]),
        ("只有 cart-api", [("comparative", "alone"), ("identifier", "cart-api")]),
    ],
)
def test_signs_between_phrases_part_two_facts(text: str, facts: list[tuple[str, str]]) -> None:
    assert read(text) == facts


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("202，171", "202，171"),
        ("a：1", "a：1"),
        ("１２：３０", "12:30"),
        ("1，2：3", "1，2:3"),
        ("a，b", "a,b"),
    ],
)
def test_only_a_sign_that_parts_two_facts_stays_wide(text: str, folded: str) -> None:
    assert fold_width(text) == folded
    assert len(folded) == len(text)


READY = "web-1 ready=1/3, cpu=45%"


@pytest.mark.parametrize(
    ("text", "is_whole"),
    [
        ("web-1 cpu is only 45%.", False),
        ("only 1/3 of web-1 are ready.", False),
        ("web-1 只有 1/3 就绪。", False),
        ("web-1 的 cpu 仅为 45%。", False),
        ("Only web-1 is at 45%.", True),
        ("只有 web-1 达到 45%。", True),
    ],
)
def test_only_so_much_is_nobody_elses_want(text: str, is_whole: bool) -> None:
    assert quantifies_whole(text, [READY]) is is_whole
    assert bool(fact_gaps(text, [READY])) is is_whole


@pytest.mark.parametrize(
    ("text", "is_gap"),
    [
        ("pay-api 的 4 个熔断器中 0 个打开。", False),
        ("pay-api: 0 of 4 breakers are open.", False),
        ("pay-api 的 4 个熔断器中 1 个打开。", True),
        ("pay-api 的 5 个熔断器中 0 个打开。", True),
    ],
)
def test_the_whole_may_come_first(text: str, is_gap: bool) -> None:
    assert bool(fact_gaps(text, ["pay-api 0/4 breakers open"])) is is_gap


@pytest.mark.parametrize(
    ("text", "is_gap"),
    [
        ("mail-1 has lined up 1840 jobs.", False),
        ("mail-1 has lined up 1841 jobs.", True),
        ("The jobs of mail-1 went up 1840.", True),
    ],
)
def test_what_was_lined_up_did_not_go_up(text: str, is_gap: bool) -> None:
    assert bool(fact_gaps(text, ["mail-1: 1840 jobs waiting"])) is is_gap
