"""What a file's name says of its records (tools/logs/file_names.py)."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from superbiz_agent.tools.logs.file_names import file_names

LINE = "2026-07-07T10:00:00Z ERROR pool exhausted"
POD = "checkout-7d9f8b6c54-x7gr9"
CONTAINER_FILE = f"{POD}_prod_app-{'0a' * 32}.log"
POD_FILE = f"prod_{POD}_0f0f0f0f-1111-2222-3333-444444444444/app/0.log"
OF_POD = {"pod": POD, "namespace": "prod", "container": "app"}


@pytest.mark.parametrize("path", [CONTAINER_FILE, POD_FILE, f"{POD_FILE}.20260707-100000.gz"])
def test_kubernetes_names_pod_namespace_and_container(path: str) -> None:
    names = file_names(Path("/logs") / path, path)
    assert dict(names.fields) == OF_POD
    assert names.shown == f"prod/{POD}/app"
    assert {"checkout", POD, "prod", "app"} <= names.names


@pytest.mark.parametrize(
    ("label", "names"),
    [
        ("payments/worker.log", {"payments", "worker"}),
        ("payments/error.log.2.gz", {"payments"}),
        ("var/log/app-2026-07-07.log.zst", set()),
        ("Orders.jsonl", {"orders"}),
        ("0.log", set()),
    ],
)
def test_folders_and_files_give_names_that_say_something(label: str, names: set[str]) -> None:
    assert file_names(Path("/x") / label, label).names == names


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("mail-relay/current", "mail-relay/current"),
        ("mail-relay/current.1.gz", "mail-relay/current.1.gz"),
        ("mail-relay/error.log", "error.log"),
    ],
)
def test_a_file_that_any_log_may_be_called_as_answers_to_its_folder(
    search, tmp_path: Path, path: str, shown: str
) -> None:
    file = tmp_path / path
    file.parent.mkdir()
    file.write_bytes(gzip.compress(LINE.encode()) if path.endswith("gz") else LINE.encode())
    outcome = search(file, "pool", service="mail-relay")
    assert outcome.search.sources == [shown]
    assert outcome.search.answered is True
    assert outcome.search.matched == 1


def test_a_file_whose_name_says_something_is_not_its_folder(search, log) -> None:
    outcome = search(log(LINE, name="mail-relay/worker.log"), "pool", service="mail-relay")
    assert outcome.search.answered is False


@pytest.mark.parametrize("service", ["checkout", POD, "prod", "app"])
@pytest.mark.parametrize("path", [CONTAINER_FILE, POD_FILE])
def test_a_pods_lines_are_found_by_what_they_do_not_hold(
    search, log: Callable[..., Path], path: str, service: str
) -> None:
    folder = log(LINE, name=f"logs/{path}").parents[path.count("/")]
    log(LINE, name="logs/other.log")
    outcome = search(folder, "pool", service=service)
    assert outcome.search.matched == 1
    (item,) = outcome.items["logs"]
    assert item.text.startswith(f"2026-07-07T10:00:00Z ERROR prod/{POD}/app pool exhausted")
    assert OF_POD.items() <= item.fields.items()


@pytest.mark.parametrize("query", [f"{POD} pool", "payments pool", "pool of payments/worker"])
def test_to_name_a_file_in_a_query_selects_its_records(
    search, log: Callable[..., Path], query: str
) -> None:
    folder = log(LINE, name=f"logs/{CONTAINER_FILE}").parent
    log(LINE, name="logs/payments/worker.log")
    outcome = search(folder, query)
    assert outcome.search.answered is True
    assert outcome.search.matched >= 1


def test_a_service_that_no_file_is_of_is_unknown_and_the_files_are_offered(
    search, log: Callable[..., Path]
) -> None:
    folder = log(LINE, name="logs/payments/worker.log").parents[1]
    outcome = search(folder, "pool", service="payment")
    assert outcome.search.answered is False
    assert "nearest known names: payments" in outcome.error


def test_the_operators_name_stands_before_that_of_a_file(search, log: Callable[..., Path]) -> None:
    from superbiz_agent.tools.logs import FileLogBackend

    path = log(LINE, name=CONTAINER_FILE)
    (item,) = search([FileLogBackend("shop", path)], "pool").items["logs"]
    assert "ERROR shop pool exhausted" in item.text
