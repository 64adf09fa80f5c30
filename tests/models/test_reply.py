"""The text of a model's message, stop reason first."""

from typing import Any

import pytest
from langchain_core.messages import AIMessage

from superbiz_agent.models import reply
from superbiz_agent.models.reply import ReplyText, reply_text, stop_problem

TOOL_CALL = {"name": "query_logs", "args": {"query": "x"}, "id": "1", "type": "tool_call"}
BROKEN_CALL = {
    "name": "query_logs",
    "args": '{"query": "x',
    "id": "1",
    "error": "cut",
    "type": "invalid_tool_call",
}


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("plain", "plain"),
        ([{"type": "text", "text": '{"a"'}, {"type": "text", "text": ": 1}"}], '{"a": 1}'),
        ([{"type": "reasoning", "reasoning": "PASS?"}, {"type": "text", "text": "no"}], "no"),
        ([{"type": "thinking", "thinking": "PASS?", "text": "PASS"}, "no"], "no"),
        ([{"type": "text", "text": None}, {"type": "text", "text": "x"}, {"text": "y"}], "x"),
    ],
)
def test_text_blocks_are_joined_and_others_left_out(content: Any, text: str) -> None:
    assert reply_text(AIMessage(content=content)) == ReplyText(text=text)


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ({"response_metadata": {"finish_reason": "length"}}, reply.CUT_OFF),
        ({"response_metadata": {"stop_reason": "max_tokens"}}, reply.CUT_OFF),
        ({"response_metadata": {"finish_reason": "MAX_TOKENS"}}, reply.CUT_OFF),
        ({"response_metadata": {"done_reason": "length"}}, reply.CUT_OFF),
        ({"response_metadata": {"finish_reason": "content_filter"}}, reply.FILTERED),
        ({"response_metadata": {"stop_reason": "refusal"}}, reply.REFUSED),
        ({"additional_kwargs": {"refusal": "I'm sorry"}}, reply.REFUSED),
        ({"content": [{"type": "refusal", "refusal": "no"}]}, reply.REFUSED),
        ({"invalid_tool_calls": [BROKEN_CALL]}, reply.BROKEN_TOOL_CALL),
    ],
)
def test_a_reply_that_did_not_end_by_itself_has_no_text(
    message: dict[str, Any], problem: str
) -> None:
    asked = AIMessage(**{"content": '{"verdict": "PASS"}', **message})
    assert stop_problem(asked) == problem
    assert reply_text(asked) == ReplyText(problem=problem)


@pytest.mark.parametrize("reason", ["stop", "tool_calls", "end_turn", "STOP", None, 7, ""])
def test_an_ordinary_end_is_no_problem(reason: Any) -> None:
    asked = AIMessage(content="x", response_metadata={"finish_reason": reason})
    assert reply_text(asked) == ReplyText(text="x")


@pytest.mark.parametrize("content", ["", "  \n", [], [{"type": "reasoning", "reasoning": "x"}]])
def test_an_empty_reply_is_a_problem(content: Any) -> None:
    assert reply_text(AIMessage(content=content)) == ReplyText(problem=reply.EMPTY)


def test_a_tool_call_is_usable_but_no_answer() -> None:
    message = AIMessage(content="", tool_calls=[TOOL_CALL])
    assert stop_problem(message) is None
    assert reply_text(message) == ReplyText(problem=reply.TOOL_CALL_ONLY)


def test_a_cut_off_tool_call_is_not_usable() -> None:
    message = AIMessage(
        content="", tool_calls=[TOOL_CALL], response_metadata={"finish_reason": "length"}
    )
    assert stop_problem(message) == reply.CUT_OFF
