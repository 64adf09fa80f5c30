"""Which alerts answer a query, and which names no source knows.

A named service (the argument, else names within the query) is compared whole with labels and
annotations. If the query names anything, an alert counts that carries one of the names; else one
that carries any of its terms; a query with neither asks for every alert.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from rapidfuzz import process

from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.tools.instants import parse_instant
from superbiz_agent.tools.metrics.alert import Alert, AlertState
from superbiz_agent.tools.query_terms import Query, Term, fold, read_query

NAME_LABELS = (
    "service", "app", "application", "app_kubernetes_io_name", "job", "container", "component",
    "deployment", "statefulset", "daemonset", "workload", "workload_name", "pod", "instance",
    "host", "hostname", "node", "namespace", "cluster", "database", "alertname",
)  # fmt: skip
"""Labels whose values name something that can be asked for."""

STATE_ORDER: tuple[AlertState, ...] = (
    "firing", "pending", "silenced", "inhibited", "suppressed", "unknown", "inactive", "resolved",
)  # fmt: skip
"""Alerts that match equally well are listed in this order."""

_LEAST_LIKENESS = 60
_MAX_SUGGESTIONS = 3


@dataclass(frozen=True)
class AlertQuery:
    """A query over alerts: names, terms, and the window in which an alert must have been active."""

    service: str | None
    query: Query
    since: datetime | None = None
    until: datetime | None = None

    @classmethod
    def read(
        cls, text: str, service: str | None, known: Iterable[str], window: TimeWindow
    ) -> "AlertQuery":
        """Read a query. A plain word that is the ``known`` name of something counts as a name; the
        service asked for by argument says nothing more within ``text``."""
        asked, known_names = read_query(text), frozenset(known)
        folded = fold(service) if service else None
        named = [term.text for term in asked.terms if term.text in known_names]
        query = Query(
            names=tuple(name for name in (*asked.names, *named) if name != folded),
            terms=tuple(term for term in asked.terms if term.text not in (folded, *named)),
        )
        return cls(folded, query, _instant(window.since), _instant(window.until))

    @property
    def names(self) -> tuple[str, ...]:
        """Every name asked for."""
        return (*([self.service] if self.service else []), *self.query.names)


def known_names(alerts: Iterable[Alert]) -> list[str]:
    """Return the folded values of ``NAME_LABELS``, sorted."""
    values = {alert.labels.get(key) for alert in alerts for key in NAME_LABELS}
    return sorted({fold(value) for value in values if value})


def unknown_names(query: AlertQuery, alerts: Sequence[Alert]) -> list[str]:
    """Return the names asked for that stand in no alert at all."""
    return [name for name in query.names if not any(a.searchable.names(name) for a in alerts)]


def suggestions(name: str, known: Sequence[str]) -> list[str]:
    """Return names most like ``name``: a hint for whoever asked, which decides nothing."""
    likes = process.extract(name, known, limit=_MAX_SUGGESTIONS, score_cutoff=_LEAST_LIKENESS)
    return [like for like, _, _ in likes]


def select(query: AlertQuery, alerts: Iterable[Alert], *, now: datetime) -> list[Alert]:
    """Return the alerts that answer ``query``, each once, best first; equals stay in the
    order of their source."""
    chosen = {
        alert.identity: alert
        for alert in alerts
        if _answers(query, alert) and _active(query, alert, now)
    }
    return sorted(chosen.values(), key=lambda alert: _rank(query.query, alert))


def _answers(query: AlertQuery, alert: Alert) -> bool:
    if query.service and not alert.searchable.names(query.service):
        return False
    names, terms = query.query.names, query.query.terms
    if names:
        return any(alert.searchable.names(name) for name in names)
    return not terms or _carried(terms, alert) > 0


def _active(query: AlertQuery, alert: Alert, now: datetime) -> bool:
    """Whether the alert was active within the window; one without a start is not left out."""
    began = alert.since is None or query.until is None or alert.since <= query.until
    return began and (query.since is None or alert.last_seen(now) >= query.since)


def _rank(query: Query, alert: Alert) -> tuple[int, int, int]:
    names = sum(alert.searchable.names(name) for name in query.names)
    return -names, -_carried(query.terms, alert), STATE_ORDER.index(alert.state)


def _carried(terms: Sequence[Term], alert: Alert) -> int:
    return sum(alert.searchable.carries(term) for term in terms)


def _instant(text: str | None) -> datetime | None:
    return parse_instant(text) if text else None
