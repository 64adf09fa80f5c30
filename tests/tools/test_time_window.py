"""Windows are resolved by code against an injected clock (contract sections 2 and 9)."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from time_growth import assert_linear

from superbiz_agent.contracts.evidence import UnusedWindow
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.errors import ConfigurationError, InvalidInputError
from superbiz_agent.tools.instants import format_instant, parse_duration, parse_zone
from superbiz_agent.tools.question_window import MARGIN
from superbiz_agent.tools.time_window import (
    asked_window,
    call_window,
    parse_instant,
    resolve_window,
    window_in_question,
)

NOW = datetime(2026, 7, 7, 10, 0, tzinfo=UTC)  # a Tuesday
SHANGHAI = NOW.astimezone(timezone(timedelta(hours=8)))  # 18:00 there


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-07-07T10:00:00Z", "2026-07-07T10:00:00Z"),
        ("2026-07-07 18:00:00+08:00", "2026-07-07T10:00:00Z"),
        ("2026-07-07T18:00+0800", "2026-07-07T10:00:00Z"),
        ("2026-07-07T10:00:00.120Z", "2026-07-07T10:00:00.120Z"),
        ("2026-07-07T10:00:00.123456789Z", "2026-07-07T10:00:00.123456Z"),
        ("2026-07-07 10:00:00,5", "2026-07-07T10:00:00.500Z"),
        ("2026-07-07", "2026-07-07T00:00:00Z"),
        (" 2026-07-07T10:00Z ", "2026-07-07T10:00:00Z"),
    ],
)
def test_an_instant_is_read_with_its_zone(text: str, expected: str) -> None:
    assert format_instant(parse_instant(text)) == expected


@pytest.mark.parametrize(
    "text",
    ["", "soon", "2026-13-01", "2026-02-30T00:00:00Z", "2026-07-07T25:00:00Z", "15m", "p99",
     "２０２６-07-07", "2026-07-07T10:00:00+99:00", "1" * 5000, "0001-01-01T00:00:00+14:00"],
)  # fmt: skip
def test_what_is_no_instant_is_refused_in_one_short_line(text: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        parse_instant(text)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("text", ["now", " NOW ", "现在"])
def test_now_is_the_instant_of_the_clock_that_is_handed_in(text: str) -> None:
    assert parse_instant(text, now=SHANGHAI) == NOW
    with pytest.raises(InvalidInputError):
        parse_instant(text)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("1h", 3600), ("15m", 900), ("90s", 90), ("1h30m", 5400), ("2 days", 172_800), ("1.5h", 5400),
     ("15 minutes", 900), ("15分钟", 900), ("2小时", 7200), ("1w", 604_800), ("3天", 259_200)],
)  # fmt: skip
def test_a_duration_is_read_in_both_languages(text: str, seconds: int) -> None:
    assert parse_duration(text) == timedelta(seconds=seconds)


@pytest.mark.parametrize("text", ["", "15", "m", "15x", "-1h", "1h foo", "999999w", "15 p99"])
def test_what_is_no_duration_is_none(text: str) -> None:
    assert parse_duration(text) is None


@pytest.mark.parametrize(
    ("since", "until", "expected"),
    [
        ("1h", None, ("2026-07-07T09:00:00Z", None)),
        ("1h", "15m", ("2026-07-07T09:00:00Z", "2026-07-07T09:45:00Z")),
        (None, None, (None, None)),
        (None, "2026-07-07T09:00:00Z", (None, "2026-07-07T09:00:00Z")),
        ("2026-07-06", "2026-07-06", ("2026-07-06T00:00:00Z", "2026-07-07T00:00:00Z")),
        ("30m", "now", ("2026-07-07T09:30:00Z", "2026-07-07T10:00:00Z")),
    ],
)
def test_a_window_is_resolved_against_the_clock(
    since: str | None, until: str | None, expected: tuple[str | None, str | None]
) -> None:
    window = resolve_window(since, until, at=NOW)
    assert (window.since, window.until) == expected


def test_a_time_without_a_zone_is_in_the_askers_zone() -> None:
    assert resolve_window("2026-07-07 17:00", None, at=SHANGHAI).since == "2026-07-07T09:00:00Z"


@pytest.mark.parametrize(
    ("since", "expected"),
    [
        ("yesterday", "2026-07-05T16:00:00Z"),
        ("昨天", "2026-07-05T16:00:00Z"),
        ("last night", "2026-07-06T10:00:00Z"),
        ("昨晚", "2026-07-06T10:00:00Z"),
        ("today", "2026-07-06T16:00:00Z"),
        ("3pm", "2026-07-07T07:00:00Z"),
        ("昨天下午三点", "2026-07-06T07:00:00Z"),
        ("yesterday 14:00", "2026-07-06T06:00:00Z"),
        ("10 minutes ago", "2026-07-07T09:50:00Z"),
    ],
)
def test_a_window_starts_with_the_day_or_time_that_words_name(since: str, expected: str) -> None:
    assert resolve_window(since, None, at=SHANGHAI).since == expected


def test_a_window_ends_with_the_day_that_words_name() -> None:
    assert resolve_window("yesterday", "昨天", at=NOW).until == "2026-07-07T00:00:00Z"


@pytest.mark.parametrize("since", ["yesterday or so", "errors yesterday", "2026-13-01", "昨天报错"])
def test_words_of_which_only_a_part_names_a_time_are_refused(since: str) -> None:
    with pytest.raises(InvalidInputError, match="is no time"):
        resolve_window(since, None, at=NOW)


@pytest.mark.parametrize(
    ("since", "until", "reason"),
    [
        ("2026-07-07T11:00:00Z", None, "after now"),
        ("tomorrow", None, "after now"),
        ("15m", "1h", "inverted"),
        ("1h", "1h", "inverted"),
        ("0m", None, "the window is empty"),
        ("now", None, "the window is empty"),
        ("0 hours", "now", "the window is empty"),
        ("yesterdayish", None, "since 'yesterdayish' is no time"),
        ("1h", "later", "until 'later' is no time"),
    ],
)
def test_a_window_that_makes_no_sense_is_refused_with_a_reason(
    since: str, until: str | None, reason: str
) -> None:
    with pytest.raises(InvalidInputError, match=reason):
        resolve_window(since, until, at=NOW)


@pytest.mark.parametrize(
    ("question", "since", "until"),
    [
        ("what failed in the last 15 minutes?", "09:45", "10:00"),
        ("errors over the past 2 hours", "08:00", "10:00"),
        ("anything wrong in the last hour", "09:00", "10:00"),
        ("past half an hour of errors", "09:30", "10:00"),
        ("the last 15m of checkout", "09:45", "10:00"),
        ("最近15分钟 order-service 有没有报错", "09:45", "10:00"),
        ("最近十五分钟的错误", "09:45", "10:00"),
        ("过去2小时内有什么异常", "08:00", "10:00"),
        ("近半小时的日志", "09:30", "10:00"),
        ("近1个小时", "09:00", "10:00"),
        ("errors since 9am", "09:00", "10:00"),
        ("errors since 09:15", "09:15", "10:00"),
        ("从早上八点以来的报错", "08:00", "10:00"),
        ("9:30以后的报错", "09:30", "10:00"),
        ("between 08:00 and 09:30 what happened", "08:00", "09:30"),
        ("凌晨两点到三点发生了什么", "02:00", "03:00"),
        ("凌晨两点半到三点", "02:30", "03:00"),
        ("errors today", "00:00", "10:00"),
        ("今天有哪些错误", "00:00", "10:00"),
        ("from 2026-07-07T08:00:00Z to 2026-07-07T09:00:00Z", "08:00", "09:00"),
        ("2026-07-07 08:00 到 2026-07-07 09:00 之间", "08:00", "09:00"),
        ("since 2026-07-07T08:30:00Z", "08:30", "10:00"),
    ],
)
def test_a_question_names_a_window_of_today(question: str, since: str, until: str) -> None:
    window = window_in_question(question, now=NOW)
    assert window is not None
    assert (window.since, window.until) == (f"2026-07-07T{since}:00Z", f"2026-07-07T{until}:00Z")


@pytest.mark.parametrize(
    ("question", "since", "until"),
    [
        ("yesterday 14:00-15:00", "2026-07-06T14:00:00Z", "2026-07-06T15:00:00Z"),
        ("昨天14:00到15:00的错误", "2026-07-06T14:00:00Z", "2026-07-06T15:00:00Z"),
        ("昨天下午三点到四点", "2026-07-06T15:00:00Z", "2026-07-06T16:00:00Z"),
        ("昨天下午三点出了什么事", "2026-07-06T14:45:00Z", "2026-07-06T16:15:00Z"),
        ("errors yesterday at 3pm", "2026-07-06T14:45:00Z", "2026-07-06T16:15:00Z"),
        ("2-3pm yesterday", "2026-07-06T14:00:00Z", "2026-07-06T15:00:00Z"),
        ("昨天2到3点", "2026-07-06T02:00:00Z", "2026-07-06T03:00:00Z"),
        ("between 22:10 and 22:20 yesterday", "2026-07-06T22:10:00Z", "2026-07-06T22:20:00Z"),
        ("from 2026-07-01 22:10 to 22:20", "2026-07-01T22:10:00Z", "2026-07-01T22:20:00Z"),
        ("2026-07-01 22:10-22:20 的报错", "2026-07-01T22:10:00Z", "2026-07-01T22:20:00Z"),
        ("from 23:00 to 01:00", "2026-07-06T23:00:00Z", "2026-07-07T01:00:00Z"),
        ("yesterday evening", "2026-07-06T18:00:00Z", "2026-07-07T00:00:00Z"),
        ("昨晚有什么报错", "2026-07-06T18:00:00Z", "2026-07-07T06:00:00Z"),
        ("last night's errors", "2026-07-06T18:00:00Z", "2026-07-07T06:00:00Z"),
        ("what happened last night?", "2026-07-06T18:00:00Z", "2026-07-07T06:00:00Z"),
        ("昨夜发生了什么", "2026-07-06T18:00:00Z", "2026-07-07T06:00:00Z"),
        ("昨天晚上有报错吗", "2026-07-06T18:00:00Z", "2026-07-07T06:00:00Z"),
        ("overnight errors", "2026-07-06T18:00:00Z", "2026-07-07T06:00:00Z"),
        ("last night between 1am and 2am", "2026-07-07T01:00:00Z", "2026-07-07T02:00:00Z"),
        ("昨晚两点到三点", "2026-07-07T02:00:00Z", "2026-07-07T03:00:00Z"),
        ("昨晚十点到一点", "2026-07-06T22:00:00Z", "2026-07-07T01:00:00Z"),
        ("between 23:00 and midnight", "2026-07-06T23:00:00Z", "2026-07-07T00:00:00Z"),
        ("7月1日的日志", "2026-07-01T00:00:00Z", "2026-07-02T00:00:00Z"),
        ("on July 1", "2026-07-01T00:00:00Z", "2026-07-02T00:00:00Z"),
        ("errors of Dec 24", "2025-12-24T00:00:00Z", "2025-12-25T00:00:00Z"),
        ("三天前的告警", "2026-07-04T00:00:00Z", "2026-07-05T00:00:00Z"),
        ("what broke yesterday?", "2026-07-06T00:00:00Z", "2026-07-07T00:00:00Z"),
        ("since yesterday", "2026-07-06T00:00:00Z", "2026-07-07T10:00:00Z"),
        ("since 3pm", "2026-07-06T15:00:00Z", "2026-07-07T10:00:00Z"),
        ("前天的告警", "2026-07-05T00:00:00Z", "2026-07-06T00:00:00Z"),
        ("what happened on 2026-07-01", "2026-07-01T00:00:00Z", "2026-07-02T00:00:00Z"),
        ("昨天23:00到1:00", "2026-07-06T23:00:00Z", "2026-07-07T01:00:00Z"),
    ],
)
def test_a_question_names_an_earlier_window(question: str, since: str, until: str) -> None:
    window = window_in_question(question, now=NOW)
    assert window is not None
    assert (window.since, window.until) == (since, until)


@pytest.mark.parametrize(
    ("question", "at"),
    [
        ("What happened at 22:14?", "2026-07-06T22:14"),
        ("nginx 503 at 22:14", "2026-07-06T22:14"),
        ("around 8:30 it broke", "2026-07-07T08:30"),
        ("22:14 前后发生了什么", "2026-07-06T22:14"),
        ("为什么 2026-07-06 22:20 的 orders 报错？", "2026-07-06T22:20"),
        ("2026-07-06T22:20:30Z orders", "2026-07-06T22:20:30"),
        ("2026/07/06 22:20 orders", "2026-07-06T22:20"),
        ("07-06 22:20 orders", "2026-07-06T22:20"),
        ("7月6日22点20分 orders", "2026-07-06T22:20"),
        ("二十二点二十分 orders", "2026-07-06T22:20"),
        ("Jul 6 22:20 orders", "2026-07-06T22:20"),
        ("22:20 on 6 July", "2026-07-06T22:20"),
        ("at 22:20 +08:00", "2026-07-06T14:20"),
        ("北京时间 22:20 的报错", "2026-07-06T14:20"),
        ("昨晚十点半 orders", "2026-07-06T22:30"),
        ("any errors around midnight?", "2026-07-07T00:00"),
        ("errors around midnight last night", "2026-07-07T00:00"),
        ("last night at about 22:10", "2026-07-06T22:10"),
        ("昨晚 22:10 左右", "2026-07-06T22:10"),
        ("昨晚一点半左右", "2026-07-07T01:30"),
        ("夜里三点半", "2026-07-07T03:30"),
        ("昨天正午", "2026-07-06T12:00"),
        ("30 minutes ago", "2026-07-07T09:30"),
        ("半小时前", "2026-07-07T09:30"),
    ],
)
def test_a_point_in_time_is_looked_at_from_both_sides(question: str, at: str) -> None:
    window, point = window_in_question(question, now=NOW), parse_instant(at)
    assert window == TimeWindow(
        since=format_instant(point - MARGIN),
        until=format_instant(point + MARGIN),
        named=format_instant(point),
    )


def test_all_points_of_a_question_are_looked_at_together() -> None:
    window = window_in_question("did the 09:14 errors come with the 09:10 restart?", now=NOW)
    assert window == TimeWindow(since="2026-07-07T08:55:00Z", until="2026-07-07T09:29:00Z")


@pytest.mark.parametrize(
    "question",
    ["any error before 09:14?", "09:14 之前有报错吗", "截至 09:14", "errors until 09:14"],
)
def test_before_a_time_means_everything_up_to_it(question: str) -> None:
    window = window_in_question(question, now=NOW)
    assert window == TimeWindow(since=None, until="2026-07-07T09:14:00Z")


def test_clock_times_are_in_the_askers_zone() -> None:
    window = window_in_question("下午五点到五点半", now=SHANGHAI)
    assert window is not None
    assert (window.since, window.until) == ("2026-07-07T09:00:00Z", "2026-07-07T09:30:00Z")


@pytest.mark.parametrize(
    "question",
    [
        "",
        "why is order-service slow?",
        "HighMemoryUsage at 91% for 15m",
        "内存使用率 91% 持续15分钟",
        "request timed out after 30000ms",
        "最近 order-service 怎么了",
        "有三点原因",
        "a ratio of 3:10",
        "it took 00:00:30",
        "持续 00:05:00",
        "10.0.0.1:22:10 refused",
        "orders-2026-07-06.log",
        "may 5 requests fail?",
        "持续一小时前后",
        "last 9 requests failed",
        "the last seconds5 token",
        "db-10:30 down",
        "in the last 99999 weeks",
        "midnight-job failed",
    ],
)
def test_a_question_without_a_window_names_none(question: str) -> None:
    assert window_in_question(question, now=NOW) is None


@pytest.mark.parametrize(
    ("question", "unused"),
    [
        ("what happens at 2026-07-07T19:00+08:00", ("2026-07-07T11:00:00Z", None, "future")),
        ("errors since 2027-01-01T00:00:00Z", ("2027-01-01T00:00:00Z", None, "future")),
        ("errors tomorrow", ("2026-07-07T16:00:00Z", "2026-07-08T16:00:00Z", "future")),
        ("明天下午三点会怎样", ("2026-07-08T07:00:00Z", "2026-07-08T08:00:00Z", "future")),
        ("the day after tomorrow at 15:00", ("2026-07-09T07:00:00Z", None, "future")),
        ("from 17:00 to 16:00 today", ("2026-07-07T09:00:00Z", "2026-07-07T08:00:00Z", "inverted")),
        (
            "from 2026-07-06 11:00 to 2026-07-06 10:00",
            ("2026-07-06T03:00:00Z", "2026-07-06T02:00:00Z", "inverted"),
        ),
    ],
)
def test_a_window_that_cannot_be_used_is_told(
    question: str, unused: tuple[str, str | None, str]
) -> None:
    window = asked_window(question, None, now=SHANGHAI, is_given=False)
    assert (window.since, window.until) == (None, None)
    assert window.unused is not None
    since, until, reason = unused
    assert (window.unused.since, window.unused.reason) == (since, reason)
    assert window.unused.until == (until or window.unused.until)


@pytest.mark.parametrize(
    ("question", "since", "end"),
    [
        ("between 9:00 and 11:00", "2026-07-07T09:00:00Z", "2026-07-07T11:00:00Z"),
        ("9点到11点的报错", "2026-07-07T09:00:00Z", "2026-07-07T11:00:00Z"),
        ("from 23:00 to 10:30", "2026-07-06T23:00:00Z", "2026-07-07T10:30:00Z"),
        ("today between 9:00 and 11:00", "2026-07-07T09:00:00Z", "2026-07-07T11:00:00Z"),
    ],
)
def test_of_a_window_that_is_not_over_the_part_that_has_come_is_used_and_the_rest_is_told(
    question: str, since: str, end: str
) -> None:
    window = asked_window(question, None, now=NOW, is_given=False)
    rest = UnusedWindow(since=format_instant(NOW), until=end, reason="future")
    assert window == TimeWindow(since=since, until=format_instant(NOW), unused=rest)


def test_a_night_or_a_day_that_is_not_over_ends_at_the_clock_without_a_word() -> None:
    early = NOW.replace(hour=2)
    assert window_in_question("what happened last night?", now=early) == TimeWindow(
        since="2026-07-06T18:00:00Z", until="2026-07-07T02:00:00Z"
    )


def test_a_window_outside_of_the_given_one_is_told() -> None:
    window = asked_window("errors on 2026-07-01", "1h", now=NOW, is_given=True)
    assert (window.since, window.until) == ("2026-07-07T09:00:00Z", "2026-07-07T10:00:00Z")
    assert window.unused is not None
    assert window.unused.reason == "outside"


@given(st.text(max_size=200))
def test_no_question_makes_the_reader_fail(question: str) -> None:
    window = window_in_question(question, now=NOW)
    assert window is None or (window.since or "") < (window.until or "")


LATE = datetime(2026, 7, 7, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "since", "until"),
    [
        ("昨天下午三点到四点", "2026-07-06T15:00:00Z", "2026-07-06T16:00:00Z"),
        ("昨天 下午三点到四点", "2026-07-06T15:00:00Z", "2026-07-06T16:00:00Z"),
        ("前天下午三点", "2026-07-05T14:45:00Z", "2026-07-05T16:15:00Z"),
        ("昨天上午十点", "2026-07-06T09:45:00Z", "2026-07-06T11:15:00Z"),
        ("昨天下午15:10到15:30", "2026-07-06T15:10:00Z", "2026-07-06T15:30:00Z"),
        ("yesterday between 3pm and 4pm", "2026-07-06T15:00:00Z", "2026-07-06T16:00:00Z"),
        ("yesterday between 3 and 4 pm", "2026-07-06T15:00:00Z", "2026-07-06T16:00:00Z"),
    ],
)
def test_a_day_that_is_named_is_kept_when_its_hour_is_past_today(
    question: str, since: str, until: str
) -> None:
    window = window_in_question(question, now=LATE)
    assert window is not None
    assert (window.since, window.until) == (since, until)


@pytest.mark.parametrize("piece", ["22:14 ", "2026-07-06 ", "从", "昨天下午三点", "1", "十", "- "])
def test_a_long_question_is_no_burden(piece: str) -> None:
    assert_linear(lambda size: window_in_question(piece * size, now=NOW), 500, 5000)


WORDINGS = (
    "last |since |昨天|下午|三点|到|10:00|最近|15|分钟|-|2026-07-07|T|Z|3pm| |半|from |"
    "yesterday|99|weeks|before |之前|ago|月|日|9999-12-31|0001-01-01|+14:00|between |and |十"
)


@given(st.lists(st.sampled_from(WORDINGS.split("|")), max_size=12).map("".join))
def test_no_mix_of_wordings_gives_an_inverted_or_future_window(question: str) -> None:
    window = window_in_question(question, now=NOW)
    if window is not None:
        assert window.until is not None
        assert parse_instant(window.until) <= NOW
        assert window.since is None or parse_instant(window.since) < parse_instant(window.until)


@pytest.mark.parametrize(
    ("question", "since", "is_given", "expected"),
    [
        ("why do orders fail?", None, False, (None, None)),
        ("why do orders fail?", "1h", False, ("2026-07-07T09:00:00Z", None)),
        ("why do orders fail?", "1h", True, ("2026-07-07T09:00:00Z", "2026-07-07T10:00:00Z")),
        ("why do orders fail?", None, True, (None, "2026-07-07T10:00:00Z")),
        ("at 09:14?", None, True, ("2026-07-07T08:59:00Z", "2026-07-07T09:29:00Z")),
        ("at 09:14?", "1h", False, ("2026-07-07T09:00:00Z", "2026-07-07T09:29:00Z")),
        ("the last 2 hours", "1h", True, ("2026-07-07T09:00:00Z", "2026-07-07T10:00:00Z")),
        ("at 22:14?", "1h", True, ("2026-07-07T09:00:00Z", "2026-07-07T10:00:00Z")),
        ("before 09:14?", "1h", False, ("2026-07-07T09:00:00Z", "2026-07-07T09:14:00Z")),
    ],
)
def test_the_askers_window_is_made_of_since_at_and_the_question(
    question: str, since: str | None, is_given: bool, expected: tuple[str | None, str | None]
) -> None:
    window = asked_window(question, since, now=NOW, is_given=is_given)
    assert (window.since, window.until) == expected


ASKED = TimeWindow(since="2026-07-07T08:00:00Z", until="2026-07-07T09:00:00Z")


@pytest.mark.parametrize(
    ("since", "until", "expected"),
    [
        (None, None, ("08:00", "09:00")),
        ("2026-07-07T08:30:00Z", None, ("08:30", "09:00")),
        (None, "2026-07-07T08:30:00Z", ("08:00", "08:30")),
        ("2026-07-06", "now", ("08:00", "09:00")),
        ("90m", "75m", ("08:30", "08:45")),
    ],
)
def test_a_call_narrows_the_askers_window_and_never_widens_it(
    since: str | None, until: str | None, expected: tuple[str, str]
) -> None:
    window = call_window(since, until, within=ASKED, at=NOW)
    assert (window.since, window.until) == tuple(f"2026-07-07T{end}:00Z" for end in expected)


@pytest.mark.parametrize(("since", "until"), [("30m", None), (None, "2026-07-07T07:00:00Z")])
def test_a_call_outside_of_the_askers_window_is_refused(
    since: str | None, until: str | None
) -> None:
    with pytest.raises(InvalidInputError, match="lies outside the one asked about"):
        call_window(since, until, within=ASKED, at=NOW)


@given(st.datetimes(datetime(1970, 1, 2), datetime(2200, 1, 1)), st.integers(-840, 840))
def test_an_instant_survives_being_written_and_read(at: datetime, offset: int) -> None:
    zoned = at.replace(tzinfo=timezone(timedelta(minutes=offset)))
    assert parse_instant(format_instant(zoned)) == zoned
    assert parse_instant(zoned.isoformat()) == zoned


@pytest.mark.parametrize("name", ["UTC", "utc", "+08:00", "-0330", "Asia/Shanghai"])
def test_a_zone_is_an_offset_or_a_name(name: str) -> None:
    assert datetime(2026, 1, 1, tzinfo=parse_zone(name)).utcoffset() is not None


@pytest.mark.parametrize("name", ["", "Mars/Olympus", "../../etc/passwd", "+99:99", "\x00"])
def test_an_unknown_zone_names_the_setting(name: str) -> None:
    with pytest.raises(ConfigurationError, match="SUPERBIZ_TIMEZONE") as refused:
        parse_zone(name)
    assert refused.value.setting == "SUPERBIZ_TIMEZONE"


@pytest.mark.parametrize(
    ("question", "since", "until"),
    [
        ("what failed on Monday?", "07-06T00:00", "07-07T00:00"),
        ("what failed on Tuesday?", "07-07T00:00", "07-07T10:00"),
        ("the errors of last Tuesday", "06-30T00:00", "07-01T00:00"),
        ("errors since Friday", "07-03T00:00", "07-07T10:00"),
        ("what happened Friday night", "07-03T18:00", "07-04T06:00"),
        ("errors at 3pm on Friday", "07-03T14:45", "07-03T16:15"),
        ("on Monday between 3pm and 4pm", "07-06T15:00", "07-06T16:00"),
        ("last Friday at 22:14", "07-03T21:59", "07-03T22:29"),
        ("上周五的错误", "07-03T00:00", "07-04T00:00"),
        ("上上周日发生了什么", "06-28T00:00", "06-29T00:00"),
        ("周三凌晨有哪些报错", "07-01T00:00", "07-01T06:00"),
        ("周一下午三点到四点", "07-06T15:00", "07-06T16:00"),
        ("星期五以来的错误", "07-03T00:00", "07-07T10:00"),
        ("上个星期天", "07-05T00:00", "07-06T00:00"),
    ],
)
def test_a_day_of_the_week_is_the_latest_that_has_come_or_of_the_week_that_is_said(
    question: str, since: str, until: str
) -> None:
    window = window_in_question(question, now=NOW)
    assert window is not None
    assert (window.since, window.until) == (f"2026-{since}:00Z", f"2026-{until}:00Z")


@pytest.mark.parametrize("question", ["next Monday", "本周四", "下周一会怎样"])
def test_a_day_of_a_week_that_has_not_come_is_not_used(question: str) -> None:
    window = window_in_question(question, now=NOW)
    assert window is not None
    assert window.unused is not None


@pytest.mark.parametrize(
    "question",
    [
        "why does it fail every Monday?",
        "the sunday-job fails",
        "is friday-batch slow?",
        "一周三次失败的任务",
        "每周五的备份",
        "the wednesday.log file",
    ],
)
def test_a_day_that_comes_again_and_a_name_are_no_window(question: str) -> None:
    assert window_in_question(question, now=NOW) is None


@given(st.integers(0, 400), st.integers(0, 6))
def test_a_bare_weekday_lies_within_the_last_seven_days(days: int, number: int) -> None:
    now = NOW + timedelta(days=days)
    names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    for name in (names[number], f"周{'一二三四五六日'[number]}"):
        window = window_in_question(f"errors on {name}", now=now)
        assert window is not None
        start = parse_instant(window.since or "")
        assert start.weekday() == number
        assert timedelta() <= now - start < timedelta(days=7)
