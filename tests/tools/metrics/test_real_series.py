"""Metric series of a real Prometheus and a real VictoriaMetrics, asked as a model asks."""

from datetime import timedelta
from typing import Any

import pytest

from superbiz_agent.audit.series import summary_told_otherwise
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.settings.sources import PrometheusSource
from superbiz_agent.tools.base import ToolContext, ToolOutcome
from superbiz_agent.tools.metrics import MetricsTool
from superbiz_agent.tools.metrics.prometheus_series import PrometheusSeries
from superbiz_agent.tools.recording import retrieval_details
from tests.servers.measuring import ODD, Measuring

pytestmark = pytest.mark.server

MEMORY = "container_memory_working_set_bytes"
RATE = 'http_requests_total, asked_as="rate(http_requests_total[5m])"'
FAILED = "gateway_requests_total, asked_as=\"rate(gateway_requests_total{status='503'}[5m])\""
QUANTILE = 'asked_as="histogram_quantile(0.95, rate(http_request_duration_seconds_bucket[5m]))"'


@pytest.fixture(params=["prometheus", "victoria"])
def server(request: pytest.FixtureRequest, measuring: Measuring) -> str:
    return str(getattr(measuring, request.param))


def ask(url: str, measuring: Measuring, **arguments: Any) -> ToolOutcome:
    """Ask with the clock at the end of the data."""
    source = PrometheusSource.model_validate({"kind": "prometheus", "url": url})
    tool = MetricsTool([], [PrometheusSeries("prod", source)])
    asked = tool.arguments.model_validate({"query": "asked", **arguments})
    return tool.run(asked, ToolContext(TimeWindow(), measuring.now))


def lines(outcome: ToolOutcome) -> list[str]:
    return [item.text for item in outcome.items["series"]]


@pytest.mark.parametrize(
    ("arguments", "head", "says"),
    [
        (
            {"metric": "memory", "service": "order-service"},
            f"{MEMORY}, service=order-service, container=app, pod=order-service-7d9",
            ["first=1.25 GiB at", "last=3.75 GiB at", "step=15s, count=241"],
        ),
        (
            {"metric": "内存", "service": "order-service-7d9"},
            f"{MEMORY}, service=order-service",
            ["last=3.75 GiB at"],
        ),
        (
            {"metric": "traffic", "service": "order-service"},
            f"{RATE}, service=order-service",
            ["first=10/s at", "resets=1"],
        ),
        (
            {"metric": "http_requests_total", "service": "payment-service"},
            f"{RATE}, service=payment-service",
            ["mean=2"],
        ),
        (
            {"metric": "restarts", "service": "order-service"},
            "kube_pod_container_status_restarts_total, service=order-service",
            ["first=2 at", "last=5 at"],
        ),
        (
            {"metric": "latency", "service": "order-service"},
            f"http_request_duration_seconds, {QUANTILE}, service=order-service",
            ["first=0.2425 s at", "last=2.425 s at"],
        ),
        (
            {"metric": "errors", "service": "edge"},
            f"{FAILED}, service=edge, status=503",
            ["mean=0.5/s"],
        ),
        (
            {"metric": "错误", "service": "edge"},
            f"{FAILED}, service=edge, status=503",
            ["mean=0.5/s"],
        ),
        (
            {"metric": "queue_depth"},
            "queue_depth, job=worker, instance=worker-1:9100",
            ["gaps=1, longest_gap=", "stale_after="],
        ),
        (
            {"promql": "sum by (service) (rate(http_requests_total[5m]))"},
            'promql="sum by (service) (rate(http_requests_total[5m]))", service=',
            ["count=241"],
        ),
        (
            {"metric": "traffic", "service": ODD},
            f'{RATE}, service="api \\"v2\\"\\\\beta"',
            ["mean=1"],
        ),
    ],
)
def test_a_metric_is_asked_by_its_kind(
    server: str, measuring: Measuring, arguments: dict[str, Any], head: str, says: list[str]
) -> None:
    outcome = ask(server, measuring, **arguments)
    assert outcome.evidence_status == "found"
    line = lines(outcome)[0]
    assert line.startswith(head)
    assert [each for each in says if each not in line] == []


