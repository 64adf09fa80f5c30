"""Where a text speaks of a point in time: dates, clock times, "yesterday", "10 minutes ago".

A date and a clock time that stand together are one mention. Days and clock times are those of the
zone of the clock that is handed in, unless the text names one (``UTC``, ``+08:00``, 北京时间). What
a text leaves open is the latest that is not after the clock: the day of a clock time without a
date, the year of a date without a year.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from superbiz_agent.tools.instants import UNIT_SECONDS, parse_zone
from superbiz_agent.tools.time_words import (
    CHINA,
    DAY_PARTS,
    DAYS_BACK,
    HAN_NUMBER,
    MONTH_NAMES,
    MONTHS,
    NUMBER,
    PARTS,
    WEEKDAY,
    WEEKDAYS,
    WEEKS,
    ZONES,
    one_of,
    read_number,
)

UNIT = (
    rf"(?:{'|'.join(sorted(map(re.escape, UNIT_SECONDS), key=len, reverse=True))})(?![A-Za-z0-9])"
)
_DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)
_LONGEST_AGO = timedelta(days=3660)

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
    rf"(?:(?P<han_minutes>[0-5]?[0-9]|{HAN_NUMBER})分?(?![钟0-9])|(?P<quarter>一刻))?)",
    re.IGNORECASE,
)
_AGO = re.compile(
    rf"(?P<number>{NUMBER})[\s-]{{0,3}}个?(?P<unit>{UNIT})(?:\s{{1,3}}(?:ago|earlier)(?![A-Za-z])"
    r"|\s?(?:之前|以前|前)(?!后|端|台))",
    re.IGNORECASE,
)
_JOINED = re.compile(r"[Tt]|\s{0,3}(?:at|from|between|around|about|的|在|大约|约|,)?\s{0,3}", re.I)
_JOINED_AFTER = re.compile(r"\s{1,3}(?:on\s{1,3}|of\s{1,3})?", re.I)
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
class Mention:
    """A point in time that a text names between ``start`` and ``end``.

    ``at`` is aware; it lasts ``length`` as it is written: a day, an hour, no time at all. ``dated``
    says whether the day is written; ``sure`` whether it can only be a time (三点 may be a count).
    """

    start: int
    end: int
    at: datetime
    length: timedelta
    dated: bool
    sure: bool

    def on_day_of(self, other: "Mention") -> "Mention":
        """Return this clock time on the day of another mention, in that one's zone."""
        local = self.at.astimezone(other.at.tzinfo)
        return replace(self, at=datetime.combine(other.at.date(), local.timetz()), dated=True)


@dataclass(frozen=True)
class _Token:
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


def mentions(text: str, now: datetime) -> list[Mention]:
    """Return every mention of a point in time in ``text``, in order. ``now`` is aware."""
    joined = _joined(text, sorted(_tokens(text, now), key=lambda token: token.start))
    found = [_mention(token, now) for token in _with_parts(joined)]
    found += _ago(text, now)
    return sorted(found, key=lambda mention: mention.start)


def _tokens(text: str, now: datetime) -> Iterator[_Token]:
    for match in _DATE.finditer(text):
        day = _day_of(match, now)
        if day:
            part = DAY_PARTS[match["both"].lower()][1] if match["both"] else match["part"]
            yield _Token(*match.span(), day=day, part=part.lower() if part else None)
    for match in _CLOCK.finditer(text):
        clock = _clock_of(match)
        before = text[max(0, match.start() - _REACH) : match.start()]
        if clock and not _IS_LENGTH.search(before):
            yield _clock_token(match, clock, before)


def _clock_token(match: re.Match[str], clock: time, before: str) -> _Token:
    half = match["half"] or match["bare_half"]
    part = f"{half.lower()}m" if half else match["part"]
    is_short = match["hours"] is None or len(match["hours"]) == 1
    told = part or not is_short or clock.hour > 12 or match["han_minutes"] or match["china"]
    pointed = _POINTED_AT.search(before) or _POINTED_BY.match(match.string, match.end())
    zone = match["zone"] or match["west"]
    return _Token(
        *match.span(),
        part=part.lower() if part else None,
        clock=clock,
        zone=CHINA if match["china"] else _zone_of(zone) if zone else None,
        is_bare=not part and clock.hour <= 12 and is_short,
        by_hour=not (match["minutes"] or match["han_minutes"] or match["quarter"]),
        sure=bool(told or pointed),
    )


