"""Sessions and tool invocations in SQL (contract section 2).

Importing this package loads no database library: ``open_store`` does, on first use.
"""

from typing import TYPE_CHECKING, Any

from superbiz_agent.store.base import EvidenceStore

if TYPE_CHECKING:
    from superbiz_agent.store.sql import SqlEvidenceStore

__all__ = ["EvidenceStore", "SqlEvidenceStore", "open_store"]


def open_store(database_url: str) -> "SqlEvidenceStore":
    """Return the store at ``database_url``; it opens and migrates itself on first use."""
    from superbiz_agent.store.sql import SqlEvidenceStore  # noqa: PLC0415

    return SqlEvidenceStore(database_url)


def __getattr__(name: str) -> Any:
    if name == "SqlEvidenceStore":
        from superbiz_agent.store.sql import SqlEvidenceStore  # noqa: PLC0415

        return SqlEvidenceStore
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
