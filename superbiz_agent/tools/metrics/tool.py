"""The tool ``query_metrics``."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from superbiz_agent.contracts.base import EvidenceKind, EvidenceStatus
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS, SearchDetails
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.errors import InvalidInputError, SourceError
from superbiz_agent.tools.base import EvidenceItem, ToolContext, ToolOutcome
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.metrics.alert import Alert, alert_item
from superbiz_agent.tools.metrics.backend import AlertBackend
from superbiz_agent.tools.metrics.selection import (
    AlertQuery,
    known_names,
    select,
    suggestions,
    unknown_names,
)
from superbiz_agent.tools.time_window import parse_instant, resolve_window

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


@dataclass
class _Reading:
    """What the sources gave: each alert with its source, and what could not be read."""

    alerts: list[tuple[Alert, AlertBackend]] = field(
        default_factory=list[tuple[Alert, AlertBackend]]
    )
    failed: list[str] = field(default_factory=list[str])
    problems: list[str] = field(default_factory=list[str])
    answering: list[str] = field(default_factory=list[str])


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
        reading = _read(self._backends)
        if not reading.answering:
            return ToolOutcome(
                evidence_status="error",
                failed_sources=reading.failed,
                error="; ".join(reading.problems) or "query_metrics has no source of alerts",
            )
        return self._outcome(asked, window, context.now, reading)

    def _outcome(
        self, asked: MetricsArguments, window: TimeWindow, now: datetime, reading: _Reading
    ) -> ToolOutcome:
        sources = {id(alert): backend for alert, backend in reversed(reading.alerts)}
        alerts = [alert for alert, _ in reading.alerts]
        known = known_names(alerts)
        query = AlertQuery.read(
            asked.query, asked.service, known, _instant(window.since), _instant(window.until)
        )
        matching = list(
            {alert.identity: alert for alert in select(query, alerts, now=now)}.values()
        )
        shown = matching[: asked.limit]
        doubts = [*_unknown(query, alerts, known), *_outside(window, alerts, now)]
        truncated = len(matching) > len(shown)
        left_out = [f"{len(shown)} of {len(matching)} matching alerts are shown"] * truncated
        items = [
            alert_item(alert, source=sources[id(alert)].name, now=now, demo=sources[id(alert)].demo)
            for alert in shown
        ]
        return ToolOutcome(
            evidence_status=_status(bool(reading.failed or truncated), items),
            items={"alerts": items, "series": []},
            search=SearchDetails(
                sources=reading.answering,
                query=asked.query,
                filters={"service": asked.service} if asked.service else {},
                since=window.since,
                until=window.until,
                matched=len(matching),
                truncated=truncated,
                answered=not reading.failed and not doubts,
            ),
            failed_sources=reading.failed,
            demo=any(backend.demo for backend in self._backends),
            error="; ".join([*reading.problems, *doubts, *left_out]) or None,
        )


def _window(asked: MetricsArguments, context: ToolContext) -> TimeWindow:
    if asked.since is None and asked.until is None:
        return context.window
    return resolve_window(asked.since, asked.until, at=context.now)


def _read(backends: Iterable[AlertBackend]) -> _Reading:
    reading = _Reading()
    for backend in backends:
        try:
            listing = backend.alerts()
        except SourceError as error:
            reading.failed.append(backend.name)
            reading.problems.append(str(error))
            continue
        reading.answering.append(backend.name)
        reading.alerts += [(alert, backend) for alert in listing.alerts]
        if listing.problems:
            reading.failed.append(backend.name)
            reading.problems += listing.problems
    return reading


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


def _outside(window: TimeWindow, alerts: Sequence[Alert], now: datetime) -> list[str]:
    """Say if the window misses everything that the sources hold."""
    starts = [alert.since for alert in alerts if alert.since]
    if not starts:
        return []
    first, last = min(starts), max(alert.last_seen(now) for alert in alerts)
    since, until = _instant(window.since), _instant(window.until)
    if (until is None or until >= first) and (since is None or since <= last):
        return []
    held = f"{format_instant(first)} to {format_instant(last)}"
    return [f"the window misses what the alerts tell of: {held}"]


def _instant(text: str | None) -> datetime | None:
    return parse_instant(text) if text else None
