"""The tool ``query_logs`` (contract section 2)."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from superbiz_agent.contracts.base import EvidenceKind, EvidenceStatus
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS, SearchDetails, UnusedWindow
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.errors import InvalidInputError
from superbiz_agent.grounding.facts.group_text import own_words
from superbiz_agent.grounding.facts.server_counts import FILTER, counted_text
from superbiz_agent.tools.base import EvidenceItem, ToolContext, ToolOutcome
from superbiz_agent.tools.instants import format_instant, parse_instant
from superbiz_agent.tools.logs.backend import LogBackend
from superbiz_agent.tools.logs.collector import choose
from superbiz_agent.tools.logs.counted_names import LABEL
from superbiz_agent.tools.logs.coverage import (
    counted,
    doubts,
    ends_of_matches,
    has_gaps,
    held_text,
    holds_nothing,
    missed,
    reasons,
    searched_range,
    searched_window,
    unknown_names,
    untimed,
)
from superbiz_agent.tools.logs.findings import LogFindings, LogSearch, SourceSearch
from superbiz_agent.tools.logs.levels import SEVERITY, Level, normalise_level
from superbiz_agent.tools.logs.name_tally import NameTally, tally_item
from superbiz_agent.tools.logs.regex import as_written, compile_regex
from superbiz_agent.tools.logs.render import group_item
from superbiz_agent.tools.logs.search import run_search
from superbiz_agent.tools.logs.templates import RecordGroup
from superbiz_agent.tools.progress import Progress
from superbiz_agent.tools.sources import reason_alone
from superbiz_agent.tools.text import bounded_line
from superbiz_agent.tools.time_window import call_window

DEFAULT_LIMIT = 20
MAX_LIMIT = 50
NO_RECORD = "no record"
"""What is told to be held, where the sources hold nothing at all."""

_MOST_PROBLEMS = 8
_LONGEST_FILTER = 180


class LogsArguments(BaseModel):
    """What ``query_logs`` may be asked."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    query: str = Field(
        min_length=1,
        max_length=1000,
        description='Words or names to look for; "in quotes" for a phrase; * for every record.',
    )
    service: str | None = Field(
        None, max_length=200, description="Only records of this service, pod, host or source."
    )
    level: str | None = Field(
        None, max_length=20, description="Only records of this level and severer ones: WARN, ERROR."
    )
    since: str | None = Field(
        None, max_length=64, description="Start: '15m', '1h' before now, or an ISO 8601 instant."
    )
    until: str | None = Field(None, max_length=64, description="End, written like since.")
    regex: str | None = Field(
        None,
        max_length=1000,
        description="Only records that hold this RE2 regular expression; (?i) ignores case.",
    )
    count_by: str | None = Field(
        None,
        pattern=rf"^{LABEL}$",
        max_length=40,
        description="Count the records by a name in them, instead of showing them: address, "
        "user, host, pod, path, status, service, or any label.",
    )
    limit: int = Field(
        DEFAULT_LIMIT, ge=1, le=MAX_LIMIT, description="Most lines of evidence to show."
    )


class LogsTool:
    """Searches the log records of every source; records of one form become one line of evidence.

    See ``tools.logs.query`` for what a query matches and ``tools.logs.coverage`` for when a search
    that matched nothing counts as answered.
    """

    name = "query_logs"
    description = (
        "Log records by words, service, level and time. Records of one form are one line with "
        "their count, first and last instant. Names must be exact."
    )
    kind: EvidenceKind = EVIDENCE_LISTS["query_logs"][1]
    lists = EVIDENCE_LISTS["query_logs"][0]
    arguments: type[BaseModel] = LogsArguments

    def __init__(self, backends: Sequence[LogBackend]) -> None:
        self._backends = tuple(backends)

    def run(self, arguments: BaseModel, context: ToolContext) -> ToolOutcome:
        """Search all sources once. A source that fails, or a result that is cut off, makes the
        outcome ``partial``; all of them failing, or a senseless window, ``error``."""
        asked = LogsArguments.model_validate(arguments, from_attributes=True)
        if not self._backends:
            return _refused("no log source is configured; set SUPERBIZ_LOGS or --logs")
        try:
            search = _read(asked, context)
        except InvalidInputError as error:
            return _refused(f"query_logs: {error}")
        findings = run_search(search, self._backends, Progress(context.watch))
        if findings.failures and not any(map(_has_answered, findings.sources)):
            return _refused(_joined(doubts(findings)), findings)
        return _outcome(asked, findings, context.window.unused)


