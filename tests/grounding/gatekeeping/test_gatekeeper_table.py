"""Contract section 4: every cell of the gatekeeper's table, by its name."""

from typing import Any

import pytest

from superbiz_agent.grounding.gatekeeping import gatekeeper
from superbiz_agent.grounding.gatekeeping.gatekeeper import check_executor_output
from tests.grounding.evidence_rows import (
    ALERT,
    FAILED,
    FOREIGN,
    KNOWLEDGE,
    LOG,
    LOGS,
    METRICS,
    OLD,
    OTHER_ALERT,
    ROWS,
    SESSION,
    binding,
    checked,
    claim,
    findings,
    kept_claims,
    log_binding,
    output,
    row,
)

LOW, REJECT = "low_confid", "reject"
SCHEMA, PRESENT = "schema.executor_v2", "evidence.binding_present"
REFERENCE, PATH, EXCERPT = "evidence.invocation_ref", "evidence.raw_path", "evidence.excerpt"

SOUND = claim(binding())
SECOND = claim(log_binding(), number=2, text="order-service has active=50/50.")


def test_a_sound_output_passes_with_the_stored_text() -> None:
    outcome = checked(SOUND, SECOND)
    result = outcome.gatekeeper_result
    assert (result.status, result.severity, result.failed_rules) == ("pass", "none", [])
    assert outcome.verdict_ceiling == "PASS"
    assert [each.matched_text for each in outcome.verified_evidence] == [ALERT, LOG]
    assert [each.outcome for each in result.checked_bindings] == ["passed", "passed"]
    assert outcome.capped_claims == []


# --- schema.executor_v2: the output as a whole ---------------------------------------------------

UNREADABLE_OUTPUTS: dict[str, Any] = {
    "absent": None,
    "empty text": "",
    "blank text": "  \n",
    "not JSON": "The memory of order-service is at 91%.",
    "a JSON list": "[]",
    "a JSON string": '"PASS"',
    "a list": [SOUND],
    "a number": 7,
    "bytes": b"{}",
    "cut off": '{"answer_version": "executor_evidence_v2", "claims": [',
    "duplicate keys": '{"claims": [], "claims": []}',
}


@pytest.mark.parametrize("raw", UNREADABLE_OUTPUTS.values(), ids=UNREADABLE_OUTPUTS.keys())
def test_an_output_that_is_no_object_is_a_schema_finding(raw: Any) -> None:
    outcome = check_executor_output(raw, ROWS, session_id=SESSION)
    assert findings(outcome) == [(SCHEMA, LOW)]
    assert outcome.verdict_ceiling == "LOW_CONFID"
    assert outcome.verified_evidence == []


BROKEN_WHOLES: dict[str, tuple[dict[str, Any], str]] = {
    "wrong answer_version": ({"answer_version": "executor_evidence_v1"}, "answer_version"),
    "answer_version absent": ({"answer_version": ...}, "answer_version"),
    "hypotheses absent": ({"hypotheses": ...}, "hypotheses"),
    "hypotheses no list": ({"hypotheses": {}}, "hypotheses"),
    "recommended_actions absent": ({"recommended_actions": ...}, "recommended_actions"),
    "missing_info a string": ({"missing_info": "nothing"}, "missing_info"),
    "missing_info null": ({"missing_info": None}, "missing_info"),
    "diagnosis_summary present": ({"diagnosis_summary": "all is well"}, "diagnosis_summary"),
    "user_facing_answer present": ({"user_facing_answer": None}, "user_facing_answer"),
    "a gap that is no text": ({"missing_info": [7]}, "missing_info[0]"),
    "an action without a reason": (
        {"recommended_actions": [{"action_text": "look"}]},
        "recommended_actions[0]",
    ),
    "a hypothesis with a wrong id": (
        {"hypotheses": [{"hypothesis_id": "1", "hypothesis_text": "x"}]},
        "hypotheses[0]",
    ),
    "a hypothesis that is too long": (
        {"hypotheses": [{"hypothesis_id": "h-1", "hypothesis_text": "x" * 1001}]},
        "hypotheses[0]",
    ),
}


