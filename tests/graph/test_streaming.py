"""Progress while models work, calls that end with their run, and nothing unverified in a stream."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.graph import DiagnosisGraph, build_graph
from superbiz_agent.settings import load_settings
from superbiz_agent.store import open_store
from superbiz_agent.store.base import EvidenceStore
from tests.graph.endpoint_script import FAITHFUL, memory_output, play, requests_of
from tests.loopback import KEY, Endpoint

pytestmark = pytest.mark.server

QUESTION = {"query": "Is the memory of order-service too high?"}
MARKER = "planted-marker-7731"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EvidenceStore]:
    with open_store(f"sqlite:///{tmp_path / 's.db'}") as opened:
        yield opened


@pytest.fixture
def graph(endpoint: Endpoint, store: EvidenceStore) -> Callable[..., DiagnosisGraph]:
    def make(**script: Any) -> DiagnosisGraph:
        play(endpoint, {**FAITHFUL, **script})
        settings = load_settings(
            model="m",
            openai_base_url=endpoint.url,
            openai_api_key=KEY,
            demo=True,
            model_timeout=60.0,
            model_retries=0,
        )
        return build_graph(settings, evidence_store=store)

    return make


async def test_astream_tells_of_each_call_before_its_reply_is_there(
    graph: Callable[..., DiagnosisGraph], endpoint: Endpoint
) -> None:
    """Each request is held back until the stream has told of it."""
    told: dict[str, threading.Event] = {role: threading.Event() for role in FAITHFUL}

    def after_it_was_told(role: str, reply: Any) -> Any:
        def send(request: dict[str, Any]) -> Any:
            assert told[role].wait(30), f"nothing was told of the {role}"
            return reply(request) if callable(reply) else reply

        return send

    script = {
        role: [after_it_was_told(role, reply) for reply in replies]
        for role, replies in FAITHFUL.items()
    }
    steps: list[tuple[str, str]] = []
    async for event in graph(**script).astream(QUESTION, stream_mode="custom"):
        data = event["data"]
        if data.get("status") in ("asked", "answered"):
            steps.append((data["node"], data["status"]))
            told[data["node"]].set()
    roles = ["planner", "executor", "executor", "verifier", "composer"]
    assert steps == [(role, status) for role in roles for status in ("asked", "answered")]
    assert len(endpoint.requests) == len(roles)


def marked(role: str, reply: Any) -> Any:
    """The role's reply with a marker in all that no rule checks, and an answer that fails."""

    def send(request: dict[str, Any]) -> Any:
        value = reply(request) if callable(reply) else reply
        if role == "planner":
            return value | {"steps": [step | {"purpose": MARKER} for step in value["steps"]]}
        if role == "executor" and "claims" in value:
            hypothesis = {"hypothesis_id": "h-1", "hypothesis_text": f"{MARKER} at 97%"}
            return value | {"hypotheses": [hypothesis], "missing_info": [f"{MARKER} 97%"]}
        if role == "verifier":
            return value | {"rationale": MARKER}
        if role == "composer":
            return value | {"user_facing_answer": f"{MARKER} is at 97%. [claim-1]"}
        return value

    return send


@pytest.mark.parametrize("mode", ["custom", "messages"])
@pytest.mark.parametrize("subgraphs", [False, True])
async def test_nothing_unverified_is_streamed(
    graph: Callable[..., DiagnosisGraph], mode: Any, subgraphs: bool
) -> None:
    script = {
        role: [marked(role, reply) for reply in replies] for role, replies in FAITHFUL.items()
    }
    seen: list[str] = []
    stream = graph(**script).astream(QUESTION, stream_mode=mode, subgraphs=subgraphs)
    async for item in stream:
        seen.append(str(item))
    assert MARKER not in "".join(seen)
    assert KEY not in "".join(seen)


async def test_nothing_unverified_is_in_the_result(graph: Callable[..., DiagnosisGraph]) -> None:
    script = {
        role: [marked(role, reply) for reply in replies] for role, replies in FAITHFUL.items()
    }
    result = await graph(**script).ainvoke(QUESTION)
    assert result["composer_status"] == "fallback"
    assert MARKER not in str(result) and "91%" in result["answer"]


@pytest.fixture
def hanging() -> Iterator[tuple[threading.Event, threading.Event, Any]]:
    """A reply that does not come until the test is over: (it was asked for, may go on, it)."""
    asked, may_go_on = threading.Event(), threading.Event()

    def hang(request: dict[str, Any]) -> tuple[int, Any]:
        asked.set()
        may_go_on.wait(60)
        return 0, 0

    yield asked, may_go_on, hang
    may_go_on.set()


@pytest.mark.parametrize("role", ["planner", "executor", "verifier", "composer"])
async def test_cancelling_a_run_stops_its_calls_and_asks_nothing_more(
    graph: Callable[..., DiagnosisGraph],
    endpoint: Endpoint,
    store: EvidenceStore,
    hanging: Any,
    role: Any,
) -> None:
    asked, may_go_on, hang = hanging
    replies = [*FAITHFUL[role][:-1], hang]
    task = asyncio.create_task(graph(**{role: replies}).ainvoke(QUESTION))
    assert await asyncio.to_thread(asked.wait, 60)
    before = len(endpoint.requests)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    may_go_on.set()
    await asyncio.sleep(0)
    assert len(endpoint.requests) == before
    [session] = store.sessions(1)
    assert (session.status, session.answer) == ("cancelled", None)


async def test_leaving_a_stream_stops_its_calls(
    graph: Callable[..., DiagnosisGraph], endpoint: Endpoint, store: EvidenceStore, hanging: Any
) -> None:
    asked, may_go_on, hang = hanging
    stream = graph(verifier=[hang]).astream(QUESTION, stream_mode="custom")
    async with contextlib.aclosing(stream):
        async for event in stream:
            if event["data"].get("node") == "verifier":
                break
        assert await asyncio.to_thread(asked.wait, 60)
    before = len(endpoint.requests)
    may_go_on.set()
    [session] = store.sessions(1)
    assert (session.status, session.answer) == ("cancelled", None)
    assert len(endpoint.requests) == before
    assert requests_of(endpoint, "composer") == []


def test_a_faithful_run_over_http_is_still_faithful(graph: Callable[..., DiagnosisGraph]) -> None:
    assert graph(executor=[FAITHFUL["executor"][0], memory_output]).invoke(QUESTION)["verdict"]
