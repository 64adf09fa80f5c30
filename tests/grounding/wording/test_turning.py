"""Words that turn a sentence round or set it outside of what happened."""

import pytest

from superbiz_agent.grounding.wording.polarity import polarity_conflict

LINE = "payment-api timed out after 30000ms"


@pytest.mark.parametrize(
    ("text", "source", "conflicts"),
    [
        (f"False: {LINE}.", LINE, True),
        (f"It is a myth that {LINE}.", LINE, True),
        (f"In a drill, {LINE}.", LINE, True),
        (f"Hypothetically {LINE}.", LINE, True),
        ("演练中 payment-api 在 30000ms 后超时。", LINE, True),
        ("假的：payment-api 在 30000ms 后超时。", LINE, True),
        (f"{LINE}.", f"in a drill, {LINE}", True),
        (f"In a simulation, {LINE}.", f"in a drill, {LINE}", False),
        (f"演练中 {LINE}。", f"in a drill, {LINE}", False),
        ("the check returned false.", "ERROR the check returned false", False),
        ("It is a false alarm.", "resolved: false alarm", False),
        (f"{LINE} with tls=false.", f"{LINE} with tls=false", False),
        (f"{LINE}.", LINE, False),
    ],
)
def test_a_sentence_is_turned_round_only_where_its_source_is(
    text: str, source: str, conflicts: bool
) -> None:
    assert polarity_conflict(text, [source]) is conflicts
