"""Alerts of an Alertmanager (API v2): what is active now, and whom it is told or kept from.

It keeps nothing of alerts that are over. As of an instant of the past it tells which of the alerts
that are still active were so then, and which of the present silences lay over them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.errors import SourceError
from superbiz_agent.settings.sources import AlertmanagerSource
from superbiz_agent.tools.instants import format_instant, utc_now
from superbiz_agent.tools.metrics.backend import AlertListing, AlertRequest, of_source
from superbiz_agent.tools.metrics.export import instant_of, read_export
from superbiz_agent.tools.rendering import as_list, as_object
from superbiz_agent.tools.servers import Asked, HttpClient
from superbiz_agent.tools.servers.kept_answers import once_a_diagnosis
from superbiz_agent.tools.sources import reason_alone

_ALERTS, _SILENCES = "/api/v2/alerts", "/api/v2/silences"
_MEND = "it must be an Alertmanager, API v2"


class AlertmanagerAlerts:
    """The alerts of one server. ``clock`` shows the real time, whatever instant a question is asked
    as of. ``timezone`` is not needed: the instants of this API name their zone."""

    demo = False

    def __init__(
        self,
        name: str,
        source: AlertmanagerSource,
        timezone: str = "UTC",
        *,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        del timezone
        self.name = name
        self._client = HttpClient(name, source, "Alertmanager")
        self._services = source.services
        self._clock = clock

    def alerts(self, request: AlertRequest) -> AlertListing:
        """List what is active now, with its state as of the window's end. Raises ``SourceError`` if
        the server cannot be asked."""
        now = once_a_diagnosis((self, "now"), self._clock)  # its kept list is no newer
        entries = self._listed(_ALERTS)
        silences, problems = self._silences(entries)
        reader = _Reader(silences, _by_fingerprint(entries), min(request.until or now, now))
        try:
            alerts, refused = read_export(list(map(reader.as_of, entries)), told=reader.told)
        except ValueError as error:
            raise self._unlike(_ALERTS, f"an answer that {error}") from None
        lines = [f"{self.name}: {problem}" for problem in (*problems, *refused)]
        found = of_source(alerts, self._services)
        return AlertListing(
            found, lines, told_from=now, told_until=now, known=self._services, relays=True
        )

    def check(self) -> str:
        """Ask for the alerts and the silences, as a diagnosis does. Raises ``SourceError``."""
        entries, silences = self._listed(_ALERTS), self._listed(_SILENCES)
        states = [_nested(silence, "status").get("state") for silence in silences]
        return f"{len(entries)} active alerts, {states.count('active')} active silences"

    def _silences(self, entries: list[JsonObject]) -> tuple[dict[str, JsonObject], list[str]]:
        """Return the silences by id, if an alert has any, and why they are not known."""
        if not any(_nested(entry, "status").get("silencedBy") for entry in entries):
            return {}, []
        try:
            listed = self._listed(_SILENCES)
        except SourceError as error:
            return {}, [reason_alone(str(error), self.name)]
        return {str(each.get("id")): each for each in listed}, []

    def _listed(self, path: str) -> list[JsonObject]:
        asked = Asked(path.rpartition("/")[2], "now")
        listed = as_list(self._client.get_json(path, {}, asked))
        if listed is None:
            raise self._unlike(path, "no list")
        return [as_object(entry) or {} for entry in listed]

    def _unlike(self, path: str, what: str) -> SourceError:
        teller = self._client.teller
        asked = Asked(path.rpartition("/")[2], "now")
        return teller.fault(asked, what, f"mend {teller.setting('url')}: {_MEND}")


@dataclass(frozen=True)
class _Reader:
    """Reads alerts as of an instant: silences by id, alerts by fingerprint."""

    silences: Mapping[str, JsonObject]
    alerts: Mapping[str, JsonObject]
    instant: datetime

    def as_of(self, entry: JsonObject) -> JsonObject:
        """Return an alert without the silences and the inhibiting alerts that began later."""
        status = _nested(entry, "status")
        silenced = [each for each in _texts(status, "silencedBy") if self._is_old(each)]
        inhibited = [each for each in _texts(status, "inhibitedBy") if self._is_old(each)]
        if (silenced, inhibited) == (status.get("silencedBy"), status.get("inhibitedBy")):
            return entry
        was_kept = bool(_texts(status, "silencedBy") or _texts(status, "inhibitedBy"))
        is_free = was_kept and not (silenced or inhibited)
        state = "active" if is_free else status.get("state")
        kept = {"state": state, "silencedBy": silenced, "inhibitedBy": inhibited}
        return {**entry, "status": kept}

    def _is_old(self, key: str) -> bool:
        found = self.silences.get(key) or self.alerts.get(key) or {}
        start = instant_of(found.get("startsAt"))
        return start is None or start <= self.instant

    def told(self, entry: JsonObject) -> Mapping[str, str]:
        """Tell of an alert whom it goes to, and who or what keeps it from them."""
        status = _nested(entry, "status")
        receivers = [_text(as_object(each) or {}, "name") for each in _list(entry, "receivers")]
        inhibiting = [self.alerts.get(each, {}) for each in _texts(status, "inhibitedBy")]
        names = [_text(_nested(each, "labels"), "alertname") for each in inhibiting]
        told = {
            "receivers": ", ".join(filter(None, receivers)),
            "inhibited_by": ", ".join(dict.fromkeys(filter(None, names))),
            **self._silence(_texts(status, "silencedBy")),
        }
        return {key: value for key, value in told.items() if value}

    def _silence(self, keys: list[str]) -> dict[str, str]:
        """Tell of the silence that ends last."""
        found = [self.silences[key] for key in keys if key in self.silences]
        ends = [(instant_of(each.get("endsAt")) or self.instant, each) for each in found]
        if not ends:
            return {}
        end, last = max(ends, key=lambda pair: pair[0])
        return {
            "silenced_until": format_instant(end),
            "silenced_by": _text(last, "createdBy"),
            "silence_comment": _text(last, "comment"),
        }


def _by_fingerprint(entries: list[JsonObject]) -> dict[str, JsonObject]:
    return {_text(entry, "fingerprint"): entry for entry in entries}


def _nested(value: JsonObject, key: str) -> JsonObject:
    return as_object(value.get(key)) or {}


def _list(value: JsonObject, key: str) -> list[Any]:
    return as_list(value.get(key)) or []


def _texts(value: JsonObject, key: str) -> list[str]:
    return [each for each in _list(value, key) if isinstance(each, str)]


def _text(value: JsonObject, key: str) -> str:
    found = value.get(key)
    return found if isinstance(found, str) else ""
