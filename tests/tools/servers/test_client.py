"""The client of one source: tries, connections and redirects; and what it hides."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.errors import SourceError, SourceFault
from superbiz_agent.settings.sources import PrometheusSource
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


def test_an_error_after_several_tries_names_them_and_the_setting() -> None:
    with serving() as server:
        server.replies = [Reply(503)]
        with pytest.raises(SourceError) as caught:
            client(server, retries=2).get_json("/q", {}, ASKED)
    assert str(caught.value).endswith("; tried 3 times, sources.prod.retries lowers that")
    assert caught.value.fault == SourceFault("status", 503, tries=3)


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


SECRET = "Zx9qLw27RtVbNm"  # of no known shape
LOGIN = base64.b64encode(f"bob:{SECRET}".encode()).decode()
SIGNED: dict[str, dict[str, object]] = {
    "token": {"token": "env:SECRET"},
    "password": {"username": "bob", "password": "env:SECRET"},
    "header": {"headers": {"X-Key": "env:SECRET"}},
    "scheme": {"headers": {"Authorization": "env:SCHEME"}},
    "written": {"headers": {"X-Key": SECRET}},
}


def echoed(request: Any) -> bytes:
    """What a server says that repeats all it was sent, decoded and not."""
    sent = [request.headers.get(name, "") for name in ("authorization", "x-key")]
    words = [*sent, SECRET, LOGIN, json.dumps(SECRET).replace("Z", "\\u005a")[1:-1]]
    return json.dumps({"error": "no principal 用户不存在", "who": words}).encode()


@pytest.fixture
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", SECRET)
    monkeypatch.setenv("SCHEME", f"Bearer {SECRET}")


@pytest.mark.usefixtures("secret")
@pytest.mark.parametrize("signed", SIGNED.values(), ids=SIGNED)
def test_what_signed_a_request_stands_in_no_answer(signed: dict[str, object]) -> None:
    with serving() as server:
        server.replies = [
            lambda request: Reply(200, echoed(request), headers={"x-who": f"by {SECRET}"})
        ]
        asked = client(server, **signed)
        answer = asked.request("GET", "/q", ASKED)
    sent = SECRET in str(server.seen) or LOGIN in str(server.seen)
    assert sent
    assert SECRET not in str(answer)
    assert SECRET not in str(json.loads(answer.body))
    assert json.loads(answer.body)["error"] == "no principal 用户不存在"
    assert answer.headers["x-who"] == "by [redacted:secret]"
    assert "password" not in signed or LOGIN not in str(answer)


@pytest.mark.usefixtures("secret")
@pytest.mark.parametrize("status", [400, 401, 403, 407, 422, 500])
@pytest.mark.parametrize("signed", SIGNED.values(), ids=SIGNED)
@pytest.mark.parametrize("form", ['{"error": "%s"}', "%s", '{"message": {"reason": "no %s"}}'])
def test_what_signed_a_request_stands_in_no_error(
    status: int, signed: dict[str, object], form: str
) -> None:
    said = f"{'e' * 280} bob:{SECRET} [{LOGIN}] 用户 {SECRET}"
    with serving() as server:
        server.replies = [Reply(status, (form % said).encode())]
        with pytest.raises(SourceError) as caught:
            client(server, retries=0, **signed).get_json("/q", {}, ASKED)
    told = str(caught.value) + str(getattr(caught.value, "said", ""))
    assert SECRET[:6] not in told
    assert "password" not in signed or LOGIN[:8] not in told


@pytest.mark.usefixtures("secret")
def test_a_redirect_shows_no_secret() -> None:
    with serving() as server:
        server.replies = [Reply(307, headers={"location": f"http://{SECRET}.example.com/"})]
        with pytest.raises(SourceError, match="not followed") as caught:
            client(server, token="env:SECRET").get_json("/q", {}, ASKED)
    assert SECRET.lower() not in str(caught.value).lower()


def test_a_renewed_secret_is_hidden_and_so_is_the_one_before(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("first-secret-1\n")
    with serving() as server:
        server.replies = [Reply(200, b'["first-secret-1", "second-secret-2"]')]
        asked = client(server, token=f"file:{file}")
        asked.get_json("/q", {}, ASKED)
        file.write_text("second-secret-2\n")
        assert asked.get_json("/q", {}, ASKED) == ["[redacted:secret]"] * 2


def test_a_header_that_says_only_what_is_spoken_hides_nothing() -> None:
    with serving() as server:
        server.replies = [Reply(200, b'["application/json"]')]
        asked = client(server, headers={"Accept": "application/json"}, tenant="orders-team")
        assert asked.get_json("/q", {}, ASKED) == ["application/json"]
