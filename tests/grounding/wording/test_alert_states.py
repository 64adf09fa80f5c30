"""What may be said of the state of an alert is what its own line has right after its name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.grounding.facts.alert_lines import ALERT_STATES, alert_line
from superbiz_agent.grounding.wording import polarity_conflict
from superbiz_agent.grounding.wording.alert_states import claims_firing

FIRING = (
    "HighMemoryUsage firing, service=order-service, current=91%, duration=15m, "
    "pod=order-service-7d9f8b6c54-x7gr9, since=2026-08-14T09:45:00Z"
)
SILENCED = (
    "HighMemoryUsage silenced, service=order-service, current=91%, duration=15m, "
    "namespace=prod, pod=order-service-7d9f8b6c54-x7gr9, since=2026-08-14T09:45:00Z, "
    "silenced_by=ops, silenced_until=2026-08-14T12:00:00Z, told_by=alertmanager"
)
INHIBITED = (
    "HighMemoryUsage inhibited, service=order-service, duration=15m, "
    "since=2026-08-14T09:45:00Z, inhibited_by=NodeDown, told_by=alertmanager"
)
RESOLVED = (
    "HighMemoryUsage resolved, service=order-service, current=91%, duration=15m, "
    "since=2026-08-14T09:45:00Z, until=2026-08-14T10:00:00Z, precision=1m"
)
INACTIVE = (
    "HighMemoryUsage inactive, service=order-service, duration=15m, "
    "since=2026-08-14T09:45:00Z, until=2026-08-14T10:00:00Z, precision=1m, was=pending"
)
PENDING = (
    "HighMemoryUsage pending, service=order-service, current=91%, duration=2m, "
    "since=2026-08-14T09:45:00Z"
)
EXPORTED = (
    "HighMemoryUsage firing, service=order-service, current=91%, duration=15m, "
    "pod=order-service-7d9f8b6c54-x7gr9, since=2026-08-14T09:45:00Z, precision=5m, "
    "as_of=2026-08-14T10:00:00Z, told_by=prometheus, also_told_by=alertmanager, "
    "receivers=pager"
)
OTHER_POD = EXPORTED.replace("x7gr9", "q2w3e").replace("91%", "42%")
POOL = "PoolLow pending, service=order-service, since=2026-08-14T09:58:00Z"

FALSE = [
    (SILENCED, "HighMemoryUsage fires for order-service."),
    (SILENCED, "HighMemoryUsage is active for order-service."),
    (SILENCED, "HighMemoryUsage of order-service is alerting at 91%."),
    (SILENCED, "HighMemoryUsage is silenced until 09:45:00Z."),
    (SILENCED, "HighMemoryUsage of order-service has been silenced since 09:45:00Z."),
    (SILENCED, "HighMemoryUsage of order-service has been silenced for 15m."),
    (SILENCED, "HighMemoryUsage of order-service is resolved."),
    (SILENCED, "HighMemoryUsage of order-service ends at 12:00:00Z on 2026-08-14."),
    (SILENCED, "HighMemoryUsage was silenced until 12:00:00Z and fires again."),
    (SILENCED, "HighMemoryUsage 正在告警，服务 order-service。"),
    (INHIBITED, "HighMemoryUsage is firing for order-service."),
    (INHIBITED, "HighMemoryUsage of order-service inhibits NodeDown."),
    (INHIBITED, "NodeDown fires."),
    (INHIBITED, "NodeDown is firing for order-service."),
    (RESOLVED, "HighMemoryUsage is firing for order-service."),
    (RESOLVED, "order-service currently uses 91% of its memory."),
    (RESOLVED, "HighMemoryUsage of order-service is at 91% now."),
    (RESOLVED, "HighMemoryUsage of order-service has been active since 09:45:00Z."),
    (RESOLVED, "HighMemoryUsage of order-service lasted 15m and goes on."),
    (RESOLVED, "HighMemoryUsage resolved at 10:00:00Z sharp."),
    (RESOLVED, "HighMemoryUsage 正在触发，服务 order-service。"),
    (RESOLVED, "order-service 的 HighMemoryUsage 仍未恢复。"),
    (RESOLVED, "order-service 的内存当前为 91%。"),
    (INACTIVE, "HighMemoryUsage of order-service fired at 09:45:00Z."),
    (INACTIVE, "HighMemoryUsage of order-service was resolved at 10:00:00Z."),
    (INACTIVE, "HighMemoryUsage was active from 09:45:00Z to 10:00:00Z."),
    (INACTIVE, "order-service 的 HighMemoryUsage 曾触发。"),
    (PENDING, "HighMemoryUsage of order-service is firing."),
    (PENDING, "HighMemoryUsage has fired for 2m."),
    (PENDING, "HighMemoryUsage is active for 2m."),
    (PENDING, "order-service 的 HighMemoryUsage 正在告警。"),
    (EXPORTED, "alertmanager is at 91%."),
    (EXPORTED, "prometheus uses 91% of its memory."),
    (EXPORTED, "Memory of pager is at 91%."),
    (EXPORTED, "HighMemoryUsage has been firing for 5m."),
    (EXPORTED, "HighMemoryUsage began at 09:45:00Z to the second."),
    (EXPORTED, "HighMemoryUsage still fires for order-service now."),
    (EXPORTED, "HighMemoryUsage still fires at 12:00:00Z."),
    (EXPORTED, "HighMemoryUsage still fires now, at 91%."),
    (EXPORTED, "order-service 的 HighMemoryUsage 现在仍在告警，91%。"),
    (EXPORTED, "At 2026-08-14T12:00:00Z order-service is at 91%."),
    (EXPORTED, "HighMemoryUsage began to fire at 10:00:00Z."),
    (EXPORTED, "HighMemoryUsage has been flapping for 15m."),
    (EXPORTED, "HighMemoryUsage 截至 12:00:00Z 仍在告警。"),
]

TRUE = [
    (EXPORTED, "HighMemoryUsage is firing for order-service, now at 91%."),
    (EXPORTED, "order-service 的 HighMemoryUsage 正在告警，当前 91%。"),
    (FIRING, "HighMemoryUsage is firing for order-service at 91%."),
    (FIRING, "The HighMemoryUsage alert fired for order-service at 09:45:00Z."),
    (FIRING, "HighMemoryUsage has been firing for 15m."),
    (FIRING, "At 10:00:00Z HighMemoryUsage had been firing for 15m."),
    (FIRING, "HighMemoryUsage still fires for order-service."),
    (FIRING, "order-service 的 HighMemoryUsage 正在告警，当前值 91%。"),
    (FIRING, "HighMemoryUsage 告警已触发 15m。"),
    (FIRING, "HighMemoryUsage 自 09:45:00Z 起持续触发。"),
    (FIRING, "Alert HighMemoryUsage is active for order-service, currently at 91%."),
    (FIRING, "order-service 的内存使用率为 91%，已持续 15m。"),
    (FIRING, "HighMemoryUsage is not resolved."),
    (FIRING, "order-service triggered HighMemoryUsage at 09:45:00Z."),
    (FIRING, "order-service 触发了 HighMemoryUsage 告警。"),
    (SILENCED, "HighMemoryUsage is silenced for order-service."),
    (SILENCED, "HighMemoryUsage is silenced until 12:00:00Z by ops."),
    (SILENCED, "HighMemoryUsage of order-service is firing but silenced."),
    (SILENCED, "HighMemoryUsage of order-service is silenced, current=91%."),
    (SILENCED, "order-service 的 HighMemoryUsage 已静默，静默到 12:00:00Z。"),
    (
        SILENCED,
        "HighMemoryUsage fires, although it is silenced until 2026-08-14T12:00:00Z.",
    ),
    (SILENCED, "The silence of HighMemoryUsage ends at 12:00:00Z."),
    (SILENCED, "HighMemoryUsage 正在触发，但已被 ops 静默。"),
    (SILENCED, "alertmanager reports that HighMemoryUsage is silenced."),
    (INHIBITED, "HighMemoryUsage is inhibited by NodeDown."),
    (INHIBITED, "NodeDown inhibits HighMemoryUsage of order-service."),
    (INHIBITED, "HighMemoryUsage 被 NodeDown 抑制。"),
    (INHIBITED, "HighMemoryUsage is suppressed by NodeDown."),
    (RESOLVED, "HighMemoryUsage of order-service is resolved."),
    (RESOLVED, "HighMemoryUsage was firing from 09:45:00Z to 10:00:00Z."),
    (RESOLVED, "HighMemoryUsage of order-service resolved at 10:00:00Z."),
    (RESOLVED, "HighMemoryUsage fired for 15m and ended at 10:00:00Z."),
    (RESOLVED, "order-service 的 HighMemoryUsage 已恢复。"),
    (RESOLVED, "HighMemoryUsage is no longer firing."),
    (RESOLVED, "HighMemoryUsage 告警已结束，曾持续 15m。"),
    (RESOLVED, "HighMemoryUsage of order-service was at 91%."),
    (RESOLVED, "Alert HighMemoryUsage is resolved: service=order-service, current=91%."),
    (INACTIVE, "HighMemoryUsage of order-service was pending."),
    (INACTIVE, "HighMemoryUsage of order-service is inactive."),
    (PENDING, "HighMemoryUsage of order-service is pending."),
    (PENDING, "HighMemoryUsage has been pending for 2m."),
    (PENDING, "HighMemoryUsage is pending and not yet firing."),
    (PENDING, "HighMemoryUsage 处于待触发状态。"),
    (PENDING, "告警 HighMemoryUsage 的状态是 pending。"),
    (EXPORTED, "HighMemoryUsage fires for order-service."),
    (EXPORTED, "HighMemoryUsage was firing at 10:00:00Z."),
    (EXPORTED, "prometheus and alertmanager tell that HighMemoryUsage fires."),
    (EXPORTED, "According to prometheus, HighMemoryUsage fires for order-service."),
    (EXPORTED, "As of 10:00:00Z, HighMemoryUsage still fires."),
    (EXPORTED, "HighMemoryUsage began at 09:45:00Z, with a precision of 5m."),
    (EXPORTED, "HighMemoryUsage goes to the receiver pager."),
    (EXPORTED, "据 prometheus，HighMemoryUsage 正在告警。"),
    (EXPORTED, "截至 10:00:00Z，HighMemoryUsage 仍在告警。"),
]


@pytest.mark.parametrize(("line", "text"), FALSE)
def test_a_state_or_a_field_that_the_line_does_not_have_is_a_violation(
    line: str, text: str
) -> None:
    assert polarity_conflict(text, [line])


@pytest.mark.parametrize(("line", "text"), TRUE)
def test_what_the_line_says_of_its_alert_may_be_said(line: str, text: str) -> None:
    assert not polarity_conflict(text, [line])


@pytest.mark.parametrize(
    ("lines", "text", "is_wrong"),
    [
        ([FIRING, POOL], "HighMemoryUsage is firing and PoolLow is pending.", False),
        ([FIRING, POOL], "HighMemoryUsage and PoolLow are firing.", True),
        ([FIRING, POOL], "PoolLow is firing and HighMemoryUsage is pending.", True),
        ([SILENCED, POOL], "PoolLow is pending, HighMemoryUsage is silenced.", False),
        ([FIRING, POOL], "HighMemoryUsage 正在触发，PoolLow 待触发。", False),
        ([FIRING, POOL], "HighMemoryUsage 和 PoolLow 正在触发。", True),
        ([SILENCED, FIRING], "HighMemoryUsage fires for order-service.", False),
        ([EXPORTED, OTHER_POD], "Both pods of order-service are at 91%.", True),
        ([EXPORTED, OTHER_POD], "order-service 的两个 pod 都是 91%。", True),
    ],
)
def test_each_alert_has_its_own_state(lines: list[str], text: str, is_wrong: bool) -> None:
    assert polarity_conflict(text, lines) == is_wrong


@pytest.mark.parametrize(
    ("claim", "text", "is_wrong"),
    [
        (
            "The alert PoolLow of order-service is pending.",
            "PoolLow fires for order-service.",
            True,
        ),
        ("Alert OldAlert of order-service is resolved.", "OldAlert is still firing.", True),
        ("HighMemoryUsage is silenced.", "HighMemoryUsage 正在告警。", True),
        ("HighMemoryUsage is firing.", "HighMemoryUsage 正在告警。", False),
        ("Alert OldAlert is resolved.", "OldAlert fired and is over.", False),
    ],
)
def test_an_answer_keeps_the_state_that_its_claim_tells(
    claim: str,
    text: str,
    is_wrong: bool,
) -> None:
    assert polarity_conflict(text, [claim]) == is_wrong


@given(st.sampled_from(ALERT_STATES), st.sampled_from(ALERT_STATES))
def test_what_an_annotation_quotes_is_neither_state_nor_field(state: str, other: str) -> None:
    line = alert_line(f'X {state}, since=2026-08-14T09:45:00Z, summary="X {other}, as_of=1, a=b"')
    assert line is not None
    assert line.state == state
    assert set(line.fields) == {"since", "summary"}


@given(st.text(max_size=60))
def test_any_text_is_read_without_an_error(text: str) -> None:
    alert_line(text)
    claims_firing(text)
    polarity_conflict(text, [FIRING])


@pytest.mark.parametrize(
    ("text", "is_turned"),
    [
        ("HighMemoryUsage went off at 2026-08-14T09:45:00Z and is still active, at 91%.", False),
        ("HighMemoryUsage 从 2026-08-14T09:45:00Z 触发到现在，91%。", False),
        ("HighMemoryUsage 自 2026-08-14T09:45:00Z 起告警，至今未恢复。", False),
        ("For 15m now HighMemoryUsage has been firing.", False),
        ("HighMemoryUsage has now recovered.", True),
        ("HighMemoryUsage 目前已经恢复。", True),
        ("HighMemoryUsage fired at 09:45Z; the pod is still short of memory.", True),
    ],
)
def test_now_beside_a_state_says_no_more_than_the_state(text: str, is_turned: bool) -> None:
    assert polarity_conflict(text, [EXPORTED]) == is_turned


@pytest.mark.parametrize(
    ("text", "is_turned"),
    [
        ("HighMemoryUsage at 91% ended at 2026-08-14T10:00:00Z and is over now.", False),
        ("数值 91% 的 HighMemoryUsage 目前已经恢复。", False),
        ("HighMemoryUsage at 91% is firing now.", True),
        ("HighMemoryUsage is over, memory is now at 91%.", True),
    ],
)
def test_an_alert_that_is_over_is_over_now(text: str, is_turned: bool) -> None:
    assert polarity_conflict(text, [RESOLVED]) == is_turned
