"""The verifier prompt: each duty is asked for in both languages and, where code can, enforced."""

import json
import re
from collections.abc import Callable
from typing import Any, get_args

import pytest

from superbiz_agent.contracts.base import Verdict, Verification
from superbiz_agent.contracts.gatekeeper import GatekeeperOutcome
from superbiz_agent.contracts.verifier import FactVerification, VerifierInput, VerifierResult
from superbiz_agent.grounding import normalise_checks
from superbiz_agent.prompts import load_prompt
from tests.graph.conftest import MEMORY_CLAIM, Bench, cited, judging
from tests.graph.conftest import claim as chain_claim
from tests.grounding.evidence_rows import (
    EMPTY_SEARCH,
    LOG,
    NOTHING,
    QUESTION,
    ROWS,
    binding,
    checked,
    claim,
    judgement,
    log_binding,
    search_binding,
)
from tests.requirements.chain_scripts import (
    COLLECT,
    asked_of,
    checking,
    claiming,
    collected,
    evaluation_of,
    memory,
    only_once,
    pool,
    texts_of,
)

MakeBench = Callable[..., Bench]
POOL = "order-service has active=50/50, waiting=12."
TIMEOUT = "order-service logged request timed out after 30000ms."


def prompt_says(english: str, chinese: str) -> None:
    assert english in load_prompt("verifier", "en").text
    assert chinese in load_prompt("verifier", "zh").text


def outcome_of(count: int = 1, **more: Any) -> GatekeeperOutcome:
    """Up to three claims about the pool that pass the gatekeeper."""
    texts = ["order-service memory is at 91% for 15m.", POOL, TIMEOUT]
    bindings = [binding(), log_binding(), log_binding()]
    claims = [
        claim(bound, number=number, text=text)
        for number, (text, bound) in enumerate(zip(texts, bindings, strict=True), start=1)
    ]
    return checked(*claims[:count], question=QUESTION, **more)


def normalised(
    outcome: GatekeeperOutcome, verdict: Any = "PASS", question: str = QUESTION, **levels: str
) -> VerifierResult:
    reply = judgement(outcome, verdict, **levels)
    return normalise_checks(reply, outcome, original_query=question, invocations=ROWS)


# --- The role ------------------------------------------------------------------------------------


def test_the_verifier_judges_whether_verified_claims_follow_from_their_evidence() -> None:
    prompt_says("whether a claim follows from the evidence that was verified for it", "能否由")


def test_the_verifier_calls_no_tools_and_does_no_new_search(bench: MakeBench) -> None:
    prompt_says("You have no tools and start no new search", "没有工具，也不做新的检索")
    chain = bench()
    chain.ask()
    assert [call.tools for call in chain.model.calls_of("verifier")] == [()]


def test_the_verifier_adds_no_facts_from_outside_the_input() -> None:
    prompt_says("You add no fact from outside the input", "不补充输入以外的事实")
    outcome = outcome_of()
    reply = judgement(outcome)
    reply["claim_checks"][0]["claim_text"] = "order-service was rolled back to v2.14.3."
    reply["claim_checks"].append({**reply["claim_checks"][0], "claim_id": "claim-9"})
    result = normalise_checks(reply, outcome, original_query=QUESTION, invocations=ROWS)
    assert [(each.claim_id, each.claim_text) for each in result.claim_checks] == [
        ("claim-1", "order-service memory is at 91% for 15m.")
    ]
    assert "v2.14.3" not in texts_of(result.model_dump(mode="json"))


def test_the_verifier_reads_and_guesses_no_unverified_material() -> None:
    prompt_says("neither ask for nor guess at anything that is not in it", "不索取、不猜测")


@pytest.mark.parametrize(
    "wrap",
    [
        "{} {}",
        "I would say PASS.",
        "{}\n```json\n{{\"verdict\": \"REJECT\"}}\n```",
    ],
    ids=["two objects that differ", "no object", "an object and a fence"],
)  # fmt: skip
def test_the_verifier_outputs_one_legal_json_object_only(bench: MakeBench, wrap: str) -> None:
    prompt_says("One JSON object; no Markdown, no fence, no words around it", "不用 Markdown")

    def reply(messages: Any) -> str:
        good = json.dumps(judging()(messages))
        bad = json.dumps(judging("contradicted", "REJECT")(messages))
        return wrap.format(good, bad)

    chain = bench(**only_once(verifier=[reply, reply], composer=["nonsense"]))
    result = chain.ask()
    assert result["verdict"] == "LOW_CONFID"
    assert MEMORY_CLAIM not in result["answer"]


