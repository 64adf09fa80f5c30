"""The closed table of timestamp formats (contract section 2). To extend: add a row and its example.

The rows exclude one another: no line reads differently for the order in which they are tried.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class TimestampFormat:
    """One way to write an instant. The named groups of ``pattern`` say what was written."""

    name: str
    example: str
    pattern: re.Pattern[str]


_MONTH_NAMES = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
MONTHS: Mapping[str, int] = {
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
_CLOCK = rf"(?P<hour>[01][0-9]|2[0-3]):(?P<minute>[0-5][0-9]):(?P<second>[0-5][0-9]|60){_FRACTION}"
_TIME = _CLOCK + r"(?:\s?(?P<half>[AaPp][Mm])(?![A-Za-z]))?"
ZONES: Mapping[str, float] = {
    "PST": -8, "PDT": -7, "MST": -7, "MDT": -6, "EST": -5, "EDT": -4, "AKST": -9, "AKDT": -8,
    "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3, "HKT": 8, "SGT": 8, "JST": 9, "KST": 9,
    "AWST": 8, "ACST": 9.5, "ACDT": 10.5, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
}  # fmt: skip
"""Abbreviations that name one zone, with its hours east of UTC."""

AMBIGUOUS_ZONES = ("CST", "IST", "BST", "CDT")
"""Abbreviations that name several zones: what they stand for is assumed, and said."""

ANY_ZONE = rf"(?:Z|{'|'.join((*ZONES, *AMBIGUOUS_ZONES))}|UTC|GMT)"
"""What a zone that is written in letters begins with."""

_ABBREVIATION = rf"(?:{'|'.join((*ZONES, *AMBIGUOUS_ZONES))}|UTC|GMT)(?![A-Za-z])"
_ZONE = (
    r"(?:\s?(?P<zone>Z(?![A-Za-z])"
    r"|(?:UTC|GMT)?[+-][0-9]{2}:?[0-9]{2}(?![0-9])|(?:UTC|GMT)[+-][0-9]{1,2}(?![0-9:])"
    r"|[+-](?:0[0-9]|1[0-4])(?=[\s\]\"'),;|]|\Z)"  # PostgreSQL: -05
    rf"|{_ABBREVIATION})(?:(?<=[0-9])\s{_ABBREVIATION})?)?"  # Go: +0800 CST
)
_END = r"(?![0-9])"


def _format(name: str, example: str, pattern: str) -> TimestampFormat:
    return TimestampFormat(name, example, re.compile(pattern + _END))


ISO = _format("ISO 8601", "2015-10-18 18:01:47,978", rf"{_YEAR}-{_MONTH}-{_DAY}[T _]{_TIME}{_ZONE}")

FORMATS: tuple[TimestampFormat, ...] = (
    ISO,
    _format("syslog", "Dec 10 06:55:46", rf"{_MONTH_NAME} {_LOOSE_DAY} {_TIME}{_ZONE}"),
    _format("Spark", "17/06/09 20:10:40", rf"{_SHORT_YEAR}/{_MONTH}/{_DAY} {_TIME}{_ZONE}"),
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
        rf":(?P<second>[0-5][0-9]) (?P<half>[AP]M){_ZONE}",
    ),
    _format(
        "syslog with a year",
        "Jul  7 2026 10:00:00",
        rf"{_MONTH_NAME} {_LOOSE_DAY},? {_YEAR} {_CLOCK}(?!\s?[AaPp][Mm]){_ZONE}",
    ),
    _format(
        "ctime",
        "Sun Dec 04 04:47:44 2005",
        rf"{_WEEKDAY} {_MONTH_NAME} {_LOOSE_DAY} {_TIME}{_ZONE} {_YEAR}",
    ),
    _format(
        "RFC 2822",
        "Tue, 07 Jul 2026 10:00:00 GMT",
        rf"(?:{_WEEKDAY}, )?{_LOOSE_DAY} {_MONTH_NAME} {_YEAR} {_TIME}{_ZONE}",
    ),
    _format(
        "PHP",
        "04-Aug-2026 09:34:50 Europe/Berlin",
        rf"{_DAY}-{_MONTH_NAME}-{_YEAR} {_TIME}"
        r"(?:\s(?P<zone>UTC|GMT|[A-Z][A-Za-z]{2,19}(?:/[A-Z][A-Za-z_-]{1,29}){1,2}))?",
    ),
    _format(
        "ISO 8601 basic",
        "20260707T100000Z",
        rf"{_YEAR}{_MONTH}{_DAY}T(?P<hour>[01][0-9]|2[0-3])(?P<minute>[0-5][0-9])"
        rf"(?P<second>[0-5][0-9]){_FRACTION}{_ZONE}",
    ),
    _format("basic date", "20260707 10:00:00", rf"{_YEAR}{_MONTH}{_DAY}[ -]{_TIME}{_ZONE}"),
    _format(
        "day first, dots",
        "07.07.2026 10:00:00",
        rf"{_DAY}\.(?P<month>0[1-9]|1[0-2])\.{_YEAR},? {_TIME}{_ZONE}",
    ),
    _format(
        "month first, half of the day",
        "7/7/2026 10:00:00 AM",
        rf"(?P<month>0?[1-9]|1[0-2])/(?P<day>[12][0-9]|3[01]|0?[1-9])/{_YEAR},? "
        r"(?P<hour>1[0-2]|0?[1-9]):(?P<minute>[0-5][0-9]):(?P<second>[0-5][0-9])"
        rf"{_FRACTION}\s?(?P<half>[AP]M){_ZONE}",
    ),
    _format(
        "Chinese",
        "2026年07月07日 10:00:00",
        r"(?P<year>(?:19|20)[0-9]{2})年(?P<month>0?[1-9]|1[0-2])月(?P<day>[12][0-9]|3[01]|0?[1-9])日"
        r"\s?(?P<hour>[01][0-9]|2[0-3])[:时](?P<minute>[0-5][0-9])[:分](?P<second>[0-5][0-9])秒?"
        + _ZONE,
    ),
    _format(
        "epoch, seconds to nanoseconds",
        "1783418400.123",
        r"(?P<epoch>[12][0-9]{9}(?:\.[0-9]{1,9}|[0-9]{3}|[0-9]{6}|[0-9]{9})?)(?=[\s\]\"',|]|$)",
    ),
)
"""Tried in this order; a file is first tried with the format of its last line."""

FIRST_CHARACTERS = frozenset("0123456789 JFMASONDTWIE")
"""What a timestamp of the table can start with: digits, and the months', weekdays' and klog's
letters. Most lines without a timestamp are told by it."""
