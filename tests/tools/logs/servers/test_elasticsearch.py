"""An Elasticsearch or OpenSearch as a source of logs, against an emulator of OpenSearch."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from superbiz_agent.settings.sources import ElasticsearchSource
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.logs import FileLogBackend
from superbiz_agent.tools.logs.servers.elasticsearch import ElasticsearchBackend
from superbiz_agent.tools.logs.servers.elasticsearch_api import ElasticsearchApi
from superbiz_agent.tools.servers import HttpClient
from superbiz_agent.tools.servers.kept_answers import KeptAnswers, keeping
from tests.servers.emulated_opensearch import Emulated, emulating
from tests.tools.logs.servers.same_records import (
    CONTINUED,
    NOW,
    QUERIES,
    START,
    STREAMS,
    ask,
    essence,
    instants_of,
)
from tests.tools.servers.counting import counted_requests
from tests.tools.servers.faulty_server import Reply, serving

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emulated]:
    with emulating(tmp_path_factory.mktemp("opensearch")) as emulated:
        yield emulated


@pytest.fixture
def search(server: Emulated) -> Iterator[Emulated]:
    yield server
    server.forget()


def backend(
    server: Emulated, *, most: int = 50_000, whole: int = 50_000, page: int = 2000, **fields: object
) -> ElasticsearchBackend:
    given = {"kind": "elasticsearch", "url": server.url, "index": "logs-*", "retries": 0, **fields}
    source = ElasticsearchSource.model_validate(given)
    return ElasticsearchBackend("es", source, "UTC", most=most, whole=whole, page=page)


def documents() -> list[dict[str, Any]]:
    """The records of all streams, as a collector ships them."""
    found: list[dict[str, Any]] = []
    for labels, lines in STREAMS:
        for at, line in zip(instants_of(lines), lines, strict=True):
            level, _, rest = line.partition(" ")
            is_level = level in ("INFO", "WARN", "ERROR")
            document: dict[str, Any] = {"@timestamp": format_instant(at)}
            document["message"] = rest if is_level else line.lstrip("{")
            document |= {"log": {"level": level.lower()}} if is_level else {}
            document["kubernetes"] = {"pod": {"name": labels["pod"]}, "labels": {"app": "a"}}
            document["kubernetes"] |= {"namespace": labels["namespace"]}
            document["service"] = {"name": labels["pod"].split("-")[0]}
            document["http"] = {"status": 503 if "503" in line else 200}
            found.append(document)
    return sorted(found, key=lambda each: datetime.fromisoformat(each["@timestamp"]))


def numbered(count: int, *, per_second: int = 10) -> list[dict[str, Any]]:
    return [
        {
            "@timestamp": format_instant(START + timedelta(seconds=n // per_second)),
            "message": f"ERROR pool {n} exhausted",
            "service": {"name": "orders"},
        }
        for n in range(count)
    ]


def with_whole_traces() -> list[dict[str, Any]]:
    """The same documents as a collector ships them that joins the lines of a stack trace."""
    found: list[dict[str, Any]] = []
    last: dict[str, dict[str, Any]] = {}
    for document in documents():
        pod = document["kubernetes"]["pod"]["name"]
        if CONTINUED.match(document["message"]) and pod in last and "log" not in last[pod]:
            last[pod]["message"] += "\n" + document["message"]
        else:
            found.append(document)
            last[pod] = document
    return found


@pytest.mark.parametrize(
    ("whole", "loaded"),
    [(1000, documents), (1000, with_whole_traces), (0, with_whole_traces)],
    ids=["lines read whole", "read whole", "narrowed"],
)
def test_the_same_records_as_in_a_file_of_json_lines(
    search: Emulated, tmp_path: Path, whole: int, loaded: Callable[[], list[dict[str, Any]]]
) -> None:
    search.load("logs-1", loaded())
    lines = (json.dumps(each, ensure_ascii=False) + "\n" for each in with_whole_traces())
    (tmp_path / "es").write_text("".join(lines), encoding="utf-8")
    differing: list[str] = []
    for name, asked in QUERIES.items():
        files = ask([FileLogBackend(None, tmp_path / "es")], **asked)
        found = ask([backend(search, whole=whole)], **asked)
        if whole == 0 and asked.get("level") and asked["query"] == "*":
            continue  # told as a gap: see below
        assert files.search is not None and found.search is not None
        same = essence(found) == essence(files)
        same = same and found.search.answered == files.search.answered
        differing += [] if same and found.search.matched == files.search.matched else [name]
    assert differing == []


def test_a_search_for_a_level_alone_is_narrowed_by_words_and_says_so(search: Emulated) -> None:
    search.load("logs-1", documents())
    outcome = ask([backend(search, whole=0)], level="ERROR")
    assert outcome.evidence_status == "partial"
    assert "a word such as error, fail or warn" in (outcome.error or "")
    assert any("Connection is not available" in item.text for item in outcome.items["logs"])


def test_hits_of_one_instant_at_the_end_of_a_page_are_neither_lost_nor_counted_twice(
    search: Emulated,
) -> None:
    search.load("logs-1", numbered(30, per_second=7))
    search.load("logs-2", numbered(35, per_second=7))
    outcome = ask([backend(search, page=10)], query="pool")
    assert outcome.search is not None and outcome.search.matched == 65
    assert not outcome.search.truncated


def test_more_hits_at_one_instant_than_a_page_are_all_read(search: Emulated) -> None:
    search.load("logs-1", numbered(45, per_second=100))
    outcome = ask([backend(search, page=10)], query="pool")
    assert outcome.search is not None and outcome.search.matched == 45


def test_of_too_many_the_oldest_and_the_newest_are_kept_with_the_servers_own_count(
    search: Emulated,
) -> None:
    search.load("logs-1", numbered(1000))
    outcome = ask([backend(search, most=100, page=30)], query="pool")
    assert outcome.search is not None
    assert outcome.search.truncated and outcome.search.matched == 100
    told = "the 50 oldest and the 50 newest of 1000 records by its own count were read; 900 between"
    assert told in (outcome.error or "")
    (item,) = outcome.items["logs"]
    assert item.values["first"] == "2026-07-07T10:00:00Z"
    assert item.values["last"] == "2026-07-07T10:01:39Z"
    assert item.values["histogram"] is None
    (counted,) = outcome.search.counted
    assert (counted.of, counted.start, counted.width_seconds) == (
        "documents",
        "2026-07-07T10:00:00Z",
        1,
    )
    assert counted.counts == [10] * 100


def test_the_requests_of_a_search_do_not_grow_with_what_there_is(
    search: Emulated, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    ask_server = HttpClient.request

    def counted(self: HttpClient, method: str, path: str, *given: Any, **fields: Any) -> Any:
        asked.append(path)
        return ask_server(self, method, path, *given, **fields)

    monkeypatch.setattr(HttpClient, "request", counted)
    search.load("logs-1", numbered(300))
    ask([backend(search, most=100, page=30)], query="pool")
    few = len(asked)
    search.load("logs-2", numbered(900))
    ask([backend(search, most=100, page=30)], query="pool")
    assert len(asked) - few <= few + 2


ENGLISH = {"type": "text", "analyzer": "english"}


@pytest.mark.parametrize("field", ["message", "detail"])
def test_a_text_that_is_split_in_another_way_is_never_relied_on(
    search: Emulated, field: str
) -> None:
    search.create("logs-1", {"properties": {field: ENGLISH, "@timestamp": {"type": "date"}}})
    row = {"@timestamp": format_instant(START), "message": "boom", "host": "n1"}
    search.load("logs-1", [{**row, field: "3 retries failed"}, row])
    assert ask([backend(search)], query="retries").items["logs"]
    outcome = ask([backend(search, whole=0)], query="retries")
    assert outcome.search is not None
    if field == "message":
        assert outcome.items["logs"] and not outcome.search.truncated
    else:
        assert outcome.search.truncated
        assert "what stands only in detail was not looked for" in (outcome.error or "")


def test_where_no_point_in_time_is_kept_pages_go_by_time(
    search: Emulated, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ElasticsearchApi, "_point_in_time", lambda *_: None)
    search.load("logs-1", numbered(65, per_second=7))
    outcome = ask([backend(search, page=10)], query="pool")
    assert outcome.search is not None and outcome.search.matched == 65
    assert not outcome.search.truncated
    outcome = ask([backend(search, page=5)], query="pool")
    assert outcome.search is not None and outcome.search.truncated
    assert "there are more records at 2026-07-07T10:00:00Z" in (outcome.error or "")


def test_a_second_search_of_a_diagnosis_reads_nothing_anew(
    search: Emulated, monkeypatch: pytest.MonkeyPatch
) -> None:
    search.load("logs-1", numbered(65, per_second=7))
    source, sent = backend(search, page=10), counted_requests(monkeypatch)
    with keeping(KeptAnswers()):
        ask([source], query="pool")
        once = len(sent)
        outcome = ask([source], query="waiting")
        assert once > 7 and len(sent) == once
    assert essence(outcome) == essence(ask([source], query="waiting"))


@pytest.mark.parametrize("page", [5, 7, 10, 64])
def test_more_records_of_an_instant_than_a_page_holds_are_all_read(
    search: Emulated, page: int
) -> None:
    search.load("logs-1", [*numbered(40, per_second=20), *numbered(9, per_second=1)])
    outcome = ask([backend(search, page=page)], query="pool")
    assert outcome.search is not None
    assert (outcome.search.matched, outcome.search.truncated) == (49, False)


def test_a_window_that_it_does_not_hold_is_no_absence(search: Emulated) -> None:
    search.load("logs-1", documents())
    window = {"since": "2025-06-01T00:00:00Z", "until": "2025-06-02T00:00:00Z"}
    outcome = ask([backend(search)], query="Hikari", **window)
    assert outcome.search is not None and not outcome.search.answered
    assert "the window misses it; it holds 2026-07-07T10:00:0" in (outcome.error or "")


def test_a_window_that_it_holds_and_in_which_nothing_is_is_an_absence(search: Emulated) -> None:
    ends = [START - timedelta(hours=2), START + timedelta(hours=2)]
    rows = [{"@timestamp": format_instant(at), "message": "INFO", "app": "cart"} for at in ends]
    search.load("logs-1", rows)
    outcome = ask([backend(search)], query="Hikari", service="cart")
    assert outcome.search is not None and outcome.search.answered
    assert outcome.search.since == "2026-07-07T09:30:00Z"
    assert outcome.evidence_status == "no_evidence"


def test_an_unknown_service_is_told_with_the_nearest_names(search: Emulated) -> None:
    search.load("logs-1", documents())
    outcome = ask([backend(search)], service="chekout")
    assert outcome.search is not None and not outcome.search.answered
    assert '"chekout"; nearest known names: checkout' in (outcome.error or "")


def test_an_index_that_is_not_there_or_empty_or_without_the_time_is_told(search: Emulated) -> None:
    outcome = ask([backend(search)], query="Hikari")
    assert outcome.evidence_status == "error"
    assert "has no index logs-*" in (outcome.error or "")
    search.load("app-2026", documents())
    told = ask([backend(search, index="logs")], query="Hikari").error or ""
    assert "has no index logs; there are app-2026; mend sources.es.index" in told
    told = ask([backend(search, index="app-*", time_field="ts")], query="Hikari").error or ""
    assert "no document with the time ts" in told and "sources.es.time_field" in told
    assert "app-2026" not in told


def test_fields_of_other_names_are_told_by_the_settings(search: Emulated) -> None:
    row = {"when": format_instant(START), "text": "pool exhausted", "sev": "E", "unit": "billing"}
    search.load("logs-1", [{**row, "sev": "error"}])
    fields = {"time_field": "when", "message_field": "text", "level_field": "sev"}
    outcome = ask([backend(search, **fields, service_fields=("unit",))], service="billing")
    (item,) = outcome.items["logs"]
    assert item.text.startswith("2026-07-07T10:00:00Z ERROR billing pool exhausted (es/logs-1/")


def test_instants_are_as_fine_as_the_document_writes_them(search: Emulated) -> None:
    row = {"@timestamp": "2026-07-07T18:00:00.123456+08:00", "message": "boom"}
    search.load("logs-1", [row])
    (item,) = ask([backend(search)]).items["logs"]
    assert item.values["first"] == "2026-07-07T10:00:00.123456Z"


def test_shards_that_failed_are_told(search: Emulated) -> None:
    hits = {"total": {"value": 0, "relation": "eq"}, "hits": []}
    failure = {"reason": {"type": "x", "reason": "disk is gone"}}
    shards = {"total": 5, "successful": 3, "failed": 2, "failures": [failure]}
    first, last = (int(at.timestamp() * 1000) for at in (START, NOW))
    ends = {"first": {"value": float(first)}, "last": {"value": float(last)}}
    body = {"_shards": shards, "hits": hits, "aggregations": ends, "fields": {}}
    with serving() as faulty:
        faulty.replies = [Reply(200, json.dumps(body).encode())]
        outcome = ask([backend(Emulated(faulty.url))], query="x")
    assert outcome.evidence_status == "partial"
    assert "2 of 5 shards failed (disk is gone)" in (outcome.error or "")
    assert outcome.search is not None and not outcome.search.answered


@pytest.mark.parametrize("lost", ["skipped", "failed", "partial"])
def test_a_remote_cluster_that_did_not_answer_is_told(search: Emulated, lost: str) -> None:
    hits = {"total": {"value": 0, "relation": "eq"}, "hits": []}
    first, last = (int(at.timestamp() * 1000) for at in (START, NOW))
    ends = {"first": {"value": float(first)}, "last": {"value": float(last)}}
    clusters = {"total": 2, "successful": 1, "skipped": 0, lost: 1}
    shards = {"total": 5, "successful": 5, "failed": 0}
    body = {"_shards": shards, "_clusters": clusters, "hits": hits, "aggregations": ends}
    with serving() as faulty:
        faulty.replies = [Reply(200, json.dumps({**body, "fields": {}}).encode())]
        outcome = ask([backend(Emulated(faulty.url))], query="x")
    assert outcome.evidence_status == "partial"
    assert f"of 2 clusters: 1 {lost}" in (outcome.error or "")
    assert outcome.search is not None and not outcome.search.answered


def test_the_doctor_asks_what_a_search_asks(search: Emulated) -> None:
    with pytest.raises(Exception, match=r"has no index logs-\*.*sources\.es\.index"):
        backend(search).check()
    search.load("logs-1", [{"@timestamp": format_instant(datetime.now(UTC)), "message": "x"}])
    assert backend(search).check() == "1 documents in the last 24 h"


HOSTILE = st.text(
    st.sampled_from(list('aikB 连接池*?\\"|.[]{}()503-_/=:%é订单')), min_size=1, max_size=10
)


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(lines=st.lists(HOSTILE, min_size=1, max_size=12), query=HOSTILE)
def test_narrowing_loses_nothing_whatever_is_asked(
    server: Emulated, lines: Sequence[str], query: str
) -> None:
    rows: list[Mapping[str, Any]] = [
        {"@timestamp": format_instant(START + timedelta(seconds=n)), "message": f"{n} {line}"}
        for n, line in enumerate(lines)
    ]
    server.load("logs-1", rows)
    try:
        outcomes = [ask([backend(server, whole=n)], query=query) for n in (1000, 0)]
    finally:
        server.forget()
    assert essence(outcomes[0]) == essence(outcomes[1])
