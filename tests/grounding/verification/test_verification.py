"""Contract section 5: a verifier's checks are normalised by code, which never raises one."""

import json
from typing import Any

import pytest

from superbiz_agent.contracts.gatekeeper import GatekeeperOutcome
from superbiz_agent.contracts.verifier import VerifierResult
from superbiz_agent.grounding.verification import normalisation as verification
from superbiz_agent.grounding.verification.normalisation import normalise_checks
from tests.grounding.evidence_rows import (
    ALERT,
    EMPTY_SEARCH,
    LOG,
    NOTHING,
    QUESTION,
    ROWS,
    binding,
    checked,
    claim,
    judgement,
    knowledge_binding,
    log_binding,
    row,
    search_binding,
    search_details,
)

MEMORY = claim(binding())
POOL = claim(log_binding(), number=2, text="HikariPool-1 of order-service has active=50/50.")


def normalised(
    outcome: GatekeeperOutcome, reply: Any, *, question: str = QUESTION, rows: Any = None
) -> VerifierResult:
    """The result of a reply about an outcome."""
    return normalise_checks(
        reply, outcome, original_query=question, invocations=ROWS if rows is None else rows
    )


def levels(result: VerifierResult) -> list[str]:
    """The verification of every check, in order."""
    return [check.verification for check in result.claim_checks]


def test_a_sound_reply_is_taken_as_it_is() -> None:
    outcome = checked(MEMORY, POOL)
    result = normalised(outcome, judgement(outcome))
    assert levels(result) == ["direct_observation", "direct_observation"]
    assert (result.model_verdict, result.computed_verdict) == ("PASS", "PASS")
    assert (result.effective_verdict, result.groundedness_score) == ("PASS", 1.0)
    assert (result.critical_fact_count, result.problem) == (2, None)


@pytest.mark.parametrize("dressed", ["{}", "```json\n{}\n```", "Here it is:\n{}\n"])
def test_a_reply_may_be_raw_text(dressed: str) -> None:
    outcome = checked(MEMORY)
    raw = dressed.replace("{}", json.dumps(judgement(outcome)))
    assert levels(normalised(outcome, raw)) == ["direct_observation"]


# --- one check a verified claim ------------------------------------------------------------------


def test_text_and_type_come_from_the_executor() -> None:
    outcome = checked(MEMORY)
    check = normalised(outcome, judgement(outcome)).claim_checks[0]
    assert (check.claim_text, check.claim_type) == (MEMORY["claim_text"], "observation")


def test_unknown_claims_are_dropped() -> None:
    outcome = checked(MEMORY)
    reply = judgement(outcome)
    reply["claim_checks"] += [reply["claim_checks"][0] | {"claim_id": "claim-9"}, None, 7, {}]
    assert [check.claim_id for check in normalised(outcome, reply).claim_checks] == ["claim-1"]


def test_a_claim_without_a_check_is_unsupported() -> None:
    outcome = checked(MEMORY, POOL)
    reply = judgement(outcome)
    del reply["claim_checks"][1]
    result = normalised(outcome, reply)
    assert levels(result) == ["direct_observation", "unsupported"]
    assert result.effective_verdict == "LOW_CONFID"


@pytest.mark.parametrize("is_reversed", [False, True])
def test_of_two_checks_the_worse_counts(is_reversed: bool) -> None:
    outcome = checked(MEMORY)
    reply = judgement(outcome)
    good = reply["claim_checks"][0]
    both = [good, good | {"verification": "overstated"}]
    reply["claim_checks"] = both[::-1] if is_reversed else both
    assert levels(normalised(outcome, reply)) == ["overstated"]


def test_of_two_checks_the_one_without_evidence_is_the_worse() -> None:
    outcome = checked(MEMORY)
    reply = judgement(outcome)
    reply["claim_checks"] += [reply["claim_checks"][0] | {"evidence_refs": []}]
    assert levels(normalised(outcome, reply)) == ["unsupported"]


@pytest.mark.parametrize("verification", ["PASS", "direct", "", None, 1, ["direct_observation"]])
def test_a_verification_outside_the_six_is_unsupported(verification: Any) -> None:
    outcome = checked(MEMORY)
    result = normalised(outcome, judgement(outcome, claim_1=verification))
    assert levels(result) == ["unsupported"]


