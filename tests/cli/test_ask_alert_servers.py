"""The embedded model asked about alerts that real servers hold, in both languages."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from superbiz_agent.cli import main
from superbiz_agent.tools.instants import format_instant
from tests.servers.alerting import AUTHOR, Alerting

pytestmark = pytest.mark.server

Captured = pytest.CaptureFixture[str]
Ask = Callable[..., dict[str, Any]]


@pytest.fixture
def ask(alerting: Alerting, capsys: Captured) -> Ask:
    """Ask of the servers named; whatever is answered, the session replays as it was stored."""

    def run(question: str, *options: str, of: str = "prometheus alertmanager") -> dict[str, Any]:
        sources = [f"{kind}={getattr(alerting, kind)}" for kind in of.split()]
        given = [each for source in sources for each in ("--source", source)]
        assert main(["ask", question, *given, *options, "--json"]) == 0
        result = json.loads(capsys.readouterr().out)
        assert main(["verify", result["session_id"]]) == 0
        capsys.readouterr()
        return result

    return run


def lines(result: dict[str, Any]) -> list[str]:
    return [reference["text"] for reference in result["references"]]


@pytest.mark.parametrize("question", ["Which alerts are firing now?", "现在有哪些告警正在触发？"])
def test_which_alerts_fire_is_answered_with_each_of_them(ask: Ask, question: str) -> None:
    result = ask(question, of="prometheus")
    assert result["verdict"] == "PASS"
    for name in ("HighMemoryUsage", "NodeDown", "PodNotReady", "ReportLate"):
        assert f"{name} firing" in str(lines(result))
        assert name in result["answer"]
    assert {"order-1", "order-2"} <= set(
        result["answer"].replace(",", " ").replace("=", " ").split()
    )
    assert "payment" not in result["answer"]


@pytest.mark.parametrize(
    "question", ["Since when is NodeDown firing?", "NodeDown 从什么时候开始触发？"]
)
def test_since_when_is_answered_with_the_stored_start(ask: Ask, question: str) -> None:
    result = ask(question, of="alertmanager")
    (line,) = lines(result)
    start = line.partition("since=")[2].partition(",")[0]
    assert start in result["answer"]
    assert result["verdict"] == "PASS"


@pytest.mark.parametrize(
    ("question", "yes"),
    [("Is ReportLate silenced?", "Yes: "), ("ReportLate 被静默了吗？", "是的：")],
)
@pytest.mark.parametrize("of", ["alertmanager", "prometheus alertmanager"])
def test_whether_an_alert_is_silenced_is_answered_by_whom_and_until_when(
    ask: Ask, alerting: Alerting, question: str, yes: str, of: str
) -> None:
    result = ask(question, of=of)
    assert result["answer"].startswith(yes)
    assert "silenced" in result["answer"]
    for told in (f"silenced_by={AUTHOR}", "silenced_until="):
        assert told in result["answer"]


@pytest.mark.parametrize(
    "question", ["Which alerts fired for payment-service?", "payment-service 有过哪些告警？"]
)
def test_a_past_incident_is_answered_by_its_window(
    ask: Ask, alerting: Alerting, question: str
) -> None:
    at = format_instant(alerting.before(minutes=135))
    result = ask(question, "--at", at, "--since", "1h", of="prometheus")
    assert result["verdict"] == "PASS"
    for ago, pod in ((180, "payment-1"), (170, "payment-2")):
        assert pod in result["answer"]
        assert f"since={format_instant(alerting.before(minutes=ago))}" in result["answer"]
    assert "order-1" not in result["answer"]


@pytest.mark.parametrize(
    "question", ["Is HighMemoryUsage of payment-service over?", "payment-service 的告警恢复了吗？"]
)
def test_an_alert_that_is_over_is_told_with_its_end(ask: Ask, question: str) -> None:
    result = ask(question)
    assert result["verdict"] == "PASS"
    assert "is resolved" in result["answer"] or "resolved：" in result["answer"]
    assert ", until=" in result["answer"]
    assert "precision=1m" in result["answer"]
    assert "firing" not in result["answer"]


@pytest.mark.parametrize(
    "question", ["Are there alerts for payment-service?", "payment-service 有告警吗？"]
)
def test_a_window_that_nothing_is_held_of_is_never_called_healthy(
    ask: Ask, alerting: Alerting, question: str
) -> None:
    at = format_instant(alerting.before(hours=30))
    result = ask(question, "--at", at, "--since", "1h")
    assert result["verdict"] == "LOW_CONFID"
    assert "payment-1" not in result["answer"]


@pytest.mark.parametrize("question", ["Is QueueFul firing?", "QueueFul 触发了吗？"])
def test_a_name_that_no_alert_knows_is_a_gap(ask: Ask, question: str) -> None:
    result = ask(question)
    assert result["verdict"] == "LOW_CONFID"
    assert "queueful" in result["answer"].lower()


def test_the_doctor_says_what_each_server_holds(
    alerting: Alerting, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = f"prometheus={alerting.prometheus} alertmanager={alerting.alertmanager}"
    monkeypatch.setenv("SUPERBIZ_SOURCES", sources)
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert "ok      source prometheus (prometheus): " in told
    assert "alerting rules" in told
    assert "active silences" in told


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Is QueueFull firing?", 'No alert of "QueueFull" was found firing in prometheus'),
        ("Does alert QueueFull fire?", 'No alert of "QueueFull" was found firing in prometheus'),
        ("QueueFull 在告警吗？", '在 prometheus 中没有发现 "QueueFull" 的告警触发'),
    ],
)
def test_a_rule_that_does_not_fire_is_told_with_source_and_window(
    ask: Ask, question: str, says: str
) -> None:
    result = ask(question, of="prometheus")
    assert result["verdict"] == "PASS"
    assert says in result["answer"]
    assert [each["raw_path"] for each in result["references"]] == ["$.search"]
    assert "QueueFull, then ask" not in result["answer"]


def test_a_rule_that_nobody_has_is_no_absence(ask: Ask) -> None:
    result = ask("Is QueueFul firing?", of="prometheus")
    assert result["verdict"] == "LOW_CONFID"
    assert "was found firing" not in result["answer"]
    assert '"queuefull"' in result["answer"]
