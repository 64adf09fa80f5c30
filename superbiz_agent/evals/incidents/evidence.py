"""An incident's evidence as servers take it: metric series, alerts, records of logs.

Instants are those on record. What has none was seen last: a state of a pod, a log without
timestamps, which a collector stamps as it comes in.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from superbiz_agent.errors import SourceError
from superbiz_agent.evals.incidents.cloudwatch import measured_series
from superbiz_agent.evals.incidents.cluster_metrics import cluster_series
from superbiz_agent.evals.servers.metrics import Samples
from superbiz_agent.settings import split_named_path
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.logs import FileLogBackend
from superbiz_agent.tools.logs.backend import LogRequest, SourceReport
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.metrics.alert import Alert
from superbiz_agent.tools.metrics.export import read_export

ASKED_LATER: Final = timedelta(minutes=10)
"""How long after the last instant on record the question is asked: a Prometheus shows a series
for five minutes after its last sample, an alert that is over by then is told as over."""


class Record(NamedTuple):
    """One record of a log: when, who wrote it (perhaps nobody knows), and its text."""

    instant: datetime
    service: str
    text: str


@dataclass(frozen=True)
class Evidence:
    """All that is on record of one incident; ``end`` is the last instant of it."""

    measured: Sequence[Samples]
    states: Sequence[Samples]
    alerts: Sequence[Alert]
    records: Sequence[Record]
    end: datetime

    @property
    def series(self) -> list[Samples]:
        """Every metric series."""
        return [*self.measured, *self.states]

    @property
    def asked_at(self) -> datetime:
        """When the question is asked."""
        return self.end + ASKED_LATER

    @cached_property
    def firing(self) -> list[Alert]:
        """The alerts that still fire when the question is asked."""
        return [alert for alert in self.alerts if alert.state == "firing"]

    def start_of(self, alert: Alert) -> datetime:
        """When an alert began to fire; one that tells no start is what was on record last."""
        return alert.since or self.end

    def end_of(self, alert: Alert) -> datetime:
        """Up to when an alert fired: still, or to the last instant on record."""
        return self.asked_at if alert in self.firing else alert.until or self.end


def read_evidence(folder: Path, alerts: Sequence[Path], logs: Sequence[str]) -> Evidence:
    """Read an incident: the series and states that lie in ``folder``, exports of ``alerts``, and
    the records of ``logs``, each ``[NAME=]PATH``.

    Raises ``SourceError`` for evidence that cannot be read, or that tells of what is to come: a
    Prometheus that holds samples of the future drops the results of its rules.
    """
    measured = measured_series(folder)
    fired = [alert for path in alerts for alert in _alerts(path)]
    records = [record for log in logs for record in _log_records(log)]
    instants = [record.instant for record in records if record.instant]
    instants += [_instant(each.points[-1][0]) for each in measured]
    instants += [alert.since for alert in fired if alert.since]
    now = datetime.now(UTC)
    end = max(instants, default=now - ASKED_LATER)
    if end > now:
        told = f"tells of {format_instant(end)}, which has not come; mend the clock or the evidence"
        raise SourceError(f"{folder} {told}", source=str(folder))
    return Evidence(
        measured=measured,
        states=cluster_series(folder, end, end + ASKED_LATER),
        alerts=fired,
        records=sorted(_stamped(records, end), key=lambda record: record.instant),
        end=end,
    )


def _instant(second: float) -> datetime:
    return datetime.fromtimestamp(second, UTC)


def _alerts(path: Path) -> list[Alert]:
    try:
        return read_export(json.loads(path.read_text(encoding="utf-8")))[0]
    except (OSError, ValueError, RecursionError) as error:
        raise SourceError(f"{path} cannot be read: {error}", source=str(path)) from None


def _log_records(log: str) -> list[LogRecord]:
    name, path = split_named_path(log)
    request = LogRequest("*", None, None, None, datetime.now(UTC))
    report = SourceReport()
    records = list(FileLogBackend(name, path).records(request, report))
    for source, reason in report.failures:
        raise SourceError(reason, source=source)
    return records


def _stamped(records: Sequence[LogRecord], end: datetime) -> Iterator[Record]:
    """The records with their instants; those without one follow the last one in their order."""
    for number, record in enumerate(records):
        instant = record.instant or end + timedelta(microseconds=number)
        yield Record(instant, _writer(record), _as_written(record.text))


def _writer(record: LogRecord) -> str:
    """Who wrote a record: what the operator calls the log, or what the record names."""
    return record.source if record.is_named else record.details.service or ""


def _as_written(text: str) -> str:
    """A record's text; that of a line of JSON says what it says once more, as read."""
    return text.partition("\n")[0] if text.startswith("{") else text
