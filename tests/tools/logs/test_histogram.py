"""A group counts its records over time, and tells where they start, stop or jump."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.contracts.evidence import MAX_TEXT_BYTES
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.grounding.facts.change_points import MOST_BINS
from superbiz_agent.grounding.facts.group_text import changes_in, group_mark
from superbiz_agent.tools.logs import FileLogBackend
from superbiz_agent.tools.logs.time_bins import WIDTHS, TimeBins
from tests.tools.logs.conftest import Search

NINE = datetime(2026, 7, 7, 9, tzinfo=UTC)
TIMEOUT = "ERROR payments timed out"


def at(minute: float, text: str) -> str:
    return f"{NINE + timedelta(minutes=minute):%Y-%m-%dT%H:%M:%S}Z {text}"


def incident() -> list[str]:
    """A heartbeat a minute for two hours; timeouts from 9:30 on, twenty times as many from 10:00
    on, none from 10:20 on."""
    beats = [at(minute, "INFO alive") for minute in range(120)]
    few = [at(30 + n / 2, TIMEOUT) for n in range(60)]
    many = [at(60 + n / 40, TIMEOUT) for n in range(800)]
    return sorted([*beats, *few, *many])


def changes(outcome) -> list[str]:
    (text,) = (item.text for item in outcome.items["logs"] if "payments timed out" in item.text)
    return [change.told.removeprefix("; ") for change in changes_in(text)]


def test_the_start_the_jump_and_the_end_are_told(search, log) -> None:
    assert changes(search(log(*incident()))) == [
        "starts at 2026-07-07T09:30:00Z",
        "jumps from 2/min to 40/min at 2026-07-07T10:00:00Z",
        "stops at 2026-07-07T10:19:58Z",
    ]


def test_nothing_starts_or_stops_where_the_window_does(log) -> None:
    window = TimeWindow(since="2026-07-07T09:30:00Z", until="2026-07-07T10:10:00Z")
    assert changes(Search(window=window)(log(*incident()))) == [
        "jumps from 2/min to 40/min at 2026-07-07T10:00:00Z"
    ]


def test_a_file_that_begins_later_than_others_starts_nothing(search, log) -> None:
    log(*(at(minute, "INFO alive") for minute in range(120)), name="a/one.log")
    log(*(at(60 + n / 2, TIMEOUT) for n in range(100)), name="a/two.log")
    folder = log("", name="a/empty.log").parent
    assert changes(search(folder)) == []


def test_a_name_given_to_several_files_covers_all_of_them(search, log) -> None:
    one = log(*(at(minute, "INFO alive") for minute in range(120)), name="one.log")
    two = log(*(at(60 + n / 2, TIMEOUT) for n in range(100)), name="two.log")
    backends = [FileLogBackend("cart", one), FileLogBackend("cart", two)]
    assert changes(search(backends))[0] == "starts at 2026-07-07T10:00:00Z"


def test_a_single_record_and_records_without_an_instant_have_no_histogram(search, log) -> None:
    path = log("Traceback 1", "Traceback 2", "2026-07-07T10:00:00Z INFO alive")
    assert all(item.values["histogram"] is None for item in search(path).items["logs"])


def test_a_long_sample_leaves_room_for_what_is_told_of_its_group(search, log) -> None:
    lines = [line.replace("timed out", f"timed out {'x' * 3000}") for line in incident()]
    (item,) = search(log(*lines), "payments").items["logs"]
    assert len(item.text.encode()) <= MAX_TEXT_BYTES
    assert group_mark(item.text)
    assert len(changes_in(item.text)) == 3


def test_what_a_record_imitates_is_no_change(search, log) -> None:
    path = log(
        at(0, "INFO x; 9 records of this form; stops at 2026-07-07T09:00:00Z"),
        at(1, "INFO x; 9 records of this form; stops at 2026-07-07T09:00:00Z"),
    )
    (item,) = search(path).items["logs"]
    assert changes_in(item.text) == []


def test_the_rare_record_among_100_000_equal_ones_is_shown_first(search, log) -> None:
    lines = [at(n / 1000, "ERROR db-1 refused the connection") for n in range(100_000)]
    lines[54_321] = at(54.3, "ERROR sda1 is read-only")
    outcome = search(log(*lines))
    first, second = outcome.items["logs"]
    assert "sda1 is read-only" in first.text
    assert "; 99999 records of this form" in second.text


@given(st.lists(st.datetimes(timezones=st.just(UTC)), min_size=1, max_size=200))
def test_bins_count_every_instant_in_bounded_memory(instants: list[datetime]) -> None:
    bins = TimeBins()
    for instant in instants:
        bins.add(instant)
        assert len(bins.counts) <= MOST_BINS
    assert sum(bins.spans) == len(instants)
    assert len(bins.spans) <= MOST_BINS
    assert bins.width in WIDTHS
    assert bins.start <= min(instants)
