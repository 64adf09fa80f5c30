"""One search over several log sources: filter, match, group, and say what the search is worth.

What a search that matched nothing is worth is told by ``coverage`` (contract section 2).
"""

from collections.abc import Sequence

from superbiz_agent.tools.logs.backend import LogBackend
from superbiz_agent.tools.logs.collector import Collector
from superbiz_agent.tools.logs.file_backend import FileLogBackend
from superbiz_agent.tools.logs.findings import LogFindings, LogSearch, SourceSearch
from superbiz_agent.tools.logs.name_tally import NameTally
from superbiz_agent.tools.logs.query import Term
from superbiz_agent.tools.logs.query_reading import read_query
from superbiz_agent.tools.logs.sampling import rare_term
from superbiz_agent.tools.logs.service_filter import ServiceFilter
from superbiz_agent.tools.logs.source_reading import SourceReading
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
            SourceReading(source, findings).read(progress, may_prune=may_prune)
        except Exception as error:  # a broken backend is a failed source, not a crash
            reason = f"failed ({type(error).__name__}: {error})"
            source.report.failures.append((backend.name, reason))
    return findings


def _names_asked(search: LogSearch, aliases: set[str]) -> list[str]:
    """Return the names in the query that a source would have to know; an exception is none."""
    names = set(read_names(search.text).names) - aliases - {(search.service or "").lower()}
    return sorted(name for name in names if not name.endswith(("error", "exception")))
