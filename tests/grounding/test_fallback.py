"""An answer always results, and always passes the checks (contract section 7)."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from superbiz_agent.contracts.composer import ComposerInput
from superbiz_agent.grounding.answer_checks.answer import check_answer
from superbiz_agent.grounding.fallback import fallback_reply
from tests.grounding.answer_material import ACTION, CLAIMS, GAP, HYPOTHESIS, claim, composer_input

VERDICTS = ("PASS", "LOW_CONFID", "REJECT")


def told(material: dict[str, Any]) -> str:
    """The fallback's answer, checked as raw text and as an object."""
    given_input = ComposerInput(**material)
    reply = fallback_reply(given_input).reply
    assert check_answer(given_input, reply.model_dump()) == []
    assert check_answer(given_input, json.dumps(reply.model_dump())) == []
    return reply.user_facing_answer


@pytest.mark.parametrize("verdict", VERDICTS)
@pytest.mark.parametrize(("language", "query"), [("en", "Why is it slow?"), ("zh", "为什么慢？")])
def test_there_is_one_template_a_verdict_and_language(
    verdict: str, language: str, query: str
) -> None:
    given_input = ComposerInput(**composer_input(verdict, original_query=query))
    assert fallback_reply(given_input).template_id == f"{verdict.lower()}.{language}"


def test_pass_says_every_item_with_its_mark() -> None:
    text = told(composer_input())
    for claim_id, (claim_text, *_) in CLAIMS.items():
        assert claim_text in text
        assert f"[{claim_id}]" in text
    assert f"The runbook says: {CLAIMS['claim-6'][0]} [claim-6]" in text
    assert f"{HYPOTHESIS} [h-1]" in text
    assert f"{GAP} [m-1]" in text


def test_low_confidence_separates_findings_directions_and_gaps() -> None:
    text = told(composer_input("LOW_CONFID"))
    order = ["Confirmed findings", "Inferred", "Possible directions", "What is missing"]
    places = [text.index(f"**{heading}") for heading in order]
    assert places == sorted(places)


def test_reject_opens_fixed_and_names_neither_cause_nor_hypothesis() -> None:
    material = composer_input("REJECT")
    material["allowed_claims"].append(
        claim("claim-9", "A leak broke it.", "root_cause", "confirmed")
    )
    material["allowed_hypotheses"] = [{"hypothesis_id": "h-1", "hypothesis_text": HYPOTHESIS}]
    text = told(material)
    assert text.startswith("The current evidence cannot support a reliable conclusion.\n")
    assert CLAIMS["claim-1"][0] in text
    assert "leak broke" not in text
    assert HYPOTHESIS not in text


def test_actions_carry_their_marks_and_changes_are_left_out() -> None:
    actions = [
        {"action_text": "Restart order-service", "reason": "to free memory"},
        {"action_text": ACTION[0], "reason": ACTION[1]},
    ]
    material = ComposerInput(**composer_input(recommended_actions=actions))
    shown = fallback_reply(material).reply.recommended_actions
    assert [action.action_text for action in shown] == [f"{ACTION[0]} [a-2]"]


@pytest.mark.parametrize(
    "text",
    [
        "see [claim-2] [q]", "<script>x</script>", "[a](http://x)", "![a](b)", "```\ncode", "~~~",
        "a\nb\n\n# c\n| d | e |\n|---|---|", 'an odd " quote “', "zero\u200bwidth", "\u202eturned",
        "x" * 10_000, "word, " * 2_000, "\x00\x1b[31m", "Restart it", "[1] forged", "claim-3", "'",
        ".",
        "The root cause is a deadlock.", "All is ruled out.", "\U000e0041", "", "   ",
        "\u043e\u0440", "Yes", "**", "- ", "[m-1]", "【claim-1】", "1.", "#", "[ claim-1 ]",
    ],
)  # fmt: skip
@pytest.mark.parametrize("verdict", VERDICTS)
def test_hostile_items_are_said_safely_or_left_out(text: str, verdict: str) -> None:
    claims = [
        claim(f"claim-{n}", text, kind, status)
        for n, (kind, status) in enumerate(
            [("observation", "confirmed"), ("inference", "inferred"), ("knowledge", "documented"),
             ("root_cause", "confirmed")], start=1,
        )
    ]  # fmt: skip
    material = composer_input(
        verdict,
        allowed_claims=claims,
        allowed_hypotheses=[{"hypothesis_id": "h-1", "hypothesis_text": text}],
        missing_info=[text],
        recommended_actions=[{"action_text": text, "reason": text}],
    )
    assert told(material)


def test_low_confidence_names_a_gap_even_if_it_cannot_be_shown() -> None:
    text = told(composer_input("LOW_CONFID", missing_info=["<b>\u200b"]))
    assert "There is a gap in the evidence that cannot be shown here. [m-1]" in text


def test_a_flood_of_items_fits_an_answer() -> None:
    claims = [
        claim(
            f"claim-{n}", f"pod-{n} is at {n}% " + "of its limit " * 70, "observation", "confirmed"
        )
        for n in range(1, 51)
    ]
    text = told(composer_input("LOW_CONFID", allowed_claims=claims))
    assert len(text) <= 16_000
    assert GAP in text


wild = st.text(max_size=60) | st.sampled_from(
    [
        "[claim-1]", "[h-1]", "<b>", "](", '"', "“", "```", "\n", "\u200b", "not found", "因为超时",
        "order-service is at 91%.", "Restart it.", "likely", "根因是死锁。", "- a\n- b", "|", "[1]",
    ]
)  # fmt: skip
texts = st.lists(wild, max_size=5).map(" ".join)


@settings(max_examples=150)
@given(
    verdict=st.sampled_from(VERDICTS),
    query=st.sampled_from(["Why?", "为什么？"]) | st.text(max_size=20),
    claims=st.lists(
        st.tuples(
            st.sampled_from(["claim-1", "claim-2", "claim-3"]),
            texts,
            st.sampled_from(
                ["observation", "negative_observation", "inference", "root_cause", "knowledge"]
            ),
            st.sampled_from(["confirmed", "inferred", "documented"]),
        ),
        max_size=3,
    ),
    hypotheses=st.lists(st.tuples(st.sampled_from(["h-1", "claim-1"]), texts), max_size=2),
    gaps=st.lists(texts, max_size=2),
    actions=st.lists(st.tuples(texts, texts), max_size=2),
)
def test_every_valid_input_gets_an_answer_that_passes(
    verdict: str,
    query: str,
    claims: list[tuple[str, str, str, str]],
    hypotheses: list[tuple[str, str]],
    gaps: list[str],
    actions: list[tuple[str, str]],
) -> None:
    material = composer_input(
        verdict,
        original_query=query,
        allowed_claims=[claim(*each) for each in claims],
        allowed_hypotheses=[
            {"hypothesis_id": mark, "hypothesis_text": text} for mark, text in hypotheses
        ],
        missing_info=gaps,
        recommended_actions=[{"action_text": a, "reason": b} for a, b in actions],
    )
    assert told(material)
