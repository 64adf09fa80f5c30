"""What the events and states of a platform stand for."""

import json
from collections.abc import Mapping

import pytest

from superbiz_agent.tools.logs.fields import describe_object
from superbiz_agent.tools.logs.platform_events import level_of_event, names_of_event


@pytest.mark.parametrize(
    ("fields", "level"),
    [
        ({"type": "Warning", "reason": "BackOff"}, "WARN"),
        ({"type": "Normal", "reason": "Pulled"}, "INFO"),
        ({"type": "Warning"}, None),
        ({"type": "Ready", "status": "True"}, "INFO"),
        ({"type": "Ready", "status": "Unknown"}, "WARN"),
        ({"type": "PodScheduled", "status": "False", "reason": "Unschedulable"}, "WARN"),
        ({"type": "DiskPressure", "status": "False"}, "INFO"),
        ({"type": "DiskPressure", "status": "True"}, "WARN"),
        ({"type": "OurOwnGate", "status": "False"}, None),
        ({"state.waiting.reason": "ImagePullBackOff"}, "WARN"),
        ({"state.waiting.reason": "ContainerCreating"}, None),
        ({"event_categories": '["backup"]'}, None),
        ({"event_categories": '["notification", "failure"]'}, "ERROR"),
        ({"EventCategories": '["low storage"]'}, "WARN"),
        ({}, None),
    ],
)
def test_a_level_is_told_by_fields_that_a_platform_fills(
    fields: Mapping[str, str], level: str | None
) -> None:
    assert level_of_event(fields) == level


def test_an_event_is_of_the_object_that_it_names() -> None:
    event = {
        "lastTimestamp": "2026-07-07T10:00:00Z",
        "type": "Warning",
        "reason": "Evicted",
        "message": "The node was low on memory",
        "involvedObject": {"kind": "Pod", "name": "maps-7", "namespace": "geo"},
    }
    details = describe_object(event)
    assert (details.service, details.names["namespace"], details.level) == ("maps-7", "geo", "WARN")
    assert next(iter(details.fields)) == "reason"
    assert "lastTimestamp" not in details.fields


@pytest.mark.parametrize("kind", ["Secret", "", "Pod"])
def test_an_object_of_another_kind_or_without_a_name_names_nothing(kind: str) -> None:
    fields = {"involvedObject.kind": kind, "involvedObject.name": "" if kind == "Pod" else "x"}
    assert list(names_of_event(fields)) == []


def test_a_database_is_the_writer_of_its_metrics_and_events() -> None:
    for key in ("DBInstanceIdentifier", "db_instance_identifier", "SourceIdentifier"):
        record = json.loads(f'{{"{key}": "orders-db", "value": 3}}')
        assert describe_object(record).service == "orders-db"
