"""The evidence store on SQLAlchemy: SQLite by default, PostgreSQL by its URL."""

from collections.abc import Mapping
from datetime import datetime
from types import TracebackType
from typing import Any, Literal, Self

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from superbiz_agent.contracts.base import EvidenceStatus, JsonObject, Language, Verdict
from superbiz_agent.contracts.evidence import RetrievalDetails, ToolInvocation
from superbiz_agent.contracts.session import DiagnosisSession
from superbiz_agent.errors import SessionNotFoundError, StoreError
from superbiz_agent.store.database import Database
from superbiz_agent.store.rows import payload_of
from superbiz_agent.store.tables import Utf8Text, diagnosis_session, instant_text, tool_invocation

_session = diagnosis_session.c


class SqlEvidenceStore:
    """An ``EvidenceStore`` (store/base.py) in a SQL database.

    Opens, and migrates the schema, on first use. ``busy_timeout`` is how many seconds to wait for
    another process that is writing. Close it, or use it as a context manager.
    """

    def __init__(self, database_url: str, *, busy_timeout: float = 5.0) -> None:
        self._database = Database(database_url, busy_timeout=busy_timeout)

    @property
    def location(self) -> str:
        """The database as messages name it: a path, or a URL without secrets."""
        return self._database.where

    def close(self) -> None:
        """Close every connection."""
        self._database.close()

    def check(self) -> None:
        """Open the database and take the right to write; raises ``StoreError`` if it cannot."""
        with self._database.transaction(write=True) as connection:
            for table in (diagnosis_session, tool_invocation):
                connection.execute(sa.select(table).limit(1))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def create_session(
        self,
        *,
        session_id: str,
        thread_id: str,
        original_query: str,
        language: Language,
        at: datetime,
    ) -> None:
        """Open a session as ``running``."""
        values = {
            "id": session_id,
            "thread_id": thread_id,
            "original_query": original_query,
            "language": language,
            "status": "running",
            "created_at": instant_text(at),
            "updated_at": instant_text(at),
        }
        with self._database.transaction(write=True) as connection:
            connection.execute(sa.insert(diagnosis_session).values(values))

    def record_invocation(  # noqa: PLR0913  (a row has as many columns as it has)
        self,
        *,
        session_id: str,
        run_id: str,
        attempt: int,
        tool_name: str,
        arguments: JsonObject,
        status: Literal["ok", "error"],
        evidence_status: EvidenceStatus,
        retrieval_details: RetrievalDetails,
        error: str | None,
        started_at: datetime,
        duration_ms: int,
    ) -> ToolInvocation:
        """Record one tool call of a running session and return it as stored."""
        values = {
            "session_id": session_id,
            "run_id": run_id,
            "attempt": attempt,
            "tool_name": tool_name,
            "arguments": arguments,
            "status": status,
            "evidence_status": evidence_status,
            "retrieval_details": retrieval_details.model_dump(mode="json"),
            "error": error,
            "started_at": instant_text(started_at),
            "duration_ms": duration_ms,
        }
        with self._database.transaction(write=True) as connection:
            self._require_running(connection, session_id)
            insert = sa.insert(tool_invocation).values(values).returning(tool_invocation)
            return self._invocation(connection.execute(insert).mappings().one())

    def invocations(self, session_id: str) -> list[ToolInvocation]:
        """Return the tool calls of a session in the order of recording."""
        query = (
            sa.select(tool_invocation)
            .where(tool_invocation.c.session_id == session_id)
            .order_by(tool_invocation.c.id)
        )
        with self._database.transaction(write=False) as connection:
            return [self._invocation(row) for row in connection.execute(query).mappings()]

    def complete_session(
        self,
        session_id: str,
        *,
        verdict: Verdict | None,
        answer: str,
        self_evaluation: JsonObject,
        run_record: JsonObject,
        at: datetime,
    ) -> None:
        """Write answer and audit and move ``running`` to ``completed``, all or nothing."""
        values = {
            "status": "completed",
            "verdict": verdict,
            "answer": answer,
            "self_evaluation": self_evaluation,
            "run_record": run_record,
            "updated_at": instant_text(at),
        }
        with self._database.transaction(write=True) as connection:
            self._require_running(connection, session_id)
            connection.execute(
                sa.update(diagnosis_session).where(_session.id == session_id).values(values)
            )

    def close_session(
        self, session_id: str, status: Literal["failed", "cancelled"], *, at: datetime
    ) -> None:
        """End a session without an answer. Does nothing unless it is still running."""
        still_running = sa.and_(_session.id == session_id, _session.status == "running")
        values = {"status": status, "updated_at": instant_text(at)}
        with self._database.transaction(write=True) as connection:
            connection.execute(sa.update(diagnosis_session).where(still_running).values(values))

    def session(self, session_id: str) -> DiagnosisSession:
        """Return the session with this id or unique beginning of an id."""
        begins = sa.func.substr(_session.id, 1, len(session_id)) == sa.literal(session_id, Utf8Text)
        query = sa.select(diagnosis_session).where(begins).order_by(_session.id).limit(2)
        with self._database.transaction(write=False) as connection:
            found = list(connection.execute(query).mappings()) if session_id else []
        if not found:
            raise self._not_found(session_id)
        # The shortest of those that begin alike comes first: an exact id wins.
        if len(found) > 1 and found[0]["id"] != session_id:
            raise SessionNotFoundError(
                f"more than one session begins with {session_id[:80]!r}: give more of its id"
            )
        return self._session(found[0])

    def sessions(self, limit: int) -> list[DiagnosisSession]:
        """Return the newest sessions first, ``limit`` at most."""
        query = (
            sa.select(diagnosis_session)
            .order_by(_session.created_at.desc(), _session.position.desc())
            .limit(limit)
        )
        with self._database.transaction(write=False) as connection:
            return [self._session(row) for row in connection.execute(query).mappings()]

    def thread_turns(self, thread_id: str, limit: int) -> list[DiagnosisSession]:
        """Return the last ``limit`` completed sessions of a thread, oldest first."""
        query = (
            sa.select(diagnosis_session)
            .where(_session.thread_id == thread_id, _session.status == "completed")
            .order_by(_session.created_at.desc(), _session.position.desc())
            .limit(limit)
        )
        with self._database.transaction(write=False) as connection:
            newest_first = [self._session(row) for row in connection.execute(query).mappings()]
        return newest_first[::-1]

    def _require_running(self, connection: Connection, session_id: str) -> None:
        """Hold the session's row, which must exist and be running."""
        query = sa.select(_session.status).where(_session.id == session_id).with_for_update()
        status = connection.execute(query).scalar()
        if status is None:
            raise self._not_found(session_id)
        if status != "running":
            raise StoreError(
                f"session {session_id} is {status}: nothing can be added to it "
                f"(database {self.location})"
            )

    def _not_found(self, session_id: str) -> SessionNotFoundError:
        return SessionNotFoundError(
            f"no session {session_id[:80]!r} in database {self.location}: "
            "'superbiz sessions' lists them, SUPERBIZ_DATABASE_URL names the database"
        )

    def _session(self, row: Mapping[Any, Any]) -> DiagnosisSession:
        return payload_of(DiagnosisSession, row, self.location)

    def _invocation(self, row: Mapping[Any, Any]) -> ToolInvocation:
        return payload_of(ToolInvocation, row, self.location)
