"""At which rank a lookup finds a right page: by the tool as it is, and by plain BM25 beside it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeAlias

from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.evals.runbooks.cases import Lookup
from superbiz_agent.settings import Settings
from superbiz_agent.tools.base import ToolContext
from superbiz_agent.tools.knowledge.folder_index import FolderIndex
from superbiz_agent.tools.knowledge.page import Block
from superbiz_agent.tools.toolbox import build_tools
from superbiz_agent.tools.words import han_bigrams, words_of

TOLD: Final = 5
"""Blocks that a lookup tells where nothing else is asked for."""

Told: TypeAlias = Callable[[str], None]
"""Takes what is wrong with a source, one line each."""

Finder: TypeAlias = Callable[[str], list[str]]
"""Query -> the files of the blocks found, best first."""


@dataclass(frozen=True)
class Found:
    """What a lookup found: files of blocks, best first, and those of plain BM25."""

    lookup: Lookup
    files: list[str]
    plain: list[str]

    @property
    def rank(self) -> int | None:
        """The rank of the first block of a right page, from 1; null if none is told."""
        return rank_of(self.lookup, self.files)

    @property
    def plain_rank(self) -> int | None:
        """The same of plain BM25."""
        return rank_of(self.lookup, self.plain)


def rank_of(lookup: Lookup, files: Sequence[str]) -> int | None:
    """The rank of the first of ``files`` that is a right page, from 1; null if none is."""
    ranks = (n for n, file in enumerate(files, 1) if Path(file).stem.lower() in lookup.pages)
    return next(ranks, None)


def tool_finder(settings: Settings, tell: Told) -> Finder:
    """``lookup_knowledge`` over the runbooks of ``settings``; what it could not use is told, since
    figures without embeddings that were set would be another suite's."""
    tool = build_tools(settings)["lookup_knowledge"]
    context = ToolContext(window=TimeWindow(), now=datetime.now(UTC))

    def find(query: str) -> list[str]:
        asked = tool.arguments.model_validate({"query": query, "limit": TOLD})
        outcome = tool.run(asked, context)
        if outcome.error:
            tell(outcome.error)
        return [str(item.fields["file"]) for item in outcome.items.get("evidence_blocks", ())]

    return find


def blocks_below(folders: Sequence[Path]) -> list[Block]:
    """Return every block of some folders of documents."""
    indexes = (FolderIndex(folder, str(folder), None) for folder in folders)
    return [block for index in indexes for page in index.pages().pages for block in page.blocks]


def plain_finder(blocks: Sequence[Block]) -> Finder:
    """BM25 over words and Chinese pairs of the same blocks, and nothing else."""
    import bm25s  # noqa: PLC0415  (numpy takes a quarter of a second)

    def tokens(text: str) -> list[str]:
        return [*words_of(text), *han_bigrams(text)]

    index: Any = bm25s.BM25()
    index.index(
        [tokens(" ".join((b.title, *b.headings, b.text))) for b in blocks], show_progress=False
    )

    def find(query: str) -> list[str]:
        known = [token for token in tokens(query) if token in index.vocab_dict]
        scores = index.get_scores(known) if known else [0.0] * len(blocks)
        ranked = sorted(zip(scores, blocks, strict=True), key=lambda each: -each[0])[:TOLD]
        return [block.file for score, block in ranked if score > 0]

    return find
