"""The embedded model asks for metric series and tells them, in the question's language."""

import pytest

from superbiz_agent.models.offline.findings import write_findings
from superbiz_agent.models.offline.followups import follow_up_searches
from superbiz_agent.models.offline.question import read_question
from superbiz_agent.models.offline.series import series_drafts, series_searches
from superbiz_agent.models.offline.stored_text import gather, read_line

LINE = (
    "container_memory_working_set_bytes, service=order-service, container=app, "
    "pod=order-service-7d9, namespace=shop, first=1.2 GiB at 2026-08-14T09:00:00Z, "
    "last=3.9 GiB at 2026-08-14T09:40:00Z, min=1.1 GiB at 2026-08-14T09:02:00Z, "
    "max=4.1 GiB at 2026-08-14T09:38:00Z, mean=2.5 GiB, step=1m, count=41"
)
FLAT = (
    'http_requests_total, asked_as="rate(http_requests_total[5m])", service=order-service, '
    "first=2/s at 2026-08-14T09:00:00Z, last=2/s at 2026-08-14T09:40:00Z, "
    "min=2/s at 2026-08-14T09:00:00Z, max=2/s at 2026-08-14T09:00:00Z, mean=2/s, step=1m, count=41"
)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Is the memory of order-service high?", [("memory", "order-service")]),
        ("order-service 的内存高吗？", [("memory", "order-service")]),
        ("Why is order-service slow?", [("latency", "order-service")]),
        ("order-service 为什么变慢？", [("latency", "order-service")]),
        ("What is wrong with order-service?", [("overview", "order-service")]),
        ("order-service 怎么了？", [("overview", "order-service")]),
        ("How is node_load1 of db-1?", [("node_load1", "db-1")]),
        ("Is the CPU high anywhere?", [("cpu", None)]),
        ("Which alerts are firing?", []),
        ("What does HighMemoryUsage mean?", []),
        ("How do I roll back order-service?", []),
    ],
)
def test_a_question_is_asked_for_the_metrics_it_speaks_of(
    question: str, asked: list[tuple[str, str | None]]
) -> None:
    searches = series_searches(read_question(question))
    assert [(each["metric"], each.get("service")) for each, _ in searches] == asked


def told(question: str, *lines: str) -> list[str]:
    cited = [("query_metrics", 7, f"$.series[{i}]", line) for i, line in enumerate(lines)]
    drafts = series_drafts(read_question(question), gather(cited, ()))
    return [draft.wordings[0] for draft in drafts]


def test_a_series_is_told_with_its_ends_and_extremes() -> None:
    (english,) = told("How is the memory of order-service?", LINE)
    assert english == (
        "container_memory_working_set_bytes of order-service-7d9 (service=order-service, "
        "container=app, namespace=shop) rose from 1.2 GiB at 2026-08-14T09:00:00Z to 3.9 GiB at "
        "2026-08-14T09:40:00Z, with a maximum of 4.1 GiB at 2026-08-14T09:38:00Z, with a minimum "
        "of 1.1 GiB at 2026-08-14T09:02:00Z."
    )
    (chinese,) = told("order-service 的内存怎么样？", LINE)
    assert chinese == (
        "order-service-7d9 的 container_memory_working_set_bytes (service=order-service, "
        "container=app, namespace=shop) 从 2026-08-14T09:00:00Z 的 1.2 GiB 升到 "
        "2026-08-14T09:40:00Z 的 3.9 GiB，最高 4.1 GiB（2026-08-14T09:38:00Z），"
        "最低 1.1 GiB（2026-08-14T09:02:00Z）。"
    )


AT = LINE.replace(", mean=", ", asked_for=2.2 GiB at 2026-08-14T09:20:00Z, mean=")


