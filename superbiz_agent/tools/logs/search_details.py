"""What a search over logs was, for the evidence: sources, filters, window, counts."""

from collections.abc import Iterable

from superbiz_agent.contracts.evidence import SearchDetails, UnusedWindow
from superbiz_agent.grounding.facts.group_text import own_words
from superbiz_agent.grounding.facts.server_counts import FILTER, counted_text
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.logs.coverage import (
    counted,
    ends_of_matches,
    held_text,
    holds_nothing,
    missed,
    searched_window,
    unknown_names,
    untimed,
)
from superbiz_agent.tools.logs.findings import LogFindings
from superbiz_agent.tools.logs.levels import SEVERITY
from superbiz_agent.tools.logs.regex import as_written
from superbiz_agent.tools.text import bounded_line

NO_RECORD = "no record"
"""What is told to be held, where the sources hold nothing at all."""

_MOST_TOLD = 8
_LONGEST_FILTER = 180


def details_of(
    query: str,
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
        query=bounded_line(own_words(query)),
        filters={**_filters(findings), **told},
        since=format_instant(since) if since else None,
        until=format_instant(until) if until else None,
        matched=findings.collector.matched,
        truncated=is_cut,
        answered=answered,
        oldest=format_instant(oldest) if oldest else None,
        newest=format_instant(newest) if newest else None,
        counted=counts,
        held={each.backend.name: held_text(each.held) for each in timed[:_MOST_TOLD]},
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
