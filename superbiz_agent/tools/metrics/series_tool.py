"""Asking every source for metric series: the second half of ``query_metrics``."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

from superbiz_agent.contracts.evidence import SearchDetails
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.errors import InvalidInputError
from superbiz_agent.tools.base import ToolContext, ToolOutcome
from superbiz_agent.tools.instants import format_instant, parse_instant
from superbiz_agent.tools.metrics.arguments import SeriesArguments
from superbiz_agent.tools.metrics.promql import read_promql
from superbiz_agent.tools.metrics.series import (
    SeriesBackend,
    SeriesListing,
    SeriesRequest,
    most_moved,
    series_item,
)
from superbiz_agent.tools.query_terms import read_query
from superbiz_agent.tools.redaction import redact
from superbiz_agent.tools.rendering import plain_or_quoted, span
from superbiz_agent.tools.sources import Answers, ask_sources, reasons_of
from superbiz_agent.tools.text import bounded_line

MAX_SERIES: Final = 20
"""Most series that one call shows: those that moved most."""

DEFAULT_WINDOW: Final = timedelta(hours=1)
"""What is asked about where the question names no start."""

MOST_POINTS: Final = 360
"""Values of one series; Prometheus refuses more than 11,000."""

_STEPS: Final = (15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200)
_DAY: Final = 86_400


def ask_series(
    backends: Sequence[SeriesBackend], asked: SeriesArguments, context: ToolContext
) -> ToolOutcome:
    """Ask all sources once. A source that fails makes the outcome ``partial``, all of them
    ``error`` (contract section 2); an expression that is wrong is an error as well."""
    try:
        request, window, is_default = _request(asked, context)
    except InvalidInputError as error:
        return ToolOutcome(evidence_status="error", error=f"query_metrics: {error}")
    answers = ask_sources(backends, lambda backend: backend.series(request))
    if not answers.given:
        return answers.failure()
    filters = _filters(asked, request, answers, is_default=is_default)
    return _outcome(asked, window, answers, filters)


def _request(
    asked: SeriesArguments, context: ToolContext
) -> tuple[SeriesRequest, TimeWindow, bool]:
    given = asked.window(context)
    until = parse_instant(given.until) if given.until else context.now.replace(microsecond=0)
    since = parse_instant(given.since) if given.since else until - DEFAULT_WINDOW
    request = SeriesRequest(
        since=since,
        until=until,
        step=step_of(until - since),
        metric=(asked.metric or "") if not asked.promql else "",
        promql=read_promql(asked.promql, until - since).text if asked.promql else "",
        service=asked.service,
        names=() if asked.service or asked.promql else _names(asked),
        named=parse_instant(given.named) if given.named else None,
    )
    window = TimeWindow(since=format_instant(since), until=format_instant(until))
    return request, window, given.since is None


def _names(asked: SeriesArguments) -> tuple[str, ...]:
    """The names in the query that are not the metric's own."""
    metric = (asked.metric or "").casefold()
    return tuple(name for name in read_query(asked.query).names if name not in metric)


def step_of(window: timedelta) -> int:
    """Return the least step of the table, in seconds, with which a window has few enough values."""
    least = window.total_seconds() / MOST_POINTS
    days = _DAY * max(1, -(-int(least) // _DAY))
    return next((step for step in _STEPS if step >= least), days)


def _filters(
    asked: SeriesArguments,
    request: SeriesRequest,
    answers: Answers[SeriesBackend, SeriesListing],
    *,
    is_default: bool,
) -> dict[str, str]:
    """Return what narrowed the search, which metrics words were read as, and the step."""
    filters = {"service": redact(asked.service)} if asked.service else {}
    unknown = _unknown(answers)
    if asked.service and unknown and asked.service not in unknown:
        filters["service_known"] = "yes"
    if request.metric:
        filters["metric"] = plain_or_quoted(redact(request.metric))
    read_as = list(dict.fromkeys(x for _, found in answers.given for x in found.read_as))
    if read_as and read_as != [request.metric]:
        filters["read_as"] = bounded_line(" or ".join(map(plain_or_quoted, read_as)))
    filters["step"] = span(timedelta(seconds=request.step))
    if is_default:
        filters["default_window"] = span(DEFAULT_WINDOW)
    return filters


def _outcome(
    asked: SeriesArguments,
    window: TimeWindow,
    answers: Answers[SeriesBackend, SeriesListing],
    filters: Mapping[str, str],
) -> ToolOutcome:
    matching = most_moved([x for _, found in answers.given for x in found.series])
    shown = matching[: min(asked.limit, MAX_SERIES)]
    unknown = _unknown(answers)
    doubts = [*_unknown_told(unknown), *(x for _, found in answers.given for x in found.doubts)]
    left_out = [x for _, found in answers.given for x in found.left_out]
    notes = [] if matching else [x for _, found in answers.given for x in found.notes]
    if len(shown) < len(matching):
        left_out.append(f"{len(shown)} of {len(matching)} series are shown, those that moved most")
    search = SearchDetails(
        sources=answers.names,
        query=redact(asked.promql or asked.query),
        filters=dict(filters),
        since=window.since,
        until=window.until,
        matched=len(matching),
        truncated=bool(left_out),
        answered=not answers.failed and not doubts,
        unknown=list(unknown),
        nearest={name: list(nearest) for name, nearest in unknown.items() if nearest},
    )
    reasons = reasons_of(answers, lambda listing: listing.lacks)
    source_of = _sources(answers)
    items = [
        series_item(each, source=source_of[each.identity].name, demo=source_of[each.identity].demo)
        for each in shown
    ]
    told = [*doubts, *left_out, *notes]
    return answers.outcome({"alerts": [], "series": items}, search, told, reasons)


def _sources(
    answers: Answers[SeriesBackend, SeriesListing],
) -> dict[tuple[object, ...], SeriesBackend]:
    return {each.identity: source for source, listing in answers.given for each in listing.series}


def _unknown(answers: Answers[SeriesBackend, SeriesListing]) -> dict[str, tuple[str, ...]]:
    """The names that no source knows, with the nearest that one of them does."""
    listings = [listing for _, listing in answers.given if not listing.doubts]
    names = dict.fromkeys(name for listing in listings for name in listing.unknown)
    return {
        name: tuple(dict.fromkeys(x for each in listings for x in each.unknown.get(name, ())))
        for name in names
        if all(name in each.unknown for each in listings)
    }


def _unknown_told(unknown: Mapping[str, Sequence[str]]) -> list[str]:
    lines: list[str] = []
    for name, nearest in unknown.items():
        hint = f"; nearest names: {', '.join(nearest)}" if nearest else ""
        lines.append(f'no metric, label or series is called "{redact(name)}"{hint}')
    return lines
