"""What only says when is no subject of a question."""

import pytest

from superbiz_agent.models.offline.clock_words import without_clock_words
from superbiz_agent.models.offline.question import read_question


@pytest.mark.parametrize(
    "text",
    [
        "what happened last night?",
        "what went wrong overnight?",
        "what broke last weekend?",
        "any errors around midnight?",
        "any errors around 03:10?",
        "any errors at about half past three?",
        "what happened yesterday evening?",
        "昨晚发生了什么？",
        "昨天夜里有报错吗？",
        "昨夜有什么异常？",
        "大约 22:10 有报错吗？",
        "凌晨三点左右有报错吗？",
        "半夜出了什么问题？",
        "what broke?",
        "what went wrong?",
    ],
)
def test_when_and_what_broke_name_nothing(text: str) -> None:
    question = read_question(without_clock_words(text))
    assert not question.has_subject


def test_a_folder_called_night_is_not_meant_by_last_night() -> None:
    asked = "what happened last night?"
    assert read_question(without_clock_words(asked), ["night"]).entities == ()


@pytest.mark.parametrize("text", ["is night-batch ok?", "is midnight-job ok?"])
def test_a_name_that_holds_such_a_word_is_kept(text: str) -> None:
    assert read_question(without_clock_words(text)).entities
