"""What ``invoke`` takes, and how it says what it cannot take (contract section 9)."""

import re
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from superbiz_agent import Settings, build_graph
from superbiz_agent.errors import InvalidInputError

NO_QUESTION: list[dict[str, Any]] = [
    {},
    {"q": "Why does checkout fail?"},
    {"query": None},
    {"messages": []},
    {"messages": [("user", "Hello"), ("assistant", "Hello.")]},
    {"messages": [("system", "be kind")]},
    {"thread_id": "t", "since": "1h"},
]
WRONG_TYPES: list[dict[str, Any]] = [
    {"query": 5},
    {"query": ["Hello"]},
    {"query": "Hello", "at": 5},
    {"query": "Hello", "since": {"a": 1}},
    {"query": "Hello", "thread_id": 7},
]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database_url=f"sqlite:///{tmp_path / 'a.db'}")


@pytest.mark.parametrize("given", NO_QUESTION, ids=str)
def test_an_input_without_a_question_says_what_to_pass(
    settings: Settings, given: dict[str, Any]
) -> None:
    with pytest.raises(InvalidInputError) as caught:
        build_graph(settings).invoke(given)
    message = str(caught.value)
    assert message.startswith('no question was given: pass {"query": ')
    assert "\n" not in message


@pytest.mark.parametrize("given", WRONG_TYPES, ids=str)
def test_a_value_of_another_type_is_named_in_one_line(
    settings: Settings, given: dict[str, Any]
) -> None:
    with pytest.raises(InvalidInputError) as caught:
        build_graph(settings).invoke(given)
    assert re.fullmatch(r"[a-z_]+: text is expected, not [a-z]+", str(caught.value))


@pytest.mark.parametrize(
    "given", [{"query": ""}, {"query": " \n"}, {"messages": [("user", "")]}], ids=str
)
def test_an_empty_question_is_answered_with_what_the_agent_can_do(
    settings: Settings, given: dict[str, Any]
) -> None:
    result = build_graph(settings).invoke(given)
    assert result["answer"]
    assert result["verdict"] is None


async def test_ainvoke_says_the_same(settings: Settings) -> None:
    with pytest.raises(InvalidInputError, match="no question was given"):
        await build_graph(settings).ainvoke({"q": "Hello"})


@pytest.mark.parametrize("given", [NO_QUESTION[0], NO_QUESTION[4], WRONG_TYPES[1]], ids=str)
def test_a_thread_goes_on_after_an_input_that_was_refused(
    settings: Settings, given: dict[str, Any]
) -> None:
    graph = build_graph(settings, checkpointer=InMemorySaver())
    thread: Any = {"configurable": {"thread_id": "t"}}
    graph.invoke({"messages": [("user", "Hello")]}, thread)
    with pytest.raises(InvalidInputError):
        graph.invoke(given, thread)
    assert graph.invoke({"query": "Hello again"}, thread)["answer"]


@pytest.mark.parametrize(
    "given",
    [
        {"query": "", "messages": [("user", "Hello")], "thread_id": None, "since": None},
        {"messages": [("assistant", "Hi."), ("user", [{"type": "text", "text": "Hello"}])]},
        {"query": "Hello", "context": {"of": "a chat client"}},
    ],
    ids=["a form with an empty query", "a chat", "a key of the client's own"],
)
def test_what_clients_send_is_answered(settings: Settings, given: dict[str, Any]) -> None:
    result = build_graph(settings).invoke(given)
    assert result["answer"]
    assert [message.type for message in result["messages"]][-2:] == ["human", "ai"]
    assert len([message for message in result["messages"] if message.type == "human"]) == 1


def test_the_schema_that_studio_shows_offers_text(settings: Settings) -> None:
    fields = build_graph(settings).get_input_jsonschema()["properties"]
    assert set(fields) == {"query", "messages", "thread_id", "since", "at"}
    assert fields["query"]["anyOf"] == [{"type": "string"}, {"type": "null"}]
    assert "End of the window" in fields["at"]["description"]
