"""The timestamps of log lines: one closed table of formats, one reader (contract section 2).

A timestamp counts only in a line's head: at its start, or after one of the prefixes that loggers,
collectors and ``grep`` put there. Anywhere else it is part of a message, or of a stack trace.
Rules where a line leaves something open, each shown in the evidence text:

- no zone: the zone of the settings ("zone assumed +08:00"), also where the line names one by an
  abbreviation that stands for several ("zone CST assumed +08:00");
- no year ("year assumed 2025"): the latest year in which the line does not lie after the clock; in
  a search whose window has an end, the year that brings the line nearest to that end, so that what
  came later is not taken for the year before.
"""

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import NamedTuple

from superbiz_agent.tools.instants import format_offset
from superbiz_agent.tools.logs.timestamp_formats import (
    ANY_ZONE,
    FIRST_CHARACTERS,
    FORMATS,
    ISO,
    TimestampFormat,
)
from superbiz_agent.tools.logs.timestamp_parts import (
    Written,
    from_epoch,
    local_of,
    zone_of,
    zone_text_of,
)


class Stamp(NamedTuple):
    """A timestamp found in a line.

    ``local`` is aware, in the zone it was written in or read as; ``start`` and ``end`` are its
    place in the line; ``letter`` is klog's level; ``ambiguous_zone`` an abbreviation that the line
    has, and that did not decide its zone.
    """

    local: datetime
    start: int
    end: int
    format: TimestampFormat
    zone_written: bool
    year_written: bool
    letter: str | None = None
    ambiguous_zone: str | None = None

    @property
    def instant(self) -> datetime:
        """The instant in UTC."""
        return self.local if self.local.tzinfo is UTC else self.local.astimezone(UTC)

    @property
    def note(self) -> str:
        """What of the instant was assumed, and in which zone it was written ("" for UTC)."""
        offset = format_offset(self.local)
        named = f"{self.ambiguous_zone} " if self.ambiguous_zone else ""
        notes = [] if self.zone_written else [f"zone {named}assumed {offset}"]
        if self.zone_written and offset != "+00:00":
            notes.append(f"zone {offset}")
        return ", ".join(
            notes if self.year_written else [*notes, f"year assumed {self.local.year}"]
        )


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
    r"|[一-鿿]{1,20}[:：]?\s{0,4}"  # 时间: 我们
    r"|[\[(\"'*|-]\s{0,2}){0,5}"
)
_PLAIN = re.compile(
    r"20[0-8][0-9]-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])[T ](?:[01][0-9]|2[0-3]):[0-5][0-9]"
    rf":[0-5][0-9](?:[.,][0-9]{{3}}(?:[0-9]{{3}})?)?(?:Z(?= )|(?= (?![AaPp][Mm]|[+-]|{ANY_ZONE})))"
)
"""The commonest way to write an instant: in UTC, or without a zone."""