@pytest.mark.parametrize(("change", "target"), BROKEN_WHOLES.values(), ids=BROKEN_WHOLES.keys())
def test_a_broken_output_costs_confidence_and_sound_claims_are_still_checked(
    change: dict[str, Any], target: str
) -> None:
    raw = {key: value for key, value in (output(SOUND) | change).items() if value is not ...}
    outcome = check_executor_output(raw, ROWS, session_id=SESSION)
    assert findings(outcome) == [(SCHEMA, LOW)]
    assert outcome.gatekeeper_result.errors[0].target == target
    assert kept_claims(outcome) == ["claim-1"]


@pytest.mark.parametrize("claims", [..., None, {}, "claim-1"])
def test_claims_that_are_no_list_are_a_schema_finding(claims: Any) -> None:
    raw = {key: value for key, value in (output() | {"claims": claims}).items() if value is not ...}
    outcome = check_executor_output(raw, ROWS, session_id=SESSION)
    assert findings(outcome) == [(SCHEMA, LOW)]


def test_a_flood_of_items_is_one_finding_and_the_rest_is_not_read() -> None:
    outcome = checked(SOUND, missing_info=["no heap dump"] * 100_000)
    assert findings(outcome) == [(SCHEMA, LOW)]
    assert outcome.gatekeeper_result.errors[0].target == "missing_info"


def test_two_hypotheses_with_one_id_are_a_schema_finding() -> None:
    twice = [{"hypothesis_id": "h-1", "hypothesis_text": text} for text in ("a leak", "a lock")]
    outcome = checked(SOUND, hypotheses=twice)
    assert findings(outcome) == [(SCHEMA, LOW), (SCHEMA, LOW)]


# --- schema.executor_v2: one claim ---------------------------------------------------------------

BROKEN_CLAIMS: dict[str, Any] = {
    "no object": "claim-1",
    "null": None,
    "text absent": {key: value for key, value in SOUND.items() if key != "claim_text"},
    "text blank": SOUND | {"claim_text": "   "},
    "text of the wrong type": SOUND | {"claim_text": ["memory"]},
    "text too long": SOUND | {"claim_text": "x" * 1001},
    "text with half a surrogate pair": SOUND | {"claim_text": "memory \ud800"},
    "id absent": {key: value for key, value in SOUND.items() if key != "claim_id"},
    "id a number": SOUND | {"claim_id": 1},
    "id of another form": SOUND | {"claim_id": "claim-01"},
    "id with a line end": SOUND | {"claim_id": "claim-1\n"},
    "id out of range": SOUND | {"claim_id": "claim-100"},
    "id in digits of another script": SOUND | {"claim_id": "claim-١"},
    "type absent": {key: value for key, value in SOUND.items() if key != "claim_type"},
    "type unknown": SOUND | {"claim_type": "fact"},
    "type of the wrong type": SOUND | {"claim_type": ["observation"]},
    "bindings no list": SOUND | {"evidence_bindings": "all of them"},
    "a binding that is no object": claim(binding()) | {"evidence_bindings": [binding(), 1]},
    "too many bindings": claim(*[binding()] * 9),
    "a tool of the wrong type": claim(binding(tool_name=7)),
    "no tool": claim(binding(tool_name=...)),
    "a path of the wrong type": claim(binding(raw_path=0)),
    "an excerpt of the wrong type": claim(binding(excerpt={"text": ALERT})),
    "an excerpt too long": claim(binding(excerpt="好" * 700)),
    "legacy ids no list": claim(binding(source_invocation_ids=1)),
}


@pytest.mark.parametrize("broken", BROKEN_CLAIMS.values(), ids=BROKEN_CLAIMS.keys())
def test_a_broken_claim_is_withheld_and_the_others_stay(broken: Any) -> None:
    outcome = checked(broken, SECOND)
    rules = {rule for rule, _ in findings(outcome)}
    assert SCHEMA in rules
    assert rules <= {SCHEMA, PRESENT}
    assert outcome.gatekeeper_result.severity == LOW
    assert kept_claims(outcome) == ["claim-2"]


