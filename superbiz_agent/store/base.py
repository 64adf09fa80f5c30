"""What the chain needs of a store (contract section 2)."""

from datetime import datetime
from typing import Literal, Protocol

from superbiz_agent.contracts.base import EvidenceStatus, JsonObject, Language, Verdict
from superbiz_agent.contracts.evidence import RetrievalDetails, ToolInvocation
from superbiz_agent.contracts.session import DiagnosisSession


class EvidenceStore(Protocol):
    """Keeps every question, every tool call, and what was made of them.

    Thread-safe; several processes may write to one database. Instants go in as aware datetimes
    and come out as ISO 8601 in UTC. Every method raises ``StoreError`` if the database fails.
    """

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
        ...

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
        """Record one tool call of a running session, failed ones too, and return it as stored."""
        ...

    def invocations(self, session_id: str) -> list[ToolInvocation]:
        """Return the tool calls of a session in the order of recording."""
        ...

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
        """Write answer and audit and move ``running`` to ``completed``, all or nothing.

        Raises ``StoreError`` if the session is not running any more.
        """
        ...

    def close_session(
        self, session_id: str, status: Literal["failed", "cancelled"], *, at: datetime
    ) -> None:
        """End a session without an answer. Does nothing unless it is still running."""
        ...

    def session(self, session_id: str) -> DiagnosisSession:
        """Return the session with this id or unique beginning of an id.

        Raises ``SessionNotFoundError`` if there is none, or more than one.
        """
        ...

    def sessions(self, limit: int) -> list[DiagnosisSession]:
        """Return the newest sessions first, ``limit`` at most."""
        ...

    def thread_turns(self, thread_id: str, limit: int) -> list[DiagnosisSession]:
        """Return the last ``limit`` completed sessions of a thread, oldest first."""
        ...
