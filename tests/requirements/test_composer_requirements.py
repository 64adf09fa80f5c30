"""The composer requirements, scenario by scenario."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from superbiz_agent.grounding import check_answer
from tests.graph.conftest import MEMORY_CLAIM, Bench, cited, claim
from tests.requirements.chain_scripts import (
    CAUSE_CLAIM,
    COLLECT,
    COMPOSER_FIELDS,
    POOL_CLAIM,
    POOL_LINE,
    QUESTION,
    REJECT_OPENING,
    UNQUOTED,
    asked_of,
    cause,
    checking,
    claims_of,
    collected,
    composing,
    evaluation_of,
    hypotheses_of,
    memory,
    only_once,
    pool,
    stored_lines,
    texts_of,
    wording_everything,
)

MakeBench = Callable[..., Bench]
MARKER = "ZEBRA-4711"
"""A word that may not reach composer or user; planted in what is not verified."""


# --- Requirement: the composer generates the final user-facing answer ----------------------------


def test_composer_words_the_final_answer_after_the_verifier(bench: MakeBench) -> None:
    chain = bench()
    result = chain.ask()
    assert [call.role for call in chain.model.calls] == [
        "planner",
        "executor",
        "executor",
        "verifier",
        "composer",
    ]
    assert result["composer_status"] == "valid"
    assert result["answer"].startswith(f"{MEMORY_CLAIM} [1]")


# Scenario: Composer receives only filtered material


def planted(messages: Any) -> dict[str, Any]:
    """An executor's answer with the marker wherever it says more than was verified."""
    failed = claim(2, f"{MARKER} is exhausted.", cited(messages, POOL_LINE) | {"raw_path": None})
    return {
        **collected(memory, lambda _: failed)[-1](messages),
        "hypotheses": [
            {"hypothesis_id": "h-1", "hypothesis_text": f"{MARKER} may be slow.",
             "evidence_bindings": []}
        ],
        "recommended_actions": [{"action_text": f"Query {MARKER}.", "reason": "It may be slow."}],
        "missing_info": [f"The logs of {MARKER}."],
        "user_facing_answer": f"{MARKER} is the cause.",
        "diagnosis_summary": f"{MARKER} is the cause.",
        "draft": f"{MARKER} is the cause.",
    }  # fmt: skip


@pytest.fixture
def planted_run(bench: MakeBench) -> Callable[[], tuple[Bench, dict[str, Any]]]:
    def run() -> tuple[Bench, dict[str, Any]]:
        executor = [*COLLECT, planted]
        chain = bench(**only_once(executor=executor))
        return chain, chain.ask(QUESTION)

    return run


PlantedRun = Callable[[], tuple[Bench, dict[str, Any]]]


def test_composer_receives_only_filtered_material(planted_run: PlantedRun) -> None:
    chain, _ = planted_run()
    asked = asked_of(chain, "composer")
    assert set(asked) == COMPOSER_FIELDS
    assert asked["original_query"] == QUESTION
    assert claims_of(asked) == {"claim-1": "confirmed"}


def test_composer_input_does_not_contain_raw_tool_output(planted_run: PlantedRun) -> None:
    chain, result = planted_run()
    seen = texts_of(asked_of(chain, "composer"))
    stored = stored_lines(chain, result)
    assert any(UNQUOTED in text for text in stored)
    assert UNQUOTED not in seen
    assert not [text for text in stored if text in seen]


def test_composer_input_does_not_contain_the_unscreened_executor_output(
    planted_run: PlantedRun,
) -> None:
    chain, result = planted_run()
    assert MARKER not in texts_of(asked_of(chain, "composer"))
    assert MARKER not in result["answer"]


def test_composer_input_does_not_contain_the_executors_user_facing_answer(
    planted_run: PlantedRun,
) -> None:
    chain, _ = planted_run()
    seen = asked_of(chain, "composer")
    assert "user_facing_answer" not in texts_of(seen)
    assert "diagnosis_summary" not in texts_of(seen)


# Scenario: Composer outputs strict JSON

SAID = composing(f"{MEMORY_CLAIM} [claim-1]")


def without(field: str) -> dict[str, Any]:
    return {key: value for key, value in SAID.items() if key != field}


