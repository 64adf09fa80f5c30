"""What the series of alerts tell of the past, and how exactly."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.tools.metrics.alert_history import active_alerts, episodes, over
from superbiz_agent.tools.metrics.grid import Grid
from superbiz_agent.tools.metrics.prometheus_answers import rows_of

TEN = datetime(2026, 7, 7, 10, tzinfo=UTC)
GRID = Grid.over(TEN - timedelta(hours=1), TEN)


def secondly(_name: str) -> timedelta:
    return timedelta(seconds=1)


LABELS = {"alertname": "HighMemoryUsage", "pod": "order-1"}


def at(minutes: float) -> float:
    """Seconds of the epoch, so many minutes after nine."""
    return (TEN - timedelta(hours=1) + timedelta(minutes=minutes)).timestamp()


def states(state: str, first: float, last: float, **labels: str) -> dict[str, Any]:
    """``ALERTS`` in one state, at each instant of the grid between two minutes."""
    metric = {"__name__": "ALERTS", **LABELS, **labels, "alertstate": state}
    return {"metric": metric, "values": [[x, "1"] for x in _instants(first, last)]}


def starts(start: float, first: float, last: float, **labels: str) -> dict[str, Any]:
    """``ALERTS_FOR_STATE`` at each instant of the grid between two minutes."""
    metric = {"__name__": "ALERTS_FOR_STATE", **LABELS, **labels}
    return {"metric": metric, "values": [[x, str(int(at(start)))] for x in _instants(first, last)]}


def _instants(first: float, last: float) -> list[float]:
    every = [GRID.start + index * GRID.step for index in range(GRID.count)]
    return [each for each in every if at(first) <= each <= at(last)]


def told(*series: dict[str, Any], active: dict[str, Any] | None = None) -> list[tuple[str, ...]]:
    """State, start and end of each alert that is over, as clock times."""
    found = episodes(rows_of({"result": list(series)}), GRID, secondly)
    alerts = over(found, active_alerts(rows_of(active or {})), GRID, secondly)
    return [
        (each.state, *(f"{end:%H:%M:%S}" if end else "" for end in (each.since, each.until)))
        for each in alerts
    ]


@pytest.mark.parametrize(
    ("length", "step", "count"),
    [
        (timedelta(minutes=1), 15, 4),
        (timedelta(hours=1), 15, 240),
        (timedelta(hours=6), 60, 360),
        (timedelta(days=1), 300, 288),
        (timedelta(days=7), 1800, 336),
        (timedelta(days=401), 2 * 86_400, 201),
        (timedelta(seconds=1), 15, 1),
        (timedelta(0), 15, 1),
    ],
)
def test_a_window_of_any_length_is_asked_for_in_few_instants_that_end_with_it(
    length: timedelta, step: int, count: int
) -> None:
    grid = Grid.over(TEN - length, TEN)
    assert (grid.step, grid.count, grid.end) == (step, count, TEN.timestamp())
    assert grid.start - grid.step <= (TEN - length).timestamp()


@pytest.mark.parametrize(("series", "step"), [(100, 15), (5000, 60), (20_000, 300), (10**9, 300)])
def test_many_series_are_asked_for_in_fewer_instants(series: int, step: int) -> None:
    assert Grid.over(TEN - timedelta(hours=1), TEN, series=series).step == step


def test_an_end_is_no_more_exact_than_its_rule_is_evaluated() -> None:
    found = episodes(rows_of({"result": [states("firing", 10, 20)]}), GRID, secondly)
    (alert,) = over(found, [], GRID, lambda name: timedelta(minutes=name.count("Memory")))
    assert alert.precision == timedelta(minutes=1)


def test_an_alert_that_fired_and_is_over_is_told_with_its_exact_start() -> None:
    series = [states("pending", 10, 15), states("firing", 15, 40), starts(9.9, 10, 40)]
    assert told(*series) == [("resolved", "09:09:54", "09:40:00")]


def test_one_that_never_fired_is_told_as_having_been_pending() -> None:
    series = [states("pending", 10, 15), starts(10, 10, 15)]
    assert told(*series) == [("inactive", "09:10:00", "09:15:00")]
    (alert,) = over(episodes(rows_of({"result": series}), GRID, secondly), [], GRID, secondly)
    assert alert.told == {"was": "pending"}
    before = alert.at(TEN - timedelta(minutes=48))
    assert (before.state, before.until, before.told) == ("pending", None, {})


def test_an_alert_that_fires_twice_is_two_the_last_one_first_even_where_it_follows_at_once() -> (
    None
):
    series = [states("firing", 10, 20), states("pending", 20.25, 22)]
    starting = starts(10, 10, 20)
    starting["values"] += starts(20.1, 20.25, 22)["values"]
    assert told(*series, starting) == [
        ("inactive", "09:20:06", "09:22:00"),
        ("resolved", "09:10:00", "09:20:00"),
    ]


def test_two_pods_are_two_alerts() -> None:
    other = {"pod": "order-2"}
    series = [states("firing", 10, 20), starts(10, 10, 20)]
    series += [states("firing", 30, 40, **other), starts(30, 30, 40, **other)]
    assert len(told(*series)) == 2


def test_a_start_before_the_window_is_known_all_the_same() -> None:
    assert told(states("firing", 0, 5), starts(-120, 0, 5)) == [
        ("resolved", "07:00:00", "09:05:00")
    ]


def test_without_the_second_series_the_start_is_that_of_the_grid_or_unknown() -> None:
    assert told(states("firing", 10, 20)) == [("resolved", "09:10:00", "09:20:00")]
    assert told(states("firing", 0, 20)) == [("resolved", "", "09:20:00")]


def test_without_it_a_gap_of_some_minutes_parts_two_alerts() -> None:
    one = states("firing", 10, 12)
    one["values"] += states("firing", 14, 16)["values"]
    assert len(told(one)) == 1
    one["values"] += states("firing", 30, 31)["values"]
    assert len(told(one)) == 2


def test_what_is_still_active_is_not_over_but_an_earlier_time_of_it_is() -> None:
    starting = starts(10, 10, 20)
    starting["values"] += starts(50, 50, 60)["values"]
    firing = states("firing", 10, 20)
    firing["values"] += states("firing", 50, 60)["values"]
    now = {"result": [states("firing", 60, 60), starts(50, 60, 60)]}
    assert told(firing, starting, active=now) == [("resolved", "09:10:00", "09:20:00")]


def test_a_vector_tells_what_is_active_and_since_when() -> None:
    vector = {
        "result": [
            {
                "metric": {"__name__": "ALERTS", **LABELS, "alertstate": "firing"},
                "value": [1, "1"],
            },
            {
                "metric": {"__name__": "ALERTS", **LABELS, "alertstate": "firing"},
                "value": [at(60), "1"],
            },
            {"metric": {"__name__": "ALERTS_FOR_STATE", **LABELS}, "value": [at(60), str(at(3))]},
        ]
    }
    (alert,) = active_alerts(rows_of(vector))
    assert (alert.state, alert.labels) == ("firing", LABELS)
    assert alert.since == TEN - timedelta(minutes=57)


@pytest.mark.parametrize("value", ["NaN", "+Inf", "-1", "1e400", "", "1_0", None, True, [], 5e20])
def test_a_start_that_is_none_is_passed_over(value: Any) -> None:
    starting = {
        "metric": {"__name__": "ALERTS_FOR_STATE", **LABELS},
        "values": [[at(10), value], [at(11), value]],
    }
    assert told(states("firing", 10, 20), starting) == [("resolved", "09:10:00", "09:20:00")]


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
ENTRY = st.fixed_dictionaries(
    {
        "metric": st.dictionaries(st.sampled_from(["__name__", "alertstate", "pod"]), JSON)
        | st.just({"__name__": "ALERTS", "alertstate": "firing", "pod": "a"}),
        "values": st.lists(JSON | st.tuples(st.floats(), st.text(max_size=4)).map(list))
        | st.just([[at(10), "1"]]),
    }
)


@given(st.lists(JSON | ENTRY, max_size=4) | JSON)
def test_whatever_a_server_answers_is_read_without_a_fault(result: Any) -> None:
    rows = rows_of({"result": result})
    active_alerts(rows)
    over(episodes(rows, GRID, secondly), [], GRID, secondly)
