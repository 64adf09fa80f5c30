"""Reading what Alertmanager and Prometheus export.

| from | shape |
|---|---|
| Alertmanager ``/api/v2/alerts`` | ``[{labels, annotations, startsAt, updatedAt, status}]`` |
| Alertmanager ``/api/v2/alerts/groups`` | ``[{labels, alerts: [...]}]`` |
| Prometheus ``/api/v1/alerts`` | ``{data: {alerts: [{labels, state, activeAt, value}]}}`` |
| Prometheus, Grafana ``/api/.../v1/rules`` | ``{data: {groups: [{rules: [{name, alerts}]}]}}`` |
| Alertmanager's and Grafana's webhook | ``{alerts: [{status, labels, startsAt, endsAt}]}`` |
| a webhook without its list | ``{state, commonLabels, commonAnnotations}``: one alert |
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeAlias

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.errors import ConfigurationError, InvalidInputError
from superbiz_agent.tools.instants import parse_instant, parse_zone
from superbiz_agent.tools.metrics.alert import Alert, AlertState
from superbiz_agent.tools.rendering import as_list, as_object, scalar_text

STATES: dict[str, AlertState] = {
    "active": "firing",
    "firing": "firing",
    "alerting": "firing",
    "unprocessed": "firing",
    "pending": "pending",
    "suppressed": "suppressed",
    "resolved": "resolved",
    "ok": "resolved",
    "normal": "inactive",
    "inactive": "inactive",
    "recovering": "firing",
}
"""State as a source words it -> ours; anything else is ``unknown``."""

_ZONE = re.compile(r"(?:Z|[+-][0-9]{2}:[0-9]{2})\Z", re.IGNORECASE)
_ZERO_TIME = "0001-01-01"
_MAX_PROBLEMS = 5
_SHAPES = "an Alertmanager or Prometheus alert export (a list of alerts, or an object with them)"


Told: TypeAlias = Callable[[JsonObject], Mapping[str, str]]
"""Reads what else an entry tells of its alert (``Alert.told``)."""


def _nothing_else(_entry: JsonObject) -> Mapping[str, str]:
    return {}


def read_export(value: Any, *, told: Told = _nothing_else) -> tuple[list[Alert], list[str]]:
    """Return the alerts of an export, and one line for each kind of entry that is none.

    Raises ``ValueError`` with a one-line reason if ``value`` is no alert export at all.
    """
    alerts: list[Alert] = []
    refused: list[str] = []
    entries = _entries(value)
    taken = taken_at(instant_of((as_object(entry) or {}).get("updatedAt")) for entry in entries)
    for index, entry in enumerate(entries):
        try:
            alerts.append(_alert(entry, taken, told))
        except ValueError as error:
            refused.append(f"entry {index} is left out: {error}")
    if refused and not alerts:
        raise ValueError(f"holds no alert: {refused[0]}")
    return alerts, _summary(refused)


def taken_at(updates: Iterable[datetime | None]) -> datetime | None:
    """Return when an export was taken: the last update that it tells of, null if it tells none.

    An alert is listed as active because it still was at that instant, however long ago its own
    last update lies.
    """
    return max((update for update in updates if update), default=None)


def _entries(value: Any) -> list[Any]:
    listed, given = as_list(value), as_object(value)
    if listed is not None:
        return list(_flat(listed))
    if given is None:
        raise ValueError(f"is no alert export: expected {_SHAPES}, found {_kind(value)}")
    if given.get("status") == "error":
        raise ValueError(
            f"holds an error reply: {scalar_text(given.get('error', 'unknown'))[:200]}"
        )
    data = as_object(given.get("data"))
    found = as_list((data or given).get("alerts"))
    if found is None:
        found = as_list(given.get("data"))  # Alertmanager's version 1
    groups = as_list((data or given).get("groups"))
    if found is None and groups is not None:
        found = list(_of_rules(groups))
    if found is None and as_object(given.get("commonLabels")):
        found = [
            {
                **given,
                "labels": given["commonLabels"],
                "annotations": given.get("commonAnnotations"),
            }
        ]
    if found is None:
        keys = ", ".join(scalar_text(key)[:40] for key in list(given)[:5]) or "none"
        raise ValueError(f"is no alert export: expected {_SHAPES}, found the keys {keys}")
    return found


def _flat(entries: list[Any]) -> Iterator[Any]:
    """Yield alerts, those inside of groups included."""
    for entry in entries:
        group = as_list((as_object(entry) or {}).get("alerts"))
        if group is None:
            yield entry
        else:
            yield from group


def _of_rules(groups: list[Any]) -> Iterator[Any]:
    """Yield the alerts of the rules in ``groups``. Raises ``ValueError`` if these are no rules with
    their alerts, such as a file of rules."""
    rules = [as_object(rule) for group in groups for rule in _rules_of(group)]
    states = [rule for rule in rules if rule and ("state" in rule or "alerts" in rule)]
    if rules and not states:
        raise ValueError("holds rules without their alerts: export /api/v1/rules or /api/v1/alerts")
    for rule in states:
        for alert in as_list(rule.get("alerts")) or ():
            entry = as_object(alert)
            named = {
                "alertname": rule.get("name", ""),
                **(as_object((entry or {}).get("labels")) or {}),
            }
            yield alert if entry is None else {**entry, "labels": named}


def _rules_of(group: Any) -> list[Any]:
    return as_list((as_object(group) or {}).get("rules")) or []


def _alert(value: Any, taken: datetime | None, told: Told) -> Alert:
    entry = as_object(value)
    if entry is None:
        raise ValueError(f"no object but {_kind(value)}")
    labels = texts(entry.get("labels"))
    if not labels:
        raise ValueError("it has no labels")
    updated, ended = instant_of(entry.get("updatedAt")), instant_of(entry.get("endsAt"))
    state = "resolved" if ended and taken and ended <= taken else _state(entry)
    measured = entry.get("value")
    return Alert(
        labels=labels,
        annotations=texts(entry.get("annotations")),
        state=state,
        since=None if state == "inactive" else _start(entry),
        until=ended if state == "resolved" else None,
        updated=updated,
        value=scalar_text(measured) if isinstance(measured, str | int | float) else None,
        told=told(entry),
    )


def _start(entry: JsonObject) -> datetime | None:
    return instant_of(entry.get("startsAt")) or instant_of(entry.get("activeAt"))


def _state(entry: JsonObject) -> AlertState:
    """Return the state; a silenced alert is told from one that another alert inhibits."""
    status = entry.get("status")
    details = as_object(status) or {"state": status}
    given = details.get("state") or entry.get("state")
    word = given.partition(" (")[0].casefold() if isinstance(given, str) else ""
    state = STATES.get(word, "unknown")
    if state == "suppressed" and details.get("silencedBy"):
        return "silenced"
    if state == "suppressed" and details.get("inhibitedBy"):
        return "inhibited"
    return state


def texts(value: Any) -> dict[str, str]:
    """Return an object of labels or annotations, sorted by key, every value as text."""
    given = as_object(value) or {}
    return {scalar_text(key): scalar_text(given[key]) for key in sorted(given)}


def instant_of(value: Any) -> datetime | None:
    """Return the instant that a JSON value is, in the zone that it names; null for the zero time
    and for what is no instant with its zone."""
    return _read_instant(value) if isinstance(value, str) else None


@lru_cache(maxsize=4096)
def _read_instant(text: str) -> datetime | None:
    """Return an instant in the zone that it names. Null for the zero time (no end yet), and for
    what cannot be read; an instant without a zone is not guessed."""
    zone = _ZONE.search(text)
    if zone is None or text.startswith(_ZERO_TIME):
        return None
    try:
        return parse_instant(text).astimezone(parse_zone(zone.group()))
    except (InvalidInputError, ConfigurationError, OverflowError):
        return None


def _summary(refused: Sequence[str]) -> list[str]:
    more = len(refused) - _MAX_PROBLEMS
    return [*refused[:_MAX_PROBLEMS], *([f"{more} more entries are left out"] if more > 0 else [])]


def _kind(value: Any) -> str:
    """Name the JSON type of a value that is neither list nor object where one was expected."""
    if as_object(value) is not None:
        return "an object"
    if as_list(value) is not None:
        return "a list"
    return "null" if value is None else "text" if isinstance(value, str) else "a number or boolean"
