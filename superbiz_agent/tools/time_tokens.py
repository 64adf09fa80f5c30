"""Dates and clock times as a text writes them, before they are made instants of.

What a date leaves open is the latest that is not after the clock: the year of one without a year,
the week of a day of the week.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

from superbiz_agent.tools.instants import parse_zone
from superbiz_agent.tools.time_words import (
    CHINA,
    CLOCK_NAMES,
    DAY_PARTS,
    DAYS_BACK,
    HAN_NUMBER,
    MONTH_NAMES,
    MONTHS,
    PARTS,
    WEEKDAY,
    WEEKDAYS,
    WEEKS,
    ZONES,
    one_of,
    read_number,
)

_PART = one_of(part for part in PARTS if part not in {"am", "pm"})
_DATE = re.compile(
    r"(?<![0-9A-Za-z_./-])(?:(?P<year>(?:19|20)[0-9]{2})[-/](?P<month>[01]?[0-9])[-/]"
    r"(?P<day>[0-3]?[0-9])(?![0-9]|[-/.][0-9])"
    r"|(?P<short_month>[01]?[0-9])-(?P<short_day>[0-3]?[0-9])(?=\s[0-2]?[0-9]:)"
    r"|(?:(?P<han_year>[0-9]{4})年)?(?P<han_month>[01]?[0-9])月(?P<han_day>[0-3]?[0-9])[日号]"
    rf"|(?-i:(?P<name>{MONTH_NAMES})\.?\s(?P<name_day>[0-3]?[0-9])(?:st|nd|rd|th)?"
    r"(?:,?\s(?P<name_year>(?:19|20)[0-9]{2}))?(?![0-9:])"
    rf"|(?P<day_first>[0-3]?[0-9])(?:st|nd|rd|th)?\s(?P<name_after>{MONTH_NAMES})(?![a-z]))"
    rf"(?:\s(?P<year_after>(?:19|20)[0-9]{{2}})(?![0-9]))?)"
    rf"|(?P<both>{one_of(DAY_PARTS)})"
    rf"|(?:(?P<word>{one_of(DAYS_BACK)})|{WEEKDAY})(?:(?:\s|的)?(?P<part>{_PART}))?",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    rf"(?:(?P<china>北京时间)\s?)?(?:(?P<part>{_PART})的?\s?)?(?:"
    r"(?:(?<![0-9A-Za-z_:./-])|(?<=[0-9][T-]))(?P<hours>[01]?[0-9]|2[0-3]):(?P<minutes>[0-5][0-9])"
    r"(?::(?P<seconds>[0-5][0-9])(?:[.,](?P<fraction>[0-9]{1,9}))?)?"
    r"(?:\s?(?P<half>[ap])\.?m\.?(?![A-Za-z]))?(?![0-9:])"
    r"(?:\s?(?P<zone>(?:Z|UTC|GMT)(?![A-Za-z])|\+[01][0-9]:?[0-5][0-9](?![0-9]))"
    r"|(?<=:[0-9]{2}:[0-9]{2})(?P<west>-[01][0-9]:[0-5][0-9](?![0-9])))?"
    r"|(?:(?<![0-9A-Za-z_:./-])|(?<=[Mm]-))(?P<bare_hours>1[0-2]|0?[1-9])\s?(?P<bare_half>[ap])\.?m\.?(?![A-Za-z])"
    rf"|(?:(?<![0-9A-Za-z_:./-])|(?<=[点时分]-))(?P<han_hours>2[0-3]|[01]?[0-9]|{HAN_NUMBER})[点时](?!间|候|常|刻)"
    rf"(?:(?P<han_minutes>[0-5]?[0-9]|{HAN_NUMBER})分?(?![钟0-9])|(?P<quarter>一刻))?"
    rf"|(?<![0-9A-Za-z_./-])(?P<named>{one_of(CLOCK_NAMES)})(?![0-9A-Za-z_-]|\.[0-9A-Za-z]))",
    re.IGNORECASE,
)
_IS_LENGTH = re.compile(
    r"(?:for|took|takes|lasted|timeout|duration|elapsed|uptime|持续|耗时|超时|时长)"
    r"[\s:=了]{0,3}\Z",
    re.IGNORECASE,
)
_POINTED_AT = re.compile(
    r"(?:(?<![A-Za-z])(?:at|around|about|near|since|after|before|from|by|until|till|between|to)"
    r"\s{1,3}|在|于|约|自|从|到)\Z",
    re.IGNORECASE,
)
_POINTED_BY = re.compile(r"\s?(?:左右|前后|钟|整|许|多|发生|出现|出了|的时候|时候|那)")
_REACH = 16


@dataclass(frozen=True)
class TimeToken:
    """A date or a clock time as written; what it does not say is null."""

    start: int
    end: int
    day: date | None = None
    part: str | None = None
    clock: time | None = None
    zone: tzinfo | None = None
    is_bare: bool = False
    by_hour: bool = False
    sure: bool = True


def time_tokens(text: str, now: datetime) -> Iterator[TimeToken]:
    """Yield the dates of ``text``, then its clock times. ``now`` is aware, in the asker's zone."""
    for match in _DATE.finditer(text):
        day = _day_of(match, now)
        if day:
            part = DAY_PARTS[match["both"].lower()][1] if match["both"] else match["part"]
            yield TimeToken(*match.span(), day=day, part=part.lower() if part else None)
    for match in _CLOCK.finditer(text):
        clock = _clock_of(match)
        before = text[max(0, match.start() - _REACH) : match.start()]
        if clock and not _IS_LENGTH.search(before):
            yield _clock_token(match, clock, before)


