"""Which alerts a server watches for: its alerting rules (``/api/v1/rules``).

A rule that is there and whose alert is not active says that the alert does not fire; a name of no
rule says nothing. A rule that cannot be evaluated never fires, whatever happens.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.tools.metrics.alert import Alert
from superbiz_agent.tools.metrics.export import instant_of, texts
from superbiz_agent.tools.rendering import as_list, as_object, plain_or_quoted, scalar_text
from superbiz_agent.tools.text import bounded_line, cut_line

_NEVER = "0001-01-01T"
_MOST_SAID = 200
_MOST_PROBLEMS = 3
_LONGEST_INTERVAL = timedelta(days=1)
_LONGEST_WAIT = timedelta(days=366)
_MOST_MISSED = 3
_SLACK = timedelta(minutes=1)


@dataclass(frozen=True)
class Wait:
    """How long alerts of a rule are pending before they fire (``for``), and what is told of the
    rule: its labels without a template, and how often it is evaluated."""

    labels: Mapping[str, str]
    length: timedelta
    interval: timedelta

    @property
    def until_firing(self) -> timedelta:
        """The length up to the first evaluation at which it is over."""
        if not self.interval:
            return self.length
        return -(-self.length // self.interval) * self.interval


@dataclass(frozen=True)
class AlertRules:
    """``names`` of the alerting rules, sorted. ``annotations`` are, by name, those that are the
    same for every alert of the name: no template, and equal in all rules of the name. ``problems``
    are rules that cannot be evaluated, ``waiting`` the names of those that were not evaluated yet,
    or not lately; ``active`` are the names of those that say themselves that an alert of theirs is
    active, ``listed`` the alerts that they list, as entries of an export. ``intervals`` are, by
    name, the longest time between two evaluations, ``waits`` are those of the rules of a name.
    ``is_known`` is false where the rules could not be read."""

    names: Sequence[str] = ()
    annotations: Mapping[str, Mapping[str, str]] = field(
        default_factory=dict[str, Mapping[str, str]]
    )
    problems: Sequence[str] = ()
    waiting: Sequence[str] = ()
    active: Sequence[str] = ()
    listed: Sequence[JsonObject] = ()
    intervals: Mapping[str, timedelta] = field(default_factory=dict[str, timedelta])
    waits: Mapping[str, Sequence[Wait]] = field(default_factory=dict[str, Sequence[Wait]])
    is_known: bool = True

    def interval_of(self, name: str) -> timedelta:
        """How often a rule of the name is evaluated, zero if nobody knows."""
        return self.intervals.get(name, timedelta())

    def annotated(self, alert: Alert) -> Alert:
        """Return an alert that is kept as a series, without annotations, with those of its rule."""
        return replace(alert, annotations=self.annotations.get(alert.name, {}))

    def fired(self, alert: Alert, seen: datetime) -> Alert:
        """Return an alert that fires or fired, told since it became active, with the start of its
        firing, if its rule tells that. ``seen`` is the instant at which it was so."""
        waits = {
            (each.until_firing, each.interval)
            for each in self.waits.get(alert.name, ())
            if each.labels.items() <= alert.labels.items()
        }
        if len(waits) != 1 or not alert.since or alert.state not in ("firing", "resolved"):
            return alert
        ((wait, interval),) = waits
        start = alert.since + wait
        if not wait or start > (alert.until or seen):
            return alert
        precision = max(alert.precision or timedelta(), interval) or None
        return replace(alert, since=start, pending_since=alert.since, precision=precision)


def read_rules(data: Any, at: datetime | None = None) -> AlertRules:
    """Read the ``data`` of an answer; what is no alerting rule is passed over. ``at`` is the aware
    instant up to which a rule must have been evaluated, null if nobody asks."""
    groups = as_list((as_object(data) or {}).get("groups")) or []
    rules: list[JsonObject] = []
    named: dict[str, list[JsonObject]] = {}
    intervals: dict[str, timedelta] = {}
    waits: dict[str, list[Wait]] = {}
    waiting: set[str] = set()
    for group in groups:
        interval = _interval(group)
        for rule in _alerting(group):
            name = scalar_text(rule["name"])
            rules.append(rule)
            named.setdefault(name, []).append(rule)
            intervals[name] = max(interval, intervals.get(name, interval))
            waits.setdefault(name, []).append(_wait(rule, interval))
            waiting |= {name} if _is_waiting(rule, interval, at) else set()
    return AlertRules(
        names=sorted(named),
        annotations={name: _static(same) for name, same in named.items()},
        problems=_first([line for rule in rules if (line := _problem(rule))]),
        waiting=sorted(waiting),
        active=sorted({scalar_text(rule["name"]) for rule in rules if _is_active(rule)}),
        listed=[entry for rule in rules for entry in _listed(rule)],
        intervals=intervals,
        waits=waits,
    )


def _first(lines: Sequence[str]) -> list[str]:
    more = len(lines) - _MOST_PROBLEMS
    return [*lines[:_MOST_PROBLEMS], *([f"so are {more} more rules"] if more > 0 else [])]


def _alerting(group: Any) -> Iterator[JsonObject]:
    for entry in as_list((as_object(group) or {}).get("rules")) or ():
        rule = as_object(entry) or {}
        if rule.get("type", "alerting") == "alerting" and rule.get("name"):
            yield rule


def _interval(group: Any) -> timedelta:
    return _span((as_object(group) or {}).get("interval"), _LONGEST_INTERVAL)


def _wait(rule: JsonObject, interval: timedelta) -> Wait:
    labels = texts(rule.get("labels"))
    plain = {key: value for key, value in labels.items() if "{{" not in value}
    return Wait(plain, _span(rule.get("duration"), _LONGEST_WAIT), interval)


def _span(seconds: Any, most: timedelta) -> timedelta:
    """Return seconds as a length, zero if they are no sane one."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        return timedelta()
    return timedelta(seconds=seconds) if 0 < seconds <= most.total_seconds() else timedelta()


