"""What is asked of all errors of a service, of alerts by their state, and of what comes first."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from superbiz_agent.graph import build_graph
from superbiz_agent.settings import load_settings

Ask = Callable[[str], tuple[str, str]]

LOOM = "2026-07-07T10:00:00Z INFO loom thread wound\n2026-07-07T10:00:10Z INFO loom idle\n"
DYER = "2026-07-07T10:00:20Z ERROR dyer vat 3 overheated\n"


def alert(name: str, state: str) -> dict[str, object]:
    silenced = ["s-1"] if state == "suppressed" else []
    return {
        "labels": {"alertname": name, "severity": "warning"},
        "annotations": {},
        "startsAt": "2026-07-07T09:00:00Z",
        "endsAt": "2026-07-07T23:00:00Z",
        "updatedAt": "2026-07-07T10:00:00Z",
        "fingerprint": name.lower(),
        "status": {"state": state, "silencedBy": silenced, "inhibitedBy": []},
    }


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Ask of two logs and three alerts; returns the verdict and the body of the answer."""
    for name, text in (("loom", LOOM), ("dyer", DYER)):
        (tmp_path / f"{name}.log").write_text(text, encoding="utf-8")
    alerts = [alert("VatHot", "active"), alert("SpoolLow", "suppressed")]
    (tmp_path / "manager.json").write_text(json.dumps(alerts), encoding="utf-8")
    pending = {
        "labels": {"alertname": "QueueLong"},
        "annotations": {},
        "state": "pending",
        "activeAt": "2026-07-07T09:58:00Z",
        "value": "7",
    }
    rules = {"status": "success", "data": {"alerts": [pending]}}
    (tmp_path / "prometheus.json").write_text(json.dumps(rules), encoding="utf-8")

    def run(question: str) -> tuple[str, str]:
        settings = load_settings(
            database_url=f"sqlite:///{tmp_path / 's.db'}",
            logs=[str(tmp_path / "loom.log"), str(tmp_path / "dyer.log")],
            alerts=[str(tmp_path / "manager.json"), str(tmp_path / "prometheus.json")],
        )
        result = build_graph(settings).invoke({"query": question, "at": "2026-07-07T10:01:00Z"})
        body = result["answer"].partition("\nReferences:")[0].partition("\n参考证据:")[0]
        return result["verdict"], body

    return run


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("Any errors in loom?", "No: Searched"),
        ("Did loom log any errors?", "No: Searched"),
        ("loom 有报错吗？", "不是："),
        ("Any errors in dyer?", "Yes: "),
        ("dyer 有报错吗？", "是的："),
    ],
)
def test_whether_a_service_has_errors_is_answered_by_a_whole_search_of_it(
    ask: Ask, question: str, start: str
) -> None:
    verdict, body = ask(question)
    assert (verdict, body[: len(start)]) == ("PASS", start)


@pytest.mark.parametrize(
    "question", ["Any errors in warper?", "warper 有报错吗？", "Any errors of vat 9 in loom?"]
)
def test_what_no_source_knows_is_not_denied(ask: Ask, question: str) -> None:
    assert not ask(question)[1].startswith(("No: ", "不是："))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which alerts are firing?", {"VatHot"}),
        ("哪些告警正在触发？", {"VatHot"}),
        ("Which alerts are silenced or pending?", {"SpoolLow", "QueueLong"}),
        ("哪些告警被静默或待触发？", {"SpoolLow", "QueueLong"}),
        ("Which alerts are pending?", {"QueueLong"}),
        ("Which alerts are there?", {"VatHot", "SpoolLow", "QueueLong"}),
    ],
)
def test_alerts_are_listed_in_each_state_that_is_asked_for(
    ask: Ask, question: str, told: set[str]
) -> None:
    _, body = ask(question)
    assert {name for name in ("VatHot", "SpoolLow", "QueueLong") if name in body} == told


@pytest.mark.parametrize(
    "question",
    [
        "What needs attention now?",
        "What is most urgent?",
        "最需要处理的是什么？",
        "什么最紧急？",
    ],
)
def test_what_comes_first_is_asked_of_alerts_and_errors(ask: Ask, question: str) -> None:
    verdict, body = ask(question)
    assert verdict == "PASS"
    assert "VatHot" in body.splitlines()[0]
    assert "vat 3 overheated" in body


def test_thanks_are_still_small_talk(ask: Ask) -> None:
    assert "VatHot" not in ask("What can you do?")[1]
