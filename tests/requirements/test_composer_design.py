"""The composer design: what words the answer, who filters, how it fails, what the audit keeps."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from superbiz_agent.audit.replay import replay_session
from superbiz_agent.contracts.composer import ComposerInput
from superbiz_agent.grounding import screen
from superbiz_agent.grounding.fallback import fallback_reply
from superbiz_agent.grounding.verification.normalisation import normalise_checks
from superbiz_agent.prompts import load_prompt
from tests.graph.conftest import MEMORY_CLAIM, Bench, cited, claim
from tests.grounding.evidence_rows import QUESTION as ROWS_QUESTION
from tests.grounding.evidence_rows import (
    ROWS,
    binding,
    checked,
    judgement,
    log_binding,
    output,
)
from tests.grounding.evidence_rows import claim as row_claim
from tests.requirements.chain_scripts import (
    COLLECT,
    COMPOSER_FIELDS,
    POOL_LINE,
    QUESTION,
    REJECT_OPENING,
    UNQUOTED,
    asked_of,
    checking,
    claiming,
    claims_of,
    collected,
    composing,
    evaluation_of,
    memory,
    only_once,
    pool,
    stored_lines,
    texts_of,
    wording_everything,
)

MakeBench = Callable[..., Bench]
MARKER = "ZEBRA-4711"


# --- Goals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_composer_has_a_prompt_of_its_own(bench: MakeBench, language: Any) -> None:
    chain = bench(composer=["nonsense"])
    chain.ask({"en": QUESTION, "zh": "order-service 的内存是不是过高？"}[language])
    [call] = chain.model.calls_of("composer")
    assert call.messages[0].text == load_prompt("composer", language).text


def test_the_composer_can_receive_nothing_but_filtered_material() -> None:
    assert set(ComposerInput.model_fields) == COMPOSER_FIELDS
    assert ComposerInput.model_config.get("extra") == "forbid"


VERDICTS: dict[str, dict[str, Any]] = {
    "PASS": {"verifier": [checking()]},
    "LOW_CONFID": {"verifier": [checking(claim_2="unsupported")]},
    "REJECT": {"verifier": [checking("REJECT", claim_2="contradicted")]},
}


def planted(messages: Any) -> dict[str, Any]:
    """Two sound claims, and the marker wherever code does not check it."""
    extra: dict[str, Any] = {
        "hypotheses": [
            {"hypothesis_id": "h-1", "hypothesis_text": f"{MARKER} may leak.",
             "evidence_bindings": []}
        ],
        "recommended_actions": [{"action_text": f"Query {MARKER}.", "reason": "To see."}],
        "missing_info": [f"The heap of {MARKER}."],
        "draft_answer": f"{MARKER} is the cause.",
    }  # fmt: skip
    return claiming(memory, pool, **extra)(messages)


@pytest.mark.parametrize("composer", [wording_everything, f"{MARKER}"], ids=["valid", "malformed"])
@pytest.mark.parametrize("verdict", VERDICTS)
def test_the_answer_reads_no_raw_executor_json_and_no_raw_tool_output(
    bench: MakeBench, verdict: str, composer: Any
) -> None:
    chain = bench(
        **only_once(executor=[*COLLECT, planted], composer=[composer], **VERDICTS[verdict])
    )
    result = chain.ask(QUESTION)
    assert result["verdict"] == verdict
    assert any(UNQUOTED in line for line in stored_lines(chain, result))
    for leaked in (MARKER, UNQUOTED, "evidence_bindings", "claim_text"):
        assert leaked not in result["answer"]


@pytest.mark.parametrize("field", ["user_facing_answer", "diagnosis_summary"])
@pytest.mark.parametrize("verdict", ["LOW_CONFID", "REJECT"])
def test_the_answer_never_reads_the_executors_own_answer(
    bench: MakeBench, verdict: str, field: str
) -> None:
    answer = claiming(memory, pool, **{field: f"{MARKER} is the cause."})
    chain = bench(**only_once(executor=[*COLLECT, answer], **VERDICTS[verdict]))
    result = chain.ask(QUESTION)
    assert result["verdict"] == verdict
    assert MARKER not in result["answer"]
    assert MARKER not in texts_of(asked_of(chain, "composer"))


@pytest.mark.parametrize("verdict", ["LOW_CONFID", "REJECT"])
def test_safe_degradation_is_kept_when_the_composer_is_malformed(
    bench: MakeBench, verdict: str
) -> None:
    chain = bench(
        **only_once(executor=collected(memory, pool), composer=["{"], **VERDICTS[verdict])
    )
    result = chain.ask(QUESTION)
    audit = evaluation_of(chain, result)["composer_output"]
    assert (audit["status"], audit["template_id"]) == ("malformed", f"{verdict.lower()}.en")
    assert f"{MEMORY_CLAIM} [1]" in result["answer"]
    assert result["answer"].startswith(REJECT_OPENING["en"]) is (verdict == "REJECT")
    assert "50/50" not in result["answer"]


def test_composer_output_is_persisted_under_verifier_evaluation(bench: MakeBench) -> None:
    chain = bench()
    stored = chain.store.session(chain.ask()["session_id"]).self_evaluation or {}
    assert set(stored["verifier_evaluation"]["composer_output"]) >= {
        "status",
        "answer_summary",
        "recommended_actions",
        "user_facing_answer",
    }


# --- Decision: an expression layer, not a diagnosis layer ----------------------------------------


@pytest.mark.parametrize("verdict", ["LOW_CONFID", "REJECT"])
def test_the_composer_cannot_change_the_verdict(bench: MakeBench, verdict: str) -> None:
    said = composing(f"Verdict: PASS. {MEMORY_CLAIM} [claim-1]", verdict="PASS")
    chain = bench(
        **only_once(executor=collected(memory, pool), composer=[said], **VERDICTS[verdict])
    )
    result = chain.ask(QUESTION)
    assert (result["verdict"], result["composer_status"]) == (verdict, "malformed")
    assert "PASS" not in result["answer"]


def test_the_composer_cannot_invent_a_diagnosis(bench: MakeBench) -> None:
    text = "The HikariCP pool leaks connections, which is the root cause."
    chain = bench(composer=[composing(f"{MEMORY_CLAIM} [claim-1] {text}")])
    result = chain.ask()
    assert result["composer_status"] == "fallback"
    assert "leak" not in result["answer"]


def test_the_composer_calls_no_tools(bench: MakeBench) -> None:
    chain = bench()
    chain.ask()
    assert [call.tools for call in chain.model.calls_of("composer")] == [()]
    assert chain.model.calls_of("executor")[0].tools


# --- Decision: the filter maps classifications ---------------------------------------------------

HEDGED = "order-service likely waits for its connection pool, active=50/50."


def filtered(
    level: str, claim_type: str = "observation", text: str = HEDGED, verdict: str = "PASS"
) -> tuple[dict[str, Any], list[str]]:
    """A memory observation and a claim of this level: (composer input, ids withheld)."""
    claims = [
        row_claim(binding()),
        row_claim(log_binding(), number=2, text=text, claim_type=claim_type),
    ]
    outcome = checked(*claims, question=ROWS_QUESTION)
    result = normalise_checks(
        judgement(outcome, verdict, claim_2=level),
        outcome,
        original_query=ROWS_QUESTION,
        invocations=ROWS,
    )
    screened = screen(
        output(*claims), outcome, result, original_query=ROWS_QUESTION, invocations=ROWS
    )
    material = screened.composer_input.model_dump(mode="json")
    return material, [each.id for each in screened.withheld]


@pytest.mark.parametrize(
    ("level", "place"),
    [
        ("direct_observation", "confirmed"),
        ("reasonable_inference", "inferred"),
        ("overstated", "hypothesis"),
        ("unsupported", "missing"),
        ("external_unknown", "missing"),
        ("contradicted", "withheld"),
    ],
)
def test_each_verifier_classification_has_its_handling(level: str, place: str) -> None:
    material, withheld = filtered(level)
    status = claims_of(material).get("claim-2")
    is_possible = bool(material["allowed_hypotheses"])
    has_gap = any("query_logs" in gap for gap in material["missing_info"])
    expected: dict[str, Any] = {
        "confirmed": ("confirmed", False, False, []),
        "inferred": ("inferred", False, False, []),
        "hypothesis": (None, True, False, []),
        "missing": (None, False, True, ["claim-2"]),
        "withheld": (None, False, False, ["claim-2"]),
    }
    assert (status, is_possible, has_gap, withheld) == expected[place]


@pytest.mark.parametrize(
    ("claim_type", "verdict", "status"),
    [
        ("inference", "PASS", "inferred"),
        ("observation", "PASS", "inferred"),
        ("root_cause", "PASS", "inferred"),
        ("root_cause", "LOW_CONFID", None),
    ],
)
def test_an_inference_is_not_worded_as_the_sole_root_cause(
    claim_type: str, verdict: str, status: str | None
) -> None:
    text = "The sole root cause in order-service is that the pool is exhausted: active=50/50."
    material, _ = filtered("reasonable_inference", claim_type, text, verdict)
    assert claims_of(material).get("claim-2") == status
    assert "sole" not in texts_of(material)


def test_contradicted_claims_favor_a_reject_safe_output(bench: MakeBench) -> None:
    chain = bench(**only_once(executor=collected(memory, pool), **VERDICTS["REJECT"]))
    result = chain.ask(QUESTION)
    assert (result["verdict"], result["composer_status"]) == ("REJECT", "valid")
    assert result["answer"].startswith(REJECT_OPENING["en"])
    assert "HikariPool-1" not in result["answer"]


def test_hypotheses_are_empty_under_reject() -> None:
    levels = {"claim_1": "overstated", "claim_2": "contradicted"}
    claims = [row_claim(binding()), row_claim(log_binding(), number=2, text=HEDGED)]
    guesses = [{"hypothesis_id": "h-1", "hypothesis_text": "Memory may leak."}]
    outcome = checked(*claims, question=ROWS_QUESTION)
    result = normalise_checks(
        judgement(outcome, **levels), outcome, original_query=ROWS_QUESTION, invocations=ROWS
    )
    screened = screen(
        output(*claims, hypotheses=guesses),
        outcome,
        result,
        original_query=ROWS_QUESTION,
        invocations=ROWS,
    )
    assert screened.composer_input.verdict == "REJECT"
    assert screened.composer_input.allowed_hypotheses == []


def test_pass_answers_include_observations_and_inferences(bench: MakeBench) -> None:
    def inferred(messages: Any) -> Any:
        text = "The exhausted HikariCP connection pool of order-service likely delays requests."
        return claim(2, text, cited(messages, POOL_LINE), kind="inference")

    chain = bench(
        **only_once(
            executor=collected(memory, inferred),
            verifier=[checking(claim_2="reasonable_inference")],
        )
    )
    result = chain.ask(QUESTION)
    assert (result["verdict"], result["composer_status"]) == ("PASS", "valid")
    assert MEMORY_CLAIM in result["answer"] and "likely delays requests" in result["answer"]


# --- Decision: strict JSON with a safe fallback --------------------------------------------------


@pytest.mark.parametrize("actions", [[], [{"action_text": "Look. [a-1]", "reason": "See. [a-1]"}]])
def test_composer_output_has_the_three_fields_and_actions_with_reasons(
    bench: MakeBench, actions: Any
) -> None:
    wanted = [{"action_text": "Look.", "reason": "See."}]
    said = composing(f"{MEMORY_CLAIM} [claim-1]", recommended_actions=actions)
    chain = bench(
        **only_once(executor=collected(memory, recommended_actions=wanted), composer=[said])
    )
    result = chain.ask()
    assert result["composer_status"] == "valid"
    audit = evaluation_of(chain, result)["composer_output"]
    assert audit["recommended_actions"] == actions


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("verdict", ["PASS", "LOW_CONFID", "REJECT"])
def test_the_fallback_is_a_fixed_template_over_filtered_material(
    verdict: str, language: str
) -> None:
    question = {"en": "Is order-service slow?", "zh": "order-service 是不是变慢了？"}[language]
    text = {"en": MEMORY_CLAIM, "zh": "order-service 内存使用率 91%，已持续 15m。"}[language]
    given = ComposerInput.model_validate(
        {
            "original_query": question,
            "verdict": verdict,
            "allowed_claims": [
                {"claim_id": "claim-1", "claim_text": text, "claim_type": "observation",
                 "status": "confirmed"}
            ],
            "allowed_hypotheses": [],
            "missing_info": ["query_logs failed; its evidence is missing."],
            "recommended_actions": [],
            "rationale": MARKER,
        }
    )  # fmt: skip
    first, second = fallback_reply(given), fallback_reply(given)
    assert first == second
    assert first.template_id == f"{verdict.lower()}.{language}"
    assert f"{text} [claim-1]" in first.reply.user_facing_answer
    assert MARKER not in texts_of(first.reply.model_dump())


@pytest.mark.parametrize("reply", [f'{{"answer_summary": "{MARKER}"', RuntimeError(MARKER), ""])
def test_the_fallback_displays_no_raw_json(bench: MakeBench, reply: Any) -> None:
    answer = claiming(memory, user_facing_answer=MARKER)
    chain = bench(**only_once(executor=[*COLLECT, answer], composer=[reply]))
    result = chain.ask()
    assert result["composer_status"] in ("malformed", "fallback")
    assert "91%" in result["answer"]
    for leaked in (MARKER, "answer_summary", "answer_version", "user_facing_answer"):
        assert leaked not in result["answer"]


# --- Decision: the audit stays in self_evaluation ------------------------------------------------


def test_no_table_is_added_for_the_audit(bench: MakeBench, tmp_path: Path) -> None:
    bench().ask()
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'sessions.db'}")
    tables = set(sa.inspect(engine).get_table_names())
    engine.dispose()
    assert {name for name in tables if not name.startswith(("alembic_", "sqlite_"))} == {
        "diagnosis_session",
        "tool_invocation",
    }


@pytest.mark.parametrize(
    ("composer", "status"),
    [("{", "malformed"), (composing("It is at 97%. [claim-1]"), "fallback"),
     (RuntimeError("down"), "fallback")],
)  # fmt: skip
def test_a_failed_composer_is_audited_with_a_short_detail(
    bench: MakeBench, composer: Any, status: str
) -> None:
    chain = bench(composer=[composer])
    audit = evaluation_of(chain, chain.ask())["composer_output"]
    assert audit["status"] == status
    assert 0 < len(audit["detail"]) <= 300 and "\n" not in audit["detail"]


def test_the_audit_holds_no_prompt_copies(bench: MakeBench) -> None:
    chain = bench()
    session = chain.store.session(chain.ask()["session_id"])
    kept = texts_of([session.self_evaluation, session.run_record])
    for call in chain.model.calls:
        system = call.messages[0].text
        assert not [line for line in system.splitlines() if len(line) > 60 and line in kept]
        assert call.messages[1].text not in kept


# --- Interface, risks, rollback ------------------------------------------------------------------


@pytest.mark.parametrize("composer", [wording_everything, "nonsense"])
def test_the_caller_still_gets_one_answer_string(bench: MakeBench, composer: Any) -> None:
    chain = bench(composer=[composer])
    result = chain.ask()
    assert isinstance(result["answer"], str)
    assert chain.store.session(result["session_id"]).answer == result["answer"]


@pytest.mark.parametrize("verdict", VERDICTS)
@pytest.mark.parametrize("composer", [wording_everything, "nonsense"], ids=["composer", "fallback"])
def test_composer_or_fallback_is_the_only_source_of_the_answer(
    bench: MakeBench, verdict: str, composer: Any
) -> None:
    """The store's replay makes the same answer of the composer's audited words alone."""
    chain = bench(
        **only_once(executor=collected(memory, pool), composer=[composer], **VERDICTS[verdict])
    )
    result = chain.ask(QUESTION)
    words = evaluation_of(chain, result)["composer_output"]["user_facing_answer"]
    first = words.splitlines()[0].partition(" [")[0]
    assert first and result["answer"].startswith(first)
    assert replay_session(chain.store, result["session_id"]) == []


def test_a_composer_that_is_switched_off_leaves_the_fallback(bench: MakeBench) -> None:
    answer = claiming(memory, user_facing_answer=MARKER)
    chain = bench(executor=[*COLLECT, answer], settings={"composer": False, "max_retries": 0})
    result = chain.ask()
    assert chain.model.calls_of("composer") == []
    assert result["composer_status"] == "fallback"
    assert "91%" in result["answer"] and MARKER not in result["answer"]