@pytest.mark.parametrize(
    "identifier", [True, 1.0, -1, "+1", "-1", "1.0", "1e0", " 1", "1 ", "１", ""]
)
def test_an_invocation_id_of_the_wrong_form_withholds_the_claim(identifier: Any) -> None:
    outcome = checked(claim(binding(identifier)), SECOND)
    assert findings(outcome) == [(SCHEMA, LOW)]
    assert kept_claims(outcome) == ["claim-2"]


def test_claims_with_the_same_id_are_all_withheld() -> None:
    outcome = checked(SOUND, SOUND | {"claim_text": "order-service is at 91%."}, SECOND)
    assert findings(outcome) == [(SCHEMA, LOW), (SCHEMA, LOW)]
    assert kept_claims(outcome) == ["claim-2"]


def test_a_broken_claim_still_has_its_bindings_checked() -> None:
    outcome = checked(claim(binding(99), claim_type="fact"))
    assert findings(outcome) == [(SCHEMA, LOW), (REFERENCE, REJECT)]


def test_more_than_fifty_claims_are_a_schema_finding_and_the_rest_is_withheld() -> None:
    claims = [claim(binding(), number=number) for number in range(1, 53)]
    outcome = checked(*claims)
    assert findings(outcome) == [(SCHEMA, LOW)]
    assert len(kept_claims(outcome)) == 50


@pytest.mark.parametrize(
    "raw",
    [
        output(SOUND, note="x"),
        output(SOUND | {"confidence": 1}),
        output(claim(binding(comment="x"))),
        output(SOUND, recommended_actions=[{"action_text": "a", "reason": "b", "owner": "c"}]),
    ],
    ids=["of the output", "of a claim", "of a binding", "of an action"],
)
def test_extra_keys_are_a_warning(raw: dict[str, Any]) -> None:
    outcome = check_executor_output(raw, ROWS, session_id=SESSION)
    result = outcome.gatekeeper_result
    assert (result.status, result.severity, len(result.warnings)) == ("warn", "none", 1)
    assert outcome.verdict_ceiling == "PASS"


# --- evidence.binding_present and evidence.invocation_ref ----------------------------------------


def test_a_claim_without_bindings_is_low_confidence_and_withheld() -> None:
    outcome = checked(claim(), SECOND)
    assert findings(outcome) == [(PRESENT, LOW)]
    assert kept_claims(outcome) == ["claim-2"]


REFERENCES: dict[str, tuple[dict[str, Any], list[tuple[str, str]]]] = {
    "an id as digits": (binding("1"), []),
    "an id with leading zeros": (binding("001"), []),
    "unknown id": (binding(99), [(REFERENCE, REJECT)]),
    "an id beyond 64 bits": (binding("9" * 5000), [(REFERENCE, REJECT)]),
    "another session's id": (
        binding(6, "$.logs[0]", LOG, "query_logs"),
        [(REFERENCE, REJECT)],
    ),
    "another tool's id": (binding(tool_name="query_logs"), [(REFERENCE, REJECT)]),
    "a tool that does not exist": (binding(tool_name="run_shell"), [(REFERENCE, REJECT)]),
    "legacy id only": (
        binding(..., source_invocation_ids=[1]),
        [(REFERENCE, LOW)],
    ),
    "legacy id only, and unknown": (
        binding(..., source_invocation_ids=[99]),
        [(REFERENCE, LOW), (REFERENCE, REJECT)],
    ),
    "legacy ids only, one of another session": (
        binding(..., source_invocation_ids=[1, 6]),
        [(REFERENCE, LOW), (REFERENCE, REJECT)],
    ),
    "legacy id only, of another tool": (
        binding(..., source_invocation_ids=[2]),
        [(REFERENCE, LOW), (REFERENCE, REJECT)],
    ),
    "legacy id that agrees": (binding(1, source_invocation_ids=["1"]), []),
    "legacy id that disagrees": (
        binding(1, source_invocation_ids=[8]),
        [(REFERENCE, LOW)],
    ),
    "legacy ids that disagree, one unknown": (
        binding(1, source_invocation_ids=[1, 99]),
        [(REFERENCE, LOW), (REFERENCE, REJECT)],
    ),
    "an empty legacy list and an id": (binding(1, source_invocation_ids=[]), []),
}


