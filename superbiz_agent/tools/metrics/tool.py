"""The tool ``query_metrics``."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from pydantic import BaseModel

from superbiz_agent.contracts.base import EvidenceKind
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS, SearchDetails
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.errors import InvalidInputError
from superbiz_agent.tools.base import EvidenceItem, ToolContext, ToolOutcome
from superbiz_agent.tools.instants import format_instant, parse_instant
from superbiz_agent.tools.metrics.alert import EXPORTED, LASTING, UNDATED, Alert, alert_item
from superbiz_agent.tools.metrics.alert_reach import reach_of, spans_held
from superbiz_agent.tools.metrics.arguments import MetricsArguments, SeriesArguments
from superbiz_agent.tools.metrics.backend import AlertBackend, AlertListing, AlertRequest
from superbiz_agent.tools.metrics.coverage import names_of_rules, reasons, told_until
from superbiz_agent.tools.metrics.selection import (
    AlertQuery,
    Sighting,
    is_active,
    known_names,
    named_by_other_labels,
    select,
)
from superbiz_agent.tools.metrics.series import SeriesBackend
from superbiz_agent.tools.metrics.series_tool import ask_series
from superbiz_agent.tools.metrics.twins import Told, dated_twins, told_once
from superbiz_agent.tools.redaction import redact
from superbiz_agent.tools.rendering import plain_or_quoted
from superbiz_agent.tools.sources import Answers, ask_sources
from superbiz_agent.tools.text import bounded_line

_MOST_READ_AS = 5
_MOST_INSTANTS = 4

_ALERTS = (
    "Alerts with their state (firing, pending, silenced, inhibited, resolved), labels, current "
    "value and duration."
)
_SERIES = (
    " With metric or promql: metric series instead, each with first, last, min, max, mean and what "
    "is unusual."
)


class MetricsTool:
    """Lists the alerts of every source, or the metric series of those that hold any."""

    name = "query_metrics"
    kind: EvidenceKind = EVIDENCE_LISTS["query_metrics"][1]
    lists = EVIDENCE_LISTS["query_metrics"][0]

    def __init__(
        self, backends: Sequence[AlertBackend], series: Sequence[SeriesBackend] = ()
    ) -> None:
        self._backends = tuple(backends)
        self._series = tuple(series)
        self.description = f"{_ALERTS}{_SERIES if series else ''} Names must be exact."
        self.arguments: type[BaseModel] = SeriesArguments if series else MetricsArguments

    def run(self, arguments: BaseModel, context: ToolContext) -> ToolOutcome:
        """Search all sources once. A source that fails makes the outcome ``partial``, all of them
        ``error`` (contract section 2)."""
        if isinstance(arguments, SeriesArguments) and arguments.asks_series:
            return ask_series(self._series, arguments, context)
        asked = MetricsArguments.model_validate(arguments, from_attributes=True)
        try:
            window = asked.window(context)
        except InvalidInputError as error:
            return ToolOutcome(evidence_status="error", error=f"query_metrics: {error}")
        request = _request(window, context.now)
        answers = ask_sources(self._backends, lambda backend: backend.alerts(request))
        if not answers.given:
            return answers.failure()
        outcome = _outcome(asked, window, context.now, answers)
        search = outcome.search
        if search is None or context.window.unused is None:
            return outcome
        unused, held = context.window.unused, spans_held(_sightings(answers, context.now))
        told = search.model_copy(update={"unused_window": unused, "held": held})
        return replace(outcome, search=told)


def _request(window: TimeWindow, now: datetime) -> AlertRequest:
    since, until = (parse_instant(end) if end else None for end in (window.since, window.until))
    return AlertRequest(since, until, now)


def _outcome(
    asked: MetricsArguments,
    window: TimeWindow,
    now: datetime,
    answers: Answers[AlertBackend, AlertListing],
) -> ToolOutcome:
    now = now.replace(microsecond=0)
    sightings = _sightings(answers, now)
    alerts = [sighting.alert for sighting in sightings]
    known = sorted({*known_names(alerts), *names_of_rules(answers)})
    query = AlertQuery.read(asked.query, asked.service, known, window)
    asked_at = query.until or now
    in_window = [sighting for sighting in sightings if is_active(query, sighting)]
    added = {source.name: listing.adds_labels for source, listing in answers.given}
    chosen = select(query, sightings)
    matching = told_once([*dated_twins(chosen, sightings), *chosen], in_window, added)
    shown = matching[: asked.limit]
    left_out = len(matching) > len(shown)
    reach = reach_of(query, sightings, known, answers)
    doubts = [*reach.doubts, *(_named_elsewhere(query, sightings) if not matching else [])]
    search = SearchDetails(
        sources=answers.names,
        query=redact(asked.query),
        filters={
            **_filters(asked, query),
            **reach.begins,
            **_instants_told(sightings, asked_at, now),
            **reach.holds,
        },
        since=reach.since(window),
        until=window.until or told_until(answers),
        matched=len(matching),
        truncated=left_out,
        answered=not answers.failed and not doubts,
        unknown=reach.unknown,
        nearest=reach.nearest,
    )
    lists = {"alerts": [_item(each, query.until, asked_at) for each in shown], "series": []}
    cut = [f"{len(shown)} of {len(matching)} matching alerts are shown"] if left_out else []
    notes = [*doubts, *cut, *_empty(answers)]
    return answers.outcome(lists, search, notes, reasons(query, answers))


def _sightings(answers: Answers[AlertBackend, AlertListing], now: datetime) -> list[Sighting]:
    return [
        Sighting(alert, source, listing.taken or now, is_undated=listing.is_undated)
        for source, listing in _without_copies(answers)
        for alert in listing.alerts
    ]


def _without_copies(
    answers: Answers[AlertBackend, AlertListing],
) -> Iterator[tuple[AlertBackend, AlertListing]]:
    """Yield what each source holds; of exports with the same alerts, the first."""
    exports: list[Sequence[Alert]] = []
    for source, listing in answers.given:
        is_export = listing.told_from is None
        if is_export and listing.alerts and listing.alerts in exports:
            continue
        exports += [listing.alerts] if is_export else []
        yield source, listing


def _filters(asked: MetricsArguments, query: AlertQuery) -> dict[str, str]:
    """Return what narrowed the search, and which names it read a name as."""
    filters = {"service": redact(asked.service)} if asked.service else {}
    if query.read_as:
        names = map(plain_or_quoted, query.read_as[:_MOST_READ_AS])
        filters["read_as"] = bounded_line(" or ".join(names))
    return filters


def _instants_told(
    sightings: Sequence[Sighting], asked_at: datetime, now: datetime
) -> dict[str, str]:
    """Return the instants that durations are counted to: ``as_of`` if the window or an export says
    so, ``durations_to`` if it is just now; or that there is no alert at all."""
    if not sightings:
        return {"held": "no alert"}
    instants = sorted({sighting.as_of(asked_at) for sighting in sightings})
    name = "durations_to" if instants == [now] else "as_of"
    return {name: " and ".join(map(format_instant, instants[:_MOST_INSTANTS]))}


def _item(told: Told, until: datetime | None, asked_at: datetime) -> EvidenceItem:
    """Render an alert as it was at the end of the window, or when its export was taken if that lies
    before: what happened later the export does not tell."""
    sighting = told.sighting
    alert = sighting.alert.at(until) if until else sighting.alert
    as_of, source = sighting.as_of(asked_at), sighting.source
    if sighting.is_undated and alert.state in LASTING:
        alert = replace(alert, told={**alert.told, EXPORTED: UNDATED})
    return alert_item(
        alert,
        source=source.name,
        as_of=as_of,
        demo=source.demo,
        is_earlier=as_of < asked_at,
        also=told.also,
    )


def _named_elsewhere(query: AlertQuery, sightings: Sequence[Sighting]) -> list[str]:
    """Say which alerts name the service by a label that is none of those for names: nothing found
    by the others means nothing."""
    names = named_by_other_labels(query, sightings)
    if not names or query.service is None:
        return []
    told = ", ".join(map(plain_or_quoted, names[:_MOST_READ_AS]))
    service = plain_or_quoted(redact(query.service.text))
    return [f"another label of {told} names {service}: search without service"]


def _empty(answers: Answers[AlertBackend, AlertListing]) -> list[str]:
    """Say which sources were read and hold nothing."""
    return [
        f"{source.name}: no alert is in it"
        for source, listing in answers.given
        if not listing.alerts and not listing.problems
    ]
