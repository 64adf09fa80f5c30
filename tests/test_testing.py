"""The scripted model that embedders test with."""

import doctest
import threading
from datetime import datetime
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from superbiz_agent import testing
from superbiz_agent.prompts import executor_messages, planner_messages, repair_message
from superbiz_agent.testing import (
    ScriptedChatModel,
    ScriptError,
    fixed_clock,
    tool_call,
    tool_calls,
    tool_results,
)

PLANNER = planner_messages(
    "en", question="q", earlier_turns=[], tools=[], window={}, now="2026-07-07T10:00:00Z"
)
EXECUTOR = executor_messages(
    "zh", question="q", plan={}, window={}, now="n", retry_context=None, stored_evidence=[]
)
LOGS = {"type": "function", "function": {"name": "query_logs", "parameters": {"type": "object"}}}


def test_the_examples_in_the_documentation_run() -> None:
    result = doctest.testmod(testing)
    assert result.attempted >= 8
    assert result.failed == 0


def test_each_role_follows_its_own_script() -> None:
    model = ScriptedChatModel({"planner": ["plan"], "executor": ["one", {"键": "值"}]})
    contents = [model.invoke(messages).content for messages in (EXECUTOR, PLANNER, EXECUTOR)]
    assert contents == ["one", "plan", '{"键": "值"}']
    assert [call.role for call in model.calls] == ["executor", "planner", "executor"]
    assert list(model.calls_of("planner")[0].messages) == PLANNER
    model.assert_used_up()


async def test_it_answers_asynchronously_too() -> None:
    model = ScriptedChatModel({"planner": ["plan"]})
    assert (await model.ainvoke(PLANNER)).content == "plan"


def test_a_repair_turn_gets_the_next_reply_of_the_role() -> None:
    model = ScriptedChatModel({"executor": ["broken", "mended"]})
    first = model.invoke(EXECUTOR)
    again = model.invoke([*EXECUTOR, first, repair_message("zh", [])])
    assert again.content == "mended"


def test_an_exception_is_raised_and_a_function_sees_the_messages() -> None:
    def outage(messages: list[BaseMessage]) -> Exception:
        return TimeoutError(len(messages))

    model = ScriptedChatModel({"planner": [ConnectionError("down"), outage]})
    with pytest.raises(ConnectionError, match="down"):
        model.invoke(PLANNER)
    with pytest.raises(TimeoutError, match="2"):
        model.invoke(PLANNER)


def test_bound_tools_are_noted_and_calls_are_made() -> None:
    both = tool_calls(("query_logs", {"query": "a"}), ("query_metrics", {"query": "b"}))
    model = ScriptedChatModel({"executor": [tool_call("query_logs", query="x"), both]})
    bound = model.bind_tools([LOGS])
    first, second = bound.invoke(EXECUTOR), bound.invoke(EXECUTOR)
    assert first.tool_calls[0]["args"] == {"query": "x"}
    assert [call["name"] for call in second.tool_calls] == ["query_logs", "query_metrics"]
    ids = {call["id"] for message in (first, second) for call in message.tool_calls}
    assert len(ids) == 3
    assert model.calls[0].tools == ("query_logs",)


def test_a_message_that_is_used_twice_is_two_messages() -> None:
    answer = AIMessage(content="x")
    model = ScriptedChatModel({"planner": [answer, answer]})
    first, second = model.invoke(PLANNER), model.invoke(PLANNER)
    assert first.id != second.id
    assert answer.id is None


@pytest.mark.parametrize(
    ("script", "messages"),
    [
        ({"planner": []}, PLANNER),
        ({}, PLANNER),
        ({"planner": ["x"]}, [HumanMessage("hello")]),
    ],
)
def test_a_call_beyond_the_script_says_so(script: Any, messages: Any) -> None:
    with pytest.raises(ScriptError):
        ScriptedChatModel(script).invoke(messages)


def test_a_script_that_was_not_followed_is_told() -> None:
    model = ScriptedChatModel({"planner": ["x"], "composer": []})
    with pytest.raises(ScriptError, match="planner"):
        model.assert_used_up()
    with pytest.raises(ScriptError, match="no such role: writer"):
        ScriptedChatModel({"writer": ["x"]})  # type: ignore[dict-item]


def test_threads_share_one_script() -> None:
    model = ScriptedChatModel({"planner": [str(n) for n in range(40)]})
    seen: list[str] = []

    def ask() -> None:
        for _ in range(10):
            seen.append(str(model.invoke(PLANNER).content))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seen, key=int) == [str(n) for n in range(40)]
    model.assert_used_up()


def test_tool_results_are_decoded() -> None:
    messages = [*EXECUTOR, ToolMessage('{"invocation_id": 7}', tool_call_id="c")]
    assert tool_results(messages) == [{"invocation_id": 7}]


def test_a_clock_needs_a_zone() -> None:
    clock = fixed_clock("2026-07-07T10:00:00Z")
    assert clock() == clock() == datetime.fromisoformat("2026-07-07T10:00:00+00:00")
    with pytest.raises(ValueError, match="time zone"):
        fixed_clock("2026-07-07T10:00:00")
