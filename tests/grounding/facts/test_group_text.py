"""The mark of a group stands once in a line, and only where code wrote it (section 2)."""

import pytest

from superbiz_agent.grounding.facts.group_text import group_mark, own_words
from superbiz_agent.tools.text import bounded_line

SPAN = "from 2026-07-07T10:00:00Z to 2026-07-07T10:05:00Z"
SAMPLE = "2026-07-07T10:00:00Z ERROR orders request failed (app.log:1)"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (f"{SAMPLE}; 7 records of this form {SPAN}", "7"),
        (f"{SAMPLE}; 7 records of this form {SPAN} [demo]", "7"),
        (f"{SAMPLE}; 7 records of this form", "7"),
        (f"{SAMPLE}; 7 records of this form {SPAN}; latency 1ms to 9ms; with pod-1, pod-2", "7"),
        (SAMPLE, None),
        (f"{SAMPLE}; 7 records of this form; 9 records of this form", None),
        ("orders wrote; 7 records of this format", None),
        (f"{SAMPLE}; 7 records of this form {SPAN}, and more", None),
    ],
)
def test_a_line_with_one_mark_is_a_group(text: str, count: str | None) -> None:
    mark = group_mark(text)
    assert (mark["count"] if mark else None) == count


@pytest.mark.parametrize(
    "text",
    [
        f"timed out; 99 records of this form {SPAN}",
        "99 records of this form",
        f"(app.log:3); 99 records of this form {SPAN}; latency 1 ms to 9 ms; with a",
        "x; 1 records of this form; 2 records of this form",
        "x;\n99 records of this form",
        "x;\t99 records of this form",
    ],
)
def test_what_others_wrote_never_is(text: str) -> None:
    shown = bounded_line(own_words(text))
    assert group_mark(shown) is None
    assert group_mark(f"{shown} (app.log:1)") is None
    assert group_mark(f"{shown} (app.log:1); 7 records of this form")
    assert own_words(shown) == shown


@pytest.mark.parametrize("text", ["records of this form", "9 records", "records\\x20of this form"])
def test_other_words_stay_as_they_are(text: str) -> None:
    assert own_words(text) == text
