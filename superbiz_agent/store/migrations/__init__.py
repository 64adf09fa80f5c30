"""Alembic migrations of the store; ``migrate.py`` runs them when a database is opened.

A new one: change ``tables.py``, add ``versions/<next number>_<what>.py`` by hand, and raise
``HEAD_REVISION``; the tests compare what the migrations lead to with the tables.
"""