# --- The input contract --------------------------------------------------------------------------

INPUT_FIELDS = {
    "diagnosis_context",
    "verified_executor_output",
    "verified_evidence",
    "gatekeeper_audit",
    "verdict_ceiling",
    "retry_context",
}


def test_the_verifier_gets_the_six_fields_and_nothing_else(bench: MakeBench) -> None:
    chain = bench()
    chain.ask()
    assert set(asked_of(chain, "verifier")) == INPUT_FIELDS == set(VerifierInput.model_fields)
    for field in INPUT_FIELDS:
        assert f"`{field}" in load_prompt("verifier", "en").text
        assert f"`{field}" in load_prompt("verifier", "zh").text


def test_diagnosis_context_holds_the_current_question_only(bench: MakeBench) -> None:
    prompt_says("`diagnosis_context`: the question, and nothing else.", "用户的问题，仅此而已")
    chain = bench(executor=collected(memory) * 2, **{r: [s] * 2 for r, s in TWICE.items()})
    first = chain.ask("Is order-service firing alerts?", thread_id="t-1")
    chain.ask("And is its memory high, order-service?", thread_id="t-1")
    given = asked_of(chain, "verifier")
    assert given["diagnosis_context"] == "And is its memory high, order-service?"
    assert first["session_id"] not in texts_of(given)
    assert "firing alerts?" not in texts_of(given)


TWICE: dict[str, Any] = {
    "planner": {"intent": "diagnose", "steps": []},
    "verifier": judging(),
    "composer": "nonsense",
}


def failing_second(messages: Any) -> dict[str, Any]:
    """A sound claim, and one whose only binding fails."""
    failed = cited(messages, "connection pool exhausted") | {"raw_path": None}
    second = chain_claim(2, "HikariPool-1 has active=50/50.", failed)
    return claiming(memory, lambda _: second)(messages)


def test_the_verifier_gets_only_claims_whose_bindings_passed(bench: MakeBench) -> None:
    chain = bench(**only_once(executor=[*COLLECT, failing_second]))
    chain.ask()
    given = asked_of(chain, "verifier")
    [passed] = given["verified_executor_output"]["claims"]
    assert passed["claim_id"] == "claim-1"
    assert set(passed) == {"claim_id", "claim_text", "claim_type", "evidence_bindings"}
    assert "HikariPool-1" not in texts_of(given)


def test_verified_evidence_is_claim_local_with_the_stored_text(bench: MakeBench) -> None:
    chain = bench(**only_once(executor=collected(memory, pool)))
    result = chain.ask()
    rows = {row.id: row for row in chain.store.invocations(result["session_id"])}
    items = asked_of(chain, "verifier")["verified_evidence"]
    assert [item["claim_id"] for item in items] == ["claim-1", "claim-2"]
    for item in items:
        assert set(item) == {
            "claim_id",
            "source_invocation_id",
            "tool_name",
            "raw_path",
            "matched_text",
        }
        row = rows[item["source_invocation_id"]]
        stored = {line.raw_path: line.text for line in row.retrieval_details.evidence_refs}
        assert item["matched_text"] == stored[item["raw_path"]]
        assert item["tool_name"] == row.tool_name


def test_the_gatekeeper_audit_explains_and_is_no_source_of_facts(bench: MakeBench) -> None:
    prompt_says("a binding that failed there is no source of facts", "未通过的绑定不是事实来源")
    chain = bench(**only_once(executor=[*COLLECT, failing_second]))
    chain.ask()
    audit = asked_of(chain, "verifier")["gatekeeper_audit"]
    assert audit["failed_rules"] == ["evidence.raw_path"]
    assert "50/50" not in texts_of(audit)


@pytest.mark.parametrize(
    ("answer", "ceiling"),
    [(claiming(memory), "PASS"), (failing_second, "LOW_CONFID")],
    ids=["PASS", "LOW_CONFID"],
)
def test_the_ceiling_is_pass_or_low_confid(bench: MakeBench, answer: Any, ceiling: str) -> None:
    chain = bench(**only_once(executor=[*COLLECT, answer]))
    chain.ask()
    assert asked_of(chain, "verifier")["verdict_ceiling"] == ceiling


