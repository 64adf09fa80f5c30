"""What a source of alerts is, so that servers slot in beside files."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from superbiz_agent.tools.metrics.alert import Alert


@dataclass(frozen=True)
class AlertListing:
    """All alerts that a source holds. ``problems`` names, one line each, what it could not read.
    ``taken`` is the instant that it speaks of, null for one that does not say or speaks of now."""

    alerts: Sequence[Alert]
    problems: Sequence[str] = ()
    taken: datetime | None = None


class AlertBackend(Protocol):
    """A read-only source of alerts."""

    @property
    def name(self) -> str:
        """What the user knows the source by: a file's path, a server's address."""
        ...

    @property
    def demo(self) -> bool:
        """Whether it serves embedded demo data."""
        ...

    def alerts(self) -> AlertListing:
        """List every alert. Raises ``SourceError`` if nothing of the source can be read."""
        ...
