"""An incident's evidence in real servers, each of which takes what it is made for.

| kind | takes |
|---|---|
| ``prometheus`` | metric series and the series of alerts, backfilled; the alerts' rules |
| ``victoria-metrics`` | the same, with vmalert |
| ``alertmanager`` | the alerts that still fire |
| ``clickhouse`` | records of logs, a row each |
| ``journald`` | the same, an entry each |
"""

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from superbiz_agent.errors import ConfigurationError
from superbiz_agent.evals.incidents.evidence import Evidence
from superbiz_agent.evals.servers import metrics
from superbiz_agent.evals.servers.clickhouse import clickhouse
from superbiz_agent.evals.servers.journal import write_journal
from superbiz_agent.evals.servers.past_alerts import Past
from superbiz_agent.evals.servers.process import program
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.metrics.alert import Alert

Part: TypeAlias = Literal["series", "alerts", "records"]
Source: TypeAlias = Mapping[str, Any]
"""The settings of one server, a table ``[sources.NAME]``."""

_CREATE: Final = (
    "CREATE TABLE records (at UInt64, service String, line String) ENGINE = MergeTree ORDER BY at"
)
_INSERT: Final = "INSERT INTO records FORMAT JSONEachRow"
_KEPT: Final = timedelta(hours=1)


@contextmanager
def _prometheus(evidence: Evidence, folder: Path) -> Generator[Source]:
    rules, series = _rules(evidence, folder), [*evidence.series, *_past(evidence)]
    with metrics.prometheus(folder, series=series, rules=rules) as url:
        yield {"kind": "prometheus", "url": url}


@contextmanager
def _victoria_metrics(evidence: Evidence, folder: Path) -> Generator[Source]:
    rules, series = _rules(evidence, folder), [*evidence.series, *_past(evidence)]
    with metrics.victoria_metrics(folder, series=series) as url:
        if not rules:
            yield {"kind": "prometheus", "url": url}
            return
        with metrics.vmalert(folder, rules, victoria=url) as alerts:
            yield {"kind": "prometheus", "url": url, "alerts_url": alerts}


@contextmanager
def _alertmanager(evidence: Evidence, folder: Path) -> Generator[Source]:
    settings = {"route": {"receiver": "on-call"}, "receivers": [{"name": "on-call"}]}
    posted = [_posted(alert, evidence) for alert in evidence.firing]
    with metrics.alertmanager(folder, settings, posted) as url:
        yield {"kind": "alertmanager", "url": url}


@contextmanager
def _clickhouse(evidence: Evidence, folder: Path) -> Generator[Source]:
    with clickhouse(folder) as server:
        server.run(_CREATE)
        rows = (
            {"at": _nanoseconds(at), "service": service, "line": text}
            for at, service, text in evidence.records
        )
        server.run(_INSERT, rows)
        yield {
            "kind": "clickhouse",
            "url": server.url,
            "table": "records",
            "time_column": "at",
            "message_column": "line",
        }


@contextmanager
def _journald(evidence: Evidence, folder: Path) -> Generator[Source]:
    entries = (
        (at, {"MESSAGE": text} | ({"SYSLOG_IDENTIFIER": service} if service else {}))
        for at, service, text in evidence.records
    )
    yield {"kind": "journald", "directory": str(write_journal(folder, entries))}


@dataclass(frozen=True)
class ServerKind:
    """What a kind of server takes of an incident, its programs, and how it is started."""

    takes: frozenset[Part]
    programs: Sequence[str]
    serve: Callable[[Evidence, Path], AbstractContextManager[Source]]


KINDS: Final[Mapping[str, ServerKind]] = {
    "prometheus": ServerKind(
        frozenset({"series", "alerts"}), ("prometheus", "promtool"), _prometheus
    ),
    "victoria-metrics": ServerKind(
        frozenset({"series", "alerts"}), ("victoria-metrics", "vmalert"), _victoria_metrics
    ),
    "alertmanager": ServerKind(frozenset({"alerts"}), ("prometheus-alertmanager",), _alertmanager),
    "clickhouse": ServerKind(frozenset({"records"}), ("clickhouse-server",), _clickhouse),
    "journald": ServerKind(
        frozenset({"records"}), ("systemd-journal-remote", "journalctl"), _journald
    ),
}
EVERY_PART: Final = ("prometheus", "alertmanager", "clickhouse")
"""Kinds that take all of an incident between them."""


def check_kinds(kinds: Sequence[str]) -> None:
    """Raise ``ConfigurationError`` for a kind that there is not, or one that is not installed."""
    for kind in kinds:
        if kind not in KINDS:
            raise ConfigurationError(f"no server {kind}: there are {', '.join(KINDS)}")
        for name in KINDS[kind].programs:
            program(name)


def taken_by(kinds: Sequence[str]) -> frozenset[Part]:
    """What servers of these kinds take between them."""
    return frozenset[Part]().union(*(KINDS[kind].takes for kind in kinds))


@contextmanager
def serving(evidence: Evidence, kinds: Sequence[str], folder: Path) -> Generator[dict[str, Source]]:
    """Run a server of each kind that takes some of the evidence, with data below ``folder``; give
    their settings by kind.

    Raises ``SourceError`` for evidence that a server does not take.
    """
    with ExitStack() as running:
        sources: dict[str, Source] = {}
        for kind in kinds:
            if KINDS[kind].takes & _parts(evidence):
                (folder / kind).mkdir()
                sources[kind] = running.enter_context(KINDS[kind].serve(evidence, folder / kind))
        yield sources


def _parts(evidence: Evidence) -> frozenset[Part]:
    held: dict[Part, object] = {
        "series": evidence.series,
        "alerts": evidence.alerts,
        "records": evidence.records,
    }
    return frozenset(part for part, value in held.items() if value)


def _past(evidence: Evidence) -> list[metrics.Samples]:
    """The series of the alerts, up to when they fired."""
    return [
        samples
        for alert in evidence.alerts
        for start in [evidence.start_of(alert).timestamp()]
        for samples in Past(
            alert.labels, start, start, evidence.end_of(alert).timestamp()
        ).samples()
    ]


def _rules(evidence: Evidence, folder: Path) -> list[Path]:
    """The rules of the alerts, which hold their annotations; none of them fires any more."""
    if not evidence.alerts:
        return []
    path, listed = folder / "rules.json", list(map(_rule, evidence.alerts))
    path.write_text(json.dumps({"groups": [{"name": "incident", "rules": listed}]}))
    return [path]


def _rule(alert: Alert) -> dict[str, Any]:
    labels = {key: value for key, value in alert.labels.items() if key != "alertname"}
    literal = {key: text.replace("{{", '{{ "{{" }}') for key, text in alert.annotations.items()}
    return {"alert": alert.name, "expr": "vector(0) > 1", "labels": labels, "annotations": literal}


def _posted(alert: Alert, evidence: Evidence) -> dict[str, Any]:
    return {
        "labels": dict(alert.labels),
        "annotations": dict(alert.annotations),
        "startsAt": format_instant(evidence.start_of(alert)),
        "endsAt": format_instant(datetime.now(UTC) + _KEPT),
    }


def _nanoseconds(instant: datetime) -> int:
    return int(instant.timestamp() * 1e6) * 1000
