"""Arguments of tool calls are read as strictly as any reply."""

import json
from typing import Any

import pytest

from superbiz_agent.models.arguments import BROKEN, strict_arguments
from tests.loopback import completion, tool_call


def arguments_after(arguments: Any) -> Any:
    read = strict_arguments(completion(**tool_call(arguments)))
    return read["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"]


@pytest.mark.parametrize("arguments", ['{"query": "x"}', "{}", "", None])
def test_strict_arguments_stay_as_they_are(arguments: Any) -> None:
    assert arguments_after(arguments) == arguments


def test_an_object_in_place_of_text_is_written_as_text() -> None:
    assert json.loads(arguments_after({"query": "x"})) == {"query": "x"}


@pytest.mark.parametrize(
    "arguments",
    [
        '{"query": "x"',
        '{"query": "a", "query": "b"}',
        '"{\\"query\\": \\"x\\"}"',
        '[{"query": "x"}]',
        '{"query": "x"} {"query": "y"}',
        '{"limit": NaN}',
        '{"limit": 1e999}',
        "[" * 100_000,
        7,
        ["x"],
    ],
)
def test_anything_else_is_marked_as_broken(arguments: Any) -> None:
    assert arguments_after(arguments) == BROKEN


@pytest.mark.parametrize(
    "other",
    [
        {},
        {"choices": None},
        {"choices": [None, 1, {"message": None}, {"message": {"tool_calls": "x"}}]},
        {"choices": [{"message": {"tool_calls": [None, {"function": None}]}}]},
    ],
)
def test_a_reply_of_another_form_is_left_alone(other: dict[str, Any]) -> None:
    assert strict_arguments(dict(other)) == other