# --- references ----------------------------------------------------------------------------------

BAD_REFS: dict[str, Any] = {
    "none": [],
    "no list": None,
    "of another claim": [{"claim_id": "claim-2", "source_invocation_id": 1}],
    "to an unknown invocation": [{"source_invocation_id": 99}],
    "to another path": [{"raw_path": "$.alerts[1]"}],
    "to another tool": [{"tool_name": "query_logs"}],
    "with a float for an id": [{"source_invocation_id": 1.0}],
    "with a boolean for an id": [{"source_invocation_id": True}],
    "without a path": [{"raw_path": None}],
}


@pytest.mark.parametrize("changes", BAD_REFS.values(), ids=BAD_REFS.keys())
@pytest.mark.parametrize("level", ["direct_observation", "reasonable_inference"])
def test_a_good_check_without_a_verified_reference_is_unsupported(changes: Any, level: str) -> None:
    outcome = checked(MEMORY)
    reply = judgement(outcome, claim_1=level)
    check = reply["claim_checks"][0]
    good = check["evidence_refs"][0]
    check["evidence_refs"] = None if changes is None else [good | change for change in changes]
    result = normalised(outcome, reply)
    assert levels(result) == ["unsupported"]
    assert result.claim_checks[0].evidence_refs == []


def test_bad_references_are_dropped_and_good_ones_stay() -> None:
    outcome = checked(MEMORY)
    reply = judgement(outcome)
    refs = reply["claim_checks"][0]["evidence_refs"]
    refs += [refs[0] | {"source_invocation_id": 99}, refs[0] | {"source_invocation_id": "1"}]
    result = normalised(outcome, reply)
    assert levels(result) == ["direct_observation"]
    assert [ref.source_invocation_id for ref in result.claim_checks[0].evidence_refs] == [1]


@pytest.mark.parametrize("level", ["overstated", "unsupported", "external_unknown", "contradicted"])
def test_a_bad_check_needs_no_reference_and_is_never_raised(level: str) -> None:
    outcome = checked(MEMORY)
    reply = judgement(outcome, claim_1=level)
    reply["claim_checks"][0]["evidence_refs"] = []
    assert levels(normalised(outcome, reply)) == [level]


# --- what the stored texts carry -----------------------------------------------------------------

CARRIED: dict[str, tuple[str, str, str]] = {
    "its facts": ("order-service memory is at 91%.", ALERT, "direct_observation"),
    "its facts in Chinese": ("order-service 内存 91%，持续 15 分钟。", ALERT, "direct_observation"),
    "another value": ("order-service memory is at 92%.", ALERT, "external_unknown"),
    "another value in Chinese": ("order-service 内存 99%。", ALERT, "external_unknown"),
    "another service": ("payment-service memory is at 91%.", ALERT, "external_unknown"),
    "another time": (
        "order-service had HighMemoryUsage since 2026-07-07T10:00:01Z.",
        ALERT,
        "external_unknown",
    ),
    "the same instant in another zone": (
        "HighMemoryUsage of order-service fires since 2026-07-07T18:00:00+08:00.",
        ALERT,
        "direct_observation",
    ),
    "no fact and no shared term": ("服务内存告急。", ALERT, "reasonable_inference"),
    "nothing shared in one language": (
        "Something is off.",
        "the pool is full",
        "reasonable_inference",
    ),
    "the opposite": ("HighMemoryUsage is not firing.", ALERT, "external_unknown"),
}


@pytest.mark.parametrize(("text", "stored", "expected"), CARRIED.values(), ids=CARRIED.keys())
def test_what_the_matched_text_carries(text: str, stored: str, expected: str) -> None:
    rows = [row(1, "query_metrics", {"$.alerts[0]": stored})]
    outcome = checked(claim(binding(excerpt=stored), text=text), rows=rows)
    assert levels(normalised(outcome, judgement(outcome), rows=rows)) == [expected]


def test_an_inference_is_lowered_for_a_fact_it_does_not_have() -> None:
    outcome = checked(claim(binding(), text="order-service probably leaks 5 GiB."))
    result = normalised(outcome, judgement(outcome, claim_1="reasonable_inference"))
    assert levels(result) == ["external_unknown"]


