"""A cause, an absence and a gap in other words than their item's (contract section 7)."""

import pytest

from superbiz_agent.grounding import check_answer
from tests.grounding.answer_material import claim, composer_input

BIND = claim(
    "claim-1",
    "auth-service fails to bind to ldaps://dir-2.corp:636: LDAP error 49 (invalid credentials) for "
    "cn=svc-auth, 3 times.",
    "root_cause",
    "confirmed",
)
SEARCH = claim(
    "claim-2",
    'A search for "broker unavailable" in the logs of billing-api in app.log, from '
    "2026-03-11T06:00:04Z to 2026-03-11T06:07:00Z, matched nothing.",
    "negative_observation",
    "confirmed",
)
LAG = claim(
    "claim-3",
    "billing likely lags because a member left the group after the poll interval was exceeded.",
    "inference",
    "inferred",
)
RUNBOOK = claim("claim-4", "LDAP error 49 表示凭据无效。", "knowledge", "documented")
GAP = "No source holds the burst balance of vol-3."


def faults(sentence: str) -> set[str]:
    material = composer_input(
        original_query="Why do sign-ins fail?",
        allowed_claims=[BIND, SEARCH, LAG, RUNBOOK],
        missing_info=[GAP],
    )
    reply = {"answer_summary": sentence, "recommended_actions": [], "user_facing_answer": sentence}
    return {finding.rule_id for finding in check_answer(material, reply)}


@pytest.mark.parametrize(
    "sentence",
    [
        "Sign-ins fail because dir-2.corp refuses the credentials of cn=svc-auth. [claim-1]",
        "In billing-api a search from 06:00:04Z to 06:07:00Z matched nothing. [claim-2]",
        "billing probably lags because a member left its group. [claim-3]",
        "手册写道，LDAP error 49 表示凭据无效。[claim-4]",
        "The burst balance of vol-3 is missing. [m-1]",
    ],
)
def test_the_same_in_other_words_is_let_through(sentence: str) -> None:
    assert faults(sentence) == set()


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        ("Sign-ins fail because the pool of dir-2.corp leaks. [claim-1]", "answer.cause"),
        ("Sign-ins fail because dir-3.corp refuses the credentials. [claim-1]", "answer.cause"),
        ("billing lags because a member left its group. [claim-3]", "answer.cause"),
        ("billing probably lags because of a slow query. [claim-3]", "answer.cause"),
        ("A search of billing-api from 06:00:04Z on matched nothing. [claim-2]", "answer.absence"),
        ("A search from 06:00:04Z to 06:07:00Z matched nothing. [claim-2]", "answer.absence"),
        ("LDAP error 49 表示凭据无效。[claim-4]", "answer.documented"),
        ("The burst balance of vol-3 is used up. [m-1]", "answer.new_fact"),
    ],
)
def test_more_than_the_item_says_is_not(sentence: str, rule: str) -> None:
    assert rule in faults(sentence)


@pytest.mark.parametrize(
    ("sentence", "told", "is_named"),
    [
        ("cart-1 went down at 11:21:10Z. [claim-1]", "cart-1 shut down at 11:21:10Z.", True),
        ("cart-1 的停机在 11:21:10Z。[claim-1]", "cart-1 于 11:21:10Z 关闭。", True),
        ("Somebody deleted a.ttf. [claim-1]", "Somebody removed a.ttf.", True),
        ("cart-1 had an outage at 11:21:10Z. [claim-1]", "cart-1 was slow at 11:21:10Z.", False),
        ("Somebody deleted a.ttf. [claim-1]", "Somebody moved a.ttf.", False),
    ],
)
def test_a_plain_word_stands_for_a_fault(sentence: str, told: str, is_named: bool) -> None:
    item = claim("claim-1", told, "observation", "confirmed")
    material = composer_input(original_query="What happened?", allowed_claims=[item])
    reply = {"answer_summary": sentence, "recommended_actions": [], "user_facing_answer": sentence}
    found = {finding.message for finding in check_answer(material, reply)}
    assert (not any("names a fault" in message for message in found)) == is_named
