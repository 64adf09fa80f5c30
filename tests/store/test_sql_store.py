"""What the store keeps, in one process."""

import sqlite3
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from superbiz_agent.contracts.evidence import EvidenceReference, RetrievalDetails, ToolInvocation
from superbiz_agent.errors import SessionNotFoundError, StoreError
from superbiz_agent.store import SqlEvidenceStore

NOW = datetime(2026, 7, 7, 10, 0, tzinfo=UTC)


@pytest.fixture(params=["file", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlEvidenceStore]:
    url = f"sqlite:///{tmp_path / 'a.db'}" if request.param == "file" else "sqlite://"
    with SqlEvidenceStore(url) as opened:
        yield opened


def create(
    store: SqlEvidenceStore,
    session_id: str,
    at: datetime = NOW,
    thread: str = "t",
    query: str = "q",
) -> None:
    store.create_session(
        session_id=session_id, thread_id=thread, original_query=query, language="en", at=at
    )


def record(store: SqlEvidenceStore, session_id: str, **changes: Any) -> ToolInvocation:
    values: dict[str, Any] = {
        "session_id": session_id,
        "run_id": "r",
        "attempt": 1,
        "tool_name": "query_logs",
        "arguments": {"query": "HikariCP"},
        "status": "ok",
        "evidence_status": "found",
        "retrieval_details": RetrievalDetails(
            evidence_refs=[EvidenceReference(raw_path="$.logs[0]", text="2026 ERROR active=50/50")]
        ),
        "error": None,
        "started_at": NOW,
        "duration_ms": 7,
    }
    return store.record_invocation(**(values | changes))


def complete(store: SqlEvidenceStore, session_id: str, answer: str = "done") -> None:
    store.complete_session(
        session_id,
        verdict="LOW_CONFID",
        answer=answer,
        self_evaluation={"verifier_evaluation": {"groundedness_score": 0.6}},
        run_record={"version": 1},
        at=NOW + timedelta(seconds=3),
    )


def test_a_session_is_running_until_it_is_completed(store: SqlEvidenceStore) -> None:
    create(store, "s1", query="为什么 order-service 报错？")
    assert store.session("s1").status == "running"
    assert store.session("s1").original_query == "为什么 order-service 报错？"
    complete(store, "s1")
    row = store.session("s1")
    assert (row.status, row.verdict, row.answer) == ("completed", "LOW_CONFID", "done")
    assert row.self_evaluation == {"verifier_evaluation": {"groundedness_score": 0.6}}
    assert row.run_record == {"version": 1}
    assert (row.created_at, row.updated_at) == (
        "2026-07-07T10:00:00.000000Z",
        "2026-07-07T10:00:03.000000Z",
    )


def test_what_record_invocation_returns_is_what_is_stored(store: SqlEvidenceStore) -> None:
    create(store, "s1")
    first = record(store, "s1")
    second = record(
        store,
        "s1",
        status="error",
        evidence_status="error",
        error="timed out",
        retrieval_details=RetrievalDetails(evidence_refs=[], failed_sources=["app.log"]),
    )
    assert store.invocations("s1") == [first, second]
    assert second.id > first.id
    assert store.invocations("another") == []


@pytest.mark.parametrize("zone", [UTC, timezone(timedelta(hours=8)), timezone(timedelta(hours=-5))])
def test_instants_are_stored_in_utc(store: SqlEvidenceStore, zone: timezone) -> None:
    create(store, "s1", at=NOW.astimezone(zone))
    assert store.session("s1").created_at == "2026-07-07T10:00:00.000000Z"


def test_an_instant_without_a_zone_is_refused(store: SqlEvidenceStore) -> None:
    with pytest.raises(ValueError, match="time zone"):
        create(store, "s1", at=datetime(2026, 7, 7))


def test_completing_twice_is_refused_and_changes_nothing(store: SqlEvidenceStore) -> None:
    create(store, "s1")
    complete(store, "s1", "first")
    with pytest.raises(StoreError, match="s1 is completed"):
        complete(store, "s1", "second")
    assert store.session("s1").answer == "first"


def test_evidence_is_recorded_for_running_sessions_only(store: SqlEvidenceStore) -> None:
    create(store, "s1")
    store.close_session("s1", "cancelled", at=NOW)
    with pytest.raises(StoreError, match="s1 is cancelled"):
        record(store, "s1")
    with pytest.raises(SessionNotFoundError, match="no session 'nobody'"):
        record(store, "nobody")


def test_closing_touches_running_sessions_only(store: SqlEvidenceStore) -> None:
    create(store, "s1")
    create(store, "s2")
    complete(store, "s1")
    for session_id in ("s1", "s2", "nobody"):
        store.close_session(session_id, "failed", at=NOW)
    assert [store.session(name).status for name in ("s1", "s2")] == ["completed", "failed"]


@pytest.mark.parametrize(
    ("given_id", "found"),
    [
        ("abc-1", "abc-1"),
        ("abc-12", "abc-12"),
        ("abd", "abd-2"),
        ("abc", None),
        ("", None),
        ("%", None),
        ("ab_-2", None),
        ("ABD", None),
        ("x' OR 1=1 --", None),
        ("\udcff", None),
        ("abc-1" * 100_000, None),
    ],
)
def test_a_session_is_found_by_the_unique_beginning_of_its_id(
    store: SqlEvidenceStore, given_id: str, found: str | None
) -> None:
    for name in ("abc-1", "abc-12", "abd-2"):
        create(store, name)
    if found:
        assert store.session(given_id).id == found
        return
    with pytest.raises(SessionNotFoundError) as caught:
        store.session(given_id)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_sessions_come_newest_first(store: SqlEvidenceStore) -> None:
    create(store, "late", at=NOW + timedelta(hours=1))
    create(store, "z-early", at=NOW)
    create(store, "a-early", at=NOW)
    assert [row.id for row in store.sessions(9)] == ["late", "a-early", "z-early"]
    assert [row.id for row in store.sessions(1)] == ["late"]


def test_turns_of_a_thread_are_completed_and_oldest_first(store: SqlEvidenceStore) -> None:
    for name in ("s3", "s2", "s1"):
        create(store, name)
        complete(store, name)
    create(store, "open")
    create(store, "elsewhere", thread="u")
    complete(store, "elsewhere")
    assert [row.id for row in store.thread_turns("t", 9)] == ["s3", "s2", "s1"]
    assert [row.id for row in store.thread_turns("t", 2)] == ["s2", "s1"]


def test_numbers_that_json_has_not_are_kept_by_name(store: SqlEvidenceStore) -> None:
    create(store, "s1")
    stored = record(store, "s1", arguments={"a": float("nan"), "b": [float("-inf"), 1.5]})
    assert stored.arguments == {"a": "nan", "b": ["-inf", 1.5]}


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text(max_size=200),
    values=st.dictionaries(
        st.text(max_size=9), st.none() | st.booleans() | st.integers() | st.text(max_size=9)
    ),
)
def test_any_text_and_any_json_come_back_as_they_went_in(text: str, values: dict[str, Any]) -> None:
    with SqlEvidenceStore("sqlite://") as store:
        create(store, "s1", query=text)
        reference = EvidenceReference(raw_path="$.logs[0]", text=text)
        stored = record(
            store,
            "s1",
            arguments=values,
            retrieval_details=RetrievalDetails(evidence_refs=[reference], details=[values]),
        )
        assert store.session("s1").original_query == text
        assert store.invocations("s1") == [stored]
        assert stored.arguments == values
        assert stored.retrieval_details.evidence_refs == [reference]


