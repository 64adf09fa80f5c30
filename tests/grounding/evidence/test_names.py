"""The names that the evidence itself gives to things."""

from typing import Any

import pytest

from superbiz_agent.grounding.evidence.names import MAX_NAMES, evidence_names
from tests.grounding.evidence_rows import LOG, row


def named(*fields: Any) -> tuple[str, ...]:
    """The names of one row whose details have these fields."""
    details = [{"path": "$.logs[0]", "fields": each} for each in fields]
    return evidence_names([row(1, "query_logs", {"$.logs[0]": LOG}, details=details)])


def test_names_stand_in_the_structured_fields() -> None:
    assert named({"service": "checkout", "pod": "checkout-7f9"}, {"alertname": "HighLoad"}) == (
        "HighLoad",
        "checkout",
        "checkout-7f9",
    )


def test_labels_within_the_fields_count_and_other_fields_do_not() -> None:
    fields = {"labels": {"instance": "10.0.0.7:9090", "severity": "critical"}, "message": "x y"}
    assert named(fields) == ()
    assert named(fields | {"labels": {"node": "worker-7"}}) == ("worker-7",)


@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ({"pod": "maps/tile-render-7c5d9f6b8-q4x2m"}, ("maps", "tile-render-7c5d9f6b8-q4x2m")),
        ({"deployment": "maps/tile-render"}, ("maps", "tile-render")),
        ({"pod": "a/b/c"}, ("a/b/c",)),
        ({"service": "team/checkout"}, ("team/checkout",)),
    ],
)
def test_a_namespace_and_what_it_holds_are_two_names(
    fields: dict[str, str], names: tuple[str, ...]
) -> None:
    assert named(fields) == names


def test_a_source_has_a_name() -> None:
    assert evidence_names([row(1, "query_logs", {}, sources=["app.log"])]) == ("app.log",)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("inventory.log", ("inventory", "inventory.log")),
        ("logs/inventory.jsonl", ("inventory", "logs/inventory.jsonl")),
        ("cart-api_2.out", ("cart-api_2", "cart-api_2.out")),
        ("app.log", ("app.log",)),
        ("Errors.log", ("Errors.log",)),
        ("var/log/syslog.txt", ("var/log/syslog.txt",)),
        ("inventory.log.1", ("inventory.log.1",)),
        ("inventory.csv", ("inventory.csv",)),
        ("7.log", ("7.log",)),
        ("库存.log", ("库存.log",)),
    ],
)
def test_a_log_file_is_named_after_what_it_holds(source: str, names: tuple[str, ...]) -> None:
    assert evidence_names([row(1, "query_logs", {}, sources=[source])]) == names


@pytest.mark.parametrize(
    ("field", "is_named"),
    [("inventory-api", False), ("eu.inventory.internal", False), ("inventories", True)],
)
def test_the_stem_of_a_file_is_no_name_where_a_longer_one_holds_it(
    field: str, is_named: bool
) -> None:
    details = [{"path": "$.logs[0]", "fields": {"service": field}}]
    rows = [row(1, "query_logs", {}, sources=["inventory.log"], details=details)]
    assert ("inventory" in evidence_names(rows)) is is_named


@pytest.mark.parametrize(
    "value", ["", " ", "a", "7", "10:30", None, 7, ["x"], "x" * 201, "\ud800x"]
)
def test_what_is_no_name(value: Any) -> None:
    assert named({"service": value}) == ()


def test_each_name_stands_once_and_their_number_is_bounded() -> None:
    fields = [{"pod": f"pod-{number}"} for number in range(MAX_NAMES + 50)]
    assert len(named(*fields, *fields)) == MAX_NAMES


def deep(levels: int) -> dict[str, Any]:
    """Fields within fields."""
    return {"labels": deep(levels - 1)} if levels else {"service": "deep-service"}


def test_nesting_is_bounded() -> None:
    assert named(deep(2)) == ("deep-service",)
    assert named(deep(200)) == ()


@pytest.mark.parametrize("rows", [None, 7, "x", [], [None], [{"id": 1}], {"id": 1}])
def test_hostile_rows_name_nothing(rows: Any) -> None:
    assert evidence_names(rows) == ()
