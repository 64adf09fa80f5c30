"""The window of a question that counts from an alert's start (contract section 2, time).

The start is that of a stored alert, never of a text of the question: the earliest of those that the
question names, else of those that fire, else of any.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from superbiz_agent.contracts.evidence import ToolInvocation, UnusedWindow
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.errors import InvalidInputError
from superbiz_agent.grounding.alert_start import asks_since_alert
from superbiz_agent.tools.instants import format_instant, parse_instant
from superbiz_agent.tools.rendering import as_object, scalar_text
from superbiz_agent.tools.time_window import narrowed

METRICS = "query_metrics"
"""The tool that stores alerts: it is asked first, over the whole window."""

_PATH = "$.alerts["
_ON = ("firing", "pending", "silenced", "inhibited", "suppressed")

__all__ = ["METRICS", "asks_since_alert", "since_alert"]


def since_alert(
    window: TimeWindow, question: str, invocations: Sequence[ToolInvocation]
) -> TimeWindow:
    """Return ``window`` from the start of the alert on, as the ``invocations`` of the question
    stored it; where none is stored, or it lies outside of ``window``, that is told as unused."""
    start = _start(question, invocations)
    if start is None:
        return window.model_copy(update={"unused": UnusedWindow(reason="no_alert")})
    asked = TimeWindow(since=format_instant(start))
    outside = UnusedWindow(since=asked.since, reason="outside")
    return narrowed(window, asked) or window.model_copy(update={"unused": outside})


def _start(question: str, invocations: Sequence[ToolInvocation]) -> datetime | None:
    stored = list(_alerts(invocations))
    named = [each for each in stored if each[0] and each[0].casefold() in question.casefold()]
    chosen = named or stored
    for states in (("firing",), _ON):
        chosen = [each for each in chosen if each[1] in states] or chosen
    return min((since for _, _, since in chosen), default=None)


def _alerts(invocations: Sequence[ToolInvocation]) -> Iterator[tuple[str, str, datetime]]:
    """The name, state and start of each stored alert that has one."""
    for invocation in invocations:
        if invocation.tool_name != METRICS or invocation.status != "ok":
            continue
        for entry in invocation.retrieval_details.details:
            fields, since = as_object(entry.get("fields")) or {}, _instant(entry.get("since"))
            if since is not None and str(entry.get("path", "")).startswith(_PATH):
                name = scalar_text(fields.get("alertname", ""))
                yield name, scalar_text(entry.get("state", "")), since


def _instant(value: object) -> datetime | None:
    try:
        return parse_instant(value) if isinstance(value, str) else None
    except InvalidInputError:
        return None
