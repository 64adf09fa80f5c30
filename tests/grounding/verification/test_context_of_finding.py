"""What the search of a record says of it: its one source, and no list of sources (section 7)."""

from typing import Any

import pytest

from superbiz_agent.grounding import check_executor_output
from superbiz_agent.grounding.evidence.stored import read_invocations
from superbiz_agent.grounding.verification.support import claim_evidence, lacks_support
from tests.grounding import evidence_rows as rows

LINE = "2026-07-07T10:02:00Z ERROR request to geo-api timed out after 3000ms (line 7)"


def is_unsupported(text: str, sources: list[str], *, line: str = LINE, **filters: Any) -> bool:
    search = rows.search_details(sources=sources, matched=1, query="timed out", filters=filters)
    stored = [rows.row(2, "query_logs", {"$.logs[0]": line}, sources=sources, details=[search])]
    output = rows.output(rows.claim(rows.log_binding(line), text=text))
    outcome = check_executor_output(output, stored, session_id=rows.SESSION)
    [evidence] = claim_evidence(outcome, read_invocations(stored), "").values()
    return lacks_support(text, evidence)


@pytest.mark.parametrize(
    "text",
    [
        "A request timed out, says cart.log.",
        "The request to geo-api timed out after 3000ms in cart.log.",
        "cart.log 记录了对 geo-api 的请求在 3000ms 后超时。",
    ],
)
def test_the_one_source_that_was_searched_has_the_record(text: str) -> None:
    assert not is_unsupported(text, ["cart.log"])
    assert is_unsupported(text, ["cart.log", "pay.log"])
    assert is_unsupported(text, ["pay.log"])


@pytest.mark.parametrize("sources", [["cart.log"], ["cart.log", "pay.log"]])
@pytest.mark.parametrize("text", ["A request of cart-api timed out.", "cart-api 的请求超时。"])
def test_what_was_filtered_for_is_said_of_the_record(text: str, sources: list[str]) -> None:
    assert not is_unsupported(text, sources, service="cart-api")
    assert is_unsupported(text, sources, service="pay-api")
    assert is_unsupported(text, sources)


def test_the_record_by_itself_needs_no_source() -> None:
    text = "A request to geo-api timed out after 3000ms."
    assert not is_unsupported(text, ["cart.log", "pay.log"])


def test_a_record_of_something_missing_needs_no_other_source_either() -> None:
    line = "2026-07-07T10:02:00Z ERROR run failed, caused by missing file /opt/serif.ttf (line 7)"
    text = "The run in {} failed, caused by the missing file /opt/serif.ttf."
    assert is_unsupported(text.format("pay.log"), ["cart.log", "pay.log"], line=line)
    assert not is_unsupported(text.format("cart.log"), ["cart.log"], line=line)


@pytest.mark.parametrize(
    ("text", "is_wrong"),
    [
        ('In app.log a search for "lost" matched records.', True),
        ("在 app.log 中查询“lost”，匹配到了记录。", True),
        ('In app.log a search for "lost" of order-service matched no records.', False),
        ("在 app.log 中按 order-service 查询“lost”，没有匹配到记录。", False),
        ("按 order-service 在 app.log 里查不到“lost”。", False),
    ],
)
def test_the_words_asked_for_say_nothing_of_what_was_found(text: str, is_wrong: bool) -> None:
    line = rows.EMPTY_SEARCH.replace("OOMKilled", '"lost"')
    search = rows.search_details(query='"lost"')
    stored = [
        rows.row(
            4,
            "query_logs",
            {"$.search": line},
            evidence_status="no_evidence",
            query='"lost"',
            sources=["app.log"],
            details=[search],
        )
    ]
    output = rows.output(rows.claim(rows.search_binding(text=line), text=text))
    outcome = check_executor_output(output, stored, session_id=rows.SESSION)
    [evidence] = claim_evidence(outcome, read_invocations(stored), "").values()
    assert lacks_support(text, evidence) is is_wrong
