"""Alerts of the real Prometheus, VictoriaMetrics with vmalert, and Alertmanager."""

import json
import time
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.tools.instants import format_instant
from tests.real_servers import wait_for
from tests.servers.alerting import AUTHOR, COMMENT, Alerting, past_alerts
from tests.servers.prometheus import alertmanager as started_alertmanager
from tests.servers.prometheus import prometheus as started_prometheus
from tests.servers.prometheus import steady, victoria_metrics, vmalert
from tests.tools.metrics.asking import alertmanager, ask, prometheus, short, texts

pytestmark = pytest.mark.server

ACTIVE = [
    ("DiskAlmostFull", "checkout", "pending"),
    ("HighMemoryUsage", "order-1", "firing"),
    ("HighMemoryUsage", "order-2", "firing"),
    ("NodeDown", "", "firing"),
    ("PodNotReady", "cart-1", "firing"),
    ("ReportLate", "reports", "firing"),
]
PAST = [
    ("HighMemoryUsage", "payment-1", "resolved"),
    ("HighMemoryUsage", "payment-1", "resolved"),
    ("HighMemoryUsage", "payment-2", "resolved"),
]
SPIKE = [("ShortSpike", "search", state) for state in ("firing", "resolved")]


@pytest.fixture(params=["prometheus", "victoria"])
def server(request: pytest.FixtureRequest, alerting: Alerting) -> Any:
    """Each server with the API of Prometheus."""
    if request.param == "prometheus":
        return prometheus(alerting.prometheus)
    return prometheus(alerting.victoria, alerts_url=alerting.vmalert)


def test_what_is_active_now_is_told_with_labels_value_start_and_annotations(
    alerting: Alerting, server: Any
) -> None:
    outcome = ask(server)
    assert sorted(set(short(outcome)) - {*PAST, *SPIKE}) == ACTIVE
    (line,) = (text for text in texts(outcome) if "pod=order-1" in text)
    assert line.startswith("HighMemoryUsage firing, service=order-service, current=91%, duration=")
    for part in ("severity=critical", 'summary="memory of order-1 is nearly used up"', "Z, "):
        assert part in line
    (item,) = (each for each in outcome.items["alerts"] if each.text == line)
    since = datetime.fromisoformat(item.values["since"])
    assert timedelta() <= since - alerting.now < timedelta(minutes=5)


def test_an_alert_that_resolved_while_the_server_ran_is_told_as_over(
    alerting: Alerting, server: Any
) -> None:
    def spike() -> list[str]:
        return [text for text in texts(ask(server)) if text.startswith("ShortSpike resolved")]

    wait_for(lambda: bool(spike()), "the spike is not over")
    (line,) = spike()
    assert "service=search" in line
    assert ", until=" in line
    assert ", precision=1m" in line


def test_without_a_window_the_last_hours_are_looked_at_and_told(
    alerting: Alerting, server: Any
) -> None:
    outcome = ask(server, service="payment-service")
    assert sorted(short(outcome)) == PAST
    assert outcome.search is not None
    since = datetime.fromisoformat(outcome.search.since or "")
    assert (
        timedelta(hours=5, minutes=59) < datetime.now(UTC) - since < timedelta(hours=6, minutes=1)
    )


def test_a_past_window_tells_what_fired_then_and_how_exactly(
    alerting: Alerting, server: Any
) -> None:
    outcome = ask(server, since=alerting.before(minutes=200), until=alerting.before(minutes=135))
    assert sorted(short(outcome)) == PAST[1:]
    assert outcome.search is not None
    assert outcome.search.answered
    first, second, _ = past_alerts(alerting.now.timestamp())
    for past, pod in ((first, "payment-1"), (second, "payment-2")):
        (item,) = (each for each in outcome.items["alerts"] if each.fields["pod"] == pod)
        assert item.values["since"] == format_instant(datetime.fromtimestamp(past.start, UTC))
        end = datetime.fromisoformat(item.values["until"]).timestamp()
        assert abs(end - past.end) <= 15
        assert item.values["precision"] == "15s"
        assert 'runbook_url="https://runbooks.example.org/HighMemoryUsage"' in item.text


def test_as_of_an_instant_it_fires_and_later_ends_are_not_known_then(
    alerting: Alerting, server: Any
) -> None:
    then = alerting.before(minutes=155)
    outcome = ask(server, until=then, now=then)
    assert sorted(short(outcome)) == [
        ("HighMemoryUsage", "payment-1", "firing"),
        ("HighMemoryUsage", "payment-2", "firing"),
    ]
    assert sorted(item.values["duration"] for item in outcome.items["alerts"]) == ["15m", "25m"]
    then = alerting.before(minutes=177)
    pending = ask(server, until=then, now=then)
    assert short(pending) == [("HighMemoryUsage", "payment-1", "pending")]
    for line in (*texts(outcome), *texts(pending)):
        assert line.count(", as_of=") == 1


