"""The answer checks: no untraceable fact, polarity, certainty or cause (contract section 7)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.contracts.composer import ComposerInput
from superbiz_agent.grounding.answer_checks.answer import check_answer
from superbiz_agent.grounding.screening.source_reasons import REASONS, STATUSES, TRIES, WITH_STATUS
from superbiz_agent.grounding.screening.templates import TEMPLATES, Bilingual
from tests.grounding.answer_material import (
    ACTION,
    CLAIMS,
    GAP,
    HYPOTHESIS,
    claim,
    composer_input,
    reply,
)

OPENING = "The current evidence cannot support a reliable conclusion."
CHINESE_OPENING = "当前证据不足以支持可靠结论。"


def rules_of(text: str, material: dict[str, Any] | None = None, **parts: Any) -> set[str]:
    findings = check_answer(material or composer_input(), reply(text, **parts))
    return {finding.rule_id for finding in findings}


# --- what may be said ----------------------------------------------------------------------------

ALLOWED = [
    *(f"{CLAIMS[claim_id][0]} [{claim_id}]" for claim_id in list(CLAIMS)[:5]),
    f"{HYPOTHESIS} [h-1]",
    f"{GAP} [m-1]",
    # spellings of the same values, in both languages
    "order-service memory usage is 91 % for 15 minutes (HighMemoryUsage) [claim-1].",
    "HighMemoryUsage 告警在 order-service 触发，当前 91%，持续15分钟。[claim-1]",
    "order-service 的连接池已耗尽（active=50/50，waiting=12）。[claim-2]",
    "order-service 内存使用率达到 91%，已持续 15 分钟 [claim-1]。",
    "连接池 HikariPool-1 全部占用（50/50），12 个请求在等待 [claim-2]。",
    "All 50 connections of HikariPool-1 on order-service are in use, 12 are waiting [claim-2].",
    # reorderings, bullets, tables, headings
    (
        "- order-service HikariPool-1 is full (active=50/50) with waiting=12 [claim-2]\n"
        "- HighMemoryUsage is firing at 91% on order-service for 15m [claim-1]"
    ),
    "## Findings\n\n| Alert | Value |\n|---|---|\n| order-service memory | 91% [claim-1] |",
    (
        "order-service has two problems: HighMemoryUsage is firing at 91% [claim-1], and "
        "HikariPool-1 is exhausted (active=50/50) [claim-2]."
    ),
    "For order-service, HighMemoryUsage fires and HikariPool-1 is full (50/50). [claim-1][claim-2]",
    (
        "In short, memory is at 91% on order-service while HikariPool-1 has 12 waiting requests. "
        "[claim-1][claim-2]"
    ),
    "Confirmed: order-service's HikariPool-1 has all connections in use (50/50). [claim-2]",
    "**HikariPool-1** is exhausted (`active=50/50`, `waiting=12`) [claim-2]",
    "The pool has no idle connections left: active=50/50 [claim-2].",
    "order-service's HikariPool-1 has all of its 50 connections in use. [claim-2]",
    "目前可以确认：order-service 的 HikariPool-1 已耗尽。[claim-2]",
    (
        "No OOM records matched in app.log between 2026-07-07T10:00:00Z and "
        "2026-07-07T10:15:00Z. [claim-4]"
    ),
    "According to the runbook, compare the pool size with traffic. [claim-6]",
    "根据运行手册，应对比连接池大小与流量。[claim-6]",
    "可能的方向：慢查询可能占用了连接。[h-1]",
    "prometheus 的指标查询失败，缺少相关证据。[m-1]",
    "建议收集 order-service 的线程转储，以查看谁占用了连接。[a-1]",
    # causes
    (
        "Requests to order-service time out after 30 seconds because its connection pool is "
        "exhausted. [claim-3]"
    ),
    "order-service 请求在 30 秒后超时，原因是连接池耗尽 [claim-3]。",
    (
        "The root cause is the exhausted connection pool of order-service: requests timed out "
        "after 30000ms. [claim-3]"
    ),
    (
        "The connection pool of order-service was exhausted, so requests timed out after 30 s. "
        "[claim-3]"
    ),
    "根因是 order-service 连接池耗尽，请求在 30000ms 后超时。[claim-3]",
    # absences with window and source
    (
        'Searched app.log for "OOM" from 2026-07-07T10:00:00Z to 2026-07-07T10:15:00Z: no record '
        "matched. [claim-4]"
    ),
    (
        '在 app.log 中搜索 "OOM"，窗口 2026-07-07T10:00:00Z 至 2026-07-07T10:15:00Z，'
        "没有匹配的记录。[claim-4]"
    ),
    # what is uncertain, and what a runbook says
    "Likely a connection leak in order-service keeps connections. [claim-5]",
    "可能是 order-service 存在连接泄漏。[claim-5]",
    "Possibly, slow queries hold connections [h-1].",
    (
        "The runbook says to compare pool size with traffic when the HikariCP pool is exhausted. "
        "[claim-6]"
    ),
    "运行手册记载：Compare pool size with traffic when the HikariCP pool is exhausted. [claim-6]",
    # unmarked sentences that code can attribute
    "order-service HikariPool-1 is exhausted: active=50/50, waiting=12.",
    "HighMemoryUsage is at 91% on order-service. It has 12 waiting requests in HikariPool-1.",
    # yes and no
    "Yes. order-service HikariPool-1 is exhausted: active=50/50. [claim-2]",
    "Yes, order-service HikariPool-1 is exhausted [claim-2].",
    "是的。order-service 的 HikariPool-1 已耗尽。[claim-2]",
    # frames and actions
    "The root cause is not confirmed.",
    "现有证据不足以确认根因。",
    "Collect thread dumps of order-service to see who holds connections. [a-1]",
    "Here is what was found.\n\nThanks for asking.",
]


@pytest.mark.parametrize("text", ALLOWED)
def test_what_the_items_carry_passes(text: str) -> None:
    assert rules_of(text) == set()


@pytest.mark.parametrize("template", ["hypothesis.demoted", "hypothesis.scope"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_demoted_claim_passes_with_its_mark(template: str, language: Any) -> None:
    text = TEMPLATES[template][language].format(text="order-service leaks connections.")
    material = composer_input(
        allowed_hypotheses=[{"hypothesis_id": "claim-9", "hypothesis_text": text}]
    )
    assert rules_of(f"{text} [claim-9]", material) == set()


@pytest.mark.parametrize("name", [name for name in TEMPLATES if name.startswith("missing")])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_gap_that_code_wrote_passes_with_its_mark(name: str, language: Any) -> None:
    values = {
        "claim_type": "A root-cause claim",
        "sources": "query_logs (app.log)",
        "tool": "query_logs",
        "names": "order-service",
        "held": "app.log from 2026-07-07T09:00:00Z to 2026-07-07T10:00:00Z",
        "option": "--logs",
        "setting": "SUPERBIZ_LOGS",
        "reason": REASONS["timeout"][language],
        "count": 3,
        "of": TEMPLATES["counted.records"][language],
        "first": "2026-07-07T09:00:00Z",
        "last": "2026-07-07T10:00:00Z",
        "changes": "",
    }
    text = TEMPLATES[name][language].format(source="query_logs (app.log)", **values)
    assert_passes_as_gap(text)


@pytest.mark.parametrize("meaning", [*REASONS.values(), *STATUSES.values()], ids=lambda x: x["en"])
@pytest.mark.parametrize("name", ["failed_why", "partial_why", "unanswered_why"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_reason_of_a_source_passes_with_its_mark(
    name: str, meaning: Bilingual, language: Any
) -> None:
    with_status = WITH_STATUS[language].format(status=503, meaning=meaning[language])
    tries = TRIES[language].format(tries=3, source="prod-logs")
    for reason in (meaning[language], with_status + tries):
        template = TEMPLATES[f"missing.{name}"][language]
        assert_passes_as_gap(template.format(source="query_logs (prod-logs)", reason=reason))


def assert_passes_as_gap(text: str) -> None:
    """An answer may repeat ``text`` with its mark, whatever the verdict."""
    for verdict in ("PASS", "LOW_CONFID"):
        assert rules_of(f"{text} [m-1]", composer_input(verdict, missing_info=[text])) == set()
    rejected = composer_input("REJECT", missing_info=[text])
    assert rules_of(f"{OPENING}\n\n{text} [m-1]", rejected) == set()


# --- what may not --------------------------------------------------------------------------------

VIOLATIONS = [
    # new facts, and facts of another entity
    ("answer.new_fact", "HighMemoryUsage is firing for order-service at 92%. [claim-1]"),
    ("answer.new_fact", "order-service is at 91% for 12m. [claim-1]"),
    ("answer.new_fact", "HighMemoryUsage fires for payment-service at 91% [claim-1]"),
    ("answer.new_fact", "order-service-canary is at 91% [claim-1]"),
    ("answer.new_fact", "waiting=50 on order-service [claim-2]"),
    ("answer.new_fact", "order-service is at 91% [claim-2]"),
    ("answer.new_fact", "HighMemoryUsage on order-service doubled to 91% [claim-1]"),
    ("answer.new_fact", "All services are exhausted [claim-2]"),
    ("answer.new_fact", "payment-db was rolled back at 10:00."),
    ("answer.new_fact", "## order-service v2.14.3 at 10:00"),
    # form
    ("answer.schema", "{"),
    # marks
    ("answer.mark", "order-service waiting=12 [claim-9]"),
    ("answer.mark", "order-service waiting=12 [m-7]"),
    ("answer.mark", "order-service is at 91% [claim-1, claim-2]"),
    ("answer.mark", "order-service is at 91% [1] [claim-1]"),
    ("answer.mark", "order-service is at 91% 【claim-1】"),
    ("answer.mark", "see claim-1"),
    ("answer.mark", "Yes."),
    ("answer.mark", "No.\n\norder-service HikariPool-1 is exhausted. [claim-2]"),
    ("answer.mark", "a [claim-1][claim-2][claim-3][claim-4]"),
    # polarity
    ("answer.polarity", "order-service HikariPool-1 has free connections. [claim-2]"),
    ("answer.polarity", "order-service HikariPool-1 is not exhausted. [claim-2]"),
    ("answer.polarity", 'A record in app.log matched "OOM". [claim-4]'),
    ("answer.polarity", "app.log 中出现 OOM。[claim-4]"),
    ("answer.polarity", "order-service has recovered. [claim-2]"),
    ("answer.polarity", "order-service 已恢复。[claim-2]"),
    # absences
    ("answer.absence", "OOM is ruled out for order-service. [claim-4]"),
    ("answer.absence", "已排除 OOM。[claim-4]"),
    ("answer.absence", "app.log 中不存在 OOM 记录。[claim-4]"),
    ("answer.absence", "app.log never held OOM. [claim-4]"),
    ("answer.absence", "No OOM was found. [claim-4]"),
    # possibility and certainty
    ("answer.possibility", "A connection leak in order-service keeps connections. [claim-5]"),
    ("answer.possibility", "A slow query holds connections. [h-1]"),
    ("answer.possibility", "慢查询占用连接。[h-1]"),
    ("answer.certainty", "The sole cause is likely a connection leak in order-service [claim-5]."),
    # causes
    ("answer.cause", "The root cause is a network partition. [claim-3]"),
    ("answer.cause", "根因是网络分区。[claim-3]"),
    ("answer.cause", "The root cause is the HighMemoryUsage of order-service [claim-1]."),
    ("answer.cause", "order-service failed because HikariPool-1 is exhausted [claim-2]"),
    ("answer.cause", "The connection leak in order-service led to timeouts, likely. [claim-2]"),
    ("answer.cause", "Database deadlock is the root cause."),
    ("answer.cause", "## Root cause: database deadlock"),
    ("answer.cause", "数据库死锁导致 order-service 连接池耗尽。[claim-3]"),
    ("answer.cause", "The exhaustion was caused by requests that timed out. [claim-3]"),
    ("answer.cause", "Likely a slow query; the root cause is a slow query. [h-1]"),
    ("answer.new_fact", "order-service is slow: memory leak. [claim-1]"),
    ("answer.new_fact", "order-service 数据库宕机。[claim-2]"),
    ("answer.polarity", "order-service memory is exhausted [claim-2]"),
    ("answer.polarity", "系统正常。"),
    ("answer.mark", "[claim-1]"),
    # documents, actions, markup
    ("answer.action", "I recommend a restart of order-service. [claim-2]"),
    ("answer.action", "A rollback is advised."),
    ("answer.action", "应立即扩容连接池。[claim-2]"),
    ("answer.documented", "Compare pool size with traffic when the pool is exhausted. [claim-6]"),
    ("answer.action", "Restart order-service."),
    ("answer.action", "You should restart order-service. [claim-2]"),
    ("answer.action", "Check the disk next."),
    ("answer.action", "重启 order-service。"),
    ("answer.markup", "<b>order-service</b> is at 91% [claim-1]"),
    ("answer.markup", "[order-service](http://x.example) is at 91% [claim-1]"),
    ("answer.markup", "![x](data:x) order-service is at 91% [claim-1]"),
    ("answer.markup", "ord\u200ber-service is at 91% [claim-1]"),
    ("answer.markup", "\u043erder-service is at 91% [claim-1]"),
    ("answer.markup", "\uff4frder-service is at 91% [claim-1]"),
    ("answer.markup", "\u202eorder-service is at 91% [claim-1]"),
    ("answer.markup", "```\norder-service is at 91% [claim-1]\n```"),
    ("answer.markup", "order-service\x1b[31m is at 91% [claim-1]"),
]  # fmt: skip


@pytest.mark.parametrize(("rule_id", "text"), VIOLATIONS)
def test_what_the_items_do_not_carry_is_a_finding(rule_id: str, text: str) -> None:
    assert rule_id in rules_of(text)


@pytest.mark.parametrize("field", ["answer_summary", "user_facing_answer"])
def test_both_texts_are_checked(field: str) -> None:
    good = f"{CLAIMS['claim-1'][0]} [claim-1]"
    output = reply(good) | {field: "order-service is at 92% [claim-1]"}
    assert {finding.field for finding in check_answer(composer_input(), output)} == {field}


def test_the_question_lends_names_and_window_but_no_values() -> None:
    material = composer_input(original_query="Did payment-db reach 99% since 2026-07-07T10:00:00Z?")
    assert (
        rules_of("The question is about payment-db since 2026-07-07T10:00:00Z [q].", material)
        == set()
    )
    assert "answer.new_fact" in rules_of("payment-db is at 99% [q].", material)
    assert "answer.polarity" in rules_of("payment-db is down [q].", material)


@pytest.mark.parametrize(
    "text",
    [
        "HighMemoryUsage is firing for order-service and payment-db. [claim-1][q]",
        "HighMemoryUsage is firing since 2026-07-07T09:00:00Z. [claim-1][q]",
        "payment-db misbehaved at 2026-07-07T09:00:00Z. [q]",
        "Yes, payment-db since 2026-07-07T09:00:00Z. [q]",
    ],
)
def test_what_was_asked_is_no_evidence_of_it(text: str) -> None:
    material = composer_input(
        original_query="Is HighMemoryUsage of payment-db firing since 2026-07-07T09:00:00Z?"
    )
    assert "answer.new_fact" in rules_of(text, material)


@pytest.mark.parametrize(
    "text",
    [
        "query_metrics (prometheus) answered. [m-1]",
        "prometheus [m-1]",
        "The evidence of prometheus is there. [m-1]",
        "证据完整。[m-1]",
        "无缺口。[m-1]",
        "prometheus 无缺失。[m-1]",
    ],
)
def test_a_gap_is_said_as_something_that_is_missing(text: str) -> None:
    said = f"{CLAIMS['claim-1'][0]} [claim-1] {text}"
    broken = rules_of(said, composer_input("LOW_CONFID"))
    assert {"answer.verdict", "answer.possibility"} <= broken


@pytest.mark.parametrize(
    "text",
    [
        "The root cause is HighMemoryUsage of order-service. [claim-1][claim-3]",
        "order-service requests timed out because HighMemoryUsage is firing. [claim-1][claim-3]",
        "HighMemoryUsage led to exhaustion of the order-service pool. [claim-1][claim-3]",
        "The root cause is order-service. [claim-3]",
        "order-service 请求超时的根因是 HighMemoryUsage。[claim-1][claim-3]",
    ],
)
def test_a_cause_borrows_no_name_from_what_else_is_cited(text: str) -> None:
    assert "answer.cause" in rules_of(text)


def test_the_question_is_told_as_a_question() -> None:
    material = composer_input(original_query="Did Bob truncate the table orders of order-service?")
    told = "Bob truncated the table orders of order-service. [q]"
    assert "answer.new_fact" in rules_of(told, material)
    asked = "The question asks whether Bob truncated the table orders of order-service. [q]"
    assert rules_of(asked, material) == set()


@pytest.mark.parametrize(
    "text",
    [
        "The “root cause” is HighMemoryUsage. [claim-1]",
        "“Caused by” order-service, it fires. [claim-1]",
    ],
)
def test_a_word_of_cause_in_quotes_is_a_word_of_cause(text: str) -> None:
    assert "answer.cause" in rules_of(text)


def test_what_is_not_known_is_not_said_as_known() -> None:
    material = composer_input(missing_info=["Whether v2 is deployed is unknown."])
    for text in ("v2 is deployed.", "v2 is still deployed.", "v2 is deployed in part."):
        assert "answer.possibility" in rules_of(f"{text} [m-1]", material)
    assert rules_of("Whether v2 is deployed is still unknown. [m-1]", material) == set()


@pytest.mark.parametrize(
    "text",
    [
        "OOM did not happen",
        "OOM has never occurred",
        "OOM is disproved: no record",
        "OOM 没有发生",
        "OOM 已证伪，没有匹配的记录",
    ],
)
def test_nothing_found_is_not_said_as_disproved(text: str) -> None:
    scope = "(app.log, 2026-07-07T10:00:00Z to 2026-07-07T10:15:00Z)"
    assert "answer.absence" in rules_of(f"{text} {scope}. [claim-4]")


def test_words_are_not_struck_through() -> None:
    assert "answer.markup" in rules_of("order-service ~~is~~ at 91% [claim-1]")


def test_names_of_the_evidence_are_facts() -> None:
    findings = check_answer(composer_input(), reply("checkout is to blame [claim-1]"))
    named = check_answer(
        composer_input(), reply("checkout was rolled back [claim-1]"), names=["checkout"]
    )
    assert findings
    assert [finding.rule_id for finding in named if finding.field == "user_facing_answer"] == [
        "answer.new_fact"
    ]


# --- verdicts ------------------------------------------------------------------------------------


def test_low_confidence_names_a_gap() -> None:
    told = f"{CLAIMS['claim-1'][0]} [claim-1]"
    material = composer_input("LOW_CONFID")
    assert rules_of(told, material) == {"answer.verdict"}
    assert rules_of(f"{told}\n\n{GAP} [m-1]", material, summary=told) == set()
    assert rules_of(f"{told}\n\n{GAP}", material, summary=told) == set()


def test_low_confidence_keeps_claims_and_hypotheses_apart() -> None:
    both = "HighMemoryUsage is firing and a slow query may hold connections [claim-1][h-1]."
    mixed = f"{both} {GAP} [m-1]"
    assert rules_of(mixed, composer_input("LOW_CONFID")) == {"answer.verdict"}
    assert rules_of(mixed, composer_input("PASS")) == set()


@pytest.mark.parametrize(
    ("query", "opening", "other"),
    [
        ("Why is it slow?", OPENING, CHINESE_OPENING),
        ("为什么慢？", CHINESE_OPENING, OPENING),
    ],
)
def test_reject_opens_with_the_fixed_sentence_of_its_language(
    query: str, opening: str, other: str
) -> None:
    material = composer_input("REJECT", original_query=query)
    told = f"\n\n{CLAIMS['claim-1'][0]} [claim-1]"
    assert rules_of(opening + told, material) == set()
    assert "answer.verdict" in rules_of(other + told, material)
    assert "answer.verdict" in rules_of(told, material)
    assert "answer.verdict" in rules_of(opening + told, material, summary="Nothing else.")


@pytest.mark.parametrize(
    "text",
    ["The root cause is likely a leak.", "根因可能是泄漏。",
     "A slow query may hold connections. [h-1]",
     "A leak in order-service likely caused it. [claim-5]"],
)  # fmt: skip
def test_reject_names_no_cause(text: str) -> None:
    hypotheses = [{"hypothesis_id": "h-1", "hypothesis_text": HYPOTHESIS}]
    material = composer_input("REJECT", allowed_hypotheses=hypotheses)
    assert rules_of(f"{OPENING}\n\n{text}", material)


def test_a_root_cause_is_stated_under_pass_alone() -> None:
    text, kind, status = CLAIMS["claim-3"]
    material = composer_input("LOW_CONFID", allowed_claims=[claim("claim-3", text, kind, status)])
    assert "answer.cause" in rules_of(f"{text} [claim-3]\n\n{GAP} [m-1]", material)
    assert rules_of(f"Likely: {text} [claim-3]\n\n{GAP} [m-1]", material) == set()


def test_an_inferred_root_cause_keeps_its_hedge() -> None:
    text = "The connection pool of order-service was exhausted, which led to timeouts."
    material = composer_input(allowed_claims=[claim("claim-3", text, "root_cause", "inferred")])
    assert rules_of(f"{text} [claim-3]", material) >= {"answer.possibility", "answer.cause"}
    assert rules_of(f"Inferred: {text} [claim-3]", material) == set()


# --- words of the evidence -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        'ERROR relation "orders" does not exist',
        "Caused by: java.net.ConnectException: Connection refused",
        "All attempts failed; giving up",
        "Failed password for root from 10.0.0.1 port 22 ssh2",
        "init completed in 3 s: <init> ok, see <https://x.example/a>",
        "The master may have crashed because the disk was full",
        "never retry [1]",
    ],
)
@pytest.mark.parametrize("verdict", ["PASS", "LOW_CONFID"])
def test_a_repeated_record_always_passes(line: str, verdict: str) -> None:
    text = f"order-service logged: {line}"
    material = composer_input(
        verdict, allowed_claims=[claim("claim-1", text, "observation", "confirmed")]
    )
    assert rules_of(f"{text} [claim-1]\n\n{GAP} [m-1]", material) == set()


def test_marks_inside_a_quotation_are_no_marks() -> None:
    text = 'order-service logged "see [claim-2] and [q]" at 10:00:00Z'
    material = composer_input(allowed_claims=[claim("claim-1", text, "observation", "confirmed")])
    assert rules_of(f"{text} [claim-1]", material) == set()
    assert rules_of(text, material) == set()


# --- actions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        ([(f"{ACTION[0]} [a-1]", f"{ACTION[1]} [a-1]")], set()),
        ([(f"{ACTION[0]} [a-1]", "")], set()),
        ([(ACTION[0], f"{ACTION[1]} [a-1]")], set()),
        ([ACTION], {"answer.action"}),
        ([("Collect thread dumps of payment-service [a-1]", "")], {"answer.new_fact"}),
        ([("Restart order-service [a-1]", "")], {"answer.action"}),
        ([(f"{ACTION[0]} [a-2]", "")], {"answer.action"}),
        ([(f"{ACTION[0]} [claim-1]", "")], {"answer.action"}),
        ([(f"{ACTION[0]} [a-1]", ""), (f"{ACTION[0]} [a-1]", "")], {"answer.action"}),
        ([(f"{ACTION[0]} [a-1]", "since 91% is too much [a-1]")], {"answer.new_fact"}),
        ([(f"{ACTION[0]} <b> [a-1]", "")], {"answer.markup"}),
    ],
)
def test_actions_are_those_that_were_given(
    actions: list[tuple[str, str]], expected: set[str]
) -> None:
    assert rules_of("Next steps are listed below.", actions=actions) >= expected
    assert bool(rules_of("Next steps are listed below.", actions=actions)) == bool(expected)


# --- form ----------------------------------------------------------------------------------------

VALID = json.dumps(reply(f"{CLAIMS['claim-1'][0]} [claim-1]"))


@pytest.mark.parametrize(
    "output",
    [
        "", "null", "[]", "{}", "not JSON", f"```json\n{VALID}\n```", f"Here: {VALID}",
        f"{VALID} {VALID}",
        VALID[:-1], VALID.replace("{", '{"verdict": "PASS", ', 1),
        VALID.replace('"answer_summary"', '"answer_summary": "x", "answer_summary"', 1),
        None, 1, [], {}, {"answer_summary": 1}, b"{}", {"user_facing_answer": object()}, {1: 2},
        reply(""), reply("\ud800"), reply("a" * 20_000), reply("a. " * 3_000),
        reply("a", actions=[("", "")]),
    ],
)  # fmt: skip
def test_anything_but_one_json_object_of_three_fields_is_a_finding(output: object) -> None:
    assert check_answer(composer_input(), output)


def test_raw_text_an_object_and_models_are_read_alike() -> None:
    assert check_answer(composer_input(), VALID) == []
    assert check_answer(ComposerInput(**composer_input()), json.loads(VALID)) == []


@pytest.mark.parametrize("given_input", [{}, {"verdict": "PASS"}, None, 1, "x"])
def test_an_unreadable_input_is_a_finding(given_input: Any) -> None:
    assert [finding.rule_id for finding in check_answer(given_input, VALID)] == ["answer.schema"]


def test_messages_hold_no_text_of_the_answer() -> None:
    marker = "zebra-marker-7"
    for _, text in VIOLATIONS:
        for finding in check_answer(composer_input(), reply(f"{marker} {text}")):
            assert marker not in finding.message


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=12), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.text(max_size=300) | json_values)
def test_no_output_makes_the_checks_raise(output: object) -> None:
    assert check_answer(composer_input(), output)


@given(st.text(min_size=1, max_size=200))
def test_no_answer_text_makes_the_checks_raise(text: str) -> None:
    rules = rules_of(text)
    assert "answer.internal" not in rules


@given(st.text(min_size=1, max_size=120).filter(lambda text: bool(text.strip())))
def test_a_plain_claim_is_repeated_without_new_fact_or_polarity(text: str) -> None:
    material = composer_input(
        allowed_claims=[claim("claim-1", text, "observation", "confirmed")],
        recommended_actions=[],
    )
    words = " ".join(text.split())
    assert not rules_of(f"{words} [claim-1]", material) & {"answer.internal", "answer.polarity"}
