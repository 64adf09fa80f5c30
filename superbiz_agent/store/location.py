"""Where a database is: its URL read, named without secrets, and its file looked at."""

from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings import default_database_path, mask_url
from superbiz_agent.settings.values import expand_home
from superbiz_agent.store.problems import DATABASE_SETTING, database_error

_IN_MEMORY = frozenset({"", ":memory:"})


def parse_url(text: str) -> URL:
    """Return a database URL; raises ``ConfigurationError`` if it is none."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise ConfigurationError(
            f"{DATABASE_SETTING}: {mask_url(text)[:200]!r} is no database URL "
            "such as sqlite:////path/to/superbiz.db",
            setting=DATABASE_SETTING,
        ) from error
    if is_sqlite(url) and url.database and url.database.startswith("~"):
        return url.set(database=str(expand_home(url.database)))
    return url


def is_sqlite(url: URL) -> bool:
    """Whether the URL names a SQLite database."""
    return url.get_backend_name() == "sqlite"


def sqlite_path(url: URL) -> Path | None:
    """Return the file of a SQLite URL, null for a database in memory."""
    name = (url.database or "").removeprefix("file:")
    in_memory = name in _IN_MEMORY or url.query.get("mode") == "memory"
    return None if in_memory else Path(name)


def display_name(text: str) -> str:
    """Return how messages name the database at URL ``text``; never raises, shows no secret."""
    try:
        url = parse_url(text)
    except ConfigurationError:
        return mask_url(text)
    if is_sqlite(url):
        return str(sqlite_path(url) or "in memory")
    return mask_url(url.render_as_string(hide_password=True))


def check_path(path: Path) -> None:
    """Say what SQLite would only call "unable to open"; make the default folder."""
    if path == default_database_path():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.is_dir():
        raise database_error(str(path), "is a folder: name a file in it")
    if not path.parent.is_dir():
        raise database_error(str(path), f"has no folder: create {path.parent}")
