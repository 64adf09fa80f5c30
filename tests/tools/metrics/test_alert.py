"""One alert as one line of evidence (contract section 2)."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.contracts.evidence import MAX_TEXT_BYTES
from superbiz_agent.tools.metrics.alert import Alert, alert_item, plain_number

TEN = datetime(2026, 7, 7, 10, 0, tzinfo=UTC)
AS_OF = TEN + timedelta(minutes=15)


def alert(**changes: Any) -> Alert:
    given: dict[str, Any] = {
        "labels": {"alertname": "HighMemoryUsage", "pod": "order-1", "service": "order-service"},
        "annotations": {"current": "91%"},
        "state": "firing",
        "since": TEN,
        "until": None,
        "updated": TEN + timedelta(minutes=15),
    }
    return Alert(**{**given, **changes})


def line(alert: Alert, *, demo: bool = False) -> str:
    return alert_item(alert, source="alerts.json", as_of=AS_OF, demo=demo).text


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("3.0000000000000004e-01", "0.3"),
        ("9.1e+01", "91"),
        ("0.9253729", "0.9253729"),
        ("0.333333333333333", "0.3333"),
        ("1e-20", "1e-20"),
    ],
)
def test_a_value_is_shown_without_the_noise_of_floating_point_and_stored_as_it_is(
    written: str, shown: str
) -> None:
    valued = alert(annotations={}, value=written)
    item = alert_item(valued, source="prod", as_of=AS_OF, demo=False)
    assert f"current={shown}" in item.text
    assert item.values["value"] == written


def test_an_annotated_value_is_shown_so_too_and_told_as_it_is_written() -> None:
    noisy = "30.000000000000004%"
    text = line(alert(annotations={"value": noisy}))
    assert "current=30.0%" in text
    assert noisy not in text


def test_the_line_names_alert_state_service_value_duration_labels_and_start() -> None:
    assert line(alert()) == (
        "HighMemoryUsage firing, service=order-service, current=91%, duration=15m, pod=order-1, "
        "since=2026-07-07T10:00:00Z"
    )


def test_a_resolved_alert_shows_its_end_and_lasted_until_then() -> None:
    text = line(alert(state="resolved", until=TEN + timedelta(minutes=5)))
    assert "HighMemoryUsage resolved" in text
    assert "duration=5m" in text
    assert "until=2026-07-07T10:05:00Z" in text


def test_the_sources_own_offset_is_kept() -> None:
    local = TEN.astimezone(timezone(timedelta(hours=8)))
    assert "since=2026-07-07T10:00:00Z (zone +08:00)" in line(alert(since=local))


@pytest.mark.parametrize(
    ("length", "expected"),
    [
        (timedelta(minutes=15, seconds=59), "15m59s"),
        (timedelta(minutes=3, seconds=30), "3m30s"),
        (timedelta(minutes=90), "1h30m"),
        (timedelta(hours=2), "2h"),
        (timedelta(hours=1, seconds=5), "1h5s"),
        (timedelta(days=2, minutes=5), "2d5m"),
        (timedelta(seconds=40), "40s"),
        (timedelta(minutes=8, seconds=57, milliseconds=900), "8m57.9s"),
        (timedelta(milliseconds=1, microseconds=999), "0.001s"),
        (timedelta(microseconds=1), "0s"),
        (timedelta(0), "0s"),
        (timedelta(seconds=-1), None),
    ],
)
def test_a_duration_is_told_to_the_millisecond(length: timedelta, expected: str | None) -> None:
    assert alert().duration(TEN + length) == expected


def test_an_alert_that_ended_lasted_until_then_and_one_without_a_start_has_no_duration() -> None:
    ended = alert(state="resolved", until=TEN + timedelta(minutes=5))
    assert ended.duration(AS_OF) == "5m"
    assert alert(since=None).duration(AS_OF) is None
    assert "duration" not in line(alert(since=None))


@pytest.mark.parametrize(
    ("annotations", "value", "expected"),
    [
        ({"current": "91%"}, None, "91%"),
        ({"current": " 91 % "}, None, "91 %"),
        ({"value": "1.5GiB"}, None, "1.5GiB"),
        ({"current": "91%", "value": "0.91"}, "5", "91%"),
        ({"value": "VALUE = 91, see the dashboard"}, None, None),
        ({"value": "VALUE = 91, see the dashboard"}, "9.1e+01", "91"),
        ({}, "9.1e+01", "91"),
        ({}, "1e+00", "1"),
        ({}, "0.9140625", "0.9140625"),
        ({}, "NaN", "NaN"),
        ({}, "+Inf", "+Inf"),
        ({}, None, None),
    ],
)
def test_current_is_a_short_annotation_else_the_rules_value(
    annotations: Mapping[str, str], value: str | None, expected: str | None
) -> None:
    assert alert(annotations=annotations, value=value).current == expected


@pytest.mark.parametrize("text", ["1e999999999", "-1e-999999999", "1_000", "٣", "", "nan(1)"])
def test_odd_numbers_stay_as_they_are(text: str) -> None:
    assert len(plain_number(text)) <= 20


def test_annotations_follow_as_quoted_values_and_the_shown_value_is_not_repeated() -> None:
    text = line(alert(annotations={"current": "91%", "summary": 'a "big" one', "value": "0.5"}))
    assert text.endswith('summary="a \\"big\\" one", value="0.5"')
    assert text.count("91%") == 1


def test_hostile_labels_cannot_pass_for_other_fields() -> None:
    text = line(
        alert(labels={"alertname": "X, current=5%", "service": "a, duration=9h", "k v": "1"})
    )
    assert text.startswith('"X, current=5%" firing, service="a, duration=9h", current=91%')
    assert '"k v"=1' in text


def test_a_label_cannot_pass_for_what_was_measured() -> None:
    text = line(alert(labels={"alertname": "A", "current": "5%", "since": "never"}))
    assert "current=91%" in text
    assert "label.current=5%, label.since=never" in text


def test_secrets_are_replaced_in_the_text_and_in_the_fields() -> None:
    item = alert_item(
        alert(labels={"alertname": "A", "password": "hunter22"},
              annotations={"summary": "Authorization: Bearer abcdef123456"}),
        source="a", as_of=AS_OF, demo=False,
    )  # fmt: skip
    assert "hunter22" not in str(item)
    assert "abcdef123456" not in str(item)
    assert "[redacted:password]" in item.fields["password"]


def test_a_long_line_keeps_its_head_its_tail_and_the_demo_mark() -> None:
    text = line(alert(annotations={"description": "x" * 10_000, "summary": "the end"}), demo=True)
    assert len(text.encode()) <= MAX_TEXT_BYTES
    assert text.startswith("HighMemoryUsage firing")
    assert text.endswith('summary="the end" [demo]')


def test_the_values_recompute_what_the_line_shows() -> None:
    values = alert_item(alert(), source="alerts.json", as_of=AS_OF, demo=False).values
    assert values["state"] == "firing"
    assert values["current"] == "91%"
    assert (values["since"], values["as_of"], values["duration"]) == (
        "2026-07-07T10:00:00Z", "2026-07-07T10:15:00Z", "15m",
    )  # fmt: skip
    assert values["source"] == "alerts.json"


@given(st.dictionaries(st.text(max_size=20), st.text(max_size=50), max_size=5))
def test_any_label_gives_one_bounded_line(labels: dict[str, str]) -> None:
    text = line(alert(labels={**labels, "alertname": "A"}, annotations=labels))
    assert len(text.encode()) <= MAX_TEXT_BYTES
    assert "\n" not in text
    assert text.startswith("A firing")
