"""A process of its own for the tests: ``superbiz`` with the graph named first played by a fake."""

import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import superbiz_agent
from superbiz_agent.cli import main
from superbiz_agent.store import EvidenceStore

NOW = datetime(2026, 7, 7, 10, 0, tzinfo=UTC)


class HangingGraph:
    """Opens a session, says so, and is busy with a step that takes long."""

    def __init__(self, store: EvidenceStore) -> None:
        self._store = store

    def stream(self, given: dict[str, Any], **_: Any) -> Any:
        self._store.create_session(
            session_id="s-hanging",
            thread_id="t",
            original_query=given["query"],
            language="en",
            at=NOW,
        )
        yield "custom", {"type": "run", "session_id": "s-hanging", "data": {}}
        with ThreadPoolExecutor() as pool:  # as LangGraph runs its nodes: cannot be stopped
            pool.submit(time.sleep, 600).result()


class HangsBeforeItsSession(HangingGraph):
    def stream(self, given: dict[str, Any], **_: Any) -> Any:
        print("waiting", file=sys.stderr, flush=True)
        time.sleep(60)
        yield "values", {}


GRAPHS = {"hanging": HangingGraph, "early": HangsBeforeItsSession}

if __name__ == "__main__":
    # A process that a shell starts with & ignores SIGINT, and so do its children.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    graph = GRAPHS.get(sys.argv[1])
    if graph:
        superbiz_agent.build_graph = lambda settings, evidence_store: graph(evidence_store)
    sys.exit(main(sys.argv[2:]))