def _read(asked: LogsArguments, context: ToolContext) -> LogSearch:
    level: Level | None = normalise_level(asked.level) if asked.level else None
    if asked.level and level is None:
        known = ", ".join(SEVERITY)
        raise InvalidInputError(f"level {bounded_line(asked.level)!r} is unknown; use {known}")
    window = context.window
    if asked.since or asked.until:
        window = call_window(asked.since, asked.until, within=window, at=context.now)
    since, until = _instants(window)
    regex = compile_regex(asked.regex) if asked.regex else None
    return LogSearch(
        asked.query, asked.service or None, level, since, until, context.now, regex, asked.count_by
    )


def _instants(window: TimeWindow) -> tuple[datetime | None, datetime | None]:
    since = parse_instant(window.since) if window.since else None
    return since, parse_instant(window.until) if window.until else None


def _has_answered(source: SourceSearch) -> bool:
    return source.records > 0 or source.report.held is not None


def _refused(reason: str, findings: LogFindings | None = None) -> ToolOutcome:
    failed = _reasons(findings) if findings else {}
    return ToolOutcome(
        evidence_status="error",
        failed_sources=list(failed),
        failure_reasons=failed,
        reasons=reasons(findings) if findings else [],
        notes=[] if findings else [reason.removeprefix("query_logs: ")],
        error=reason,
    )


def _reasons(findings: LogFindings) -> dict[str, str]:
    """Each source that failed, in order, with the first reason."""
    failed: dict[str, str] = {}
    for source, reason in findings.failures:
        failed.setdefault(source, reason_alone(reason, source))
    return failed


def _outcome(
    asked: LogsArguments, findings: LogFindings, unused: UnusedWindow | None
) -> ToolOutcome:
    collector = findings.collector
    groups = collector.kept
    shown = choose(groups, asked.limit)
    demo = any(source.backend.demo for source in findings.sources)
    hidden = collector.matched - sum(group.count for group in shown)
    is_counted = isinstance(collector, NameTally)
    left_out = _left_out(findings, len(groups), len(shown), 0 if is_counted else hidden)
    if isinstance(collector, NameTally) and collector.matched:
        items = _counted(collector, findings, demo=demo, is_part=bool(left_out))
    else:
        items = [_item(group, findings, demo=demo) for group in shown]
    doubtful = doubts(findings)
    failed = _reasons(findings)
    status: EvidenceStatus = "found" if items else "no_evidence"
    return ToolOutcome(
        evidence_status="partial" if failed or left_out else status,
        items={"logs": items},
        search=_details(asked, findings, unused, is_cut=bool(left_out), answered=not doubtful),
        failed_sources=list(failed),
        failure_reasons=failed,
        reasons=reasons(findings),
        demo=demo,
        error=_joined([*doubtful, *left_out]) or None,
    )


def _counted(
    tally: NameTally, findings: LogFindings, *, demo: bool, is_part: bool
) -> list[EvidenceItem]:
    """The line of counts; none where no record that matched names any."""
    level = findings.search.level
    item = tally_item(tally, findings.query, level, demo=demo, is_part=is_part)
    return [item] if item else []


def _item(group: RecordGroup, findings: LogFindings, *, demo: bool) -> EvidenceItem:
    searched = searched_range(findings, group.source)
    return group_item(group, searched, demo=demo, is_cut=has_gaps(findings, group.source))


