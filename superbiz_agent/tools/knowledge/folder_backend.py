"""Runbooks from documents that the operator named: a file, or a folder of them."""

import threading
from pathlib import Path

from superbiz_agent.tools.knowledge.backend import FUSION_DEPTH, KnowledgeListing
from superbiz_agent.tools.knowledge.folder_index import FolderIndex, Pages
from superbiz_agent.tools.knowledge.meaning import Meaning
from superbiz_agent.tools.knowledge.ranking import BlockIndex


class FolderBackend:
    """Searches one document, or all of a folder and its folders (hidden ones aside).

    The index is built on the first search, and brought up to date at each later one. ``name`` is
    what the user is shown, by default the path as it was given. ``index_root`` is the folder of all
    indexes, null to keep none on disk; ``meaning`` ranks by embeddings, too.
    """

    def __init__(
        self,
        path: Path,
        *,
        name: str | None = None,
        demo: bool = False,
        index_root: Path | None = None,
        meaning: Meaning | None = None,
    ) -> None:
        self.name = name or str(path)
        self.demo = demo
        self._index = FolderIndex(path, self.name, index_root)
        self._meaning = meaning
        self._lock = threading.Lock()
        self._ranked: tuple[Pages, BlockIndex] | None = None

    def search(self, query: str, limit: int) -> KnowledgeListing:
        """Return the best blocks for ``query``. Raises ``SourceError`` if no page can be read."""
        depth = max(limit, FUSION_DEPTH if self._meaning else 0)
        with self._lock:
            pages, index = self._current()
            blocks, notes = index.search(query, depth), []
            if self._meaning is not None:
                close, notes = self._meaning.search(query, pages.pages, self._index.store, depth)
                blocks = [*blocks, *index.with_closeness(query, close)]
        return KnowledgeListing(blocks, pages.problems, notes)

    def describe(self) -> str:
        """Say what is indexed, and where the index is. Raises ``SourceError``."""
        with self._lock:
            pages, _ = self._current()
            blocks = sum(len(page.blocks) for page in pages.pages)
            place = self._index.store.place
            kept = f"index at {place}" if place and place.is_dir() else "index not kept on disk"
            return f"{len(pages.pages)} pages can be read ({blocks} blocks, {kept})"

    def _current(self) -> tuple[Pages, BlockIndex]:
        pages = self._index.pages()
        if self._ranked is None or self._ranked[0] is not pages:
            blocks = [block for page in pages.pages for block in page.blocks]
            tokens = [tokens for page in pages.pages for tokens in page.tokens]
            self._ranked = pages, BlockIndex(blocks, tokens)
        return self._ranked
