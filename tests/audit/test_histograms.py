"""Whether the stored histogram of a group bears out what its text says."""

from typing import Any

import pytest

from superbiz_agent.audit.histograms import (
    read_histogram,
    server_counts_otherwise,
    told_otherwise,
)
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


COUNTED: dict[str, Any] = {
    "source": "logs-db",
    "of": "records",
    "first": "2026-07-07T09:00:01Z",
    "last": "2026-07-07T09:19:59Z",
    "start": "2026-07-07T09:00:00Z",
    "width_seconds": 60,
    "counts": [2] * 10 + [40] * 10,
    "since": "2026-07-07T09:00:00Z",
    "until": "2026-07-07T09:20:00Z",
}
TOLD = (
    "counted_by_server=logs-db 420 candidate records from 2026-07-07T09:00:01Z to "
    "2026-07-07T09:19:59Z; jumps from 2/min to 40/min at 2026-07-07T09:10:00Z"
)


@pytest.mark.parametrize(
    ("told", "counted", "is_sound"),
    [
        (TOLD, [COUNTED], True),
        (TOLD.replace("420", "421"), [COUNTED], False),
        (TOLD.replace("09:10:00", "09:11:00"), [COUNTED], False),
        (TOLD, [COUNTED | {"counts": [21] * 20}], False),
        (TOLD, [COUNTED | {"counts": "many"}], False),
        (TOLD, [], False),
        ("service=checkout", [], True),
        ("service=checkout", [COUNTED], False),
    ],
)
def test_the_counts_of_a_server_are_what_the_line_of_the_search_says(
    told: str, counted: list[dict[str, Any]], is_sound: bool
) -> None:
    line = f'search for "timeout", {told} in logs-db, window start to end: matched=100'
    assert (server_counts_otherwise(line, {"counted": counted}) is None) is is_sound
