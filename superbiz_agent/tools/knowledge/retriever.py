"""Any LangChain retriever as a source of runbooks; an index, a server, a service.

Only its ``invoke`` and the ``page_content`` and ``metadata`` of what it returns are used, so that
this knows no LangChain. Both are hostile data like every document.
"""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any, Final, Protocol, cast

from superbiz_agent.tools.knowledge.backend import KnowledgeListing, RankedBlock
from superbiz_agent.tools.knowledge.block_tokens import tokens_of
from superbiz_agent.tools.knowledge.page import Block, Page, Part, blocks_of, bounded_page, cut
from superbiz_agent.tools.knowledge.ranking import BlockIndex
from superbiz_agent.tools.redaction import redact

MAX_DOCUMENTS: Final = 30
MAX_CHARACTERS: Final = 50_000
MAX_BLOCKS: Final = 2
"""Blocks that one document may give: those whose words answer the query best."""

_TITLES: Final = ("title", "name")
_PLACES: Final = ("source", "url", "file_path", "path", "file", "id")
_REVISIONS: Final = ("revision", "version", "etag", "last_modified")
_HEADINGS: Final = tuple(f"Header {level}" for level in range(1, 7))
"""Where LangChain's loaders and splitters put title, place, revision and headings."""


class Retriever(Protocol):
    """What is used of a LangChain retriever."""

    def invoke(self, input: str) -> Any:  # noqa: A002  (LangChain's own name)
        """Return documents for a query, best first."""
        ...


class RetrieverBackend:
    """Asks one retriever; ``name`` is what the user knows it by."""

    demo = False

    def __init__(self, name: str, retriever: Retriever) -> None:
        self.name = name
        self._retriever = retriever

    def search(self, query: str, limit: int) -> KnowledgeListing:
        """Return blocks of what the retriever returns, in its order. Raises what it raises."""
        given = self._retriever.invoke(redact(query))
        documents = cast("list[Any]", given)[:MAX_DOCUMENTS] if isinstance(given, list) else []
        read = [_blocks(document) for document in documents]
        ranked = _ranked(query, [blocks for blocks in read if blocks], self.name)
        unread = sum(blocks is None for blocks in read) + (not isinstance(given, list))
        problems = [f"{self.name}: {unread} of its results are no documents"] if unread else []
        return KnowledgeListing(ranked[: max(limit, MAX_DOCUMENTS)], problems)


def _ranked(query: str, documents: list[list[Block]], name: str) -> list[RankedBlock]:
    blocks = [block for document in documents for block in document]
    index = BlockIndex(blocks, [tokens_of(block) for block in blocks])
    scores, closeness = index.scores(query), index.closeness(query)
    chosen: list[int] = []
    start = 0
    for document in documents:
        own = range(start, start + len(document))
        chosen += sorted(own, key=lambda at: -scores[at])[:MAX_BLOCKS]
        start += len(document)
    return [
        RankedBlock(blocks[at], closeness[at], -float(rank), name) for rank, at in enumerate(chosen)
    ]


def _blocks(document: Any) -> list[Block] | None:
    """Return the blocks of a document, null if it is none."""
    content, metadata = getattr(document, "page_content", None), getattr(document, "metadata", {})
    if not isinstance(content, str) or not isinstance(metadata, Mapping):
        return None
    told = {str(key): value for key, value in cast("Mapping[Any, Any]", metadata).items()}
    place = _first(told, _PLACES) or "document"
    headings = tuple(heading for key in _HEADINGS if (heading := _first(told, (key,))))
    text = content[:MAX_CHARACTERS]
    page = Page(
        title=_first(told, _TITLES) or (headings[0] if headings else ""),
        names=(place,),
        parts=tuple(Part(headings=headings, text=part) for part in cut(_paragraphs(text))),
    )
    digest = hashlib.sha256(content.encode("utf-8", "replace")).hexdigest()
    revision = _first(told, _REVISIONS) or f"sha256:{digest}"
    bounded = bounded_page(page)
    return blocks_of(bounded, redact(place)[:300], _stem(place), redact(revision)[:100])


def _paragraphs(text: str) -> Iterator[str]:
    for line in text.splitlines():
        yield " ".join(line.split())


def _first(metadata: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    """Return the first of some values that is a text or a number."""
    found = (metadata.get(key) for key in keys)
    told = (str(value) for value in found if isinstance(value, str | int | float))
    return next((" ".join(value.split()) for value in told if value.strip()), "")


def _stem(place: str) -> str:
    """Return what a path or an address ends in, without an ending."""
    last = place.rstrip("/").split("/")[-1].split("?")[0].split("#")[0]
    return last.rsplit(".", 1)[0] or place
