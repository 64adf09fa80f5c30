"""Sessions and tool invocations.

Written out in full instead of calling ``metadata.create_all``: a migration keeps meaning the same
when the tables move on.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create both tables."""
    counter = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "diagnosis_session",
        sa.Column("position", counter, primary_key=True, autoincrement=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("thread_id", sa.Text, nullable=False),
        sa.Column("original_query", sa.Text, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("verdict", sa.String(16)),
        sa.Column("answer", sa.Text),
        sa.Column("self_evaluation", sa.JSON),
        sa.Column("run_record", sa.JSON),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("updated_at", sa.String(32), nullable=False),
        sa.CheckConstraint(
            "status IN ('running', 'completed', 'failed', 'cancelled')", name="session_status"
        ),
        sa.CheckConstraint("status <> 'completed' OR answer IS NOT NULL", name="completed_answer"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_diagnosis_session_thread_id", "diagnosis_session", ["thread_id"])
    op.create_index("ix_diagnosis_session_created_at", "diagnosis_session", ["created_at"])
    op.create_table(
        "tool_invocation",
        sa.Column("id", counter, primary_key=True, autoincrement=True),
        sa.Column("session_id", sa.Text, sa.ForeignKey("diagnosis_session.id"), nullable=False),
        sa.Column("run_id", sa.Text, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("tool_name", sa.Text, nullable=False),
        sa.Column("arguments", sa.JSON, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("evidence_status", sa.String(16), nullable=False),
        sa.Column("retrieval_details", sa.JSON, nullable=False),
        sa.Column("error", sa.Text),
        sa.Column("started_at", sa.String(32), nullable=False),
        sa.Column("duration_ms", sa.BigInteger, nullable=False),
        sa.CheckConstraint("status IN ('ok', 'error')", name="invocation_status"),
        sa.CheckConstraint(
            "evidence_status IN ('found', 'no_evidence', 'partial', 'error')",
            name="evidence_status",
        ),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tool_invocation_session_id", "tool_invocation", ["session_id"])


def downgrade() -> None:
    """Drop both tables."""
    op.drop_table("tool_invocation")
    op.drop_table("diagnosis_session")