def test_the_retry_context_helps_to_see_the_gap_and_is_no_evidence(bench: MakeBench) -> None:
    prompt_says("It is not evidence", "不是证据")
    chain = bench(
        executor=[*COLLECT, failing_second, *COLLECT, claiming(memory)],
        verifier=[checking(), checking()],
        composer=["nonsense"],
    )
    result = chain.ask()
    given = asked_of(chain, "verifier")
    assert given["retry_context"]["failures"][0]["rule_id"] == "evidence.raw_path"
    assert "active=50/50" not in texts_of(given)
    assert (result["verdict"], len(result["references"])) == ("PASS", 1)


def test_the_verifier_uses_no_state_prompt_thinking_or_tool_history(bench: MakeBench) -> None:
    prompt_says(
        "other tool results, histories, prompts, drafts", "其他工具结果、历史、提示词或草稿"
    )
    chain = bench(**only_once(executor=collected(memory, missing_info=["ZEBRA-4711 logs."])))
    chain.ask()
    [call] = chain.model.calls_of("verifier")
    assert [message.type for message in call.messages] == ["system", "human"]
    seen = "\n".join(message.text for message in call.messages)
    for absent in ("ZEBRA-4711", "717MiB", "evidence_excerpt", "hypotheses", "plan"):
        assert absent not in seen