def test_a_lone_surrogate_in_a_question_becomes_visible(store: SqlEvidenceStore) -> None:
    create(store, "s1", query="why \ud800?")
    assert store.session("s1").original_query == "why \\ud800?"


def test_threads_may_share_a_store(store: SqlEvidenceStore) -> None:
    def work(number: int) -> None:
        create(store, f"s{number}")
        record(store, f"s{number}")
        complete(store, f"s{number}")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {row.status for row in store.sessions(99)} == {"completed"}
    assert len(store.sessions(99)) == 12


def test_a_row_altered_by_hand_is_one_line_that_names_it(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with SqlEvidenceStore(f"sqlite:///{path}") as store:
        create(store, "s1")
        record(store, "s1")
        connection = sqlite3.connect(path)
        connection.execute("UPDATE tool_invocation SET retrieval_details = '{\"truncated\": 1}'")
        connection.commit()
        connection.close()
        with pytest.raises(StoreError, match=r"a\.db: ToolInvocation 1 is unreadable") as caught:
            store.invocations("s1")
    assert "\n" not in str(caught.value)


def test_a_closed_store_opens_again_when_used(tmp_path: Path) -> None:
    store = SqlEvidenceStore(f"sqlite:///{tmp_path / 'a.db'}")
    create(store, "s1")
    store.close()
    store.close()
    assert store.session("s1").id == "s1"
    store.close()
