"""What a search over log sources is worth, and over which window (contract section 2).

A search that matched nothing says something only if every source was read whole, the names asked
for are known to it, and the window lies in what it holds. A window that reaches beyond what the
sources hold is narrowed to it (``searched_window``); one that misses a source is not answered by
it. Sources whose records carry no level are judged by words (``implied_levels``), and named.
"""

from datetime import datetime

from superbiz_agent.contracts.evidence import ServerCount, SourceReason
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.logs.backend import ServerCounts
from superbiz_agent.tools.logs.collector import HeldRange
from superbiz_agent.tools.logs.findings import LogFindings, LogSearch, SourceSearch
from superbiz_agent.tools.logs.service_filter import ServiceFilter
from superbiz_agent.tools.text import bounded_line

_MOST_SHOWN_CHARACTERS = 80


def unknown_names(findings: LogFindings) -> list[str]:
    """Return the names asked for that no source knows; of sources that hold nothing none could."""
    if holds_nothing(findings):
        return []
    service = findings.search.service
    unknown = [service] if service and not findings.services.seen else []
    return [*unknown, *findings.unseen_names]


def untimed(findings: LogFindings) -> list[str]:
    """Return the sources whose records have no timestamp, where a window is asked for."""
    if not findings.search.has_window:
        return []
    return [each.backend.name for each in findings.relevant if each.held.first is None]


def doubts(findings: LogFindings) -> list[str]:
    """Return, one line each, why "nothing matched" would say nothing. Empty: answered."""
    lines = [f"{source}: {reason}" for source, reason in findings.failures]
    search = findings.search
    lines += [f"{name}: it holds no record at all" for name in empty_sources(findings)]
    lines += [_unknown_name(name, findings.services) for name in unknown_names(findings)]
    for source in findings.relevant:
        lines += _source_doubts(source, search)
    return lines


def empty_sources(findings: LogFindings) -> list[str]:
    """Return the servers that were reached and hold no record of any time."""
    return [
        each.backend.name
        for each in findings.sources
        if each.report.is_empty and not each.report.failures
    ]


def holds_nothing(findings: LogFindings) -> bool:
    """Whether that is so of every source: of names nothing is known then."""
    return bool(findings.sources) and len(empty_sources(findings)) == len(findings.sources)


def reasons(findings: LogFindings) -> list[SourceReason]:
    """Return why sources failed or could not answer, as far as there is a kind for it."""
    failed = [reason for source in findings.sources for reason in source.report.reasons]
    empty = empty_sources(findings)
    return [*failed, *(SourceReason(source=name, kind="empty") for name in empty)]


def _unknown_name(name: str, services: ServiceFilter) -> str:
    nearest = ", ".join(services.nearest(name)) or "none"
    return f'no log source knows "{name[:_MOST_SHOWN_CHARACTERS]}"; nearest known names: {nearest}'


def _source_doubts(source: SourceSearch, search: LogSearch) -> list[str]:
    name = source.backend.name
    since, until = source.window(search)
    if since is None and until is None:
        return []
    if source.held.first is None:
        return [f"{name}: its records carry no timestamp; ask without a window to search it whole"]
    if overlap(source.held, since, until) is None:
        return [f"{name}: the window misses it; it holds {held_text(source.held)}"]
    return []


def missed(findings: LogFindings) -> list[SourceSearch]:
    """Return the sources in scope that hold nothing in the window that is asked for."""
    search = findings.search
    timed = [source for source in findings.relevant if source.held.first]
    return [each for each in timed if overlap(each.held, *each.window(search)) is None]


def held_text(held: HeldRange) -> str:
    """Return the first and the last instant of a source, as ``A to B``."""
    if held.first is None or held.last is None:
        return "no timestamp"
    return f"{format_instant(held.first)} to {format_instant(held.last)}"


