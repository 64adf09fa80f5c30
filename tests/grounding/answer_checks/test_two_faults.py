"""Two root causes stand for themselves: neither is the cause of what the other tells."""

import pytest

from superbiz_agent.grounding.answer_checks.cause import names_the_cause
from superbiz_agent.grounding.answer_checks.material import Item, Statement

DISK = Item(
    "claim-1", "claim", ("Uploads failed on media-3: no space left.",), "root_cause", "confirmed"
)
QUOTA = Item(
    "claim-4", "claim", ("api.geopin answered route-1 with 429: quota used up.",), "root_cause",
    "confirmed",
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "is_named"),
    [
        ("Uploads fail on media-3 because api.geopin limits its quota.", False),
        ("Uploads failed on media-3 because no space was left.", True),
        ("route-1 got 429 from api.geopin because its quota was used up.", True),
    ],
)
def test_a_cause_is_that_of_its_own_fault(text: str, is_named: bool) -> None:
    assert names_the_cause(Statement(text, (DISK, QUOTA)), (DISK, QUOTA)) is is_named
