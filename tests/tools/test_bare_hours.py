"""Hours that a question names with no word of time beside them."""

from datetime import UTC, datetime

import pytest

from superbiz_agent.tools.question_window import window_in_question

NOW = datetime(2026, 7, 7, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    "question",
    [
        "How many errors between 1 and 2?",
        "errors between 1 and 2 today",
        "errors between 1 and 2 am",
        "1点到2点有多少错误？",
    ],
)
def test_bare_hours_are_a_window(question: str) -> None:
    window = window_in_question(question, now=NOW)
    assert window is not None
    assert (window.since, window.until) == ("2026-07-07T01:00:00Z", "2026-07-07T02:00:00Z")


@pytest.mark.parametrize(
    "question",
    [
        "requests that took between 1 and 2 seconds",
        "Was the load between 1 and 2?",
        "errors between 1 and 2.5?",
        "between 3 and 1?",
    ],
)
def test_other_numbers_are_none(question: str) -> None:
    assert window_in_question(question, now=NOW) is None
