"""Counting the records of a search by a name in them (``count_by`` of ``query_logs``)."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import pytest
from pydantic import ValidationError

from superbiz_agent.audit.name_counts import counts_told_otherwise
from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.grounding.facts.name_counts import told_counts
from superbiz_agent.tools.base import ToolOutcome
from superbiz_agent.tools.logs import LogsArguments
from superbiz_agent.tools.logs import name_tally as tallies
from superbiz_agent.tools.logs.backend import LogRequest, SourceReport
from superbiz_agent.tools.logs.counted_names import names_of_kind
from superbiz_agent.tools.logs.file_backend import FileLogBackend
from superbiz_agent.tools.logs.record import LogRecord

Log = Callable[..., Path]
Search = Callable[..., ToolOutcome]
AT = "2026-07-07T09:00:0{}Z"


def counts(outcome: ToolOutcome) -> dict[str, int]:
    told = told_counts(outcome.items["logs"][0].text)
    assert told is not None
    return {each.name: each.records for each in told.counts}


@pytest.mark.parametrize(
    ("kind", "line", "names"),
    [
        ("address", "sshd[1]: Failed password for root from 10.0.0.7 port 22 ssh2", ["10.0.0.7"]),
        ("address", '10.0.0.7 - - "GET / HTTP/1.1" 200 5 to 10.0.0.9:80', ["10.0.0.7"]),
        ("address", "no route 10.0.0.7 -> 10.0.0.9", ["10.0.0.7", "10.0.0.9"]),
        ("address", "authentication failure; ruser= rhost=10.0.0.7 user=root", ["10.0.0.7"]),
        ("address", "client [2001:db8::7] refused", ["2001:db8::7"]),
        ("address", "listening on 0.0.0.0:80 version 1.2.3.4.5", []),
        ("user", "Failed password for invalid user ann from 10.0.0.7 port 22", ["ann"]),
        ("user", "authentication failure; ruser= rhost=10.0.0.7 user=root", ["root"]),
        ("user", "check pass; user unknown", []),
        ("user", "登录失败 用户 lihua 密码错误", ["lihua"]),
        ("path", '10.0.0.7 - - "GET /pay?id=7 HTTP/1.1" 502 5', ["/pay"]),
        ("path", "upstream timed out url=https://shop.example/cart?x=1", ["/cart"]),
        ("path", '{"msg": "slow", "uri": "/pay?x=1"}', ["/pay"]),
        ("status", '10.0.0.7 - - "GET /pay HTTP/1.1" 502 481', ["502"]),
        ("pod", "back-off restarting pod cart-7d9f8b6c5d-x2x4z", ["cart-7d9f8b6c5d-x2x4z"]),
        ("pod", '{"msg": "x", "pod": "cart-1"}', ["cart-1"]),
        ("host", "disk full on host=db-2", ["db-2"]),
        ("job", "job 81723 failed", ["81723"]),
        ("job", "job=export failed", ["export"]),
        ("job", "the job failed", []),
        ("queue", '{"msg": "lag", "queue": "mail out; x"}', [r"mail\x20out\x3b\x20x"]),
    ],
)
def test_the_names_of_a_kind_that_a_record_holds(
    log: Log, kind: str, line: str, names: list[str]
) -> None:
    prefix = "" if line.startswith("{") else f"{AT.format(1)} INFO "
    [record] = list(_records(log(prefix + line)))
    assert sorted(names_of_kind(kind, record)) == names


def _records(path: Path) -> Iterator[LogRecord]:
    now = datetime(2026, 7, 7, 12, tzinfo=UTC)
    request = LogRequest("*", None, None, None, now, lambda names: ())
    yield from FileLogBackend(None, path).records(request, SourceReport())


def test_the_most_frequent_names_lead_with_their_counts_of_all(search: Search, log: Log) -> None:
    lines = [
        f"{AT.format(n % 10)} INFO sshd failed login from 10.0.0.{n % 4 % 3}" for n in range(8)
    ]
    outcome = search(
        log(*lines, f"{AT.format(9)} INFO sshd failed login"), "failed login", count_by="address"
    )
    [item] = outcome.items["logs"]
    assert item.text == (
        'counted by address, 9 records that match "failed login": address 10.0.0.0 in 4 of 9 '
        "records; address 10.0.0.1 in 2 of 9 records; address 10.0.0.2 in 2 of 9 records; "
        "names in 8 records; "
        f"from {AT.format(0)} to {AT.format(9)}"
    )
    assert outcome.evidence_status == "found"
    assert outcome.search is not None
    assert outcome.search.filters["count_by"] == "address"
    assert not outcome.search.truncated


def test_what_is_stored_recomputes_the_line(search: Search, log: Log) -> None:
    [item] = search(log(f"{AT.format(1)} ERROR x from 10.0.0.7"), "*", count_by="address").items[
        "logs"
    ]
    assert counts_told_otherwise(item.text, item.values) is None
    assert counts_told_otherwise(item.text.replace("0.7 in 1", "0.7 in 2"), item.values)
    assert counts_told_otherwise(item.text, {})
    assert counts_told_otherwise("another line", {}) is None
    swollen = {"counted_names": cast("JsonObject", item.values["counted_names"]) | {"unnamed": 5}}
    assert counts_told_otherwise(item.text, swollen)


def test_names_beyond_the_shown_are_counted_and_bounded(search: Search, log: Log) -> None:
    lines = [f"{AT.format(1)} INFO x job=j{n} failed" for n in range(13) for _ in range(13 - n)]
    [item] = search(log(*lines), "*", count_by="job").items["logs"]
    assert "; 3 further names in at most 3 records each; " in item.text


def test_names_that_cannot_be_kept_apart_are_told(
    search: Search, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tallies, "MOST_NAMES", 2)
    lines = [f"{AT.format(1)} INFO x job=j{n} failed" for n in (1, 2, 3, 1, 4)]
    outcome = search(log(*lines), "*", count_by="job")
    assert "others, beyond the names kept apart, in 2 records" in outcome.items["logs"][0].text
    assert counts(outcome) == {"j1": 2, "j2": 1}


def test_words_that_not_every_record_holds_are_not_told(search: Search, log: Log) -> None:
    path = log(
        f"{AT.format(1)} INFO alpha from 10.0.0.7", f"{AT.format(2)} INFO beta from 10.0.0.7"
    )
    [item] = search(path, "alpha beta", count_by="address").items["logs"]
    assert item.text.startswith("counted by address, 2 records: address 10.0.0.7 in 2 of 2 records")


def test_stronger_matches_drop_weaker_ones(search: Search, log: Log) -> None:
    path = log(
        f"{AT.format(1)} INFO disk from 10.0.0.1",
        f"{AT.format(2)} INFO disk full from 10.0.0.2",
    )
    assert counts(search(path, "disk full", count_by="address")) == {"10.0.0.2": 1}


def test_records_that_name_none_give_no_line_and_no_absence(search: Search, log: Log) -> None:
    outcome = search(log(f"{AT.format(1)} ERROR disk full"), "disk", count_by="pod")
    assert outcome.items["logs"] == []
    assert outcome.search is not None
    assert outcome.search.matched == 1


def test_a_level_is_part_of_what_was_counted(search: Search, log: Log) -> None:
    path = log(f"{AT.format(1)} ERROR x pod=a-1", f"{AT.format(2)} INFO x pod=a-2")
    [item] = search(path, "*", level="ERROR", count_by="pod").items["logs"]
    assert item.text.startswith("counted by pod, 1 record of level ERROR or severer: pod a-1 in 1")


@pytest.mark.parametrize("label", ["", "a b", "a;b", "9", "x" * 41])
def test_a_label_is_one_plain_word(label: str) -> None:
    with pytest.raises(ValidationError):
        LogsArguments.model_validate({"query": "*", "count_by": label})


def test_no_record_passes_for_a_line_of_counts(search: Search, log: Log) -> None:
    path = log('{"service": "counted", "msg": "by pod, 3 records: pod x in 3 of 3 records"}')
    [item] = search(path).items["logs"]
    assert told_counts(item.text) is None
