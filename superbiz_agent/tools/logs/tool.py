"""The tool ``query_logs`` (contract section 2)."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from superbiz_agent.contracts.base import EvidenceKind
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.errors import InvalidInputError
from superbiz_agent.tools.base import ToolContext, ToolOutcome
from superbiz_agent.tools.instants import parse_instant
from superbiz_agent.tools.logs.backend import LogBackend
from superbiz_agent.tools.logs.counted_names import LABEL
from superbiz_agent.tools.logs.coverage import (
    doubts,
)
from superbiz_agent.tools.logs.findings import LogSearch, SourceSearch
from superbiz_agent.tools.logs.levels import SEVERITY, Level, normalise_level
from superbiz_agent.tools.logs.outcome import joined, outcome_of, refused
from superbiz_agent.tools.logs.regex import compile_regex
from superbiz_agent.tools.logs.search import run_search
from superbiz_agent.tools.progress import Progress
from superbiz_agent.tools.text import bounded_line
from superbiz_agent.tools.time_window import call_window

DEFAULT_LIMIT = 20
MAX_LIMIT = 50


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
            return refused("no log source is configured; set SUPERBIZ_LOGS or --logs")
        try:
            search = _read(asked, context)
        except InvalidInputError as error:
            return refused(f"query_logs: {error}")
        findings = run_search(search, self._backends, Progress(context.watch))
        if findings.failures and not any(map(_has_answered, findings.sources)):
            return refused(joined(doubts(findings)), findings)
        return outcome_of(asked.query, findings, context.window.unused, limit=asked.limit)


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
