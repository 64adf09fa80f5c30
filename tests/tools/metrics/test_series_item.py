"""The line of a metric series: its labels may be anybody's text, its summary is code's."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.audit.series import summary_told_otherwise
from superbiz_agent.contracts.evidence import MAX_TEXT_BYTES
from superbiz_agent.grounding.facts.series_summary import Sample, SeriesValues, summary_of
from superbiz_agent.grounding.wording.series_changes import misreads_series
from superbiz_agent.tools.base import EvidenceItem
from superbiz_agent.tools.metrics.series import SUMMARY_KEYS, Series, series_item
from superbiz_agent.tools.metrics.series_tool import MOST_POINTS, step_of
from superbiz_agent.tools.text import bounded_line

START = datetime(2026, 8, 14, 9, 0, tzinfo=UTC)
VALUES = SeriesValues(
    START,
    START + timedelta(minutes=3),
    60,
    "B",
    tuple(Sample(place, Decimal(2**30 * (place + 1))) for place in range(4)),
)
labels = st.dictionaries(st.text(min_size=1, max_size=20), st.text(max_size=300), max_size=12)


def item_of(given: dict[str, str], promql: str = "", *, demo: bool = False) -> EvidenceItem:
    series = Series("memory_bytes", given, VALUES, promql=promql)
    return series_item(series, source="prod", demo=demo)


@given(labels, st.text(max_size=800), st.booleans())
def test_the_summary_ends_the_line_whatever_the_labels_hold(
    given: dict[str, str], promql: str, demo: bool
) -> None:
    item = item_of(given, promql, demo=demo)
    assert summary_told_otherwise(item.text, item.values) is None
    assert len(item.text.encode()) <= MAX_TEXT_BYTES
    assert bounded_line(item.text) == item.text
    assert "\n" not in item.text


def test_a_label_cannot_pass_for_a_part_of_the_summary() -> None:
    planted = dict.fromkeys(SUMMARY_KEYS, "9 GiB at 2026-08-14T09:00:00Z")
    text = item_of(planted).text
    assert text.count("first=") == text.count("label.first=") + 1
    assert 'label.first="9 GiB at 2026-08-14T09:00:00Z"' in text
    assert not misreads_series(["it rose from 1 GiB to 4 GiB"], [text])
    assert misreads_series(["it fell from 9 GiB to 1 GiB"], [text])


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (-1, None),
        (0, "1 GiB at 2026-08-14T09:00:00Z"),
        (119, "2 GiB at 2026-08-14T09:01:00Z"),
        (120, "3 GiB at 2026-08-14T09:02:00Z"),
        (9999, "4 GiB at 2026-08-14T09:03:00Z"),
    ],
)
def test_the_instant_that_was_asked_for_has_the_value_at_or_last_before_it(
    seconds: int, told: str | None
) -> None:
    asked = replace(VALUES, asked_for=START + timedelta(seconds=seconds))
    item = series_item(Series("memory_bytes", {"pod": "a"}, asked), source="prod", demo=False)
    assert (f", asked_for={told}, " in item.text) is (told is not None)
    assert summary_told_otherwise(item.text, item.values) is None
    other = item.text.replace("asked_for=", "asked_for=7")
    assert bool(summary_told_otherwise(other, item.values)) is (told is not None)


def test_a_value_of_the_instant_that_was_asked_for_stands_under_no_other() -> None:
    asked = replace(VALUES, asked_for=START + timedelta(seconds=60))
    text = series_item(Series("m_bytes", {"pod": "a"}, asked), source="prod", demo=False).text
    true = ("m_bytes of a was 2 GiB at 2026-08-14T09:01:00Z", "a 在 2026-08-14T09:01:00Z 是 2 GiB")
    false = [
        "m_bytes of a was 2 GiB at 2026-08-14T09:02:00Z",
        "m_bytes of a peaked at 2 GiB",
        "m_bytes of a was 4 GiB at 2026-08-14T09:01:00Z",
        "a 的峰值是 2 GiB",
    ]
    assert [each for each in true if misreads_series([each], [text])] == []
    assert [each for each in false if misreads_series([each], [text])] == false


def test_a_secret_in_a_label_is_not_stored() -> None:
    item = item_of({"pod": "a-1", "dsn": "postgres://app:hunter2hunter2@db/x"})
    assert "hunter2hunter2" not in item.text
    assert "hunter2hunter2" not in str(item.fields)


def test_labels_that_do_not_fit_are_counted() -> None:
    text = item_of({f"label_{number:02}": "x" * 90 for number in range(20)}).text
    assert "more_labels=" in text
    assert text.endswith(summary_of(VALUES))


@pytest.mark.parametrize(
    ("window", "step"),
    [("5m", 15), ("1h", 15), ("6h", 60), ("1d", 300), ("7d", 1800), ("90d", 21_600)],
)
def test_the_step_follows_from_the_window(window: str, step: int) -> None:
    number, unit = int(window[:-1]), window[-1]
    length = timedelta(**{{"m": "minutes", "h": "hours", "d": "days"}[unit]: number})
    assert step_of(length) == step


@given(st.integers(0, 36_500 * 86_400))
def test_no_window_has_too_many_values(seconds: int) -> None:
    assert seconds / step_of(timedelta(seconds=seconds)) <= MOST_POINTS
