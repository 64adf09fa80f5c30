"""What a source of runbooks is, so that servers slot in beside files."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

from superbiz_agent.tools.knowledge.page import Block

Closeness: TypeAlias = Literal[0, 1, 2, 3, 4]
"""How close a page is to a query, whatever its words score."""

LINKED: Closeness = 4
"""A link in the query leads to the page's own file, by folder and name."""

LINKED_BY_NAME: Closeness = 3
"""A link in the query ends in what the page goes by, or is one of its names."""

NAMED: Closeness = 2
"""The query names the page."""

MENTIONS: Closeness = 1
"""The page holds an identifier of the query, word for word."""

WORDS: Final = "words"
MEANING: Final = "meaning"
"""How a block was found by a folder of documents; a retriever's go by its own name."""

FUSION_DEPTH: Final = 50
"""Blocks of each ranking that are fused with others."""


@dataclass(frozen=True)
class RankedBlock:
    """A block that answers a query: the closer its page the better, then the higher its score.
    Scores compare with those of the same ``method`` alone."""

    block: Block
    closeness: Closeness
    score: float
    method: str = WORDS


@dataclass(frozen=True)
class KnowledgeListing:
    """The best blocks of each method first. ``problems`` names, one line each, what could not be
    read, ``notes`` what else the search is worth."""

    blocks: Sequence[RankedBlock]
    problems: Sequence[str] = ()
    notes: Sequence[str] = ()


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
        """Return the blocks that answer ``query``, ``limit`` of each method or more if they are to
        be fused; none if none does.

        Raises ``SourceError`` if nothing of the source can be read.
        """
        ...
