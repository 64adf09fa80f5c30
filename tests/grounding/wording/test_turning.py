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


POOLS = "order-api HostPool was exhausted"


@pytest.mark.parametrize(
    ("text", "source", "conflicts"),
    [
        ("payment-api timed out, not because of dns-1.", LINE, True),
        ("The timeout was not caused by dns-1.", LINE, True),
        ("The timeout of payment-api was never due to dns-1.", LINE, True),
        ("dns-1 is not the cause.", LINE, True),
        ("payment-api 超时不是因为 dns-1。", LINE, True),
        ("payment-api 超时并非由于 dns-1。", LINE, True),
        ("payment-api 超时的原因不是 dns-1。", LINE, True),
        ("The timeout was not caused by dns-1.", f"{LINE}, not caused by dns-1", False),
        ("payment-api 超时不是因为 dns-1。", f"{LINE}, not because of dns-1", False),
        ("payment-api 超时不是因为 dns-1。", "payment-api 超时不是因为 dns-1", False),
    ],
)
def test_a_cause_is_denied_only_where_a_source_denies_one(
    text: str, source: str, conflicts: bool
) -> None:
    assert polarity_conflict(text, [source]) is conflicts


@pytest.mark.parametrize(
    ("text", "source", "conflicts"),
    [
        ("HostPool was exhausted, and so was GuestPool.", POOLS, True),
        ("HostPool was exhausted. So was GuestPool.", POOLS, True),
        ("HostPool 耗尽，GuestPool 也是如此。", POOLS, True),
        ("HostPool 耗尽，GuestPool 亦然。", POOLS, True),
        ("HostPool was exhausted, and so was GuestPool.", f"{POOLS}, and so was GuestPool", False),
        ("HostPool was exhausted.", POOLS, False),
        ("HostPool 耗尽。", POOLS, False),
    ],
)
def test_what_is_said_of_another_is_said_of_this_one_in_a_source(
    text: str, source: str, conflicts: bool
) -> None:
    assert polarity_conflict(text, [source]) is conflicts
