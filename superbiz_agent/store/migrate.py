"""Brings a database to the current schema; safe when several processes start at once."""

import threading

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from superbiz_agent.store.problems import database_error
from superbiz_agent.store.tables import HEAD_REVISION

# Alembic keeps its context in module globals: one migration a process at a time.
_alembic_in_use = threading.Lock()

_LOCKS = {
    # SQLite needs none: the caller's transaction began with BEGIN IMMEDIATE.
    "postgresql": "SELECT pg_advisory_xact_lock(7382913640182)",
}


def stored_revision(connection: Connection) -> str | None:
    """Return the schema version of a database, null if it has none yet."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()


def upgrade(connection: Connection, where: str) -> None:
    """Upgrade to the current schema inside the caller's write transaction.

    Whoever waited for another process finds its work done and does nothing. Raises ``StoreError``
    if the database is of a version that this program does not know.
    """
    if statement := _LOCKS.get(connection.dialect.name):
        connection.execute(sa.text(statement))
    revision = stored_revision(connection)
    if revision == HEAD_REVISION:
        return
    with _alembic_in_use:
        _run_alembic(connection, revision, where)


def _run_alembic(connection: Connection, revision: str | None, where: str) -> None:
    from alembic import command  # noqa: PLC0415  (slow, and needed for a new schema only)
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "superbiz_agent.store:migrations")
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if revision is not None and revision not in known:
        raise database_error(
            where,
            f"has the schema version {revision!r}, unknown here: it is from a newer version of "
            "superbiz-agent; update the program or choose another database",
        )
    command.upgrade(config, "head")
