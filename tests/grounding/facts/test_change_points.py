"""Where records of one form start, stop, jump or fall."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.grounding.facts.change_points import (
    MOST_BINS,
    MOST_CHANGES,
    Histogram,
    changes_of,
)

NINE = datetime(2026, 7, 7, 9, tzinfo=UTC)
MINUTE = 60


def histogram(*counts: int, lead: int = 0, tail: int = 0, width: int = MINUTE) -> Histogram:
    """Counts from nine o'clock on, with seconds of silence that were read before and after."""
    end = NINE + timedelta(seconds=width * len(counts))
    return Histogram(
        start=NINE,
        width=width,
        counts=counts,
        since=NINE - timedelta(seconds=lead),
        until=end + timedelta(seconds=tail),
        first=NINE + timedelta(seconds=1),
        last=end - timedelta(seconds=1),
    )


def told(given: Histogram) -> str:
    return "".join(change.told for change in changes_of(given)).removeprefix("; ")


@pytest.mark.parametrize(
    ("given", "changes"),
    [
        pytest.param(histogram(*[10] * 60), "", id="steady"),
        pytest.param(histogram(*[30, 10] * 30), "", id="uneven in one way throughout"),
        pytest.param(histogram(*[300, 100] * 30), "", id="the same with many records"),
        pytest.param(histogram(*range(10, 70)), "", id="rises slowly"),
        pytest.param(
            histogram(*[2] * 30, *[40] * 20),
            "jumps from 2/min to 40/min at 2026-07-07T09:30:00Z",
            id="jumps",
        ),
        pytest.param(
            histogram(*[40] * 20, *[2] * 30),
            "falls from 40/min to 2/min at 2026-07-07T09:20:00Z",
            id="falls",
        ),
        pytest.param(
            histogram(*[5] * 20, lead=3600), "starts at 2026-07-07T09:00:01Z", id="starts"
        ),
        pytest.param(histogram(*[5] * 20, tail=3600), "stops at 2026-07-07T09:19:59Z", id="stops"),
        pytest.param(
            histogram(*[5] * 20, *[0] * 20, *[5] * 20),
            "stops at 2026-07-07T09:20:00Z; starts at 2026-07-07T09:40:00Z",
            id="pauses",
        ),
        pytest.param(histogram(3, lead=60, tail=60), "", id="too few to say"),
        pytest.param(histogram(*([50] + [0] * 9) * 10), "", id="comes and goes"),
        pytest.param(
            histogram(*[1, 0, 0] * 8, *[9] * 10, width=1200),
            "jumps from 1/h to 27/h at 2026-07-07T17:00:00Z",
            id="by the hour",
        ),
        pytest.param(
            histogram(*[90] * 9, *[900] * 9, width=1),
            "jumps from 90/s to 900/s at 2026-07-07T09:00:09Z",
            id="by the second",
        ),
    ],
)
def test_a_change_is_told_where_the_rate_changes_for_good(given: Histogram, changes: str) -> None:
    assert told(given) == changes


@given(
    st.lists(st.integers(0, 10**6), min_size=1, max_size=MOST_BINS),
    st.integers(0, 10**6),
    st.integers(0, 10**6),
    st.sampled_from([1, 60, 3600, 86_400 * 36_400]),
)
def test_changes_lie_in_what_was_read_and_alternate(
    counts: list[int], lead: int, tail: int, width: int
) -> None:
    try:
        given_counts = histogram(*counts, lead=lead, tail=tail, width=width)
    except OverflowError:
        return
    changes = changes_of(given_counts)
    assert len(changes) <= MOST_CHANGES
    assert all(
        (one.verb == "stops") <= (other.verb == "starts") for one, other in pairwise(changes)
    )
    assert sorted(each.at for each in changes[1:-1]) == [each.at for each in changes[1:-1]]
