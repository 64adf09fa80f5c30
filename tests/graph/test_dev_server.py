"""``langgraph dev`` serves the graph offline, as Studio needs it."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.graph.test_topology import EDGES

pytestmark = pytest.mark.server

ROOT = Path(__file__).parents[2]
START_WITHIN = 120.0  # seconds; a bound for a broken start, not a measurement


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """The dev server on a free loopback port, ended by its process id."""
    folder = tmp_path_factory.mktemp("dev")
    port = free_port()
    environment = {
        **{name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ},
        "HOME": str(folder),
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
    assert set(schemas["input_schema"]["properties"]) == {
        "query",
        "messages",
        "thread_id",
        "since",
        "at",
    }
    assert "answer" in schemas["output_schema"]["properties"]
    assert "plan" not in schemas["output_schema"]["properties"]


def test_the_drawing_shows_every_edge(server: httpx.Client) -> None:
    drawn = server.get(f"/assistants/{assistant(server)}/graph").json()
    assert {(edge["source"], edge["target"]) for edge in drawn["edges"]} == EDGES
