"""Calls of any kind are read, answered and sent on in a form that endpoints take."""

import re
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from superbiz_agent.models.tool_calls import Call, all_calls, calls_of, sendable


def message(*calls: tuple[Any, str, Any], invalid: Any = (), **more: Any) -> AIMessage:
    return AIMessage(
        content="",
        tool_calls=[{"id": i, "name": n, "args": a, "type": "tool_call"} for i, n, a in calls],
        invalid_tool_calls=[
            {"id": i, "name": n, "args": a, "error": "e", "type": "invalid_tool_call"}
            for i, n, a in invalid
        ],
        **more,
    )


def test_broken_arguments_are_null() -> None:
    read = calls_of(
        message(("a", "query_logs", {"query": "x"}), invalid=[("b", "query_logs", "{")])
    )
    assert read == [Call("a", "query_logs", {"query": "x"}), Call("b", "query_logs", None)]


@pytest.mark.parametrize("ids", [(None, None), ("", ""), ("a", "a"), ("call-2", None)])
def test_ids_are_unique_in_a_message(ids: tuple[Any, Any]) -> None:
    read = all_calls(message(*((each, "t", {}) for each in ids)))
    assert len({call.id for call in read}) == 2


@pytest.mark.parametrize("reason", ["length", "content_filter"])
def test_a_message_that_was_cut_off_calls_nothing(reason: str) -> None:
    cut = message(("a", "t", {}), response_metadata={"finish_reason": reason})
    assert calls_of(cut) == []
    assert len(all_calls(cut)) == 1


def test_other_messages_call_nothing() -> None:
    assert calls_of(HumanMessage("x")) == []


def test_what_endpoints_would_refuse_is_sent_on_mended_with_the_ids_that_were_answered() -> None:
    broken = message((None, "query logs! DROP", {"query": "x"}), invalid=[("", None, "{")])
    [sent] = sendable([broken])
    assert isinstance(sent, AIMessage)
    assert sent.invalid_tool_calls == []
    assert [call["id"] for call in sent.tool_calls] == [call.id for call in all_calls(broken)]
    assert all(re.fullmatch("[a-zA-Z0-9_-]{1,64}", call["name"]) for call in sent.tool_calls)


def test_a_sound_message_is_sent_on_as_it_is() -> None:
    sound = message(("a", "query_logs", {"query": "x"}))
    assert sendable([sound, HumanMessage("x")]) == [sound, HumanMessage("x")]
