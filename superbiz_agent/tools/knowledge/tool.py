"""The tool ``lookup_knowledge``."""

from collections.abc import Sequence

from pydantic import BaseModel, Field

from superbiz_agent.contracts.base import EvidenceKind
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS, SearchDetails
from superbiz_agent.tools.arguments import MAX_QUERY, SearchArguments
from superbiz_agent.tools.base import EvidenceItem, ToolContext, ToolOutcome
from superbiz_agent.tools.knowledge.backend import KnowledgeBackend, RankedBlock
from superbiz_agent.tools.redaction import redact
from superbiz_agent.tools.rendering import evidence_line, stored_fields
from superbiz_agent.tools.sources import ask_sources
from superbiz_agent.tools.text import bounded_line

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
        hits = [(hit, source) for source, listing in answers.given for hit in listing.blocks]
        best = sorted(hits, key=lambda hit: (-hit[0].closeness, -hit[0].score))[: asked.limit]
        items = [_item(hit, source) for hit, source in best]
        search = SearchDetails(
            sources=answers.names,
            query=redact(asked.query),
            filters={"best": str(asked.limit)},
            matched=len(items),
            truncated=False,
            answered=not answers.failed,
        )
        return answers.outcome({"evidence_blocks": items}, search)


def _item(hit: RankedBlock, backend: KnowledgeBackend) -> EvidenceItem:
    """Render a block: ``<title> > <headings>: <text> (<file>)`` (contract section 2)."""
    block = hit.block
    place = " > ".join((block.title, *block.headings))
    return EvidenceItem(
        text=evidence_line([f"{place}: {block.text} ({block.file})"], demo=backend.demo),
        fields=stored_fields({"title": block.title, "file": block.file}),
        values={"headings": [bounded_line(h) for h in block.headings], "source": backend.name},
    )
