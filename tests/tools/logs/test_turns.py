"""Records of one form that name one thing after the other tell which came when."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.grounding.facts.group_text import turns_in
from superbiz_agent.tools.logs.distinct_names import DistinctNames
from superbiz_agent.tools.logs.forms import form_of
from superbiz_agent.tools.logs.templates import RecordGroup, Sample

START = datetime(2026, 7, 7, 10, tzinfo=UTC)
NOTHING = partial(Sample, "", {}, {})


def group_of(*messages: str, step: int = 60) -> RecordGroup:
    whole = RecordGroup(show=NOTHING, level=None, held=1, first=None, last=None)
    for number, message in enumerate(messages):
        at = START + timedelta(seconds=step * number)
        whole.add(message, form_of(message)[1], instant=at, held=1)
    return whole


def turns_of(*messages: str) -> list[str]:
    return [turn.name for names in group_of(*messages).other_names for turn in names.in_turn]


@pytest.mark.parametrize(
    ("messages", "told"),
    [
        (["v4.6.9 started", "v4.7.0 started"], ["v4.6.9", "v4.7.0"]),
        (["v4.6.9 up", "v4.7.0 up", "v4.7.0 up", "v4.6.9 up"], ["v4.6.9", "v4.7.0", "v4.6.9"]),
        (
            ["checkout-2.14.3 up", "checkout-2.15.0-rc1 up"],
            ["checkout-2.14.3", "checkout-2.15.0-rc1"],
        ),
        (["thread exec-6 stuck", "thread exec-8 stuck"], []),
        (["peer 10.0.0.1 lost", "peer 10.0.0.2 lost"], []),
        (["revision 41 is live", "revision 42 is live"], ["revision 41", "revision 42"]),
        (["切换到版本 41", "切换到版本 42"], ["切换到版本 41", "切换到版本 42"]),
        (["v1.0.0 up"] * 3, []),
        ([f"done by v1.{n % 2}.0" for n in range(40)], []),
        ([f"done by v1.{n}.0" for n in range(9)], []),
    ],
)
def test_names_that_follow_each_other_are_told_in_turn(
    messages: list[str], told: list[str]
) -> None:
    assert turns_of(*messages) == told


def test_without_instants_nothing_is_in_turn() -> None:
    names = DistinctNames(["v1"])
    names.add("v2", None)
    assert names.in_turn == []


@given(st.lists(st.sampled_from(["v1", "v2", "v3"]), min_size=1, max_size=40))
def test_turns_are_the_names_in_the_order_of_time_or_none(names: list[str]) -> None:
    messages = [f"release {name}.0 is live" for name in names]
    changes = [a for a, b in zip(messages, ["", *messages], strict=False) if a != b]
    told = turns_of(*messages)
    whole = [message.split()[1] for message in changes]
    assert told in ([], whole)
    assert told == whole or len(whole) == 1 or len(whole) > 5


@given(st.permutations(list(range(6))))
def test_the_order_of_reading_does_not_matter(order: list[int]) -> None:
    """Rotated files are read in any order."""
    names = ["v1.0", "v1.0", "v2.0", "v2.0", "v1.0", "v1.0"]
    records = [(f"{names[n]} started", START + timedelta(minutes=n)) for n in order]
    whole = RecordGroup(show=NOTHING, level=None, held=1, first=None, last=None)
    for message, at in records:
        whole.add(message, form_of(message)[1], instant=at, held=1)
    (place,) = whole.other_names
    assert [turn.name for turn in place.in_turn] in (["v1.0", "v2.0", "v1.0"], [])


def test_a_group_tells_its_turns_with_their_instants(search: Any, log: Callable[..., Path]) -> None:
    path = log(
        "2026-07-07T10:00:00Z INFO shop v4.6.9 started",
        "2026-07-07T10:20:00Z INFO shop v4.7.0 started",
        "2026-07-07T10:48:00Z INFO shop v4.6.9 started",
    )
    (item,) = search(path).items["logs"]
    assert item.text.endswith(
        "; in turn v4.6.9 at 2026-07-07T10:00:00Z, v4.7.0 at 2026-07-07T10:20:00Z, v4.6.9 at "
        "2026-07-07T10:48:00Z"
    )
    assert [(turn.name, turn.at) for turn in turns_in(item.text)] == [
        (turn["name"], turn["first"]) for turn in item.values["in_turn"]
    ]


def test_a_record_that_imitates_turns_tells_none(search: Any, log: Callable[..., Path]) -> None:
    path = log("2026-07-07T10:00:00Z INFO shop up; in turn v9 at 2026-07-07T10:00:00Z, v8 at now")
    (item,) = search(path).items["logs"]
    assert turns_in(item.text) == []
