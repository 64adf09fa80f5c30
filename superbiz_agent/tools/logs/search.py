"""One search over several log sources: filter, match, group, and say what the search is worth.

What a search that matched nothing is worth is told by ``coverage`` (contract section 2).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from superbiz_agent.tools.logs.backend import LogBackend, LogRequest, SourceReport
from superbiz_agent.tools.logs.collector import Collector, HeldRange
from superbiz_agent.tools.logs.implied_levels import implied_level, may_have_level
from superbiz_agent.tools.logs.levels import SEVERITY, Level
from superbiz_agent.tools.logs.query import LogQuery, holds_any, read_query, searched
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.service_filter import ServiceFilter, name_pattern
from superbiz_agent.tools.logs.twins import distinct, narrowest_first
from superbiz_agent.tools.query_terms import read_query as read_names


@dataclass(frozen=True)
class LogSearch:
    """A validated search. Instants are aware; ``level`` means that level and the severer ones."""

    text: str
    service: str | None
    level: Level | None
    since: datetime | None
    until: datetime | None
    now: datetime

    @property
    def has_window(self) -> bool:
        """Whether either end of the window is set."""
        return self.since is not None or self.until is not None

    def in_window(self, instant: datetime | None) -> bool:
        """Whether a record of that instant is asked for; without a timestamp it cannot be placed
        in a window."""
        if instant is None:
            return not self.has_window
        after_start = self.since is None or instant >= self.since
        return after_start and (self.until is None or instant <= self.until)


@dataclass
class SourceSearch:
    """What came of one source: what it holds, what failed, what stood in the way of an answer."""

    backend: LogBackend
    held: HeldRange = field(default_factory=HeldRange)
    report: SourceReport = field(default_factory=SourceReport)
    records: int = 0
    in_scope: int = 0
    with_level: int = 0
    without_level: int = 0


@dataclass
class LogFindings:
    """The outcome of a search before it is rendered."""

    search: LogSearch
    query: LogQuery
    collector: Collector
    sources: list[SourceSearch]
    services: ServiceFilter
    unseen_names: list[str]
    taken: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])

    @property
    def failures(self) -> list[tuple[str, str]]:
        """(source, reason) of everything that could not be read, in order."""
        return [failure for source in self.sources for failure in source.report.failures]

    @property
    def without_level(self) -> list[str]:
        """The sources asked for a level whose records carry none: they are judged by words."""
        asked = [each for each in self.sources if each.without_level and not each.with_level]
        return [each.backend.name for each in asked]

    @property
    def relevant(self) -> list[SourceSearch]:
        """The sources that hold anything in scope: with a service, those that know it."""
        return [source for source in self.sources if source.in_scope]


def run_search(search: LogSearch, backends: Sequence[LogBackend]) -> LogFindings:
    """Read each file of ``backends`` once, in constant memory. Never raises for a bad source."""
    backends = distinct(backends)
    aliases = {alias for backend in backends for alias in backend.aliases}
    services = ServiceFilter(search.service, aliases)
    findings = LogFindings(
        search, read_query(search.text), Collector(), [], services, _names_asked(search, aliases)
    )
    by_backend = {id(backend): SourceSearch(backend) for backend in backends}
    findings.sources.extend(by_backend.values())
    for backend in narrowest_first(backends):
        source = by_backend[id(backend)]
        try:
            _read_source(source, findings)
        except Exception as error:  # a broken backend is a failed source, not a crash
            reason = f"failed ({type(error).__name__}: {error})"
            source.report.failures.append((backend.name, reason))
    return findings


def _names_asked(search: LogSearch, aliases: set[str]) -> list[str]:
    """Return the names in the query that a source would have to know; an exception is none."""
    names = set(read_names(search.text).names) - aliases - {(search.service or "").lower()}
    return sorted(name for name in names if not name.endswith(("error", "exception")))


def _read_source(source: SourceSearch, findings: LogFindings) -> None:
    search, backend, aliases = findings.search, source.backend, source.backend.aliases
    named = {search.service.lower()} if search.service else set[str]()
    query = findings.query.within(aliases | named)
    pieces = (*query.pieces, *findings.unseen_names) if query.pieces else ()
    is_open = findings.services.admits_all(aliases)
    findings.services.seen |= is_open
    request = _request(search, pieces if is_open else (), findings.taken)
    for record in backend.records(request, source.report):
        source.records += 1
        source.held.add(record.instant)
        lowered = record.text.lower()
        if is_open and (source.with_level or not search.level) and not holds_any(lowered, pieces):
            source.in_scope += 1
            continue
        text = searched(record.text)
        if findings.unseen_names:
            findings.unseen_names = _still_unseen(findings.unseen_names, text.folded)
        if not findings.services.admits(record, text.folded, aliases):
            continue
        source.in_scope += 1
        if not search.in_window(record.instant):
            continue
        if search.level and not _passes_level(record, lowered, source, search.level):
            continue
        hit = query.match(text)
        if hit:
            findings.collector.add(record, hit)


def _request(search: LogSearch, pieces: tuple[str, ...], taken: set[tuple[int, int]]) -> LogRequest:
    """Return what a backend is asked for. It may leave records out only where the others say
    nothing either: what a source holds is told from all of them, and so is whether it has levels.
    """
    needs_all = search.has_window or search.level
    return LogRequest(
        search.text,
        search.service,
        search.since,
        search.until,
        search.now,
        pieces=() if needs_all else pieces,
        taken=taken,
    )


def _still_unseen(names: Sequence[str], folded: str) -> list[str]:
    return [
        name
        for name in names
        if name not in folded or not name_pattern(name, pods=True).search(folded)
    ]


def _passes_level(record: LogRecord, lowered: str, source: SourceSearch, least: Level) -> bool:
    """Whether the record's level, or the one that its words stand for, is severe enough."""
    if not may_have_level(lowered):
        source.without_level += 1
        return False
    level = record.details.level
    if level:
        source.with_level += 1
    else:
        source.without_level += 1
        level = implied_level(record.body)
    return level is not None and SEVERITY[level] >= SEVERITY[least]