NOT_STRICT: dict[str, Any] = {
    "two objects": json.dumps(SAID) + json.dumps(SAID),
    "two objects that differ": json.dumps(SAID) + json.dumps(composing("All is well.")),
    "a list of one": json.dumps([SAID]),
    "a code fence": f"```json\n{json.dumps(SAID)}\n```",
    "text before": f"Here is the answer: {json.dumps(SAID)}",
    "text after": f"{json.dumps(SAID)} I hope this helps.",
    "Markdown": f"# Answer\n\n{MEMORY_CLAIM}",
    "no answer_summary": without("answer_summary"),
    "no recommended_actions": without("recommended_actions"),
    "no user_facing_answer": without("user_facing_answer"),
    "a null answer": {**SAID, "user_facing_answer": None},
    "another key": {**SAID, "verdict": "PASS"},
    "an action without reason": {**SAID, "recommended_actions": [{"action_text": "Look."}]},
}


def material(verdict: str = "PASS", **changes: Any) -> dict[str, Any]:
    """A composer input: one observation, and what ``changes`` replace."""
    return {
        "original_query": QUESTION,
        "verdict": verdict,
        "allowed_claims": [allowed("claim-1", MEMORY_CLAIM)],
        "allowed_hypotheses": [],
        "missing_info": ["query_logs (app.log) failed; its evidence is missing."],
        "recommended_actions": [
            {"action_text": "Collect a heap histogram of order-service.",
             "reason": "To see what holds the memory."}
        ],
        "rationale": "Verdict.",
    } | changes  # fmt: skip


def allowed(
    claim_id: str, text: str, claim_type: str = "observation", status: str = "confirmed"
) -> dict[str, str]:
    return {"claim_id": claim_id, "claim_text": text, "claim_type": claim_type, "status": status}


def test_composer_outputs_exactly_one_json_object() -> None:
    assert check_answer(material(), json.dumps(SAID)) == []


@pytest.mark.parametrize("reply", NOT_STRICT.values(), ids=NOT_STRICT.keys())
def test_composer_output_that_is_not_strict_json_is_refused(reply: Any) -> None:
    raw = reply if isinstance(reply, str) else json.dumps(reply)
    assert {each.rule_id for each in check_answer(material(), raw)} == {"answer.schema"}


# Scenario: Composer does not introduce new facts

KNOWN_REASON = "To see what holds the memory."
NEW_FACTS: dict[str, str] = {
    "service name": "HighMemoryUsage is firing for payment-service, current=91%, duration=15m.",
    "entity": "HighMemoryUsage is firing for order-service on pod order-service-7c9d8, "
    "current=91%, duration=15m.",
    "timestamp": "HighMemoryUsage is firing for order-service since 2026-07-07T09:00:00Z, "
    "current=91%.",
    "error code": "HighMemoryUsage is firing for order-service with ORA-12514, current=91%.",
    "metric value": "HighMemoryUsage is firing for order-service, current=97%, duration=15m.",
    "root cause": "HighMemoryUsage is firing for order-service because of a memory leak.",
}


@pytest.mark.parametrize("field", ["answer_summary", "user_facing_answer"])
@pytest.mark.parametrize("text", NEW_FACTS.values(), ids=NEW_FACTS.keys())
def test_composer_does_not_introduce_new_facts(text: str, field: str) -> None:
    assert check_answer(material(), SAID) == []
    reply = {**SAID, field: f"{text} [claim-1]"}
    assert {each.field for each in check_answer(material(), reply)} == {field}


@pytest.mark.parametrize(
    ("action_text", "reason"),
    [
        ("Collect a heap histogram of payment-service.", KNOWN_REASON),
        ("Collect a heap histogram of order-service at 2026-07-07T09:00:00Z.", KNOWN_REASON),
        ("Collect a heap histogram of order-service.", "To see why it reached 97%."),
        ("Collect a heap histogram of order-service.", "Because ORA-12514 was returned."),
        ("Collect a heap histogram of order-service.", "The root cause is a memory leak."),
        ("Restart order-service.", KNOWN_REASON),
    ],
)
def test_composer_does_not_introduce_new_facts_in_recommendations(
    action_text: str, reason: str
) -> None:
    given = [{"action_text": action_text, "reason": reason}]
    kept = material()["recommended_actions"]
    assert check_answer(material(), {**SAID, "recommended_actions": marked(kept)}) == []
    assert check_answer(material(), {**SAID, "recommended_actions": marked(given)})


def marked(actions: list[dict[str, str]]) -> list[dict[str, str]]:
    return [{key: f"{text} [a-1]" for key, text in each.items()} for each in actions]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("The HikariCP default of maximumPoolSize is 10.", "maximumPoolSize"),
        ("payment-service uses 717MiB of 2048MiB.", "717MiB"),
        ("ledger-service returned E-4711 for 12 requests.", "ledger-service"),
    ],
    ids=["from model knowledge", "from raw tool history", "from the executor's raw text"],
)
def test_composer_adds_no_fact_from_elsewhere(bench: MakeBench, text: str, fact: str) -> None:
    written: dict[str, Any] = {"hypothesis_id": "h-1", "evidence_bindings": [],
               "hypothesis_text": "ledger-service returned E-4711 for 12 requests."}  # fmt: skip
    chain = bench(
        executor=collected(memory, hypotheses=[written]),
        composer=[composing(f"{MEMORY_CLAIM} [claim-1] {text} [claim-1]")],
    )
    result = chain.ask(QUESTION)
    assert (result["verdict"], result["composer_status"]) == ("PASS", "fallback")
    assert "91%" in result["answer"] and fact not in result["answer"]


