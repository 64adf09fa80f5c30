"""The tool ``query_metrics``."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from superbiz_agent.contracts.base import EvidenceKind, EvidenceStatus
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS, SearchDetails
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.errors import InvalidInputError
from superbiz_agent.tools.base import EvidenceItem, ToolContext, ToolOutcome
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.metrics.alert import Alert, alert_item
from superbiz_agent.tools.metrics.backend import AlertBackend, AlertListing
from superbiz_agent.tools.metrics.selection import (
    AlertQuery,
    known_names,
    select,
    suggestions,
    unknown_names,
)
from superbiz_agent.tools.redaction import redact
from superbiz_agent.tools.sources import Answers, ask_sources
from superbiz_agent.tools.time_window import resolve_window

MAX_ALERTS = 50
"""Most alerts that one call shows; the search says how many matched."""


class MetricsArguments(BaseModel):
    """What ``query_metrics`` may be asked."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    query: str = Field(
        min_length=1,
        max_length=1000,
        description="What to look for: alert names, label values or words such as 'memory'. "
        "'alerts' lists all.",
    )
    service: str | None = Field(
        None, max_length=200, description="Only alerts of this service, pod, host or namespace."
    )
    since: str | None = Field(
        None, max_length=64, description="Start: '15m', '1h' before now, or an ISO 8601 instant."
    )
    until: str | None = Field(None, max_length=64, description="End, written like since.")
    limit: int = Field(MAX_ALERTS, ge=1, le=MAX_ALERTS, description="Most alerts to show.")


class MetricsTool:
    """Lists alerts of every source; ``series`` stays empty until a source holds metric series."""

    name = "query_metrics"
    description = (
        "Alerts with their state (firing, pending, silenced, inhibited, resolved), labels, current "
        "value and duration. Names must be exact."
    )
    kind: EvidenceKind = EVIDENCE_LISTS["query_metrics"][1]
    lists = EVIDENCE_LISTS["query_metrics"][0]
    arguments: type[BaseModel] = MetricsArguments

    def __init__(self, backends: Sequence[AlertBackend]) -> None:
        self._backends = tuple(backends)

    def run(self, arguments: BaseModel, context: ToolContext) -> ToolOutcome:
        """Search all sources once. A source that fails makes the outcome ``partial``, all of them
        ``error`` (contract section 2)."""
        asked = MetricsArguments.model_validate(arguments, from_attributes=True)
        try:
            window = _window(asked, context)
        except InvalidInputError as error:
            return ToolOutcome(evidence_status="error", error=f"query_metrics: {error}")
        answers = ask_sources(self._backends, lambda backend: backend.alerts())
        if not answers.given:
            return answers.failure()
        return _outcome(asked, window, context.now, answers)


def _outcome(
    asked: MetricsArguments,
    window: TimeWindow,
    now: datetime,
    answers: Answers[AlertBackend, AlertListing],
) -> ToolOutcome:
    source_of = {id(a): source for source, listing in answers.given for a in listing.alerts}
    alerts = [alert for _, listing in answers.given for alert in listing.alerts]
    known = known_names(alerts)
    query = AlertQuery.read(asked.query, asked.service, known, window)
    matching = select(query, alerts, now=now)
    shown = matching[: asked.limit]
    doubts = [*_unknown(query, alerts, known), *_outside(query, alerts, now)]
    truncated = len(matching) > len(shown)
    left_out = [f"{len(shown)} of {len(matching)} matching alerts are shown"] * truncated
    items = [
        alert_item(alert, source=source_of[id(alert)].name, now=now, demo=source_of[id(alert)].demo)
        for alert in shown
    ]
    return ToolOutcome(
        evidence_status=_status(bool(answers.failed or truncated), items),
        items={"alerts": items, "series": []},
        search=SearchDetails(
            sources=answers.names,
            query=redact(asked.query),
            filters={"service": redact(asked.service)} if asked.service else {},
            since=window.since,
            until=window.until,
            matched=len(matching),
            truncated=truncated,
            answered=not answers.failed and not doubts,
        ),
        failed_sources=answers.failed,
        demo=answers.demo,
        error="; ".join([*answers.problems, *doubts, *left_out]) or None,
    )


def _window(asked: MetricsArguments, context: ToolContext) -> TimeWindow:
    if asked.since is None and asked.until is None:
        return context.window
    return resolve_window(asked.since, asked.until, at=context.now)


def _status(incomplete: bool, items: Sequence[EvidenceItem]) -> EvidenceStatus:
    if incomplete:
        return "partial"
    return "found" if items else "no_evidence"


def _unknown(query: AlertQuery, alerts: Sequence[Alert], known: Sequence[str]) -> list[str]:
    """Say which names no alert carries: of them, nothing found means nothing."""
    lines: list[str] = []
    for name in unknown_names(query, alerts):
        nearest = ", ".join(suggestions(name, known))
        hint = f"; nearest names: {nearest}" if nearest else ""
        lines.append(f'no alert names "{name}"{hint}')
    return lines


def _outside(query: AlertQuery, alerts: Sequence[Alert], now: datetime) -> list[str]:
    """Say if the window misses everything that the sources hold."""
    starts = [alert.since for alert in alerts if alert.since]
    if not starts:
        return []
    first, last = min(starts), max(alert.last_seen(now) for alert in alerts)
    ends_in_time = query.until is None or query.until >= first
    if ends_in_time and (query.since is None or query.since <= last):
        return []
    held = f"{format_instant(first)} to {format_instant(last)}"
    return [f"the window misses what the alerts tell of: {held}"]
