"""The window that a question names, in English or Chinese: one table a kind of wording.

Only what says *when to look* is read: "last 15 minutes", "since 3pm", "昨天下午三点到四点". A
length without a direction ("firing for 15m", "持续15分钟") is no window. Clock times are in the
zone of the clock that is handed in; one that still lies ahead today means the day before.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise

from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.tools.instants import ISO_PATTERN, UNIT_SECONDS, format_instant, instant_of

# fmt: off
_NUMBERS: Mapping[str, float] = {
    "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
    "十": 10, "十一": 11, "十二": 12, "十五": 15, "二十": 20, "二十四": 24, "三十": 30, "半": 0.5,
    "四十五": 45, "六十": 60,
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30,
    "forty-five": 45, "sixty": 60, "half": 0.5, "half an": 0.5,
}
_DAYS_BACK: Mapping[str, int] = {
    "today": 0, "今天": 0, "今日": 0, "yesterday": 1, "昨天": 1, "昨日": 1, "前天": 2,
}
# fmt: on
_AFTERNOON = frozenset({"下午", "傍晚", "晚上", "pm", "p.m."})
_MORNING = frozenset({"凌晨", "早上", "早晨", "上午", "am", "a.m."})
_LONGEST_DAYS = 3660


def _words(words: Mapping[str, object]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_NUMBER = rf"[0-9]{{1,5}}(?:\.[0-9])?|{_words(_NUMBERS)}"
_UNIT = rf"(?:{_words(UNIT_SECONDS)})(?![A-Za-z0-9])"
_RELATIVE = (
    re.compile(
        rf"(?<![A-Za-z])(?:last|past|previous)\s{{1,3}}"
        rf"(?:(?P<number>{_NUMBER})[\s-]{{0,3}})?(?P<unit>{_UNIT})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:最近|过去|近)的?\s?(?P<number>{_NUMBER})\s?个?(?P<unit>{_UNIT})", re.IGNORECASE
    ),
)

_DAY = rf"(?<![A-Za-z])(?P<day>{_words(_DAYS_BACK)})(?![A-Za-z])"
_PART = r"(?P<part>凌晨|早上|早晨|上午|中午|下午|傍晚|晚上)"
_CLOCK = (
    rf"(?:{_PART}\s?)?(?:"
    r"(?P<hours>[01]?[0-9]|2[0-3]):(?P<minutes>[0-5][0-9])(?::[0-5][0-9])?(?:\s?(?P<half>[ap]\.?m\.?))?"
    r"|(?P<bare_hours>1[0-2]|0?[1-9])\s?(?P<bare_half>[ap]\.?m\.?)(?![A-Za-z])"
    r"|(?P<han_hours>2[0-3]|1[0-9]|[0-9]|十[一二]|[一二两三四五六七八九十])[点时]"
    r"(?:(?P<han_minutes>[0-5]?[0-9]|半|三十|十五|四十五)分?)?)(?![0-9:])"
)
_MENTION = re.compile(
    rf"(?<![0-9:.])(?:{ISO_PATTERN.replace('<day>', '<iso_day>')}"
    rf"|(?:{_DAY}(?:\s?(?:at|from|between|的)\s?|\s)?)?{_CLOCK})",
    re.IGNORECASE,
)
_ISO = re.compile(ISO_PATTERN)
_TO = re.compile(r"\s?(?:to|until|till|and|[-–—~～至到])\s?", re.IGNORECASE)
_SINCE_BEFORE = re.compile(r"(?:(?<![A-Za-z])(?:since|after)\s{1,3}|自|从)\Z", re.IGNORECASE)
_SINCE_AFTER = re.compile(r"\s?(?:以来|以后|之后|开始|起)")
_WHOLE_DAY = re.compile(_DAY, re.IGNORECASE)


@dataclass(frozen=True)
class _Mention:
    """A point in time as a question names it; ``length`` is how long it lasts if it stands alone
    (null: a point alone says nothing about a window)."""

    start: int
    end: int
    at: datetime
    length: timedelta | None


def window_in_question(question: str, *, now: datetime) -> TimeWindow | None:
    """Return the window that ``question`` names, in UTC, or null if it names none.

    ``now`` is aware; clock times and days are those of its zone. Windows that would start after
    ``now`` are not read. Never raises.
    """
    text = question[:4000]
    for since, until in _candidates(text, now):
        if since < until and since <= now:
            return TimeWindow(since=format_instant(since), until=format_instant(until))
    return None


def _candidates(text: str, now: datetime) -> Iterator[tuple[datetime, datetime]]:
    mentions = list(_mentions(text, now))
    yield from _ranges(text, mentions)
    yield from _starts(text, mentions, now)
    yield from _relative(text, now)
    yield from ((m.at, min(m.at + m.length, now)) for m in mentions if m.length)
    yield from _whole_days(text, now)


def _ranges(text: str, mentions: list[_Mention]) -> Iterator[tuple[datetime, datetime]]:
    for first, second in pairwise(mentions):
        if _TO.fullmatch(text, first.end, second.start):
            yield first.at, _after(first.at, second.at)


def _after(start: datetime, end: datetime) -> datetime:
    """Return ``end``, moved by the day that two clock times may lie apart ("23:00 to 01:00")."""
    if end <= start and start - end < timedelta(days=1):
        return end + timedelta(days=1)
    return end - timedelta(days=1) if end - start > timedelta(days=1) else end


def _starts(
    text: str, mentions: list[_Mention], now: datetime
) -> Iterator[tuple[datetime, datetime]]:
    for mention in mentions:
        before = text[max(0, mention.start - 12) : mention.start]
        if _SINCE_BEFORE.search(before) or _SINCE_AFTER.match(text, mention.end):
            yield mention.at, now


def _relative(text: str, now: datetime) -> Iterator[tuple[datetime, datetime]]:
    for pattern in _RELATIVE:
        for match in pattern.finditer(text):
            seconds = _number(match["number"] or "1") * UNIT_SECONDS[match["unit"].lower()]
            if seconds <= _LONGEST_DAYS * 86_400:
                yield now - timedelta(seconds=seconds), now


def _whole_days(text: str, now: datetime) -> Iterator[tuple[datetime, datetime]]:
    for match in _WHOLE_DAY.finditer(text):
        start = _midnight(now, _DAYS_BACK[match["day"].lower()])
        since = _SINCE_BEFORE.search(text[max(0, match.start() - 12) : match.start()])
        lasts = _SINCE_AFTER.match(text, match.end())
        yield start, now if since or lasts else min(start + timedelta(days=1), now)


def _mentions(text: str, now: datetime) -> Iterator[_Mention]:
    part: str | None = None  # "凌晨两点到三点": the second hour is of the same part of the day
    for match in _MENTION.finditer(text):
        if match["year"]:
            yield from _iso_mention(match, now)
            continue
        part = match["part"] or match["half"] or match["bare_half"] or part
        clock = _clock(match, (part or "").lower())
        day = match["day"]
        at = _on_day(now, _DAYS_BACK[day.lower()] if day else 0, clock)
        if not day and at > now:
            at -= timedelta(days=1)
        yield _Mention(match.start(), match.end(), at, timedelta(hours=1) if day else None)


def _iso_mention(match: re.Match[str], now: datetime) -> Iterator[_Mention]:
    iso = _ISO.fullmatch(match.group())
    at = instant_of(iso, now.tzinfo or UTC) if iso else None
    if at:
        is_date = match["hour"] is None
        yield _Mention(match.start(), match.end(), at, timedelta(days=1) if is_date else None)


def _clock(match: re.Match[str], part: str) -> time:
    hour = int(_number(match["hours"] or match["bare_hours"] or match["han_hours"]))
    minutes = match["minutes"] or match["han_minutes"] or "0"
    minute = 30 if minutes == "半" else int(_number(minutes))
    if part in _AFTERNOON and hour < 12:
        hour += 12
    elif part in _MORNING and hour == 12:
        hour = 0
    return time(hour, minute)


def _on_day(now: datetime, days_back: int, clock: time) -> datetime:
    day = now.date() - timedelta(days=days_back)
    return datetime.combine(day, clock, tzinfo=now.tzinfo or UTC)


def _midnight(now: datetime, days_back: int) -> datetime:
    return _on_day(now, days_back, time())


def _number(text: str) -> float:
    word = _NUMBERS.get(text.lower())
    return float(text) if word is None else word