# --- Requirement: composer input honors the verifier's claim checks ------------------------------


def run_with(bench: MakeBench, *makers: Any, verdict: str = "PASS", **levels: str) -> Any:
    """One attempt with these claims, checked at these levels: (composer input, result)."""
    chain = bench(**only_once(executor=collected(*makers), verifier=[checking(verdict, **levels)]))
    result = chain.ask(QUESTION)
    return asked_of(chain, "composer"), result


# Scenario: Passing claims become allowed claims


def test_passing_claims_become_allowed_claims(bench: MakeBench) -> None:
    given, result = run_with(bench, memory, pool)
    assert claims_of(given) == {"claim-1": "confirmed", "claim-2": "confirmed"}
    assert [each["claim_text"] for each in given["allowed_claims"]] == [MEMORY_CLAIM, POOL_CLAIM]
    assert result["verdict"] == "PASS"


# Scenario: Reasonable inferences remain bounded


def inferred(messages: Any) -> Any:
    text = "The exhausted HikariCP connection pool of order-service likely delays its requests."
    return claim(2, text, cited(messages, POOL_LINE), kind="inference")


def test_reasonable_inferences_are_included_as_inferred(bench: MakeBench) -> None:
    given, _ = run_with(bench, memory, inferred, claim_2="reasonable_inference")
    assert claims_of(given) == {"claim-1": "confirmed", "claim-2": "inferred"}


@pytest.mark.parametrize(
    "text",
    [
        "The sole root cause is that the connection pool of order-service is exhausted.",
        "The confirmed root cause is that the connection pool of order-service is exhausted.",
        "order-service is slow because its connection pool is exhausted.",
        "唯一根因是 order-service 连接池耗尽。",
    ],
)
def test_reasonable_inferences_are_never_the_sole_confirmed_root_cause(text: str) -> None:
    item = allowed(
        "claim-1", "The connection pool of order-service is likely exhausted.", "inference",
        "inferred",
    )  # fmt: skip
    given = material(allowed_claims=[item])
    said = composing(f"{item['claim_text']} [claim-1]")
    assert check_answer(given, said) == []
    assert check_answer(given, composing(f"{text} [claim-1]"))


CAUSE = allowed("claim-1", CAUSE_CLAIM, "root_cause")


@pytest.mark.parametrize(
    ("item", "verdict", "may_say"),
    [
        (CAUSE, "PASS", True),
        (CAUSE, "LOW_CONFID", False),
        (allowed("claim-1", POOL_CLAIM), "PASS", False),
        ({**CAUSE, "claim_type": "inference", "status": "inferred"}, "PASS", False),
    ],
    ids=["root cause, PASS", "root cause, LOW_CONFID", "observation, PASS", "inference, PASS"],
)
def test_a_root_cause_needs_a_root_cause_claim_under_pass(
    item: dict[str, str], verdict: str, may_say: bool
) -> None:
    given = material(verdict, allowed_claims=[item])
    gap = f"{given['missing_info'][0]} [m-1]"
    reply = composing(f"{CAUSE_CLAIM} [claim-1]\n{gap}", answer_summary=f"{CAUSE_CLAIM} [claim-1]")
    assert (check_answer(given, reply) == []) is may_say


# Scenario: Overstated claims are not confirmed findings


def test_overstated_claims_are_not_confirmed_findings(bench: MakeBench) -> None:
    def overstated(messages: Any) -> Any:
        text = "The exhausted HikariCP connection pool of order-service is the sole culprit."
        return claim(2, text, cited(messages, POOL_LINE))

    given, result = run_with(bench, memory, overstated, claim_2="overstated")
    assert claims_of(given) == {"claim-1": "confirmed"}
    assert hypotheses_of(given) == ["claim-2"]
    assert "sole" not in texts_of(given) + result["answer"]
    assert result["verdict"] == "LOW_CONFID"