# --- Step 1: exact match -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changed",
    [
        {"claim_id": "claim-2"},
        {"source_invocation_id": 2},
        {"tool_name": "query_logs"},
        {"raw_path": "$.alerts[1]"},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_claim_without_a_match_is_never_a_direct_observation(changed: dict[str, Any]) -> None:
    prompt_says("A claim without such an item is never a `direct_observation`", "不能判为")
    outcome = outcome_of()
    reply = judgement(outcome)
    [ref] = reply["claim_checks"][0]["evidence_refs"]
    ref.update(changed)
    result = normalise_checks(reply, outcome, original_query=QUESTION, invocations=ROWS)
    assert [each.verification for each in result.claim_checks] == ["unsupported"]
    assert result.effective_verdict == "LOW_CONFID"


def test_a_claim_uses_only_its_own_evidence() -> None:
    prompt_says("that have its `claim_id` and the same `source_invocation_id`", "`claim_id` 相同")
    outcome = checked(
        claim(binding(), text="order-service has active=50/50."),
        claim(log_binding(), number=2, text=POOL),
        question=QUESTION,
    )
    result = normalised(outcome)
    assert [each.verification for each in result.claim_checks] == [
        "external_unknown",
        "direct_observation",
    ]


# --- Step 2: claim checks ------------------------------------------------------------------------


def test_each_claim_gets_one_check_with_the_six_fields() -> None:
    prompt_says("Give one check a claim, for all claims", "每条断言给出一条检查")
    result = normalised(outcome_of(3))
    assert [each.claim_id for each in result.claim_checks] == ["claim-1", "claim-2", "claim-3"]
    assert set(result.claim_checks[0].model_dump()) == {
        "claim_id",
        "claim_text",
        "claim_type",
        "verification",
        "detail",
        "evidence_refs",
    }


def test_a_claim_that_the_verifier_leaves_out_is_unsupported() -> None:
    outcome = outcome_of(2)
    reply = judgement(outcome)
    del reply["claim_checks"][1]
    result = normalise_checks(reply, outcome, original_query=QUESTION, invocations=ROWS)
    assert [each.verification for each in result.claim_checks] == [
        "direct_observation",
        "unsupported",
    ]


VERIFICATIONS: dict[str, tuple[str, str]] = {
    "direct_observation": ("`matched_text` itself holds the concrete facts", "本身就含有"),
    "reasonable_inference": ("it follows without any new fact", "不引入新事实即可合理推出"),
    "overstated": ("worded too strongly: as the only or the confirmed cause", "写成唯一或已确认"),
    "unsupported": ("no matching evidence that suffices", "没有足够的对应证据"),
    "external_unknown": ("an entity, error code, value or conclusion", "实体、错误码、数值或结论"),
    "contradicted": ("`matched_text` says otherwise", "`matched_text` 与断言相反"),
}


@pytest.mark.parametrize("verification", VERIFICATIONS)
def test_verification_has_six_values_and_each_is_explained(verification: str) -> None:
    assert set(VERIFICATIONS) == set(get_args(Verification))
    prompt_says(*VERIFICATIONS[verification])
    for language in ("en", "zh"):
        assert f"| `{verification}` |" in load_prompt("verifier", language).text
    result = normalised(outcome_of(), claim_1=verification)
    assert [each.verification for each in result.claim_checks] == [verification]


@pytest.mark.parametrize("invented", ["confirmed", "DIRECT_OBSERVATION", "", None, True])
def test_a_verification_outside_the_six_values_verifies_nothing(invented: Any) -> None:
    outcome = outcome_of(2)
    result = normalised(outcome, claim_1=invented)
    assert result.effective_verdict == "LOW_CONFID"
    assert {each.verification for each in result.claim_checks[:1]} == {"unsupported"}


@pytest.mark.parametrize(
    "text",
    [
        "payment-service memory is at 91% for 15m.",
        "order-service returned ORA-12514 at 91%.",
        "order-service memory is at 97% for 15m.",
    ],
    ids=["entity", "error code", "metric value"],
)
def test_a_claim_with_facts_from_outside_is_external_unknown(text: str) -> None:
    outcome = checked(claim(binding(), text=text), question=QUESTION)
    result = normalised(outcome)
    assert [each.verification for each in result.claim_checks] == ["external_unknown"]


def test_evidence_refs_name_verified_evidence_with_five_fields() -> None:
    prompt_says("`evidence_refs` holds matched items of `verified_evidence` only", "只写对应到的")
    outcome = outcome_of()
    reply = judgement(outcome)
    [real] = reply["claim_checks"][0]["evidence_refs"]
    reply["claim_checks"][0]["evidence_refs"] += [
        {**real, "raw_path": "$.alerts[77]"},
        {**real, "source_invocation_id": 99},
    ]
    result = normalise_checks(reply, outcome, original_query=QUESTION, invocations=ROWS)
    [check] = result.claim_checks
    assert [ref.model_dump() for ref in check.evidence_refs] == [real]
    assert set(real) == {"claim_id", "source_invocation_id", "tool_name", "raw_path", "note"}


def test_evidence_refs_invent_nothing_and_take_nothing_from_failed_bindings() -> None:
    prompt_says("Invent none, and take none from a failed binding", "不取自未通过的绑定")
    outcome = checked(claim(binding(), log_binding("x")), question=QUESTION)
    reply = judgement(outcome)
    [real] = reply["claim_checks"][0]["evidence_refs"]
    failed = {**real, "source_invocation_id": 2, "tool_name": "query_logs",
              "raw_path": "$.logs[0]"}  # fmt: skip
    reply["claim_checks"][0]["evidence_refs"] = [failed]
    result = normalise_checks(reply, outcome, original_query=QUESTION, invocations=ROWS)
    assert [each.verification for each in result.claim_checks] == ["unsupported"]
    assert [each.evidence_refs for each in result.claim_checks] == [[]]


# --- Step 3: the verdict -------------------------------------------------------------------------

DIRECT, INFERENCE = "direct_observation", "reasonable_inference"
VERDICTS: list[tuple[list[str], Verdict]] = [
    (["contradicted"], "REJECT"),
    ([DIRECT, "contradicted"], "REJECT"),
    ([DIRECT], "PASS"),
    ([DIRECT, INFERENCE], "PASS"),
    ([INFERENCE, INFERENCE], "LOW_CONFID"),
    ([DIRECT, "unsupported"], "LOW_CONFID"),
    ([DIRECT, "external_unknown"], "LOW_CONFID"),
    ([DIRECT, "overstated"], "LOW_CONFID"),
]


@pytest.mark.parametrize(("levels", "verdict"), VERDICTS)
def test_the_verdict_follows_from_the_critical_checks(levels: list[str], verdict: Verdict) -> None:
    named = {f"claim_{number}": level for number, level in enumerate(levels, start=1)}
    result = normalised(outcome_of(len(levels)), **named)
    assert (result.computed_verdict, result.effective_verdict) == (verdict, verdict)


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("one is `contradicted`: `REJECT`", "有一条为 `contradicted`：`REJECT`"),
        ("at least one direct: `PASS`", "至少一条为前者：`PASS`"),
        ("or all are inferences only: `LOW_CONFID`", "或全部只是推断：`LOW_CONFID`"),
        ("no critical claim that can be checked: `LOW_CONFID`", "没有可以检查的关键断言"),
    ],
)
def test_the_prompt_states_each_rule_of_the_verdict(english: str, chinese: str) -> None:
    prompt_says(english, chinese)


