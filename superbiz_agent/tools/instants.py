"""Instants, zones and durations: read strictly, written in one way (contract section 2)."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from superbiz_agent.errors import ConfigurationError, InvalidInputError

_UNIT_WORDS: Mapping[str, tuple[int, str]] = {
    "second": (1, "s sec secs second seconds 秒 秒钟"),
    "minute": (60, "m min mins minute minutes 分 分钟"),
    "hour": (3600, "h hr hrs hour hours 小时 个小时 钟头 个钟头"),
    "day": (86_400, "d day days 天 日"),
    "week": (604_800, "w week weeks 周 星期 个星期"),
}
UNIT_SECONDS: Mapping[str, int] = {
    word: seconds for seconds, words in _UNIT_WORDS.values() for word in words.split()
}
"""Every spelling of a unit of time, English and Chinese, in seconds."""

NOW_WORDS = frozenset({"now", "现在"})
"""How the instant that the clock shows is written."""

_LONGEST = timedelta(days=3660)
_DURATION_PART = re.compile(
    r"([0-9]{1,6}(?:\.[0-9]{1,3})?)\s{0,3}([A-Za-z]{1,8}|[一-鿿]{1,3})\s{0,3}"
)
ISO_PATTERN = (
    r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})"
    r"(?:(?:[Tt]|\s{1,2})(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2})"
    r"(?::(?P<second>[0-9]{2})(?:[.,](?P<fraction>[0-9]{1,9}))?)?"
    r"\s?(?P<zone>[Zz]|UTC|GMT|[+-][0-9]{2}:?[0-9]{2})?)?"
)
_INSTANT = re.compile(ISO_PATTERN)
_OFFSET = re.compile(r"(?P<sign>[+-])(?P<hours>[0-9]{2}):?(?P<minutes>[0-9]{2})")


def utc_now() -> datetime:
    """The wall clock, aware and in UTC."""
    return datetime.now(UTC)


def format_instant(at: datetime) -> str:
    """Return an aware ``at`` in UTC: ``2026-07-07T10:00:00Z``, a fraction only where it has one."""
    utc = at.astimezone(UTC).replace(tzinfo=None)
    if not utc.microsecond:
        return utc.isoformat(timespec="seconds") + "Z"
    return (
        utc.isoformat(timespec="microseconds" if utc.microsecond % 1000 else "milliseconds") + "Z"
    )


def format_offset(at: datetime) -> str:
    """Return the offset of an aware ``at`` as ``+08:00``."""
    minutes = int((at.utcoffset() or timedelta()).total_seconds()) // 60
    sign = "-" if minutes < 0 else "+"
    return f"{sign}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"


def parse_zone(name: str) -> tzinfo:
    """Read a zone: ``UTC``, ``+08:00`` or an IANA name such as ``Asia/Shanghai``.

    Raises ConfigurationError (setting SUPERBIZ_TIMEZONE) for anything else.
    """
    zone = name.strip()
    if zone.upper() in {"UTC", "GMT", "Z"}:
        return UTC
    try:
        return _fixed_offset(zone) or ZoneInfo(zone)
    except (ValueError, OSError, LookupError) as error:
        raise ConfigurationError(
            f"SUPERBIZ_TIMEZONE: {zone[:60]!r} is no time zone; "
            "use UTC, an offset such as +08:00 or a name such as Asia/Shanghai",
            setting="SUPERBIZ_TIMEZONE",
        ) from error


def parse_instant(text: str, *, zone: tzinfo = UTC, now: datetime | None = None) -> datetime:
    """Read an ISO 8601 date or instant; one without a zone is in ``zone``. Aware, in UTC.

    ``now``, the aware clock where there is one, is what "now" and 现在 mean. Raises
    InvalidInputError with what was expected.
    """
    if now is not None and text.strip().lower() in NOW_WORDS:
        return now.astimezone(UTC)
    match = _INSTANT.fullmatch(text.strip())
    instant = instant_of(match, zone) if match else None
    if instant is None:
        raise InvalidInputError(
            f"{shown(text)} is no time; use an ISO instant such as 2026-07-07T10:00:00Z"
        )
    return instant


def offset_in(text: str) -> tzinfo | None:
    """The offset that an instant is written with (``+08:00``), null if it has none or ends in Z."""
    match = _INSTANT.fullmatch(text.strip())
    return _fixed_offset(match["zone"] or "") if match else None


def parse_duration(text: str) -> timedelta | None:
    """Read ``15m``, ``1h30m``, ``2 days``, ``15分钟``; null if ``text`` is no duration."""
    position, total = 0, timedelta()
    text = text.strip().lower()
    while position < len(text):
        match = _DURATION_PART.match(text, position)
        if match is None or match[2] not in UNIT_SECONDS:
            return None
        total += timedelta(seconds=float(match[1]) * UNIT_SECONDS[match[2]])
        if total > _LONGEST:
            return None
        position = match.end()
    return total if position else None


def shown(text: str) -> str:
    """Return foreign ``text`` quoted and short enough for an error message."""
    return repr(text if len(text) <= 60 else text[:60] + "...")


def _fixed_offset(text: str) -> timezone | None:
    match = _OFFSET.fullmatch(text)
    if match is None:
        return None
    delta = timedelta(hours=int(match["hours"]), minutes=int(match["minutes"]))
    return timezone(-delta if match["sign"] == "-" else delta)


def instant_of(match: re.Match[str], zone: tzinfo) -> datetime | None:
    """Return the instant of a match of ``ISO_PATTERN`` in UTC, or null if there is no such time."""
    fraction = (match["fraction"] or "").ljust(6, "0")[:6]
    try:
        written = match["zone"] or ""
        local = datetime(
            int(match["year"]),
            int(match["month"]),
            int(match["day"]),
            int(match["hour"] or 0),
            int(match["minute"] or 0),
            int(match["second"] or 0),
            int(fraction),
            tzinfo=_fixed_offset(written) or (UTC if written else zone),
        )
        return local.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