@pytest.mark.parametrize(
    ("question", "line", "words"),
    [
        ("What was the memory of order-service at 09:20?", AT,
         ["was 2.2 GiB at 2026-08-14T09:20:00Z; it was 1.2 GiB at"]),
        ("order-service 在 09:20 的内存是多少？", AT, ["在 2026-08-14T09:20:00Z 是 2.2 GiB；在"]),
        ("What was the peak memory of order-service?", LINE,
         ["had its maximum of 4.1 GiB at 2026-08-14T09:38:00Z"]),
        ("order-service 的内存峰值是多少？", LINE, ["在 2026-08-14T09:38:00Z 达到峰值 4.1 GiB"]),
        ("order-service 的内存最高是多少？", LINE, ["在 2026-08-14T09:38:00Z 达到峰值 4.1 GiB"]),
        ("order-service 的最大内存", LINE, ["在 2026-08-14T09:38:00Z 达到峰值 4.1 GiB"]),
        ("order-service 的内存最低多少？", LINE, ["在 2026-08-14T09:02:00Z 处于谷值 1.1 GiB"]),
    ],
)  # fmt: skip
def test_the_point_that_is_asked_for_leads(question: str, line: str, words: list[str]) -> None:
    (text,) = told(question, line)
    assert [each for each in words if each not in text] == []


@pytest.mark.parametrize("question", ["gc pause of payment", "payment 的 GC 停顿是多少？"])
def test_a_metric_that_is_not_there_is_not_answered_by_other_things(question: str) -> None:
    search = (
        'search for "gc", service=payment, metric=gc, step=15s in prod, window '
        "2026-08-14T09:00:00Z to 2026-08-14T10:00:00Z: matched=0, truncated=no, answered=no"
    )
    declined = "2026-08-14T09:05:00Z ERROR payment card declined (pay.log:1)"
    paused = "2026-08-14T09:05:00Z WARN payment GC pause took 812 ms (pay.log:2)"

    def claims(*records: str) -> list[str]:
        cited = [("query_metrics", 7, "$.search", search)]
        cited += [("query_logs", 8, f"$.logs[{i}]", text) for i, text in enumerate(records)]
        written = write_findings(read_question(question), gather(cited, ()))
        return [claim["claim_text"] for claim in written["claims"]]

    assert claims(declined) == []
    (text,) = claims(declined, paused)
    assert "812 ms" in text


def test_what_did_not_move_is_told_only_where_it_was_asked_for() -> None:
    assert told("What is wrong with order-service?", FLAT) == []
    (text,) = told("How is the traffic of order-service?", FLAT)
    assert text.startswith("“rate(http_requests_total[5m])” of order-service was 2/s at ")


def test_a_series_of_another_is_not_told() -> None:
    assert told("How is the memory of payment-service?", LINE) == []


ALERT = ("$.alerts[0]", 'ReadsStale firing, service=shop-reads, db_instance="order-service"')
SEARCH = (
    'search for "overview", service=shop-reads, metric=overview, step=15s in prom, '
    "window 2026-08-14T09:00:00Z to 2026-08-14T10:00:00Z: matched=0, truncated=no, answered=yes"
)
ASKED = ("$.search", SEARCH)


@pytest.mark.parametrize(
    ("line", "drafts"), [(LINE, 1), (FLAT, 0), (LINE.replace("order-service", "other-service"), 0)]
)
def test_what_a_firing_alert_names_is_told_if_its_series_moved(line: str, drafts: int) -> None:
    cited = [("query_metrics", 7, path, text) for path, text in (ALERT, ("$.series[0]", line))]
    question = read_question("Why are the reads of shop-reads stale?")
    assert len(series_drafts(question, gather(cited, ()))) == drafts


@pytest.mark.parametrize(("found", "asked"), [([ALERT, ASKED], 1), ([ALERT], 0), ([ASKED], 0)])
def test_series_of_what_an_alert_names_are_asked_for_where_there_are_series(
    found: list[tuple[str, str]], asked: int
) -> None:
    cited = [("query_metrics", 7, path, text) for path, text in found]
    question = read_question("What is wrong with shop-reads?")
    searches = follow_up_searches(question, gather(cited, ()))
    overview = {"query": "overview", "metric": "overview", "service": "order-service"}
    assert searches.count(("query_metrics", overview)) == asked


def test_a_line_of_another_shape_is_still_a_line() -> None:
    line = read_line("query_metrics", 7, "$.series[0]", "memory is high, first=nothing")
    assert line.name == "memory is high"
    assert line.first == ""
