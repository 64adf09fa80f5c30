"""How far the sources of alerts can tell of a window.

A file is listed whole. A server tells of a window from an instant on: of what is active now, from
now; of its past, from where its data begins. Before that, nothing found means nothing, unless a
server that does tell of it fires what the other one only holds.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

from superbiz_agent.contracts.evidence import SourceReason
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.metrics.backend import AlertBackend, AlertListing
from superbiz_agent.tools.metrics.selection import AlertQuery
from superbiz_agent.tools.sources import Answers, reasons_of
from superbiz_agent.tools.words import fold

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


def told_until(answers: AlertAnswers) -> str | None:
    """Return up to which instant servers tell: a window that is open ends there."""
    ends = [listing.told_until for _, listing in answers.given if listing.told_until]
    return whole_second(min(ends)) if ends else None


def _silent(query: AlertQuery, answers: AlertAnswers) -> dict[str, datetime]:
    """Return the servers that do not tell of the window from its start on, or of its end if it has
    no start: name -> the first instant of which it tells. One that only holds what others fire is
    left out where these speak for it."""
    wanted = query.since or query.until
    if wanted is None:
        return {}
    late = {
        source.name: listing.told_from
        for source, listing in answers.given
        if listing.told_from and listing.told_from > wanted + SLACK
    }
    telling = [listing for source, listing in answers.given if source.name not in late]
    spoken_for = {
        source.name
        for source, listing in answers.given
        if listing.relays and _speak_for(listing, telling)
    }
    return {name: start for name, start in late.items() if name not in spoken_for}


def _speak_for(relay: AlertListing, telling: Sequence[AlertListing]) -> bool:
    """Whether what is sent to a server is fired by some that tell of the window: nothing that it
    holds is of another's rule."""
    rules = {fold(name) for listing in telling for name in listing.rules}
    return bool(rules) and all(fold(alert.name) in rules for alert in relay.alerts)


def uncovered(query: AlertQuery, answers: AlertAnswers) -> list[str]:
    """Say why nothing found means nothing: what each server says of itself, and the part of the
    window of which one of them does not tell."""
    doubts = [doubt for _, listing in answers.given for doubt in listing.doubts]
    silent = _silent(query, answers)
    if not silent:
        return doubts
    if len(silent) == len(answers.given):
        first = whole_second(min(silent.values()))
        return [*doubts, f"of alerts that were over before {first} no source tells"]
    return [
        *doubts,
        *(
            f"{name}: of alerts that were over before {whole_second(start)} it does not tell"
            for name, start in silent.items()
        ),
    ]


def reasons(query: AlertQuery, answers: AlertAnswers) -> list[SourceReason]:
    """The same by kind, source by source: each by what it says of itself, else by why it tells of
    nothing before its first instant."""
    named = reasons_of(answers, lambda listing: listing.lacks)
    told, silent = {each.source for each in named}, _silent(query, answers)
    return [
        *named,
        *(
            SourceReason(source=source.name, kind=listing.before)
            for source, listing in answers.given
            if source.name in silent and source.name not in told
        ),
    ]


def whole_second(instant: datetime) -> str:
    """Return an instant as it is told of a search."""
    return format_instant(instant.replace(microsecond=0))


def listed_whole(answers: AlertAnswers) -> set[str]:
    """Return the names of the sources that tell all they hold, of whatever window."""
    return {source.name for source, listing in answers.given if listing.told_from is None}
