"""Values, ends of a range and names that changed places are gaps (contract section 7)."""

import pytest

from superbiz_agent.grounding.comparison.engine import fact_gaps
from superbiz_agent.grounding.facts.instants import DAY
from superbiz_agent.grounding.wording.strangers import names_a_stranger

CANCELLED = "ledger-1 cancelled 20 statements due to a lock timeout"
MATCHED = "the query for ERROR records matched 48 records"
IN_CHINESE = ["ledger-1 共取消 20 条语句", "该查询匹配 48 条记录"]
INBOX = "10:02:34Z mx-2 no MX for name=inbox.mail.example, status=deferred; 4 records of this form"
OTHER = "10:04:11Z mx-2 no MX for name=other.mail.example, status=deferred; 2 records of this form"
PODS = ["pod-7 was OOMKilled twice under a limit of 512Mi", "the restart count of pod-7 was 6"]


@pytest.mark.parametrize(
    ("text", "sources", "gaps"),
    [
        (
            "ledger-1 cancelled 48 statements, and the query matched 20 records.",
            [CANCELLED, MATCHED],
            ["48", "20"],
        ),
        ("ledger-1 共取消 48 条语句，该查询匹配 20 条记录。", IN_CHINESE, ["48", "20"]),
        (
            "2 mails were for inbox.mail.example and 4 for other.mail.example.",
            [INBOX, OTHER],
            ["2", "4"],
        ),
        (
            "其中 2 封发往 inbox.mail.example，4 封发往 other.mail.example。",
            [INBOX, OTHER],
            ["2", "4"],
        ),
        ("The restart count of pod-7 was 2, after it was OOMKilled 6 times.", PODS, ["2", "6"]),
        (
            "ledger-1 cancelled 20 statements, and the query matched 48 records.",
            [CANCELLED, MATCHED],
            [],
        ),
        ("ledger-1 共取消 20 条语句，该查询匹配 48 条记录。", IN_CHINESE, []),
        (
            "4 mails were for inbox.mail.example and 2 for other.mail.example.",
            [INBOX, OTHER],
            [],
        ),
        ("The restart count of pod-7 was 6, after it was OOMKilled 2 times.", PODS, []),
    ],
)
def test_two_values_do_not_change_their_sources(
    text: str, sources: list[str], gaps: list[str]
) -> None:
    assert [gap.value for gap in fact_gaps(text, sources) if gap.number is not None] == gaps


FIRST = "BK-07 rejected 171 items from 19:49:10Z to 20:19:40Z"
SECOND = "BK-03 rejected 7 items from 19:50:02Z to 20:11:18Z"


@pytest.mark.parametrize(
    ("text", "gaps"),
    [
        ("BK-03 and BK-07 rejected 171 and 7 items respectively.", ["171", "7"]),
        ("BK-03、BK-07 分别拒绝 171 笔、7 笔。", ["171", "7"]),
        ("BK-07 and BK-03 rejected 171 and 7 items respectively.", []),
        ("BK-07、BK-03 分别拒绝 171 笔、7 笔。", []),
    ],
)
def test_respectively_keeps_the_order(text: str, gaps: list[str]) -> None:
    assert [gap.value for gap in fact_gaps(text, [FIRST, SECOND])] == gaps


@pytest.mark.parametrize(
    ("text", "is_changed"),
    [
        ("BK-07 has been rejecting since 20:19:40Z.", True),
        ("BK-07 从 20:19:40Z 开始拒绝。", True),
        ("BK-07 自 20:19:40Z 起拒绝。", True),
        ("The rejections of BK-07 began at 20:19:40Z.", True),
        ("BK-07 rejected items until 19:49:10Z.", True),
        ("BK-07 最后一次拒绝在 19:49:10Z。", True),
        ("BK-07 拒绝到 19:49:10Z 为止。", True),
        ("BK-07 last rejected at 19:49:10Z.", True),
        ("BK-07 has been rejecting since 19:49:10Z.", False),
        ("BK-07 从 19:49:10Z 开始拒绝。", False),
        ("BK-07 rejected items until 20:19:40Z.", False),
        ("BK-07 last rejected at 20:19:40Z.", False),
        ("BK-07 has been quiet since 20:19:40Z.", False),
        ("BK-07 rejected items from 19:49:10Z to 20:19:40Z.", False),
        ("BK-07 在 20:19:40Z 拒绝。", False),
    ],
)
def test_an_end_is_no_start(text: str, is_changed: bool) -> None:
    clocks = [int((gap.number or 0) % DAY) for gap in fact_gaps(text, [FIRST])]
    assert bool(clocks) is is_changed


def test_an_instant_that_stands_by_itself_too_may_be_either() -> None:
    sources = [FIRST, "at 20:19:40Z BK-07 was locked"]
    assert not fact_gaps("BK-07 has been locked since 20:19:40Z.", sources)


DENIED = 'analyst@ledger was denied; password authentication failed for user "scanner"'
OLD = "DeprecationWarning: parameter fare_class is deprecated, use fare_brand"


@pytest.mark.parametrize(
    ("text", "source", "is_another"),
    [
        ('Authentication failed for user "analyst".', DENIED, True),
        ("用户“analyst”认证失败。", DENIED, True),
        ("Warnings on the parameter fare_brand.", OLD, True),
        ("关于参数 fare_brand 的弃用警告。", OLD, True),
        ('Authentication failed for user "scanner".', DENIED, False),
        ("用户“scanner”认证失败。", DENIED, False),
        ("关于参数 fare_class 的弃用警告。", OLD, False),
        ("fare_class is deprecated, fare_brand is to be used.", OLD, False),
        (
            "api-1 panicked at 10:02:03Z with slice bounds out of range [3].",
            "panic: index out of range [3]",
            True,
        ),
        (
            "api-1 panicked at 10:02:03Z with index out of range [3].",
            "panic: index out of range [3]",
            False,
        ),
        ("api-1 超过了 300s 的 session timeout。", "api-1 超过了 300s 的 poll interval", True),
        ("api-1 超过了 300s 的 poll interval。", "api-1 超过了 300s 的 poll interval", False),
    ],
)
def test_a_name_is_called_by_the_noun_of_its_kind(text: str, source: str, is_another: bool) -> None:
    assert names_a_stranger(text, [source]) is is_another