def test_overstated_claims_without_support_are_missing_information(bench: MakeBench) -> None:
    def overstated(messages: Any) -> Any:
        text = f"{MARKER} of order-service failed 97 times."
        return claim(2, text, cited(messages, POOL_LINE))

    given, result = run_with(bench, memory, overstated, claim_2="overstated")
    assert (claims_of(given), hypotheses_of(given)) == ({"claim-1": "confirmed"}, [])
    assert any("query_logs" in gap for gap in given["missing_info"])
    assert MARKER not in texts_of(given) + result["answer"]


# Scenario: Unsupported or external claims are withheld


@pytest.mark.parametrize("level", ["unsupported", "external_unknown", "contradicted"])
def test_unsupported_or_external_claims_are_withheld(bench: MakeBench, level: str) -> None:
    given, result = run_with(bench, memory, pool, claim_2=level)
    assert "claim-2" not in {**claims_of(given), **dict.fromkeys(hypotheses_of(given))}
    assert POOL_CLAIM not in texts_of(given)
    assert "HikariPool-1" not in result["answer"] and "50/50" not in result["answer"]


# --- Requirement: composer respects verdict-specific wording -------------------------------------

# Scenario: PASS answer uses confirmed material


def test_pass_answer_uses_confirmed_material(bench: MakeBench) -> None:
    given, result = run_with(bench, memory, pool, cause)
    assert (result["verdict"], result["composer_status"]) == ("PASS", "valid")
    assert claims_of(given)["claim-3"] == "confirmed"
    assert CAUSE_CLAIM in result["answer"] and MEMORY_CLAIM in result["answer"]


def test_pass_answer_states_no_root_cause_without_an_allowed_root_cause_claim(
    bench: MakeBench,
) -> None:
    chain = bench(
        executor=collected(memory, pool), composer=[composing(f"{CAUSE_CLAIM} [claim-2]")]
    )
    result = chain.ask(QUESTION)
    assert (result["verdict"], result["composer_status"]) == ("PASS", "fallback")
    assert "root cause" not in result["answer"].lower()


# Scenario: LOW_CONFID answer separates findings and gaps

HYPOTHESIS = {"hypothesis_id": "h-1", "hypothesis_text": "order-service may leak memory."}
LOW = material("LOW_CONFID", allowed_hypotheses=[HYPOTHESIS])
FOUND = f"{MEMORY_CLAIM} [claim-1]"
POSSIBLE = "order-service may leak memory. [h-1]"
GAP = f"{LOW['missing_info'][0]} [m-1]"


def low(*lines: str) -> list[str]:
    reply = composing("\n".join(lines), answer_summary=FOUND)
    return [each.rule_id for each in check_answer(LOW, reply)]


def test_low_confid_answer_separates_findings_and_gaps() -> None:
    assert low(FOUND, POSSIBLE, GAP) == []


def test_low_confid_answer_distinguishes_confirmed_from_possible() -> None:
    mixed = f"{MEMORY_CLAIM.rstrip('.')}, and order-service may leak memory. [claim-1][h-1]"
    assert "answer.verdict" in low(mixed, GAP)


def test_low_confid_answer_mentions_evidence_gaps() -> None:
    assert low(FOUND, POSSIBLE) == ["answer.verdict"]


def test_low_confid_answer_does_not_turn_hypotheses_into_findings() -> None:
    assert "answer.possibility" in low(FOUND, "order-service leaks memory. [h-1]", GAP)


def test_low_confid_flow_keeps_hypotheses_apart_and_names_the_gap(bench: MakeBench) -> None:
    given, result = run_with(bench, memory, cause, claim_3="overstated")
    assert (claims_of(given), hypotheses_of(given)) == ({"claim-1": "confirmed"}, ["claim-3"])
    assert given["missing_info"]
    assert (result["verdict"], result["composer_status"]) == ("LOW_CONFID", "valid")
    said = result["answer"].splitlines()
    assert any(MEMORY_CLAIM in line for line in said)
    assert any(line.startswith("Possibly (not confirmed)") for line in said)
    assert given["missing_info"][0] in said


# Scenario: REJECT answer avoids root-cause conclusions


@pytest.fixture
def rejected(bench: MakeBench) -> Callable[..., Any]:
    """A verifier's REJECT: the memory claim is contradicted, a cause and a guess are there."""

    def run(composer: Any = wording_everything, question: str = QUESTION) -> Any:
        guess: dict[str, Any] = {**HYPOTHESIS, "evidence_bindings": []}
        chain = bench(
            **only_once(
                executor=collected(memory, pool, cause, hypotheses=[guess]),
                verifier=[checking("REJECT", claim_1="contradicted")],
                composer=[composer],
            )
        )
        result = chain.ask(question)
        return asked_of(chain, "composer"), result

    return run