@pytest.mark.parametrize(("cited", "expected"), REFERENCES.values(), ids=REFERENCES.keys())
def test_invocation_reference(cited: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    second_metrics = row(8, "query_metrics", {"$.alerts[0]": OTHER_ALERT})
    outcome = checked(claim(cited), rows=[*ROWS, second_metrics])
    assert findings(outcome) == expected
    assert kept_claims(outcome) == ([] if expected else ["claim-1"])


def test_rejected_references_leave_no_ceiling() -> None:
    outcome = checked(claim(binding(99)), SECOND)
    assert outcome.verdict_ceiling is None
    assert outcome.gatekeeper_result.severity == REJECT


@pytest.mark.parametrize("session_id", ["", None, 7])
def test_no_session_to_check_against_is_low_confidence(session_id: Any) -> None:
    outcome = checked(SOUND, session_id=session_id)
    assert findings(outcome) == [(REFERENCE, LOW)]
    assert kept_claims(outcome) == []


# --- auto-fill -----------------------------------------------------------------------------------


@pytest.mark.parametrize("absent", [..., None])
def test_a_missing_id_is_filled_from_the_only_invocation_with_a_warning(absent: Any) -> None:
    cited = binding() | {"source_invocation_id": absent}
    cited = {key: value for key, value in cited.items() if value is not ...}
    outcome = checked(claim(cited))
    result = outcome.gatekeeper_result
    assert (result.status, result.severity) == ("warn", "none")
    assert [warning.rule_id for warning in result.warnings] == [REFERENCE]
    assert result.checked_bindings[0].auto_filled
    assert result.checked_bindings[0].source_invocation_id == 1
    assert outcome.verdict_ceiling == "PASS"


NOT_FILLED: dict[str, list[dict[str, Any]]] = {
    "no invocation of the tool": [LOGS],
    "two invocations of the tool": [METRICS, row(8, "query_metrics", {"$.alerts[0]": ALERT})],
    "a failed one counts as well": [
        METRICS,
        row(8, "query_metrics", {}, status="error", evidence_status="error"),
    ],
    "only another session's": [METRICS | {"session_id": "session-2"}],
}


@pytest.mark.parametrize("rows", NOT_FILLED.values(), ids=NOT_FILLED.keys())
def test_a_missing_id_is_never_guessed(rows: list[dict[str, Any]]) -> None:
    outcome = checked(claim(binding(...)), rows=rows)
    assert findings(outcome) == [(REFERENCE, LOW)]
    assert not outcome.gatekeeper_result.checked_bindings[0].auto_filled


def test_a_path_is_never_filled() -> None:
    outcome = checked(claim(binding(..., raw_path=...)))
    assert findings(outcome) == [(PATH, LOW)]
    assert kept_claims(outcome) == []


# --- evidence.raw_path ---------------------------------------------------------------------------

PATHS: dict[str, tuple[dict[str, Any], list[tuple[str, str]]]] = {
    "missing": (binding(raw_path=...), [(PATH, LOW)]),
    "null": (binding() | {"raw_path": None}, [(PATH, LOW)]),
    "blank": (binding(raw_path=" "), [(PATH, LOW)]),
    "an invocation without evidence_refs": (binding(7), [(PATH, LOW)]),
    "not stored": (binding(raw_path="$.alerts[2]"), [(PATH, REJECT)]),
    "no search stored": (binding(raw_path="$.search"), [(PATH, REJECT)]),
    "of a failed result": (
        binding(5, "$.logs[0]", LOG, "query_logs"),
        [(PATH, REJECT)],
    ),
    "deep": (binding(raw_path="$.alerts[0].description"), [(PATH, REJECT)]),
    "an alias": (binding(raw_path="$.retrieval_details.alerts[0]"), [(PATH, REJECT)]),
    "a filter": (binding(raw_path="$.alerts[?(@.x==1)]"), [(PATH, REJECT)]),
    "a wildcard": (binding(raw_path="$.alerts[*]"), [(PATH, REJECT)]),
    "a negative index": (binding(raw_path="$.alerts[-1]"), [(PATH, REJECT)]),
    "a padded index": (binding(raw_path="$.alerts[00]"), [(PATH, REJECT)]),
    "a padded path": (binding(raw_path=" $.alerts[0]"), [(PATH, REJECT)]),
    "a line end": (binding(raw_path="$.alerts[0]\n"), [(PATH, REJECT)]),
    "digits of another script": (binding(raw_path="$.alerts[٠]"), [(PATH, REJECT)]),
    "another tool's list": (binding(raw_path="$.logs[0]"), [(PATH, REJECT)]),
}


@pytest.mark.parametrize(("cited", "expected"), PATHS.values(), ids=PATHS.keys())
def test_raw_path(cited: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    outcome = checked(claim(cited), rows=[METRICS, LOGS, FAILED, OLD])
    assert findings(outcome) == expected
    assert kept_claims(outcome) == []


def test_a_stored_path_of_an_unsupported_form_is_rejected() -> None:
    odd = row(8, "query_metrics", {"$.alerts[0].description": ALERT, "$.logs[0]": LOG})
    for path, excerpt in (("$.alerts[0].description", ALERT), ("$.logs[0]", LOG)):
        outcome = checked(claim(binding(8, path, excerpt)), rows=[odd])
        assert findings(outcome) == [(PATH, REJECT)]


def test_an_operators_tool_has_its_own_list() -> None:
    traces = row(8, "query_traces", {"$.spans[0]": "order-service span took 950ms"})
    cited = binding(8, "$.spans[0]", "order-service span took 950ms", "query_traces")
    outcome = checked(claim(cited, text="order-service span took 950ms."), rows=[traces])
    assert kept_claims(outcome) == ["claim-1"]
    assert findings(outcome) == []


@pytest.mark.parametrize(
    "details", [None, {}, {"evidence_refs": None}, {"evidence_refs": "none"}, "old"]
)
def test_a_damaged_or_older_row_is_low_confidence(details: Any) -> None:
    outcome = checked(SOUND, rows=[METRICS | {"retrieval_details": details}])
    assert findings(outcome) == [(PATH, LOW)]


def test_damaged_references_are_no_evidence() -> None:
    refs = [None, 7, {"raw_path": "$.alerts[0]"}, {"raw_path": "$.alerts[0]", "text": 7}]
    details = {"evidence_refs": refs}
    outcome = checked(SOUND, rows=[METRICS | {"retrieval_details": details}])
    assert findings(outcome) == [(PATH, REJECT)]


# --- one pass, messages, fail closed -------------------------------------------------------------


def test_every_finding_is_made_in_one_pass() -> None:
    outcome = checked(
        claim(binding(99, raw_path=..., excerpt=...)),
        claim(number=2),
        claim(binding(raw_path="$.alerts[7]"), number=3),
        hypotheses=None,
    )
    assert findings(outcome) == [
        (SCHEMA, LOW),
        (REFERENCE, REJECT),
        (PATH, LOW),
        (EXCERPT, LOW),
        (PRESENT, LOW),
        (PATH, REJECT),
    ]
    assert outcome.gatekeeper_result.failed_rules == [SCHEMA, PRESENT, REFERENCE, PATH, EXCERPT]
    assert outcome.gatekeeper_result.errors[1].target == "claims[0].evidence_bindings[0]"


def test_a_claim_keeps_only_its_passing_bindings() -> None:
    outcome = checked(claim(binding(), binding(raw_path="$.alerts[7]"), log_binding()))
    kept = outcome.verified_executor_output.claims[0].evidence_bindings
    assert [(each.source_invocation_id, each.raw_path) for each in kept] == [
        (1, "$.alerts[0]"),
        (2, "$.logs[0]"),
    ]
    assert [each.outcome for each in outcome.gatekeeper_result.checked_bindings] == [
        "passed",
        "path_not_stored",
        "passed",
    ]


@pytest.mark.parametrize(
    ("excerpt", "expected"),
    [
        ("service=order-service, current=91%", "passed"),
        ("SERVICE=order-service,  current=９１%", "passed_folded"),
        ("HighMemoryUsage firing, duration=15m", "excerpt_stitched"),
        ("service=order-service, current=19%", "excerpt_new_fact"),
        ("the memory of the order service is rather high", "excerpt_reworded"),
    ],
)
def test_each_way_an_excerpt_relates_to_its_text_has_an_outcome(
    excerpt: str, expected: str
) -> None:
    result = checked(claim(binding(excerpt=excerpt))).gatekeeper_result
    assert [each.outcome for each in result.checked_bindings] == [expected]


def test_an_excerpt_of_another_invocation_has_an_outcome_and_its_place() -> None:
    elsewhere = log_binding()["evidence_excerpt"]
    result = checked(claim(binding(excerpt=elsewhere))).gatekeeper_result
    assert [each.outcome for each in result.checked_bindings] == ["excerpt_elsewhere"]
    assert "invocation 2" in result.errors[0].message


def test_one_text_bound_twice_is_evidence_once() -> None:
    outcome = checked(claim(binding(), binding("1", excerpt="current=91%, duration=15m")))
    assert len(outcome.verified_evidence) == 1


def test_bindings_of_hypotheses_and_actions_are_never_trusted() -> None:
    hypothesis = {
        "hypothesis_id": "h-1",
        "hypothesis_text": "a leak",
        "evidence_bindings": [binding(99), "nonsense"],
    }
    outcome = checked(SOUND, hypotheses=[hypothesis])
    assert findings(outcome) == []
    assert len(outcome.verified_evidence) == 1


def test_no_audit_repeats_executor_text() -> None:
    marker = "MARKER_7"
    outcome = checked(
        claim(binding(99, f"$.{marker}[0]", marker, marker), text=marker) | {"claim_id": marker},
        claim(binding(raw_path=marker, excerpt=marker, extra=marker), number=2) | {marker: marker},
        **{marker: marker},
    )
    assert marker not in outcome.gatekeeper_result.model_dump_json()


def test_the_audit_names_the_path_that_a_retry_should_mend() -> None:
    outcome = checked(claim(binding(raw_path="$.alerts[7]")))
    assert outcome.gatekeeper_result.checked_bindings[0].raw_path == "$.alerts[7]"


def test_a_fault_of_the_gatekeeper_lets_nothing_through(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(gatekeeper, "read_evidence", broken)
    outcome = checked(SOUND)
    assert findings(outcome) == [("gatekeeper.internal", LOW)]
    assert outcome.verdict_ceiling == "LOW_CONFID"
    assert outcome.verified_evidence == []
    assert outcome.verified_executor_output.claims == []


@pytest.mark.parametrize("rows", [None, 7, "rows", {}, [None, 7, {}, {"id": True}, {"id": "x"}]])
def test_rows_that_cannot_be_read_hold_no_invocation(rows: Any) -> None:
    outcome = check_executor_output(output(SOUND), rows, session_id=SESSION)
    assert findings(outcome) == [(REFERENCE, REJECT)]


def test_of_two_rows_with_one_id_the_first_counts() -> None:
    outcome = checked(SOUND, rows=[METRICS, FOREIGN | {"id": 1}, KNOWLEDGE])
    assert kept_claims(outcome) == ["claim-1"]
