"""The tool ``lookup_knowledge``."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict, Field

from superbiz_agent.contracts.base import EvidenceKind
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS, SearchDetails
from superbiz_agent.errors import SourceError
from superbiz_agent.tools.base import EvidenceItem, ToolContext, ToolOutcome
from superbiz_agent.tools.knowledge.backend import KnowledgeBackend, RankedBlock
from superbiz_agent.tools.rendering import evidence_line, redacted_fields

DEFAULT_LIMIT = 5
MAX_LIMIT = 20


class KnowledgeArguments(BaseModel):
    """What ``lookup_knowledge`` may be asked."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    query: str = Field(
        min_length=1,
        max_length=1000,
        description="An alert's exact name, or words of the problem, in Chinese or English.",
    )
    limit: int = Field(DEFAULT_LIMIT, ge=1, le=MAX_LIMIT, description="Most blocks to return.")


@dataclass
class _Reading:
    """What the sources gave: each block with its source, and what could not be read."""

    hits: list[tuple[RankedBlock, KnowledgeBackend]] = field(
        default_factory=list[tuple[RankedBlock, KnowledgeBackend]]
    )
    failed: list[str] = field(default_factory=list[str])
    problems: list[str] = field(default_factory=list[str])
    answering: list[str] = field(default_factory=list[str])


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
        reading = self._read(asked)
        error = "; ".join(reading.problems) or None
        if not reading.answering:
            return ToolOutcome(
                evidence_status="error",
                failed_sources=reading.failed,
                error=error or "lookup_knowledge has no source of runbooks",
            )
        best = sorted(reading.hits, key=lambda hit: (not hit[0].named, -hit[0].score))
        items = [_item(hit, backend) for hit, backend in best[: asked.limit]]
        return ToolOutcome(
            evidence_status=("partial" if reading.failed else "found" if items else "no_evidence"),
            items={"evidence_blocks": items},
            search=SearchDetails(
                sources=reading.answering,
                query=asked.query,
                filters={"best": str(asked.limit)},
                matched=len(items),
                truncated=False,
                answered=not reading.failed,
            ),
            failed_sources=reading.failed,
            demo=any(backend.demo for backend in self._backends),
            error=error,
        )

    def _read(self, asked: KnowledgeArguments) -> _Reading:
        reading = _Reading()
        for backend in self._backends:
            try:
                listing = backend.search(asked.query, asked.limit)
            except SourceError as error:
                reading.failed.append(backend.name)
                reading.problems.append(str(error))
                continue
            reading.answering.append(backend.name)
            reading.hits += [(hit, backend) for hit in listing.blocks]
            if listing.problems:
                reading.failed.append(backend.name)
                reading.problems += listing.problems
        return reading


def _item(hit: RankedBlock, backend: KnowledgeBackend) -> EvidenceItem:
    """Render a block: ``<title> > <headings>: <text> (<file>)`` (contract section 2)."""
    block = hit.block
    place = " > ".join((block.title, *block.headings))
    return EvidenceItem(
        text=evidence_line([f"{place}: {block.text} ({block.file})"], demo=backend.demo),
        fields=redacted_fields({"title": block.title, "file": block.file}),
        values={"headings": list(block.headings), "source": backend.name},
    )