def test_a_window_in_another_zone_is_the_same_window(alerting: Alerting, server: Any) -> None:
    since, until = (
        (alerting.before(minutes=ago) + timedelta(hours=8)).strftime("%Y-%m-%dT%H:%M:%S+08:00")
        for ago in (200, 135)
    )
    outcome = ask(server, called={"since": since, "until": until})
    assert sorted(short(outcome)) == PAST[1:]


def test_nothing_in_a_window_that_is_held_is_an_answer(alerting: Alerting, server: Any) -> None:
    outcome = ask(server, since=alerting.before(minutes=60), until=alerting.before(minutes=30))
    assert outcome.evidence_status == "no_evidence"
    assert outcome.search is not None
    assert outcome.search.answered


def test_nothing_in_a_window_before_the_data_is_no_answer(alerting: Alerting, server: Any) -> None:
    outcome = ask(server, since=alerting.before(hours=30), until=alerting.before(hours=20))
    assert outcome.evidence_status == "no_evidence"
    assert outcome.search is not None
    assert not outcome.search.answered
    assert "prod: it holds no data of the window" in (outcome.error or "")


def test_a_window_that_begins_before_the_data_says_from_when_it_is_held(
    alerting: Alerting, server: Any
) -> None:
    outcome = ask(server, since=alerting.before(hours=8), until=alerting.before(minutes=135))
    assert sorted(short(outcome)) == PAST[1:]
    assert outcome.search is not None
    assert not outcome.search.answered
    assert "of alerts that were over before " in (outcome.error or "")


def test_a_window_before_the_data_is_told_by_each_server_with_its_own_reason(
    alerting: Alerting,
) -> None:
    both = [prometheus(alerting.prometheus), alertmanager(alerting.alertmanager)]
    outcome = ask(*both, query="QueueFull", since=alerting.before(hours=8))
    assert outcome.search is not None
    assert not outcome.search.answered
    assert [(each.source, each.kind) for each in outcome.reasons] == [
        ("prod", "holes"),
        ("notifier", "not_kept"),
    ]


def test_without_a_window_the_search_begins_where_the_data_does(tmp_path: Path) -> None:
    rule = {"alert": "QueueFull", "expr": "queue_length > 1000"}
    path = tmp_path / "rules.json"
    path.write_text(json.dumps({"groups": [{"name": "g", "interval": "1s", "rules": [rule]}]}))
    now = time.time()
    hours = [(2.0, 1.0), (0.2, 0.0)]
    held = [
        steady("up", {"job": "orders"}, 1, now - 3600 * first, now - 3600 * last, 15)
        for first, last in hours
    ]
    for name, series in (("short", held[1:]), ("hole", held)):
        (tmp_path / name).mkdir()
        with started_prometheus(tmp_path / name, series=series, rules=[path]) as url:
            backend = prometheus(url)

            def is_answered(backend: Any = backend) -> bool:
                search = ask(backend, query="QueueFull").search
                return search is not None and search.answered

            wait_for(is_answered, "its rule is never evaluated")
            search = ask(backend, query="QueueFull").search
        assert search is not None
        begins = datetime.fromisoformat(search.since or "").timestamp() - (now - 720)
        assert -1 <= begins <= 120


def test_a_rule_that_does_not_fire_is_known_and_a_misspelt_one_is_not(server: Any) -> None:
    quiet = ask(server, query="QueueFull")
    assert quiet.evidence_status == "no_evidence"
    assert quiet.search is not None
    assert quiet.search.answered
    for given in ({"query": "QueueFul"}, {"query": "alerts", "service": "QueueFul"}):
        misspelt = ask(server, **given)
        assert misspelt.evidence_status == "no_evidence"
        assert misspelt.search is not None
        assert not misspelt.search.answered
        assert 'no alert names "queueful"; nearest names: queuefull' in (misspelt.error or "")


def test_what_is_scraped_is_known_though_no_alert_names_it(alerting: Alerting, server: Any) -> None:
    window = {"since": alerting.before(minutes=60), "until": alerting.before(minutes=30)}
    for service in ("search", "order-service", "orders"):
        outcome = ask(server, service=service, **window)
        assert outcome.evidence_status == "no_evidence"
        assert outcome.search is not None
        assert outcome.search.answered
    misspelt = ask(server, service="order-servce", **window)
    assert misspelt.search is not None
    assert not misspelt.search.answered
    assert "nearest names: order-service" in (misspelt.error or "")


def test_the_doctor_is_told_what_is_there(server: Any) -> None:
    told = server.check()
    assert told.endswith(" active alerts of 7 alerting rules")
    assert int(told.split()[0]) >= len(ACTIVE)


