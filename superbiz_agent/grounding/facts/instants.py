"""Dates and clock times, read in their closed list of spellings (contract section 7).

A timestamp's normal form is the instant in UTC where it has a zone, else the wall clock as
written: the two never equal. ``step`` is the precision in seconds.
"""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import lru_cache

from superbiz_agent.grounding.facts import numerals
from superbiz_agent.grounding.facts.fact import Fact
from superbiz_agent.grounding.facts.instant_forms import (
    AFTER_DIGITS,
    AFTERNOON,
    FORMS,
    MONTHS,
    MORNING,
    NOON,
    WORD_FIRST,
    ZONE_NAMES,
)
from superbiz_agent.grounding.facts.numerals import plain

DAY = 86400
EPOCH = date(1970, 1, 1)

_COMPILED = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in FORMS}
_AT_WORD = [pattern for name, pattern in _COMPILED.items() if name in WORD_FIRST]
_AT_DIGIT = [pattern for name, pattern in _COMPILED.items() if name in AFTER_DIGITS]
_BY_FOLLOWING: dict[str, list[re.Pattern[str]]] = {
    following: [
        pattern for name, pattern in _COMPILED.items() if following in AFTER_DIGITS.get(name, "")
    ]
    for following in sorted(frozenset("".join(AFTER_DIGITS.values())))
}
_DIGITS = re.compile("[0-9]+")


def recognise_instant(text: str, at: int) -> Fact | None:
    """The longest date or clock time that starts at ``at`` of the width-folded ``text``."""
    best: Fact | None = None
    for pattern in _patterns_at(text, at):
        match = pattern.match(text, at)
        if match and (best is None or match.end() > best.span[1]):
            best = _read(match) or best
    return best


def _patterns_at(text: str, at: int) -> Sequence[re.Pattern[str]]:
    """The forms that may start at ``at``; case folds some letters that are not ASCII (\u017f), so
    before one of those every form is tried."""
    digits = _DIGITS.match(text, at)
    if digits is None:
        return _AT_WORD
    following = text[digits.end() : digits.end() + 1]
    return _BY_FOLLOWING.get(following, () if following.isascii() else _AT_DIGIT)


def _read(match: re.Match[str]) -> Fact | None:
    fields = {name: value for name, value in match.groupdict().items() if value}
    try:
        day = _day(fields)
        clock = _clock(fields) if "hour" in fields else None
    except ValueError:
        return None
    offset = _offset(fields["zone"]) if "zone" in fields else None
    span = match.span()
    if clock is None:
        return _date_fact(day, fields, span)
    return _timestamp_fact(day, fields, clock, offset, span)


def _day(fields: dict[str, str]) -> date | None:
    """The calendar day; year 4 (a leap year) stands in for a year that is not written."""
    if "day" not in fields:
        return None
    month = MONTHS.get(fields.get("month_name", "").lower()) or _integer(fields["month"])
    year = int(fields.get("year", 0)) or (
        int(fields["short_year"]) + 2000 if "short_year" in fields else 4
    )
    return date(year, month, _integer(fields["day"]))


def _clock(fields: dict[str, str]) -> tuple[Decimal, Decimal]:
    """Seconds of the day, and the precision in seconds."""
    hour, minute = _integer(fields["hour"]), _integer(fields.get("minute", "0"))
    second = _integer(fields.get("second", "0"))
    minute = 30 if "half" in fields else minute
    hour = _hour(hour, (fields.get("meridiem") or fields.get("period") or "").lower())
    if hour > 23 or minute > 59 or second > 59:
        raise ValueError("no such time of day")
    fraction = fields.get("fraction", "")
    seconds = Decimal(f"{hour * 3600 + minute * 60 + second}.{fraction or 0}")
    return seconds, _precision(fields, fraction)


def _precision(fields: dict[str, str], fraction: str) -> Decimal:
    if fraction:
        return Decimal(1).scaleb(-len(fraction))
    if "second" in fields:
        return Decimal(1)
    return Decimal(60) if "minute" in fields or "half" in fields else Decimal(3600)


def _hour(hour: int, period: str) -> int:
    if period.startswith("p") or period in AFTERNOON:
        return hour + 12 if hour < 12 else hour
    if period.startswith("a") or period in MORNING:
        return 0 if hour == 12 else hour
    if period in NOON and hour < 3:
        return hour + 12
    return hour


def _integer(text: str) -> int:
    return int(text) if text.isascii() else int(numerals.read_chinese(text))


def _offset(zone: str) -> int:
    name = zone.strip().lower()
    if name in ZONE_NAMES:
        return ZONE_NAMES[name]
    sign = -1 if "-" in name else 1
    digits = re.sub("[^0-9]", "", name)
    hours, minutes = (digits[:2], digits[2:]) if len(digits) == 4 else (digits, "0")
    return sign * (int(hours) * 3600 + int(minutes or 0) * 60)


def _date_fact(day: date | None, fields: dict[str, str], span: tuple[int, int]) -> Fact | None:
    if day is None:
        return None
    has_year = "year" in fields or "short_year" in fields
    return Fact(
        kind="date",
        value=day.isoformat() if has_year else f"--{day:%m-%d}",
        span=span,
        number=Decimal((day - EPOCH).days * DAY) if has_year else None,
        unit="date",
        step=Decimal(DAY),
    )


def _timestamp_fact(
    day: date | None,
    fields: dict[str, str],
    clock: tuple[Decimal, Decimal],
    offset: int | None,
    span: tuple[int, int],
) -> Fact:
    seconds, precision = clock
    has_year = "year" in fields or "short_year" in fields
    number = seconds - (offset or 0)
    if day is not None and has_year:
        number += (day - EPOCH).days * DAY
        value, unit = render_instant(number), "instant"
    elif day is not None:
        day += timedelta(days=int((number - within_a_day(number)) // DAY))
        number = within_a_day(number)
        value, unit = f"--{day:%m-%d}T{time_of_day(number)}", "yearless"
    else:
        number = within_a_day(number)
        value, unit = f"T{time_of_day(number)}", "clock"
    zoned = "" if offset is None else "Z"
    return Fact(
        kind="timestamp",
        value=value + zoned,
        span=span,
        number=number,
        unit=unit if offset is not None else f"{unit} without zone",
        step=precision,
        offset=offset,
    )


def within_a_day(number: Decimal) -> Decimal:
    """Seconds of the day; the remainder of a negative ``Decimal`` is negative."""
    return (number % DAY + DAY) % DAY


def render_instant(number: Decimal) -> str:
    """Epoch seconds as an ISO instant without its zone."""
    days, seconds = divmod(number, DAY)
    return f"{_day_of_epoch(int(days))}T{time_of_day(seconds)}"


@lru_cache(maxsize=512)
def _day_of_epoch(days: int) -> str:
    return f"{datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=days):%Y-%m-%d}"


def time_of_day(number: Decimal) -> str:
    whole, fraction = divmod(number % DAY, 1)
    minutes, second = divmod(int(whole), 60)
    hour, minute = divmod(minutes, 60)
    tail = plain(fraction)[1:] if fraction else ""
    return f"{hour:02}:{minute:02}:{second:02}{tail}"
