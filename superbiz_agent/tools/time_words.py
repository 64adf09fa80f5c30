"""The words of time in English and Chinese: numbers, days, parts of a day, months (tables).

To extend: add a word to its row. English words are matched whole and in any case, Chinese ones
anywhere.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, timedelta, timezone, tzinfo
from typing import NamedTuple

ENGLISH_NUMBERS: Mapping[str, float] = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30,
    "forty-five": 45, "sixty": 60, "half": 0.5, "half an": 0.5, "a couple of": 2, "couple of": 2,
}  # fmt: skip
_HAN_DIGITS: Mapping[str, int] = {
    "零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7,
    "八": 8, "九": 9,
}  # fmt: skip
HAN_NUMBER = r"[零〇一二两三四五六七八九十]{1,3}|半"


class PartOfDay(NamedTuple):
    """A part of a day by its first hour and the hour that ends it (past 24: the next day)."""

    first: int
    end: int


_NIGHT, _MORNING, _NOON = PartOfDay(0, 6), PartOfDay(6, 12), PartOfDay(11, 14)
_AFTERNOON, _EVENING, _LATE = PartOfDay(12, 18), PartOfDay(18, 24), PartOfDay(18, 30)
PARTS: Mapping[str, PartOfDay] = {
    "凌晨": _NIGHT, "早上": _MORNING, "早晨": _MORNING, "清晨": _MORNING, "上午": _MORNING,
    "半夜": _NIGHT, "中午": _NOON, "下午": _AFTERNOON, "傍晚": _EVENING, "晚上": _LATE,
    "夜里": _LATE, "夜间": _LATE,
    "morning": _MORNING, "afternoon": _AFTERNOON, "evening": _EVENING, "night": _LATE,
    "am": PartOfDay(0, 12), "pm": PartOfDay(12, 24),
}  # fmt: skip
DAYS_BACK: Mapping[str, int] = {
    "today": 0, "今天": 0, "今日": 0, "yesterday": 1, "昨天": 1, "昨日": 1, "前天": 2,
    "the day before yesterday": 2, "tomorrow": -1, "明天": -1, "明日": -1, "后天": -2,
    "the day after tomorrow": -2,
}  # fmt: skip
DAY_PARTS: Mapping[str, tuple[int, str]] = {
    "this morning": (0, "morning"), "this afternoon": (0, "afternoon"),
    "this evening": (0, "evening"), "tonight": (0, "evening"), "last night": (1, "night"),
    "overnight": (1, "night"), "last evening": (1, "evening"), "昨晚上": (1, "晚上"),
    "昨晚": (1, "夜里"), "昨夜": (1, "夜里"), "今早": (0, "早上"), "今晨": (0, "早上"),
    "今晚": (0, "晚上"), "明早": (-1, "早上"), "明晚": (-1, "晚上"),
}  # fmt: skip
"""Words for a day and a part of it at once: (days back, part)."""

WEEKDAYS: Mapping[str, int] = {
    "monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5,
    "sunday": 6, "一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6,
}  # fmt: skip
WEEKDAY = (
    r"(?:(?<![0-9A-Za-z_./-])(?<!every\s)(?:(?P<which>last|this|next)\s)?"
    r"(?P<weekday>(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)(?![0-9A-Za-z_-]|\.[A-Za-z0-9]|['’]s)"
    r"|(?<![每一两几0-9])(?P<han_which>上上个?|上个?|本|这个?|下个?)?(?:周|星期|礼拜)"
    r"(?P<han_weekday>[一二三四五六日天])(?![次回]))"
)
"""A day of the week: ``which`` week it is of, if that is said."""

WEEKS: Mapping[str, int] = {"上上": -2, "上": -1, "本": 0, "这": 0, "下": 1, "this": 0, "next": 1}
"""Word before a day of the week -> the week, counted from this one. Weeks begin on Monday."""

MONTHS: Sequence[str] = "jan feb mar apr may jun jul aug sep oct nov dec".split()  # noqa: SIM905
MONTH_NAMES = (
    "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    "|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?"
)
CLOCK_NAMES: Mapping[str, int] = {
    "midnight": 0, "noon": 12, "midday": 12, "午夜": 0, "正午": 12,
}  # fmt: skip
"""Names of a time of day -> its hour."""

CHINA = timezone(timedelta(hours=8))
ZONES: Mapping[str, tzinfo] = {"z": UTC, "utc": UTC, "gmt": UTC, "北京时间": CHINA}


def one_of(words: Iterable[str]) -> str:
    """Return the pattern of any of ``words``, the longest first, none torn out of another."""
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(_whole(word) for word in longest_first)


def _whole(word: str) -> str:
    escaped = re.escape(word)
    return rf"(?<![A-Za-z]){escaped}(?![A-Za-z])" if word.isascii() else escaped


NUMBER = rf"[0-9]{{1,5}}(?:\.[0-9])?|{HAN_NUMBER}|{one_of(ENGLISH_NUMBERS)}"


def read_number(text: str) -> float:
    """Return the number that ``text``, a match of ``NUMBER``, spells."""
    folded = text.lower()
    if folded in ENGLISH_NUMBERS:
        return ENGLISH_NUMBERS[folded]
    if folded == "半":
        return 0.5
    tens, ten, ones = folded.partition("十")
    if ten:
        return 10 * (_HAN_DIGITS.get(tens, 1) if tens else 1) + _han_digits(ones)
    return _han_digits(folded) if folded[:1] in _HAN_DIGITS else float(folded)


def _han_digits(text: str) -> int:
    number = 0
    for character in text:
        number = 10 * number + _HAN_DIGITS.get(character, 0)
    return number
