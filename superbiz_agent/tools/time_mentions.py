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

from superbiz_agent.tools.instants import UNIT_SECONDS
from superbiz_agent.tools.time_tokens import TimeToken, time_tokens
from superbiz_agent.tools.time_words import NUMBER, PARTS, read_number

UNIT = (
    rf"(?:{'|'.join(sorted(map(re.escape, UNIT_SECONDS), key=len, reverse=True))})(?![A-Za-z0-9])"
)
_DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)
_HOURS = 24
_HALF = 12
_DUSK = 5
"""The first hour after noon that one speaks of as a night: 晚上五点 is 17:00, 夜里四点 04:00."""
_LONGEST_AGO = timedelta(days=3660)
_AGO = re.compile(
    rf"(?P<number>{NUMBER})[\s-]{{0,3}}个?(?P<unit>{UNIT})(?:\s{{1,3}}(?:ago|earlier)(?![A-Za-z])"
    r"|\s?(?:之前|以前|前)(?!后|端|台))",
    re.IGNORECASE,
)
_JOINED = re.compile(
    r"[Tt]|\s{0,3},?\s{0,3}"
    r"(?:at|from|between|around|about|roughly|at around|at about|的|在|大约|大概|约)?\s{0,3}",
    re.I,
)
_JOINED_AFTER = re.compile(r"\s{1,3}(?:on\s{1,3}|of\s{1,3})?", re.I)


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


def mentions(text: str, now: datetime) -> list[Mention]:
    """Return every mention of a point in time in ``text``, in order. ``now`` is aware."""
    joined = _joined(text, sorted(time_tokens(text, now), key=lambda token: token.start))
    found = [_mention(token, now) for token in _with_parts(joined)]
    found += _ago(text, now)
    return sorted(found, key=lambda mention: mention.start)


def _joined(text: str, tokens: list[TimeToken]) -> Iterator[TimeToken]:
    """Make one of a date and a clock time that stand together, whichever comes first."""
    waiting: TimeToken | None = None
    for token in tokens:
        whole = _one_of_two(text, waiting, token) if waiting else None
        if waiting and not whole:
            yield waiting
        waiting = whole or token
    if waiting:
        yield waiting


def _one_of_two(text: str, first: TimeToken, second: TimeToken) -> TimeToken | None:
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
        if _is_past_midnight(first.part, second.clock, part):
            whole = replace(whole, day=first.day + _DAY)
        return replace(whole, sure=True)
    if first.clock and second.day and _JOINED_AFTER.fullmatch(text, first.end, second.start):
        is_late = _is_past_midnight(second.part, first.clock, first.part)
        day = second.day + _DAY if is_late else second.day
        return replace(first, end=second.end, day=day, sure=True)
    return None


def _is_past_midnight(night: str | None, clock: time | None, part: str | None) -> bool:
    """Whether a clock time of a night lies in its second half: "last night at 1am", 昨晚两点."""
    span = PARTS.get(night or "")
    if span is None or clock is None:
        return False
    return _in_part(clock, part).hour < span.end - _HOURS


def _shares_part(first: TimeToken, second: TimeToken) -> bool:
    """Whether a day and a clock time both hold the word between them: 昨天下午三点."""
    is_same = first.part is not None and first.part == second.part
    return is_same and first.start < second.start < first.end < second.end


def _with_parts(tokens: Iterator[TimeToken]) -> Iterator[TimeToken]:
    """Read 凌晨两点到三点: a bare hour is of the part of the day that was named before it."""
    part: str | None = None
    for token in tokens:
        inherits = token.clock and token.is_bare and part
        yield replace(token, part=part) if inherits else token
        part = token.part or part


def _mention(token: TimeToken, now: datetime) -> Mention:
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
    if span is None or clock.hour > _HALF:
        return clock
    is_night = span.end > _HOURS
    if clock.hour == _HALF:
        return clock.replace(hour=0) if is_night or span.end <= _HALF else clock
    is_after_noon = span.first >= _HALF and not (is_night and clock.hour < _DUSK)
    return clock.replace(hour=clock.hour + _HALF) if is_after_noon else clock


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
