"""Which alerts answer a query, and which names no source knows.

A service asked for by argument is a name that the alert goes by (``naming.py``). If the query
names anything, an alert counts that goes by one of the names or mentions it whole in a label or
annotation; else one that carries any of the query's terms; a query with neither asks for every
alert.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from rapidfuzz import fuzz, process

from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.tools.instants import parse_instant
from superbiz_agent.tools.metrics.alert import Alert, AlertState
from superbiz_agent.tools.metrics.backend import AlertBackend
from superbiz_agent.tools.metrics.naming import same_name, spellings
from superbiz_agent.tools.query_terms import Term, possible_names, read_query
from superbiz_agent.tools.words import fold

STATE_ORDER: tuple[AlertState, ...] = (
    "firing", "pending", "silenced", "inhibited", "suppressed", "unknown", "inactive", "resolved",
)  # fmt: skip
"""Alerts that match equally well are listed in this order."""

_LEAST_LIKENESS = 60
_LEAST_OF_A_MISSPELLING = 85
_SHORTEST_MISSPELT = 5
_MAX_SUGGESTIONS = 3


@dataclass(frozen=True)
class Sighting:
    """An alert, where it was found, and the instant up to which that source speaks; it may be an
    export that does not say when it was taken (``is_undated``)."""

    alert: Alert
    source: AlertBackend
    seen: datetime
    is_undated: bool = False

    @property
    def last_seen(self) -> datetime:
        """When the alert ended, or up to when it is known to have been as it was."""
        return self.alert.until or self.seen

    def as_of(self, asked_at: datetime) -> datetime:
        """The instant that its duration is counted to: ``asked_at``, or when its own export was
        taken if that lies before. What another export says of its time is nothing to it."""
        return min(asked_at, self.seen)


@dataclass(frozen=True)
class AskedName:
    """A name that was asked for, folded, and the names of alerts that it is read as."""

    text: str
    read_as: tuple[str, ...] = ()

    def is_of(self, alert: Alert) -> bool:
        """Whether the alert goes by the name; where no alert does, whether it mentions it."""
        return self._is_a_name_of(alert) if self.read_as else self._is_mentioned_by(alert)

    def is_in(self, alert: Alert) -> bool:
        """Whether the alert goes by the name or mentions it."""
        return self._is_a_name_of(alert) or self._is_mentioned_by(alert)

    def _is_a_name_of(self, alert: Alert) -> bool:
        return not alert.names.isdisjoint(self.read_as)

    def _is_mentioned_by(self, alert: Alert) -> bool:
        return alert.searchable.names(self.text)


@dataclass(frozen=True)
class AlertQuery:
    """A query over alerts: names, terms, and the window in which an alert must have been active."""

    service: AskedName | None
    names: tuple[AskedName, ...]
    terms: tuple[Term, ...]
    since: datetime | None = None
    until: datetime | None = None

    @classmethod
    def read(
        cls, text: str, service: str | None, known: Iterable[str], window: TimeWindow
    ) -> "AlertQuery":
        """Read a query. A plain word that is the ``known`` name of something counts as a name; the
        service asked for by argument says nothing more within ``text``."""
        asked, every = read_query(text), frozenset(known)
        folded = fold(service).strip() if service else None
        named = [word for word in possible_names(text) if word in every]
        names = dict.fromkeys([*asked.names, *named])
        return cls(
            service=AskedName(folded, spellings(folded, every)) if folded else None,
            names=tuple(
                AskedName(name, spellings(name, every)) for name in names if name != folded
            ),
            terms=tuple(
                term
                for term in asked.terms
                if term.text not in names and not (folded and same_name(term.text, folded))
            ),
            since=_instant(window.since),
            until=_instant(window.until),
        )

    @property
    def asked_names(self) -> tuple[AskedName, ...]:
        """Every name asked for."""
        return (*([self.service] if self.service else []), *self.names)

    @property
    def read_as(self) -> list[str]:
        """The names that a name asked for was read as, where its spelling is another."""
        asked = {name.text for name in self.asked_names}
        return sorted({each for name in self.asked_names for each in name.read_as} - asked)


def known_names(alerts: Iterable[Alert]) -> list[str]:
    """Return every name that one of the alerts goes by, sorted."""
    return sorted(frozenset[str]().union(*(alert.names for alert in alerts)))


def unknown_names(
    query: AlertQuery,
    alerts: Sequence[Alert],
    known: Sequence[str] = (),
    targets: Iterable[str] = (),
) -> list[str]:
    """Return the names asked for that no alert goes by or mentions and no target has; a word that
    is all but one of the ``known`` names is meant to be that name."""
    named = [
        name.text
        for name in query.asked_names
        if not name.read_as
        and not spellings(name.text, targets)
        and not any(name.is_in(alert) for alert in alerts)
    ]
    return [*named, *(term.text for term in query.terms if _is_misspelt(term, alerts, known))]


def _is_misspelt(term: Term, alerts: Sequence[Alert], known: Sequence[str]) -> bool:
    if term.concept or len(term.text) < _SHORTEST_MISSPELT or term.text in known:
        return False
    likes = process.extractOne(
        term.text, known, scorer=fuzz.ratio, score_cutoff=_LEAST_OF_A_MISSPELLING
    )
    return likes is not None and not any(alert.searchable.carries(term) for alert in alerts)


def suggestions(name: str, known: Sequence[str]) -> list[str]:
    """Return names most like ``name``: a hint for whoever asked, which decides nothing."""
    likes = process.extract(name, known, limit=_MAX_SUGGESTIONS, score_cutoff=_LEAST_LIKENESS)
    return [like for like, _, _ in likes]


def select(query: AlertQuery, sightings: Iterable[Sighting]) -> list[Sighting]:
    """Return the alerts that answer ``query``, those of each source once, best first; equals stay
    in the order of their source."""
    chosen = {
        (id(sighting.source), sighting.alert.identity): sighting
        for sighting in sightings
        if _answers(query, sighting.alert) and is_active(query, sighting)
    }
    return sorted(chosen.values(), key=lambda sighting: _rank(query, sighting.alert))


def named_by_other_labels(query: AlertQuery, sightings: Iterable[Sighting]) -> list[str]:
    """Return the names of alerts that answer ``query`` but for its service, and that carry its name
    in a label all the same: as a whole value or as a part between joints (``prod/orders``). They
    may well be of the service."""
    if query.service is None:
        return []
    asked = "|".join(map(re.escape, {query.service.text, *query.service.read_as}))
    carried = re.compile(rf"(?<![^\W_])(?:{asked})(?![^\W_])")
    found = [
        sighting.alert.name
        for sighting in sightings
        if not query.service.is_of(sighting.alert)
        and _is_asked_for(query, sighting.alert)
        and is_active(query, sighting)
        and any(carried.search(fold(value)) for value in sighting.alert.labels.values())
    ]
    return list(dict.fromkeys(found))


def _answers(query: AlertQuery, alert: Alert) -> bool:
    if query.service and not query.service.is_of(alert):
        return False
    return _is_asked_for(query, alert)


def _is_asked_for(query: AlertQuery, alert: Alert) -> bool:
    if query.names:
        return any(name.is_in(alert) for name in query.names)
    return not query.terms or _carried(query.terms, alert) > 0


def is_active(query: AlertQuery, sighting: Sighting) -> bool:
    """Whether the alert was active within the window; one without a start is not left out."""
    since = sighting.alert.began
    began = since is None or query.until is None or since <= query.until
    return began and (query.since is None or sighting.last_seen >= query.since)


def _rank(query: AlertQuery, alert: Alert) -> tuple[int, int, int, int]:
    by_name = sum(not alert.names.isdisjoint(name.read_as) for name in query.names)
    mentioned = sum(name.is_in(alert) for name in query.names)
    carried = _carried(query.terms, alert)
    return -by_name, -mentioned, -carried, STATE_ORDER.index(alert.state)


def _carried(terms: Sequence[Term], alert: Alert) -> int:
    return sum(alert.searchable.carries(term) for term in terms)


def _instant(text: str | None) -> datetime | None:
    return parse_instant(text) if text else None
