"""A search carries what it asked for, and no more (contract sections 4 and 5)."""

from typing import Any

import pytest

from superbiz_agent.grounding.comparison.engine import fact_gaps
from superbiz_agent.grounding.evidence.stored import read_invocations
from superbiz_agent.grounding.verification.absence_scope import exceeds_searches
from tests.grounding.evidence_rows import EMPTY_SEARCH, NOTHING, row, search_details

EVERY_ERROR = row(
    4,
    "query_logs",
    {"$.search": EMPTY_SEARCH},
    evidence_status="no_evidence",
    sources=["app.log"],
    query="*",
    details=[search_details(query="*", filters={"service": "order-service", "level": "ERROR"})],
)
EVERY_RECORD = row(
    4,
    "query_logs",
    {"$.search": EMPTY_SEARCH},
    evidence_status="no_evidence",
    sources=["app.log"],
    query="*",
    details=[search_details(query="*", filters={})],
)

WITHIN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("No OOMKilled record of order-service was found.", NOTHING),
    ("OOMKilled was not found in app.log for order-service between 10:00Z and 11:00Z.", NOTHING),
    ('Searched app.log for "OOMKilled" of order-service: matched no record.', NOTHING),
    ("No OOM of order-service was found in app.log.", NOTHING),
    ("未发现 order-service 的 OOMKilled 记录。", NOTHING),
    ("在 app.log 中没有找到 order-service 内存溢出的记录。", NOTHING),
    ("No errors of order-service were found.", EVERY_ERROR),
    ("order-service 没有错误日志。", EVERY_ERROR),
    ("app.log holds no records.", EVERY_RECORD),
)

BEYOND: tuple[tuple[str, dict[str, Any]], ...] = (
    ("No errors were found for order-service.", NOTHING),
    ("order-service did not restart.", NOTHING),
    ("order-service has no problem.", NOTHING),
    ("No deployments of order-service.", NOTHING),
    ("app.log holds no records.", NOTHING),
    ("No OOMKilled or timeout matched in app.log.", NOTHING),
    ("order-service memory is sufficient: no OOMKilled.", NOTHING),
    ("order-service 没有任何错误。", NOTHING),
    ("order-service 没有重启。", NOTHING),
    ("No warnings of order-service were found.", EVERY_ERROR),
    ("No errors were found for order-service.", EVERY_RECORD),
)


@pytest.mark.parametrize(("text", "search"), WITHIN)
def test_what_was_asked_for_may_be_denied(text: str, search: dict[str, Any]) -> None:
    assert not exceeds_searches(text, read_invocations([search]), [])


@pytest.mark.parametrize(("text", "search"), BEYOND)
def test_what_was_not_asked_for_may_not_be_denied(text: str, search: dict[str, Any]) -> None:
    assert exceeds_searches(text, read_invocations([search]), [])


def test_a_day_that_the_search_does_not_name_is_a_fact_it_lacks() -> None:
    line = 'search for "OOMKilled" in app.log, window start to end: matched=0, answered=yes'
    assert [fact.value for fact in fact_gaps("No OOMKilled was found today.", [line])] == ["today"]
    assert fact_gaps("No OOMKilled was found.", [line]) == []


def test_beside_a_found_line_only_the_absence_rests_on_the_search() -> None:
    stored = ["ERROR order-service request timed out"]
    rows = read_invocations([NOTHING])
    text = "order-service timed out, and no OOMKilled record was found."
    assert not exceeds_searches(text, rows, stored)
    assert exceeds_searches("order-service timed out, and no leak was found.", rows, stored)


@pytest.mark.parametrize(
    ("text", "is_beyond"),
    [
        ("3 records matched OOMKilled in app.log.", False),
        ("app.log 中有 3 条 OOMKilled 记录。", False),
        ("order-service crashed.", True),
        ("order-service has 3 problems.", True),
        ("OOMKilled crashed order-service.", True),
    ],
)
def test_a_search_that_matched_says_how_many_matched_and_not_what(
    text: str, is_beyond: bool
) -> None:
    found = row(4, "query_logs", {}, query="OOMKilled", details=[search_details(matched=3)])
    assert exceeds_searches(text, read_invocations([found]), []) is is_beyond
