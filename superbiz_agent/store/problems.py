"""What goes wrong with a database, said in one line that names it and the setting."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError, StatementError

from superbiz_agent.errors import ConfigurationError, StoreError

DATABASE_SETTING = "SUPERBIZ_DATABASE_URL"

# What the driver says (lower case) -> what is wrong and what to do.
_PROBLEMS: tuple[tuple[str, str], ...] = (
    ("database is locked", "is locked by another process: close what holds it and try again"),
    ("file is not a database", "is no SQLite database: choose another file"),
    ("file is encrypted", "is no SQLite database: choose another file"),
    ("disk image is malformed", "is damaged: restore a copy or choose another file"),
    ("readonly database", "is read-only: make the file and its folder writable"),
    ("unable to open database file", "cannot be opened: check the folder and its permissions"),
    ("database or disk is full", "cannot grow, the disk is full: free some space"),
    ("disk i/o error", "cannot be read or written, the disk reports an error"),
    ("already exists", "holds tables of the same name that are not ours: choose another database"),
    ("no such table", "lacks a table it should have: restore a copy or choose another database"),
)


def database_error(where: str, problem: str) -> StoreError:
    """Return the error for the database ``where`` (a path, or a URL without its secrets)."""
    return StoreError(f"database {where} {problem} (setting {DATABASE_SETTING})")


@contextmanager
def translated(where: str) -> Generator[None]:
    """Turn whatever SQLAlchemy, a driver or the file system raises into a ``StoreError``."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"{DATABASE_SETTING}: database {where} needs the Python module "
            f"{error.name}, which is not installed",
            setting=DATABASE_SETTING,
        ) from error
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise database_error(where, _problem(error)) from error


def _problem(error: Exception) -> str:
    # Of a failed statement only the driver's word is shown: the rest holds stored data.
    cause = error.orig if isinstance(error, StatementError) else error
    said = " ".join(str(cause or type(error).__name__).split())
    for sign, problem in _PROBLEMS:
        if sign in said.lower():
            return problem
    return f"failed: {said[:200]}"
