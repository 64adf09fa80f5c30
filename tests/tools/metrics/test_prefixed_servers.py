"""Mimir, Cortex and Thanos as they document themselves, played on loopback: a prefix before every
path, a tenant with every request, warnings where a store did not answer."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.settings.sources import PrometheusSource
from superbiz_agent.tools.base import ToolContext, ToolOutcome
from superbiz_agent.tools.metrics import MetricsTool
from superbiz_agent.tools.metrics.arguments import SeriesArguments
from superbiz_agent.tools.metrics.prometheus_api import PrometheusApi, PrometheusServer
from superbiz_agent.tools.metrics.prometheus_series import PrometheusSeries
from tests.tools.metrics.asking import ask, prometheus
from tests.tools.metrics.test_server_answers import EMPTY, entry, play
from tests.tools.servers.faulty_server import FaultyServer, Reply, serving

pytestmark = pytest.mark.server

NOW = datetime.now(UTC).replace(microsecond=0)
MEMORY = {"__name__": "container_memory_working_set_bytes", "service": "orders"}
POINTS = [[(NOW - timedelta(minutes=ago)).timestamp() // 60 * 60, "1024"] for ago in (3, 2, 1)]
MATRIX = {"resultType": "matrix", "result": [{"metric": MEMORY, "values": POINTS}]}
ANSWERS: Mapping[str, Any] = {
    **EMPTY,
    "/api/v1/alerts": {"alerts": [entry()]},
    "/api/v1/query_range": MATRIX,
    "/api/v1/label/__name__/values": [MEMORY["__name__"]],
    "/api/v1/label/service/values": ["orders"],
    "/api/v1/labels": ["__name__", "service"],
    "/api/v1/series": [MEMORY],
    "/api/v1/metadata": {},
}


def source(url: str, **fields: Any) -> PrometheusSource:
    return PrometheusSource(kind="prometheus", url=url, retries=0, **fields)


def alerts(url: str, **fields: Any) -> ToolOutcome:
    return ask(prometheus(url, **fields))


def series(url: str, **fields: Any) -> ToolOutcome:
    tool = MetricsTool([], [PrometheusSeries("prod", source(url, **fields))])
    asked = SeriesArguments.model_validate(
        {"query": "memory", "metric": "memory", "service": "orders", "since": "5m"}
    )
    return tool.run(asked, ToolContext(TimeWindow(), NOW))


Asking = Callable[..., ToolOutcome]
BOTH = pytest.mark.parametrize("asking", [alerts, series])


def serve(server: FaultyServer, prefix: str = "", **beside: Any) -> None:
    play(server, {prefix + path: answer for path, answer in ANSWERS.items()}, **beside)


@BOTH
@pytest.mark.parametrize("prefix", ["", "/prometheus", "/api/prom", "/select/0/prometheus"])
def test_every_request_has_the_prefix_and_the_tenant(asking: Asking, prefix: str) -> None:
    with serving() as server:
        serve(server, prefix)
        outcome = asking(f"{server.url}{prefix}/", tenant="shop|payment")
    assert outcome.evidence_status == "found", outcome.error
    assert len(server.paths) >= 4
    assert [path for path in server.paths if not path.startswith(f"{prefix}/api/v1/")] == []
    assert {each.get("x-scope-orgid") for each in server.seen} == {"shop|payment"}


def test_alerts_that_are_listed_elsewhere_are_asked_for_with_the_tenant_too() -> None:
    with serving() as server, serving() as ruler:
        serve(server, "/prometheus")
        serve(ruler, "/ruler")
        outcome = alerts(f"{server.url}/prometheus", alerts_url=f"{ruler.url}/ruler", tenant="shop")
    assert outcome.evidence_status == "found", outcome.error
    assert {path.partition("?")[0] for path in ruler.paths} == {
        "/ruler/api/v1/alerts",
        "/ruler/api/v1/rules",
    }
    assert {each.get("x-scope-orgid") for each in (*server.seen, *ruler.seen)} == {"shop"}


@BOTH
@pytest.mark.parametrize(
    ("beside", "words"),
    [
        ({"warnings": ["No StoreAPIs matched for this query"]}, "No StoreAPIs matched"),
        ({"isPartial": True}, "it answers in part"),
    ],
)
def test_what_is_answered_in_part_is_told_as_partial(
    asking: Asking, beside: Mapping[str, Any], words: str
) -> None:
    with serving() as server:
        serve(server, **beside)
        outcome = asking(server.url)
    assert outcome.evidence_status == "partial"
    assert list(outcome.failed_sources) == ["prod"]
    assert outcome.search is not None and not outcome.search.answered
    assert words in (outcome.error or "")


@BOTH
def test_a_tenant_that_is_wanted_and_not_given_names_the_setting(asking: Asking) -> None:
    with serving() as server:
        server.replies = [Reply(401, b"no org id")]
        outcome = asking(f"{server.url}/prometheus")
    assert outcome.evidence_status == "error"
    assert "no org id" in (outcome.error or "")
    assert "sources.prod.tenant" in (outcome.error or "")


@pytest.mark.parametrize(("length", "has_address"), [(100, True), (5000, False)])
def test_a_question_too_long_for_an_address_goes_as_a_form(length: int, has_address: bool) -> None:
    with serving() as server:
        serve(server, "/prometheus")
        api = PrometheusApi(PrometheusServer("prod", source(f"{server.url}/prometheus")))
        assert api.query("x" * length, NOW) == []
    (path,) = server.paths
    assert path.startswith("/prometheus/api/v1/query")
    assert ("?" in path) == has_address
