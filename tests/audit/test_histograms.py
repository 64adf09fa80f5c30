"""Whether the stored histogram of a group bears out what its text says."""

from typing import Any

import pytest

from superbiz_agent.audit.histograms import read_histogram, told_otherwise
from superbiz_agent.grounding.facts.change_points import MOST_BINS

STORED: dict[str, Any] = {
    "count": 100,
    "first": "2026-07-07T09:00:01Z",
    "last": "2026-07-07T09:19:59Z",
    "histogram": {
        "start": "2026-07-07T09:00:00Z",
        "width_seconds": 60,
        "counts": [5] * 20,
        "since": "2026-07-07T08:00:00Z",
        "until": "2026-07-07T09:20:00Z",
    },
}
GROUP = (
    "2026-07-07T09:00:01Z ERROR app timed out (app.log:1); 100 records of this form from "
    "2026-07-07T09:00:01Z to 2026-07-07T09:19:59Z"
)


@pytest.mark.parametrize(
    ("said", "values", "is_sound"),
    [
        ("; starts at 2026-07-07T09:00:01Z", STORED, True),
        ("", STORED, False),
        ("; starts at 2026-07-07T09:10:01Z", STORED, False),
        ("; starts at 2026-07-07T09:00:01Z", STORED | {"count": 101}, False),
        ("; starts at 2026-07-07T09:00:01Z", {"count": 100}, False),
        ("", {"count": 100}, True),
        ("; with starts", {"count": 100}, True),
    ],
)
def test_what_is_stored_tells_whether_a_text_is_true(
    said: str, values: dict[str, Any], is_sound: bool
) -> None:
    assert (told_otherwise(GROUP + said, values) is None) is is_sound


@pytest.mark.parametrize(
    "damage",
    [
        {"counts": []},
        {"counts": [5, -1]},
        {"counts": [0] * (MOST_BINS + 1)},
        {"counts": "5"},
        {"width_seconds": 0},
        {"width_seconds": 10**30},
        {"since": "yesterday"},
        {"start": None},
    ],
)
def test_a_damaged_histogram_is_none(damage: dict[str, Any]) -> None:
    assert read_histogram(STORED | {"histogram": STORED["histogram"] | damage}) is None