def overlap(
    held: HeldRange, since: datetime | None, until: datetime | None
) -> tuple[datetime, datetime] | None:
    """Return the part of the window that a source holds, or null if the window misses it."""
    if held.first is None or held.last is None:
        return None
    start = max(held.first, since or held.first)
    end = min(held.last, until or held.last)
    return (start, end) if start <= end else None


def searched_range(findings: LogFindings, shown: str) -> tuple[datetime, datetime] | None:
    """Return the first and last instant, within the window, of what was read of the sources whose
    records are shown as ``shown``; null where what lies between them was not read whole."""
    sources = [each for each in findings.sources if shown in each.held_by]
    if has_gaps(findings, shown):
        return None
    held = [each.held if each.report.held else each.held_by[shown] for each in sources]
    windows = [each.window(findings.search) for each in sources]
    since = max((start for start, _ in windows if start), default=None)
    until = min((end for _, end in windows if end), default=None)
    return overlap(HeldRange.over(held), since, until)


def has_gaps(findings: LogFindings, shown: str) -> bool:
    """Whether a server did not hand over all that matches of what is shown as ``shown``."""
    return any(each.report.gaps for each in findings.sources if shown in each.held_by)


def counted(findings: LogFindings) -> list[ServerCount]:
    """Return what servers count themselves of more than they handed over."""
    return [
        _stored_counts(source, counts, findings.search)
        for source in findings.sources
        if (counts := source.report.counts)
    ]


def _stored_counts(source: SourceSearch, counts: ServerCounts, search: LogSearch) -> ServerCount:
    held = overlap(source.held, *source.window(search)) or (counts.first, counts.last)
    instants = {
        "first": counts.first,
        "last": counts.last,
        "start": counts.start,
        "since": min(held[0], counts.first),
        "until": max(held[1], counts.last),
    }
    return ServerCount(
        source=bounded_line(source.backend.name),
        of=counts.of,
        width_seconds=counts.width,
        counts=list(counts.counts),
        **{key: format_instant(instant) for key, instant in instants.items()},
    )


def ends_of_matches(findings: LogFindings) -> tuple[datetime | None, datetime | None]:
    """Return the first and the last instant of all that matched, shown or not; null where some of
    it was not read whole or has no instant, so that nobody knows."""
    kept, reports = findings.collector, [each.report for each in findings.sources]
    is_read = not any(each.gaps or each.failures or each.left_out for each in reports)
    is_known = is_read and not kept.undated
    return (kept.span.first, kept.span.last) if is_known else (None, None)


def searched_window(findings: LogFindings) -> tuple[datetime | None, datetime | None]:
    """Return the asked window, narrowed at an end that reaches beyond what the sources hold.

    Where records were found, it is the window that they come from: from the first to the last
    instant that any source holds. Where none was, it is the window that every source holds, so that
    no absence is claimed for a time that one of them does not tell of. Where a source is missed
    altogether, the window stays as asked.
    """
    since, until = _asked_window(findings)
    windows = [source.window(findings.search) for source in findings.relevant]
    parts = [
        overlap(source.held, *window)
        for source, window in zip(findings.relevant, windows, strict=True)
    ]
    held = [part for part in parts if part]
    if (since is None and until is None) or not held or len(held) < len(parts):
        return since, until
    starts, ends = [part[0] for part in held], [part[1] for part in held]
    is_found = findings.collector.matched > 0
    start = min(starts) if is_found else max(starts)
    end = max(ends) if is_found else min(ends)
    if start > end:
        return since, until
    return (start if since else None), (end if until else None)


def _asked_window(findings: LogFindings) -> tuple[datetime | None, datetime | None]:
    """The window asked for; an end that is left open is where the first server leaves off."""
    since, until = findings.search.since, findings.search.until
    windows = [each.report.window for each in findings.sources if each.report.window]
    return (
        since or max((start for start, _ in windows), default=None),
        until or min((end for _, end in windows), default=None),
    )
