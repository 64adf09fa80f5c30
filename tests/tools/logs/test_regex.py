"""Searching by regular expression (tools/logs/regex.py)."""

import pytest

from superbiz_agent.errors import InvalidInputError
from superbiz_agent.tools.logs.regex import compile_regex

LINES = (
    "2026-07-07T10:00:00Z ERROR request timed out after 30000ms",
    "2026-07-07T10:00:01Z ERROR request timed out after 12s",
    "2026-07-07T10:00:02Z ERROR 连接池耗尽 waiting=17",
    "  at com.x.Pool.get(Pool.java:12)",
)


@pytest.mark.parametrize(
    ("regex", "lines"),
    [
        (r"after \d+ms", [1]),
        (r"after \d+m?s$", [1, 2]),
        (r"(?i)error .*TIMED", [1, 2]),
        ("连接.{2,3} waiting=", [3]),
        (r"^\s+at com\.x", [3]),
        (r"after \d+h", []),
    ],
)
def test_a_record_is_found_by_its_text(search, log, regex: str, lines: list[int]) -> None:
    outcome = search(log(*LINES), "*", regex=regex)
    assert [item.values["line"] for item in outcome.items["logs"]] == lines
    assert outcome.search.filters["regex"] == regex
    assert outcome.search.answered is True


def test_it_narrows_what_a_query_finds(search, log) -> None:
    assert search(log(*LINES), "timed out", regex="12s").search.matched == 1


@pytest.mark.parametrize("regex", ["(a", r"(a)\1", "(?=a)", "a{1001}", "[z-a]"])
def test_what_is_no_expression_of_the_engine_is_refused_in_one_line(
    search, log, regex: str
) -> None:
    outcome = search(log(*LINES), "*", regex=regex)
    assert outcome.evidence_status == "error"
    assert outcome.error.startswith("query_logs: regex is no RE2 expression:")
    assert "\n" not in outcome.error


def test_an_overlong_one_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="longer than"):
        compile_regex("a" * 1001)


def test_no_expression_is_slow(search, log) -> None:
    path = log(f"2026-07-07T10:00:00Z ERROR {'a' * 50_000}!")
    assert search(path, "*", regex="(a+)+$").search.matched == 0
