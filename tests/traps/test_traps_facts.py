"""Traps of facts in text: one test a trap (docs/traps.md, third table)."""

from typing import Any

import pytest

from superbiz_agent.grounding import check_answer, extract_facts
from superbiz_agent.grounding.comparison.engine import fact_gaps
from superbiz_agent.grounding.wording import polarity_conflict
from tests.grounding.evidence_rows import binding, checked, claim, findings

ORDER = "order-service memory is at 91%."
PAYMENT = "payment-service memory is at 97%."


def material(*texts: str, verdict: str = "PASS", status: str = "confirmed") -> dict[str, Any]:
    """A composer input with these claims."""
    return {
        "original_query": "Which service is short of memory?",
        "verdict": verdict,
        "allowed_claims": [
            {"claim_id": f"claim-{n}", "claim_text": text, "claim_type": "observation"}
            | {"status": status}
            for n, text in enumerate(texts, start=1)
        ],
        "allowed_hypotheses": [],
        "missing_info": [],
        "recommended_actions": [],
        "rationale": "",
    }


def broken(sentence: str, *texts: str, **given: Any) -> set[str]:
    """The rules that an answer of one sentence breaks over these claims."""
    words = {"answer_summary": sentence, "user_facing_answer": sentence, "recommended_actions": []}
    return {finding.rule_id for finding in check_answer(material(*texts, **given), words)}


def carried(text: str, *sources: str) -> bool:
    """Whether the sources have every fact of the text."""
    return not fact_gaps(text, sources)


def test_a_number_is_bound_to_the_entity_it_belongs_to() -> None:
    assert broken("order-service memory is at 91%. [claim-1]", ORDER, PAYMENT) == set()
    assert broken("order-service memory is at 97%. [claim-1]", ORDER, PAYMENT)
    assert broken("order-service memory is at 97%. [claim-1][claim-2]", ORDER, PAYMENT)
    assert broken("order-service memory is at 97%.", ORDER, PAYMENT)


@pytest.mark.parametrize("text", ["内存91%过高", "内存为91%，持续15m", "使用率达到91%了"])
def test_a_number_glued_to_chinese_text_is_read(text: str) -> None:
    assert ("percentage", "91") in {(fact.kind, fact.value) for fact in extract_facts(text)}


@pytest.mark.parametrize("text", ["٩١%", "९१%", "1_000 errors"])
def test_digits_of_other_scripts_and_underscores_are_no_ascii_number(text: str) -> None:
    assert not carried("91% and 1000 errors", text)
    assert not carried("1000 errors", text)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("102 errors", "10² errors"),
        ("orders-db-1 is down", "orders-\u200bdb-1 is down"),
        ("the offset is -5 ms", "the offset is 5 ms"),
    ],
)
def test_normal_forms_do_not_make_different_texts_equal(text: str, source: str) -> None:
    assert not carried(text, source)


def test_the_minus_sign_is_a_minus() -> None:
    assert carried("the offset is -5 ms", "the offset is \u22125 ms")


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("orders-db-1 is down", "orders-db-2 is down"),
        ("checkout is down", "checkout-canary is down"),
        ("v2.14.3", "v2.14.8"),
    ],
)
def test_identifiers_compare_exactly(text: str, source: str) -> None:
    assert fact_gaps(text, [source], names=["checkout"])
    assert not fact_gaps(text, [text], names=["checkout"])


def test_no_errors_were_found_is_the_opposite_of_errors_were_found() -> None:
    assert polarity_conflict("errors were found", ["no errors were found"])
    assert polarity_conflict("no errors were found", ["errors were found"])


@pytest.mark.parametrize(
    ("text", "kind"),
    [("for 15m", "duration"), ("5Mb", "quantity"), ("cpu=100m", "quantity"), ("p99", "identifier")],
)
def test_units_are_a_closed_table_of_the_field(text: str, kind: str) -> None:
    kinds = {fact.kind for fact in extract_facts(text)}
    assert "date" not in kinds and "timestamp" not in kinds
    assert kind in kinds or kinds == set()


def test_the_field_decides_what_15m_is() -> None:
    [minutes] = extract_facts("duration=15m")
    [milli] = extract_facts("cpu=15m")
    assert (minutes.kind, milli.kind) == ("duration", "quantity")


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("1.25 %", "12.5 %"),
        ("1,234 errors", "1,243 errors"),
        ("v2.14.3", "v2.14.8"),
        ("checkout-canary", "checkout-db"),
        ("2026-07-07T10:00:00Z", "2026-07-07T10:00:00+08:00"),
    ],
)
def test_what_differs_is_not_equal(left: str, right: str) -> None:
    assert not carried(left, right) and not carried(right, left)


@pytest.mark.parametrize("text", ["memory is at 91%", "memory is at 91 %", "内存为百分之91"])
@pytest.mark.parametrize("source", ["memory usage 91%", "memory_usage_ratio=0.91"])
def test_what_is_the_same_is_equal(text: str, source: str) -> None:
    assert carried(text, source)


@pytest.mark.parametrize(
    "sentence",
    [
        "order-service memory doubled. [claim-1]",
        "order-service memory is up 40%. [claim-1]",
        "order-service memory rose 3x. [claim-1]",
        "All five services are at 91%. [claim-1]",
        "order-service is the only service at 91%. [claim-1]",
        "order-service memory was the first at 91%. [claim-1]",
    ],
)
def test_a_derived_fact_that_code_cannot_recompute_is_a_new_fact(sentence: str) -> None:
    assert broken(sentence, ORDER)


def test_a_derived_fact_that_code_can_recompute_is_none() -> None:
    pool = "order-service has active=50/50 connections."
    assert (
        broken("The connections of order-service are all in use (50/50). [claim-1]", pool) == set()
    )


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("order-service is healthy. [claim-1]", "order-service is not healthy."),
        ("order-service is not failing. [claim-1]", "order-service is failing."),
        ("order-service 正常。[claim-1]", "order-service 未恢复正常。"),
        ("order-service 运行中。[claim-1]", "order-service 尚未完成启动。"),
        ("order-service leaks memory. [claim-1]", "order-service may leak memory."),
        ("order-service 内存泄漏。[claim-1]", "order-service 可能内存泄漏。"),
    ],
)
def test_polarity_and_modality_are_facts(sentence: str, text: str) -> None:
    assert broken(sentence, text)


@pytest.mark.parametrize(
    ("text", "source"),
    [("errors=0", "errors=null"), ("errors=0", 'errors=""'), ("errors=0", "no value of errors")],
)
def test_null_empty_and_zero_are_three_values(text: str, source: str) -> None:
    assert not carried(text, source)


@pytest.mark.parametrize(
    "excerpt",
    [
        "HighMemoryUsage firing, service=оrder-service, current=91%, duration=15m",
        "HighMemoryUsage firing, service=order-\u200bservice, current=91%, duration=15m",
    ],
)
def test_mixed_scripts_and_invisible_characters_are_a_finding(excerpt: str) -> None:
    outcome = checked(claim(binding(excerpt=excerpt)))
    assert [rule for rule, _ in findings(outcome)] == ["evidence.excerpt"]
    assert outcome.verified_evidence == []
