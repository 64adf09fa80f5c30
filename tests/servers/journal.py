"""A real journal of systemd, written by ``systemd-journal-remote``."""

from collections.abc import Iterable
from pathlib import Path

from superbiz_agent.evals.servers import journal
from superbiz_agent.evals.servers.journal import Entry
from tests.real_servers import program


def write_journal(folder: Path, entries: Iterable[Entry]) -> Path:
    """As ``journal.write_journal``; a test that lacks the program is skipped loudly."""
    program("systemd-journal-remote")
    return journal.write_journal(folder, entries)
