"""How far the sources of alerts can answer what is asked: what they do not know, or do not hold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.metrics.coverage import (
    AlertAnswers,
    listed_whole,
    names_of_targets,
    told_from,
    uncovered,
)
from superbiz_agent.tools.metrics.selection import (
    AlertQuery,
    Sighting,
    suggestions,
    unknown_names,
)
from superbiz_agent.tools.rendering import plain_or_quoted
from superbiz_agent.tools.text import bounded_line

_LONGEST_FILTER = 400


@dataclass(frozen=True)
class AlertReach:
    """``doubts`` say why nothing found means nothing; ``unknown`` are the names asked for that no
    source knows, ``nearest`` those most like each. ``starts`` is the instant from which on servers
    tell, ``is_whole`` whether a source tells all that it holds, of whatever window; ``held`` the
    span of each source, if the window misses all of them."""

    doubts: Sequence[str]
    unknown: list[str]
    nearest: dict[str, list[str]]
    starts: str | None
    is_whole: bool
    held: Mapping[str, str]

    def since(self, window: TimeWindow) -> str | None:
        """Return the start of what was searched: a server without a past begins where it tells."""
        return window.since if self.is_whole else window.since or self.starts

    @property
    def begins(self) -> dict[str, str]:
        """As a filter of the search: from when on the servers tell that stand beside a file."""
        return {"told_from": self.starts} if self.starts and self.is_whole else {}

    @property
    def holds(self) -> dict[str, str]:
        """As a filter of the search: what the sources hold that the window misses."""
        return _holds(self.held)


def reach_of(
    query: AlertQuery, sightings: Sequence[Sighting], known: Sequence[str], answers: AlertAnswers
) -> AlertReach:
    """Return the reach of ``answers``, whose alerts are ``sightings`` and go by ``known`` names."""
    targets = names_of_targets(answers)
    names = sorted({*known, *targets})
    unknown = unknown_names(query, [each.alert for each in sightings], known, targets)
    whole = listed_whole(answers)
    listed = [each for each in sightings if each.source.name in whole]
    nearest = {name: suggestions(name, names) for name in unknown}
    not_known = [_unknown(name, nearest[name]) for name in unknown]
    outside = _outside(query, listed)
    return AlertReach(
        doubts=[*not_known, *uncovered(query, answers), *outside],
        unknown=unknown,
        nearest=nearest,
        starts=told_from(query, answers),
        is_whole=bool(whole),
        held=spans_held(listed) if outside else {},
    )


def _unknown(name: str, nearest: Sequence[str]) -> str:
    """Say that no alert carries a name: of it, nothing found means nothing."""
    hint = f"; nearest names: {', '.join(nearest)}" if nearest else ""
    return f'no alert names "{name}"{hint}'


def spans_held(sightings: Sequence[Sighting]) -> dict[str, str]:
    """The first and last instant that each source tells of, as ``A to B``."""
    held: dict[str, str] = {}
    for source in dict.fromkeys(sighting.source.name for sighting in sightings):
        own = [sighting for sighting in sightings if sighting.source.name == source]
        if span := _span(own):
            held[source] = " to ".join(map(format_instant, span))
    return held


def _holds(held: Mapping[str, str]) -> dict[str, str]:
    """What the sources hold, as a filter of a search that missed it with its window."""
    told = " and ".join(f"{plain_or_quoted(name)} {span}" for name, span in held.items())
    return {"holds": bounded_line(told.replace(",", " "))[:_LONGEST_FILTER]} if told else {}


def _outside(query: AlertQuery, sightings: Sequence[Sighting]) -> list[str]:
    """Say if the window misses everything that the sources hold, of those that are listed whole."""
    span = _span(sightings)
    if span is None:
        return []
    first, last = span
    ends_in_time = query.until is None or query.until >= first
    if ends_in_time and (query.since is None or query.since <= last):
        return []
    held = f"{format_instant(first)} to {format_instant(last)}"
    return [f"the window misses what the alerts tell of: {held}"]


def _span(sightings: Sequence[Sighting]) -> tuple[datetime, datetime] | None:
    starts = [start for sighting in sightings if (start := sighting.alert.began)]
    if not starts:
        return None
    return min(starts), max(sighting.last_seen for sighting in sightings)
