"""Windows, resolved by code against an injected clock (contract sections 2 and 9).

A window written without a zone is in the asker's zone, which is the zone of the clock that is
handed in. What comes out is always UTC. A window that makes no sense is refused, never repaired.

The asker's window is made of three things: ``since``; the instant asked about (``at``), which ends
it, since nothing later was known then; and what the question itself names, which narrows the two.
Without ``at`` the window of a ``since`` stays open at its end, so that a log that grows is read to
its end. A tool's call may narrow the asker's window and never widen it.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from superbiz_agent.contracts.evidence import UnusedWindow
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.errors import InvalidInputError
from superbiz_agent.tools.instants import (
    NOW_WORDS,
    format_instant,
    parse_duration,
    parse_instant,
    shown,
)
from superbiz_agent.tools.question_window import window_in_question
from superbiz_agent.tools.time_mentions import Mention, mentions

__all__ = [
    "asked_window",
    "call_window",
    "narrowed",
    "parse_instant",
    "resolve_window",
    "window_in_question",
]

_LONGEST_SPOKEN: Final = 60
_DATED: Final = re.compile(r"[0-9]{4}-[0-9]")
"""What is written as an ISO date is read as one, and refused where it is none."""


def asked_window(question: str, since: str | None, *, now: datetime, is_given: bool) -> TimeWindow:
    """Return the window that the asker asks about.

    ``now`` is aware, in the asker's zone; ``is_given`` says that the asker named it (``at``), so
    that it ends the window. What ``question`` names outside of the window that ``since`` and ``at``
    leave is ``unused``. Raises InvalidInputError for a ``since`` that makes no sense.
    """
    given = resolve_window(since, "now" if is_given else None, at=now)
    named = window_in_question(question, now=now)
    if named is None:
        return given
    window = narrowed(given, named) if named.until else None
    if window:
        return window.model_copy(update={"unused": named.unused})
    outside = UnusedWindow(since=named.since, until=named.until, reason="outside")
    return given.model_copy(update={"unused": outside if named.until else named.unused})


def call_window(
    since: str | None, until: str | None, *, within: TimeWindow, at: datetime
) -> TimeWindow:
    """Return the window of a tool's call: the asker's (``within``), narrowed to the call's own.

    Raises InvalidInputError where the call's window makes no sense or lies outside the asker's.
    """
    asked = resolve_window(since, until, at=at)
    window = narrowed(within, asked)
    if window is None:
        raise InvalidInputError(
            f"the window {window_text(asked)} lies outside the one asked about, "
            f"{window_text(within)}; leave since and until out to search that one"
        )
    return window


def narrowed(outer: TimeWindow, inner: TimeWindow) -> TimeWindow | None:
    """Return what two windows share, or null if that is nothing."""
    starts = [end for end in (outer.since, inner.since) if end]
    ends = [end for end in (outer.until, inner.until) if end]
    since = max(starts, key=parse_instant, default=None)
    until = min(ends, key=parse_instant, default=None)
    if since and until and parse_instant(since) >= parse_instant(until):
        return None
    return TimeWindow(since=since, until=until, named=_named(since, until, (inner, outer)))


def _named(since: str | None, until: str | None, windows: Sequence[TimeWindow]) -> str | None:
    """Return the first instant that one of the windows names and that lies between the ends."""
    for named in (each.named for each in windows):
        if (
            named
            and not (since and parse_instant(named) < parse_instant(since))
            and not (until and parse_instant(named) > parse_instant(until))
        ):
            return named
    return None


def window_text(window: TimeWindow) -> str:
    """Return a window as ``A to B``; an open end is ``start`` or ``end``."""
    return f"{window.since or 'start'} to {window.until or 'end'}"


def resolve_window(since: str | None, until: str | None, *, at: datetime) -> TimeWindow:
    """Resolve the two ends of a window against the clock ``at``.

    Each end is an ISO instant or date (without a zone: in that of ``at``), ``now``, a duration
    before ``at`` ("1h"), or a day or time as a question names it ("yesterday", 昨晚, "3pm"). A day
    as ``until`` is included. Raises InvalidInputError when an
    end cannot be read, the window is inverted or empty, or it starts after ``at``.
    """
    start = _end_of_window("since", since, at) if since else None
    end = _end_of_window("until", until, at) if until else None
    if start and start > at:
        raise InvalidInputError(
            f"the window starts at {format_instant(start)}, after now ({format_instant(at)}); "
            "give a since that has passed"
        )
    if start and start == at:
        raise InvalidInputError(
            f"the window is empty: since {shown(since or '')} is the very instant asked about, "
            f"{format_instant(at.replace(microsecond=0))}; give a since such as 15m"
        )
    if start and end and start >= end:
        raise InvalidInputError(
            f"the window is inverted: since {format_instant(start)} is not before "
            f"until {format_instant(end)}"
        )
    return TimeWindow(
        since=format_instant(start) if start else None,
        until=format_instant(end) if end else None,
    )


def _end_of_window(name: str, text: str, at: datetime) -> datetime:
    stripped = text.strip()
    if stripped.lower() in NOW_WORDS:
        return at
    duration = parse_duration(stripped)
    if duration is not None:
        return at - duration
    spoken = _spoken(stripped, at)
    if spoken is not None:
        return spoken.at + (spoken.length if name == "until" else timedelta())
    try:
        instant = parse_instant(stripped, zone=at.tzinfo or UTC)
    except InvalidInputError:
        raise InvalidInputError(
            f"{name} {shown(text)} is no time; use a duration such as 15m or 1h, "
            'words such as yesterday or "last night", '
            "or an ISO instant such as 2026-07-07T10:00:00Z"
        ) from None
    is_date = len(stripped) == len("2026-07-07")
    return instant + timedelta(days=1) if is_date and name == "until" else instant


def _spoken(text: str, at: datetime) -> Mention | None:
    """The one point in time that ``text`` is, as a question names one: "yesterday", 昨晚, 3pm."""
    if len(text) > _LONGEST_SPOKEN or _DATED.match(text):
        return None
    try:
        found = mentions(text, at)
    except OverflowError:  # a date at the end of the calendar
        return None
    is_whole = len(found) == 1 and (found[0].start, found[0].end) == (0, len(text))
    return found[0] if is_whole else None
