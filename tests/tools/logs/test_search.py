"""Filters, windows and what a search is worth (contract section 2)."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from pydantic import ValidationError

from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.tools.logs import FileLogBackend, LogsArguments, LogsTool
from superbiz_agent.tools.logs.implied_levels import implied_level, may_have_level

LINES = (
    "2026-07-07T10:00:00Z INFO order-service started",
    "2026-07-07T10:10:00Z WARN service=payment-service slow",
    "2026-07-07T10:20:00Z ERROR order-service-canary failed",
    "2026-07-07T10:30:00Z FATAL pod=order-service-7f9dd8b6c4-x7gr9 died",
    "2026-07-07T10:40:00Z DEBUG nothing",
)


def lines_of(outcome) -> list[int]:
    return sorted(item.values["line"] for item in outcome.items["logs"])


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, [1, 2, 3, 4, 5]),
        ({"level": "WARN"}, [2, 3, 4]),
        ({"level": "warning"}, [2, 3, 4]),
        ({"level": "ERROR"}, [3, 4]),
        ({"level": "critical"}, [4]),
        ({"service": "order-service"}, [1, 4]),
        ({"service": "Payment-Service"}, [2]),
        ({"service": "order-service-canary"}, [3]),
        ({"service": "app"}, [1, 2, 3, 4, 5]),
        ({"service": "app.log"}, [1, 2, 3, 4, 5]),
        ({"since": "2026-07-07T10:10:00Z"}, [2, 3, 4, 5]),
        ({"until": "2026-07-07T10:10:00Z"}, [1, 2]),
        ({"since": "2026-07-07T10:10:00Z", "until": "2026-07-07T10:20:00Z"}, [2, 3]),
        ({"since": "110m"}, [2, 3, 4, 5]),
        ({"service": "order-service", "level": "ERROR"}, [4]),
    ],
)
def test_filters_keep(search, log, arguments: dict[str, str], expected: list[int]) -> None:
    outcome = search(log(*LINES), **arguments)
    assert lines_of(outcome) == expected
    assert outcome.search.matched == len(expected)


def test_the_questions_window_is_the_default_and_arguments_only_narrow_it(search, log) -> None:
    path = log(*LINES)
    window = TimeWindow(since="2026-07-07T10:15:00Z", until="2026-07-07T10:35:00Z")
    asked = replace(search, window=window)
    assert lines_of(asked(path)) == [3, 4]
    assert lines_of(asked(path, since="2026-07-07", until="now")) == [3, 4]
    assert lines_of(asked(path, until="2026-07-07T10:25:00Z")) == [3]
    outside = asked(path, until="2026-07-07T10:05:00Z")
    assert outside.evidence_status == "error"
    assert "lies outside the one asked about" in outside.error


def test_an_answered_search_that_matched_nothing_is_no_evidence(search, log) -> None:
    outcome = search(log(*LINES), "kafka")
    assert outcome.evidence_status == "no_evidence"
    assert outcome.items["logs"] == []
    assert outcome.search.matched == 0
    assert outcome.search.answered is True
    assert outcome.error is None


def test_a_source_is_known_by_its_name_though_none_of_its_records_match(search, log) -> None:
    outcome = search(log(*LINES), "kafka", service="app")
    assert outcome.evidence_status == "no_evidence"
    assert outcome.search.answered is True


@pytest.mark.parametrize(
    ("query", "arguments"),
    [("*", {"service": "order-servce"}), ("order-servce failed", {}), ("order-servce", {})],
)
def test_an_unknown_name_is_never_healthy(search, log, query: str, arguments) -> None:
    path = log(*LINES, name="order-service.log")
    outcome = search(path, query, **arguments)
    assert outcome.evidence_status == "no_evidence"
    assert outcome.search.answered is False
    assert '"order-servce"; nearest known names: order-service' in outcome.error


@pytest.mark.parametrize(
    ("since", "until"),
    [("2026-07-07T11:00:00Z", None), ("2020-07-07T10:00:00Z", "2020-07-07T11:00:00Z"),
     (None, "2026-07-07T09:00:00Z")],
)  # fmt: skip
def test_a_window_that_misses_the_file_is_told_what_it_holds(search, log, since, until) -> None:
    outcome = search(log(*LINES), since=since, until=until)
    assert outcome.evidence_status == "no_evidence"
    assert outcome.search.answered is False
    assert "it holds 2026-07-07T10:00:00Z to 2026-07-07T10:40:00Z" in outcome.error
    held = "app.log 2026-07-07T10:00:00Z to 2026-07-07T10:40:00Z"
    assert outcome.search.filters["holds"] == held


@pytest.mark.parametrize(
    ("since", "until", "reason"),
    [
        ("2027-01-01T00:00:00Z", None, "after now"),
        ("2026-07-07T11:00:00Z", "2026-07-07T10:00:00Z", "inverted"),
        ("the day it broke", None, "is no time"),
    ],
)
def test_a_senseless_window_is_refused_with_its_reason(search, log, since, until, reason) -> None:
    outcome = search(log(*LINES), since=since, until=until)
    assert outcome.evidence_status == "error"
    assert outcome.search is None
    assert reason in outcome.error
    assert outcome.failed_sources == []


def test_a_window_reaching_beyond_the_file_is_narrowed_to_what_was_looked_at(search, log) -> None:
    outcome = search(log(*LINES), "kafka", since="3h", until="now")
    assert (outcome.search.since, outcome.search.until) == (
        "2026-07-07T10:00:00Z",
        "2026-07-07T10:40:00Z",
    )
    assert outcome.search.filters["asked_window"] == (
        "2026-07-07T09:00:00Z to 2026-07-07T12:00:00Z"
    )
    assert outcome.search.answered is True


def test_of_many_missed_sources_as_many_are_named_as_have_room(search, log) -> None:
    paths = [log(*LINES, name=f"service,{n}.log") for n in range(9)]
    sources = [FileLogBackend(None, path) for path in paths]
    held = search(sources, since="2026-07-07T11:00:00Z").search.filters["holds"]
    assert held.startswith("service 0.log 2026-07-07T10:00:00Z to 2026-07-07T10:40:00Z and service")
    assert held.endswith("Z and others")
    assert "," not in held


def test_the_window_of_a_search_is_the_one_that_its_records_come_from(search, log) -> None:
    late = log("2026-07-07T10:30:00Z ERROR late", name="b.log")
    sources = [FileLogBackend("long", log(*LINES)), FileLogBackend("late", late)]
    found = search(sources, since="2026-07-07T09:00:00Z", until="2026-07-07T11:00:00Z").search
    assert (found.since, found.until) == ("2026-07-07T10:00:00Z", "2026-07-07T10:40:00Z")
    missed = search(sources, "kafka", since="2026-07-07T09:00:00Z", until="now").search
    assert (missed.since, missed.until) == ("2026-07-07T10:30:00Z", "2026-07-07T10:30:00Z")


def test_without_timestamps_a_window_cannot_be_answered(search, log) -> None:
    path = log("boom", "bang")
    assert search(path).search.matched == 2
    outcome = search(path, since="1h")
    assert outcome.search.matched == 0
    assert outcome.search.answered is False
    assert "no timestamp" in outcome.error


def test_records_without_a_level_are_judged_by_their_words_and_statuses(search, log) -> None:
    access = log(
        '10.0.0.1 - - [07/Jul/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 503 "-" "curl"',
        '10.0.0.1 - - [07/Jul/2026:10:00:01 +0000] "GET / HTTP/1.1" 503 12 "-" "curl"',
        name="access.log",
    )
    plain = log("2026-07-07T10:00:02Z backup failed", "2026-07-07T10:00:03Z fine", name="b.log")
    outcome = search([FileLogBackend("web", access), FileLogBackend("b", plain)], level="ERROR")
    assert lines_of(outcome) == [1, 2]
    assert outcome.search.filters["without_level"] == "web and b"
    assert outcome.search.answered is True
    assert outcome.error is None
    assert not any("ERROR" in item.text for item in outcome.items["logs"])


def test_no_record_of_a_level_is_no_evidence_and_says_how_it_was_judged(search, log) -> None:
    outcome = search(log("2026-07-07T10:00:00Z all fine"), level="ERROR")
    assert outcome.evidence_status == "no_evidence"
    assert outcome.search.answered is True
    assert outcome.search.filters["without_level"] == "app.log"
    assert "without_level" not in search(log(*LINES), level="ERROR").search.filters


@pytest.mark.parametrize(
    ("message", "level"),
    [
        ("connection refused by db", "ERROR"),
        ("java.io.IOException: reset", "ERROR"),
        ("nf_conntrack: table full, dropping packet", "ERROR"),
        ("connect ETIMEDOUT error", "ERROR"),
        ("kernel panic", "FATAL"),
        ("数据库连接失败", "ERROR"),
        ('"GET / HTTP/1.1" 503 1', "ERROR"),
        ('"GET / HTTP/1.1" 404 1', "WARN"),
        ('"GET / HTTP/1.1" 200 503', None),
        ("done, 0 errors", None),
        ("failed=false errors: 0", None),
        ("没有错误", None),
        ("heartbeat ok", None),
        ("errorless terrors", None),
    ],
)
def test_a_message_stands_for_a_level(message: str, level: str | None) -> None:
    assert implied_level(message) == level
    assert level is None or may_have_level(message.lower())


@pytest.mark.parametrize(
    ("line", "could"),
    [
        ('10.0.0.1 - - [07/jul/2026:10:00:00 +0000] "get /a http/1.1" 200 503 "-" "curl"', True),
        ('10.0.0.1 - - [07/jul/2026:10:00:00 +0000] "get /a http/1.1" 200 12 "-" "curl"', False),
        ("e0707 09:00:00.123456       1 main.go:12] x", True),
        ('{"lvl":50,"msg":"x"}', True),
        ("2026-07-07 严重: x", True),
        ("2026-07-07 10:00:00 sev=crit x", True),
    ],
)
def test_only_what_cannot_have_a_level_is_passed_over(line: str, could: bool) -> None:
    assert may_have_level(line) is could


def test_an_unknown_level_is_refused(search, log) -> None:
    outcome = search(log(*LINES), level="LOUD")
    assert outcome.evidence_status == "error"
    assert "use TRACE, DEBUG, INFO, WARN, ERROR, FATAL" in outcome.error


def test_the_strongest_match_wins_and_is_named(search, log) -> None:
    path = log(
        "2026-07-07T10:00:00Z INFO lease renewed",
        "2026-07-07T10:00:01Z WARN cannot renew the lease",
        "2026-07-07T10:00:02Z WARN renew lease failed",
    )
    for query, lines, matching in [
        ("renew lease", [3], "phrase"),
        ("lease cannot", [2], "all terms"),
        ("lease zebra", [1, 2, 3], "any term"),
    ]:
        outcome = search(path, query)
        assert lines_of(outcome) == lines
        assert outcome.search.filters["matching"] == matching


def test_a_search_says_where_a_weak_word_is_missing(search, log) -> None:
    late = "2026-07-07T10:00:01Z WARN read timed out"
    both = log("2026-07-07T10:00:00Z INFO read ok", late)
    for path, query, matching in [
        (both, "read timed out", "phrase"),
        (both, "timed out read", "all specific terms"),
        (log(late, name="late.log"), "timed out read", "all terms"),
    ]:
        assert search(path, query).search.filters["matching"] == matching


def test_several_sources_are_one_search(search, log) -> None:
    outcome = search(
        [
            FileLogBackend("order-service", log(*LINES, name="a.log")),
            FileLogBackend("payment-service", log("2026-07-07T10:00:00Z ERROR x", name="b.log")),
        ],
        service="payment-service",
    )
    assert outcome.search.sources == ["order-service", "payment-service"]
    assert outcome.search.filters["service"] == "payment-service"
    assert {item.fields["source"] for item in outcome.items["logs"]} == {
        "order-service",
        "payment-service",
    }


def test_a_source_that_the_window_misses_leaves_the_search_unanswered(search, log) -> None:
    sources = [
        FileLogBackend("new", log(*LINES, name="a.log")),
        FileLogBackend("old", log("2020-01-01T00:00:00Z ERROR x", name="b.log")),
    ]
    outcome = search(sources, "*", since="2026-07-07T10:00:00Z")
    assert outcome.evidence_status == "found"
    assert outcome.search.answered is False
    assert "old: the window misses it" in outcome.error


def test_an_overlong_line_leaves_the_search_cut_off(search, log) -> None:
    outcome = search(log(f"2026-07-07T10:00:00Z ERROR {'x' * 3_000_000}"), "kafka")
    assert outcome.search.truncated is True
    assert outcome.evidence_status == "partial"


def test_a_broken_backend_is_a_failed_source(search, log) -> None:
    class Broken(FileLogBackend):
        def records(self, request, report):
            yield from super().records(request, report)
            raise RuntimeError("wire cut")

    outcome = search([Broken("wire", log(*LINES))])
    assert outcome.evidence_status == "partial"
    assert outcome.failed_sources == ["wire"]
    assert "wire cut" in outcome.error


def test_without_any_source_the_call_is_an_error(search) -> None:
    outcome = search([])
    assert outcome.evidence_status == "error"
    assert "SUPERBIZ_LOGS" in outcome.error


def test_a_secret_in_the_query_is_not_stored(search, log) -> None:
    assert "hunter2" not in search(log(*LINES), "password=hunter2").search.query


@pytest.mark.parametrize(
    "arguments",
    [{}, {"query": ""}, {"query": "  "}, {"query": "x" * 1001}, {"query": 5}, {"query": None},
     {"query": "x", "limit": 0}, {"query": "x", "limit": 51}, {"query": "x", "limit": "many"},
     {"query": "x", "path": "/etc/passwd"}, {"query": "x", "service": "y" * 201}],
)  # fmt: skip
def test_arguments_are_validated_and_bounded(arguments: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        LogsArguments.model_validate(arguments)


def test_the_tool_declares_its_list_and_kind() -> None:
    tool = LogsTool([])
    assert (tool.name, tool.lists, tool.kind) == ("query_logs", ("logs",), "incident")
    assert set(tool.arguments.model_json_schema()["properties"]) == {
        "query", "service", "level", "since", "until", "regex", "count_by", "limit",
    }  # fmt: skip


def test_the_same_search_gives_the_same_outcome(search, log) -> None:
    path = log(*LINES)
    assert search(path, "order") == search(path, "order")


def test_the_clock_is_injected(search, log) -> None:
    path = log("Jul  7 10:00:00 host app: x")
    earlier = replace(search, now=datetime(2020, 7, 8, tzinfo=UTC))
    assert earlier(path).items["logs"][0].text.startswith("2020-07-07T10:00:00Z")
