"""What servers of alerts may answer, played on loopback: odd, partial, many, and none."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.settings.sources import AlertmanagerSource
from superbiz_agent.tools.metrics.alertmanager import AlertmanagerAlerts
from superbiz_agent.tools.metrics.arguments import MAX_ALERTS
from superbiz_agent.tools.metrics.backend import AlertRequest
from superbiz_agent.tools.metrics.prometheus_answers import external_labels_of
from superbiz_agent.tools.servers import HttpClient
from superbiz_agent.tools.servers.kept_answers import KeptAnswers, keeping
from tests.tools.metrics.asking import alertmanager, ask, prometheus, short, texts
from tests.tools.servers.faulty_server import FaultyServer, Reply, serving

pytestmark = pytest.mark.server

EMPTY: Mapping[str, Any] = {
    "/api/v1/alerts": {"alerts": []},
    "/api/v1/rules": {"groups": [{"rules": [{"name": "HighMemoryUsage", "type": "alerting"}]}]},
    "/api/v1/query": {"resultType": "vector", "result": []},
    "/api/v1/query_range": {"resultType": "matrix", "result": []},
    "/api/v1/label/__name__/values": [],
}


def play(server: FaultyServer, answers: Mapping[str, Any], **beside: Any) -> None:
    """Answer each path with its data, and with what stands beside the data."""

    def reply(handler: Any) -> Reply:
        path = handler.path.partition("?")[0]
        if isinstance(answers.get(path), Reply):
            return answers[path]
        if path not in answers:
            return Reply(404)
        is_version_2 = path.startswith("/api/v2")
        body = answers[path] if is_version_2 else {"status": "success", "data": answers[path]}
        return Reply(200, json.dumps(body | beside if beside else body).encode())

    server.replies = [reply]


def entry(**changes: Any) -> dict[str, Any]:
    return {
        "labels": {"alertname": "HighMemoryUsage", "service": "orders"},
        "annotations": {},
        "state": "firing",
        "activeAt": "2026-07-07T10:00:00Z",
        "value": "1e+00",
        **changes,
    }


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"value": "NaN"}, ["current=NaN"]),
        ({"value": float("nan")}, ["current=NaN"]),
        ({"value": None}, ["HighMemoryUsage firing, service=orders"]),
        ({"value": {"x": 1}}, ["HighMemoryUsage firing, service=orders"]),
        ({"activeAt": None}, ["HighMemoryUsage firing"]),
        ({"activeAt": "yesterday"}, ["HighMemoryUsage firing"]),
        ({"activeAt": "2026-07-07T18:00:00+08:00"}, ["2026-07-07T10:00:00Z (zone +08:00)"]),
        ({"state": 7}, ["HighMemoryUsage unknown"]),
        ({"annotations": None}, ["HighMemoryUsage firing"]),
        ({"annotations": {"summary": ["a", 1]}}, ['summary="[\\"a\\", 1]"']),
        ({"labels": {"alertname": 5, "x": None, "y": [1]}}, ["5 firing", "x=null", 'y="[1]"']),
        ({"labels": {"service": "orders"}, "name": "Named"}, ["Named firing, service=orders"]),
        ({"labels": {"alertname": "A", "told_by": "me"}}, ["A firing", "label.told_by=me"]),
        ({"labels": {"alertname": "A\nB", "x": "\u202eb"}}, ["A\\nB", "\\u202e"]),
    ],
)
def test_an_odd_alert_is_still_one_line(changes: dict[str, Any], words: list[str]) -> None:
    with serving() as server:
        play(server, {**EMPTY, "/api/v1/alerts": {"alerts": [entry(**changes)]}})
        (line,) = texts(ask(prometheus(server.url)))
    assert [word for word in words if word not in line] == []
    assert "\n" not in line


def test_entries_that_are_no_alert_are_counted_and_the_rest_is_used() -> None:
    with serving() as server:
        listed = [entry(), 5, None, {"labels": {}}]
        play(server, {**EMPTY, "/api/v1/alerts": {"alerts": listed}})
        outcome = ask(prometheus(server.url))
    assert len(texts(outcome)) == 1
    assert outcome.evidence_status == "partial"
    assert "prod: entry 1 is left out" in (outcome.error or "")


@pytest.mark.parametrize(
    "answer", [{"alerts": 5}, {"alerts": None}, {"alerts": {}}, {"alerts": []}]
)
def test_no_list_of_alerts_is_none(answer: Any) -> None:
    with serving() as server:
        play(server, {**EMPTY, "/api/v1/alerts": answer})
        outcome = ask(prometheus(server.url))
    assert outcome.evidence_status == "no_evidence"


@pytest.mark.parametrize("body", [b"[]", b"5", b'"x"', b"null", b'{"data": 5}', b'{"data": {}}'])
def test_an_answer_of_another_api_names_the_setting(body: bytes) -> None:
    with serving() as server:
        server.replies = [Reply(200, body)]
        for backend in (prometheus(server.url), alertmanager(server.url)):
            outcome = ask(backend)
            if body == b"[]" and backend.name == "notifier":
                assert outcome.evidence_status == "no_evidence"
            else:
                assert outcome.evidence_status == "error"
                assert f"sources.{backend.name}.url" in (outcome.error or "")


def test_an_error_that_is_told_with_success_is_an_error() -> None:
    with serving() as server:
        server.replies = [Reply(200, b'{"status": "error", "error": "boom\\nIgnore this"}')]
        outcome = ask(prometheus(server.url))
    assert outcome.evidence_status == "error"
    assert '"boom\\\\nIgnore this"' in (outcome.error or "")


def test_the_address_of_alerts_is_named_where_it_is_another_one() -> None:
    with serving() as server, serving() as other:
        other.replies = [Reply(503)]
        play(server, EMPTY)
        outcome = ask(prometheus(server.url, alerts_url=other.url))
        assert "HTTP 503" in (outcome.error or "")
        other.replies = [Reply(404)]
        assert "sources.prod.alerts_url" in (
            ask(prometheus(server.url, alerts_url=other.url)).error or ""
        )
    assert server.paths == []


def test_a_past_that_cannot_be_asked_for_leaves_what_is_active_now() -> None:
    with serving() as server:
        failing = {"/api/v1/query_range": Reply(422, b'{"error": "too many samples"}')}
        play(server, {**EMPTY, **failing, "/api/v1/alerts": {"alerts": [entry()]}})
        outcome = ask(prometheus(server.url))
    assert short(outcome) == [("HighMemoryUsage", "orders", "firing")]
    assert outcome.evidence_status == "partial"
    assert "too many samples" in (outcome.error or "")


def test_a_past_that_was_asked_for_and_cannot_be_is_an_error() -> None:
    end = datetime.now(UTC) - timedelta(hours=1)
    with serving() as server:
        play(server, {**EMPTY, "/api/v1/query": Reply(503)})
        outcome = ask(prometheus(server.url), since=end - timedelta(hours=1), until=end)
    assert outcome.evidence_status == "error"
    assert "window " in (outcome.error or "")


def test_rules_that_cannot_be_read_make_silence_no_answer() -> None:
    with serving() as server:
        play(server, {**EMPTY, "/api/v1/rules": Reply(403)})
        outcome = ask(prometheus(server.url))
    assert outcome.evidence_status == "no_evidence"
    assert outcome.search is not None
    assert not outcome.search.answered
    assert "HTTP 403" in (outcome.error or "")


def test_a_rule_that_is_never_evaluated_makes_silence_no_answer() -> None:
    broken = {"name": "Broken", "type": "alerting", "health": "err", "lastError": "no such label"}
    with serving() as server:
        play(server, {**EMPTY, "/api/v1/rules": {"groups": [{"rules": [broken]}]}})
        outcome = ask(prometheus(server.url))
    assert outcome.search is not None
    assert not outcome.search.answered
    assert 'prod: rule Broken cannot be evaluated and never fires: "no such label"' in (
        outcome.error or ""
    )


def test_what_the_server_says_that_is_missing_makes_the_result_partial() -> None:
    with serving() as server:
        play(server, EMPTY, warnings=["store eu-1 is down"], isPartial=True)
        outcome = ask(prometheus(server.url))
    assert outcome.evidence_status == "partial"
    assert "store eu-1 is down" in (outcome.error or "")


def test_of_many_alerts_some_are_shown_and_all_are_counted() -> None:
    many = [entry(labels={"alertname": "A", "pod": f"p-{number}"}) for number in range(10_000)]
    with serving() as server:
        play(server, {**EMPTY, "/api/v1/alerts": {"alerts": many}})
        outcome = ask(prometheus(server.url))
    assert len(texts(outcome)) == MAX_ALERTS
    assert outcome.search is not None
    assert (outcome.search.matched, outcome.search.truncated) == (10_000, True)


def test_a_window_that_has_not_come_is_asked_of_nobody() -> None:
    later = datetime.now(UTC) + timedelta(days=1)
    with serving() as server:
        outcome = ask(prometheus(server.url), since=later, now=later + timedelta(hours=1))
        assert server.paths == []
    assert outcome.evidence_status == "no_evidence"
    assert outcome.search is not None
    assert not outcome.search.answered
    assert "prod: the window has not come yet" in (outcome.error or "")


def notified(**changes: Any) -> dict[str, Any]:
    return {
        "labels": {"alertname": "A"},
        "startsAt": "2026-07-07T10:00:00Z",
        "endsAt": "2036-07-07T10:00:00Z",
        "updatedAt": "2026-07-07T10:00:00Z",
        "fingerprint": "f1",
        "receivers": [{"name": "on-call"}, {"name": "audit"}],
        "status": {"state": "active", "silencedBy": [], "inhibitedBy": []},
        **changes,
    }


def test_a_silence_that_cannot_be_read_leaves_the_alert_silenced_and_is_told() -> None:
    status = {"state": "suppressed", "silencedBy": ["s1"], "inhibitedBy": []}
    with serving() as server:
        play(server, {"/api/v2/alerts": [notified(status=status)], "/api/v2/silences": Reply(500)})
        outcome = ask(alertmanager(server.url))
    (line,) = texts(outcome)
    assert line.startswith("A silenced, ")
    assert 'receivers="on-call, audit"' in line
    assert outcome.evidence_status == "partial"
    assert "HTTP 500" in (outcome.error or "")


@pytest.mark.parametrize(
    ("silence", "words", "missing"),
    [
        (
            {"endsAt": "2026-07-08T00:00:00+08:00", "createdBy": "li", "comment": "a\nb"},
            ["silenced_until=2026-07-07T16:00:00Z", "silenced_by=li", 'silence_comment="a\\nb"'],
            [],
        ),
        ({"endsAt": 5, "createdBy": None, "comment": []}, [], ["silenced_by", "comment"]),
        ({"createdBy": "password=hunter22"}, ["[redacted:"], ["hunter22"]),
    ],
)
def test_a_silence_is_told_as_far_as_it_is_known(
    silence: dict[str, Any], words: list[str], missing: list[str]
) -> None:
    status = {"state": "suppressed", "silencedBy": ["s1", 7], "inhibitedBy": None}
    with serving() as server:
        answers = {"/api/v2/alerts": [notified(status=status)]}
        play(server, {**answers, "/api/v2/silences": [{"id": "s1", **silence}, None, {}]})
        (line,) = texts(ask(alertmanager(server.url)))
    assert [word for word in words if word not in line] == []
    assert [word for word in missing if word in line] == []


def test_a_silence_that_began_later_did_not_lie_over_the_alert_then() -> None:
    status = {"state": "suppressed", "silencedBy": ["s1"], "inhibitedBy": []}
    began = {"id": "s1", "startsAt": "2026-07-07T11:00:00Z", "endsAt": "2036-07-07T11:00:00Z"}
    with serving() as server:
        play(server, {"/api/v2/alerts": [notified(status=status)], "/api/v2/silences": [began]})
        backend = alertmanager(server.url)
        then = datetime(2026, 7, 7, 10, 30, tzinfo=UTC)
        assert texts(ask(backend, until=then, now=then))[0].startswith("A firing, duration=30m")
        assert texts(ask(backend))[0].startswith("A silenced, ")


@pytest.mark.parametrize("query", [{"service": "shop"}, {"query": "shop"}, {"query": "shop 服务"}])
def test_a_whole_server_answers_to_the_names_of_its_settings(query: dict[str, str]) -> None:
    with serving() as server:
        play(
            server,
            {**EMPTY, "/api/v1/alerts": {"alerts": [entry()]}, "/api/v2/alerts": [notified()]},
        )
        for make in (prometheus, alertmanager):
            found = ask(make(server.url, services=("Shop",)), **query)
            assert len(short(found)) == 1
            assert short(ask(make(server.url), **query)) == []


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
KEYS = ("labels", "annotations", "startsAt", "activeAt", "endsAt", "updatedAt", "status", "state",
        "value", "receivers", "fingerprint", "id", "name", "rules", "type", "metric", "values",
        "silencedBy", "inhibitedBy", "createdBy", "comment", "alertname", "alerts")  # fmt: skip
SHAPED = st.recursive(
    JSON,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6)
    ),
    max_leaves=12,
)


@given(
    st.lists(SHAPED, max_size=4)
    | SHAPED
    | st.fixed_dictionaries(
        {
            "data": SHAPED
            | st.fixed_dictionaries({"alerts": SHAPED, "groups": SHAPED, "result": SHAPED})
        }
    )
)
def test_whatever_json_a_server_answers_no_reader_breaks(value: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HttpClient, "get_json", lambda *_: value)
        for make in (prometheus, alertmanager):
            outcome = ask(make("http://127.0.0.1:1"))
            assert " failed (" not in (outcome.error or "")
            assert all("\n" not in text for text in texts(outcome))


def up(handler: Any) -> Reply:
    """A server that holds data of every instant that it is asked for."""
    given = parse_qs(urlparse(handler.path).query)
    if "count(up)" not in given["query"][0]:
        return Reply(200, b'{"status": "success", "data": {"resultType": "matrix", "result": []}}')
    first, last, step = (float(given[key][0]) for key in ("start", "end", "step"))
    values = [[first + n * step, "1"] for n in range(int((last - first) / step) + 1)]
    data = {"resultType": "matrix", "result": [{"metric": {}, "values": values}]}
    return Reply(200, json.dumps({"status": "success", "data": data}).encode())


def play_server(server: FaultyServer, *names: str, alerts: Any = (), **fields: Any) -> None:
    """A Prometheus with rules of these names, in whose past nothing fired."""
    if "alerts_" in fields:
        fields["alerts"] = fields.pop("alerts_")
    listed = [{"name": name, "type": "alerting", **fields} for name in names]
    answers = {
        **EMPTY,
        "/api/v1/alerts": {"alerts": list(alerts)},
        "/api/v1/rules": {"groups": [{"interval": 60, "rules": listed}]},
    }
    play(server, answers)
    (others,) = server.replies

    def reply(handler: Any) -> Reply:
        is_range = handler.path.partition("?")[0] == "/api/v1/query_range"
        return up(handler) if is_range else others(handler)

    server.replies = [reply]


@pytest.mark.parametrize(("sent", "is_answered"), [("DiskFull", True), ("HighMemoryUsage", False)])
def test_of_a_past_that_one_server_does_not_keep_only_those_who_fire_its_alerts_can_tell(
    sent: str, is_answered: bool
) -> None:
    now = datetime.now(UTC)
    with serving() as one, serving() as other:
        play_server(one, "DiskFull")
        labels = {"alertname": sent, "service": "billing"}
        play(other, {"/api/v2/alerts": [notified(labels=labels)], "/api/v2/silences": []})
        outcome = ask(
            prometheus(one.url),
            alertmanager(other.url),
            query=sent,
            service="billing",
            since=now - timedelta(hours=3),
            until=now - timedelta(hours=2),
        )
    assert outcome.search is not None
    assert outcome.search.answered is is_answered
    told = [(each.source, each.kind) for each in outcome.reasons]
    assert told == ([] if is_answered else [("notifier", "not_kept")])


@pytest.mark.parametrize(
    ("labels", "is_answered"),
    [
        ({"exported_service": "orders"}, False),
        ({"app_name": "Orders"}, False),
        ({"service": "prod/orders"}, False),
        ({"queue": "prod:orders.in"}, False),
        ({"service": "billing"}, True),
        ({"queue": "reorders"}, True),
    ],
)
def test_an_alert_that_names_the_service_by_another_label_makes_silence_no_answer(
    labels: dict[str, str], is_answered: bool
) -> None:
    fires = [
        entry(labels={"alertname": "HighMemoryUsage", **labels}),
        entry(labels={"alertname": "DiskFull", "service": "orders"}),
    ]
    with serving() as server:
        play_server(server, "HighMemoryUsage", "DiskFull", alerts=fires)
        outcome = ask(prometheus(server.url), query="HighMemoryUsage", service="orders")
    assert outcome.search is not None
    assert outcome.search.matched == 0
    assert outcome.search.answered is is_answered
    assert ("another label of HighMemoryUsage names orders" in (outcome.error or "")) is (
        not is_answered
    )


def test_a_rule_that_fires_and_whose_alert_is_not_listed_makes_silence_no_answer() -> None:
    with serving() as server:
        play_server(server, "HighMemoryUsage", state="firing")
        outcome = ask(prometheus(server.url), query="HighMemoryUsage")
    assert outcome.search is not None
    assert not outcome.search.answered
    assert "alerts of HighMemoryUsage are active, its list" in (outcome.error or "")


def test_a_server_without_rules_whose_past_has_alerts_tells_nothing_of_what_fires_now() -> None:
    now = datetime.now(UTC)
    labels = {"__name__": "ALERTS", "alertname": "DiskFull", "alertstate": "firing"}

    def reply(handler: Any) -> Any:
        path, _, query = handler.path.partition("?")
        asked = parse_qs(query).get("query", [""])[0]
        result: list[Any] = []
        if path == "/api/v1/query_range" and "ALERTS" in asked:
            at = (now - timedelta(hours=1)).timestamp()
            result = [{"metric": labels, "values": [[at, "1"], [at + 60, "1"]]}]
        data = {"resultType": "matrix", "result": result}
        if path == "/api/v1/rules":
            data = {"groups": []}
        elif path == "/api/v1/alerts":
            data = {"alerts": []}
        elif path.startswith("/api/v1/label"):
            data = []
        return Reply(200, json.dumps({"status": "success", "data": data}).encode())

    with serving() as server:
        server.replies = [reply]
        outcome = ask(prometheus(server.url), query="alerts")
    assert outcome.search is not None
    assert not outcome.search.answered
    assert "it has no alerting rules" in (outcome.error or "")


def test_an_alert_that_its_rule_alone_lists_is_told_and_is_no_answer_about_another() -> None:
    listed = [entry(labels={"service": "billing"}), entry(labels={"service": "x"}, state="Normal")]
    orders = entry(labels={"alertname": "HighMemoryUsage", "service": "orders"})
    with serving() as server:
        play_server(server, "HighMemoryUsage", alerts=[orders], state="firing", alerts_=listed)
        source = prometheus(server.url)
        outcome = ask(source, query="HighMemoryUsage")
        third = ask(source, query="HighMemoryUsage", service="payments")
    assert [each[1] for each in short(outcome)] == ["orders", "billing"]
    assert third.search is not None
    assert third.search.matched == 0


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        (
            "global:\n  external_labels:\n    cluster: eu\n    n: 1\nrule_files: []\n",
            {"cluster": "eu", "n": "1"},
        ),
        ("global:\n  scrape_interval: 1s\n", {}),
        ("rule_files: []\n", {}),
        ("global: {external_labels: {cluster: eu}}\n", {"cluster": "eu"}),
        ("global:\n  external_labels:\n    host: ${HOST}\n", None),
        ("global:\n  external_labels: {a: b}\nalerting:\n  alert_relabel_configs: []\n", None),
        ("global:\n  external_labels: [[[\n", None),
        ("global:\n  external_labels: text\n", {}),
        ("", None),
    ],
)
def test_the_labels_that_a_server_adds_are_those_of_its_configuration(
    text: str, labels: dict[str, str] | None
) -> None:
    assert external_labels_of({"yaml": text}) == labels
    assert external_labels_of(None) is None


def test_alerts_of_equal_labels_and_start_of_two_servers_are_told_with_both_values() -> None:
    with serving() as one, serving() as other:
        play_server(one, "HighMemoryUsage", alerts=[entry(value="0.91")])
        play_server(other, "HighMemoryUsage", alerts=[entry(value="0.1")])
        outcome = ask(prometheus(one.url, name="eu"), prometheus(other.url, name="us"))
    assert outcome.search is not None
    assert outcome.search.matched == 2
    assert [item.values["current"] for item in outcome.items["alerts"]] == ["0.91", "0.1"]


def test_an_alertmanager_is_asked_as_of_one_instant_within_a_diagnosis() -> None:
    ticks = iter(datetime(2026, 7, 7, 12, minute, tzinfo=UTC) for minute in range(9))
    with serving() as server, keeping(KeptAnswers()):
        play(server, {"/api/v2/alerts": [], "/api/v2/silences": []})
        source = AlertmanagerSource(kind="alertmanager", url=server.url, retries=0)
        backend = AlertmanagerAlerts("notifier", source, clock=lambda: next(ticks))
        request = AlertRequest(None, None, datetime.now(UTC))
        assert backend.alerts(request).told_from == backend.alerts(request).told_from


def test_a_list_that_is_kept_tells_up_to_when_it_was_listed() -> None:
    noon = datetime(2026, 7, 7, 12, 0, tzinfo=UTC)
    ticks = iter(noon + timedelta(minutes=n) for n in range(9))
    with serving() as server, keeping(KeptAnswers()):
        play(server, {"/api/v2/alerts": [notified()], "/api/v2/silences": []})
        source = AlertmanagerSource(kind="alertmanager", url=server.url, retries=0)
        backend = AlertmanagerAlerts("notifier", source, clock=lambda: next(ticks))
        for later in (0, 4):
            outcome = ask(backend, query="DiskFull", now=noon + timedelta(minutes=later))
            assert outcome.search is not None
            assert outcome.search.until == "2026-07-07T12:00:00Z"
