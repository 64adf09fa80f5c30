"""With ripgrep a search finds what it finds without (tools/logs/ripgrep.py)."""

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest import mock

import pytest
from conftest import REACHES
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from test_narrowing import LINES, NOW, QUERIES

from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.settings import Settings
from superbiz_agent.tools.base import ToolContext
from superbiz_agent.tools.logs import reading, ripgrep
from superbiz_agent.tools.logs.containers import STATEFUL
from superbiz_agent.tools.logs.ripgrep import Wanted
from superbiz_agent.tools.toolbox import build_tools

LOGS = "superbiz_agent.tools.logs"
MODULE = f"{LOGS}.ripgrep"
REGEXES = ("lease", "ka?fka", "连接.", "[0-9]+ ms", "at com", "(?i)LEASE", r"status=\d+", "zebra")

LONG = "x " + "2026-07-07T10:00:09Z ".ljust(REACHES[0], "-") + "kafka"
"""A line in which a window may begin where a record seems to."""

PLAIN = (*(line for line in LINES if not any(mark in line for mark in STATEFUL)), LONG)

BESIDE = {"encoding", "without_level"}
SERVICE_APART = (LINES[0], LINES[1], LINES[0])

needs_ripgrep = pytest.mark.skipif(ripgrep.program() is None, reason="ripgrep is not installed")


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch):
    """Searches as ``search`` does, but without ripgrep."""

    def ask(search, path: Path, *arguments: object, **filters: object):
        with mock.patch(f"{MODULE}.program", return_value=None):
            return search(path, *arguments, **filters)

    return ask


def told(outcome) -> tuple[object, ...]:
    """What an outcome says, but for what only one of both ways has met: how lines were encoded,
    whether any has a level, and names that are like the one asked for."""
    search, error = outcome.search, (outcome.error or "").partition("; nearest known names")[0]
    if search is None:
        return outcome.evidence_status, outcome.failed_sources, error
    filters = {key: text for key, text in search.filters.items() if key not in BESIDE}
    values = search.model_copy(update={"filters": filters})
    return outcome.evidence_status, outcome.items, values, outcome.failed_sources, error


def encoded(lines: list[str], end: str, encoding: str) -> bytes:
    return end.join(lines).encode(encoding, "replace")


@needs_ripgrep
@pytest.mark.usefixtures("small")
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60
)
@given(
    st.sampled_from([PLAIN, PLAIN, LINES]).flatmap(
        lambda lines: st.lists(st.sampled_from(lines), min_size=1, max_size=60)
    ),
    st.sampled_from([*((query, None) for query in QUERIES), *(("*", each) for each in REGEXES)]),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["utf-8", "utf-8-sig", "gb18030"]),
    st.sampled_from([{}, {"level": "ERROR"}, {"service": "order-service"}]),
)
@example(list(SERVICE_APART), ("*", "lease"), "\n", "utf-8", {"service": "order-service"})
@example(list(LINES[:2]), ("lease", None), "\n", "utf-8-sig", {})
@example([""], ("lease", None), "\n", "utf-8", {})
@example([LINES[1], LINES[0], LONG, LINES[1]], ("kafka", None), "\n", "utf-8", {})
def test_a_search_with_ripgrep_finds_what_one_without_finds(
    search, without, tmp_path_factory, lines, asked, end: str, encoding: str, filters
) -> None:
    path = tmp_path_factory.mktemp("logs") / "app.log"
    path.write_bytes(encoded(lines, end, encoding))
    query, regex = asked
    arguments = {**filters, "regex": regex} if regex else filters
    assert told(search(path, query, **arguments)) == told(without(search, path, query, **arguments))


MESSAGES = (
    "INFO order-service lease renewed in 12 ms",
    "ERROR payments connection pool exhausted",
    "WARN order-service-canary slow, retry",
    "ERROR order-service failed, status=504\n\tat com.example.Pool.get(Pool.java:12)\nCaused by: x",
    "INFO 连接池 50/50 \x1b[31mpay\x1b[0mments",
    '{"time":"%s","level":"error","msg":"pay\\u006dents \\"down\\"","service":"payments"}',
    "stderr F lease lost",
)
WINDOWS = (
    {},
    {"since": "2026-07-07T05:10:00Z"},
    {"since": "2026-07-07T05:10:00Z", "until": "2026-07-07T05:40:00Z"},
)


