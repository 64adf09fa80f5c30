"""One search over several log sources: filter, match, group, and say what the search is worth.

What a search that matched nothing is worth is told by ``coverage`` (contract section 2).
"""

from collections.abc import Iterable, Sequence

from superbiz_agent.tools.logs.alike_lines import AlikeLines
from superbiz_agent.tools.logs.backend import LogBackend, LogRequest
from superbiz_agent.tools.logs.collector import Collector
from superbiz_agent.tools.logs.file_backend import FileLogBackend
from superbiz_agent.tools.logs.file_names import NO_NAMES, FileNames
from superbiz_agent.tools.logs.findings import LogFindings, LogSearch, SourceSearch
from superbiz_agent.tools.logs.implied_levels import implied_level, may_have_level, severe_mark
from superbiz_agent.tools.logs.levels import SEVERITY, Level
from superbiz_agent.tools.logs.name_tally import NameTally
from superbiz_agent.tools.logs.needles import holds_any, searched
from superbiz_agent.tools.logs.query import Term
from superbiz_agent.tools.logs.query_reading import read_query
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.repeats import Repeat
from superbiz_agent.tools.logs.sampling import rare_term
from superbiz_agent.tools.logs.scope import Scope
from superbiz_agent.tools.logs.service_filter import ServiceFilter, name_pattern
from superbiz_agent.tools.logs.timestamps import TimestampReader
from superbiz_agent.tools.logs.twins import distinct, narrowest_first
from superbiz_agent.tools.progress import Progress
from superbiz_agent.tools.query_terms import read_query as read_names


def run_search(
    search: LogSearch, backends: Sequence[LogBackend], progress: Progress | None = None
) -> LogFindings:
    """Read each file of ``backends`` once, in constant memory. Never raises for a bad source.
    ``progress`` takes how far that is.

    Files that the window misses are passed over; only where a name asked for is found nowhere else
    are they looked through for it. Of several terms a rare one is tried first, which is enough
    where a record holds them all."""
    backends = distinct(backends)
    progress = progress or Progress()
    through = _rare_term(search, backends)
    findings = _search_once(search, backends, progress, search.has_window, through)
    if not findings.is_final:
        findings = _search_once(search, backends, progress, search.has_window, None)
    is_known = findings.services.seen and not findings.unseen_names
    if not is_known and any(source.report.pruned for source in findings.sources):
        return _search_once(search, backends, progress, may_prune=False, through=None)
    return findings


def _rare_term(search: LogSearch, backends: Sequence[LogBackend]) -> Term | None:
    """Return the term that is tried first; a server is asked once, for all of them."""
    files = [backend for backend in backends if isinstance(backend, FileLogBackend)]
    if len(files) < len(backends):
        return None
    return rare_term(read_query(search.text), (text for file in files for text in file.samples()))


def _search_once(
    search: LogSearch,
    backends: Sequence[LogBackend],
    progress: Progress,
    may_prune: bool,
    through: Term | None,
) -> LogFindings:
    aliases = {alias for backend in backends for alias in backend.aliases}
    services, names = ServiceFilter(search.service, aliases), _names_asked(search, aliases)
    query = read_query(search.text)
    collector = NameTally(kind=search.count_by) if search.count_by else Collector()
    findings = LogFindings(search, query, collector, [], services, names, through)
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


def _read_source(
    source: SourceSearch, findings: LogFindings, progress: Progress, *, may_prune: bool
) -> None:
    search, backend = findings.search, source.backend
    scopes: dict[frozenset[str], Scope] = {}

    def scope_of(names: frozenset[str]) -> Scope:
        if names not in scopes:
            scopes[names] = Scope(names, source, findings)
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

    def alike(shown: str, names: FileNames, reader: TimestampReader) -> AlikeLines:
        of_file = scope_of(aliases | names.names)
        return AlikeLines(shown, names, reader, of_file, source, findings)

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
        alike=alike,
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


def _take_pruned(source: SourceSearch, scopes: Iterable[Scope]) -> None:
    """Count what was passed over: it was read as far as its instants."""
    for first, last in source.report.pruned:
        source.records += 1
        source.held_as(source.backend.name).add(first)
        source.held_as(source.backend.name).add(last)
    if source.report.pruned and any(scope.is_open for scope in scopes):
        source.in_scope += 1


def _take(record: LogRecord, source: SourceSearch, findings: LogFindings, scope: Scope) -> None:
    """Put a record to the findings if it is asked for."""
    if repeat := scope.known(record):
        _take_repeat(record, repeat, source, findings)
        return
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
        scope.learn(record, text.folded, hit)


def _take_repeat(
    record: LogRecord, repeat: Repeat, source: SourceSearch, findings: LogFindings
) -> None:
    """Put a record to the findings whose shape is asked for; its digits may decide otherwise."""
    search = findings.search
    source.in_scope += 1
    if not search.in_window(record.instant):
        return
    source.with_level += bool(search.level)
    if search.regex is None or search.regex.search(record.text):
        findings.collector.add_repeat(record, repeat)


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
