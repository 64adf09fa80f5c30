"""Since when an alert is so, in the words of what its line tells."""

import pytest

from superbiz_agent.contracts.base import Language
from superbiz_agent.models.offline.evidence import Line
from superbiz_agent.models.offline.stored_text import read_line
from superbiz_agent.models.offline.timed_claims import beginning

SINCE, PENDING = "since=2026-11-30T21:45:27Z", "pending_since=2026-11-30T21:41:27Z"


@pytest.mark.parametrize(
    ("state", "ends", "english", "chinese"),
    [
        ("firing", f"{SINCE}, {PENDING}", "Since 2026-11-30T21:45:27Z, alert", "自 2026-"),
        ("pending", SINCE, "Since 2026-11-30T21:45:27Z, alert", "自 2026-"),
        (
            "firing",
            SINCE,
            "Alert A is firing, active since 2026",
            "告警 A 的状态是 firing，自 2026-",
        ),
        ("resolved", f"{SINCE}, until=2026-11-30T21:55:27Z", "Alert A is resolved: ", "告警 A "),
    ],
)
def test_firing_since_is_said_only_where_the_line_tells_it(
    state: str, ends: str, english: str, chinese: str
) -> None:
    languages: dict[Language, str] = {"en": english, "zh": chinese}
    for language, start in languages.items():
        line: Line = read_line(
            "query_metrics", 1, "$.alerts[0]", f"A {state}, duration=5m, job=shop-api, {ends}"
        )
        assert beginning(line, language).wordings[0].startswith(start)
