"""Alerting rules: which names are known, what they say, and which are never evaluated."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from superbiz_agent.tools.metrics.alert import Alert
from superbiz_agent.tools.metrics.alert_rules import read_rules


def rule(name: Any, **fields: Any) -> dict[str, Any]:
    return {"name": name, "type": "alerting", "health": "ok", **fields}


def rules(*listed: Any, **group: Any) -> Any:
    return {"groups": [{"name": "g", "rules": list(listed), **group}]}


def test_every_alerting_rule_is_known_and_no_other() -> None:
    read = read_rules(rules(rule("B"), rule("A"), rule("job:up:sum", type="recording"), rule("A")))
    assert read.names == ["A", "B"]
    assert read.is_known


def test_annotations_hold_for_every_alert_of_a_name_only_without_template_and_if_all_agree() -> (
    None
):
    page = {"runbook_url": "https://example.org/a", "summary": "{{ $labels.pod }} is full"}
    read = read_rules(
        rules(
            rule("A", annotations={**page, "team": "x"}),
            rule("A", annotations={**page, "team": "y"}),
            rule("B", annotations={"team": "z"}),
        )
    )
    alert = Alert({"alertname": "A"}, {}, "firing", None, None)
    assert read.annotated(alert).annotations == {"runbook_url": "https://example.org/a"}


def test_a_rule_that_cannot_be_evaluated_is_told_with_its_words_as_text() -> None:
    said = "many-to-many\nmatching \u202e not allowed"
    read = read_rules(rules(rule("A", health="err", lastError=said), rule("B")))
    (line,) = read.problems
    assert line.startswith("rule A cannot be evaluated and never fires: ")
    assert "\n" not in line
    assert "\u202e" not in line


def test_many_of_them_are_counted() -> None:
    read = read_rules(rules(*(rule(f"R{n}", health="err") for n in range(10))))
    assert len(read.problems) == 4
    assert read.problems[-1] == "so are 7 more rules"


@pytest.mark.parametrize(
    ("interval", "expected"),
    [(30, 30), (0.5, 0.5), (-1, 0), ("30", 0), (True, 0), (None, 0), (float("nan"), 0), (1e300, 0)],
)
def test_the_interval_is_that_of_a_sane_group(interval: Any, expected: float) -> None:
    read = read_rules(rules(rule("A"), interval=interval))
    assert read.interval_of("A") == timedelta(seconds=expected)
    assert read.interval_of("B") == timedelta()


@pytest.mark.parametrize(
    "value", [None, 5, [], {}, {"groups": 5}, {"groups": [None, {"rules": [1, {}, {"name": ""}]}]}]
)
def test_what_is_no_rule_is_passed_over(value: Any) -> None:
    assert read_rules(value).names == []


TEN = datetime(2026, 7, 7, 10, tzinfo=UTC)
CRITICAL, WARNING = {"severity": "critical"}, {"severity": "warning"}


@pytest.mark.parametrize(
    ("listed", "state", "minutes"),
    [
        ([rule("A", duration=240)], "firing", 4),
        ([rule("A", duration=250)], "firing", 5),
        ([rule("A", duration=240)], "resolved", 4),
        ([rule("A", duration=240)], "pending", None),
        ([rule("A", duration=0)], "firing", None),
        ([rule("A")], "firing", None),
        ([rule("B", duration=240)], "firing", None),
        ([rule("A", duration=36_000)], "firing", None),
        ([rule("A", duration="240")], "firing", None),
        ([rule("A", duration=float("nan"))], "firing", None),
        ([rule("A", duration=240), rule("A", duration=60)], "firing", None),
        (
            [
                rule("A", duration=240, labels={**CRITICAL, "team": "{{ $labels.team }}"}),
                rule("A", duration=60, labels=WARNING),
            ],
            "firing",
            4,
        ),
    ],
)
def test_an_alert_fires_when_its_rule_has_waited_and_before_it_is_pending(
    listed: Any, state: Any, minutes: int | None
) -> None:
    alert = Alert({"alertname": "A", **CRITICAL}, {}, state, TEN, None)
    read = read_rules(rules(*listed, interval=60)).fired(alert, TEN + timedelta(hours=1))
    if minutes is None:
        assert read == alert
        return
    assert (read.since, read.pending_since) == (TEN + timedelta(minutes=minutes), TEN)
    assert read.precision == timedelta(minutes=1)
    before = read.at(TEN + timedelta(minutes=1))
    assert before.began == TEN
    if state == "firing":
        assert (before.state, before.since, before.pending_since) == ("pending", TEN, None)


NOW = datetime(2026, 7, 7, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("fields", "waits"),
    [
        ({"lastEvaluation": "2026-07-07T11:59:30Z"}, False),
        ({"lastEvaluation": "2026-07-07T11:57:30Z"}, False),
        ({}, False),
        ({"lastEvaluation": "2026-07-07T03:00:00Z"}, True),
        ({"lastEvaluation": "0001-01-01T00:00:00Z"}, True),
        ({"lastEvaluation": None}, True),
        ({"lastEvaluation": "2026-07-07T11:59:30Z", "health": "unknown"}, True),
    ],
)
def test_a_rule_that_was_not_evaluated_lately_is_as_one_that_never_was(
    fields: dict[str, Any], waits: bool
) -> None:
    read = read_rules(rules(rule("A", **fields), interval=60), NOW)
    assert read.waiting == (["A"] if waits else [])


def test_a_long_interval_leaves_a_rule_the_time_it_takes() -> None:
    evaluated = rule("A", lastEvaluation="2026-07-07T03:00:00Z")
    assert read_rules(rules(evaluated, interval=4 * 3600), NOW).waiting == []


def test_a_rule_that_says_that_it_is_active_is_known() -> None:
    listed = (rule("A", state="firing"), rule("B", alerts=[{}]), rule("C", state="inactive"))
    assert read_rules(rules(*listed)).active == ["A", "B"]
