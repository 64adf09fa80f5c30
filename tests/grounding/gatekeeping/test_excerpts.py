"""Contract section 4, ``evidence.excerpt`` and the paragraph "Excerpts:"."""

import pytest

from superbiz_agent.grounding.evidence.stored import Place
from superbiz_agent.grounding.gatekeeping.excerpts import StoredTexts, excerpt_fault
from tests.grounding.evidence_rows import (
    ALERT,
    LOG,
    LOGS,
    METRICS,
    OTHER_ALERT,
    OTHER_LOG,
    SESSION,
    binding,
    checked,
    claim,
    findings,
    log_binding,
    row,
)

CHINESE = "2026-07-07T10:12:03Z ERROR 订单服务 数据库连接池耗尽，等待线程 12 个，请求超时 30000ms"


def fault_of(excerpt: str | None, cited: str, *elsewhere: str) -> str | None:
    """The fault of an excerpt of ``cited`` in a session that stores the other texts as well."""
    texts = {Place(1, f"$.logs[{index}]"): text for index, text in enumerate((cited, *elsewhere))}
    fault = excerpt_fault(excerpt, cited, StoredTexts(texts))
    return fault.fault if fault else None


PASSING: dict[str, tuple[str, str]] = {
    "the whole text": (ALERT, ALERT),
    "the whole of a short text": ("up", "up"),
    "the beginning": ("HighMemoryUsage firing", ALERT),
    "the middle": ("service=order-service, current=91%", ALERT),
    "the end": ("active=50/50, idle=0, waiting=12)", LOG),
    "exactly twelve characters": ("active=50/50", LOG),
    "six Chinese characters": ("数据库连接池", CHINESE),
    "one typed fact and one content word": ("timeout 5s", "WARN timeout 5s reached"),
    "other case of words": ("highmemoryusage FIRING", ALERT),
    "other white space": ("HighMemoryUsage \t firing,\nservice=order-service", ALERT),
    "other width": ("ＨｉｇｈＭｅｍｏｒｙＵｓａｇｅ　ｆｉｒｉｎｇ", ALERT),
    "other quotes": ("msg=“pool is full now”", 'ERROR msg="pool is full now"'),
    "a value after its equals sign": ("order-service, current=91%", ALERT),
}


@pytest.mark.parametrize(("excerpt", "cited"), PASSING.values(), ids=PASSING.keys())
def test_a_contiguous_part_of_the_stored_text_passes(excerpt: str, cited: str) -> None:
    assert fault_of(excerpt, cited) is None


FAILING: dict[str, tuple[str | None, str, str]] = {
    # missing, too short or too generic
    "missing": (None, ALERT, "excerpt_missing"),
    "empty": ("", ALERT, "excerpt_missing"),
    "blank": (" \n", ALERT, "excerpt_missing"),
    "a word": ("firing", ALERT, "excerpt_too_short"),
    "five Chinese characters": ("数据库连接", CHINESE, "excerpt_too_short"),
    "a fact alone": ("91%", ALERT, "excerpt_too_short"),
    "signs alone": ("============", "============ start ============", "excerpt_generic"),
    # stitched or elided
    "elided with dots": ("HighMemoryUsage firing ... duration=15m", ALERT, "excerpt_stitched"),
    "elided without dots": ("HighMemoryUsage firing duration=15m", ALERT, "excerpt_stitched"),
    "in another order": ("duration=15m, current=91%", ALERT, "excerpt_stitched"),
    # words added or reworded
    "a word added": ("HighMemoryUsage is firing badly", ALERT, "excerpt_reworded"),
    "reworded with the same facts": (
        "order-service memory alert has current=91%",
        ALERT,
        "excerpt_reworded",
    ),
    # a fact that the stored text does not have
    "another percentage": ("service=order-service, current=92%", ALERT, "excerpt_new_fact"),
    "another duration": ("current=91%, duration=51m", ALERT, "excerpt_new_fact"),
    "another service": ("firing, service=order-service-canary", ALERT, "excerpt_new_fact"),
    "another instant": ("2026-07-07T11:12:03Z ERROR order-service", LOG, "excerpt_new_fact"),
    "another version": ("release v2.14.8 deployed", "release v2.14.3 deployed", "excerpt_new_fact"),
    "an added count": ("request timed out after 30000ms 7 times", LOG, "excerpt_new_fact"),
    "a superscript": ("waiting for 10² slots", "waiting for 102 slots", "excerpt_new_fact"),
    # no part of a token
    "half a ratio": ("pool active=50/50", "pool active=50/500", "excerpt_new_fact"),
    "half a percentage": ("service=order-service, current=9", ALERT, "excerpt_new_fact"),
    "half an identifier": (
        "service=order-service",
        "service=order-service-canary, current=91%",
        "excerpt_new_fact",
    ),
    "a number without its sign": ("drift of 5 seconds", "drift of -5 seconds", "excerpt_new_fact"),
    "a number without its unit": ("slow answer 30", "slow answer 30 ms", "excerpt_new_fact"),
    "case of a unit": ("memory limit is 15M", "memory limit is 15m", "excerpt_new_fact"),
    "half a word": ("HikariPool-1 - request tim", LOG, "excerpt_reworded"),
    # invisible characters and mixed scripts
    "an invisible character": ("service=order\u200b-service", ALERT, "excerpt_new_fact"),
    "mixed scripts": ("service=\u043erder-service", ALERT, "excerpt_new_fact"),
}


