"""``langgraph dev`` serves the graph as Studio needs it, without a key and without a network."""

import dataclasses
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from superbiz_agent.graph.routing import LABELS
from superbiz_agent.state import DiagnosisContext
from tests.graph.test_topology import EDGES

pytestmark = pytest.mark.server

ROOT = Path(__file__).parents[2]
START_WITHIN = 120.0  # seconds; a bound for a broken start, not a measurement

ONLY_LOOPBACK = """
import socket

real = socket.socket.connect, socket.getaddrinfo


def is_here(host):
    return not isinstance(host, str) or host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "")


def check(host):
    if not is_here(host):
        with open({log!r}, "a") as file:
            print(host, file=file)
        raise OSError("no network in this test")


def connect(self, address):
    check(address[0] if isinstance(address, tuple) else None)
    return real[0](self, address)


def getaddrinfo(host, *arguments, **options):
    check(host)
    return real[1](host, *arguments, **options)


socket.socket.connect, socket.getaddrinfo = connect, getaddrinfo
"""
"""A ``sitecustomize`` that refuses, and notes, whatever leaves this machine."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """The dev server on a free loopback port, ended by its process id."""
    folder = tmp_path_factory.mktemp("dev")
    reached = folder / "reached"
    guard = ONLY_LOOPBACK.format(log=str(reached))
    (folder / "sitecustomize.py").write_text(guard, encoding="utf-8")
    port = free_port()
    environment = {
        **{name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ},
        "HOME": str(folder),
        "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)]),
        "SUPERBIZ_DATABASE_URL": f"sqlite:///{folder / 'sessions.db'}",
        "SUPERBIZ_DEMO": "true",
        "LANGSMITH_TRACING": "false",
        "LANGGRAPH_NO_VERSION_CHECK": "true",
        "LANGGRAPH_CLI_NO_ANALYTICS": "1",
    }
    command = [str(Path(sys.executable).parent / "langgraph"), "dev", "--no-browser", "--no-reload"]
    command += ["--host", "127.0.0.1", "--port", str(port)]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=log, stderr=log, start_new_session=True
        )
    client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False)
    try:
        wait_for(client, process, folder / "log")
        yield client
        assert not reached.exists(), reached.read_text()
    finally:
        client.close()
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)


def wait_for(client: httpx.Client, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_WITHIN
    while time.monotonic() < deadline:
        assert process.poll() is None, log.read_text()[-3000:]
        try:
            if client.get("/ok").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.3)
    raise AssertionError(f"no server within {START_WITHIN} s: {log.read_text()[-3000:]}")


def assistant(server: httpx.Client) -> str:
    [found] = server.post("/assistants/search", json={"graph_id": "superbiz"}).json()
    return found["assistant_id"]


def test_a_question_is_answered_through_the_server(server: httpx.Client) -> None:
    body = {"assistant_id": "superbiz", "input": {"query": "Why is order-service timing out?"}}
    result = server.post("/runs/wait", json=body).json()
    assert "__error__" not in result
    assert result["verdict"] == "PASS"
    assert "[1]" in result["answer"]


def test_chat_mode_takes_messages(server: httpx.Client) -> None:
    message = {"role": "user", "content": "order-service 现在是什么情况？"}
    body = {"assistant_id": "superbiz", "input": {"messages": [message]}}
    result = server.post("/runs/wait", json=body).json()
    assert result["language"] == "zh"
    assert result["messages"][-1]["content"] == result["answer"]


def test_two_turns_of_a_server_thread_are_two_sessions(server: httpx.Client) -> None:
    thread = server.post("/threads", json={}).json()["thread_id"]
    asked = [
        server.post(
            f"/threads/{thread}/runs/wait",
            json={"assistant_id": "superbiz", "input": {"query": query}},
        ).json()
        for query in ("Is order-service healthy?", "你好")
    ]
    assert asked[0]["session_id"] != asked[1]["session_id"]
    assert asked[1]["verdict"] is None and asked[1]["references"] == []


def test_the_schemas_are_the_narrow_ones(server: httpx.Client) -> None:
    schemas = server.get(f"/assistants/{assistant(server)}/schemas").json()
    asked = schemas["input_schema"]["properties"]
    assert set(asked) == {"query", "messages", "thread_id", "since", "at"}
    assert all(field["description"] for field in asked.values())
    given = schemas["output_schema"]["properties"]
    assert {"answer", "verdict", "references", "messages"} <= set(given)
    assert "plan" not in given
    fields = schemas["context_schema"]["properties"]
    assert set(fields) == {each.name for each in dataclasses.fields(DiagnosisContext)}
    assert all(field["description"] for field in fields.values())


def test_the_context_can_be_set_for_a_run(server: httpx.Client) -> None:
    body = {"assistant_id": "superbiz", "input": {"query": "Why is order-service timing out?"}}
    plain = server.post("/runs/wait", json=body | {"context": {"max_retries": 0}}).json()
    assert plain["verdict"] == "PASS"
    named = server.post("/runs/wait", json=body | {"context": {"model_executor": "gpt-x"}}).json()
    assert "OPENAI_API_KEY" in named["__error__"]["message"]
    wrong = server.post("/runs/wait", json=body | {"context": {"max_retries": 77}}).json()
    assert "max_retries: a number from 0 to 5" in wrong["__error__"]["message"]


def test_the_drawing_shows_every_edge_and_what_each_choice_is_called(server: httpx.Client) -> None:
    drawn = server.get(f"/assistants/{assistant(server)}/graph").json()
    assert {(edge["source"], edge["target"]) for edge in drawn["edges"]} == EDGES
    labels = {(e["source"], e["target"]): e["data"] for e in drawn["edges"] if e.get("conditional")}
    chosen = {(source, target) for source in LABELS for target in LABELS[source]} & EDGES
    assert labels == {(source, target): LABELS[source][target] for source, target in chosen}
    assert {node["id"] for node in drawn["nodes"]} == {name for edge in EDGES for name in edge}


def test_the_tools_loop_is_drawn_as_a_subgraph(server: httpx.Client) -> None:
    found = server.get(f"/assistants/{assistant(server)}/subgraphs").json()
    assert set(found) == {"executor"}
    drawn = server.get(f"/assistants/{assistant(server)}/graph", params={"xray": True}).json()
    assert {"executor:model", "executor:tools"} <= {node["id"] for node in drawn["nodes"]}


def streamed(server: httpx.Client, **body: Any) -> list[tuple[str, Any]]:
    """The events of a run as they come: name and data."""
    asked = {"assistant_id": "superbiz", **body}
    with server.stream("POST", "/runs/stream", json=asked) as reply:
        lines = list(reply.iter_lines())
    names = [line.removeprefix("event: ") for line in lines if line.startswith("event: ")]
    data = [line.removeprefix("data: ") for line in lines if line.startswith("data: ")]
    return [(name, json.loads(each)) for name, each in zip(names, data, strict=True)]


def test_a_run_is_streamed_with_the_steps_of_its_subgraph(server: httpx.Client) -> None:
    events = streamed(
        server,
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


def test_the_stream_of_messages_holds_the_checked_answer_alone(server: httpx.Client) -> None:
    query = "Why is order-service timing out?"
    events = streamed(server, input={"query": query}, stream_mode=["messages-tuple", "values"])
    told = [data[0] for name, data in events if name == "messages"]
    answer = [data for name, data in events if name == "values"][-1]["answer"]
    assert [each["content"] for each in told if each["type"].lower().startswith("ai")] == [answer]
