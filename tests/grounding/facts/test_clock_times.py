"""An instant is told by its time of day, to the digits that are shown."""

from decimal import Decimal

import pytest

from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.facts.clock_times import is_near, is_within

KNOWN = "2026-07-07T10:00:40Z"


@pytest.mark.parametrize(
    ("told", "near", "within"),
    [
        ("2026-07-07T10:00:40Z", True, True),
        ("10:00:40Z", True, True),
        ("10:00Z", True, True),
        ("10:01Z", True, False),
        ("09:59Z", False, False),
        ("10:00:41Z", False, False),
    ],
)
def test_an_instant_is_cut_off_or_rounded(told: str, near: bool, within: bool) -> None:
    (fact,), (known,) = extract_facts(told), extract_facts(KNOWN)
    assert known.number is not None
    assert is_near(fact, known.number % Decimal(86400)) is near
    assert is_within(fact, known) is within
