"""What the search of a record says of it: its one source, and no list of sources (section 7)."""

from typing import Any

import pytest

from superbiz_agent.grounding import check_executor_output
from superbiz_agent.grounding.evidence.stored import read_invocations
from superbiz_agent.grounding.verification.support import claim_evidence, lacks_support
from tests.grounding import evidence_rows as rows

LINE = "2026-07-07T10:02:00Z ERROR request to geo-api timed out after 3000ms (line 7)"


def is_unsupported(text: str, sources: list[str], **filters: Any) -> bool:
    search = rows.search_details(sources=sources, matched=1, query="timed out", filters=filters)
    stored = [rows.row(2, "query_logs", {"$.logs[0]": LINE}, sources=sources, details=[search])]
    output = rows.output(rows.claim(rows.log_binding(LINE), text=text))
    outcome = check_executor_output(output, stored, session_id=rows.SESSION)
    [evidence] = claim_evidence(outcome, read_invocations(stored)).values()
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
