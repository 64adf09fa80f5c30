"""The tables of contract section 2, as SQLAlchemy Core.

Instants are text of one fixed form, ``2026-07-07T10:00:00.000000Z``: always UTC, the same in
every database, and sorted by time when sorted as text.
"""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

HEAD_REVISION = "0001"
"""The schema version these tables describe: the newest file of ``migrations/versions``."""

metadata = sa.MetaData()


def instant_text(instant: datetime) -> str:
    """Return an aware instant in the form it is stored in; ``ValueError`` if it has no zone."""
    if instant.tzinfo is None:
        raise ValueError("an instant without a time zone cannot be stored")
    return instant.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


class Utf8Text(TypeDecorator[str]):
    """Text in which a lone surrogate, which no database can encode, becomes visible."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        """Escape what UTF-8 cannot hold."""
        del dialect
        return value and str(value).encode("utf-8", "backslashreplace").decode("utf-8")


# SQLite counts up on its own only in a column of the exact type INTEGER.
_counter = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_json = sa.JSON(none_as_null=True)

diagnosis_session = sa.Table(
    "diagnosis_session",
    metadata,
    # The order of asking, also where two questions bear the same instant.
    sa.Column("position", _counter, primary_key=True, autoincrement=True),
    sa.Column("id", Utf8Text, nullable=False, unique=True),
    sa.Column("thread_id", Utf8Text, nullable=False),
    sa.Column("original_query", Utf8Text, nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("verdict", sa.String(16)),
    sa.Column("answer", Utf8Text),
    sa.Column("self_evaluation", _json),
    sa.Column("run_record", _json),
    sa.Column("created_at", sa.String(32), nullable=False),
    sa.Column("updated_at", sa.String(32), nullable=False),
    sa.CheckConstraint(
        "status IN ('running', 'completed', 'failed', 'cancelled')", name="session_status"
    ),
    sa.CheckConstraint("status <> 'completed' OR answer IS NOT NULL", name="completed_answer"),
    sa.Index("ix_diagnosis_session_thread_id", "thread_id"),
    sa.Index("ix_diagnosis_session_created_at", "created_at"),
    sqlite_autoincrement=True,
)

tool_invocation = sa.Table(
    "tool_invocation",
    metadata,
    sa.Column("id", _counter, primary_key=True, autoincrement=True),
    sa.Column("session_id", Utf8Text, sa.ForeignKey("diagnosis_session.id"), nullable=False),
    sa.Column("run_id", Utf8Text, nullable=False),
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.Column("tool_name", Utf8Text, nullable=False),
    sa.Column("arguments", _json, nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("evidence_status", sa.String(16), nullable=False),
    sa.Column("retrieval_details", _json, nullable=False),
    sa.Column("error", Utf8Text),
    sa.Column("started_at", sa.String(32), nullable=False),
    sa.Column("duration_ms", sa.BigInteger, nullable=False),
    sa.CheckConstraint("status IN ('ok', 'error')", name="invocation_status"),
    sa.CheckConstraint(
        "evidence_status IN ('found', 'no_evidence', 'partial', 'error')", name="evidence_status"
    ),
    sa.Index("ix_tool_invocation_session_id", "session_id"),
    # An id that was cited once never names another call.
    sqlite_autoincrement=True,
)
