"""A window that counts from an alert's start takes it from what was stored."""

from typing import Any

import pytest

from superbiz_agent.contracts.evidence import RetrievalDetails, ToolInvocation
from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.grounding.alert_start import asks_since_alert
from superbiz_agent.tools.alert_window import since_alert


def stored(*alerts: tuple[str, str, str | None], tool: str = "query_metrics") -> ToolInvocation:
    details: list[dict[str, Any]] = [
        {"path": f"$.alerts[{n}]", "fields": {"alertname": name}, "state": state, "since": since}
        for n, (name, state, since) in enumerate(alerts)
    ]
    return ToolInvocation(
        id=1,
        session_id="s",
        run_id="r",
        attempt=1,
        tool_name=tool,
        arguments={},
        status="ok",
        evidence_status="found",
        retrieval_details=RetrievalDetails(evidence_refs=[], details=details),
        error=None,
        started_at="2026-07-07T11:00:00Z",
        duration_ms=1,
    )


FIRING = ("PoolFull", "firing", "2026-07-07T10:00:00Z")
LATER = ("SlowQueries", "firing", "2026-07-07T10:20:00Z")
SILENCED = ("DiskLow", "silenced", "2026-07-07T04:00:00Z")
OVER = ("Restarted", "resolved", "2026-07-07T03:00:00Z")


@pytest.mark.parametrize(
    "question",
    [
        "What failed since the alert started?",
        "errors after the alert fired",
        "show errors since PoolFull alert began firing",
        "what changed since the alarm went off",
        "what has happened since the alert",
        "告警开始后有哪些错误？",
        "自告警触发以来发生了什么",
        "告警之后的错误",
        "PoolFull 告警发生后的日志",
    ],
)
def test_a_question_may_count_from_an_alert(question: str) -> None:
    assert asks_since_alert(question)


@pytest.mark.parametrize(
    "question",
    [
        "When did the alert start?",
        "Which alerts are firing?",
        "Why did the alert fire after the release?",
        "since 3pm, which alerts fired?",
        "告警什么时候开始的？",
        "触发了哪些告警？",
        "为什么告警",
    ],
)
def test_other_questions_about_alerts_do_not(question: str) -> None:
    assert not asks_since_alert(question)


@pytest.mark.parametrize(
    ("question", "alerts", "since"),
    [
        ("since the alert started", [LATER, FIRING], "2026-07-07T10:00:00Z"),
        ("since the alert started", [SILENCED, FIRING, OVER], "2026-07-07T10:00:00Z"),
        ("since the SlowQueries alert started", [FIRING, LATER], "2026-07-07T10:20:00Z"),
        ("since the alert started", [OVER, SILENCED], "2026-07-07T04:00:00Z"),
        ("since the alert started", [OVER], "2026-07-07T03:00:00Z"),
    ],
)
def test_the_window_begins_with_the_stored_start(
    question: str, alerts: list[tuple[str, str, str | None]], since: str
) -> None:
    window = since_alert(TimeWindow(until="2026-07-07T11:00:00Z"), question, [stored(*alerts)])
    assert (window.since, window.until) == (since, "2026-07-07T11:00:00Z")
    assert window.unused is None


@pytest.mark.parametrize(
    ("invocations", "reason"),
    [
        ([], "no_alert"),
        ([stored(("PoolFull", "firing", None))], "no_alert"),
        ([stored(FIRING, tool="query_logs")], "no_alert"),
        ([stored(("PoolFull", "firing", "2026-07-07T12:00:00Z"))], "outside"),
    ],
)
def test_a_start_that_is_not_stored_is_told_as_unused(
    invocations: list[ToolInvocation], reason: str
) -> None:
    asked = TimeWindow(until="2026-07-07T11:00:00Z")
    window = since_alert(asked, "since the alert started", invocations)
    assert (window.since, window.until) == (None, asked.until)
    assert window.unused is not None
    assert window.unused.reason == reason
