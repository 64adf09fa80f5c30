"""What one call of an operator's tool comes to, before it is recorded (contract section 2)."""

from collections.abc import Callable, Mapping
from typing import Any

from superbiz_agent.contracts.base import EvidenceStatus
from superbiz_agent.contracts.evidence import SearchDetails
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.settings.tools import ToolOptions
from superbiz_agent.tools.added.items import evidence_item
from superbiz_agent.tools.added.results import Items
from superbiz_agent.tools.base import ToolOutcome
from superbiz_agent.tools.redaction import redact
from superbiz_agent.tools.rendering import redacted_fields, scalar_text


def found_outcome(
    source: str,
    items: Items,
    options: ToolOptions,
    *,
    asked: Mapping[str, Any],
    window: TimeWindow | None = None,
    hide: Callable[[str], str] = str,
) -> ToolOutcome:
    """The outcome of a call that was answered. ``asked`` are its arguments; what stands in for the
    query is the argument that the operator declared as such, else ``query``, else the tool's name.
    """
    texts = {
        hide(key): hide(scalar_text(value)) for key, value in asked.items() if value is not None
    }
    query = texts.pop(options.query or "query", source)
    shown, total = len(items.shown), items.total
    is_whole = not items.truncated
    status: EvidenceStatus = "found" if shown else "no_evidence"
    return ToolOutcome(
        evidence_status=status if is_whole else "partial",
        items={options.list_name: [evidence_item(item, options, hide) for item in items.shown]},
        search=SearchDetails(
            sources=[source],
            query=redact(query),
            filters=redacted_fields(texts),
            since=window.since if window else None,
            until=window.until if window else None,
            matched=total,
            truncated=items.truncated,
            answered=True,
        ),
        notes=items.notes,
        error=None if is_whole else _shown(shown, total),
    )


def _shown(shown: int, total: int) -> str:
    if total > shown:
        return f"{shown} of {total} items are shown"
    return f"{shown} items are shown; the tool says that there are more"


def failed_outcome(source: str, reason: str, *, told: str | None = None) -> ToolOutcome:
    """The outcome of a call that failed: neither evidence nor absence of evidence. ``reason``
    completes "<source> ..."; ``told`` is what the user is told of it, where that is less: the text
    of an error that somebody else's code raised stays with the invocation."""
    return ToolOutcome(
        evidence_status="error",
        failed_sources=[source],
        failure_reasons={source: told or reason},
        error=f"{source} {reason}",
    )
