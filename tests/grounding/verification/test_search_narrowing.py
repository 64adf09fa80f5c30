"""An absence names all that its one search was narrowed to (contract sections 4 and 5)."""

from typing import Any

import pytest

from superbiz_agent.grounding.evidence.stored import read_invocations
from superbiz_agent.grounding.verification.absence_scope import exceeds_searches
from tests.grounding.evidence_rows import row, search_details

SINCE, UNTIL = "2026-07-07T10:35:00Z", "2026-07-07T10:54:00Z"
QUESTION = "Are there deadlocks or time-outs on order-service?"


def search(query: str, matched: int = 0, *, chosen: bool = False, **filters: str) -> dict[str, Any]:
    """A search of all.log; ``chosen``: over a window that the model set."""
    window = {"since": SINCE, "until": UNTIL} if chosen else {"since": None, "until": UNTIL}
    return row(
        4,
        "query_logs",
        {},
        evidence_status="found" if matched else "no_evidence",
        query=query,
        sources=["all.log"],
        arguments=window if chosen else {},
        details=[
            search_details(
                query=query, filters=filters, sources=["all.log"], matched=matched, **window
            )
        ],
    )


PLAIN = search("deadlock")
OF_CART = search("deadlock", service="cart-service")
OF_ERRORS = search("deadlock", service="order-service", level="ERROR", levels="ERROR or FATAL")
IN_WINDOW = search("timed out", chosen=True)
CART_TIMED_OUT = search("timed out", service="cart-service")
ORDER_TIMED_OUT = search("timed out", 2, service="order-service")

FALSE: tuple[tuple[str, list[dict[str, Any]]], ...] = (
    ("No deadlock was found in all.log.", [OF_CART]),
    ("all.log 中未发现死锁。", [OF_CART]),
    ("There was no deadlock until 10:54Z.", [OF_CART]),
    ("No deadlock of order-service was found in all.log.", [OF_ERRORS]),
    ("order-service had no deadlock records in all.log.", [OF_ERRORS]),
    ("all.log 中未发现 order-service 的死锁。", [OF_ERRORS]),
    ("No ERROR record with a deadlock was found in all.log.", [OF_ERRORS]),
    ("No deadlock of order-service was found.", [OF_ERRORS, OF_CART]),
    ('No "timed out" record was found in all.log.', [IN_WINDOW]),
    ('No "timed out" record was found before 10:54Z.', [IN_WINDOW]),
    ('10:54Z 之前未发现 "timed out" 记录。', [IN_WINDOW]),
    ('No "timed out" record was found from 10:35Z on.', [IN_WINDOW]),
    ('No record of order-service matched "timed out".', [CART_TIMED_OUT, ORDER_TIMED_OUT]),
    ('order-service had no "timed out" records.', [CART_TIMED_OUT, ORDER_TIMED_OUT]),
    ('未发现 order-service 的 "timed out" 记录。', [CART_TIMED_OUT, ORDER_TIMED_OUT]),
    ('No record matched "timed out".', [search("timed out"), ORDER_TIMED_OUT]),
    (
        "No deadlock of cart-service was found, and no timeout of order-service was found.",
        [search("deadlock", service="order-service"), CART_TIMED_OUT],
    ),
)
TRUE: tuple[tuple[str, list[dict[str, Any]]], ...] = (
    ("No deadlock was found in all.log.", [PLAIN]),
    ("all.log 中未发现死锁。", [PLAIN]),
    ("No deadlock of order-service was found.", [PLAIN]),
    ("No deadlock of cart-service was found in all.log.", [OF_CART]),
    ("The records of cart-service were searched for deadlock; none was found.", [OF_CART]),
    ("all.log 中未发现 cart-service 的死锁。", [OF_CART]),
    ("No ERROR record of order-service with a deadlock was found.", [OF_ERRORS]),
    ("未发现 order-service 的 ERROR 或 FATAL 级别的死锁记录。", [OF_ERRORS]),
    ('No "timed out" record was found from 10:35Z to 10:54Z.', [IN_WINDOW]),
    ('No "timed out" record was found in the 19 minutes until 10:54Z.', [IN_WINDOW]),
    ('10:35Z 到 10:54Z 之间未发现 "timed out" 记录。', [IN_WINDOW]),
    ('No "timed out" record of cart-service was found.', [CART_TIMED_OUT, ORDER_TIMED_OUT]),
    (
        'No "timed out" record of order-service was found from 10:35Z to 10:54Z.',
        [IN_WINDOW, ORDER_TIMED_OUT],
    ),
    (
        "No deadlock of order-service was found, and no timeout of cart-service was found.",
        [search("deadlock", service="order-service"), CART_TIMED_OUT],
    ),
    (
        "No deadlock or timeout of cart-service was found.",
        [OF_CART, CART_TIMED_OUT],
    ),
)


@pytest.mark.parametrize(("text", "searches"), FALSE)
def test_an_absence_is_no_wider_than_its_search(text: str, searches: list[dict[str, Any]]) -> None:
    assert exceeds_searches(text, _rows(searches), [], question=QUESTION)


@pytest.mark.parametrize(("text", "searches"), TRUE)
def test_an_absence_that_names_its_filters_is_carried(
    text: str, searches: list[dict[str, Any]]
) -> None:
    assert not exceeds_searches(text, _rows(searches), [], question=QUESTION)


@pytest.mark.parametrize(
    ("question", "is_wider"),
    [
        ("Were there time-outs from 10:35Z to 10:54Z?", False),
        ("10:35Z 到 10:54Z 有超时吗？", False),
        ("Were there time-outs before 10:54Z?", True),
        ("Were there time-outs?", True),
    ],
)
def test_the_window_of_the_question_need_not_be_told_again(question: str, is_wider: bool) -> None:
    text = 'No "timed out" record was found in all.log.'
    assert exceeds_searches(text, _rows([IN_WINDOW]), [], question=question) is is_wider


def test_a_source_that_is_the_service_itself_need_not_be_named_twice() -> None:
    alone = search("deadlock", service="all")
    assert not exceeds_searches("No deadlock was found.", _rows([alone]), [], question=QUESTION)


def _rows(searches: list[dict[str, Any]]) -> Any:
    return read_invocations([each | {"id": number} for number, each in enumerate(searches, 1)])
