"""``langgraph dev`` serves the graph as Studio needs it, without a key and without a network."""

import dataclasses
import json
from typing import Any

import httpx
import pytest

from superbiz_agent.graph.routing import LABELS
from superbiz_agent.state import DiagnosisContext
from tests.graph.test_topology import EDGES

pytestmark = pytest.mark.server


def assistant(dev_server: httpx.Client) -> str:
    [found] = dev_server.post("/assistants/search", json={"graph_id": "superbiz"}).json()
    return found["assistant_id"]


def test_a_question_is_answered_through_the_server(dev_server: httpx.Client) -> None:
    body = {"assistant_id": "superbiz", "input": {"query": "Why is order-service timing out?"}}
    result = dev_server.post("/runs/wait", json=body).json()
    assert "__error__" not in result
    assert result["verdict"] == "PASS"
    assert "[1]" in result["answer"]


def test_chat_mode_takes_messages(dev_server: httpx.Client) -> None:
    message = {"role": "user", "content": "order-service 现在是什么情况？"}
    body = {"assistant_id": "superbiz", "input": {"messages": [message]}}
    result = dev_server.post("/runs/wait", json=body).json()
    assert result["language"] == "zh"
    assert result["messages"][-1]["content"] == result["answer"]


def test_two_turns_of_a_server_thread_are_two_sessions(dev_server: httpx.Client) -> None:
    thread = dev_server.post("/threads", json={}).json()["thread_id"]
    asked = [
        dev_server.post(
            f"/threads/{thread}/runs/wait",
            json={"assistant_id": "superbiz", "input": {"query": query}},
        ).json()
        for query in ("Is order-service healthy?", "你好")
    ]
    assert asked[0]["session_id"] != asked[1]["session_id"]
    assert asked[1]["verdict"] is None and asked[1]["references"] == []


def test_the_schemas_are_the_narrow_ones(dev_server: httpx.Client) -> None:
    schemas = dev_server.get(f"/assistants/{assistant(dev_server)}/schemas").json()
    asked = schemas["input_schema"]["properties"]
    assert set(asked) == {"query", "messages", "thread_id", "since", "at"}
    assert all(field["description"] for field in asked.values())
    given = schemas["output_schema"]["properties"]
    assert {"answer", "verdict", "references", "messages"} <= set(given)
    assert "plan" not in given
    fields = schemas["context_schema"]["properties"]
    assert set(fields) == {each.name for each in dataclasses.fields(DiagnosisContext)}
    assert all(field["description"] for field in fields.values())


def test_the_context_can_be_set_for_a_run(dev_server: httpx.Client) -> None:
    body = {"assistant_id": "superbiz", "input": {"query": "Why is order-service timing out?"}}
    plain = dev_server.post("/runs/wait", json=body | {"context": {"max_retries": 0}}).json()
    assert plain["verdict"] == "PASS"
    named = dev_server.post(
        "/runs/wait", json=body | {"context": {"model_executor": "gpt-x"}}
    ).json()
    assert "OPENAI_API_KEY" in named["__error__"]["message"]
    wrong = dev_server.post("/runs/wait", json=body | {"context": {"max_retries": 77}}).json()
    assert "max_retries: a number from 0 to 5" in wrong["__error__"]["message"]


def test_the_drawing_shows_every_edge_and_what_each_choice_is_called(
    dev_server: httpx.Client,
) -> None:
    drawn = dev_server.get(f"/assistants/{assistant(dev_server)}/graph").json()
    assert {(edge["source"], edge["target"]) for edge in drawn["edges"]} == EDGES
    labels = {(e["source"], e["target"]): e["data"] for e in drawn["edges"] if e.get("conditional")}
    chosen = {(source, target) for source in LABELS for target in LABELS[source]} & EDGES
    assert labels == {(source, target): LABELS[source][target] for source, target in chosen}
    assert {node["id"] for node in drawn["nodes"]} == {name for edge in EDGES for name in edge}


def test_the_tools_loop_is_drawn_as_a_subgraph(dev_server: httpx.Client) -> None:
    found = dev_server.get(f"/assistants/{assistant(dev_server)}/subgraphs").json()
    assert set(found) == {"executor"}
    drawn = dev_server.get(
        f"/assistants/{assistant(dev_server)}/graph", params={"xray": True}
    ).json()
    assert {"executor:model", "executor:tools"} <= {node["id"] for node in drawn["nodes"]}


def streamed(dev_server: httpx.Client, **body: Any) -> list[tuple[str, Any]]:
    """The events of a run as they come: name and data."""
    asked = {"assistant_id": "superbiz", **body}
    with dev_server.stream("POST", "/runs/stream", json=asked) as reply:
        lines = list(reply.iter_lines())
    names = [line.removeprefix("event: ") for line in lines if line.startswith("event: ")]
    data = [line.removeprefix("data: ") for line in lines if line.startswith("data: ")]
    return [(name, json.loads(each)) for name, each in zip(names, data, strict=True)]


def test_a_run_is_streamed_with_the_steps_of_its_subgraph(dev_server: httpx.Client) -> None:
    events = streamed(
        dev_server,
        input={"query": "Why is order-service timing out?"},
        stream_mode=["custom", "updates"],
        stream_subgraphs=True,
    )
    kinds = [data["type"] for name, data in events if name == "custom"]
    assert kinds[0] == "run" and kinds[-1] == "answer" and {"node", "tool", "gate"} <= set(kinds)
    nodes = [node for name, data in events if name == "updates" for node in data]
    assert nodes[0] == "intake" and nodes[-1] == "record"
    inner = [node for name, data in events if name.startswith("updates|executor") for node in data]
    assert inner[:2] == ["prepare", "model"] and inner[-1] == "conclude"
    assert not any("__interrupt__" in str(data) for _, data in events)


def test_the_stream_of_messages_holds_the_checked_answer_alone(dev_server: httpx.Client) -> None:
    query = "Why is order-service timing out?"
    events = streamed(dev_server, input={"query": query}, stream_mode=["messages-tuple", "values"])
    told = [data[0] for name, data in events if name == "messages"]
    answer = [data for name, data in events if name == "values"][-1]["answer"]
    assert [each["content"] for each in told if each["type"].lower().startswith("ai")] == [answer]