def test_an_overview_shows_what_moved_most(server: str, measuring: Measuring) -> None:
    outcome = ask(server, measuring, metric="overview", service="order-service")
    names = [line.partition(",")[0] for line in lines(outcome)]
    assert names[:2] == ["http_request_duration_seconds", MEMORY]
    assert "http_request_duration_seconds_count" not in names
    assert outcome.search is not None
    assert outcome.search.filters["default_window"] == "1h"


@pytest.mark.parametrize(
    ("arguments", "unknown", "nearest"),
    [
        ({"metric": "memory", "service": "order-servce"}, "order-servce", "order-service"),
        ({"metric": "http_request_total"}, "http_request_total", "http_requests_total"),
        ({"promql": "http_request_total"}, "http_request_total", "http_requests_total"),
        ({"promql": 'up{jobb="a"}'}, "jobb", "job"),
        ({"promql": 'up{job="order-servic"}'}, "job=order-servic", "order-service"),
        ({"metric": "cpu", "service": "order-service"}, "cpu", ""),
    ],
)
def test_a_name_that_does_not_exist_is_answered_with_the_nearest(
    server: str, measuring: Measuring, arguments: dict[str, Any], unknown: str, nearest: str
) -> None:
    outcome = ask(server, measuring, **arguments)
    assert outcome.evidence_status == "no_evidence"
    assert outcome.search is not None
    assert not outcome.search.answered
    assert outcome.search.unknown == [unknown]
    assert f'"{unknown}"' in str(outcome.error)
    assert nearest in str(outcome.error)


def test_who_has_no_such_metric_is_told_what_there_is(server: str, measuring: Measuring) -> None:
    outcome = ask(server, measuring, metric="memory", service="worker-1")
    assert outcome.evidence_status == "no_evidence"
    assert outcome.search is not None
    assert outcome.search.answered
    assert "its metrics are queue_depth" in str(outcome.error)


def test_a_window_before_all_samples_is_no_absence(server: str, measuring: Measuring) -> None:
    outcome = ask(server, measuring, metric="memory", since="100d", until="90d")
    assert outcome.evidence_status == "no_evidence"
    assert outcome.search is not None
    assert not outcome.search.answered
    assert "retention" in str(outcome.error)


def test_a_wide_window_has_a_wide_step(server: str, measuring: Measuring) -> None:
    outcome = ask(server, measuring, metric="memory", service="order-service", since="400d")
    assert "step=2d" in lines(outcome)[0]
    assert "last=3.75 GiB at" in lines(outcome)[0]


def test_the_wrong_expression_is_refused_before_it_is_sent(
    server: str, measuring: Measuring
) -> None:
    outcome = ask(server, measuring, promql="rate(http_requests_total)")
    assert outcome.evidence_status == "error"
    assert "expected type matrix" in str(outcome.error)


def test_values_are_those_of_the_instants_told(server: str, measuring: Measuring) -> None:
    """The pod climbs from 40 minutes before the end, 2.5 GiB in all."""
    outcome = ask(server, measuring, metric=MEMORY, service="order-service", since="40m")
    values = outcome.items["series"][0].values
    samples = values["samples"]
    assert values["start"] == (measuring.now - timedelta(minutes=40)).isoformat()[:19] + "Z"
    half = float(samples[len(samples) // 2][1])
    assert half / 2**30 == pytest.approx(2.5, abs=0.03)


def test_what_is_stored_recomputes_each_line(server: str, measuring: Measuring) -> None:
    outcome = ask(server, measuring, metric="overview")
    stored = retrieval_details(None, {"query": "asked"}, outcome)
    details = {detail["path"]: detail for detail in stored.details}
    series = [ref for ref in stored.evidence_refs if ref.raw_path.startswith("$.series[")]
    assert len(series) > 4
    for ref in series:
        detail = details[ref.raw_path]
        assert summary_told_otherwise(ref.text, detail) is None
        changed = {**detail, "samples": [*detail["samples"][:-1], [300, "-7"]]}
        assert summary_told_otherwise(ref.text, changed) is not None


def test_the_doctor_asks_on_the_query_path(server: str) -> None:
    source = PrometheusSource.model_validate({"kind": "prometheus", "url": server})
    assert "metrics can be asked for" in PrometheusSeries("prod", source).check()
