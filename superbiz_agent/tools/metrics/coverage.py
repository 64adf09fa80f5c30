"""How far the sources of alerts can tell of a window.

A file is listed whole. A server tells of a window from an instant on: of what is active now, from
now; of its past, from where its data begins. Before that, nothing found means nothing.
"""

from datetime import datetime, timedelta
from typing import TypeAlias

from superbiz_agent.contracts.evidence import SourceReason
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.metrics.backend import AlertBackend, AlertListing
from superbiz_agent.tools.metrics.selection import AlertQuery
from superbiz_agent.tools.query_terms import fold
from superbiz_agent.tools.sources import Answers, reasons_of

AlertAnswers: TypeAlias = Answers[AlertBackend, AlertListing]

SLACK = timedelta(seconds=30)
"""Two instants so near to each other are one: sources are asked one after the other."""


def names_of_rules(answers: AlertAnswers) -> set[str]:
    """Return the folded names of rules, and of whole sources: known though no alert is active."""
    return {fold(name) for _, listing in answers.given for name in listing.known}


def names_of_targets(answers: AlertAnswers) -> frozenset[str]:
    """Return the folded names of what servers watch: to ask for one of them is no mistake, though
    no alert names it."""
    return frozenset(fold(name) for _, listing in answers.given for name in listing.targets)


def told_from(query: AlertQuery, answers: AlertAnswers) -> str | None:
    """Return from which instant on servers tell, if there are any and the question names no start:
    what is searched begins there."""
    starts = [listing.told_from for _, listing in answers.given if listing.told_from]
    return whole_second(min(starts)) if starts and not query.since else None


def tells_of(query: AlertQuery, answers: AlertAnswers) -> bool:
    """Whether a server tells of the window from its start on, or of its end if it has no start."""
    wanted = query.since or query.until
    starts = [listing.told_from for _, listing in answers.given if listing.told_from]
    return any(wanted is None or start <= wanted + SLACK for start in starts)


def uncovered(query: AlertQuery, answers: AlertAnswers) -> list[str]:
    """Say why nothing found means nothing: what each server says of itself, and the part of the
    window of which no source tells."""
    doubts = [doubt for _, listing in answers.given for doubt in listing.doubts]
    first = _first(answers)
    if first is None or tells_of(query, answers):
        return doubts
    return [*doubts, f"of alerts that were over before {whole_second(first)} no source tells"]


def reasons(query: AlertQuery, answers: AlertAnswers) -> list[SourceReason]:
    """The same by kind, source by source: each by what it says of itself, else by why it tells of
    nothing before its first instant."""
    named = reasons_of(answers, lambda listing: listing.lacks)
    if _first(answers) is None or tells_of(query, answers):
        return named
    told = {each.source for each in named}
    return [
        *named,
        *(
            SourceReason(source=source.name, kind=listing.before)
            for source, listing in answers.given
            if source.name not in told
        ),
    ]


def whole_second(instant: datetime) -> str:
    """Return an instant as it is told of a search."""
    return format_instant(instant.replace(microsecond=0))


def _first(answers: AlertAnswers) -> datetime | None:
    """Return the first instant of which a server tells, null if a source is listed whole."""
    starts = [listing.told_from for _, listing in answers.given]
    told = [start for start in starts if start]
    return min(told) if told and len(told) == len(starts) else None


def listed_whole(answers: AlertAnswers) -> set[str]:
    """Return the names of the sources that tell all they hold, of whatever window."""
    return {source.name for source, listing in answers.given if listing.told_from is None}