def _clock_token(match: re.Match[str], clock: time, before: str) -> TimeToken:
    half = match["half"] or match["bare_half"]
    part = f"{half.lower()}m" if half else match["part"]
    is_short = match["hours"] is None or len(match["hours"]) == 1
    told = (
        match["named"]
        or part
        or not is_short
        or clock.hour > 12
        or match["han_minutes"]
        or match["china"]
    )
    pointed = _POINTED_AT.search(before) or _POINTED_BY.match(match.string, match.end())
    zone = match["zone"] or match["west"]
    return TimeToken(
        *match.span(),
        part=part.lower() if part else None,
        clock=clock,
        zone=CHINA if match["china"] else _zone_of(zone) if zone else None,
        is_bare=not part and clock.hour <= 12 and is_short and not match["named"],
        by_hour=not (
            match["minutes"] or match["han_minutes"] or match["quarter"] or match["named"]
        ),
        sure=bool(told or pointed),
    )


def _zone_of(text: str) -> tzinfo:
    return ZONES.get(text.lower()) or parse_zone(text)


def _clock_of(match: re.Match[str]) -> time | None:
    if match["named"]:
        return time(CLOCK_NAMES[match["named"].lower()])
    hour = int(read_number(match["hours"] or match["bare_hours"] or match["han_hours"]))
    minutes = match["minutes"] or match["han_minutes"] or ("15" if match["quarter"] else "0")
    minute = 30 if minutes == "半" else int(read_number(minutes))
    if hour > 23 or minute > 59 or match["han_hours"] == "半":
        return None
    return time(hour, minute, int(match["seconds"] or 0))


def _day_of(match: re.Match[str], now: datetime) -> date | None:
    if match["both"] or match["word"]:
        back = (
            DAY_PARTS[match["both"].lower()][0]
            if match["both"]
            else DAYS_BACK[match["word"].lower()]
        )
        return now.date() - timedelta(days=back)
    if match["weekday"] or match["han_weekday"]:
        return _weekday(match, now.date())
    name = match["name"] or match["name_after"]
    month = (
        MONTHS.index(name[:3].lower()) + 1
        if name
        else _first(match, "month", "short_month", "han_month")
    )
    day = _first(match, "day", "short_day", "han_day", "name_day", "day_first")
    year = _first(match, "year", "han_year", "name_year", "year_after")
    return _date(year, month, day) if year else _latest_date(month, day, now.date())


def _weekday(match: re.Match[str], today: date) -> date:
    """The day of the week that is named: of the week that is said, else the latest that has come;
    "last Friday" is never today."""
    which = (match["which"] or (match["han_which"] or "").removesuffix("个")).lower()
    number = WEEKDAYS[(match["weekday"] or match["han_weekday"]).lower()]
    if which in WEEKS:
        monday = today - timedelta(days=today.weekday())
        return monday + timedelta(days=7 * WEEKS[which] + number)
    back = (today.weekday() - number) % 7
    return today - timedelta(days=back or (7 if which == "last" else 0))


def _first(match: re.Match[str], *groups: str) -> int:
    return int(next((match[group] for group in groups if match[group]), "0"))


def _latest_date(month: int, day: int, today: date) -> date | None:
    candidates = (_date(year, month, day) for year in range(today.year, today.year - 9, -1))
    return next((each for each in candidates if each and each <= today), None)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
