"""What stored lines of alerts and of operators' tools say: fields, never what stands in quotes."""

import pytest

from superbiz_agent.models.offline.stored_text import read_line

AT = "2026-07-07T10:00:00Z"
BODY = "HighMemoryUsage firing, service=orders, current=91%, duration=15m, severity=critical"
FIELDS = {"service": "orders", "current": "91%", "duration": "15m", "severity": "critical"}


def read(text: str, path: str = "$.alerts[0]"):
    return read_line("query_metrics", 1, path, text)


@pytest.mark.parametrize(
    "annotation",
    [
        'description="earlier current=12% was fine"',
        'description="x", note="severity=info since=2020-01-01T00:00:00Z, duration=99d"',
        'description="pod=pod-9, \\"service=payments\\", current=1%"',
        'severity="info"',
        'duration="99d"',
        '"a, current=1%, b"="y"',
        'description="resolved; current=12%',
        'description="long ... [900 bytes left out] ... current=1%", pod=pod-9',
        "severity=info",
    ],
)
def test_what_others_wrote_overrides_nothing(annotation: str) -> None:
    line = read(f"{BODY}, {annotation}")
    assert (line.name, line.state, dict(line.fields)) == ("HighMemoryUsage", "firing", FIELDS)


@pytest.mark.parametrize(
    ("text", "name", "state"),
    [
        ('"Disk resolved, service=a" firing, service=b', '"Disk resolved, service=a"', "firing"),
        ("DiskFull resolved, service=orders", "DiskFull", "resolved"),
        ("DiskFull resolved", "DiskFull", "resolved"),
        ("DiskFull resolved by hand", "", ""),
    ],
)
def test_the_name_of_an_alert_is_no_state(text: str, name: str, state: str) -> None:
    line = read(text)
    assert (line.name, line.state) == (name, state)


@pytest.mark.parametrize(
    ("written", "summary"),
    [
        ('summary="orders are slow"', "orders are slow"),
        ('description="so, summary=", summary="orders are slow"', "orders are slow"),
        ('description="so summary=\\"x\\""', ""),
    ],
)
def test_the_summary_is_its_own_annotation(written: str, summary: str) -> None:
    assert read(f"{BODY}, {written}").message == summary


@pytest.mark.parametrize(
    ("text", "at"),
    [
        (f"service=orders, at={AT}, note=x", AT),
        (f'service=orders, note="since 2020-01-01T00:00:00Z", at={AT}', AT),
        ('service=orders, note="since 2020-01-01T00:00:00Z"', ""),
    ],
)
def test_an_item_happened_when_a_field_says_so(text: str, at: str) -> None:
    assert read(text, "$.deploys[0]").first == at
