"""A time without a zone has that of the time beside it (contract section 7)."""

import pytest

from superbiz_agent.grounding.facts import extract_facts


@pytest.mark.parametrize(
    ("text", "instants"),
    [
        ("10:02 on 16 April 2026 (+08:00)", ["2026-04-16T02:02:00Z"]),
        ("at 10:02:30 on the 16th of April 2026 UTC", ["2026-04-16T10:02:30Z"]),
        ("从 13:21 持续到 13:26（UTC）", ["T13:21:00Z", "T13:26:00Z"]),
        (
            "北京时间 2026-02-17 21:20:03 开始，21:20:53 完成",
            ["2026-02-17T13:20:03Z", "T13:20:53Z"],
        ),
        ("北京时间 21:20:03 开始。21:20:53 完成", ["T13:20:03Z", "T21:20:53"]),
        ("10:02 on 16 April 2026", ["2026-04-16T10:02:00"]),
        ("13:20:03Z 开始，21:20:53 完成", ["T13:20:03Z", "T21:20:53"]),
    ],
)
def test_a_zone_is_shared(text: str, instants: list[str]) -> None:
    assert [fact.value for fact in extract_facts(text) if fact.kind == "timestamp"] == instants
