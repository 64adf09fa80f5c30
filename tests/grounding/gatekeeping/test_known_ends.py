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
ENDS: dict[str, Any] = {
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


def told(
    text: str, stored: str = GROUP, other: str | None = None, **changes: Any
) -> list[tuple[str, str]]:
    search = search_details(**{**ENDS, **changes})
    texts = {"$.logs[0]": stored, **({"$.logs[1]": other} if other else {})}
    logs = row(2, "query_logs", texts, truncated=search["truncated"], details=[search])
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


POOL = "2026-08-14T09:04:45Z ERROR shop HikariPool connection is not available (shop.log:11)"
EVERYTHING: dict[str, Any] = {"query": "*", "sources": ["shop"]}
OF_THE_POOL = (
    "HikariPool connection is not available until 2026-08-14T09:55:00Z in shop.",
    "shop logged HikariPool connection is not available, most recent at 2026-08-14T09:55:00Z.",
    "shop 的 HikariPool connection is not available 最后一次出现在 2026-08-14T09:55:00Z。",
)


@pytest.mark.parametrize("text", OF_THE_POOL)
def test_the_newest_of_every_record_is_the_last_of_no_other_thing(text: str) -> None:
    assert told(text, POOL, **EVERYTHING) == CAPPED


@pytest.mark.parametrize("text", OF_THE_POOL)
def test_the_newest_of_every_record_is_the_last_of_what_it_says_itself(text: str) -> None:
    assert told(text, POOL.replace("09:04:45", "09:55:00"), **EVERYTHING) == []


EARLIEST = (
    "The earliest record of shop is from 2026-08-14T09:00:00Z.",
    "shop logged first at 2026-08-14T09:00:00Z.",
    "shop 最早的记录出现在 2026-08-14T09:00:00Z。",
)
NARROWED: tuple[dict[str, Any], ...] = (
    {"query": "*", "filters": {"level": "ERROR"}},
    {"query": "timed out"},
    {"query": "*", "filters": {"service": "checkout"}},
    {"query": "*", "filters": {"regex": "timed.*"}},
)


@pytest.mark.parametrize("text", EARLIEST)
@pytest.mark.parametrize("search", NARROWED)
def test_the_oldest_of_a_narrowed_search_is_not_the_first_of_all(
    text: str, search: dict[str, Any]
) -> None:
    assert told(text, **search) == CAPPED
    assert told(text, **EVERYTHING) == []


@pytest.mark.parametrize(
    "text",
    [
        "The earliest ERROR record of shop is from 2026-08-14T09:00:00Z.",
        "The first error of shop was at 2026-08-14T09:00:00Z.",
        "shop 最早的错误记录出现在 2026-08-14T09:00:00Z。",
    ],
)
def test_a_claim_that_names_the_level_tells_the_first_of_it(text: str) -> None:
    assert told(text, query="*", filters={"level": "ERROR"}) == []


@pytest.mark.parametrize("text", OF_THE_FORM)
def test_words_that_another_group_holds_name_no_form(text: str) -> None:
    other = "2026-08-14T10:30:00Z ERROR shop request timed out after 9ms, giving up (shop.log:4)"
    assert told(text, other=other, newest="2026-08-14T10:30:00Z") == CAPPED


ONCE = (
    "shop logged payment deadlock detected only once, at 2026-08-14T09:00:00Z.",
    "shop 仅有 1 条 payment deadlock 记录。",
)
DEADLOCK = "2026-08-14T09:00:00Z ERROR shop payment deadlock detected (shop.log:1)"


LINE = 'search for "payment deadlock", matching=phrase: matched=1, truncated=no, answered=yes'


@pytest.mark.parametrize("text", ONCE)
def test_a_search_that_found_words_side_by_side_tells_no_whole_of_the_words(text: str) -> None:
    def once(said: str, matching: str) -> list[tuple[str, str]]:
        filters = {"matching": matching}
        search = search_details(query="payment deadlock", matched=1, filters=filters)
        texts = {"$.logs[0]": DEADLOCK, "$.search": LINE}
        bindings = (log_binding(DEADLOCK), log_binding(LINE, "$.search"))
        rows = [row(2, "query_logs", texts, details=[search])]
        return findings(checked(claim(*bindings, text=said), rows=rows))

    assert once(text, "phrase") == CAPPED
    assert once(text, "all terms") == []
    assert once(text.replace("payment deadlock", "“payment deadlock”"), "phrase") == []


PODS = tuple(
    f"2026-08-14T09:0{number}:00Z INFO shop pod shop-{number} config loaded pool=4 (s.log:{number})"
    for number in (1, 2, 3)
)
REBUILT = (
    "2026-08-14T09:00:00Z INFO shop rebuild of index orders started (shop.log:1)",
    "2026-08-14T09:07:00Z INFO shop rebuild of index orders finished (shop.log:2)",
)


@pytest.mark.parametrize(
    ("said", "lines", "expected"),
    [
        ("shop loaded pool=4 in each of 3 pods.", PODS, []),
        ("shop 的 3 个 pod 都加载了 pool=4。", PODS, []),
        ("Only 3 records of shop loaded pool=4 in all pods.", PODS, CAPPED),
        ("shop 的 rebuild of index orders 于 09:00Z 开始，09:07Z 结束。", REBUILT, []),
        ("The rebuild of shop lasted until 09:07Z.", REBUILT, CAPPED),
    ],
)
def test_lines_of_a_search_by_phrase_may_be_counted_and_tell_their_own_end(
    said: str, lines: tuple[str, ...], expected: list[tuple[str, str]]
) -> None:
    search = search_details(query="config loaded", matched=3, filters={"matching": "phrase"})
    texts = {f"$.logs[{place}]": line for place, line in enumerate(lines)}
    bindings = [log_binding(line, path) for path, line in texts.items()]
    rows = [row(2, "query_logs", {**texts, "$.search": LINE}, details=[search])]
    assert findings(checked(claim(*bindings, text=said), rows=rows)) == expected