def test_the_hedge_and_the_cause_are_not_compared() -> None:
    text = "active=50/50 is the likely root cause of the timeouts of order-service."
    outcome = checked(claim(log_binding(), text=text, claim_type="root_cause"))
    result = normalised(outcome, judgement(outcome, claim_1="reasonable_inference"))
    assert levels(result) == ["reasonable_inference"]


# --- the search line -----------------------------------------------------------------------------


def logs_with_search(**changes: Any) -> dict[str, Any]:
    """Records of a search; ``changes`` to its structured fields."""
    line = "WARN pool is full"
    search = search_details(matched=1, query="OOMKilled exit code 137", **changes)
    asked = 'search for "OOMKilled exit code 137", service=order-service in app.log: matched=1'
    return row(2, "query_logs", {"$.logs[0]": line, "$.search": asked}, details=[search])


SEARCH_CONTEXT: dict[str, tuple[str, dict[str, Any], str]] = {
    "the service that was searched": (
        "The pool of order-service is full.",
        {},
        "direct_observation",
    ),
    "the source": ("In app.log the pool is full.", {}, "direct_observation"),
    "the window": (
        "The pool is full after 2026-07-07T10:00:00Z.",
        {},
        "direct_observation",
    ),
    "a service that the source does not know": (
        "The pool of order-service is full.",
        {"answered": False},
        "external_unknown",
    ),
    "the words of the query": (
        "The pool is full with exit code 137.",
        {},
        "external_unknown",
    ),
}


@pytest.mark.parametrize(
    ("text", "changes", "expected"), SEARCH_CONTEXT.values(), ids=SEARCH_CONTEXT.keys()
)
def test_source_service_and_window_of_the_search_count_and_its_query_does_not(
    text: str, changes: dict[str, Any], expected: str
) -> None:
    rows = [logs_with_search(**changes)]
    outcome = checked(claim(log_binding("WARN pool is full"), text=text), rows=rows)
    assert levels(normalised(outcome, judgement(outcome), rows=rows)) == [expected]


def test_the_query_is_no_evidence_even_where_the_search_is_cited() -> None:
    logs = logs_with_search()
    line = logs["retrieval_details"]["evidence_refs"][1]["text"]
    stated = claim(
        log_binding("WARN pool is full"),
        search_binding(2, line),
        text="The pool is full with exit code 137.",
    )
    outcome = checked(stated, rows=[logs])
    assert levels(normalised(outcome, judgement(outcome), rows=[logs])) == ["external_unknown"]


def test_a_claim_about_the_search_may_quote_its_query() -> None:
    logs = logs_with_search()
    line = logs["retrieval_details"]["evidence_refs"][1]["text"]
    text = 'The search for "OOMKilled exit code 137" in app.log has matched=1.'
    outcome = checked(claim(search_binding(2, line), text=text), rows=[logs])
    assert levels(normalised(outcome, judgement(outcome), rows=[logs])) == ["direct_observation"]


EMPTY: dict[str, tuple[str, str]] = {
    "an absence": ("No OOMKilled record of order-service was found.", "direct_observation"),
    "an absence in Chinese": ("未发现 order-service 的 OOMKilled 记录。", "direct_observation"),
    "an absence of something else": ("No SIGKILL of order-service was found.", "external_unknown"),
    "a presence": ("OOMKilled of order-service was found.", "external_unknown"),
    "health": ("order-service is healthy.", "external_unknown"),
    "ruled out": ("OOMKilled of order-service is ruled out.", "unsupported"),
    "does not exist": ("order-service 不存在 OOMKilled。", "unsupported"),
}


@pytest.mark.parametrize(("text", "expected"), EMPTY.values(), ids=EMPTY.keys())
def test_nothing_found_is_an_absence_and_nothing_more(text: str, expected: str) -> None:
    stated = claim(search_binding(), text=text, claim_type="negative_observation")
    outcome = checked(stated, rows=[NOTHING])
    assert outcome.verified_evidence[0].matched_text == EMPTY_SEARCH
    assert levels(normalised(outcome, judgement(outcome), rows=[NOTHING])) == [expected]