def test_victoria_metrics_alone_has_no_rules_and_its_silence_is_no_answer(
    alerting: Alerting,
) -> None:
    alone = prometheus(alerting.victoria, name="vm")
    assert "it has no alerting rules; sources.vm.alerts_url says where they are" in alone.check()
    outcome = ask(alone, since=alerting.before(minutes=60), until=alerting.before(minutes=30))
    assert outcome.search is not None
    assert not outcome.search.answered


@pytest.fixture(params=["prometheus", "victoria"])
def nothing(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """A server without rules and data."""
    start = started_prometheus if request.param == "prometheus" else victoria_metrics
    with start(tmp_path) as url:
        yield prometheus(url)


def test_an_empty_server_has_no_evidence_and_no_answer(nothing: Any) -> None:
    for given in ({}, {"since": datetime.now(UTC) - timedelta(hours=1)}):
        outcome = ask(nothing, **given)
        assert outcome.evidence_status == "no_evidence"
        assert outcome.search is not None
        assert not outcome.search.answered
        assert "prod: it has no alerting rules" in (outcome.error or "")


def test_data_that_is_not_scraped_but_sent_is_held_as_well(tmp_path: Path) -> None:
    now = datetime.now(UTC).timestamp()
    sent = steady("queue_length", {"queue": "orders"}, 3, now - 7200, now, 30)
    hole = steady("queue_length", {"queue": "carts"}, 3, now - 7200, now - 5400, 30)
    with victoria_metrics(tmp_path, series=[sent]) as url:
        outcome = ask(prometheus(url), since=datetime.now(UTC) - timedelta(hours=1))
        assert "it holds" not in (outcome.error or "")
    (tmp_path / "hole").mkdir()
    with victoria_metrics(tmp_path / "hole", series=[hole]) as url:
        since = datetime.now(UTC) - timedelta(hours=1, minutes=50)
        outcome = ask(prometheus(url), since=since)
        assert "prod: it holds nothing from " in (outcome.error or "")


def test_alertmanager_tells_active_silenced_and_inhibited_apart(alerting: Alerting) -> None:
    outcome = ask(alertmanager(alerting.alertmanager))
    lines = {text.split(",")[0]: text for text in texts(outcome)}
    assert {"HighMemoryUsage firing", "NodeDown firing"} < set(lines)
    silenced, inhibited = lines["ReportLate silenced"], lines["PodNotReady inhibited"]
    until = format_instant(alerting.now + timedelta(hours=4))
    assert f'silenced_until={until}, silenced_by={AUTHOR}, silence_comment="{COMMENT}"' in silenced
    assert "receivers=shop-on-call" in silenced
    assert "inhibited_by=NodeDown" in inhibited
    assert "DiskAlmostFull" not in str(lines)
    assert alertmanager(alerting.alertmanager).check().endswith(" active alerts, 1 active silences")


def test_alertmanager_alone_cannot_tell_of_what_is_over(alerting: Alerting) -> None:
    manager = alertmanager(alerting.alertmanager)
    for given in ({"since": alerting.before(hours=1)}, {"until": alerting.before(hours=1)}):
        outcome = ask(manager, service="payment-service", **given)
        assert outcome.search is not None
        assert not outcome.search.answered
    asked = ask(manager, since=alerting.before(minutes=200), until=alerting.before(minutes=135))
    assert short(asked) == []
    assert "no source tells" in (asked.error or "")


def test_an_alert_seen_from_both_is_told_once_and_a_silenced_one_by_each(
    alerting: Alerting,
) -> None:
    both = [prometheus(alerting.prometheus), alertmanager(alerting.alertmanager)]
    outcome = ask(*both, query="HighMemoryUsage", service="order-service")
    assert sorted(short(outcome)) == ACTIVE[1:3]
    assert all("told_by=prod, also_told_by=notifier" in text for text in texts(outcome))
    assert all("receivers=shop-on-call" in text for text in texts(outcome))
    late = texts(ask(*both, query="ReportLate"))
    assert [text.split(",")[0] for text in late] == ["ReportLate firing", "ReportLate silenced"]
    assert "told_by=notifier, also_told_by=prod" in late[1]


def test_a_window_that_prometheus_holds_is_answered_though_alertmanager_cannot(
    alerting: Alerting,
) -> None:
    both = [prometheus(alerting.prometheus), alertmanager(alerting.alertmanager)]
    outcome = ask(*both, since=alerting.before(minutes=200), until=alerting.before(minutes=135))
    assert sorted(short(outcome)) == PAST[1:]
    assert outcome.search is not None
    assert outcome.search.answered


def test_labels_that_a_server_adds_tell_its_alerts_from_those_of_another(tmp_path: Path) -> None:
    rule = {"alert": "QueueFull", "expr": "vector(1)"}
    path = tmp_path / "rules.json"
    path.write_text(json.dumps({"groups": [{"name": "g", "interval": "1s", "rules": [rule]}]}))
    with ExitStack() as running:
        manager = running.enter_context(
            started_alertmanager(
                tmp_path, {"route": {"receiver": "x"}, "receivers": [{"name": "x"}]}
            )
        )
        urls: list[str] = []
        for cluster in ("eu", "us"):
            (folder := tmp_path / cluster).mkdir()
            urls.append(running.enter_context(started_prometheus(
                folder, rules=[path], alertmanager=manager, external_labels={"cluster": cluster}
            )))  # fmt: skip
        sent = alertmanager(manager)
        wait_for(lambda: len(short(ask(sent))) == 2, "not both were sent")
        own = prometheus(urls[0])
        mine, other = sorted(texts(ask(own, sent)), key=lambda text: "cluster=us" in text)
        assert "receivers=x, told_by=prod, also_told_by=notifier" in mine
        assert "cluster" not in mine
        assert "cluster=us" in other
        assert "also_told_by" not in other


def test_an_alert_that_waited_is_told_since_it_fires_as_alertmanager_tells_it(
    tmp_path: Path,
) -> None:
    rule = {"alert": "QueueFull", "expr": "vector(1)", "for": "3s"}
    path = tmp_path / "rules.json"
    path.write_text(json.dumps({"groups": [{"name": "g", "interval": "1s", "rules": [rule]}]}))
    with (
        started_alertmanager(tmp_path, {"route": {"receiver": "x"}, "receivers": [{"name": "x"}]})
        as manager,
        started_prometheus(tmp_path, rules=[path], alertmanager=manager) as url,
    ):  # fmt: skip
        sent, own = alertmanager(manager), prometheus(url)
        wait_for(lambda: bool(short(ask(sent))), "nothing was sent")
        (told,) = ask(sent).items["alerts"]
        (item,) = ask(own).items["alerts"]
        (both,) = ask(own, sent).items["alerts"]
        fired = datetime.fromisoformat(item.values["since"])
        (pending,) = ask(
            own, until=fired - timedelta(seconds=1), now=datetime.now(UTC)
        ).items["alerts"]  # fmt: skip
    assert abs(fired - datetime.fromisoformat(told.values["since"])) <= timedelta(seconds=1)
    assert fired - datetime.fromisoformat(item.values["pending_since"]) == timedelta(seconds=3)
    assert ", pending_since=" in both.text
    assert "also_told_by=notifier" in both.text
    assert pending.text.startswith("QueueFull pending, ")
    assert "also_told_by" not in pending.text


@pytest.mark.data
def test_the_rules_of_kube_prometheus_are_known_and_the_watchdog_fires(
    public_data: Path, tmp_path: Path
) -> None:
    rules = sorted((public_data / "rules-kube-prometheus").glob("*.yml"))
    now = datetime.now(UTC).timestamp()
    condition = {"job": "kube-state-metrics", "node": "node-7", "status": "true"}
    series = [
        steady(
            "kube_node_status_condition",
            {**condition, "condition": "Ready"},
            0,
            now - 3600,
            now,
            15,
        ),
        steady("up", {"job": "kubelet", "instance": "node-7:10250"}, 0, now - 3600, now, 15),
    ]
    with started_prometheus(tmp_path, series=series, rules=rules) as url:
        backend = prometheus(url)
        wait_for(lambda: "Watchdog" in str(short(ask(backend))), "the watchdog does not fire")
        assert ("Watchdog", "", "firing") in short(ask(backend, query="Watchdog"))

        def answers_that_another_is_quiet() -> bool:
            quiet = ask(backend, query="AlertmanagerFailedReload")
            assert quiet.evidence_status == "no_evidence"
            return quiet.search is not None and quiet.search.answered

        wait_for(answers_that_another_is_quiet, "some of its rules are never evaluated")
        assert int(backend.check().split(" of ")[1].split()[0]) > 100


def test_rules_that_were_not_evaluated_yet_are_no_absence(tmp_path: Path) -> None:
    rule = {"alert": "QueueFull", "expr": "queue_length > 1000"}
    path = tmp_path / "late.json"
    path.write_text(json.dumps({"groups": [{"name": "g", "interval": "9h", "rules": [rule]}]}))
    now = time.time()
    held = [steady("up", {"job": "orders"}, 1, now - 3600, now, 15)]
    with (
        victoria_metrics(tmp_path, series=held) as victoria,
        vmalert(tmp_path, [path], victoria=victoria) as listed,
    ):
        outcome = ask(prometheus(victoria, alerts_url=listed), query="QueueFull")
    assert outcome.search is not None
    assert not outcome.search.answered
    assert [each.kind for each in outcome.reasons] == ["not_evaluated"]
    assert "prod: its rules QueueFull were not evaluated yet" in (outcome.error or "")
