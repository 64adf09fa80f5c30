"""Within one diagnosis a server is asked once for what two calls need; each is stored whole."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from superbiz_agent.testing import tool_call
from tests.graph.conftest import Bench, memory_output
from tests.tools.metrics.test_server_answers import EMPTY, entry, play
from tests.tools.servers.faulty_server import FaultyServer, Reply, serving

pytestmark = pytest.mark.server

ALERT = entry(labels={"alertname": "HighMemoryUsage", "service": "order-service"})
CALLS = ("order-service", "HighMemoryUsage")


@pytest.fixture
def server() -> Iterator[FaultyServer]:
    with serving() as running:
        play(running, {**EMPTY, "/api/v1/alerts": {"alerts": [ALERT]}})
        yield running


def settings(server: FaultyServer) -> Mapping[str, Any]:
    return {"sources": {"prod": {"kind": "prometheus", "url": server.url, "retries": 0}}}


def script(*queries: str) -> dict[str, Sequence[Any]]:
    calls = [tool_call("query_metrics", query=query) for query in queries]
    roles = ("planner", "verifier", "composer")
    return {"executor": [*calls, memory_output], **{role: [Exception(role)] for role in roles}}


def asked(server: FaultyServer) -> int:
    """How many requests were made since the last time."""
    made = len(server.paths)
    server.paths.clear()
    return made


def test_a_second_call_asks_the_server_nothing_and_is_stored_whole(
    bench: Callable[..., Bench], server: FaultyServer
) -> None:
    bench(settings=settings(server), **script(CALLS[0])).ask()
    once = asked(server)
    chain = bench(settings=settings(server), **script(*CALLS))
    session = chain.ask()["session_id"]
    assert asked(server) == once > 0
    first, second = chain.store.invocations(session)
    texts = [each.retrieval_details.evidence_refs[0].text for each in (first, second)]
    assert texts[0] == texts[1]
    assert texts[0].startswith("HighMemoryUsage firing, ")


def test_the_next_diagnosis_asks_anew(bench: Callable[..., Bench], server: FaultyServer) -> None:
    given = script(CALLS[0])
    chain = bench(
        settings=settings(server), **{role: [*each, *each] for role, each in given.items()}
    )
    chain.ask()
    once = asked(server)
    chain.ask()
    assert asked(server) == once


def test_a_call_that_was_answered_in_part_is_asked_again(
    bench: Callable[..., Bench], server: FaultyServer
) -> None:
    (whole,) = server.replies
    partial = {
        "status": "success",
        "data": EMPTY["/api/v1/query_range"],
        "warnings": ["eu is down"],
    }

    def reply(handler: Any) -> Reply:
        if handler.path.startswith("/api/v1/query_range"):
            return Reply(200, json.dumps(partial).encode())
        return whole(handler)  # type: ignore[operator]

    server.replies = [reply]
    bench(settings=settings(server), **script(CALLS[0])).ask()
    once = asked(server)
    bench(settings=settings(server), **script(*CALLS)).ask()
    assert asked(server) == 2 * once
