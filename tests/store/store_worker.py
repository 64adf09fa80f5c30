"""A process of its own for the tests: ``python store_worker.py COMMAND URL NAME``."""

import signal
import sys
import time
from datetime import UTC, datetime

from superbiz_agent.contracts.evidence import EvidenceReference, RetrievalDetails
from superbiz_agent.store import SqlEvidenceStore, open_store

NOW = datetime(2026, 7, 7, 10, 0, tzinfo=UTC)
SESSIONS = 25


def ask(store: SqlEvidenceStore, session_id: str) -> None:
    store.create_session(
        session_id=session_id, thread_id="t", original_query="why?", language="en", at=NOW
    )
    record(store, session_id)


def record(store: SqlEvidenceStore, session_id: str) -> None:
    store.record_invocation(
        session_id=session_id,
        run_id="run",
        attempt=1,
        tool_name="query_logs",
        arguments={"query": "x"},
        status="ok",
        evidence_status="found",
        retrieval_details=RetrievalDetails(
            evidence_refs=[EvidenceReference(raw_path="$.logs[0]", text=f"line of {session_id}")]
        ),
        error=None,
        started_at=NOW,
        duration_ms=1,
    )


def complete(store: SqlEvidenceStore, session_id: str) -> None:
    store.complete_session(
        session_id, verdict="PASS", answer="a", self_evaluation={}, run_record={}, at=NOW
    )


def write_many(store: SqlEvidenceStore, name: str) -> None:
    for number in range(SESSIONS):
        ask(store, f"{name}-{number}")
        complete(store, f"{name}-{number}")


def hang(store: SqlEvidenceStore, name: str) -> None:
    ask(store, name)
    print("recorded", flush=True)
    time.sleep(60)


def write_until_killed(store: SqlEvidenceStore, name: str) -> None:
    number = 0
    while True:
        ask(store, f"{name}-{number}")
        complete(store, f"{name}-{number}")
        number += 1
        if number == 3:
            print("recorded", flush=True)


if __name__ == "__main__":
    command, url, name = sys.argv[1:]
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with open_store(url) as opened:
        {"write": write_many, "hang": hang, "loop": write_until_killed}[command](opened, name)
