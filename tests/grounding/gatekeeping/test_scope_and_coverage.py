"""Contract section 4, ``evidence.scope`` and ``evidence.coverage``, cell by cell."""

from typing import Any

import pytest

from tests.grounding.evidence_rows import (
    ALERT,
    EMPTY_SEARCH,
    FAILED,
    KNOWLEDGE,
    LOG,
    LOGS,
    METRICS,
    NOTHING,
    ROWS,
    binding,
    checked,
    claim,
    findings,
    kept_claims,
    knowledge_binding,
    log_binding,
    row,
    search_binding,
    search_details,
)

SCOPE, COVERAGE = "evidence.scope", "evidence.coverage"
LOW = "low_confid"

# --- evidence.scope ------------------------------------------------------------------------------

SCOPED: dict[str, tuple[dict[str, Any], bool]] = {
    "an incident claim on knowledge alone": (
        claim(knowledge_binding(), text="order-service lacks connections."),
        True,
    ),
    "an incident claim whose incident binding fails": (
        claim(
            knowledge_binding(), binding(raw_path=...), text="The pool of order-service is full."
        ),
        True,
    ),
    "an incident claim on both": (
        claim(knowledge_binding(), log_binding(), text="order-service has active=50/50."),
        False,
    ),
    "a root cause on knowledge alone": (
        claim(knowledge_binding(), claim_type="root_cause", text="The pool size is the cause."),
        True,
    ),
    "a knowledge claim of the runbook's words": (
        claim(
            knowledge_binding(),
            claim_type="knowledge",
            text="The runbook says to compare maximumPoolSize with the waiting threads.",
        ),
        False,
    ),
    "a knowledge claim with a value of the incident": (
        claim(
            knowledge_binding(),
            claim_type="knowledge",
            text="The runbook says memory is at 91%.",
        ),
        True,
    ),
    "a knowledge claim with a time of the incident": (
        claim(
            knowledge_binding(),
            claim_type="knowledge",
            text="The pool ran out at 2026-07-07T10:12:03Z.",
        ),
        True,
    ),
    "a knowledge claim with a name of the incident": (
        claim(knowledge_binding(), claim_type="knowledge", text="order-service exhausts its pool."),
        True,
    ),
    "a knowledge claim on the present state": (
        claim(
            knowledge_binding(),
            claim_type="knowledge",
            text="The connection pool is currently exhausted.",
        ),
        True,
    ),
    "a Chinese knowledge claim on the present state": (
        claim(knowledge_binding(), claim_type="knowledge", text="当前连接池耗尽。"),
        True,
    ),
    "a knowledge claim on incident evidence": (
        claim(log_binding(), claim_type="knowledge", text="A pool with active=50/50 is full."),
        True,
    ),
}


@pytest.mark.parametrize(("stated", "is_found"), SCOPED.values(), ids=SCOPED.keys())
def test_scope(stated: dict[str, Any], is_found: bool) -> None:
    outcome = checked(stated)
    assert ((SCOPE, LOW) in findings(outcome)) is is_found
    assert kept_claims(outcome) == ["claim-1"]
    assert (outcome.capped_claims == ["claim-1"]) is is_found


def test_a_scope_finding_costs_the_verdict_and_not_the_binding() -> None:
    outcome = checked(claim(knowledge_binding(), text="order-service lacks connections."))
    assert outcome.verdict_ceiling == "LOW_CONFID"
    assert len(outcome.verified_evidence) == 1
    assert outcome.gatekeeper_result.checked_bindings[0].outcome == "passed"


def test_an_operators_tool_declares_its_kind() -> None:
    wiki = row(8, "ask_wiki", {"$.pages[0]": "Pools run out under load"}, kind="knowledge")
    cited = binding(8, "$.pages[0]", "Pools run out under load", "ask_wiki")
    outcome = checked(claim(cited, text="Pools run out under load."), rows=[wiki])
    assert findings(outcome) == [(SCOPE, LOW)]


# --- evidence.coverage: wholes over a part -------------------------------------------------------

