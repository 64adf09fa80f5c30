"""Leaving lines out early changes no result (tools/logs/narrowing.py)."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from superbiz_agent.tools.logs import FileLogBackend, LogRecord, LogRequest, SourceReport
from superbiz_agent.tools.logs.backend import every_record
from superbiz_agent.tools.logs.implied_levels import severe_mark
from superbiz_agent.tools.logs.needles import searched
from superbiz_agent.tools.logs.query_reading import read_query
from superbiz_agent.tools.logs.reading import Block, Line

NOW = datetime(2026, 7, 7, 12, tzinfo=UTC)
LINES = (
    "2026-07-07T10:00:00Z INFO lease renewed in 12 ms",
    "2026-07-07T10:00:01Z ERROR order-service failed, status=504",
    "2026-07-07 10:00:02,5 WARN connection",
    "\tat com.example.Pool.get(Pool.java:12)",
    "Caused by: connection pool exhausted",
    "pool",
    "",
    "  indented kafka",
    '{"time":"2026-07-07T10:00:03Z","level":"error","msg":"kafka \\"up\\" \\u8fde\\u63a5\\u6c60"}',
    '{"ts":1783418400,"message":"连接池 50/50","pod":"order-service-7f9dd8b6c4-x7gr9"}',
    '{"time":"2026-07-07T10:00:04Z","msg":"cut off',
    "Jul  7 10:00:05 host app: lease",
    "Jul 07, 2026 10:00:06 PM com.x kafka",
    "Jul 07, 2026 10:00:06 com.x kafka",
    "2026-02-30 10:00:00 no such day, lease",
    "ka\x00fka \x1b[31mlease\x1b[0m",
    "İSTANBUL kafka",
    "2026-07-07T10:00:05Z stderr F lease lost",
    "2026-07-07T10:00:05Z stderr P lease half, ",
    "2026-07-07T10:00:05Z stderr F \tat kafka",
    "2026-07-07T10:00:05Z stderr F Traceback (most recent call last):",
    "2026-07-07T10:00:05Z stderr F   File kafka.py",
    '{"log":"kafka ","stream":"stderr","time":"2026-07-07T10:00:06Z"}',
    '{"log":"lease\\n","stream":"stderr","time":"2026-07-07T10:00:06Z"}',
    r"2026-07-07T10:00:07Z C:\temp\lease",
)
QUERIES = (
    "kafka", "lease", "connection pool", "连接池", "order-service kafka", "nova-api lease",
    '"pool exhausted"', "50/50", "status=504", "errors", "istanbul", "zebra", "in", "*",
    "order-service", "kafka down", "pool 连接池 zebra",
)  # fmt: skip


class Whole(FileLogBackend):
    """The same file, every record of which is handed over."""

    def records(self, request: LogRequest, report: SourceReport) -> Iterator[LogRecord]:
        whole = replace(request, pieces=every_record, may_prune=False, mark=None)
        return super().records(whole, report)


def both(search, path: Path, query: str, **arguments: object):
    narrow = search([FileLogBackend(None, path)], query, **arguments)
    return narrow, search([Whole(None, path)], query, **arguments)


@pytest.fixture(params=[64, 600])
def small_blocks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read as if files were large and hits were rare: many blocks, records that reach over several
    of them, no block handed over whole for the number of its hits."""
    monkeypatch.setattr("superbiz_agent.tools.logs.narrowing._DENSE", 0)
    monkeypatch.setattr("superbiz_agent.tools.logs.reading._PIECE", request.param)
    monkeypatch.setattr("superbiz_agent.tools.logs.opening.SAMPLE", 16)
    monkeypatch.setattr("superbiz_agent.tools.logs.narrowing._LONGEST_RECORD", 400)


@pytest.mark.usefixtures("small_blocks")
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=100
)
@given(
    st.lists(st.sampled_from(LINES), min_size=1, max_size=60),
    st.sampled_from(QUERIES),
    st.sampled_from(["\n", "\r\n"]),
)
def test_a_narrowed_search_finds_what_the_whole_one_finds(
    search, tmp_path_factory, lines: list[str], query: str, end: str
) -> None:
    path = tmp_path_factory.mktemp("logs") / "app.log"
    path.write_bytes(end.join(lines).encode())
    narrow, whole = both(search, path, query)
    assert narrow == whole


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize(
    "arguments",
    [{}, {"level": "WARN"}, {"service": "order-service"}, {"service": "app"},
     {"since": "2026-07-07T10:00:01Z", "until": "2026-07-07T10:00:05Z"}],
)  # fmt: skip
def test_with_any_filter_too(search, log, query: str, arguments: dict[str, str]) -> None:
    filler = [f"2026-07-07T10:00:0{n % 9}Z INFO filler {n}" for n in range(200)]
    path = log(*filler[:100], *LINES, *filler[100:])
    narrow, whole = both(search, path, query, **arguments)
    assert narrow == whole