def test_without_a_critical_claim_the_verdict_is_low_confid_with_score_zero() -> None:
    result = normalise_checks(
        {"verdict": "PASS", "claim_checks": []},
        checked(question=QUESTION),
        original_query=QUESTION,
        invocations=ROWS,
    )
    assert (result.effective_verdict, result.groundedness_score) == ("LOW_CONFID", 0.0)
    assert result.critical_fact_count == 0


def test_the_model_verdict_follows_the_evidence_and_code_applies_the_ceiling() -> None:
    prompt_says("Decide by the evidence even where `verdict_ceiling` is `LOW_CONFID`", "仍按证据")
    outcome = checked(claim(binding()), claim(number=2), question=QUESTION)
    result = normalised(outcome)
    assert outcome.verdict_ceiling == "LOW_CONFID"
    assert (result.model_verdict, result.computed_verdict) == ("PASS", "PASS")
    assert result.effective_verdict == "LOW_CONFID"


def test_the_status_of_the_run_is_not_a_verdict() -> None:
    prompt_says("How the run went is not a verdict", "执行过程的状态不是结论")
    outcome = outcome_of()
    for status in ("completed", "ok", "FAILED", "pass", "NOT PASS"):
        result = normalised(outcome, status)
        assert result.model_verdict is None
        assert result.effective_verdict == "LOW_CONFID"


# --- Step 4: the score ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("levels", "score"),
    [
        ([DIRECT], 1.0),
        ([INFERENCE], 0.6),
        (["overstated"], 0.3),
        (["unsupported"], 0.0),
        (["external_unknown"], 0.0),
        (["contradicted"], 0.0),
        ([DIRECT, "contradicted"], 0.0),
        ([DIRECT, INFERENCE, "overstated"], 0.63),
        ([DIRECT, INFERENCE, INFERENCE], 0.73),
        ([DIRECT, DIRECT, "unsupported"], 0.67),
    ],
)
def test_the_score_is_the_mean_over_critical_claims(levels: list[str], score: float) -> None:
    prompt_says("direct 1.0, inference 0.6, overstated 0.3, all others 0.0", "其余 0.0")
    prompt_says("with two decimals, from 0.0 to 1.0", "两位小数，范围 0.0 到 1.0")
    named = {f"claim_{number}": level for number, level in enumerate(levels, start=1)}
    result = normalised(outcome_of(len(levels)), **named)
    assert result.groundedness_score == score
    assert result.critical_fact_count == len(levels)


def test_the_score_counts_critical_claims_only() -> None:
    """The question is about memory; the claim about timeouts shares no term with it."""
    outcome = checked(
        claim(binding()),
        claim(
            binding(1, "$.alerts[1]", excerpt=OTHER, tool_name="query_metrics"),
            number=2,
            text="HighCpuUsage is firing for payment-service, current=97%.",
        ),
        question="Is the memory of order-service high?",
    )
    result = normalised(
        outcome, question="Is the memory of order-service high?", claim_2="reasonable_inference"
    )
    assert (result.groundedness_score, result.critical_fact_count) == (1.0, 1)


OTHER = "HighCpuUsage firing, service=payment-service, current=97%, duration=5m, severity=warning"


# --- Step 5: the compatibility field -------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "fact"),
    [
        ("direct_observation", "direct_evidence"),
        ("reasonable_inference", "indirect_support"),
        ("overstated", "indirect_support"),
        ("unsupported", "no_evidence"),
        ("external_unknown", "no_evidence"),
        ("contradicted", "contradicted"),
    ],
)
def test_facts_checked_map_the_claim_checks(level: str, fact: FactVerification) -> None:
    prompt_says("direct becomes `direct_evidence`", "`direct_observation` 写作 `direct_evidence`")
    result = normalised(outcome_of(), claim_1=level)
    assert [each.verification for each in result.facts_checked] == [fact]


def test_facts_checked_have_the_five_fields() -> None:
    [fact] = normalised(outcome_of()).facts_checked
    wanted = {"fact", "is_critical", "verification", "detail", "evidence_refs"}
    assert set(fact.model_dump()) == {*wanted, "claim_id"}
    for language in ("en", "zh"):
        assert all(f"`{name}`" in load_prompt("verifier", language).text for name in wanted)


