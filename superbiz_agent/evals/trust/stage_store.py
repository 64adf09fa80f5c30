"""The real store, as a stage needs it: read once, and set back to play an end anew."""

from typing import Any

import sqlalchemy as sa

from superbiz_agent.contracts.evidence import ToolInvocation
from superbiz_agent.store import SqlEvidenceStore
from superbiz_agent.store.tables import diagnosis_session, tool_invocation


class StageStore(SqlEvidenceStore):
    """A SQL store that reads the calls of a session no more often than they change: seven nodes
    ask for them."""

    def __init__(self, database_url: str) -> None:
        super().__init__(database_url)
        self.database_url = database_url
        self._read: dict[str, list[ToolInvocation]] = {}

    def record_invocation(self, *, session_id: str, **values: Any) -> ToolInvocation:
        """Record a call, and forget what was read before."""
        self._read.clear()
        return super().record_invocation(session_id=session_id, **values)

    def invocations(self, session_id: str) -> list[ToolInvocation]:
        """The calls of a session, as they were read last."""
        if session_id not in self._read:
            self._read = {session_id: super().invocations(session_id)}
        return list(self._read[session_id])

    def rewind(self, session_id: str, *, attempt: int) -> None:
        """Let a session run again from after ``attempt``: later calls were never made."""
        calls, session = tool_invocation.c, diagnosis_session.c
        later = sa.and_(calls.session_id == session_id, calls.attempt > attempt)
        self._read.clear()
        with self._database.transaction(write=True) as connection:
            connection.execute(sa.delete(tool_invocation).where(later))
            connection.execute(
                sa.update(diagnosis_session)
                .where(session.id == session_id)
                .values(status="running")
            )
