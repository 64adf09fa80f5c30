"""The tool ``lookup_knowledge``."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from pydantic import BaseModel, Field

from superbiz_agent.contracts.base import EvidenceKind
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS, SearchDetails
from superbiz_agent.tools.arguments import MAX_QUERY, SearchArguments
from superbiz_agent.tools.base import EvidenceItem, ToolContext, ToolOutcome
from superbiz_agent.tools.knowledge.backend import (
    KnowledgeBackend,
    KnowledgeListing,
    RankedBlock,
)
from superbiz_agent.tools.knowledge.fusion import reciprocal_rank_fusion
from superbiz_agent.tools.redaction import redact
from superbiz_agent.tools.rendering import evidence_line, stored_fields
from superbiz_agent.tools.sources import ask_sources
from superbiz_agent.tools.text import bounded_line

_Content: TypeAlias = tuple[str, tuple[str, ...], str]

DEFAULT_LIMIT = 5
MAX_LIMIT = 20


class KnowledgeArguments(SearchArguments):
    """What ``lookup_knowledge`` may be asked."""

    query: str = Field(
        min_length=1,
        max_length=MAX_QUERY,
        description="An alert's exact name, or words of the problem, in Chinese or English.",
    )
    limit: int = Field(DEFAULT_LIMIT, ge=1, le=MAX_LIMIT, description="Most blocks to return.")


class KnowledgeTool:
    """Looks runbooks up. The best ``limit`` blocks are the whole answer to what was asked, so a
    lookup is never cut off; it says nothing of the current incident."""

    name = "lookup_knowledge"
    description = (
        "Runbooks and other documents on how to investigate alerts and problems. General "
        "knowledge: never a fact of the current incident."
    )
    kind: EvidenceKind = EVIDENCE_LISTS["lookup_knowledge"][1]
    lists = EVIDENCE_LISTS["lookup_knowledge"][0]
    arguments: type[BaseModel] = KnowledgeArguments

    def __init__(self, backends: Sequence[KnowledgeBackend]) -> None:
        self._backends = tuple(backends)

    def run(self, arguments: BaseModel, context: ToolContext) -> ToolOutcome:
        """Look up once. A source that fails makes the outcome ``partial``, all of them ``error``
        (contract section 2)."""
        del context  # runbooks have no time
        asked = KnowledgeArguments.model_validate(arguments, from_attributes=True)
        answers = ask_sources(self._backends, lambda b: b.search(asked.query, asked.limit))
        if not answers.given:
            return answers.failure()
        items = [_item(hit) for hit in fused(answers.given)[: asked.limit]]
        search = SearchDetails(
            sources=answers.names,
            query=redact(asked.query),
            filters={"best": str(asked.limit)},
            matched=len(items),
            truncated=False,
            answered=not answers.failed,
        )
        notes = [note for _, listing in answers.given for note in listing.notes]
        return answers.outcome({"evidence_blocks": items}, search, list(dict.fromkeys(notes)))


@dataclass(frozen=True)
class _Hit:
    """A block that was found: where, and by which methods."""

    ranked: RankedBlock
    source: KnowledgeBackend
    methods: tuple[str, ...]


def fused(answers: Iterable[tuple[KnowledgeBackend, KnowledgeListing]]) -> list[_Hit]:
    """Return what all sources found as one list: the closest pages first, then by the fused ranks
    of all methods. Blocks that say the same are one, told of the first that holds it."""
    rankings: dict[str, list[tuple[RankedBlock, KnowledgeBackend]]] = {}
    for source, listing in answers:
        for ranked in listing.blocks:
            rankings.setdefault(ranked.method, []).append((ranked, source))
    best: dict[_Content, _Hit] = {}
    orders: list[list[_Content]] = []
    for method, found in rankings.items():
        found.sort(key=lambda hit: (-hit[0].closeness, -hit[0].score))
        orders.append([_content(ranked) for ranked, _ in found])
        for ranked, source in found:
            earlier = best.get(_content(ranked))
            if earlier is None:
                best[_content(ranked)] = _Hit(ranked, source, (method,))
            elif method not in earlier.methods:
                best[_content(ranked)] = replace(earlier, methods=(*earlier.methods, method))
    scores = reciprocal_rank_fusion(orders)
    return sorted(
        best.values(),
        key=lambda hit: (-hit.ranked.closeness, -scores[_content(hit.ranked)]),
    )


def _content(ranked: RankedBlock) -> _Content:
    block = ranked.block
    return block.title, block.headings, block.text


def _item(hit: _Hit) -> EvidenceItem:
    """Render a block: ``<title> > <headings>: <text> (<file>)`` (contract section 2)."""
    block = hit.ranked.block
    place = " > ".join((block.title, *block.headings))
    return EvidenceItem(
        text=evidence_line([f"{place}: {block.text} ({block.file})"], demo=hit.source.demo),
        fields=stored_fields({"title": block.title, "file": block.file}),
        values={
            "headings": [bounded_line(heading) for heading in block.headings],
            "source": bounded_line(hit.source.name),
            "revision": block.revision,
            "found_by": list(hit.methods),
        },
    )
