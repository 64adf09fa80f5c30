"""The client of one source: tries, connections and redirects."""

import pytest

from superbiz_agent.errors import SourceError
from superbiz_agent.source_settings import PrometheusSource
from superbiz_agent.tools.servers import Asked, HttpClient, RefusedQueryError
from tests.tools.servers.faulty_server import FaultyServer, Reply, serving

pytestmark = pytest.mark.server

ASKED = Asked("up", "09:00 to 10:00")


def client(server: FaultyServer, waits: list[float] | None = None, **fields: object) -> HttpClient:
    source = PrometheusSource.model_validate({"kind": "prometheus", "url": server.url, **fields})
    sleep = (lambda _: None) if waits is None else waits.append
    return HttpClient("prod", source, "Prometheus", sleep=sleep)


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_status_that_may_pass_is_tried_again(status: int) -> None:
    with serving() as server:
        server.replies = [Reply(status), Reply(status), Reply(200, b'{"ok": 1}')]
        assert client(server).get_json("/q", {}, ASKED) == {"ok": 1}
        assert len(server.paths) == 3


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_any_other_status_is_not_tried_again(status: int) -> None:
    with serving() as server:
        server.replies = [Reply(status)]
        with pytest.raises(SourceError):
            client(server).get_json("/q", {}, ASKED)
        assert len(server.paths) == 1


def test_tries_end_and_wait_longer_each_time() -> None:
    waits: list[float] = []
    with serving() as server:
        server.replies = [Reply(503)]
        with pytest.raises(SourceError, match="HTTP 503"):
            client(server, waits, retries=3).get_json("/q", {}, ASKED)
        assert len(server.paths) == 4
    assert waits == sorted(waits)
    assert 0 < waits[0] < waits[-1]


def test_the_server_says_how_long_to_wait_within_bounds() -> None:
    waits: list[float] = []
    with serving() as server:
        server.replies = [
            Reply(429, headers={"retry-after": "3"}),
            Reply(429, headers={"retry-after": "99999"}),
            Reply(200),
        ]
        client(server, waits).get_json("/q", {}, ASKED)
    assert waits == [3.0, 10.0]


def test_a_connection_is_used_again() -> None:
    with serving() as server:
        asked = client(server)
        for _ in range(3):
            asked.get_json("/q", {}, ASKED)
        asked.close()
        assert server.connections == 1
        asked.get_json("/q", {}, ASKED)
        asked.close()
        assert server.connections == 2


def test_a_redirect_within_the_server_is_followed() -> None:
    with serving() as server:
        server.replies = [Reply(301, headers={"location": "/deeper/q?a=1"}), Reply(200)]
        client(server).get_json("/q", {"a": "1"}, ASKED)
        assert server.paths == ["/q?a=1", "/deeper/q?a=1"]


def test_a_redirect_to_another_server_is_never_asked() -> None:
    with serving() as server, serving() as other:
        server.replies = [Reply(307, headers={"location": other.url + "/q"})]
        with pytest.raises(SourceError, match="not followed"):
            client(server, headers={"X-Key": "secret"}).get_json("/q", {}, ASKED)
        assert other.paths == []


def test_a_query_that_the_server_calls_wrong_is_told_with_its_words() -> None:
    with serving() as server:
        server.replies = [Reply(400, b'{"status":"error","error":"1:4: parse error"}')]
        with pytest.raises(RefusedQueryError) as caught:
            client(server).get_json("/q", {}, ASKED)
    assert caught.value.said == "1:4: parse error"
    assert caught.value.status == 400


def test_parameters_are_quoted() -> None:
    with serving() as server:
        client(server).get_json("/q", {"query": 'up{a="b&c=d"}#'}, ASKED)
        assert server.paths == ["/q?query=up%7Ba%3D%22b%26c%3Dd%22%7D%23"]
