"""Public logs and incidents in servers, asked as a user asks: what the offline model tells.

The data lies beside the checkout and is read in place. OpenSearch is an emulator and Loki a server
that plays its documented API: docs/sources.md.
"""

import lzma
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.audit.replay import replay_session
from superbiz_agent.evals.incidents.cases import in_other_words, read_incidents
from superbiz_agent.evals.incidents.judging import conclusions_of, judge
from superbiz_agent.graph import build_graph
from superbiz_agent.settings import load_settings
from superbiz_agent.settings.sources import ElasticsearchSource, LokiSource
from superbiz_agent.store import open_store
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.logs.fields import parse_object, time_value
from superbiz_agent.tools.logs.servers.elasticsearch import ElasticsearchBackend
from superbiz_agent.tools.logs.servers.loki import LokiBackend
from superbiz_agent.tools.logs.servers.rows import nanoseconds_of
from superbiz_agent.tools.logs.timestamps import TimestampReader
from tests.servers.emulated_opensearch import Emulated, emulating
from tests.servers.played_loki import PlayedLoki, playing
from tests.tools.logs.servers.same_records import ask

pytestmark = [pytest.mark.server, pytest.mark.data]

NOW = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.fixture(scope="module")
def opensearch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emulated]:
    with emulating(tmp_path_factory.mktemp("opensearch")) as emulated:
        yield emulated


def stamped(lines: Sequence[str]) -> list[tuple[datetime, str]]:
    """Each line with the instant that it has, or that of the line before and a little later."""
    reader, at = TimestampReader(zone=UTC, now=NOW), NOW - timedelta(hours=3)
    found: list[tuple[datetime, str]] = []
    for line in lines:
        value = parse_object(line)
        written = time_value(value) if value else None
        stamp = reader.read_value(written) if written else reader.read(line)
        at = stamp.instant if stamp else at + timedelta(microseconds=100)
        found.append((at, line))
    return found


def in_loki(
    loki: PlayedLoki, rows: Sequence[tuple[datetime, str]], service: str
) -> Mapping[str, Any]:
    labels = {"namespace": "prod", "pod": f"{service}-0", "app": service}
    loki.push(labels, *((nanoseconds_of(at) + n, line) for n, (at, line) in enumerate(rows)))
    return {"loki": {"kind": "loki", "url": loki.url}}


def in_opensearch(
    server: Emulated, rows: Sequence[tuple[datetime, str]], service: str
) -> Mapping[str, Any]:
    server.load(
        "logs-1",
        [
            {"@timestamp": format_instant(at), "message": line, "service": {"name": service}}
            for at, line in rows
        ],
    )
    return {"search": {"kind": "elasticsearch", "url": server.url, "index": "logs-*"}}


def told(question: str, sources: Mapping[str, Any], folder: Path) -> tuple[dict[str, Any], Any]:
    """The answer to ``question``, and what its run may conclude; the run replays."""
    settings = load_settings(
        model="offline", database_url=f"sqlite:///{folder / 'x.db'}", sources=sources
    )
    with open_store(settings.database_url) as store:
        graph = build_graph(settings, evidence_store=store)
        given = {"query": question, "since": "3d", "at": format_instant(NOW)}
        result = graph.invoke(given)
        assert replay_session(store, result["session_id"]) == []
        record = store.session(result["session_id"]).run_record or {}
    return result, conclusions_of(record.get("composer_input") or {})


INCIDENTS = ["26_page_render_times", "51_logs_summarize_errors", "71_connection_pool_starvation"]


@pytest.mark.parametrize("name", INCIDENTS)
@pytest.mark.parametrize("kind", ["loki", "opensearch"])
def test_an_incident_is_answered_from_a_server_in_both_languages(
    kind: str, name: str, public_data: Path, opensearch: Emulated, tmp_path: Path
) -> None:
    (incident,) = read_incidents(public_data, only=[name])
    with lzma.open(public_data / incident.path, "rt") as file:
        rows = stamped([line.rstrip("\n") for line in file if line.strip()])
    with playing() as loki:
        if kind == "loki":
            sources = in_loki(loki, rows, incident.source)
        else:
            sources = in_opensearch(opensearch, rows, incident.source)
        try:
            for asked in (incident, in_other_words(incident)[-1]):
                result, conclusions = told(asked.question, sources, tmp_path)
                judged = judge(asked, result["answer"], conclusions)
                assert (judged.missing, judged.wrong) == ([], ()), result["answer"]
        finally:
            opensearch.forget() if kind == "opensearch" else None


SYSTEMS = [
    ("OpenSSH", "Failed password"),
    ("Zookeeper", "Interrupted while waiting"),
    ("HDFS", "PacketResponder"),
]


@pytest.mark.parametrize("whole", [50_000, 0], ids=["read whole", "narrowed"])
@pytest.mark.parametrize(("system", "query"), SYSTEMS)
def test_a_query_finds_in_a_server_what_grep_finds(
    system: str, query: str, whole: int, public_data: Path, opensearch: Emulated
) -> None:
    (path,) = (public_data / "loghub" / system).glob("*.log")
    rows = stamped(path.read_text().splitlines())
    expected = sum(query.lower() in line.lower() for _, line in rows)
    window = {
        "since": format_instant(min(rows)[0]),
        "until": format_instant(max(rows)[0] + timedelta(seconds=1)),
    }
    with playing() as loki:
        tables = {**in_loki(loki, rows, "web"), **in_opensearch(opensearch, rows, "web")}
        played = LokiSource.model_validate(tables["loki"])
        emulated = ElasticsearchSource.model_validate(tables["search"])
        try:
            for backend in (
                LokiBackend("loki", played, "UTC", whole=whole),
                ElasticsearchBackend("search", emulated, "UTC", whole=whole),
            ):
                outcome = ask([backend], query=f'"{query}"', **window)
                assert outcome.search is not None
                assert outcome.search.matched == expected
                assert outcome.search.answered
        finally:
            opensearch.forget()
