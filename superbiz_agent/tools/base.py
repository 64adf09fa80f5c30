"""What an evidence tool is, and what it returns before it is recorded (contract section 2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

from pydantic import BaseModel

from superbiz_agent.contracts.base import EvidenceKind, EvidenceStatus, JsonObject
from superbiz_agent.contracts.evidence import SearchDetails, SourceReason
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.tools.progress import Told


@dataclass(frozen=True)
class EvidenceItem:
    """One line of evidence before it has a path.

    ``text`` is one line; recording bounds, escapes and redacts it again. ``fields`` are the
    structured fields it was rendered from (service, pod, level, labels ...); ``values`` holds
    whatever else recomputes it (count, first, last, number ranges ...).
    """

    text: str
    fields: JsonObject = field(default_factory=dict[str, object])
    values: JsonObject = field(default_factory=dict[str, object])


@dataclass(frozen=True)
class ToolOutcome:
    """What one call of a tool found. ``items`` maps a list name to its evidence in order.

    ``search`` is null only if the call failed as a whole. ``error`` is one line for the user,
    ``failure_reasons`` says of each of ``failed_sources`` what is wrong with it, ``notes`` what
    else the search is worth (a name that no source knows, a source that holds nothing), ``reasons``
    why sources failed or could not answer, as far as there is a kind for it.
    ``is_configured`` is false where the operator gave the tool no source at all.
    """

    evidence_status: EvidenceStatus
    items: Mapping[str, Sequence[EvidenceItem]] = field(
        default_factory=dict[str, Sequence[EvidenceItem]]
    )
    search: SearchDetails | None = None
    failed_sources: Sequence[str] = ()
    failure_reasons: Mapping[str, str] = field(default_factory=dict[str, str])
    reasons: Sequence[SourceReason] = ()
    notes: Sequence[str] = ()
    demo: bool = False
    error: str | None = None
    is_configured: bool = True

    @property
    def status(self) -> Literal["ok", "error"]:
        """``error`` if the call as a whole failed."""
        return "error" if self.evidence_status == "error" else "ok"


@dataclass(frozen=True)
class ToolContext:
    """What a call may know besides its arguments.

    ``window`` is the question's window: the default where the arguments name none. ``now`` is the
    injected clock, aware and in UTC. ``watch`` is told now and then how far a long call is: the
    bytes read, and those there are.
    """

    window: TimeWindow
    now: datetime
    watch: Told | None = None


class EvidenceTool(Protocol):
    """A read-only source of evidence.

    ``lists`` names the lists of its result that become evidence paths; ``kind`` says whether its
    evidence speaks of this incident or is general knowledge. ``run`` raises nothing for bad
    sources: a failure is an outcome with ``evidence_status`` ``error`` or ``partial``.
    """

    @property
    def name(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def kind(self) -> EvidenceKind: ...
    @property
    def lists(self) -> tuple[str, ...]: ...
    @property
    def arguments(self) -> type[BaseModel]: ...

    def run(self, arguments: BaseModel, context: ToolContext) -> ToolOutcome:
        """Search once with validated ``arguments``."""
        ...


def search_text(search: SearchDetails) -> str:
    """Render the ``$.search`` line: what was asked of which source, and what came of it."""
    asked = [f'"{search.query}"', *(f"{key}={value}" for key, value in search.filters.items())]
    window = f"{search.since or 'start'} to {search.until or 'end'}"
    ends = f"oldest={search.oldest}, newest={search.newest}, " if search.newest else ""
    return (
        f"search for {', '.join(asked)} in {', '.join(search.sources) or 'no source'}, "
        f"window {window}: matched={search.matched}, {ends}"
        f"truncated={'yes' if search.truncated else 'no'}, "
        f"answered={'yes' if search.answered else 'no'}"
    )
