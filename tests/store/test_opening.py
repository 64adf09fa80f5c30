"""Opening a database: its schema, and everything that can be wrong with it."""

import os
import sqlite3
import stat
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from superbiz_agent.errors import ConfigurationError, StoreError
from superbiz_agent.settings import default_database_path, load_settings
from superbiz_agent.store import SqlEvidenceStore, open_store
from superbiz_agent.store.database import _use_wal
from superbiz_agent.store.tables import HEAD_REVISION, metadata

NOW = datetime(2026, 7, 7, 10, 0, tzinfo=UTC)


def execute(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def use(url: str) -> None:
    """Write one session, and fail fast where somebody holds the database."""
    with SqlEvidenceStore(url, busy_timeout=0.05) as store:
        store.create_session(
            session_id="s1", thread_id="t", original_query="q", language="en", at=NOW
        )


def newer(path: Path) -> None:
    use(f"sqlite:///{path}")
    execute(path, "UPDATE alembic_version SET version_num = '9999'")


def foreign(path: Path) -> None:
    execute(path, "CREATE TABLE diagnosis_session (id TEXT)")


def gutted(path: Path) -> None:
    use(f"sqlite:///{path}")
    execute(path, "DROP TABLE tool_invocation", "DROP TABLE diagnosis_session")


PROBLEMS: dict[str, tuple[Callable[[Path], object], str]] = {
    "newer version": (newer, "schema version '9999'.*newer version"),
    "tables of another program": (foreign, "holds tables of the same name"),
    "tables missing": (gutted, "lacks a table"),
    "text file": (lambda path: path.write_text("no database\n" * 99), "is no SQLite database"),
    "binary file": (lambda path: path.write_bytes(bytes(range(256)) * 9), "is no SQLite database"),
    "folder": (lambda path: path.mkdir(), "is a folder"),
}


@pytest.mark.parametrize("problem", PROBLEMS)
def test_a_database_that_cannot_be_used_is_one_line(tmp_path: Path, problem: str) -> None:
    prepare, expected = PROBLEMS[problem]
    path = tmp_path / "superbiz.db"
    prepare(path)
    with pytest.raises(StoreError, match=expected) as caught:
        use(f"sqlite:///{path}")
    assert str(path) in str(caught.value)
    assert "SUPERBIZ_DATABASE_URL" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_folder_is_named_and_not_created(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=f"has no folder: create {tmp_path / 'no'}"):
        use(f"sqlite:///{tmp_path / 'no' / 'superbiz.db'}")
    assert not (tmp_path / "no").exists()


def test_the_default_folder_is_created_for_its_user_alone(
    tmp_path: Path,
) -> None:
    assert default_database_path().is_relative_to(tmp_path)
    use(load_settings().database_url)
    assert default_database_path().is_file()
    assert stat.S_IMODE(default_database_path().parent.stat().st_mode) == 0o700


def test_a_locked_database_says_so_and_works_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    use(f"sqlite:///{path}")
    holder = sqlite3.connect(path)
    holder.execute("BEGIN IMMEDIATE")
    with (
        SqlEvidenceStore(f"sqlite:///{path}", busy_timeout=0.05) as store,
        pytest.raises(StoreError, match="is locked by another process"),
    ):
        store.close_session("s1", "failed", at=NOW)
    holder.close()
    with SqlEvidenceStore(f"sqlite:///{path}") as store:
        store.close_session("s1", "failed", at=NOW)
        assert store.session("s1").status == "failed"


def test_a_new_database_that_is_locked_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    holder = sqlite3.connect(path)
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreError, match="is locked by another process"):
        use(f"sqlite:///{path}")
    holder.close()


def test_a_read_only_database_can_be_read_but_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    use(f"sqlite:///{path}")
    with SqlEvidenceStore(f"sqlite:///file:{path}?mode=ro&uri=true") as store:
        assert store.session("s1").id == "s1"
        with pytest.raises(StoreError, match=f"{path} is read-only"):
            store.close_session("s1", "failed", at=NOW)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_without_permission_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    use(f"sqlite:///{path}")
    path.chmod(0o400)
    with pytest.raises(StoreError, match="read-only"):
        use(f"sqlite:///{path}")


@pytest.mark.parametrize(
    "url", ["", "garbage", "/tmp/a.db", "sqlite:/x", "nosuch://host/db", "://"]
)
def test_a_url_that_is_none_names_the_setting(url: str) -> None:
    with pytest.raises((ConfigurationError, StoreError), match="SUPERBIZ_DATABASE_URL") as caught:
        use(url)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+nosuchdriver://user:hunter2@localhost:1/db",
        "postgresql://user:hunter2@localhost:1/db",
        "nosuch://user:hunter2@localhost/db",
        "mysql://user:hunter2@localhost/db?password=hunter2",
        "garbage//user:hunter2@x",
        "x://user:hunter2@[/",
    ],
)
def test_passwords_are_masked_in_every_error(url: str) -> None:
    with pytest.raises((ConfigurationError, StoreError)) as caught:
        use(url)
    if "://" in url:
        assert "hunter2" not in str(caught.value)
        assert "hunter2" not in open_store(url).location


def test_nothing_is_opened_before_the_first_use(tmp_path: Path) -> None:
    open_store(f"sqlite:///{tmp_path / 'a.db'}").close()
    assert not (tmp_path / "a.db").exists()


def test_a_path_in_the_home_folder_may_be_written_with_a_tilde(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    use("sqlite:///~/mine.db")
    assert (tmp_path / "mine.db").is_file()


def test_the_database_is_in_wal_mode(tmp_path: Path) -> None:
    use(f"sqlite:///{tmp_path / 'a.db'}")
    connection = sqlite3.connect(tmp_path / "a.db")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_the_migrations_lead_to_the_tables_of_the_code(tmp_path: Path) -> None:
    use(f"sqlite:///{tmp_path / 'a.db'}")
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'a.db'}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_the_head_revision_of_the_code_is_that_of_the_migrations() -> None:
    config = Config()
    config.set_main_option("script_location", "superbiz_agent.store:migrations")
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD_REVISION


def test_a_database_at_an_older_revision_is_upgraded(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    execute(path, "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    use(f"sqlite:///{path}")
    with open_store(f"sqlite:///{path}") as store:
        assert store.session("s1").id == "s1"


@pytest.mark.parametrize("table", metadata.sorted_tables, ids=lambda table: table.name)
def test_every_table_compiles_for_postgresql(table: sa.Table) -> None:
    statement = str(CreateTable(table).compile(dialect=postgresql.dialect()))
    assert "BIGSERIAL" in statement


class _LockedTwice:
    """An engine and connection whose first two statements find the database locked."""

    def __init__(self) -> None:
        self.attempts = 0

    def raw_connection(self) -> "_LockedTwice":
        return self

    def cursor(self) -> "_LockedTwice":
        return self

    def execute(self, _: str) -> None:
        self.attempts += 1
        if self.attempts <= 2:
            raise sqlite3.OperationalError("database is locked")

    def close(self) -> None:
        pass


def test_the_switch_to_wal_waits_for_other_processes() -> None:
    patient, hasty = _LockedTwice(), _LockedTwice()
    _use_wal(cast("Any", patient), busy_timeout=60)
    assert patient.attempts == 3
    with pytest.raises(sqlite3.OperationalError):
        _use_wal(cast("Any", hasty), busy_timeout=-1)