LEVELS = (
    "2026-07-07T10:00:00Z INFO all is well",
    "2026-07-07T10:00:00Z [warn] slow",
    "2026-07-07T10:00:00Z web: connection refused",
    "2026-07-07T10:00:00Z GET /x HTTP/1.1 503 17",
    "2026-07-07T10:00:00Z 状态码503",
    "2026-07-07T10:00:00Z 连接超时",
    "\tat x.Y.z",
    "500",
    '{"time":"2026-07-07T10:00:00Z","level":50,"msg":"x"}',
    "time=2026-07-07T10:00:00Z level=e msg=x",
    "time=2026-07-07T10:00:00Z level=info msg=x",
    "E0707 10:00:00.123456 7 x.go:1] gone",
    "I0707 10:00:00.123456 7 x.go:1] here",
    "<3>Jul  7 10:00:05 host app: gone",
    "Jul  7 10:00:05 host kernel: panic",
    "2026-07-07T10:00:05Z stderr F lost",
)


@pytest.mark.usefixtures("small_blocks")
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=100
)
@given(
    st.lists(st.sampled_from(LEVELS), min_size=1, max_size=60),
    st.sampled_from(["WARN", "ERROR", "FATAL", "INFO"]),
)
def test_a_level_alone_finds_what_the_whole_search_finds(
    search, tmp_path_factory, lines: list[str], level: str
) -> None:
    path = tmp_path_factory.mktemp("logs") / "app.log"
    path.write_text("\n".join(lines))
    narrow, whole = both(search, path, "*", level=level)
    assert narrow.items == whole.items


@pytest.mark.parametrize("line", [each for each in LEVELS if "well" not in each])
def test_a_record_of_a_level_holds_what_marks_it(line: str) -> None:
    mark = severe_mark("WARN")
    is_marked = mark is not None and mark.search(line.lower()) is not None
    assert is_marked or "info" in line or line.startswith(("I0707", "\tat"))


def test_a_level_alone_parses_few_records(log) -> None:
    filler = [f"2026-07-07T10:00:00Z INFO filler {n} took 7 ms" for n in range(20_000)]
    path = log(*filler[:9000], "2026-07-07T10:00:01Z ERROR needle", "\tat x", *filler[9000:])
    request = LogRequest("*", None, None, None, NOW, mark=severe_mark("ERROR"))
    records = list(FileLogBackend(None, path).records(request, SourceReport()))
    assert len(records) < 1000
    assert any(record.text.endswith("ERROR needle\n\tat x") for record in records)


def test_most_of_a_large_file_is_never_parsed(log) -> None:
    filler = [f"2026-07-07T10:00:00Z INFO filler {n}" for n in range(20_000)]
    path = log(*filler[:9000], "2026-07-07T10:00:01Z ERROR needle", "\tat x", *filler[9000:])
    request = LogRequest("needle", None, None, None, NOW, pieces=lambda names: ("needle",))
    records = list(FileLogBackend(None, path).records(request, SourceReport()))
    assert len(records) < 100
    (found,) = (record for record in records if "needle" in record.text)
    assert (found.line, found.text) == (9001, "2026-07-07T10:00:01Z ERROR needle\n\tat x")
    assert records[0].line == 1


@given(st.text(max_size=60), st.lists(st.text(max_size=30), max_size=4))
def test_whatever_matches_holds_one_of_the_pieces(query: str, texts: list[str]) -> None:
    asked = read_query(query)
    for text in (*texts, query, query.upper()):
        if asked.match(searched(text)):
            assert not asked.pieces or any(piece in text.lower() for piece in asked.pieces)


@pytest.mark.parametrize("query", QUERIES)
def test_a_piece_has_no_blank(query: str) -> None:
    assert all(len(piece.split()) == 1 for piece in read_query(query).pieces)


def test_a_block_numbers_its_lines() -> None:
    block = Block(7, "a\n\nb", left_out=3)
    assert list(block.lines()) == [Line(7, "a", 3), Line(8, ""), Line(9, "b")]