def _is_waiting(rule: JsonObject, interval: timedelta, at: datetime | None) -> bool:
    """Whether a rule was loaded and never evaluated: a server writes the first instant of its
    calendar then, or none, or does not know its health. Or its last evaluation lies several
    intervals before ``at``."""
    last = rule.get("lastEvaluation", "")
    if last is None or scalar_text(last).startswith(_NEVER) or rule.get("health") == "unknown":
        return True
    evaluated = instant_of(last)
    most = _MOST_MISSED * (interval or _LONGEST_INTERVAL) + _SLACK
    return evaluated is not None and at is not None and at - evaluated > most


def _is_active(rule: JsonObject) -> bool:
    return rule.get("state") in ("firing", "pending") or bool(as_list(rule.get("alerts")))


def _listed(rule: JsonObject) -> Iterator[JsonObject]:
    """Yield the alerts of a rule, each with its name among its labels."""
    for entry in map(as_object, as_list(rule.get("alerts")) or ()):
        if entry is not None:
            labels = {"alertname": rule["name"], **(as_object(entry.get("labels")) or {})}
            yield {**entry, "labels": labels}


def _static(rules: Sequence[JsonObject]) -> dict[str, str]:
    first, *others = (texts(rule.get("annotations")) for rule in rules)
    return {
        key: value
        for key, value in first.items()
        if "{{" not in value and all(other.get(key) == value for other in others)
    }


def _problem(rule: JsonObject) -> str | None:
    said = rule.get("lastError")
    if rule.get("health") != "err" and not said:
        return None
    reason = cut_line(bounded_line(scalar_text(said or "no reason is given")), _MOST_SAID)
    name = plain_or_quoted(scalar_text(rule["name"]))
    return f"rule {name} cannot be evaluated and never fires: {plain_or_quoted(reason)}"
