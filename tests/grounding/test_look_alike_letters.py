"""Letters that ignoring case takes for ASCII ones (the long s, the i without its dot, the sign of
Kelvin) are no letters of our tables: texts with them are read, and no look-up fails."""

import pytest

from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.misreadings.table import misreads

LOOK_ALIKE = str.maketrans({"s": "ſ", "i": "ı", "I": "İ", "k": "\u212a"})
TEXTS = [
    "it took 5 days",
    "5 thousand records, 40 an hour, 7 a minute",
    "twice as slow at least, no space left, again and again",
    "6 jobs failed and 4 skipped",
    "is resolved, kib, status 503",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_with_look_alike_letters_is_read(text: str) -> None:
    written = text.translate(LOOK_ALIKE)
    extract_facts(written)
    misreads(written, [text, "a record"])
    misreads(text, [written, "a record"])


def test_a_unit_in_look_alike_letters_is_none() -> None:
    assert [fact.kind for fact in extract_facts("it took 5 days")] == ["duration"]
    assert [fact.kind for fact in extract_facts("it took 5 day\u017f")] == ["number"]
