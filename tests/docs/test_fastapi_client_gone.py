"""A client of the FastAPI example that goes away: its diagnosis ends (docs/embedding.md)."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatResult

from superbiz_agent import Settings, build_graph
from superbiz_agent.store import open_store
from superbiz_agent.store.base import EvidenceStore
from superbiz_agent.testing import ScriptedChatModel, tool_call, tool_results
from tests.docs.test_commands import INCIDENT
from tests.docs.test_embedding import EXAMPLES, QUESTION, run

pytestmark = pytest.mark.server

BOUND = 60.0  # seconds; for a test that would hang, not a measurement
MARKER = "planted-marker-7731"


class WaitingModel(ScriptedChatModel):
    """Never replies: says when it is asked, and when its call is cancelled."""

    _asked: asyncio.Event
    _cancelled: asyncio.Event

    def __init__(self) -> None:
        super().__init__({})
        self._asked, self._cancelled = asyncio.Event(), asyncio.Event()

    async def _agenerate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        self._asked.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self._cancelled.set()
            raise
        raise AssertionError("nothing ends the wait but being cancelled")

    async def until_asked(self) -> None:
        await asyncio.wait_for(self._asked.wait(), BOUND)

    async def until_cancelled(self) -> None:
        await asyncio.wait_for(self._cancelled.wait(), BOUND)


def findings(messages: list[BaseMessage]) -> dict[str, Any]:
    """A claim that no verifier has seen yet, with a marker that stands in no evidence."""
    found = tool_results(messages)[-1]
    line = found["evidence_refs"][0]
    binding = {
        "tool_name": found["tool_name"],
        "source_invocation_id": found["invocation_id"],
        "raw_path": line["raw_path"],
        "evidence_excerpt": line["text"],
    }
    claim = {"claim_id": "claim-1", "claim_text": f"{MARKER} fails", "claim_type": "observation"}
    return {
        "answer_version": "executor_evidence_v2",
        "claims": [{**claim, "evidence_bindings": [binding]}],
        "hypotheses": [],
        "recommended_actions": [],
        "missing_info": [],
    }


@asynccontextmanager
async def served(app: Any) -> AsyncIterator[httpx.AsyncClient]:
    """``app`` behind a real server on a free loopback port."""
    config = uvicorn.Config(app, port=0, log_config=None, lifespan="off", ws="none")
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    while not server.started:
        assert not running.done()
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        async with httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}", timeout=BOUND, trust_env=False
        ) as client:
            yield client
    finally:
        server.should_exit = True
        await running


@pytest.fixture
def store(tmp_path: Path) -> EvidenceStore:
    return open_store(f"sqlite:///{tmp_path / 's.db'}")


async def status_of(store: EvidenceStore) -> str:
    """The status of the only session, once it is no longer running."""
    async with asyncio.timeout(BOUND):
        while (status := store.sessions(2)[0].status) == "running":
            await asyncio.sleep(0.01)
    assert len(store.sessions(2)) == 1
    return status


@pytest.mark.parametrize("role", ["planner", "executor", "verifier", "composer"])
async def test_a_client_that_leaves_the_stream_ends_its_diagnosis(
    role: Any, store: EvidenceStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(INCIDENT)
    waiting = WaitingModel()
    scripted = ScriptedChatModel(
        {"executor": [tool_call("query_logs", query="checkout"), findings]}
    )
    example = run(EXAMPLES["FastAPI"])
    example["graph"] = build_graph(
        Settings(logs=["checkout=app.log"]),
        models={"executor": scripted, role: waiting},
        evidence_store=store,
    )
    received: list[str] = []
    async with served(example["app"]) as client:
        async with client.stream("POST", "/diagnoses/stream", json=QUESTION) as reply:
            lines = reply.aiter_lines()  # held: a reader that is dropped hangs up
            async for line in lines:
                received.append(line)
                if f'"node": "{role}"' in line and '"status": "asked"' in line:
                    break
            await waiting.until_asked()
            assert await asyncio.to_thread(lambda: store.sessions(1)[0].status) == "running"
        await waiting.until_cancelled()
        assert await status_of(store) == "cancelled"
    events = [json.loads(line.removeprefix("data: ")) for line in received if line[:5] == "data:"]
    assert events and "answer" not in {event["type"] for event in events}
    assert MARKER not in "".join(received)
