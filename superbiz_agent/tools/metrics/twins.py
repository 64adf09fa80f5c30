"""One alert that several sources tell of: Prometheus fires it, Alertmanager sends it on.

It is one alert, not two. Where Alertmanager agrees on its state it is told once, with those whom it
is sent to; where it does not (a silence), both tell their own, and by whom else it is told. Two
servers that fire alerts of equal labels may watch different things: neither is left out, unless
both send it to one Alertmanager, for which it is one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TypeAlias

from superbiz_agent.tools.metrics.alert import Alert
from superbiz_agent.tools.metrics.backend import nobody_knows
from superbiz_agent.tools.metrics.selection import Sighting

SENT_TO = "receivers"
"""The key of ``Alert.told`` by which an Alertmanager is known."""

OF_THE_SERVER = frozenset({"alertgroup"})
"""Labels that a server adds to every alert by itself: vmalert tells the group of the rule."""

_SLACK = timedelta(seconds=30)
_MOST_COMPARED = 200
"""Alerts of one name whose labels are compared one by one; of more, equal labels count alone."""


@dataclass(frozen=True)
class Told:
    """An alert as it is shown, and which other sources tell of it."""

    sighting: Sighting
    also: Sequence[str] = ()


AddsLabels: TypeAlias = Callable[[], Mapping[str, str] | None]


def told_once(
    chosen: Sequence[Sighting],
    every: Iterable[Sighting],
    added: Mapping[str, AddsLabels] | None = None,
) -> list[Told]:
    """Return the chosen alerts in their order, one that is sent on with the one that is sent, and
    one that two servers send to one Alertmanager once. ``every`` are all that was found in the
    window, whether chosen or not; ``added`` tells by the names of sources which labels they add to
    what they send on: asked only where that decides."""
    index = _Index(every, added or {})
    twins = {id(each): list(index.twins(each)) for each in chosen}
    sent = {id(each): _relay(each, twins[id(each)]) for each in chosen}
    left_out: set[int] = set()
    for each in chosen:
        relay = sent[id(each)]
        if relay is None or id(each) in left_out:
            continue
        again = [x for x in twins[id(each)] if _is_sent_again(each, relay, x, sent.get(id(x)))]
        alone = [x for x in again if [y.source for y in again].count(x.source) == 1]
        left_out |= {id(relay), *map(id, alone), *(id(sent[id(x)]) for x in alone)}
    return [
        Told(_with(each, sent[id(each)]), _names(twins[id(each)]))
        for each in chosen
        if id(each) not in left_out
    ]


def dated_twins(chosen: Sequence[Sighting], every: Iterable[Sighting]) -> list[Sighting]:
    """What dated sources tell of the same alerts as an export that does not say when it was taken,
    though they tell of an instant before the window: that one may be as old."""
    undated = [each for each in chosen if each.is_undated]
    left_out = [x for x in every if not x.is_undated and x not in chosen] if undated else []
    return [x for x in left_out if any(_is_named_alike(x, each) for each in undated)]


def _is_named_alike(one: Sighting, other: Sighting) -> bool:
    mine, theirs = one.alert.labels.items(), other.alert.labels.items()
    return one.alert.name == other.alert.name and (mine <= theirs or theirs <= mine)


def _relay(sighting: Sighting, twins: Iterable[Sighting]) -> Sighting | None:
    """The one alert of an Alertmanager that a server's alert was sent on as: that of equal labels,
    else the only one."""
    relays = [twin for twin in twins if _is_sent_on(twin) and _agree(sighting, twin)]
    equal = [twin for twin in relays if _labels(twin.alert) == _labels(sighting.alert)]
    found = equal or relays
    return found[0] if not _is_sent_on(sighting) and len(found) == 1 else None


def _is_sent_again(
    one: Sighting, relay: Sighting, other: Sighting, relayed: Sighting | None
) -> bool:
    """Whether another server sends the same alert to the same Alertmanager: its labels are equal,
    but for those that a server adds by itself."""
    return (
        relayed is not None
        and relay.source is relayed.source
        and _agree(one, other)
        and _rule_labels(one.alert) == _rule_labels(other.alert)
    )


def _is_sent_on(sighting: Sighting) -> bool:
    return SENT_TO in sighting.alert.told


def _agree(one: Sighting, other: Sighting) -> bool:
    return one.alert.state == other.alert.state


def _with(sighting: Sighting, relay: Sighting | None) -> Sighting:
    if relay is None:
        return sighting
    alert = replace(sighting.alert, told={**sighting.alert.told, **relay.alert.told})
    if sighting.is_undated and not relay.is_undated:  # the one that says of when it tells
        return replace(sighting, alert=alert, seen=relay.seen, is_undated=False)
    return replace(sighting, alert=alert)


def _names(sightings: Iterable[Sighting]) -> list[str]:
    return list(dict.fromkeys(each.source.name for each in sightings))


class _Index:
    """Sightings by the labels of their alerts, and by their names where these are few."""

    def __init__(self, sightings: Iterable[Sighting], added: Mapping[str, AddsLabels]) -> None:
        self._added = added
        self._known: dict[str, Mapping[str, str] | None] = {}
        self._named: dict[str, list[Sighting]] = {}
        self._labelled: dict[frozenset[tuple[str, str]], list[Sighting]] = {}
        for each in sightings:
            self._named.setdefault(each.alert.name, []).append(each)
            self._labelled.setdefault(_labels(each.alert), []).append(each)

    def twins(self, sighting: Sighting) -> Iterator[Sighting]:
        """Yield what other sources tell of the same alert at the same time. Its labels are the
        same, but for those that a server adds to what it sends on."""
        named = self._named[sighting.alert.name]
        equal = self._labelled[_labels(sighting.alert)]
        for other in named if len(named) <= _MOST_COMPARED else equal:
            if other.source is not sighting.source and self._is_one(sighting, other):
                yield other

    def _is_one(self, one: Sighting, other: Sighting) -> bool:
        if any(_never_fired(x) and _is_sent_on(y) for x, y in ((one, other), (other, one))):
            return False
        mine, theirs = one.alert.labels.items(), other.alert.labels.items()
        if not (mine <= theirs or theirs <= mine) or not _overlap(one, other):
            return False
        if mine == theirs or _is_sent_on(one) == _is_sent_on(other):
            return True
        return self._is_sent(*((other, one) if _is_sent_on(one) else (one, other)))

    def _is_sent(self, fired: Sighting, sent: Sighting) -> bool:
        """Whether an alert was sent on as another with other labels: with those that its server
        adds, where it says which; else if it began when that one fired."""
        name = fired.source.name
        if name not in self._known:
            self._known[name] = self._added.get(name, nobody_knows)()
        added = self._known[name]
        if added is None:
            return _began_when_fired(fired.alert, sent.alert)
        return sent.alert.labels == {**added, **fired.alert.labels}


def _labels(alert: Alert) -> frozenset[tuple[str, str]]:
    return frozenset(alert.labels.items())


def _rule_labels(alert: Alert) -> frozenset[tuple[str, str]]:
    return frozenset(pair for pair in alert.labels.items() if pair[0] not in OF_THE_SERVER)


def _never_fired(sighting: Sighting) -> bool:
    """Whether it was not sent on: an Alertmanager hears of what fires."""
    return sighting.alert.state in ("pending", "inactive")


def _began_when_fired(fired: Alert, sent: Alert) -> bool:
    """Whether an alert was sent on when the other one fired, or when that one became pending, as
    far as both starts are known. One with further labels may be another server's."""
    starts = [start for start in (fired.since, fired.pending_since) if start]
    slack = _SLACK + (fired.precision or timedelta())
    return not starts or not sent.since or any(abs(sent.since - x) <= slack for x in starts)


def _overlap(one: Sighting, other: Sighting) -> bool:
    starts = [each.alert.since for each in (one, other) if each.alert.since]
    return not starts or max(starts) <= min(one.last_seen, other.last_seen) + _SLACK