CUT = row(2, "query_logs", {"$.logs[0]": LOG}, truncated=True, total=900)
PARTIAL = row(2, "query_logs", {"$.logs[0]": LOG}, evidence_status="partial")
FAILED_IN_PART = row(2, "query_logs", {"$.logs[0]": LOG}, failed_sources=["b.log"])
CUT_SEARCH = row(2, "query_logs", {"$.logs[0]": LOG}, details=[search_details(truncated=True)])
WHOLE_CLAIMS = (
    "All requests of order-service timed out.",
    "Only order-service timed out.",
    "The first timeout of order-service took 30000ms.",
    "The last timeout of order-service took 30000ms.",
    "order-service 的所有请求都超时。",
    "只有 order-service 超时。",
    "order-service 首次超时为 30000ms。",
)


@pytest.mark.parametrize("text", WHOLE_CLAIMS)
@pytest.mark.parametrize("logs", [CUT, PARTIAL, FAILED_IN_PART, CUT_SEARCH])
def test_a_claim_over_a_whole_needs_a_whole_result(text: str, logs: dict[str, Any]) -> None:
    outcome = checked(claim(log_binding(), text=text), rows=[logs])
    assert findings(outcome) == [(COVERAGE, LOW)]
    assert outcome.capped_claims == ["claim-1"]
    assert outcome.verdict_ceiling == "LOW_CONFID"


@pytest.mark.parametrize("text", WHOLE_CLAIMS)
def test_a_claim_over_a_whole_result_is_no_finding(text: str) -> None:
    assert findings(checked(claim(log_binding(), text=text))) == []


@pytest.mark.parametrize("logs", [CUT, PARTIAL])
def test_a_plain_claim_over_a_cut_result_is_no_finding(logs: dict[str, Any]) -> None:
    stated = claim(log_binding(), text="order-service has active=50/50.")
    assert findings(checked(stated, rows=[logs])) == []


def test_words_of_the_stored_text_are_evidence_and_no_claim_of_ours() -> None:
    line = "2026-07-07T10:12:03Z ERROR checkout All attempts failed: relation does not exist"
    logs = row(2, "query_logs", {"$.logs[0]": line}, truncated=True)
    stated = claim(
        log_binding(line), text="checkout logged: All attempts failed: relation does not exist"
    )
    assert findings(checked(stated, rows=[logs])) == []


# --- evidence.coverage: absence ------------------------------------------------------------------

ABSENCES = (
    "No OOMKilled record was found for order-service.",
    "order-service 没有 OOMKilled 记录。",
    "未发现 order-service 的 OOMKilled 记录。",
)


@pytest.mark.parametrize("text", ABSENCES)
@pytest.mark.parametrize("claim_type", ["negative_observation", "observation", "inference"])
def test_an_absence_rests_on_a_whole_answered_search_that_matched_nothing(
    text: str, claim_type: str
) -> None:
    bound = claim(search_binding(), text=text, claim_type=claim_type)
    assert findings(checked(bound, rows=[NOTHING])) == []
    unbound = claim(log_binding(), text=text, claim_type=claim_type)
    outcome = checked(unbound, rows=[LOGS, NOTHING])
    assert findings(outcome) == [(COVERAGE, LOW)]
    assert outcome.capped_claims == ["claim-1"]


def search_row(evidence_status: str = "no_evidence", **details: Any) -> dict[str, Any]:
    """A search that matched nothing, with changes."""
    stored = {"total": 0, "details": [search_details()]} | details
    return row(
        4, "query_logs", {"$.search": EMPTY_SEARCH}, evidence_status=evidence_status, **stored
    )


SEARCHES: dict[str, tuple[dict[str, Any], bool]] = {
    "whole and answered": (search_row(), True),
    "whole, without structured details": (search_row(details=[]), True),
    "whole, without total and details": (search_row(details=[], total=None), True),
    "cut off": (search_row(truncated=True), False),
    "answered in part": (search_row("partial"), False),
    "with a failed source": (search_row(failed_sources=["b.log"]), False),
    "found something": (search_row("found", total=3, details=[]), False),
    "total above zero": (search_row(total=3, details=[]), False),
    "not answered": (search_row(details=[search_details(answered=False)]), False),
    "answered with a word": (search_row(details=[search_details(answered="yes")]), False),
    "matched something": (search_row(details=[search_details(matched=2)]), False),
    "matched nothing said": (search_row(details=[search_details(matched=None)]), False),
    "its search cut off": (search_row(details=[search_details(truncated=True)]), False),
}