@pytest.mark.parametrize(("excerpt", "cited", "fault"), FAILING.values(), ids=FAILING.keys())
def test_anything_else_fails(excerpt: str | None, cited: str, fault: str) -> None:
    assert fault_of(excerpt, cited) == fault


ELSEWHERE: dict[str, tuple[str, str]] = {
    "whole": (OTHER_LOG, LOG),
    "a contiguous part": ("GC overhead limit exceeded", LOG),
    "stitched out of two records": (
        "request timed out, GC overhead limit exceeded",
        LOG,
    ),
    "a short text in whole": ("up", "down"),
}


@pytest.mark.parametrize(("excerpt", "cited"), ELSEWHERE.values(), ids=ELSEWHERE.keys())
def test_what_stands_only_elsewhere_is_rejected(excerpt: str, cited: str) -> None:
    assert fault_of(excerpt, cited, OTHER_LOG, "up") == "excerpt_elsewhere"


@pytest.mark.parametrize("filler", ["a", "a-", "1", "1-", "=", "连", '"', "..."])
def test_long_texts_of_one_sign_are_no_trouble(filler: str) -> None:
    stored = (filler * 8000)[:8000]
    assert fault_of(stored, stored) is None
    assert fault_of(stored[:1000] + "x", stored) is not None


def test_a_text_beyond_what_can_be_stored_is_no_evidence() -> None:
    huge = row(1, "query_metrics", {"$.alerts[0]": "memory is full " * 100_000})
    outcome = checked(claim(binding(excerpt="memory is full")), rows=[huge])
    assert findings(outcome) == [("evidence.raw_path", "reject")]


def test_what_stands_here_and_elsewhere_passes() -> None:
    assert fault_of("2026-07-07T10:12:03Z ERROR", LOG, LOG.replace("order", "other")) is None


def test_what_is_stitched_of_the_cited_text_alone_is_not_rejected_for_standing_elsewhere() -> None:
    neighbour = "ERROR order-service request timed out after 30000ms"
    assert fault_of("order-service request timed out", LOG, neighbour) == "excerpt_elsewhere"
    assert fault_of("order-service ... request timed out", LOG, neighbour) == "excerpt_stitched"


def test_the_message_names_the_place_where_the_text_really_stands() -> None:
    outcome = checked(claim(binding(1, "$.alerts[0]", LOG)), rows=[METRICS, LOGS])
    error = outcome.gatekeeper_result.errors[0]
    assert (error.rule_id, error.severity) == ("evidence.excerpt", "reject")
    assert "stands in invocation 2 at $.logs[0]" in error.message


def test_a_text_of_another_session_is_not_named() -> None:
    foreign = row(6, "query_logs", {"$.logs[0]": OTHER_LOG}, session_id="session-2")
    own = row(2, "query_logs", {"$.logs[0]": LOG})
    outcome = checked(claim(log_binding(OTHER_LOG)), rows=[foreign, own])
    error = outcome.gatekeeper_result.errors[0]
    assert (error.rule_id, error.severity) == ("evidence.excerpt", "reject")
    assert "invocation 6" not in error.message


SEVERITIES: dict[str, tuple[str, str]] = {
    "missing": ("", "low_confid"),
    "too short": ("firing", "low_confid"),
    "stitched": ("HighMemoryUsage firing ... duration=15m", "low_confid"),
    "words added": ("HighMemoryUsage is firing badly", "low_confid"),
    "a value the text does not have": ("service=order-service, current=92%", "reject"),
    "standing elsewhere": (OTHER_ALERT, "reject"),
}


@pytest.mark.parametrize(("excerpt", "severity"), SEVERITIES.values(), ids=SEVERITIES.keys())
def test_severity(excerpt: str, severity: str) -> None:
    outcome = checked(claim(binding(excerpt=excerpt)), session_id=SESSION)
    assert findings(outcome) == [("evidence.excerpt", severity)]
    assert outcome.verified_evidence == []


def test_verified_evidence_holds_the_stored_text_and_not_the_excerpt() -> None:
    outcome = checked(claim(binding(excerpt="highmemoryusage   FIRING")))
    assert [each.matched_text for each in outcome.verified_evidence] == [ALERT]
