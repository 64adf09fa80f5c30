"""The timestamps of log lines: one closed table of formats, one reader (contract section 2).

A timestamp counts only in a line's head: at its start, or after one of the prefixes that loggers,
collectors and ``grep`` put there. Anywhere else it is part of a message, or of a stack trace.
Rules where a line leaves something open, each shown in the evidence text:

- no zone: the zone of the settings ("zone assumed +08:00");
- no year: the latest year in which the line does not lie after the clock ("year assumed 2025").
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import TypeAlias

from superbiz_agent.tools.instants import format_offset


@dataclass(frozen=True)
class TimestampFormat:
    """One way to write an instant. The named groups of ``pattern`` say what was written."""

    name: str
    example: str
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Stamp:
    """A timestamp found in a line.

    ``local`` is aware, in the zone it was written in or read as; ``start`` and ``end`` are its
    place in the line; ``letter`` is klog's level.
    """

    local: datetime
    start: int
    end: int
    format: TimestampFormat
    zone_written: bool
    year_written: bool
    letter: str | None = None

    @property
    def instant(self) -> datetime:
        """The instant in UTC."""
        return self.local if self.local.tzinfo is UTC else self.local.astimezone(UTC)

    @property
    def note(self) -> str:
        """What of the instant was assumed, and in which zone it was written ("" for UTC)."""
        offset = format_offset(self.local)
        notes = [] if self.zone_written else [f"zone assumed {offset}"]
        if self.zone_written and offset != "+00:00":
            notes.append(f"zone {offset}")
        return ", ".join(
            notes if self.year_written else [*notes, f"year assumed {self.local.year}"]
        )


_MONTH_NAMES = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_MONTHS: Mapping[str, int] = {
    name: number for number, name in enumerate(_MONTH_NAMES.split("|"), start=1)
}
_YEAR = r"(?P<year>(?:19|20)[0-9]{2})"
_SHORT_YEAR = r"(?P<short_year>[0-9]{2})"
_MONTH = r"(?P<month>0[1-9]|1[0-2])"
_MONTH_NAME = rf"(?P<month_name>{_MONTH_NAMES})"
_WEEKDAY = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_DAY = r"(?P<day>0[1-9]|[12][0-9]|3[01])"
_LOOSE_DAY = r"(?P<day>[12][0-9]|3[01]|[ 0]?[1-9])"
_FRACTION = r"(?:[.,:](?P<fraction>[0-9]{1,9}))?"
_TIME = rf"(?P<hour>[01][0-9]|2[0-3]):(?P<minute>[0-5][0-9]):(?P<second>[0-5][0-9]|60){_FRACTION}"
_ZONE = r"(?:\s?(?P<zone>Z(?![A-Za-z])|UTC|GMT|[+-][01][0-9]:?[0-5][0-9](?![0-9])))?"
_END = r"(?![0-9])"


def _format(name: str, example: str, pattern: str) -> TimestampFormat:
    return TimestampFormat(name, example, re.compile(pattern + _END))


FORMATS: tuple[TimestampFormat, ...] = (
    _format("ISO 8601", "2015-10-18 18:01:47,978", rf"{_YEAR}-{_MONTH}-{_DAY}[T _]{_TIME}{_ZONE}"),
    _format("syslog", "Dec 10 06:55:46", rf"{_MONTH_NAME} {_LOOSE_DAY} {_TIME}{_ZONE}"),
    _format("Spark", "17/06/09 20:10:40", rf"{_SHORT_YEAR}/{_MONTH}/{_DAY} {_TIME}"),
    _format(
        "HDFS",
        "081109 203615",
        rf"{_SHORT_YEAR}{_MONTH}{_DAY} (?P<hour>[01][0-9]|2[0-3])(?P<minute>[0-5][0-9])"
        rf"(?P<second>[0-5][0-9]){_FRACTION}(?=\s)",
    ),
    _format("Go, nginx error", "2026/07/07 10:00:00", rf"{_YEAR}/{_MONTH}/{_DAY} {_TIME}{_ZONE}"),
    _format(
        "Apache, nginx access",
        "17/May/2015:10:05:03 +0000",
        rf"{_DAY}/{_MONTH_NAME}/{_YEAR}:{_TIME}{_ZONE}",
    ),
    _format("klog", "E0707 10:00:00.123456", rf"(?P<letter>[IWEF]){_MONTH}{_DAY} {_TIME}"),
    _format(
        "java.util.logging",
        "Jul 07, 2026 10:00:00 AM",
        rf"{_MONTH_NAME} {_LOOSE_DAY},? {_YEAR} (?P<hour>1[0-2]|0?[1-9]):(?P<minute>[0-5][0-9])"
        r":(?P<second>[0-5][0-9]) (?P<half>[AP]M)",
    ),
    _format(
        "syslog with a year",
        "Jul  7 2026 10:00:00",
        rf"{_MONTH_NAME} {_LOOSE_DAY},? {_YEAR} {_TIME}",
    ),
    _format(
        "ctime",
        "Sun Dec 04 04:47:44 2005",
        rf"{_WEEKDAY} {_MONTH_NAME} {_LOOSE_DAY} {_TIME}(?: UTC)? {_YEAR}",
    ),
    _format(
        "RFC 2822",
        "Tue, 07 Jul 2026 10:00:00 GMT",
        rf"(?:{_WEEKDAY}, )?{_LOOSE_DAY} {_MONTH_NAME} {_YEAR} {_TIME}{_ZONE}",
    ),
    _format(
        "ISO 8601 basic",
        "20260707T100000Z",
        rf"{_YEAR}{_MONTH}{_DAY}T(?P<hour>[01][0-9]|2[0-3])(?P<minute>[0-5][0-9])"
        rf"(?P<second>[0-5][0-9]){_FRACTION}{_ZONE}",
    ),
    _format("basic date", "20260707 10:00:00", rf"{_YEAR}{_MONTH}{_DAY}[ -]{_TIME}{_ZONE}"),
    _format(
        "epoch, seconds to nanoseconds",
        "1783418400.123",
        r"(?P<epoch>[12][0-9]{9}(?:\.[0-9]{1,9}|[0-9]{3}|[0-9]{6}|[0-9]{9})?)(?=[\s\]\"',|]|$)",
    ),
)
"""Tried in this order; a file is first tried with the format of its last line."""

_LEVEL_WORD = (
    r"[\[(<]?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|SEVERE|FATAL|CRITICAL)[\])>]?:?\s{1,4}"
)
_TIME_KEYS = r"(?:@?timestamp|time|ts|t|date|datetime|asctime)"
_PREFIX = re.compile(
    r"(?:\s{1,16}"
    r"|<[0-9]{1,3}>(?:1 )?"  # syslog priority
    rf"|{_LEVEL_WORD}"
    r"|(?P<log_name>[A-Za-z][A-Za-z0-9_-]{0,60})\.log[^\s:]{0,80}(?::[^\s]{0,20})?\s{1,4}"
    rf"|(?:level|lvl|severity)=\"?[A-Za-z]{{1,12}}\"?\s{{1,4}}"
    rf"|{_TIME_KEYS}=\"?"
    r"|[A-Za-z0-9_.-]{1,60}\s{0,20}\|\s{1,4}"  # docker compose
    r"|\[(?![0-9])[^\]\s]{1,200}\]\s{1,4}"  # [main], [pod/name/container]
    r"|[0-9]{1,7}:[A-Z]\s"  # redis
    r"|(?:[^\s\[]{1,255}\s){3,4}\[(?=[0-9]{2}/[A-Z][a-z]{2}/)"  # Apache
    r"|[\[(\"'*|-]\s{0,2}){0,5}"
)
_LOGFMT = re.compile(r"[A-Za-z_.@-]{1,40}=")
_LOGFMT_TIME = re.compile(rf"(?<!\S){_TIME_KEYS}=\"?")
_HEAD = 300
_EARLIEST, _LATEST = datetime(1971, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
_LEAP_CYCLE = 9
_Written: TypeAlias = Mapping[str, str | None]


class TimestampReader:
    """Reads the timestamps of one file. ``zone`` is assumed where a line names none; ``now``, the
    injected clock, decides the year where a line names none."""

    def __init__(self, *, zone: tzinfo, now: datetime) -> None:
        self._zone = zone
        self._now = now
        self._formats = list(FORMATS)

    def read(self, line: str) -> Stamp | None:
        """Return the timestamp in the head of ``line``, or null."""
        prefix = _PREFIX.match(line, 0, _HEAD)
        start = prefix.end() if prefix else 0
        stamp = self._read_at(line, start)
        if stamp is None and _LOGFMT.match(line):
            key = _LOGFMT_TIME.search(line, 0, _HEAD)
            stamp = self._read_at(line, key.end()) if key else None
        return stamp

    def read_value(self, value: str) -> Stamp | None:
        """Return the timestamp that ``value``, a field of a record, begins with, or null."""
        return self._read_at(value.strip(), 0)

    def _read_at(self, line: str, start: int) -> Stamp | None:
        for position, known in enumerate(self._formats):
            match = known.pattern.match(line, start)
            stamp = self._stamp(known, match) if match else None
            if stamp:
                if position:
                    self._formats.insert(0, self._formats.pop(position))
                return stamp
        return None

    def _stamp(self, known: TimestampFormat, match: re.Match[str]) -> Stamp | None:
        written = match.groupdict()
        zone_text, year_text = written.get("zone"), written.get("year") or written.get("short_year")
        is_epoch = "epoch" in written
        try:
            local = _from_epoch(written["epoch"]) if is_epoch else self._local(written, zone_text)
        except (ValueError, OverflowError):
            return None
        if not _EARLIEST <= local < _LATEST:
            return None
        return Stamp(
            local,
            match.start(),
            match.end(),
            known,
            zone_written=is_epoch or zone_text is not None,
            year_written=is_epoch or year_text is not None,
            letter=written.get("letter"),
        )

    def _local(self, written: _Written, zone_text: str | None) -> datetime:
        zone = _zone_of(zone_text) if zone_text else self._zone
        year = written.get("year")
        if year:
            return _datetime(int(year), written, zone)
        short_year = written.get("short_year")
        if short_year:
            return _datetime(2000 + int(short_year), written, zone)
        return self._in_latest_year(written, zone)

    def _in_latest_year(self, written: _Written, zone: tzinfo) -> datetime:
        for year in range(self._now.year + 1, self._now.year - _LEAP_CYCLE, -1):
            try:
                local = _datetime(year, written, zone)
            except ValueError:  # 29 February of another year
                continue
            if local <= self._now + timedelta(days=1):
                return local
        raise ValueError("no such day in recent years")


@lru_cache(maxsize=64)
def _zone_of(text: str) -> tzinfo:
    if text in {"Z", "UTC", "GMT"}:
        return UTC
    delta = timedelta(hours=int(text[1:3]), minutes=int(text[-2:]))
    return timezone(-delta if text[0] == "-" else delta)


def _datetime(year: int, written: _Written, zone: tzinfo) -> datetime:
    hour = int(written["hour"] or 0)
    if written.get("half"):
        hour = hour % 12 + (12 if written["half"] == "PM" else 0)
    month_name = written.get("month_name")
    return datetime(
        year,
        _MONTHS[month_name] if month_name else int(written["month"] or 0),
        int(written["day"] or 0),
        hour,
        int(written["minute"] or 0),
        min(int(written["second"] or 0), 59),  # a leap second
        int((written.get("fraction") or "").ljust(6, "0")[:6]),
        tzinfo=zone,
    )


def _from_epoch(text: str | None) -> datetime:
    digits, _, fraction = (text or "").partition(".")
    seconds = digits[:10]
    micros = (digits[10:] or fraction).ljust(6, "0")[:6]
    return datetime.fromtimestamp(int(seconds), UTC) + timedelta(microseconds=int(micros))