_LOGFMT = re.compile(r"[A-Za-z_.@-]{1,40}=")
_LOGFMT_TIME = re.compile(rf"(?<!\S){_TIME_KEYS}=\"?")
_HEAD = 300
_EARLIEST, _LATEST = datetime(1971, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
_LEAP_CYCLE = 9
_HALF_A_YEAR = timedelta(days=182)


class TimestampReader:
    """Reads the timestamps of one file. ``zone`` is assumed where a line names none; ``now``, the
    injected clock, and ``until``, the end of the window, decide the year where a line names none.
    """

    def __init__(self, *, zone: tzinfo, now: datetime, until: datetime | None = None) -> None:
        self._zone = zone
        is_past = until is not None and until <= now
        self._latest = until + _HALF_A_YEAR if until and is_past else now + timedelta(days=1)
        self._formats = list(FORMATS)

    def read(self, line: str) -> Stamp | None:
        """Return the timestamp in the head of ``line``, or null."""
        stamp = self._read_leading(line)
        if stamp is not None:
            return stamp
        prefix = _PREFIX.match(line, 0, _HEAD)
        stamp = self._read_at(line, prefix.end() if prefix else 0)
        if stamp is None and _LOGFMT.match(line):
            key = _LOGFMT_TIME.search(line, 0, _HEAD)
            stamp = self._read_at(line, key.end()) if key else None
        return stamp

    def read_value(self, value: str) -> Stamp | None:
        """Return the timestamp that ``value``, a field of a record, begins with, or null."""
        return self._read_at(value.strip(), 0)

    def read_alike(self, written: str) -> datetime | None:
        """Return the instant, in UTC, of ``written``, a timestamp of the commonest kind but for its
        digits, if of two such the greater text is the later one; null for none of this kind."""
        if not "2000" <= written < "2090":
            return None
        stamp = _plain_stamp(written, self._zone)
        is_steady = stamp is not None and isinstance(stamp.local.tzinfo, timezone)
        return stamp.instant if stamp and is_steady else None

    def _read_leading(self, line: str) -> Stamp | None:
        """Read the commonest line, one that starts with an ISO instant, without looking for
        prefixes. Of these only Apache's, which ends in a bracketed date, could hold such a start;
        whether the line has it is then left to the prefixes."""
        match = _PLAIN.match(line) or ISO.pattern.match(line)
        if match is None:
            return None
        bracket = line.find("[", match.end(), _HEAD)
        if bracket >= 0 and line[bracket + 3 : bracket + 4] == "/":
            return None
        if match.re is _PLAIN:
            return _plain_stamp(match.group(), self._zone)
        return _simple_stamp(match, self._zone) or self._stamp(ISO, match)

    def _read_at(self, line: str, start: int) -> Stamp | None:
        if line[start : start + 1] not in FIRST_CHARACTERS:
            return None
        for position, known in enumerate(self._formats):
            match = known.pattern.match(line, start)
            if match is None:
                continue
            stamp = _simple_stamp(match, self._zone) if known is ISO else None
            stamp = stamp or self._stamp(known, match)
            if stamp:
                if position:
                    self._formats.insert(0, self._formats.pop(position))
                return stamp
        return None

    def _stamp(self, known: TimestampFormat, match: re.Match[str]) -> Stamp | None:
        written = match.groupdict()
        zone_text, ambiguous = zone_text_of(written.get("zone"))
        year_text = written.get("year") or written.get("short_year")
        is_epoch = "epoch" in written
        try:
            local = from_epoch(written["epoch"]) if is_epoch else self._local(written, zone_text)
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
            ambiguous_zone=ambiguous,
        )

    def _local(self, written: Written, zone_text: str | None) -> datetime:
        zone = zone_of(zone_text) if zone_text else self._zone
        year = written.get("year")
        if year:
            return local_of(int(year), written, zone)
        short_year = written.get("short_year")
        if short_year:
            return local_of(2000 + int(short_year), written, zone)
        return self._in_latest_year(written, zone)

    def _in_latest_year(self, written: Written, zone: tzinfo) -> datetime:
        last = self._latest.year
        for year in range(last + 1, last - _LEAP_CYCLE, -1):
            try:
                local = local_of(year, written, zone)
            except ValueError:  # 29 February of another year
                continue
            if local <= self._latest:
                return local
        raise ValueError("no such day in recent years")


def is_common(line: str, stamp: Stamp) -> bool:
    """Whether the ``stamp`` of a ``line`` is at its start, in the commonest way to write one."""
    match = _PLAIN.match(line)
    return match is not None and match.span() == (stamp.start, stamp.end)


def _plain_stamp(written: str, zone: tzinfo) -> Stamp | None:
    """Read an instant of ``_PLAIN``; null for a day that its month does not have."""
    try:
        local = datetime.fromisoformat(written)
    except ValueError:
        return None
    zone_written = local.tzinfo is not None
    local = local if zone_written else local.replace(tzinfo=zone)
    return Stamp(local, 0, len(written), ISO, zone_written, True)


def _simple_stamp(match: re.Match[str], zone: tzinfo) -> Stamp | None:
    """Read an ISO instant the fast way; null where it is unusual (a leap second, an impossible
    day, a fraction after a colon) and the general way has to decide."""
    half, written, start = match["half"], match["zone"], match.start()
    if half:
        return None
    zone_text, ambiguous = zone_text_of(written) if written else (None, None)
    end = max(match.end("second"), match.end("fraction"))
    try:
        naive = datetime.fromisoformat(match.string[start:end])
    except ValueError:
        return None
    if not _EARLIEST.year < naive.year < _LATEST.year - 1:
        return None
    try:
        local = naive.replace(tzinfo=zone_of(zone_text) if zone_text else zone)
    except ValueError:
        return None
    known = zone_text is not None
    return Stamp(local, match.start(), match.end(), ISO, known, True, ambiguous_zone=ambiguous)
