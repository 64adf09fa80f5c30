"""One search over several log sources: filter, match, group, and say what the search is worth.

What a search that matched nothing is worth is told by ``coverage`` (contract section 2).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from superbiz_agent.tools.logs.backend import LogBackend, LogRequest, SourceReport
from superbiz_agent.tools.logs.collector import Collector, HeldRange
from superbiz_agent.tools.logs.file_names import NO_NAMES
from superbiz_agent.tools.logs.implied_levels import implied_level, may_have_level, severe_mark
from superbiz_agent.tools.logs.levels import SEVERITY, Level
from superbiz_agent.tools.logs.query import LogQuery, holds_any, read_query, searched
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.regex import Regex
from superbiz_agent.tools.logs.service_filter import ServiceFilter, name_pattern
from superbiz_agent.tools.logs.twins import distinct, narrowest_first
from superbiz_agent.tools.progress import Progress
from superbiz_agent.tools.query_terms import read_query as read_names


@dataclass(frozen=True)
class LogSearch:
    """A validated search. Instants are aware; ``level`` means that level and the severer ones;
    ``regex`` is what a record's text must hold besides."""

    text: str
    service: str | None
    level: Level | None
    since: datetime | None
    until: datetime | None
    now: datetime
    regex: Regex | None = None

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
    """What came of one source: what it holds, under each name that its records are shown by; what
    failed, what stood in the way of an answer. ``is_known`` if it says itself that it has what is
    in scope."""

    backend: LogBackend
    held_by: dict[str, HeldRange] = field(default_factory=dict[str, HeldRange])
    report: SourceReport = field(default_factory=SourceReport)
    records: int = 0
    in_scope: int = 0
    is_known: bool = False
    with_level: int = 0
    without_level: int = 0

    def held_as(self, name: str) -> HeldRange:
        """What it holds of the records shown as ``name``, to be widened by each of them."""
        return self.held_by.setdefault(name, HeldRange())

    @property
    def held(self) -> HeldRange:
        """What it holds in all; a server says so itself."""
        own = self.report.held
        return HeldRange(*own) if own else HeldRange.over(self.held_by.values())

    def window(self, search: LogSearch) -> tuple[datetime | None, datetime | None]:
        """The window that was searched: the one asked for, or what a server takes for it."""
        return self.report.window or (search.since, search.until)


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
        return [source for source in self.sources if source.in_scope or source.is_known]


def run_search(
    search: LogSearch, backends: Sequence[LogBackend], progress: Progress | None = None
) -> LogFindings:
    """Read each file of ``backends`` once, in constant memory. Never raises for a bad source.
    ``progress`` takes how far that is.

    Files that the window misses are passed over; only where a name asked for is found nowhere else
    are they looked through for it."""
    backends = distinct(backends)
    progress = progress or Progress()
    findings = _search_once(search, backends, progress, may_prune=search.has_window)
    is_known = findings.services.seen and not findings.unseen_names
    if not is_known and any(source.report.pruned for source in findings.sources):
        return _search_once(search, backends, progress, may_prune=False)
    return findings


def _search_once(
    search: LogSearch, backends: Sequence[LogBackend], progress: Progress, *, may_prune: bool
) -> LogFindings:
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
            _read_source(source, findings, progress, may_prune=may_prune)
        except Exception as error:  # a broken backend is a failed source, not a crash
            reason = f"failed ({type(error).__name__}: {error})"
            source.report.failures.append((backend.name, reason))
    return findings


def _names_asked(search: LogSearch, aliases: set[str]) -> list[str]:
    """Return the names in the query that a source would have to know; an exception is none."""
    names = set(read_names(search.text).names) - aliases - {(search.service or "").lower()}
    return sorted(name for name in names if not name.endswith(("error", "exception")))