def test_criticality_follows_from_claim_type_and_question_not_from_the_model() -> None:
    prompt_says("not made critical to bring about another attempt", "不得为了再做一次尝试")
    question = "Is the memory of order-service high?"
    outcome = checked(
        claim(binding()),
        claim(
            binding(1, "$.alerts[1]", excerpt=OTHER),
            number=2,
            text="HighCpuUsage is firing for payment-service, current=97%.",
        ),
        question=question,
    )
    for is_critical in (True, False):
        reply = judgement(outcome)
        reply["facts_checked"] = [
            {"fact": each["claim_id"], "is_critical": is_critical, "verification": "no_evidence",
             "detail": "", "evidence_refs": []}
            for each in reply["claim_checks"]
        ]  # fmt: skip
        result = normalise_checks(reply, outcome, original_query=question, invocations=ROWS)
        assert [fact.is_critical for fact in result.facts_checked] == [True, False]
        assert result.effective_verdict == "PASS"


# --- The output format and the last look ---------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_prompt_shows_the_strict_output_format(language: Any) -> None:
    [example] = re.findall(r"```json\n(.*?)```", load_prompt("verifier", language).text, re.DOTALL)
    shown = json.loads(example)
    assert set(shown) == {
        "verdict",
        "groundedness_score",
        "critical_fact_count",
        "claim_checks",
        "facts_checked",
        "rationale",
    }
    assert set(shown["claim_checks"][0]) == {
        "claim_id",
        "claim_text",
        "claim_type",
        "verification",
        "detail",
        "evidence_refs",
    }


def test_the_audit_keeps_what_the_verifier_decided(bench: MakeBench) -> None:
    chain = bench()
    audit = evaluation_of(chain, chain.ask())
    assert audit["model_verdict"] == "PASS"
    assert [check["claim_id"] for check in audit["claim_checks"]] == ["claim-1"]
    assert [fact["claim_id"] for fact in audit["facts_checked"]] == ["claim-1"]
    assert (audit["groundedness_score"], audit["critical_fact_count"]) == (1.0, 1)


def test_before_output_each_confirmed_claim_has_matching_evidence(bench: MakeBench) -> None:
    prompt_says("each claim you accept has a matching item", "凡是认可的断言都有对应的证据项")

    def without_refs(messages: Any) -> dict[str, Any]:
        reply = judging()(messages)
        reply["claim_checks"][0]["evidence_refs"] = []
        return reply

    chain = bench(**only_once(verifier=[without_refs], composer=["nonsense"]))
    result = chain.ask()
    assert result["verdict"] == "LOW_CONFID"
    assert MEMORY_CLAIM not in result["answer"] and result["references"] == []


@pytest.mark.parametrize(
    "text",
    [
        "OOMKilled is ruled out for order-service.",
        "OOMKilled does not exist in order-service.",
        "order-service 的 OOMKilled 问题不存在。",
        "order-service 已排除 OOMKilled。",
    ],
)
def test_no_evidence_is_never_written_as_ruled_out_or_absent(text: str) -> None:
    prompt_says("nothing found is not written as ruled out or absent", "写成“已排除”或“不存在”")
    rows = [*ROWS, NOTHING]
    outcome = checked(
        claim(search_binding(), text=text, claim_type="negative_observation"),
        rows=rows,
        question=QUESTION,
    )
    reply = judgement(outcome)
    result = normalise_checks(reply, outcome, original_query=QUESTION, invocations=rows)
    assert result.effective_verdict != "PASS"
    assert not {each.verification for each in result.claim_checks} & {DIRECT, INFERENCE}


def test_a_bounded_absence_is_a_direct_observation() -> None:
    """The control of the test above: source and window are kept, nothing is ruled out."""
    rows = [*ROWS, NOTHING]
    text = (
        'The search for "OOMKilled" of order-service in app.log from 2026-07-07T10:00:00Z to '
        "2026-07-07T11:00:00Z matched nothing."
    )
    outcome = checked(
        claim(search_binding(text=EMPTY_SEARCH), text=text, claim_type="negative_observation"),
        rows=rows,
        question=QUESTION,
    )
    reply = judgement(outcome)
    result = normalise_checks(reply, outcome, original_query=QUESTION, invocations=rows)
    assert [each.verification for each in result.claim_checks] == [DIRECT]
    assert LOG not in texts_of(result.model_dump(mode="json"))