def test_reject_answer_has_no_allowed_hypotheses(rejected: Callable[..., Any]) -> None:
    given, result = rejected()
    assert result["verdict"] == given["verdict"] == "REJECT"
    assert given["allowed_hypotheses"] == []


@pytest.mark.parametrize("composer", [wording_everything, "nonsense"], ids=["composer", "fallback"])
@pytest.mark.parametrize(
    ("question", "language"), [(QUESTION, "en"), ("order-service 的内存为什么超时过高？", "zh")]
)
def test_reject_answer_states_that_the_evidence_is_not_enough(
    rejected: Callable[..., Any], composer: Any, question: str, language: str
) -> None:
    _, result = rejected(composer, question)
    assert result["answer"].startswith(REJECT_OPENING[language])


def test_reject_answer_that_opens_otherwise_is_refused() -> None:
    given = material("REJECT")
    assert check_answer(given, composing(f"{REJECT_OPENING['en']}\n{FOUND}")) == []
    assert check_answer(given, composing(FOUND))
    assert check_answer(given, composing(f"{FOUND}\n{REJECT_OPENING['en']}"))


def test_reject_answer_avoids_root_cause_conclusions(rejected: Callable[..., Any]) -> None:
    given, result = rejected()
    assert set(claims_of(given)) == {"claim-2"}
    assert result["composer_status"] == "valid"
    assert "root cause" not in result["answer"].lower() and "leak" not in result["answer"]


def test_reject_answer_that_names_a_cause_is_refused() -> None:
    given = material("REJECT", allowed_claims=[allowed("claim-1", POOL_CLAIM)])
    for text in (CAUSE_CLAIM, "order-service is likely slow because HikariPool-1 is exhausted."):
        assert check_answer(given, composing(f"{REJECT_OPENING['en']}\n{text} [claim-1]"))


# --- Requirement: composer failures degrade safely -----------------------------------------------

# Scenario: malformed Composer output falls back safely

RAW = "RAW-COMPOSER-WORD"
MALFORMED: dict[str, Any] = {
    "no JSON": RAW,
    "cut off": f'{{"answer_summary": "{RAW}", "user_facing_answer": "',
    "no answer_summary": {**without("answer_summary"), "user_facing_answer": RAW},
    "no recommended_actions": {**without("recommended_actions"), "answer_summary": RAW},
    "no user_facing_answer": {**without("user_facing_answer"), "answer_summary": RAW},
    "a fence": f"```json\n{json.dumps(composing(RAW))}\n```",
    "empty": "",
}


@pytest.mark.parametrize("reply", MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed_composer_output_falls_back_safely(bench: MakeBench, reply: Any) -> None:
    executor = [*COLLECT, planted]
    chain = bench(**only_once(executor=executor, composer=[reply]))
    result = chain.ask(QUESTION)
    assert (result["composer_status"], result["verdict"]) == ("malformed", "LOW_CONFID")
    assert f"{MEMORY_CLAIM} [1]" in result["answer"]
    session = texts_of(chain.store.session(result["session_id"]).self_evaluation)
    for leaked in (RAW, "answer_summary", "user_facing_answer", "{"):
        assert leaked not in result["answer"]
    assert RAW not in session
    assert MARKER not in result["answer"]


# Scenario: Composer audit is persisted


def test_composer_audit_is_persisted_with_the_parsed_fields_when_valid(bench: MakeBench) -> None:
    chain = bench()
    audit = evaluation_of(chain, chain.ask())["composer_output"]
    assert audit["status"] == "valid"
    assert {key: audit[key] for key in SAID} == SAID


@pytest.mark.parametrize(
    ("reply", "status"),
    [(RAW, "malformed"), (composing(f"{RAW} is at 97%. [claim-1]"), "fallback")],
)
def test_composer_audit_records_that_fallback_was_used(
    bench: MakeBench, reply: Any, status: str
) -> None:
    chain = bench(composer=[reply])
    audit = evaluation_of(chain, chain.ask())["composer_output"]
    assert (audit["status"], audit["template_id"]) == (status, "pass.en")
    assert 0 < len(audit["detail"]) <= 300
    assert RAW not in texts_of(audit)


def test_composer_audit_is_compact_and_stores_no_raw_tool_output(bench: MakeBench) -> None:
    chain = bench(**only_once(executor=collected(memory)))
    result = chain.ask(QUESTION)
    session = chain.store.session(result["session_id"])
    audit = texts_of(session.self_evaluation)
    assert len(audit.encode()) <= 64 * 1024
    stored = stored_lines(chain, result)
    assert any(UNQUOTED in text for text in stored)
    assert not [text for text in stored if text in audit]
