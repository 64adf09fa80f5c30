"""The public incidents in a real ClickHouse instead of files: what must be told is told, and
nothing that must not be."""

import json
import tempfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_socket

from superbiz_agent.evals.incidents.cases import Incident, read_incidents
from superbiz_agent.evals.incidents.judging import Judged, judge
from superbiz_agent.evals.incidents.playing import answer_of, sources_of
from superbiz_agent.settings import split_named_path
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.logs import FileLogBackend
from superbiz_agent.tools.logs.backend import LogRequest, SourceReport
from superbiz_agent.tools.logs.record import LogRecord
from tests.conftest import DATA
from tests.servers.clickhouse import Clickhouse, running_clickhouse

pytestmark = [pytest.mark.server, pytest.mark.data]

TABLE = "CREATE TABLE {} (at UInt64, service String, line String) ENGINE = MergeTree ORDER BY at"
INCIDENTS = read_incidents(DATA) if DATA.is_dir() else []


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clickhouse]:
    pytest_socket.enable_socket()
    with running_clickhouse(tmp_path_factory.mktemp("clickhouse")) as running:
        yield running


def records(logs: list[str]) -> list[dict[str, Any]]:
    """The records of log files as rows; what has no time was collected at the end."""
    rows: list[dict[str, Any]] = []
    now = datetime.now(UTC)
    for given in logs:
        name, path = split_named_path(given)
        backend = FileLogBackend(name, path)
        request = LogRequest("*", None, None, None, now)
        rows += [
            {"at": record.instant, "service": owner(record), "line": as_written(record.text)}
            for record in backend.records(request, SourceReport())
        ]
    if not any(row["at"] for row in rows):
        pytest.skip("its log has no instants, which a table has to have")
    end = max(row["at"] for row in rows if row["at"])
    return [
        {**row, "at": row["at"] or end + timedelta(microseconds=number)}
        for number, row in enumerate(rows)
    ]


def owner(record: LogRecord) -> str:
    """Who wrote a record: what the operator calls the log, or what the record names."""
    return record.source if record.is_named else record.details.service or ""


def as_written(text: str) -> str:
    """A record's line; a JSON line's text says what it says once more, as read."""
    return text.partition("\n")[0] if text.startswith("{") else text


def asked_of(server: Clickhouse, incident: Incident) -> Judged:
    """Load one incident into a table of its own, ask about it, judge the answer."""
    table = f"incident_{incident.name.replace('-', '_')}"
    with tempfile.TemporaryDirectory() as name:
        sources = sources_of(incident, DATA / incident.path, Path(name))
        rows = records(sources["logs"])
        server.run(TABLE.format(table))
        server.run(
            f"INSERT INTO {table} FORMAT JSONEachRow",
            [{**row, "at": int(row["at"].timestamp() * 1e6) * 1000} for row in rows],
        )
        answered = answer_of(
            incident.question,
            {**sources, "logs": [], "sources": {"logs": source(server, table)}},
            since=format_instant(min(row["at"] for row in rows)),
            at=format_instant(max(row["at"] for row in rows) + timedelta(seconds=1)),
        )
    print(json.dumps({"incident": incident.name, "answer": answered.answer}, ensure_ascii=False))
    return judge(incident, answered.answer, answered.conclusions)


def source(server: Clickhouse, table: str) -> Mapping[str, Any]:
    return {
        "kind": "clickhouse",
        "url": server.url,
        "table": table,
        "time_column": "at",
        "message_column": "line",
        "service_columns": ["service"],
    }


@pytest.mark.parametrize("incident", INCIDENTS, ids=lambda incident: incident.name)
def test_an_incident_is_told_from_a_table_as_from_files(
    server: Clickhouse, incident: Incident
) -> None:
    judged = asked_of(server, incident)
    assert list(judged.wrong) == []
    assert list(judged.missing) == []
