"""One alert that Prometheus fires and Alertmanager sends on is told once."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from superbiz_agent.tools.metrics.alert import Alert
from superbiz_agent.tools.metrics.selection import Sighting
from superbiz_agent.tools.metrics.twins import told_once

TEN = datetime(2026, 7, 7, 10, tzinfo=UTC)


@dataclass(frozen=True)
class Source:
    name: str
    demo: bool = False

    def alerts(self, request: Any) -> Any:
        raise NotImplementedError


PROMETHEUS, OTHER, MANAGER = Source("prometheus"), Source("other"), Source("alertmanager")


def seen(source: Source, state: Any = "firing", **changes: Any) -> Sighting:
    labels: Mapping[str, str] = {"alertname": "A", "pod": "p-1", **changes.pop("labels", {})}
    told = {"receivers": "on-call"} if source is MANAGER else {}
    alert = Alert(labels, {}, state, changes.pop("since", TEN), changes.pop("until", None), None)
    alert = Alert(**{**vars(alert), "told": told})
    return Sighting(alert, source, TEN + timedelta(minutes=20))


def told(*sightings: Sighting) -> list[tuple[str, str, list[str]]]:
    return [
        (each.sighting.source.name, each.sighting.alert.state, list(each.also))
        for each in told_once(sightings, sightings)
    ]


def test_where_they_agree_it_is_one_with_those_whom_it_is_sent_to() -> None:
    (one,) = told_once(both := (seen(PROMETHEUS), seen(MANAGER)), both)
    assert one.sighting.source is PROMETHEUS
    assert one.sighting.alert.told == {"receivers": "on-call"}
    assert one.also == ["alertmanager"]


def test_a_label_that_is_added_on_the_way_makes_no_second_alert() -> None:
    assert told(seen(PROMETHEUS), seen(MANAGER, labels={"cluster": "eu"})) == [
        ("prometheus", "firing", ["alertmanager"])
    ]


@pytest.mark.parametrize(
    ("minutes", "pending", "lines"),
    [(0, 0, 1), (0, 5, 1), (-5, 5, 1), (5, 0, 2), (-5, 0, 2), (15, 5, 2)],
)
def test_further_labels_are_of_another_alert_unless_it_began_when_this_one_fired(
    minutes: int, pending: int, lines: int
) -> None:
    own = seen(PROMETHEUS)
    before = TEN - timedelta(minutes=pending) if pending else None
    own = replace(own, alert=replace(own.alert, pending_since=before))
    since = TEN + timedelta(minutes=minutes)
    sent = seen(MANAGER, labels={"cluster": "us"}, since=since)
    assert len(told(own, sent)) == lines
    assert len(told(own, seen(MANAGER, since=since))) == 1


@pytest.mark.parametrize(
    ("added", "labels", "minutes", "lines"),
    [
        ({"cluster": "eu"}, {"cluster": "eu"}, 15, 1),
        ({"cluster": "eu"}, {"cluster": "us"}, 0, 2),
        ({"cluster": "eu"}, {"cluster": "eu", "team": "a"}, 0, 2),
        ({"cluster": "eu", "pod": "other"}, {"cluster": "eu"}, 0, 1),
        ({}, {"cluster": "eu"}, 0, 2),
        ({"cluster": "eu"}, {}, 15, 1),
        (None, {"cluster": "us"}, 0, 1),
    ],
)
def test_labels_that_a_server_says_it_adds_decide_whose_alert_was_sent(
    added: dict[str, str] | None, labels: dict[str, str], minutes: int, lines: int
) -> None:
    both = seen(PROMETHEUS), seen(MANAGER, labels=labels, since=TEN + timedelta(minutes=minutes))
    assert len(told_once(both, both, {"prometheus": lambda: added})) == lines


def test_where_they_differ_both_tell_their_own_and_of_each_other() -> None:
    assert told(seen(PROMETHEUS), seen(MANAGER, "silenced")) == [
        ("prometheus", "firing", ["alertmanager"]),
        ("alertmanager", "silenced", ["prometheus"]),
    ]


def test_other_pods_other_times_and_one_source_are_no_twins() -> None:
    apart = [
        seen(PROMETHEUS),
        seen(MANAGER, labels={"pod": "p-2"}),
        seen(
            PROMETHEUS, "resolved", since=TEN - timedelta(hours=2), until=TEN - timedelta(hours=1)
        ),
    ]
    assert [also for _, _, also in told(*apart)] == [[], [], []]


@pytest.mark.parametrize("state", ["pending", "inactive"])
def test_what_did_not_fire_is_told_by_no_alertmanager(state: str) -> None:
    assert [also for _, _, also in told(seen(PROMETHEUS, state), seen(MANAGER))] == [[], []]


def test_alerts_of_two_servers_are_both_kept() -> None:
    assert len(told(seen(PROMETHEUS), seen(OTHER))) == 2


def test_one_that_may_be_either_of_two_is_left_out_of_neither() -> None:
    sent = [seen(MANAGER, labels={"cluster": name}) for name in ("eu", "us")]
    assert len(told(seen(PROMETHEUS), *sent)) == 3


def test_many_alerts_of_one_name_are_compared_by_equal_labels() -> None:
    pods = [{"pod": f"p-{number}"} for number in range(5000)]
    sightings = [seen(source, labels=pod) for source in (PROMETHEUS, MANAGER) for pod in pods]
    assert len(told_once(sightings, sightings)) == 5000


GROUP = {"alertgroup": "shop"}


@pytest.mark.parametrize(
    ("added", "relays"), [({}, [{}]), (GROUP, [{}, GROUP])], ids=["equal labels", "vmalert's group"]
)
def test_one_that_two_servers_send_to_one_alertmanager_is_told_once(
    added: dict[str, str], relays: list[dict[str, str]]
) -> None:
    sent = [seen(MANAGER, labels=labels) for labels in relays]
    both = [seen(PROMETHEUS), seen(OTHER, labels=added), *sent]
    for order in (both, both[::-1]):
        (one,) = told(*order)
        assert {one[0], *one[2]} == {"prometheus", "other", "alertmanager"}


def test_two_groups_of_one_server_are_two_alerts_whoever_else_sends_one() -> None:
    groups = [{"alertgroup": name} for name in ("shop", "bank")]
    own = [seen(OTHER, labels=group) for group in groups]
    sent = [seen(MANAGER, labels=labels) for labels in ({}, *groups)]
    every = [seen(PROMETHEUS), *own, *sent]
    kept = [each.sighting for each in told_once(every, every)]
    assert {"shop", "bank"} <= {each.alert.labels.get("alertgroup") for each in kept}
