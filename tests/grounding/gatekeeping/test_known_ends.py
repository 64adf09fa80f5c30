"""``evidence.coverage``: a first or a last that the stored evidence itself establishes."""

from typing import Any

import pytest

from tests.grounding.evidence_rows import checked, claim, findings, log_binding, row, search_details

GROUP = (
    "2026-08-14T09:00:00Z ERROR shop request timed out after 3000ms, attempt=3 (shop.log:1); "
    "7 records of this form from 2026-08-14T09:00:00Z to 2026-08-14T09:55:00Z"
)
IN_PART = f"{GROUP}; counted in a part of the records; more of this form may exist"
CAPPED = [("evidence.coverage", "low_confid")]
ENDS = {
    "query": "timed out",
    "filters": {},
    "matched": 90,
    "truncated": True,
    "oldest": "2026-08-14T09:00:00Z",
    "newest": "2026-08-14T09:55:00Z",
}

LASTS = (
    "The last request of shop that timed out was at 2026-08-14T09:55:00Z.",
    "The most recent timeout of shop was at 2026-08-14T09:55:00Z.",
    "Until 2026-08-14T09:55:00Z, requests of shop timed out.",
    "The timeouts of shop ended at 2026-08-14T09:55:00Z.",
    "The first request of shop that timed out was at 2026-08-14T09:00:00Z.",
    "shop 最后一次请求超时在 2026-08-14T09:55:00Z。",
    "到 2026-08-14T09:55:00Z 为止，shop 请求超时。",
    "shop 最早一次请求超时在 2026-08-14T09:00:00Z。",
)
OF_THE_FORM = (
    "Until 2026-08-14T09:55:00Z, shop logged ERROR records like this: “request timed out after”.",
    "到 2026-08-14T09:55:00Z 为止，shop 记录了这类 ERROR 日志：“request timed out after”。",
)


def told(text: str, stored: str = GROUP, **changes: Any) -> list[tuple[str, str]]:
    search = search_details(**{**ENDS, **changes})
    logs = row(2, "query_logs", {"$.logs[0]": stored}, truncated=True, details=[search])
    return findings(checked(claim(log_binding(stored), text=text), rows=[logs]))


@pytest.mark.parametrize("text", LASTS)
def test_an_end_of_all_that_matched_is_a_claim(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize("text", LASTS)
@pytest.mark.parametrize(
    "changes",
    [
        {"oldest": None, "newest": None},
        {"oldest": "2026-08-14T08:00:00Z", "newest": "2026-08-14T09:55:01Z"},
        {"answered": False},
    ],
)
def test_any_other_instant_is_held(text: str, changes: dict[str, Any]) -> None:
    assert told(text, **changes) == CAPPED


@pytest.mark.parametrize(
    "text",
    [
        "The last of all 90 requests of shop was at 2026-08-14T09:55:00Z.",
        "The last timeout of shop was at 2026-08-14T09:00:00Z, before 2026-08-14T09:55:00Z.",
        "The last timeout of shop from 2026-08-14T09:00:00Z was at 2026-08-14T09:55:00Z.",
        "The last request of shop timed out.",
        "Only shop timed out at 2026-08-14T09:55:00Z.",
        "shop 全部请求最后在 2026-08-14T09:55:00Z 超时。",
    ],
)
def test_no_other_word_of_a_whole_comes_with_it(text: str) -> None:
    assert told(text) == CAPPED


@pytest.mark.parametrize("text", OF_THE_FORM)
def test_the_last_of_a_form_is_told_by_its_group(text: str) -> None:
    later = {"newest": "2026-08-14T10:30:00Z"}
    assert told(text, **later) == []
    assert told(text, IN_PART, oldest=None, newest=None) == CAPPED
    assert told(text.replace("request timed out after", "the disk is full"), **later) == CAPPED
    assert told(text.replace(" like this", "").replace("这类", ""), **later) == CAPPED