def test_an_absence_is_not_carried_by_a_search_that_matched_something() -> None:
    logs = logs_with_search()
    line = logs["retrieval_details"]["evidence_refs"][1]["text"]
    stated = claim(search_binding(2, line), text="No record was found in app.log.")
    outcome = checked(stated, rows=[logs])
    assert levels(normalised(outcome, judgement(outcome), rows=[logs])) == ["external_unknown"]


# --- usable or not -------------------------------------------------------------------------------

UNUSABLE: dict[str, Any] = {
    "nothing": None,
    "empty text": "",
    "prose": "All claims are verified. PASS",
    "a list": [],
    "a number": 1,
    "no verdict": {"claim_checks": []},
    "an unknown verdict": {"verdict": "OK", "claim_checks": []},
    "a verdict in lower case": {"verdict": "pass", "claim_checks": []},
    "a verdict with a space": {"verdict": "PASS ", "claim_checks": []},
    "a verdict that is no text": {"verdict": ["PASS"], "claim_checks": []},
    "no checks": {"verdict": "PASS"},
    "checks that are no list": {"verdict": "PASS", "claim_checks": {}},
    "two verdicts": '{"verdict": "REJECT", "verdict": "PASS", "claim_checks": []}',
    "two objects": '{"verdict": "PASS", "claim_checks": []} {"verdict": "REJECT"}',
}


@pytest.mark.parametrize("reply", UNUSABLE.values(), ids=UNUSABLE.keys())
def test_a_reply_that_is_not_usable_verifies_nothing(reply: Any) -> None:
    outcome = checked(MEMORY, POOL)
    result = normalised(outcome, reply)
    assert levels(result) == ["unsupported", "unsupported"]
    assert (result.model_verdict, result.effective_verdict) == (None, "LOW_CONFID")
    assert result.groundedness_score == 0.0
    assert result.problem


@pytest.mark.parametrize("verdict", [None, "pass", "OK"])
def test_an_invalid_verdict_makes_good_checks_unusable(verdict: Any) -> None:
    outcome = checked(MEMORY)
    result = normalised(outcome, judgement(outcome, verdict))
    assert levels(result) == ["unsupported"]


def test_a_gatekeeper_reject_is_not_verified() -> None:
    outcome = checked(MEMORY, claim(binding(99), number=2))
    result = normalised(outcome, judgement(outcome))
    assert outcome.verified_executor_output.claims
    assert result.claim_checks == []
    assert result.facts_checked == []
    assert (result.model_verdict, result.computed_verdict) == (None, None)
    assert (result.effective_verdict, result.groundedness_score) == ("REJECT", 0.0)


def test_without_a_verified_claim_there_is_nothing_to_verify() -> None:
    outcome = checked(claim())
    result = normalised(outcome, None)
    assert result.claim_checks == []
    assert (result.computed_verdict, result.effective_verdict) == ("LOW_CONFID", "LOW_CONFID")
    assert result.problem == verification.NOTHING_TO_VERIFY


def test_a_fault_of_our_own_verifies_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(verification, "claim_evidence", broken)
    outcome = checked(MEMORY)
    result = normalised(outcome, judgement(outcome))
    assert levels(result) == ["unsupported"]
    assert (result.effective_verdict, result.problem) == ("LOW_CONFID", verification.INTERNAL)


def test_the_rationale_is_kept_for_the_audit_alone() -> None:
    outcome = checked(MEMORY)
    assert normalised(outcome, judgement(outcome)).rationale == "RATIONALE-OF-THE-VERIFIER"


def test_a_runbook_may_be_checked_like_any_text() -> None:
    stated = claim(
        knowledge_binding(),
        text="The runbook says to compare maximumPoolSize with the waiting threads.",
        claim_type="knowledge",
    )
    outcome = checked(stated)
    assert levels(normalised(outcome, judgement(outcome))) == ["direct_observation"]
    assert LOG not in outcome.model_dump_json()


@pytest.mark.parametrize("claim_type", ["observation", "inference", "root_cause"])
def test_a_runbook_beside_evidence_carries_nothing_of_the_incident(claim_type: str) -> None:
    stated = claim(
        binding(),
        knowledge_binding(),
        text="order-service compares maximumPoolSize with the waiting threads.",
        claim_type=claim_type,
    )
    outcome = checked(stated)
    assert levels(normalised(outcome, judgement(outcome)))[0] not in (
        "direct_observation",
        "reasonable_inference",
    )
