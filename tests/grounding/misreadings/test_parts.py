"""Where a part of a text ends, in both languages."""

import pytest

from superbiz_agent.grounding.misreadings.parts import parts_at_and, parts_of


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a is up, but b and c are down.", ("a is up", " ", " b and c are down")),
        ("1,200 rows; v1.4.0 ran", ("1,200 rows", " v1.4.0 ran")),
        ("甲正常，而乙异常。", ("甲正常", "乙异常")),
        ("attributed", ("attributed",)),
    ],
)
def test_a_part_ends_at_a_sign_and_at_a_word_of_contrast(text: str, parts: tuple[str, ...]) -> None:
    assert parts_of(text) == tuple(part for part in parts if part.strip())


def test_and_divides_only_where_a_rule_asks_for_it() -> None:
    assert parts_at_and("a rose and b fell") == ("a rose ", " b fell")