def _left_out(findings: LogFindings, groups: int, shown: int, hidden: int) -> list[str]:
    lines = [
        f"{source.backend.name}: {gap}" for source in findings.sources for gap in source.report.gaps
    ]
    if hidden:
        lines.append(
            f"{shown} of {groups} forms are shown, the severest, rarest, newest and oldest; "
            f"{hidden} of {findings.collector.matched} matching records lie between them"
        )
    if ungrouped := findings.collector.ungrouped:
        rare = (
            "rare ones may be among them"
            if findings.collector.rare.unknown
            else "each of these forms came more than once"
        )
        lines.append(
            f"{ungrouped} records were of further forms than the {groups} that are kept apart: "
            f"{rare}; narrow the query, the level or the window"
        )
    characters = sum(source.report.left_out for source in findings.sources)
    if characters:
        lines.append(f"{characters} characters of overlong lines were not searched")
    return lines


def _details(
    asked: LogsArguments,
    findings: LogFindings,
    unused: UnusedWindow | None,
    *,
    is_cut: bool,
    answered: bool,
) -> SearchDetails:
    since, until = searched_window(findings)
    counts = counted(findings)
    told = {FILTER: counted_text(counts)} if counts else {}
    oldest, newest = ends_of_matches(findings) if is_cut else (None, None)
    timed = [each for each in findings.sources if unused and each.held.first]
    return SearchDetails(
        sources=[source.backend.name for source in findings.sources],
        query=bounded_line(own_words(asked.query)),
        filters={**_filters(findings), **told},
        since=format_instant(since) if since else None,
        until=format_instant(until) if until else None,
        matched=findings.collector.matched,
        truncated=is_cut,
        answered=answered,
        oldest=format_instant(oldest) if oldest else None,
        newest=format_instant(newest) if newest else None,
        counted=counts,
        held={each.backend.name: held_text(each.held) for each in timed[:_MOST_PROBLEMS]},
        unknown=[bounded_line(name) for name in unknown_names(findings)],
        untimed=untimed(findings),
        unused_window=unused,
    )


def _filters(findings: LogFindings) -> dict[str, str]:
    search, filters = findings.search, dict[str, str]()
    if search.service:
        filters["service"] = bounded_line(own_words(search.service))
    if search.level:
        least = SEVERITY[search.level]
        filters["level"] = search.level
        filters["levels"] = " or ".join(each for each in SEVERITY if SEVERITY[each] >= least)
    if search.regex:
        filters["regex"] = bounded_line(own_words(as_written(search.regex)))
    if search.count_by:
        filters["count_by"] = search.count_by
    if len(findings.query.terms) > 1 and findings.collector.matched:
        kept = findings.collector
        filters["matching"] = findings.query.strength_name(kept.strength, is_whole=kept.is_whole)
    is_bounded = search.has_window or any(each.report.window for each in findings.sources)
    if is_bounded and (search.since, search.until) != searched_window(findings):
        asked_since = format_instant(search.since) if search.since else "start"
        asked_until = format_instant(search.until) if search.until else "end"
        filters["asked_window"] = f"{asked_since} to {asked_until}"
    if findings.collector.ungrouped:
        filters["forms_kept"] = f"{len(findings.collector.kept)} of more"
    if findings.without_level:
        filters["without_level"] = _listed(findings.without_level)
    notes = [note for source in findings.sources for note in source.report.notes]
    if notes:
        filters["encoding"] = _listed(f"{source} {note}" for source, note in notes)
    if holds_nothing(findings):
        filters["held"] = NO_RECORD
    if outside := missed(findings):
        held = (f"{each.backend.name} {held_text(each.held)}" for each in outside)
        filters["holds"] = _listed(held)
    return filters


def _listed(names: Iterable[str]) -> str:
    """Return names as the value of a filter: no comma, and as many whole names as have room."""
    shown = ""
    for name in (bounded_line(name.replace(",", " ")) for name in names):
        longer = f"{shown} and {name}" if shown else name[:_LONGEST_FILTER]
        if len(longer) > _LONGEST_FILTER:
            return f"{shown} and others"
        shown = longer
    return shown


def _joined(lines: Sequence[str]) -> str:
    shown = list(lines[:_MOST_PROBLEMS])
    more = len(lines) - len(shown)
    return bounded_line("; ".join([*shown, *([f"and {more} more"] if more else [])]))
