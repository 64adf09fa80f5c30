"""From the parts of a timestamp, as a line writes them, to an instant and its zone."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import TypeAlias
from zoneinfo import ZoneInfo

from superbiz_agent.tools.logs.timestamp_formats import (
    AMBIGUOUS_ZONES,
    MONTHS,
    ZONES,
)

_NOON, _FARTHEST_ZONE, _LAST_MINUTE = 12, 14, 59

Written: TypeAlias = Mapping[str, str | None]
"""The parts of a timestamp by their names in ``timestamp_formats``."""


def zone_text_of(written: str | None) -> tuple[str | None, str | None]:
    """Return what says the zone, and the abbreviation that does not; either may be null."""
    return (None, written) if written in AMBIGUOUS_ZONES else (written, None)


@lru_cache(maxsize=64)
def zone_of(text: str) -> tzinfo:
    """Return the zone that ``text`` writes; raises ``ValueError`` if there is none."""
    if text in {"Z", "UTC", "GMT"}:
        return UTC
    if text in ZONES:
        return timezone(timedelta(hours=ZONES[text]))
    if "/" in text:
        return _named_zone(text)
    offset = text.removeprefix("UTC").removeprefix("GMT")
    digits = offset[1:].replace(":", "")  # 05, 0530, 8
    hours, minutes = int(digits[:2]), int(digits[2:] or 0)
    if hours > _FARTHEST_ZONE or minutes > _LAST_MINUTE:
        raise ValueError("no zone is so far from UTC")
    delta = timedelta(hours=hours, minutes=minutes)
    return timezone(-delta if offset[0] == "-" else delta)


def _named_zone(text: str) -> tzinfo:
    """The zone of an IANA name; raises ``ValueError`` for a name that none has."""
    try:
        return ZoneInfo(text)
    except (OSError, LookupError) as error:
        raise ValueError("no zone has that name") from error


def local_of(year: int, written: Written, zone: tzinfo) -> datetime:
    """Return the instant of that ``year``; raises ``ValueError`` if there is no such day."""
    hour = int(written["hour"] or 0)
    if half := written.get("half"):
        if not 1 <= hour <= _NOON:
            raise ValueError("no hour of half a day")
        hour = hour % _NOON + (_NOON if half.upper() == "PM" else 0)
    month_name = written.get("month_name")
    return datetime(
        year,
        MONTHS[month_name] if month_name else int(written["month"] or 0),
        int(written["day"] or 0),
        hour,
        int(written["minute"] or 0),
        min(int(written["second"] or 0), 59),  # a leap second
        int((written.get("fraction") or "").ljust(6, "0")[:6]),
        tzinfo=zone,
    )


def from_epoch(text: str | None) -> datetime:
    """Return the instant of seconds since 1970, or of a thousandth, millionth ... of them."""
    digits, _, fraction = (text or "").partition(".")
    seconds = digits[:10]
    micros = (digits[10:] or fraction).ljust(6, "0")[:6]
    return datetime.fromtimestamp(int(seconds), UTC) + timedelta(microseconds=int(micros))
