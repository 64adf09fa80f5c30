"""What a server counts of more records than it handed over: its text and its histogram (section 2).

The tool writes the text from what it stores, and ``superbiz verify`` writes it again.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final, cast

from pydantic import ValidationError

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.evidence import ServerCount
from superbiz_agent.grounding.facts.change_points import (
    MOST_BINS,
    MOST_SECONDS,
    Histogram,
    changes_of,
)
from superbiz_agent.grounding.facts.group_text import Change

FILTER: Final = "counted_by_server"
"""What the text is called on the line of a search."""


def counted_text(counted: Sequence[ServerCount]) -> str:
    """Return what the servers count, in words: each source's total, from when to when, and where it
    changes. No comma stands in it."""
    return " and ".join(map(_one_text, counted))


def counts_stored(search: JsonObject) -> list[ServerCount]:
    """Return the counts stored with a search; those that are damaged are left out."""
    found: list[ServerCount] = []
    given = search.get("counted")
    for each in cast("list[object]", given) if isinstance(given, list) else ():
        with suppress(ValidationError):
            found.append(ServerCount.model_validate(each))
    return found


def changes_counted(counted: ServerCount) -> list[Change]:
    """Return where the counts of one server change; none for counts that are damaged."""
    histogram = _histogram(counted)
    return changes_of(histogram) if histogram else []


def _one_text(counted: ServerCount) -> str:
    changes = "".join(change.told for change in changes_counted(counted))
    return (
        f"{counted.source.replace(',', ' ')} {sum(counted.counts)} candidate {counted.of} "
        f"from {counted.first} to {counted.last}{changes}"
    )


def _histogram(counted: ServerCount) -> Histogram | None:
    given = (counted.start, counted.since, counted.until, counted.first, counted.last)
    start, since, until, first, last = map(_instant, given)
    counts, width = tuple(counted.counts), counted.width_seconds
    if not (start and since and until and first and last):
        return None
    if not 0 < len(counts) <= MOST_BINS or min(counts) < 0 or not 0 < width <= MOST_SECONDS:
        return None
    return Histogram(start, width, counts, since, until, first, last)


def _instant(text: str) -> datetime | None:
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        return None
    return read.astimezone(UTC) if read.tzinfo else None
