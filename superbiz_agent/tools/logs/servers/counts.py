"""Counting over time by the server itself, where it has more candidates than a search reads.

The spans are those of a group's histogram: aligned in UTC, as narrow as their number allows.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Literal

from superbiz_agent.errors import SourceError
from superbiz_agent.grounding.facts.change_points import MOST_BINS
from superbiz_agent.tools.logs.backend import ServerCounts
from superbiz_agent.tools.logs.time_bins import WIDTHS

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECOND = timedelta(seconds=1)


def counts_of(
    of: Literal["records", "lines", "documents"],
    first: datetime,
    last: datetime,
    least: int,
    ask: Callable[[int], Mapping[int, int] | None],
) -> ServerCounts | None:
    """Return the server's counts from the first to the last candidate. ``ask`` takes the width of a
    span in seconds and returns how many there are by the number of the span since 1970 (null: not
    known). Null where the server does not say, or says less than the ``least`` that was read."""
    start, end = (first - _EPOCH) // _SECOND, (last - _EPOCH) // _SECOND
    fitting = (width for width in WIDTHS if end // width - start // width < MOST_BINS)
    width = next(fitting, WIDTHS[-1])
    found: Mapping[int, int] | None = None
    with suppress(SourceError):  # the records themselves were read
        found = ask(width)
    spans = range(start // width, end // width + 1)
    if not found or not set(found) <= set(spans) or sum(found.values()) < least:
        return None
    counts = tuple(found.get(at, 0) for at in spans)
    return ServerCounts(of, first, last, _EPOCH + spans[0] * width * _SECOND, width, counts)
