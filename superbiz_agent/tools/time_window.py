"""Windows, resolved by code against an injected clock (contract sections 2 and 9).

A window written without a zone is in the asker's zone, which is the zone of the clock that is
handed in. What comes out is always UTC. A window that makes no sense is refused, never repaired.
"""

from datetime import UTC, datetime, timedelta

from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.errors import InvalidInputError
from superbiz_agent.tools.instants import format_instant, parse_duration, parse_instant, shown
from superbiz_agent.tools.question_window import window_in_question

__all__ = ["parse_instant", "resolve_window", "window_in_question"]


def resolve_window(since: str | None, until: str | None, *, at: datetime) -> TimeWindow:
    """Resolve the two ends of a window against the clock ``at``.

    Each end is an ISO instant or date (without a zone: in that of ``at``) or a duration before
    ``at`` ("1h"). A date as ``until`` includes that day. Raises InvalidInputError when an end
    cannot be read, the window is inverted or empty, or it starts after ``at``.
    """
    start = _end_of_window("since", since, at) if since else None
    end = _end_of_window("until", until, at) if until else None
    if start and start > at:
        raise InvalidInputError(
            f"the window starts at {format_instant(start)}, after now ({format_instant(at)}); "
            "give a since that has passed"
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
    if stripped.lower() in {"now", "现在"}:
        return at
    duration = parse_duration(stripped)
    if duration is not None:
        return at - duration
    try:
        instant = parse_instant(stripped, zone=at.tzinfo or UTC)
    except InvalidInputError:
        raise InvalidInputError(
            f"{name} {shown(text)} is no time; use a duration such as 15m or 1h, "
            "or an ISO instant such as 2026-07-07T10:00:00Z"
        ) from None
    is_date = len(stripped) == len("2026-07-07")
    return instant + timedelta(days=1) if is_date and name == "until" else instant
