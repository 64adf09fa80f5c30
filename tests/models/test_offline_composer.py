"""The offline model as composer: readable, marked, and never more than the material says."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from offline_incident import ask

from superbiz_agent.contracts.composer import ComposerInput
from superbiz_agent.contracts.schema import schema_findings
from superbiz_agent.grounding.answer_checks.answer import check_answer
from superbiz_agent.grounding.wording import REJECT_OPENING

OBSERVED = "order-service logged “request timed out after 30000ms” 5 times."
CAUSE = "The likely root cause is connection pool exhaustion in order-service: “active=50/50”."
ALERT = "Alert HighMemoryUsage is firing: service=order-service, current=91%."
ABSENT = "Searched logs for “checkout”, window start to end: matched no record."
ADVICE = "The runbook “Connection pool exhausted” says: “Follow `active` over time”."
ENGLISH, CHINESE = "Why is order-service failing?", "order-service 怎么了？"


def claim(number: int, text: str, claim_type: str, status: str) -> dict[str, Any]:
    return {
        "claim_id": f"claim-{number}",
        "claim_text": text,
        "claim_type": claim_type,
        "status": status,
    }


CLAIMS = [
    claim(1, ALERT, "observation", "confirmed"),
    claim(2, OBSERVED, "observation", "confirmed"),
    claim(3, CAUSE, "root_cause", "inferred"),
    claim(4, ADVICE, "knowledge", "documented"),
    claim(5, ABSENT, "negative_observation", "confirmed"),
]


def material(**changed: Any) -> ComposerInput:
    return ComposerInput.model_validate(
        {
            "original_query": ENGLISH,
            "verdict": "PASS",
            "allowed_claims": CLAIMS,
            "allowed_hypotheses": [],
            "missing_info": [],
            "recommended_actions": [],
            "rationale": "",
            **changed,
        }
    )


def compose(composer_input: ComposerInput) -> dict[str, Any]:
    reply = ask(composer_input.model_dump(mode="json"))
    assert schema_findings("composer_reply", reply) == []
    return reply


def answer(composer_input: ComposerInput) -> str:
    reply = compose(composer_input)
    assert check_answer(composer_input, reply) == []
    return reply["user_facing_answer"]


def test_the_cause_comes_first_and_each_item_once() -> None:
    text = answer(material())
    assert text.startswith(CAUSE)
    assert all(text.count(f"[claim-{number}]") == 1 for number in range(1, 6))


def test_the_parts_stand_under_headings_in_order() -> None:
    gaps = ["The evidence of alerts is incomplete."]
    text = answer(material(missing_info=gaps))
    order = ["**Confirmed findings**", "**From the runbook**", "**What is missing**"]
    assert [text.index(heading) for heading in order] == sorted(map(text.index, order))


def test_a_single_finding_is_one_sentence_without_a_heading() -> None:
    text = answer(material(allowed_claims=CLAIMS[1:2]))
    assert text == f"{OBSERVED} [claim-2]"


@pytest.mark.parametrize(("query", "heading"), [(ENGLISH, "Confirmed"), (CHINESE, "已确认")])
def test_headings_follow_the_language_of_the_question(query: str, heading: str) -> None:
    assert f"**{heading}" in answer(material(original_query=query))


@pytest.mark.parametrize("query", [ENGLISH, CHINESE])
def test_reject_opens_with_the_fixed_sentence_and_names_no_cause(query: str) -> None:
    composer_input = material(original_query=query, verdict="REJECT")
    reply = compose(composer_input)
    assert check_answer(composer_input, reply) == []
    opening = REJECT_OPENING["zh" if query == CHINESE else "en"]
    assert reply["user_facing_answer"].startswith(opening)
    assert reply["answer_summary"].startswith(opening)
    assert "root cause" not in reply["user_facing_answer"]
    assert "[claim-1]" in reply["user_facing_answer"]


def test_low_confidence_separates_confirmed_from_possible_and_names_the_gap() -> None:
    composer_input = material(
        verdict="LOW_CONFID",
        allowed_claims=CLAIMS[:2],
        allowed_hypotheses=[
            {"hypothesis_id": "claim-3", "hypothesis_text": "The disk of order-service is full."}
        ],
        missing_info=["The result of logs was cut off."],
    )
    text = answer(composer_input)
    confirmed, _, possible = text.partition("**Possible directions (not confirmed)**")
    assert "[claim-2]" in confirmed
    assert "Likely: The disk of order-service is full. [claim-3]" in possible
    assert "The result of logs was cut off. [m-1]" in possible


@pytest.mark.parametrize(
    ("status", "text", "said"),
    [
        (
            "inferred",
            "The pool of order-service leaks.",
            "Likely: The pool of order-service leaks.",
        ),
        ("inferred", "The pool may leak.", "The pool may leak."),
        ("documented", "Follow the pool.", "The runbook says: Follow the pool."),
    ],
)
def test_what_is_not_confirmed_is_said_as_such(status: str, text: str, said: str) -> None:
    claim_type = "knowledge" if status == "documented" else "inference"
    composed = answer(material(allowed_claims=[CLAIMS[0], claim(2, text, claim_type, status)]))
    assert f"{said} [claim-2]" in composed


def test_a_cause_that_only_a_quoted_record_names_needs_no_hedge() -> None:
    text = "order-service logged this WARN record: “closing session due to EndOfStream”."
    composed = answer(material(allowed_claims=[claim(1, text, "observation", "confirmed")]))
    assert composed == f"{text} [claim-1]"


def test_actions_carry_their_marks() -> None:
    actions = [{"action_text": "Read the logs of order-service", "reason": "to see more"}]
    composer_input = material(recommended_actions=actions)
    reply = compose(composer_input)
    assert check_answer(composer_input, reply) == []
    assert reply["recommended_actions"] == [
        {"action_text": "Read the logs of order-service [a-1]", "reason": "to see more [a-1]"}
    ]


def test_fifty_claims_are_not_fifty_lines() -> None:
    many = [
        claim(n, f"order-service logged code-{n}.", "observation", "confirmed")
        for n in range(1, 51)
    ]
    text = answer(material(allowed_claims=many))
    assert text.count("[claim-") <= 16


def test_nothing_at_all_is_said_plainly() -> None:
    composer_input = material(
        verdict="LOW_CONFID", allowed_claims=[], missing_info=["No evidence was found."]
    )
    text = answer(composer_input)
    assert text.startswith("Nothing could be confirmed.")


PIECES = st.sampled_from(
    [
        "order-service",
        "HikariPool-1",
        "91%",
        "5 times",
        "2026-07-07T10:00:00Z",
        "not",
        "firing",
        "recovered",
        "because of",
        "logged",
        "“request timed out”",
        "the pool",
        "[claim-9]",
        "可能",
        "没有",
        "耗尽",
        "数据库",
        ".",
        "。",
        ",",
        "and",
        "- ",
        "# ",
        "runbook",
    ]
)
TEXTS = st.lists(PIECES, min_size=1, max_size=12).map(" ".join)
SOUND = st.sampled_from([OBSERVED, CAUSE, ALERT, ABSENT, ADVICE, "连接池耗尽（“active=50/50”）。"])


@settings(max_examples=30)
@given(
    query=st.sampled_from([ENGLISH, CHINESE]),
    verdict=st.sampled_from(["PASS", "LOW_CONFID", "REJECT"]),
    observed=st.lists(SOUND, max_size=6),
    gaps=st.lists(
        st.sampled_from(["logs failed; evidence is missing.", "日志查询失败。"]), max_size=2
    ),
    hypotheses=st.lists(SOUND, max_size=2),
)
def test_every_reply_to_sound_material_passes_the_answer_checks(
    query: str, verdict: str, observed: list[str], gaps: list[str], hypotheses: list[str]
) -> None:
    kinds = {CAUSE: ("root_cause", "inferred"), ADVICE: ("knowledge", "documented")}
    claims = [
        claim(n, text, *kinds.get(text, ("observation", "confirmed")))
        for n, text in enumerate(observed, start=1)
        if verdict == "PASS" or text != CAUSE
    ]
    composer_input = material(
        original_query=query,
        verdict=verdict,
        allowed_claims=claims,
        allowed_hypotheses=[]
        if verdict == "REJECT"
        else [
            {"hypothesis_id": f"h-{n}", "hypothesis_text": text}
            for n, text in enumerate(hypotheses, start=1)
        ],
        missing_info=gaps or (["The evidence is incomplete."] if verdict == "LOW_CONFID" else []),
    )
    assert check_answer(composer_input, compose(composer_input)) == []


@settings(max_examples=30)
@given(st.sampled_from(["PASS", "LOW_CONFID", "REJECT"]), st.lists(TEXTS, max_size=4))
def test_whatever_the_material_says_the_reply_has_the_form_of_the_contract(
    verdict: str, texts: list[str]
) -> None:
    claims = [claim(n, t, "observation", "confirmed") for n, t in enumerate(texts, start=1)]
    reply = compose(material(verdict=verdict, allowed_claims=claims, missing_info=texts[:1]))
    assert len(reply["user_facing_answer"]) <= 16000
