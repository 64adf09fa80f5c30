"""The timestamps of log lines (tools/logs/timestamps.py)."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.logs.timestamp_formats import FIRST_CHARACTERS, FORMATS
from superbiz_agent.tools.logs.timestamps import TimestampReader

NOW = datetime(2026, 7, 7, 10, 0, tzinfo=UTC)
SHANGHAI = timezone(timedelta(hours=8))

LINES = [
    ("2015-10-18 18:01:47,978 INFO [main] x", "2015-10-18T18:01:47.978Z"),
    ("2026-07-07T10:00:00Z INFO x", "2026-07-07T10:00:00Z"),
    ("2026-07-07T18:00:00.123456789+08:00 x", "2026-07-07T10:00:00.123456Z"),
    ("2026-07-07T18:00:00+0800 x", "2026-07-07T10:00:00Z"),
    ("[2026-11-29T21:09:05.328Z] INFO:app:x", "2026-11-29T21:09:05.328Z"),
    ("[2026-11-29 21:09:05] INFO: x", "2026-11-29T21:09:05Z"),
    ("  2026-07-07 10:00:00 indented", "2026-07-07T10:00:00Z"),
    ("ERROR 2026-07-07 10:00:00,001 x", "2026-07-07T10:00:00.001Z"),
    ("[ERROR] [main] 2026-07-07 10:00:00 x", "2026-07-07T10:00:00Z"),
    ("081109 203615 148 INFO dfs.X: y", "2008-11-09T20:36:15Z"),
    ("17/06/09 20:10:40 INFO x", "2017-06-09T20:10:40Z"),
    ("2015-07-29 17:41:44,747 - INFO  [x", "2015-07-29T17:41:44.747Z"),
    (
        "nova-api.log.1.2017-05-16_13:53:08 2017-05-16 00:00:04.500 25746 INFO x",
        "2017-05-16T00:00:04.500Z",
    ),
    ("Dec 10 06:55:46 LabSZ sshd[24200]: x", "2025-12-10T06:55:46Z"),
    ("Jul  7 09:59:59 host app: x", "2026-07-07T09:59:59Z"),
    ("<34>Oct 11 22:14:15 mymachine su: x", "2025-10-11T22:14:15Z"),
    ("<165>1 2003-10-11T22:14:15.003Z host app - - x", "2003-10-11T22:14:15.003Z"),
    ("Feb 29 00:00:01 host app: leap", "2024-02-29T00:00:01Z"),
    ('10.0.0.1 - - [17/May/2015:10:05:03 +0200] "GET / HTTP/1.1" 200 1', "2015-05-17T08:05:03Z"),
    ("2026/07/07 10:00:00 [error] 31#31: *1 x", "2026-07-07T10:00:00Z"),
    ("E0707 09:00:00.123456       1 main.go:12] x", "2026-07-07T09:00:00.123456Z"),
    ("Jul 07, 2026 1:00:00 PM com.x.Y z", "2026-07-07T13:00:00Z"),
    ("[Sun Dec 04 04:47:44 2005] [error] x", "2005-12-04T04:47:44Z"),
    ("1:M 07 Jul 2026 10:00:00.123 * Ready", "2026-07-07T10:00:00.123Z"),
    ("[07-Jul-2026 10:00:00] NOTICE: fpm is running", "2026-07-07T10:00:00Z"),
    ("[07-Jul-2026 10:00:00.123456] ERROR: x", "2026-07-07T10:00:00.123456Z"),
    ("[07-Jul-2026 10:00:00 UTC] PHP Fatal error:  x", "2026-07-07T10:00:00Z"),
    ("[07-Jul-2026 18:00:00 Asia/Shanghai] PHP Warning:  x", "2026-07-07T10:00:00Z"),
    ("07-Jul-2026 10:00:00.123 INFO [main] org.apache.x y", "2026-07-07T10:00:00.123Z"),
    ("20260707T100000Z x", "2026-07-07T10:00:00Z"),
    ("1783418400 x", "2026-07-07T10:00:00Z"),
    ("1783418400.5 x", "2026-07-07T10:00:00.500Z"),
    ("1783418400123 x", "2026-07-07T10:00:00.123Z"),
    ("1783418400123456 x", "2026-07-07T10:00:00.123456Z"),
    ("1783418400123456789 x", "2026-07-07T10:00:00.123456Z"),
    ('level=info ts=2026-07-07T10:00:00Z msg="x"', "2026-07-07T10:00:00Z"),
    ('msg="x y" time="2026-07-07T10:00:00Z"', "2026-07-07T10:00:00Z"),
    ("web-1  | 2026-07-07 10:00:00 x", "2026-07-07T10:00:00Z"),
    ("2026-07-07T10:00:00.000000001Z stdout F x", "2026-07-07T10:00:00Z"),
    ("2026-07-07 10:00:00 PM x", "2026-07-07T22:00:00Z"),
    ("2026-07-07 12:00:00 am x", "2026-07-07T00:00:00Z"),
    ("07/Jul/2026:10:00:00 PM x", "2026-07-07T22:00:00Z"),
    ("7 Jul 2026 10:00:00 PM x", "2026-07-07T22:00:00Z"),
    ("2026-07-07 10:00:00.123 PDT [1] LOG: x", "2026-07-07T17:00:00.123Z"),
    ("2026-07-07 10:00:00 JST x", "2026-07-07T01:00:00Z"),
    ("2026-07-07 10:00:00 ESTABLISHED x", "2026-07-07T10:00:00Z"),
    ("2026-03-10 21:12:04.511 -05 [18790] LOG: x", "2026-03-11T02:12:04.511Z"),
    ("2026-07-07 18:00:00+08 x", "2026-07-07T10:00:00Z"),
    ("[2026-07-07 18:00:00 +08] x", "2026-07-07T10:00:00Z"),
    ("2026-07-07 15:30:00 +0530 x", "2026-07-07T10:00:00Z"),
    ("2026-07-07 06:30:00 -03:30 x", "2026-07-07T10:00:00Z"),
    ("2026-07-07 10:00:00 -25 degrees", "2026-07-07T10:00:00Z"),
    ("2026-07-07 10:00:00 -05x", "2026-07-07T10:00:00Z"),
    ("2026-07-07 12:00:00 CEST [1] LOG: x", "2026-07-07T10:00:00Z"),
    ("2026-07-07 05:00:00 EST x", "2026-07-07T10:00:00Z"),
    ("2026-07-07 19:30:00 ACST x", "2026-07-07T10:00:00Z"),
    ("2026-07-07 10:00:00 CST [1] LOG: x", "2026-07-07T10:00:00Z"),
    ("2026-07-07 18:00:00.5 +0800 CST m=+0.1 x", "2026-07-07T10:00:00.500Z"),
    ("2026-07-07 18:00:00 GMT+0800 x", "2026-07-07T10:00:00Z"),
    ("2026-07-07 18:00:00 UTC+8 x", "2026-07-07T10:00:00Z"),
    ("26/07/07 18:00:00 +08:00 INFO x", "2026-07-07T10:00:00Z"),
    ("Jul  7 2026 12:00:00 CEST: %ASA-6-302013: x", "2026-07-07T10:00:00Z"),
    ("Jul 07, 2026 7:00:00 PM JST x", "2026-07-07T10:00:00Z"),
    ("Tue Jul  7 12:00:00 CEST 2026 x", "2026-07-07T10:00:00Z"),
    ("2026年07月07日 18:00:00 +08:00 x", "2026-07-07T10:00:00Z"),
    ("2016-12-31 23:59:60 a leap second", "2016-12-31T23:59:59Z"),
    ("2016-12-31 23:59:59:125 a colon", "2016-12-31T23:59:59.125Z"),
    ("2016-12-31_23:59:59,1 a digit", "2016-12-31T23:59:59.100Z"),
    ("1971-01-01 00:00:00 the earliest", "1971-01-01T00:00:00Z"),
    ("2099-12-31 23:59:59 the latest", "2099-12-31T23:59:59Z"),
    ('2026-07-07T10:00:01Z 10.0.0.1 - - [07/Jul/2026:10:00:00 +0000] "G"', "2026-07-07T10:00:00Z"),
    ("2026-07-07T10:00:01Z [07/Jul/2026:10:00:00 +0000] x", "2026-07-07T10:00:01Z"),
    ("Jul 07, 2026 10:00:00 x", "2026-07-07T10:00:00Z"),
]

NOT_LINES = [
    "",
    "\tat com.example.Foo.bar(Foo.java:12)",
    "Caused by: java.io.IOException at 2026-07-07 10:00:00",
    "java.lang.IllegalStateException: expired 2026-07-07T10:00:00Z",
    "2026-13-07 10:00:00 x",
    "2026-02-30 10:00:00 x",
    "[07-Jul-2026 10:00:00 Middle/Earth] x",
    "[07-jul-2026 10:00:00] x",
    "1970-12-31 23:59:59 x",
    "2026-07-07 25:00:00 x",
    "1783418400x",
    "17834184001 x",
    "10.251.73.220 up",
    "v2026.07.07 released",
    "２０２６-07-07 10:00:00 other digits",
    "081109 20361 x",
    "blk_081109 203615",
]


@pytest.mark.parametrize(("line", "expected"), LINES)
def test_the_head_of_a_line_gives_its_instant(line: str, expected: str) -> None:
    stamp = TimestampReader(zone=UTC, now=NOW).read(line)
    assert stamp is not None
    assert format_instant(stamp.instant) == expected


@pytest.mark.parametrize("line", NOT_LINES)
def test_a_line_without_a_timestamp_in_its_head_has_none(line: str) -> None:
    assert TimestampReader(zone=UTC, now=NOW).read(line) is None


@pytest.mark.parametrize("known", FORMATS, ids=lambda known: known.name)
def test_each_format_reads_its_own_example(known) -> None:
    stamp = TimestampReader(zone=UTC, now=NOW).read(f"{known.example} x")
    assert stamp is not None
    assert stamp.format is known


@pytest.mark.parametrize("known", FORMATS, ids=lambda known: known.name)
def test_no_format_starts_with_a_character_that_is_never_tried(known) -> None:
    starts = [chr(code) for code in range(128)]
    tails = [f"{each.example[1:]} x" for each in FORMATS]
    could = {start for start in starts for tail in tails if known.pattern.match(start + tail)}
    assert could
    assert could <= FIRST_CHARACTERS


def test_what_is_assumed_is_said() -> None:
    reader = TimestampReader(zone=SHANGHAI, now=NOW)
    notes = {
        line: stamp.note
        for line in (
            "2026-07-07 18:00:00 x",
            "2026-07-07T10:00:00Z x",
            "2026-07-07T12:00:00+02:00 x",
            "Jul  7 18:00:00 host app: x",
            "1783418400 x",
            "2026-07-07 18:00:00 CST x",
            "Jul  7 2026 18:00:00 CST x",
            "2026-07-07 05:00:00 -05 x",
        )
        if (stamp := reader.read(line))
    }
    assert notes == {
        "2026-07-07 18:00:00 x": "zone assumed +08:00",
        "2026-07-07T10:00:00Z x": "",
        "2026-07-07T12:00:00+02:00 x": "zone +02:00",
        "Jul  7 18:00:00 host app: x": "zone assumed +08:00, year assumed 2026",
        "1783418400 x": "",
        "2026-07-07 18:00:00 CST x": "zone CST assumed +08:00",
        "Jul  7 2026 18:00:00 CST x": "zone CST assumed +08:00",
        "2026-07-07 05:00:00 -05 x": "zone -05:00",
    }


def test_zone_less_instants_take_the_zone_of_the_settings() -> None:
    stamp = TimestampReader(zone=SHANGHAI, now=NOW).read("2026-07-07 18:00:00 x")
    assert stamp is not None
    assert stamp.instant == NOW


def test_the_order_of_formats_changes_no_reading() -> None:
    one_by_one = [TimestampReader(zone=UTC, now=NOW).read(line) for line, _ in LINES]
    together = TimestampReader(zone=UTC, now=NOW)
    for line, fresh in zip([line for line, _ in LINES], one_by_one, strict=True):
        again = together.read(line)
        assert again is not None
        assert fresh is not None
        assert again.instant == fresh.instant


@given(st.datetimes(datetime(1972, 1, 1), datetime(2099, 12, 31)), st.sampled_from("T "))
def test_every_iso_instant_is_read_as_written(at: datetime, between: str) -> None:
    line = f"{at.isoformat(between, 'milliseconds')} INFO x"
    stamp = TimestampReader(zone=UTC, now=NOW).read(line)
    assert stamp is not None
    assert stamp.instant == at.replace(microsecond=at.microsecond // 1000 * 1000, tzinfo=UTC)


@given(st.datetimes(datetime(2018, 7, 8), datetime(2026, 7, 7, 9)))
def test_a_year_less_instant_never_lies_after_the_clock(at: datetime) -> None:
    stamp = TimestampReader(zone=UTC, now=NOW).read(f"{at:%b %d %H:%M:%S} host app: x")
    assert stamp is not None
    assert stamp.instant <= NOW + timedelta(days=1)
    assert (stamp.local.month, stamp.local.day) == (at.month, at.day)


@pytest.mark.parametrize(
    ("line", "until", "year"),
    [
        ("Jul  9 10:00:00 host app: x", datetime(2026, 7, 7, tzinfo=UTC), 2026),
        ("Dec 31 10:00:00 host app: x", datetime(2026, 1, 2, tzinfo=UTC), 2025),
        ("Jan  3 10:00:00 host app: x", datetime(2025, 12, 30, tzinfo=UTC), 2026),
        ("Jul  9 10:00:00 host app: x", datetime(9999, 12, 31, tzinfo=UTC), 2025),
    ],
)
def test_with_an_end_of_the_window_the_year_is_the_nearest_to_it(
    line: str, until: datetime, year: int
) -> None:
    stamp = TimestampReader(zone=UTC, now=NOW, until=until).read(line)
    assert stamp is not None
    assert stamp.local.year == year


@given(
    st.text(alphabet=st.sampled_from("0123456789-:/T ZJanDecSu[]<>|.,=+\"'{}EWts\t"), max_size=60)
)
def test_no_line_makes_the_reader_fail(line: str) -> None:
    TimestampReader(zone=SHANGHAI, now=NOW).read(line)


@pytest.mark.parametrize("piece", ["[", " ", "a=", "1 ", "ERROR ", "x | ", "- ", "0", "ts="])
def test_a_megabyte_line_is_no_burden(piece: str) -> None:
    TimestampReader(zone=UTC, now=NOW).read(piece * (1_000_000 // len(piece)))
