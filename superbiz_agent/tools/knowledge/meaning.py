"""Ranking blocks by their meaning: how near their embeddings are to that of the query.

Vectors are kept in the index by the content of a page and the model that made them. Nothing here
fails a lookup: an endpoint that does not answer is a note, and words alone rank.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from superbiz_agent.tools.knowledge.embedding import EmbeddingClient, EmbeddingError
from superbiz_agent.tools.knowledge.folder_index import IndexedPage
from superbiz_agent.tools.knowledge.index_store import IndexStore, key_of
from superbiz_agent.tools.knowledge.page import Block
from superbiz_agent.tools.redaction import redact

MAX_TEXT: Final = 1500
"""Characters of a block that are embedded: models take 512 tokens and more."""

GROUP: Final = 64
"""Texts of one request."""

SECONDS: Final = 60.0
"""Time that one lookup spends on embedding pages; what is left is done by the next."""

_WIDTH_BYTES: Final = 4


class Meaning:
    """Ranks the blocks of one folder by embeddings. ``floor`` is the least cosine similarity of a
    block to the query that counts. One thread at a time."""

    def __init__(self, client: EmbeddingClient, *, floor: float, seconds: float = SECONDS) -> None:
        self._client = client
        self._floor = floor
        self._seconds = seconds
        self._vectors: dict[str, Any] = {}
        self._swept: Sequence[IndexedPage] | None = None

    def search(
        self, query: str, pages: Sequence[IndexedPage], store: IndexStore, limit: int
    ) -> tuple[list[tuple[int, float]], list[str]]:
        """Return the nearest blocks, best first, each by its position among all blocks of ``pages``
        with its similarity, and notes on what went wrong."""
        try:
            asked = _unit([self._client.embed([redact(query)])[0]])[0]
            left = self._embed(pages, store, len(asked))
        except EmbeddingError as error:
            return [], [f"{error}; runbooks are ranked by their words alone"]
        notes = [f"{left} pages have no embeddings yet: the next lookups make them"] if left else []
        return self._nearest(asked, pages, limit), notes

    def _nearest(
        self, asked: Any, pages: Sequence[IndexedPage], limit: int
    ) -> list[tuple[int, float]]:
        hits: list[tuple[int, float]] = []
        position = 0
        for page in pages:
            vectors = self._vectors.get(page.key)
            if vectors is not None:
                near = (vectors @ asked).tolist()
                hits += [(position + at, s) for at, s in enumerate(near) if s >= self._floor]
            position += len(page.blocks)
        return sorted(hits, key=lambda hit: (-hit[1], hit[0]))[:limit]

    def _embed(self, pages: Sequence[IndexedPage], store: IndexStore, width: int) -> int:
        """Embed the pages that have no vectors of this ``width``, and return how many are left."""
        missing = [
            page for page in pages if page.blocks and not self._has_vectors(page, store, width)
        ]
        until = time.monotonic() + self._seconds
        done = 0
        for group in _groups(missing):
            if done and time.monotonic() > until:
                break
            self._embed_group(group, store)
            done += len(group)
        if pages is not self._swept:
            keys = {page.key for page in pages}
            self._vectors = {key: each for key, each in self._vectors.items() if key in keys}
            store.sweep("vectors", {self._name(key) for key in keys})
            self._swept = pages
        return len(missing) - done

    def _embed_group(self, group: Sequence[IndexedPage], store: IndexStore) -> None:
        texts = [_embedded(block) for page in group for block in page.blocks]
        rows: list[list[float]] = []
        for start in range(0, len(texts), GROUP):
            rows += self._client.embed(texts[start : start + GROUP])
        if len({len(row) for row in rows}) != 1:
            raise self._client.failed("gives vectors of different lengths")
        for page in group:
            own, rows = rows[: len(page.blocks)], rows[len(page.blocks) :]
            self._vectors[page.key] = vectors = _unit(own)
            content = len(own[0]).to_bytes(_WIDTH_BYTES, "big") + vectors.tobytes()
            store.write("vectors", self._name(page.key), content)

    def _has_vectors(self, page: IndexedPage, store: IndexStore, width: int) -> bool:
        vectors = self._vectors.get(page.key)
        if vectors is None:
            vectors = _stored(store.read("vectors", self._name(page.key)))
        if vectors is None or vectors.shape != (len(page.blocks), width):
            return False
        self._vectors[page.key] = vectors
        return True

    def _name(self, page_key: str) -> str:
        return key_of(page_key, self._client.identity)


def _embedded(block: Block) -> str:
    place = " > ".join((block.title, *block.headings))
    return f"{place}: {block.text}"[:MAX_TEXT]


def _groups(pages: Iterable[IndexedPage]) -> Iterator[list[IndexedPage]]:
    """Yield pages together whose blocks fill a request."""
    group: list[IndexedPage] = []
    for page in pages:
        if group and sum(len(each.blocks) for each in (*group, page)) > GROUP:
            yield group
            group = []
        group.append(page)
    if group:
        yield group


def _unit(rows: Sequence[Sequence[float]]) -> Any:
    """Return the rows as vectors of length one; a row of zeros is near to nothing."""
    import numpy  # noqa: PLC0415  (a quarter of a second)

    vectors = numpy.asarray(rows, dtype="<f4")
    lengths: Any = numpy.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / numpy.where(lengths > 0, lengths, 1)


def _stored(content: bytes | None) -> Any:
    """Return the vectors of an entry, null if it holds none."""
    import numpy  # noqa: PLC0415

    width = int.from_bytes((content or b"")[:_WIDTH_BYTES], "big")
    if not content or not width or (len(content) - _WIDTH_BYTES) % (4 * width):
        return None
    return numpy.frombuffer(content[_WIDTH_BYTES:], dtype="<f4").reshape(-1, width)