def ordered(messages: list[str], start: datetime) -> str:
    """A file of records that follow one another, ten seconds apart."""
    lines: list[str] = []
    for number, message in enumerate(messages):
        at = (start + timedelta(seconds=10 * number)).isoformat().replace("+00:00", "Z")
        lines.append(message % at if message.startswith("{") else f"{at} {message}")
    return "\n".join(lines)


@needs_ripgrep
@pytest.mark.usefixtures("small")
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60
)
@given(
    st.lists(st.lists(st.sampled_from(MESSAGES), min_size=1, max_size=200), min_size=1, max_size=4),
    st.sampled_from(["lease", '"connection pool"', "payments failed", "连接池", "50/50", "down"]),
    st.sampled_from([{}, {"service": "payments"}, {"service": "order-service", "level": "ERROR"}]),
    st.sampled_from([{}, {"regex": "status=[0-9]+"}, {"regex": "pool|slow"}]),
    st.sampled_from(WINDOWS),
)
def test_so_does_one_over_a_folder_of_files_in_the_order_of_time(
    search, without, tmp_path_factory, files, query: str, names, regex, window
) -> None:
    folder = tmp_path_factory.mktemp("logs")
    for hour, messages in enumerate(files, start=4):
        text = ordered(messages, datetime(2026, 7, 7, hour, tzinfo=UTC))
        (folder / f"app-{hour}.log").write_text(text)
    arguments = {**names, **regex, **window}
    found = search(folder, query, **arguments)
    assert told(found) == told(without(search, folder, query, **arguments))


