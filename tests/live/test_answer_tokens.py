"""The look at an answer that knows nothing of the rules."""

import pytest

from superbiz_agent.evals.live.answer_tokens import own_words, unknown_tokens
from superbiz_agent.grounding.fallback import HEADINGS

LINE = (
    "2026-05-19T06:46:03Z ERROR refund-api relay=smtp-out-2:25 [http-4] POST /refunds 504 "
    "after 30000ms active=50/50"
)

KNOWN = [
    "refund-api answered 504 [1].",
    "refund-api 在 06:46:03Z 返回 504。",
    "active=50/50 at 2026-05-19T06:46:03Z",
    "active is 50/50, after 30000ms",
    "Refund-API and /refunds, http-4, smtp-out-2",
    "**Confirmed findings**\n\n- The alert fires [12].",
    "Why is it slow? Nothing is known.",
    "at 2026-05-19T06:46Z, at 06:46",
]

INVENTED = [
    ("refund-api answered 503.", ["503"]),
    ("refund-api-2 answered 504.", ["refund-api-2"]),
    ("refund-api 返回 504，共 ７ 次", ["7"]),
    ("PLOVER-8826 is the root cause", ["plover-8826"]),
    ("smtp-out-3 refused", ["smtp-out-3"]),
    ("three pods restarted", ["three"]),
    ("LedgerService failed in orders_db", ["ledgerservice", "orders_db"]),
    ("active=50/500", ["active=50/500"]),
    ("at 2026-05-19T06:46:04Z", ["2026-05-19t06:46:04z"]),
    ("use of 91%", ["91%"]),
]


@pytest.mark.parametrize("answer", KNOWN)
def test_what_stands_in_the_evidence_is_known(answer: str) -> None:
    assert unknown_tokens(answer, [LINE]) == []


@pytest.mark.parametrize(("answer", "invented"), INVENTED)
def test_an_invented_number_id_or_name_is_named(answer: str, invented: list[str]) -> None:
    assert unknown_tokens(answer, [LINE]) == invented


def test_an_instant_may_be_told_to_the_second_and_not_beyond_it() -> None:
    line = ["since=2026-09-01T19:40:11.872Z"]
    assert unknown_tokens("2026-09-01T19:40:11Z 19:40:11.872Z", line) == []
    assert unknown_tokens("2026-09-01T19:40:11.9Z", line) == ["2026-09-01t19:40:11.9z"]


def test_the_words_of_the_templates_are_known_and_their_docstrings_are_not() -> None:
    words = own_words()
    assert set(HEADINGS["confirmed"].values()) <= set(words)
    assert not any("Never raises" in text for text in words)
