"""What a source of alerts is, so that servers slot in beside files."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from superbiz_agent.contracts.evidence import LackKind
from superbiz_agent.tools.metrics.alert import Alert
from superbiz_agent.tools.words import fold


@dataclass(frozen=True)
class AlertRequest:
    """What is wanted, for a source that can narrow down by itself: the alerts that were active at
    some time from ``since`` to ``until`` (aware instants or open), as ``now`` shows the clock. A
    source may hand over more: the tool checks every alert again."""

    since: datetime | None
    until: datetime | None
    now: datetime


def nobody_knows() -> None:
    """The labels that a source adds, where nobody knows them."""
    return


@dataclass(frozen=True)
class AlertListing:
    """The alerts that a source holds. ``problems`` names, one line each, what it could not read.
    ``taken`` is the instant that it speaks of, null for one that does not say (``is_undated``) or
    speaks of now.

    ``told_from`` is the first instant of which a server tells, null for a source that is listed
    whole; ``before`` is why it does not tell of earlier ones. ``told_until`` is the last instant of
    which it tells: a diagnosis keeps the list of a server. ``adds_labels`` gives the labels that a
    server adds to every alert that it sends on, null if nobody knows. ``rules`` are names of the
    rules that it evaluates itself. ``known`` are these, and names of the whole source: known though
    no alert of theirs is active. ``relays`` is true of a server that holds only what others fire.
    ``targets`` are names of what the server watches at all. ``doubts`` say, one line each, why
    nothing found here means nothing, ``lacks`` the same by kind.
    """

    alerts: Sequence[Alert]
    problems: Sequence[str] = ()
    taken: datetime | None = None
    is_undated: bool = False
    told_from: datetime | None = None
    told_until: datetime | None = None
    adds_labels: Callable[[], Mapping[str, str] | None] = nobody_knows
    known: Sequence[str] = ()
    rules: Sequence[str] = ()
    relays: bool = False
    targets: Sequence[str] = ()
    doubts: Sequence[str] = ()
    lacks: Sequence[LackKind] = ()
    before: LackKind = "not_kept"


def of_source(alerts: Iterable[Alert], services: Iterable[str]) -> list[Alert]:
    """Return alerts that are found by the names, too, that their whole source goes by."""
    names = frozenset(map(fold, services))
    return [replace(alert, source_names=names) for alert in alerts] if names else list(alerts)


class AlertBackend(Protocol):
    """A read-only source of alerts."""

    @property
    def name(self) -> str:
        """What the user knows the source by: a file's path, a server's address."""
        ...

    @property
    def demo(self) -> bool:
        """Whether it serves embedded demo data."""
        ...

    def alerts(self, request: AlertRequest) -> AlertListing:
        """List the alerts asked for. Raises ``SourceError`` if nothing of the source can be
        read."""
        ...
