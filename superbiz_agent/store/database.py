"""One database: opened on first use, transactions, and its end."""

import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.pool import QueuePool

from superbiz_agent.store import migrate
from superbiz_agent.store.location import (
    check_path,
    display_name,
    is_sqlite,
    parse_url,
    sqlite_path,
)
from superbiz_agent.store.problems import translated
from superbiz_agent.store.rows import json_text, json_value
from superbiz_agent.store.tables import HEAD_REVISION

_BEGIN = "superbiz_begin"
"""Execution option: how a SQLite transaction of this connection begins."""

_JSON: dict[str, Any] = {"json_serializer": json_text, "json_deserializer": json_value}


class Database:
    """A database at a URL. Thread-safe; a forked child opens connections of its own.

    ``where`` is how errors name it: its path, or its URL without secrets.
    """

    def __init__(self, url: str, *, busy_timeout: float) -> None:
        self._url = url
        self._busy_timeout = busy_timeout
        self._lock = threading.RLock()
        self._engine: Engine | None = None
        self._process = 0
        self.where = display_name(url)

    @contextmanager
    def transaction(self, *, write: bool) -> Generator[Connection]:
        """Give a connection whose work is committed as one, or not at all.

        A write waits for its turn at its start, so that it cannot fail half way for another
        process. Raises ``StoreError``.
        """
        with translated(self.where), _begin(self._open(), write=write) as connection:
            yield connection

    def close(self) -> None:
        """Close every connection. The next use opens the database again."""
        with self._lock:
            if self._engine is not None:
                _dispose(self._engine, self._process)
                self._engine = None

    def _open(self) -> Engine:
        with self._lock:
            if self._engine is not None and self._process == os.getpid():
                return self._engine
            self.close()
            engine = _create_engine(parse_url(self._url), self._busy_timeout)
            weakref.finalize(self, _dispose, engine, os.getpid())
            self._prepare(engine)
            self._engine, self._process = engine, os.getpid()
            return engine

    def _prepare(self, engine: Engine) -> None:
        """Bring the schema up to date, and SQLite into WAL mode."""
        with _begin(engine, write=False) as connection:
            if migrate.stored_revision(connection) == HEAD_REVISION:
                return
        if engine.dialect.name == "sqlite":
            _use_wal(engine, self._busy_timeout)
        with _begin(engine, write=True) as connection:
            migrate.upgrade(connection, self.where)


@contextmanager
def _begin(engine: Engine, *, write: bool) -> Generator[Connection]:
    options = {_BEGIN: "IMMEDIATE" if write else "DEFERRED"}
    with (
        engine.connect().execution_options(**options) as connection,
        connection.begin(),
    ):
        yield connection


def _dispose(engine: Engine, process: int) -> None:
    # Connections inherited through a fork belong to the parent: dropped, never closed.
    engine.dispose(close=process == os.getpid())


def _create_engine(url: URL, busy_timeout: float) -> Engine:
    if not is_sqlite(url):
        return sa.create_engine(url, **_JSON, pool_pre_ping=True)
    options: dict[str, Any] = {}
    path = sqlite_path(url)
    if path is None:  # a database in memory lives in its one connection
        options = {"poolclass": QueuePool, "pool_size": 1, "max_overflow": 0}
    else:
        check_path(path)
    options["connect_args"] = {"timeout": busy_timeout, "check_same_thread": False}
    engine = sa.create_engine(url, **_JSON, **options)
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


def _on_connect(connection: Any, _record: Any) -> None:
    # sqlite3's own idea of when a transaction begins leaves reads out of it: BEGIN is ours.
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    # In WAL mode a crash of the machine may lose the last commit but never half of one.
    connection.execute("PRAGMA synchronous = NORMAL")


def _on_begin(connection: Connection) -> None:
    mode = connection.get_execution_options()[_BEGIN]
    connection.exec_driver_sql(f"BEGIN {mode}")


def _use_wal(engine: Engine, busy_timeout: float) -> None:
    """Switch to WAL; SQLite does not wait here for another process, so this does."""
    deadline = time.monotonic() + busy_timeout
    raw = engine.raw_connection()
    try:
        while not _switched_to_wal(raw, last_try=time.monotonic() > deadline):
            time.sleep(0.02)
    finally:
        raw.close()


def _switched_to_wal(raw: Any, *, last_try: bool) -> bool:
    try:
        raw.cursor().execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError as error:
        if last_try or "locked" not in str(error):
            raise
        return False
    return True
