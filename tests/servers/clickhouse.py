"""A real ClickHouse (Debian's 18.16) whose zone is Tokyo's, with a user who may only read."""

from contextlib import AbstractContextManager
from pathlib import Path

from superbiz_agent.evals.servers.clickhouse import Clickhouse, clickhouse
from tests.real_servers import or_skipped

__all__ = ["PASSWORD", "Clickhouse", "running_clickhouse"]

PASSWORD = "planted-password-1"


def running_clickhouse(folder: Path) -> AbstractContextManager[Clickhouse]:
    """Start a server whose data lie in ``folder``."""
    return or_skipped(clickhouse)(folder, timezone="Asia/Tokyo", password=PASSWORD)
