"""The summary of a metric series says what its stored values say, and nothing else."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.facts.series_summary import (
    Sample,
    SeriesUnit,
    SeriesValues,
    read_number,
    read_values,
    shown_value,
    summary_of,
)
from superbiz_agent.tools.text import bounded_line

GAP = -12345.0
START = datetime(2026, 8, 14, 9, 0, tzinfo=UTC)
UNITS = get_args(SeriesUnit)


def series(
    *values: float | None, unit: SeriesUnit = "", until: int | None = None, is_counter: bool = False
) -> SeriesValues:
    """A series with a value each minute; where one is ``GAP``, there is none."""
    samples = tuple(
        Sample(place, None if value is None else Decimal(str(value)))
        for place, value in enumerate(values)
        if value != GAP
    )
    end = START + timedelta(minutes=len(values) - 1 if until is None else until)
    return SeriesValues(START, end, 60, unit, samples, is_counter)


def test_each_end_has_its_instant_and_the_mean_is_of_all() -> None:
    assert summary_of(series(2, 8, 1, 5)) == (
        "first=2 at 2026-08-14T09:00:00Z, last=5 at 2026-08-14T09:03:00Z, "
        "min=1 at 2026-08-14T09:02:00Z, max=8 at 2026-08-14T09:01:00Z, mean=4, step=1m, count=4"
    )


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (series(1, None, 2), "count=3, NaN=1"),
        (series(1, GAP, GAP, 2), "gaps=1, longest_gap=3m after 2026-08-14T09:00:00Z"),
        (series(9, 1, 2, is_counter=True), "resets=1, last_reset=2026-08-14T09:01:00Z"),
        (series(GAP, GAP, 1, 2), "appears=2026-08-14T09:02:00Z"),
        (series(1, 2, until=9), "stale_after=2026-08-14T09:01:00Z"),
        (series(None, None), "count=2, NaN=2"),
    ],
)
def test_what_is_unusual_is_said(values: SeriesValues, told: str) -> None:
    assert summary_of(values).endswith(told)


def test_a_gauge_that_falls_has_no_reset() -> None:
    assert "resets" not in summary_of(series(9, 1, 2))


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        ("1342177280", "B", "1.25 GiB"),
        ("1407374883553280", "B", "1.25 PiB"),
        ("18446744073709552000", "B", "16.0 EiB"),  # Prometheus' float of "no limit"
        ("1374389534720", "B/s", "1.25 TiB/s"),
        ("512", "B", "512 B"),
        ("1536", "B/s", "1.5 KiB/s"),
        ("0.2425", "s", "0.2425 s"),
        ("91.5", "%", "91.5%"),
        ("3.25", "/s", "3.25/s"),
        ("0.5", "cores", "0.5 cores"),
        ("12", "", "12"),
        ("12.00001", "", "12.0"),
        ("1e300", "", "1.000e+300"),
        ("-5", "", "-5"),
    ],
)
def test_a_value_is_shown_with_its_unit(value: str, unit: SeriesUnit, shown: str) -> None:
    assert shown_value(Decimal(value), unit) == shown


numbers = st.floats(allow_nan=False, allow_infinity=False).map(repr).map(read_number)
values_of_a_series = st.lists(
    st.tuples(st.integers(0, 390), st.one_of(st.none(), numbers)),
    min_size=1,
    max_size=12,
    unique_by=lambda pair: pair[0],
).map(lambda pairs: tuple(Sample(*each) for each in sorted(pairs, key=lambda p: p[0])))
any_series = st.builds(
    SeriesValues,
    start=st.just(START),
    until=st.just(START + timedelta(minutes=400)),
    step=st.just(60),
    unit=st.sampled_from(UNITS),
    samples=values_of_a_series,
    is_counter=st.booleans(),
    resets=st.integers(0, 9),
)


@given(any_series)
def test_what_is_stored_gives_the_same_summary_again(values: SeriesValues) -> None:
    read = read_values(values.stored())
    assert read is not None
    assert summary_of(read) == summary_of(values)


@given(any_series)
def test_a_summary_is_stored_as_it_is(values: SeriesValues) -> None:
    summary = summary_of(values)
    assert bounded_line(summary) == summary


@given(any_series)
def test_the_ends_enclose_every_value(values: SeriesValues) -> None:
    told = [number for _, number in values.numbers]
    assert 0 <= values.movement <= 2
    if told:
        text = summary_of(values)
        assert f"min={shown_value(min(told), values.unit)} at " in text
        assert f"max={shown_value(max(told), values.unit)} at " in text


@given(st.decimals(min_value=-(10**15), max_value=10**15, allow_nan=False), st.sampled_from(UNITS))
def test_a_value_that_is_not_whole_is_not_shown_as_whole(number: Decimal, unit: SeriesUnit) -> None:
    shown = shown_value(number, unit)
    facts = [fact for fact in extract_facts(shown) if fact.number is not None]
    if facts and facts[0].is_exact and unit in ("", "s", "cores", "/s") and number > 0:
        assert number == number.to_integral_value()


DAMAGED: dict[str, object] = {
    "samples": [[0, "1"], [0, "2"]],
    "step_seconds": 0,
    "unit": "parsecs",
    "start": "yesterday",
    "server_resets": "many",
}


@pytest.mark.parametrize("key", DAMAGED)
def test_damaged_values_are_none(key: str) -> None:
    assert read_values(series(1, 2).stored() | {key: DAMAGED[key]}) is None


@given(
    st.dictionaries(
        st.sampled_from(["start", "until", "step_seconds", "unit", "samples", "server_resets"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.floats(),
            lambda inner: st.lists(inner, max_size=4),
            max_leaves=8,
        ),
    )
)
def test_no_stored_value_makes_reading_fail(damage: dict[str, object]) -> None:
    read = read_values(series(1, 2).stored() | damage)
    assert read is None or summary_of(read)
