"""An answer does not make a count exact that its claim tells plainly."""

import pytest

from superbiz_agent.grounding.answer_checks.answer import check_answer
from superbiz_agent.grounding.wording.exact_counts import makes_a_count_exact
from tests.grounding.answer_material import claim, composer_input, reply

PLAIN = "store-sync logged 7 timeouts from 10:00Z to 10:05Z."
PLAIN_ZH = "store-sync 在 10:00Z 到 10:05Z 之间记录了 7 次超时。"
EXACT = "store-sync logged exactly 7 timeouts."
RANGE = "rail.refund held 0 to 44 messages."


@pytest.mark.parametrize(
    ("text", "claim", "is_added"),
    [
        ("store-sync logged exactly 7 timeouts.", PLAIN, True),
        ("store-sync logged just seven timeouts.", PLAIN, True),
        ("store-sync logged 7 timeouts and no more.", PLAIN, True),
        ("store-sync logged no more than 7 timeouts.", PLAIN, True),
        ("store-sync 正好记录了 7 次超时。", PLAIN_ZH, True),
        ("store-sync 恰好有 7 次超时。", PLAIN, True),
        ("store-sync 最多记录了 7 次超时。", PLAIN_ZH, True),
        ("store-sync logged 7 timeouts.", PLAIN, False),
        ("store-sync 记录了 7 次超时。", PLAIN, False),
        ("store-sync had exactly 7 timeouts.", EXACT, False),
        ("store-sync 恰好有 7 次超时。", EXACT, False),
        ("rail.refund held no more than 44 messages.", RANGE, False),
        ("rail.refund 最多有 44 条消息。", RANGE, False),
        ("The just published version is v7.", PLAIN, False),
    ],
)
def test_exactness_is_not_added(text: str, claim: str, is_added: bool) -> None:
    assert makes_a_count_exact(text, [claim]) is is_added


@pytest.mark.parametrize(("text", "is_refused"), [(PLAIN, False), (EXACT, True)])
def test_an_answer_is_held_to_its_claim(text: str, is_refused: bool) -> None:
    material = composer_input(
        allowed_claims=[claim("claim-1", PLAIN, "observation", "confirmed")],
        original_query="What happened to store-sync?",
    )
    found = check_answer(material, reply(f"{text} [claim-1]"))
    assert ("answer.new_fact" in {finding.rule_id for finding in found}) is is_refused
