"""A Loki as a source of logs, against a server that plays its documented API."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from superbiz_agent.settings.sources import LokiSource
from superbiz_agent.tools.base import search_text
from superbiz_agent.tools.logs import FileLogBackend
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.servers import loki_search
from superbiz_agent.tools.logs.servers.loki import LokiBackend
from superbiz_agent.tools.logs.servers.loki_api import LokiApi
from superbiz_agent.tools.logs.servers.rows import nanoseconds_of, records_of_stream
from superbiz_agent.tools.servers.kept_answers import KeptAnswers, keeping
from tests.servers.played_loki import PlayedLoki, playing
from tests.tools.logs.servers.same_records import (
    CHECKOUT,
    NOW,
    QUERIES,
    START,
    STREAMS,
    ask,
    essence,
    instants_of,
    write_pods,
)
from tests.tools.servers.counting import counted_requests

pytestmark = pytest.mark.server

Make = Callable[..., LokiBackend]


@pytest.fixture
def loki() -> Iterator[PlayedLoki]:
    with playing() as played:
        yield played


def backend(
    loki: PlayedLoki, *, most: int = 50_000, whole: int = 50_000, **fields: object
) -> LokiBackend:
    source = LokiSource.model_validate({"kind": "loki", "url": loki.url, "retries": 0, **fields})
    return LokiBackend("loki", source, "UTC", most=most, whole=whole)


def load(loki: PlayedLoki) -> None:
    for labels, lines in STREAMS:
        at = map(nanoseconds_of, instants_of(lines))
        loki.push(labels, *zip(at, lines, strict=True))


def seconds(at: float) -> int:
    return nanoseconds_of(START + timedelta(seconds=at))


@pytest.mark.parametrize("whole", [1000, 0], ids=["read whole", "narrowed"])
@pytest.mark.parametrize("asked", QUERIES.values(), ids=QUERIES)
def test_the_same_records_as_in_the_files_of_the_pods(
    loki: PlayedLoki, tmp_path: Path, asked: dict[str, object], whole: int
) -> None:
    load(loki)
    files = ask([FileLogBackend(None, write_pods(tmp_path))], **asked)
    server = ask([backend(loki, whole=whole)], **asked)
    assert essence(server) == essence(files)
    assert files.search is not None and server.search is not None
    assert server.search.matched == files.search.matched
    assert server.search.answered == files.search.answered
    assert server.search.unknown == files.search.unknown


def test_lines_of_one_instant_at_the_end_of_a_page_are_neither_lost_nor_counted_twice(
    loki: PlayedLoki,
) -> None:
    loki.most_entries = 10
    loki.push(CHECKOUT, *((seconds(n // 7), f"ERROR number {n} of them") for n in range(100)))
    outcome = ask([backend(loki)], query="number")
    assert outcome.search is not None and outcome.search.matched == 100
    assert not outcome.search.truncated
    assert all(int(given["limit"]) <= 10 for given in loki.asked)


def test_more_lines_at_one_instant_than_a_page_holds_are_told(loki: PlayedLoki) -> None:
    loki.most_entries = 10
    loki.push(CHECKOUT, *((seconds(0), f"ERROR number {n}") for n in range(30)))
    loki.push(CHECKOUT, (seconds(1), "ERROR number last"))
    outcome = ask([backend(loki)], query="number")
    assert outcome.evidence_status == "partial"
    assert "more than 10 records at 2026-07-07T10:00:00Z" in (outcome.error or "")
    assert any("last" in item.text for item in outcome.items["logs"])


def test_of_too_many_the_oldest_and_the_newest_are_kept_with_lokis_own_count(
    loki: PlayedLoki,
) -> None:
    loki.push(CHECKOUT, *((seconds(n / 10), f"ERROR pool {n} exhausted") for n in range(1000)))
    outcome = ask([backend(loki, most=100)], query="pool")
    assert outcome.search is not None
    assert outcome.search.truncated and outcome.search.matched == 100
    told = "the 50 oldest and the 50 newest of 1000 records by its own count were read; 900 between"
    assert told in (outcome.error or "")
    (item,) = outcome.items["logs"]
    assert item.values["first"] == "2026-07-07T10:00:00Z"
    assert item.values["last"] == "2026-07-07T10:01:39.900Z"
    assert item.values["histogram"] is None
    assert "more of this form may exist" in item.text
    (counted,) = outcome.search.counted
    assert (counted.of, counted.first, counted.last) == (
        "lines",
        "2026-07-07T10:00:00Z",
        "2026-07-07T10:01:39.900Z",
    )
    assert (counted.start, counted.width_seconds) == ("2026-07-07T10:00:00Z", 1)
    assert counted.counts == [10] * 100
    assert "counted_by_server=loki 1000 candidate lines from 2026-07-07T10:00:00Z" in search_text(
        outcome.search
    )


@pytest.mark.parametrize("selectors", [None, '{namespace="prod"}'])
def test_spans_at_the_ends_of_a_window_are_counted_within_it(
    loki: PlayedLoki, selectors: str | None
) -> None:
    loki.push(CHECKOUT, *((seconds(n), f"ERROR pool {n}") for n in range(1000)))
    asked = {"since": "2026-07-07T10:00:07Z", "until": "2026-07-07T10:15:08Z"}
    outcome = ask([backend(loki, most=100, selector=selectors)], query="pool", **asked)
    assert outcome.search is not None
    (counted,) = outcome.search.counted
    assert counted.width_seconds == 15 and sum(counted.counts) == 902
    assert (counted.counts[0], counted.counts[1], counted.counts[-1]) == (8, 15, 9)


def test_a_loki_that_does_not_count_over_time_is_believed_in_nothing(
    loki: PlayedLoki, monkeypatch: pytest.MonkeyPatch
) -> None:
    loki.push(CHECKOUT, *((seconds(n / 10), f"ERROR pool {n} exhausted") for n in range(1000)))
    monkeypatch.setattr(LokiApi, "_spans", lambda *_: {-1: None})
    outcome = ask([backend(loki, most=100)], query="pool")
    assert outcome.search is not None and outcome.search.counted == []
    assert "counted_by_server" not in search_text(outcome.search)


def test_the_requests_of_a_search_do_not_grow_with_what_there_is(loki: PlayedLoki) -> None:
    def requests(lines: int) -> int:
        loki.push(CHECKOUT, *((seconds(n / 100), f"ERROR pool {n}") for n in range(lines)))
        before = loki.requests
        ask([backend(loki, most=100)], query="pool")
        return loki.requests - before

    loki.most_entries = 25
    assert requests(900) <= requests(300) + 2


def test_a_trace_is_whole_where_only_a_line_of_it_is_asked_for(loki: PlayedLoki) -> None:
    load(loki)
    loki.push(CHECKOUT, *((seconds(60 + n), f"INFO filler {n}") for n in range(200)))
    outcome = ask([backend(loki, whole=0)], query="SocketTimeoutException")
    (item,) = outcome.items["logs"]
    assert "SQLTransientConnectionException" in item.text and "Caused by" in item.text


def test_what_stands_beside_a_line_is_found(loki: PlayedLoki) -> None:
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    beside = {"trace_id": trace, "detected_level": "error"}
    loki.push(CHECKOUT, (seconds(0), "payment refused", beside))
    loki.push(CHECKOUT, *((seconds(n), f"INFO filler {n}") for n in range(100)))
    for whole in (1000, 0):
        outcome = ask([backend(loki, whole=whole)], query=trace)
        (item,) = outcome.items["logs"]
        assert "payment refused" in item.text and trace in item.text
        assert "level" not in item.fields  # Loki's guess is none of the record's


def test_the_level_of_a_stream_is_that_of_its_lines(loki: PlayedLoki) -> None:
    loki.push({"app": "billing", "level": "error"}, (seconds(0), "card declined by bank"))
    loki.push({"app": "billing", "level": "info"}, *((seconds(n), f"paid {n}") for n in range(99)))
    for whole in (1000, 0):
        outcome = ask([backend(loki, whole=whole)], level="ERROR")
        (item,) = outcome.items["logs"]
        assert " ERROR billing card declined by bank" in item.text


def test_an_older_loki_that_mixes_labels_and_metadata_is_read(loki: PlayedLoki) -> None:
    loki.tells_apart, loki.has_statistics = False, False
    loki.push(CHECKOUT, (seconds(0), "payment refused", {"trace_id": "t1"}))
    outcome = ask([backend(loki)], query="refused")
    assert len(outcome.items["logs"]) == 1


def test_a_window_that_it_does_not_hold_is_no_absence(loki: PlayedLoki) -> None:
    load(loki)
    window = {"since": "2026-06-01T00:00:00Z", "until": "2026-06-02T00:00:00Z"}
    outcome = ask([backend(loki)], query="Hikari", **window)
    assert outcome.search is not None and not outcome.search.answered
    assert "the window misses it; it holds 2026-07-07T10:00:03Z" in (outcome.error or "")


def test_a_window_that_it_holds_and_in_which_nothing_is_is_an_absence(loki: PlayedLoki) -> None:
    loki.push(CHECKOUT, (seconds(-7200), "INFO before"), (seconds(5400), "INFO after"))
    outcome = ask([backend(loki)], query="Hikari", service="checkout")
    assert outcome.search is not None and outcome.search.answered
    assert (outcome.search.since, outcome.search.until) == (
        "2026-07-07T09:30:00Z",
        "2026-07-07T11:30:00Z",
    )
    assert outcome.evidence_status == "no_evidence"


@pytest.mark.parametrize("whole", [1000, 0], ids=["read whole", "narrowed"])
def test_what_loki_warns_of_makes_silence_no_answer(loki: PlayedLoki, whole: int) -> None:
    loki.push(CHECKOUT, (seconds(-7200), "INFO before"), (seconds(5400), "INFO after"))
    loki.push(CHECKOUT, (seconds(0), "INFO within"))
    loki.warnings = ["3 of 4 ingesters did not answer"]
    outcome = ask([backend(loki, whole=whole)], query="Hikari", service="checkout")
    assert outcome.search is not None and not outcome.search.answered
    assert "it warns, 3 of 4 ingesters did not answer" in (outcome.error or "")


def test_without_a_window_the_last_day_is_searched_and_told(loki: PlayedLoki) -> None:
    load(loki)
    loki.push(CHECKOUT, (nanoseconds_of(NOW - timedelta(days=3)), "ERROR HikariPool-1 - old"))
    outcome = ask([backend(loki)], query="kafka", since=None, until=None)
    assert outcome.search is not None
    assert outcome.search.since == "2026-07-06T12:00:00Z"
    assert outcome.search.filters["asked_window"] == "start to end"


def test_an_unknown_service_is_told_with_the_nearest_names(loki: PlayedLoki) -> None:
    load(loki)
    outcome = ask([backend(loki)], service="chekout")
    assert outcome.search is not None and not outcome.search.answered
    assert '"chekout"; nearest known names: checkout' in (outcome.error or "")


def test_a_service_without_lines_in_the_window_is_known(loki: PlayedLoki) -> None:
    load(loki)
    loki.push({"app": "billing"}, (nanoseconds_of(NOW - timedelta(days=2)), "INFO started"))
    outcome = ask([backend(loki)], service="billing")
    assert outcome.search is not None and outcome.search.answered


def test_an_unknown_label_or_an_empty_loki_is_told_and_no_absence(loki: PlayedLoki) -> None:
    outcome = ask([backend(loki)], query="Hikari")
    assert outcome.evidence_status == "error"
    assert "holds no such stream" in (outcome.error or "")
    load(loki)
    outcome = ask([backend(loki, selector='{cluster="eu"}')], query="Hikari")
    assert outcome.evidence_status == "error"
    assert "container, namespace, pod" in (outcome.error or "")


def test_the_selector_of_the_settings_bounds_every_query(loki: PlayedLoki) -> None:
    load(loki)
    outcome = ask([backend(loki, selector='{namespace="data",}')], query="*")
    assert {item.fields["pod"] for item in outcome.items["logs"]} == {"db-0"}
    assert all('namespace="data"' in given["query"] for given in loki.asked)


@pytest.mark.parametrize("selector", ["app=web", '{app="web"} |= "x"', "{}", ""])
def test_a_selector_that_is_none_names_its_setting(loki: PlayedLoki, selector: str) -> None:
    outcome = ask([backend(loki, selector=selector)])
    assert "sources.loki.selector" in (outcome.error or "")


def test_a_query_that_loki_calls_wrong_is_told_with_its_words(loki: PlayedLoki) -> None:
    outcome = ask([backend(loki, selector='{app=~".*"}')])
    assert "empty-compatible" in (outcome.error or "")


def test_a_tenant_is_sent(loki: PlayedLoki) -> None:
    loki.tenant = "team-a"
    load(loki)
    assert "no org id" in (ask([backend(loki)]).error or "")
    assert ask([backend(loki, tenant="team-a")]).items["logs"]


def test_the_doctor_asks_what_a_search_asks(
    loki: PlayedLoki, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(loki)
    assert backend(loki).check() == "no stream in the last 24 h"
    import time

    loki.push({"app": "web"}, (int(time.time() * 10**9) - 10**9, "INFO now"))
    assert backend(loki).check() == "1 streams in the last 24 h"


HOSTILE = st.text(st.sampled_from(list('aiİkKſ 连接池"\\|.*[]{}()`$^\x1b503-/=')), max_size=12)


@settings(max_examples=15, deadline=None)
@given(lines=st.lists(HOSTILE, min_size=1, max_size=12), query=HOSTILE)
def test_narrowing_loses_nothing_whatever_is_asked(lines: list[str], query: str) -> None:
    given = [(seconds(3 * n), f"INFO {n} {line}") for n, line in enumerate(lines)]
    with playing() as loki:
        loki.push(CHECKOUT, *given)
        loki.push(CHECKOUT, *((seconds(100 + n), f"INFO filler {n}") for n in range(30)))
        outcomes = [ask([backend(loki, whole=n)], query=query or "*") for n in (1000, 0)]
    assert essence(outcomes[0]) == essence(outcomes[1])


def test_a_second_search_of_a_diagnosis_reads_nothing_anew(
    loki: PlayedLoki, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(loki)
    source, sent = backend(loki), counted_requests(monkeypatch)
    with keeping(KeptAnswers()):
        first = ask([source], query="timeout")
        once = len(sent)
        second = ask([source], query="timeout", level="ERROR")
        assert once > 0 and len(sent) == once
    assert essence(second) == essence(ask([source], query="timeout", level="ERROR"))
    assert first.search is not None and second.search is not None
    assert first.search.answered and second.search.answered


def test_records_are_taken_apart_once_a_diagnosis_and_judged_by_each_search(
    loki: PlayedLoki, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(loki)
    source, read = backend(loki), list[object]()

    def counted(*given: object) -> Iterator[LogRecord]:
        read.append(given)
        yield from records_of_stream(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(loki_search, "records_of_stream", counted)
    alone = [essence(ask([source], **asked)) for asked in QUERIES.values()]
    read.clear()
    with keeping(KeptAnswers()):
        together = [essence(ask([source], **asked)) for asked in QUERIES.values()]
    assert together == alone
    assert len(read) == 2 * len(STREAMS)  # of the window, and of the one query with its own
