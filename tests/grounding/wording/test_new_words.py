"""What is told of a name in words that no source has."""

import pytest

from superbiz_agent.grounding.wording.new_words import tells_new_words

CLAIM = "mail-1 logged “relay refused connection” for smtp-out-2:25 three times."


@pytest.mark.parametrize(
    ("text", "is_new"),
    [
        ("smtp-out-2 is overloaded.", True),
        ("smtp-out-2 was hijacked.", True),
        ("mail-1 logged a refused relay connection of smtp-out-2.", False),
        ("smtp-out-2 refused connections 3 times.", False),
        ("smtp-out-2 过载。", False),
        ("| host | smtp-out-2 |", False),
        ("Host: smtp-out-2", False),
        ("The relay refused the connection.", False),
    ],
)
def test_words_are_new_where_most_of_them_stand_in_no_source(text: str, is_new: bool) -> None:
    assert tells_new_words(text, [CLAIM], ()) is is_new


def test_the_words_by_which_a_runbook_is_quoted_are_not_new() -> None:
    rule = "backup-1 应放在 idle 类。"
    assert not tells_new_words("手册写道，backup-1 应放在 idle 类。", [rule], ())
