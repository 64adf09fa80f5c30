"""Reading one source for a search: what it is asked, and what its records are taken for."""

from collections.abc import Iterable

from superbiz_agent.tools.logs.alike_lines import AlikeLines
from superbiz_agent.tools.logs.backend import LogRequest
from superbiz_agent.tools.logs.file_names import NO_NAMES, FileNames
from superbiz_agent.tools.logs.findings import LogFindings, SourceSearch
from superbiz_agent.tools.logs.implied_levels import severe_mark
from superbiz_agent.tools.logs.record_taking import still_unseen, take
from superbiz_agent.tools.logs.regex import Regex
from superbiz_agent.tools.logs.scope import Scope
from superbiz_agent.tools.logs.timestamps import TimestampReader
from superbiz_agent.tools.progress import Progress


class SourceReading:
    """Reads one source for a search: what its files are asked for, by the names that they go by,
    and what its records say."""

    def __init__(self, source: SourceSearch, findings: LogFindings) -> None:
        self._source, self._findings = source, findings
        self._search, self._aliases = findings.search, source.backend.aliases
        self._scopes: dict[frozenset[str], Scope] = {}
        self._mark = _mark_of(findings)

    def read(self, progress: Progress, *, may_prune: bool) -> None:
        """Take in what the source hands over; ``progress`` takes how far that is."""
        request = self._request(progress, may_prune=may_prune)
        source, scope = self._source, self._scope(self._aliases)
        file_names, shown, held = NO_NAMES, "", source.held_as("")
        for record in source.backend.records(request, source.report):
            source.records += 1
            if record.source != shown:
                shown = record.source
                held = source.held_as(shown)
            held.add(record.instant)
            if record.file_names is not file_names:
                file_names = record.file_names
                scope = self._scope(self._aliases | file_names.names)
            take(record, source, self._findings, scope)
        _take_pruned(source, self._scopes.values())

    def _request(self, progress: Progress, *, may_prune: bool) -> LogRequest:
        search = self._search
        return LogRequest(
            search.text,
            search.service,
            search.since,
            search.until,
            search.now,
            self._pieces,
            may_prune,
            search.regex,
            self._mark,
            self._findings.taken,
            names=lambda names: self._scope(names).unseen,
            progress=progress,
            knows=self._knows,
            level=search.level,
            alike=self._alike,
        )

    def _scope(self, names: frozenset[str]) -> Scope:
        if names not in self._scopes:
            self._scopes[names] = Scope(names, self._source, self._findings)
        return self._scopes[names]

    def _pieces(self, names: frozenset[str]) -> tuple[str, ...]:
        scope = self._scope(names)
        return scope.pieces or (scope.unseen if self._search.regex or self._mark else ())

    def _knows(self, names: Iterable[str]) -> None:
        known, source, findings = set(names), self._source, self._findings
        source.is_known = source.is_known or findings.services.meets(known)
        findings.unseen_names = still_unseen(findings.unseen_names, "\n".join(known))

    def _alike(self, shown: str, names: FileNames, reader: TimestampReader) -> AlikeLines:
        scope = self._scope(self._aliases | names.names)
        return AlikeLines(shown, names, reader, scope, self._source, self._findings)


def _mark_of(findings: LogFindings) -> Regex | None:
    """Return what marks the records of a search for a level alone."""
    search = findings.search
    is_level_alone = search.level and not findings.query.terms and not search.regex
    return severe_mark(search.level) if search.level and is_level_alone else None


def _take_pruned(source: SourceSearch, scopes: Iterable[Scope]) -> None:
    """Count what was passed over: it was read as far as its instants."""
    for first, last in source.report.pruned:
        source.records += 1
        source.held_as(source.backend.name).add(first)
        source.held_as(source.backend.name).add(last)
    if source.report.pruned and any(scope.is_open for scope in scopes):
        source.in_scope += 1
