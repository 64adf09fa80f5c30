"""Alembic's entry: migrates the connection that ``migrate.py`` hands over, in its transaction."""

from alembic import context

from superbiz_agent.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite alters a table by copying it
)
with context.begin_transaction():
    context.run_migrations()