def _zone_of(text: str) -> tzinfo:
    return ZONES.get(text.lower()) or parse_zone(text)


def _clock_of(match: re.Match[str]) -> time | None:
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


def _joined(text: str, tokens: list[_Token]) -> Iterator[_Token]:
    """Make one of a date and a clock time that stand together, whichever comes first."""
    waiting: _Token | None = None
    for token in tokens:
        whole = _one_of_two(text, waiting, token) if waiting else None
        if waiting and not whole:
            yield waiting
        waiting = whole or token
    if waiting:
        yield waiting


def _one_of_two(text: str, first: _Token, second: _Token) -> _Token | None:
    if (first.day and first.clock) or (second.day and second.clock):
        return None
    if second.start < first.end and not _shares_part(first, second):
        return None
    if (
        first.day
        and second.clock
        and (_shares_part(first, second) or _JOINED.fullmatch(text, first.end, second.start))
    ):
        part, is_bare = second.part or first.part, second.is_bare and not first.part
        whole = replace(second, start=first.start, day=first.day, part=part, is_bare=is_bare)
        return replace(whole, sure=True)
    if first.clock and second.day and _JOINED_AFTER.fullmatch(text, first.end, second.start):
        return replace(first, end=second.end, day=second.day, sure=True)
    return None


def _shares_part(first: _Token, second: _Token) -> bool:
    """Whether a day and a clock time both hold the word between them: 昨天下午三点."""
    is_same = first.part is not None and first.part == second.part
    return is_same and first.start < second.start < first.end < second.end


def _with_parts(tokens: Iterator[_Token]) -> Iterator[_Token]:
    """Read 凌晨两点到三点: a bare hour is of the part of the day that was named before it."""
    part: str | None = None
    for token in tokens:
        inherits = token.clock and token.is_bare and part
        yield replace(token, part=part) if inherits else token
        part = token.part or part


def _mention(token: _Token, now: datetime) -> Mention:
    zone = token.zone or now.tzinfo or UTC
    here = now.astimezone(zone)
    day, part = token.day, PARTS.get(token.part or "")
    if token.clock is None and part:
        start = _at(day or here.date(), time(part.first), zone)
        length = (part.end - part.first) * _HOUR
    elif token.clock is None:
        start, length = _at(day or here.date(), time(), zone), _DAY
    else:
        start = _at(day or here.date(), _in_part(token.clock, token.part), zone)
        length = _HOUR if token.by_hour else timedelta()
    if day is None and start > now:
        start -= _DAY
    return Mention(token.start, token.end, start, length, day is not None, token.sure)


def _in_part(clock: time, part: str | None) -> time:
    """Return 三点 of 下午 as 15:00, 12 am as 00:00."""
    span = PARTS.get(part or "")
    if span and clock.hour < 12 <= span.first and clock.hour + 12 < 24:
        return clock.replace(hour=clock.hour + 12)
    if span and clock.hour == 12 and span.end <= 12:
        return clock.replace(hour=0)
    return clock


def _at(day: date, clock: time, zone: tzinfo) -> datetime:
    return datetime.combine(day, clock, tzinfo=zone)


def _ago(text: str, now: datetime) -> Iterator[Mention]:
    for match in _AGO.finditer(text):
        unit = UNIT_SECONDS[match["unit"].lower()]
        back = timedelta(seconds=read_number(match["number"]) * unit)
        if back > _LONGEST_AGO:
            continue
        by_day = unit >= _DAY.total_seconds()
        day = (now - back).date()
        at = _at(day, time(), now.tzinfo or UTC) if by_day else now - back
        yield Mention(*match.span(), at, _DAY if by_day else timedelta(), True, True)
