"""What the histogram stored with a group of records says of its text (contract section 2)."""

from datetime import UTC, datetime

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.grounding.evidence.hostile import as_list, as_object, as_text
from superbiz_agent.grounding.facts.change_points import (
    MOST_BINS,
    MOST_SECONDS,
    Histogram,
    changes_of,
)
from superbiz_agent.grounding.facts.group_text import Change, changes_in
from superbiz_agent.grounding.facts.server_counts import (
    FILTER,
    changes_counted,
    counted_text,
    counts_stored,
)


def told_otherwise(text: str, values: JsonObject) -> list[Change] | None:
    """Return the changes that follow from a group's stored ``values``, if its ``text`` tells
    others; null if it tells these, or was stored without a histogram."""
    histogram = read_histogram(values)
    if histogram is None:
        return [] if changes_in(text) else None
    changes = changes_of(histogram)
    is_sound = sum(histogram.counts) == values.get("count")
    return None if is_sound and changes_in(text) == changes else changes


def server_counts_otherwise(text: str, detail: JsonObject) -> str | None:
    """Return what a search's line has to say of the servers' stored counts, if it says otherwise;
    null if it says so."""
    stored = as_list(detail.get("counted")) or []
    counted = counts_stored(detail)
    if len(counted) < len(stored):
        return "counts that cannot be read"
    changes = [change for each in counted for change in changes_counted(each)]
    told = f"{FILTER}={counted_text(counted)}" if counted else ""
    is_told = changes_in(text) == changes and (f", {told}" in text if told else True)
    return None if is_told else told or "no counts"


def read_histogram(values: JsonObject) -> Histogram | None:
    """Read the ``histogram`` of a group's stored details; null for one that is damaged, or none."""
    given = as_object(values.get("histogram"))
    if given is None:
        return None
    keys = [given.get("start"), given.get("since"), given.get("until")]
    records = [values.get("first"), values.get("last")]
    counts = [each for each in as_list(given.get("counts")) or [] if isinstance(each, int)]
    start, since, until, first, last = (_instant(each) for each in (*keys, *records))
    width = given.get("width_seconds")
    if not (start and since and until and first and last and isinstance(width, int)):
        return None
    if not 0 < len(counts) <= MOST_BINS or min(counts) < 0 or not 0 < width <= MOST_SECONDS:
        return None
    return Histogram(start, width, tuple(counts), since, until, first, last)


def _instant(value: object) -> datetime | None:
    try:
        read = datetime.fromisoformat(as_text(value) or "")
    except ValueError:
        return None
    return read.astimezone(UTC) if read.tzinfo else None