class _Scope:
    """What the search asks of the files that go by the same ``names``."""

    def __init__(self, names: frozenset[str], source: SourceSearch, findings: LogFindings) -> None:
        search = findings.search
        named = {search.service.lower()} if search.service else set[str]()
        self.names, self._source, self._findings = names, source, findings
        self.query = findings.query.within(names | named)
        self.is_open = findings.services.admits_all(names)
        self._service = tuple(named)
        findings.services.seen |= self.is_open
        findings.services.knows(names)
        findings.unseen_names = [each for each in findings.unseen_names if each not in names]

    @property
    def pieces(self) -> tuple[str, ...]:
        """What a record must hold one of to be worth a look, as far as the query says it."""
        pieces = self.query.pieces
        if pieces and (self._findings.unseen_names or not self.is_open):
            return (*pieces, *self.unseen)
        return pieces

    @property
    def unseen(self) -> tuple[str, ...]:
        """The names asked for of which no record has shown yet that the source knows them."""
        is_unnamed = not self.is_open and not self._source.in_scope
        return (*self._findings.unseen_names, *(self._service if is_unnamed else ()))


def _read_source(
    source: SourceSearch, findings: LogFindings, progress: Progress, *, may_prune: bool
) -> None:
    search, backend = findings.search, source.backend
    scopes: dict[frozenset[str], _Scope] = {}

    def scope_of(names: frozenset[str]) -> _Scope:
        if names not in scopes:
            scopes[names] = _Scope(names, source, findings)
        return scopes[names]

    def pieces_of(names: frozenset[str]) -> tuple[str, ...]:
        scope = scope_of(names)
        return scope.pieces or (scope.unseen if search.regex or mark else ())

    aliases = backend.aliases
    scope = scope_of(aliases)
    is_level_alone = search.level and not findings.query.terms and not search.regex
    mark = severe_mark(search.level) if search.level and is_level_alone else None
    file_names = NO_NAMES
    shown, held = "", source.held_as("")

    def knows(names: Iterable[str]) -> None:
        known = set(names)
        source.is_known = source.is_known or findings.services.meets(known)
        findings.unseen_names = _still_unseen(findings.unseen_names, "\n".join(known))

    request = LogRequest(
        search.text,
        search.service,
        search.since,
        search.until,
        search.now,
        pieces_of,
        may_prune,
        search.regex,
        mark,
        findings.taken,
        names=lambda names: scope_of(names).unseen,
        progress=progress,
        knows=knows,
        level=search.level,
    )
    for record in backend.records(request, source.report):
        source.records += 1
        if record.source != shown:
            shown = record.source
            held = source.held_as(shown)
        held.add(record.instant)
        if record.file_names is not file_names:
            file_names = record.file_names
            scope = scope_of(aliases | file_names.names)
        _take(record, source, findings, scope)
    _take_pruned(source, scopes.values())


def _take_pruned(source: SourceSearch, scopes: Iterable[_Scope]) -> None:
    """Count what was passed over: it was read as far as its instants."""
    for first, last in source.report.pruned:
        source.records += 1
        source.held_as(source.backend.name).add(first)
        source.held_as(source.backend.name).add(last)
    if source.report.pruned and any(scope.is_open for scope in scopes):
        source.in_scope += 1


def _take(record: LogRecord, source: SourceSearch, findings: LogFindings, scope: _Scope) -> None:
    """Put a record to the findings if it is asked for."""
    search, lowered = findings.search, record.text.lower()
    is_judged = source.with_level or not search.level
    if scope.is_open and is_judged and not holds_any(lowered, scope.pieces):
        source.in_scope += 1
        return
    text = searched(record.text)
    if findings.unseen_names:
        findings.unseen_names = _still_unseen(findings.unseen_names, text.folded)
    if not findings.services.admits(record, text.folded, scope.names):
        return
    source.in_scope += 1
    if not search.in_window(record.instant):
        return
    if search.level and not _passes_level(record, lowered, source, search.level):
        return
    if search.regex and not search.regex.search(record.text):
        return
    hit = scope.query.match(text)
    if hit:
        findings.collector.add(record, hit)


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
