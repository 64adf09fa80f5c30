"""Exports of Alertmanager and Prometheus, and what is none."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.tools.metrics.export import read_export

START, END = "2026-07-07T10:00:00.123456789Z", "2026-07-07T10:19:00Z"


def entry(**changes: Any) -> dict[str, Any]:
    return {
        "labels": {"alertname": "A", "service": "order-service"},
        "annotations": {"summary": "s"},
        "startsAt": START,
        "endsAt": END,
        "updatedAt": "2026-07-07T10:15:00Z",
        "status": {"state": "active", "silencedBy": [], "inhibitedBy": []},
        **changes,
    }


def states(value: Any) -> list[str]:
    alerts, problems = read_export(value)
    assert problems == []
    return [alert.state for alert in alerts]


@pytest.mark.parametrize(
    ("changes", "state"),
    [
        ({}, "firing"),
        ({"status": {"state": "unprocessed"}}, "firing"),
        ({"status": {"state": "suppressed", "silencedBy": ["a"]}}, "silenced"),
        ({"status": {"state": "suppressed", "inhibitedBy": ["a"]}}, "inhibited"),
        (
            {"status": {"state": "suppressed", "silencedBy": ["a"], "inhibitedBy": ["b"]}},
            "silenced",
        ),
        ({"status": {"state": "suppressed"}}, "suppressed"),
        ({"endsAt": "2026-07-07T10:15:00Z"}, "resolved"),
        ({"endsAt": "0001-01-01T00:00:00Z"}, "firing"),
        ({"status": "resolved", "updatedAt": None}, "resolved"),
        ({"status": None, "state": "pending"}, "pending"),
        ({"status": None, "state": "alerting"}, "firing"),
        ({"status": None, "state": "normal"}, "inactive"),
        ({"status": None, "state": "Normal (MissingSeries)"}, "inactive"),
        ({"status": None, "state": "Alerting (NoData)"}, "firing"),
        ({"status": None, "state": "NoData"}, "unknown"),
        ({"status": None}, "unknown"),
        ({"status": {"state": 5}}, "unknown"),
        ({"status": {"state": "Firing, all of them"}}, "unknown"),
    ],
)
def test_states_are_told_apart(changes: dict[str, Any], state: str) -> None:
    assert states([entry(**changes)]) == [state]


def test_alertmanager_alerts_carry_their_times() -> None:
    (alert,), _ = read_export([entry()])
    assert alert.since == datetime(2026, 7, 7, 10, 0, 0, 123456, tzinfo=UTC)
    assert alert.updated == datetime(2026, 7, 7, 10, 15, tzinfo=UTC)
    assert alert.until is None


def test_a_prometheus_export_gives_state_start_and_value() -> None:
    value = {
        "status": "success",
        "data": {"alerts": [
            {"labels": {"alertname": "A"}, "annotations": {}, "state": "firing",
             "activeAt": START, "value": "9.1e+01"},
            {"labels": {"alertname": "B"}, "state": "pending", "activeAt": START, "value": "1e+00"},
        ]},
    }  # fmt: skip
    (first, second), problems = read_export(value)
    assert (first.state, first.current, second.state) == ("firing", "91", "pending")
    assert first.since is not None
    assert problems == []


@pytest.mark.parametrize(
    "value",
    [
        {"version": "4", "status": "firing", "alerts": [entry(status="firing")]},
        {"status": "success", "data": [entry()]},
        [{"labels": {"team": "x"}, "receiver": {}, "alerts": [entry()]}],
        {"title": "t", "state": "alerting", "commonLabels": {"alertname": "A"}},
    ],
    ids=["webhook", "alertmanager version 1", "groups", "webhook without its list"],
)
def test_other_shapes_of_the_same_alert_are_read(value: Any) -> None:
    assert states(value) == ["firing"]


def test_the_alerts_of_exported_rules_are_read_each_with_its_state() -> None:
    active = {"activeAt": START, "annotations": {}, "value": "9.1e+01"}
    rule = {
        "type": "alerting",
        "name": "HighMemory",
        "state": "firing",
        "alerts": [
            {**active, "labels": {"alertname": "HighMemory", "pod": "a"}, "state": "Alerting"},
            {**active, "labels": {"pod": "b"}, "state": "Pending"},
            {**active, "labels": {"pod": "c"}, "state": "Normal"},
        ],
    }
    quiet = {"type": "alerting", "name": "Quiet", "state": "inactive", "alerts": []}
    recording = {"type": "recording", "name": "job:x", "query": "y"}
    groups = [{"name": "g", "file": "f", "rules": [rule, quiet, recording]}]
    alerts, problems = read_export({"status": "success", "data": {"groups": groups}})
    assert problems == []
    assert [(a.name, a.labels["pod"], a.state, a.since is None) for a in alerts] == [
        ("HighMemory", "a", "firing", False),
        ("HighMemory", "b", "pending", False),
        ("HighMemory", "c", "inactive", True),
    ]


def test_alerts_of_one_name_stay_apart_by_their_labels() -> None:
    pods = [entry(labels={"alertname": "A", "pod": f"pod-{n}"}) for n in range(3)]
    alerts, _ = read_export(pods)
    assert [alert.labels["pod"] for alert in alerts] == ["pod-0", "pod-1", "pod-2"]


def test_no_label_is_dropped_from_an_alerts_identity() -> None:
    labels = {f"k{n:03}": "v" for n in range(200)}
    pods = [entry(labels={**labels, "zz_pod": pod}) for pod in ("a", "b")]
    first, second = read_export(pods)[0]
    assert first.identity != second.identity


def test_the_offset_of_the_source_is_kept_and_a_time_without_zone_is_not_guessed() -> None:
    (local,), _ = read_export([entry(startsAt="2026-07-07T18:00:00+08:00")])
    assert local.since == datetime(2026, 7, 7, 10, tzinfo=UTC)
    assert local.since is not None
    assert str(local.since.utcoffset()) == "8:00:00"
    for unreadable in ("2026-07-07T10:00:00", "yesterday", 5, None, "9999-99-99T00:00:00Z"):
        (alert,), _ = read_export([entry(startsAt=unreadable)])
        assert alert.since is None


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (
            {"groups": [{"rules": [{"alert": "A", "expr": "x"}]}]},
            "holds rules without their alerts",
        ),
        ({"logs": [], "total": 0}, "is no alert export: .* found the keys logs, total"),
        ({}, "found the keys none"),
        ("text", "found text"),
        (None, "found null"),
        (5, "found a number"),
        ([1, 2], "holds no alert: entry 0 is left out: no object but a number"),
        ([{"id": 1}], "holds no alert: entry 0 is left out: it has no labels"),
        ({"status": "error", "error": "bad_data"}, "holds an error reply: bad_data"),
    ],
)
def test_json_of_something_else_is_refused_in_one_line(value: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as caught:
        read_export(value)
    assert "\n" not in str(caught.value)


def test_entries_that_are_no_alerts_are_counted_and_the_rest_is_used() -> None:
    alerts, problems = read_export([entry(), *[{"labels": {}}] * 9, "x"])
    assert len(alerts) == 1
    assert problems[0] == "entry 1 is left out: it has no labels"
    assert problems[-1] == "5 more entries are left out"


def test_an_empty_export_is_an_answer() -> None:
    assert read_export([]) == ([], [])


def test_label_values_of_any_type_become_text() -> None:
    (alert,), _ = read_export([entry(labels={"a": 1, "b": None, "c": [1, "x"], "d": "\ud800"})])
    assert alert.labels == {"a": "1", "b": "null", "c": '[1, "x"]', "d": "?"}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["labels", "alerts", "data", "status", "state", "startsAt", "value"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(json_values)
def test_any_json_gives_alerts_or_one_reason(value: Any) -> None:
    try:
        alerts, _ = read_export(value)
    except ValueError as error:
        reason = str(error)
    else:
        reason = "none"
        assert all(alert.labels for alert in alerts)
    assert reason
    assert "\n" not in reason