@pytest.fixture
def built_in(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that were left to the built-in search."""
    names: list[str] = []
    real = reading.read_blocks

    def read(path: Path, **options: object):
        names.append(path.name)
        return real(path, **options)

    monkeypatch.setattr(f"{LOGS}.file_reading.read_blocks", read)
    return names


FILLER = [f"2026-07-07T10:00:00Z INFO filler {n}" for n in range(400)]


@needs_ripgrep
@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
@pytest.mark.parametrize("query", ["needle", "超时", "连接池耗尽", "NEEDLE"])
def test_it_is_asked_in_either_encoding(
    search, tmp_path: Path, built_in: list[str], query: str, encoding: str
) -> None:
    path = tmp_path / "app.log"
    line = "2026-07-07T10:00:01Z ERROR needle 连接池耗尽 超时"
    path.write_bytes(encoded([*FILLER, line, "\tat x", *FILLER], "\n", encoding))
    outcome = search(path, f'"{query}"')
    assert built_in == []
    assert [item.values["line"] for item in outcome.items["logs"]] == [401]
    assert r"\tat x (app.log:401)" in outcome.items["logs"][0].text


@needs_ripgrep
@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    "raw",
    [
        "\n".join([*FILLER, "2026-07-07T10:00:01Z stdout P needle"]).encode(),
        "\n".join(["2026-07-07T10:00:01Z needle", *(["x" * 90] * 99)]).encode(),
        "\n".join(FILLER).encode("utf-16"),
        b"",
    ],
    ids=["a cut container line", "a record larger than a window", "UTF-16", "empty"],
)
def test_what_it_cannot_tell_is_left_to_the_built_in_search(
    search, tmp_path: Path, built_in: list[str], raw: bytes
) -> None:
    path = tmp_path / "app.log"
    path.write_bytes(raw)
    search(path, "needle")
    assert built_in == ["app.log"]


@pytest.mark.parametrize("window", [{}, {"since": "2026-07-07T09:00:00Z"}])
def test_a_damaged_file_beside_others_is_told_and_they_are_searched(
    search, log, tmp_path: Path, window: dict[str, str]
) -> None:
    log(*FILLER, "2026-07-07T10:00:01Z ERROR needle", name="folder/app.log")
    (tmp_path / "folder" / "old.log.gz").write_bytes(b"\x1f\x8b\x08" + bytes(40_000))
    outcome = search(tmp_path / "folder", "needle", **window)
    assert outcome.search.matched == 1
    assert outcome.failed_sources == ["folder/old.log.gz"]


@needs_ripgrep
def test_where_every_line_is_a_hit_all_is_read(search, log, built_in: list[str]) -> None:
    path = log(*[f"2026-07-07T10:00:00Z request {n}" for n in range(30_000)])
    assert search(path, "request").search.matched == 30_000
    assert built_in == ["app.log"]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("code", [2, 127])
def test_an_error_of_ripgrep_is_never_read_as_nothing_found(
    search, log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    broken = tmp_path / "rg"
    broken.write_text(f"#!/bin/sh\nexit {code}\n")
    broken.chmod(0o755)
    monkeypatch.setattr(f"{MODULE}.program", lambda: str(broken))
    assert search(log(*FILLER, "2026-07-07T10:00:01Z needle"), "needle").search.matched == 1


@pytest.mark.usefixtures("small")
def test_what_ripgrep_says_is_checked_again(
    search, log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, built_in: list[str]
) -> None:
    lying = tmp_path / "rg"
    hits = "2:40: 3:80: 3:70: 900:99999999:"
    lying.write_text(f'#!/bin/sh\nfor file; do :; done\nprintf "$file:%s\\n" {hits}\n')
    lying.chmod(0o755)
    monkeypatch.setattr(f"{MODULE}.program", lambda: str(lying))
    assert search(log(*FILLER), "needle").search.matched == 0
    assert built_in == []


@needs_ripgrep
@pytest.mark.usefixtures("small")
def test_no_settings_of_the_users_ripgrep_change_a_result(
    search, log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ripgreprc").write_text("--max-count=1\n--ignore-case\n--color=always\n")
    monkeypatch.setenv("RIPGREP_CONFIG_PATH", str(tmp_path / "ripgreprc"))
    needles = [f"2026-07-07T10:00:0{n}Z ERROR needle" for n in range(9)]
    assert search(log(*FILLER, *needles), "needle").search.matched == 9


@pytest.mark.parametrize(
    ("wanted", "patterns"),
    [
        (Wanted(["a.b", "连"]), [r"a\x{2e}b", r"连|(?-u:\xc1\xac)"]),
        (Wanted(["привет"]), None),
        (Wanted([], "took [0-9]+ms"), ["(?-i:took [0-9]+ms)"]),
        *((Wanted([], regex), None) for regex in (r"a\sb", "[^a]", "(?s).", "^a", r"\D", "a$")),
        (Wanted(["a"], "b"), ["a", "(?-i:b)"]),
        (Wanted(["a"], "^b"), None),
        (Wanted([]), []),
    ],
)
def test_ripgrep_is_asked_only_what_it_cannot_miss(wanted: Wanted, patterns) -> None:
    assert wanted.patterns() == patterns


def test_it_is_found_beside_this_python(monkeypatch: pytest.MonkeyPatch) -> None:
    beside = str(Path(sys.executable).parent)
    monkeypatch.setattr("shutil.which", lambda name, path=None: path and f"{path}/{name}")
    assert ripgrep.program() == f"{beside}/rg"


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("setting", "asked"), [("auto", True), ("off", False)])
def test_a_setting_switches_it_off(
    log, monkeypatch: pytest.MonkeyPatch, setting: str, asked: bool
) -> None:
    calls: list[str] = []
    monkeypatch.setattr(f"{MODULE}.program", lambda: calls.append("asked"))
    path = log(*FILLER)
    tool = build_tools(Settings(logs=[str(path)], ripgrep=setting))["query_logs"]
    tool.run(tool.arguments.model_validate({"query": "needle"}), ToolContext(TimeWindow(), NOW))
    assert bool(calls) is asked
