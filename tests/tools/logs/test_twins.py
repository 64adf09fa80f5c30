"""A file that is given twice is read once (tools/logs/twins.py)."""

import os
from pathlib import Path

import pytest

from superbiz_agent.tools.logs import FileLogBackend

LINE = "2026-07-07T10:00:00Z ERROR boom"


@pytest.fixture
def folder(log) -> Path:
    """``logs/orders.log`` with one record, ``logs/inner/pay.log`` with another."""
    log(LINE, name="logs/inner/pay.log")
    return log(LINE, name="logs/orders.log").parent


def sources_of(outcome) -> dict[str, int]:
    return {item.fields["source"]: item.values["count"] for item in outcome.items["logs"]}


def backends(folder: Path, *given: tuple[str | None, str]) -> list[FileLogBackend]:
    return [FileLogBackend(name, Path(str(folder) + path)) for name, path in given]


SAME = [
    ([("orders", "/orders.log"), ("orders", "/orders.log")], {"orders": 1}),
    ([("a", "/orders.log"), ("b", "/orders.log")], {"a": 1}),
    ([(None, "/orders.log"), ("b", "/orders.log")], {"b": 1}),
    ([("a", "/inner/../orders.log"), ("b", "/orders.log")], {"a": 1}),
    ([("all", ""), ("orders", "/orders.log")], {"all": 1, "orders": 1}),
    ([("orders", "/orders.log"), ("all", "")], {"all": 1, "orders": 1}),
    ([("all", ""), ("inner", "/inner")], {"all": 1, "inner": 1}),
    ([("all", ""), ("again", "/")], {"all": 2}),
]


@pytest.mark.parametrize(("given", "counts"), SAME)
def test_no_record_is_counted_twice(search, folder: Path, given, counts: dict[str, int]) -> None:
    outcome = search(backends(folder, *given))
    assert sources_of(outcome) == counts
    assert outcome.search.matched == sum(counts.values())
    assert outcome.evidence_status == "found"


def test_a_link_is_the_file_that_it_leads_to(search, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "link.log").symlink_to(folder / "orders.log")
    os.link(folder / "orders.log", tmp_path / "hard.log")
    names = [("a", "/link.log"), ("b", "/logs/orders.log"), ("c", "/hard.log")]
    assert sources_of(search(backends(tmp_path, *names))) == {"a": 1}


def test_the_other_name_of_a_source_names_it_too(search, folder: Path) -> None:
    twins = backends(folder, ("a", "/orders.log"), ("b", "/orders.log"))
    for service in ("a", "b"):
        outcome = search(twins, service=service)
        assert sources_of(outcome) == {"a": 1}
        assert outcome.search.answered is True
        assert outcome.search.sources == ["a"]


def test_a_file_that_is_missing_fails_once(search, folder: Path) -> None:
    outcome = search(backends(folder, ("a", "/no.log"), ("b", "/no.log")))
    assert outcome.evidence_status == "error"
    assert outcome.failed_sources == ["a"]
