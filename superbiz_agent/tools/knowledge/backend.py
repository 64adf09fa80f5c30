"""What a source of runbooks is, so that servers slot in beside files."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from superbiz_agent.tools.knowledge.markdown import Block

Closeness: TypeAlias = Literal[0, 1, 2]
"""How close a page is to a query, whatever its words score."""

NAMED: Closeness = 2
"""The query names the page."""

MENTIONS: Closeness = 1
"""The page holds an identifier of the query, word for word."""


@dataclass(frozen=True)
class RankedBlock:
    """A block that answers a query: the closer its page the better, then the higher its score."""

    block: Block
    closeness: Closeness
    score: float


@dataclass(frozen=True)
class KnowledgeListing:
    """The best blocks first. ``problems`` names, one line each, what could not be read."""

    blocks: Sequence[RankedBlock]
    problems: Sequence[str] = ()


class KnowledgeBackend(Protocol):
    """A read-only source of runbooks."""

    @property
    def name(self) -> str:
        """What the user knows the source by: a folder's path, a server's address."""
        ...

    @property
    def demo(self) -> bool:
        """Whether it serves embedded demo data."""
        ...

    def search(self, query: str, limit: int) -> KnowledgeListing:
        """Return at most ``limit`` blocks that answer ``query``, none if none does.

        Raises ``SourceError`` if nothing of the source can be read.
        """
        ...