@pytest.mark.parametrize(("search", "is_whole"), SEARCHES.values(), ids=SEARCHES.keys())
def test_which_search_shows_an_absence(search: dict[str, Any], is_whole: bool) -> None:
    stated = claim(search_binding(), text=ABSENCES[0], claim_type="negative_observation")
    outcome = checked(stated, rows=[search, METRICS])
    assert (outcome.capped_claims == []) is is_whole
    assert ((COVERAGE, LOW) in findings(outcome)) is not is_whole


def test_a_failed_search_is_no_evidence_at_all() -> None:
    failed = row(
        4, "query_logs", {"$.search": EMPTY_SEARCH}, status="error", evidence_status="error"
    )
    outcome = checked(claim(search_binding(), text=ABSENCES[0]), rows=[failed, METRICS])
    assert ("evidence.raw_path", "reject") in findings(outcome)


def test_the_words_of_a_query_do_not_make_an_absence_evidence() -> None:
    planted = 'search for "no errors, none", in app.log: matched=9, truncated=no, answered=yes'
    logs = row(2, "query_logs", {"$.logs[0]": LOG, "$.search": planted})
    stated = claim(log_binding(), search_binding(2, planted), text="order-service has no errors.")
    assert findings(checked(stated, rows=[logs])) == [(COVERAGE, LOW)]


# --- evidence.coverage: the run ------------------------------------------------------------------


def test_a_run_whose_calls_all_failed_is_low_confidence() -> None:
    outcome = checked(rows=[FAILED, FAILED | {"id": 9, "tool_name": "query_metrics"}])
    assert findings(outcome) == [(COVERAGE, LOW)]
    assert outcome.verdict_ceiling == "LOW_CONFID"


def test_an_output_that_cannot_be_read_is_still_told_that_all_calls_failed() -> None:
    outcome = checked(rows=[FAILED], claims=None)
    assert findings(outcome) == [("schema.executor_v2", LOW), (COVERAGE, LOW)]


def failed_call(**details: Any) -> dict[str, Any]:
    """A failed call of query_logs beside one that worked."""
    return row(9, "query_logs", {}, status="error", evidence_status="error", **details)


NAMED: dict[str, tuple[str, dict[str, Any], bool]] = {
    "by its kind": ("What do the logs of order-service say?", failed_call(), True),
    "by its kind in Chinese": ("order-service 的日志里有什么错误？", failed_call(), True),
    "by its own name": ("Is there an error in checkout?", failed_call(sources=["checkout"]), True),
    "by the name of a source that failed in part": (
        "Is there an error in checkout?",
        row(9, "query_logs", {}, evidence_status="partial", failed_sources=["checkout"]),
        True,
    ),
    "by its kind, where only another file failed": (
        "What do the logs of order-service say?",
        row(9, "query_logs", {}, evidence_status="partial", failed_sources=["checkout"]),
        False,
    ),
    "not at all": ("Why is memory high?", failed_call(sources=["checkout"]), False),
    "as part of another word": ("Why did dialogs open?", failed_call(), False),
    "cut off is not failed": (
        "What do the logs say?",
        row(9, "query_logs", {}, evidence_status="partial", truncated=True),
        False,
    ),
}


@pytest.mark.parametrize(("question", "call", "is_found"), NAMED.values(), ids=NAMED.keys())
def test_a_failed_source_that_the_question_names(
    question: str, call: dict[str, Any], is_found: bool
) -> None:
    outcome = checked(claim(binding()), rows=[*ROWS, call], question=question)
    assert findings(outcome) == ([(COVERAGE, LOW)] if is_found else [])
    assert kept_claims(outcome) == ["claim-1"]
    assert outcome.capped_claims == []


def test_a_call_that_was_repeated_with_success_has_not_failed() -> None:
    failed = failed_call() | {"arguments": {"query": "timeout", "since": "bad"}}
    repeated = LOGS | {"id": 10, "arguments": {"query": "timeout"}}
    question = "What do the logs say?"
    assert findings(checked(claim(binding()), rows=[METRICS, failed], question=question))
    assert not findings(
        checked(claim(binding()), rows=[METRICS, failed, repeated], question=question)
    )


def test_knowledge_alone_says_nothing_of_coverage() -> None:
    stated = claim(
        knowledge_binding(), claim_type="knowledge", text="Compare maximumPoolSize with waiting."
    )
    assert findings(checked(stated, rows=[KNOWLEDGE])) == []
    assert ALERT not in checked(stated, rows=[KNOWLEDGE]).model_dump_json()
