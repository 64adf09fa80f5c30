"""Alembic migrations of the store; ``migrate.py`` runs them when a database is opened."""
