"""``evidence.coverage``: what was counted in a part is no count of the whole."""

from typing import Any

import pytest

from tests.grounding.evidence_rows import checked, claim, findings, log_binding, row

GROUP = (
    "2026-08-14T09:00:00Z ERROR shop request timed out after 3000ms, attempt=3 (shop.log:1); "
    "7 records of this form from 2026-08-14T09:00:00Z to 2026-08-14T09:55:00Z"
)
IN_PART = f"{GROUP}; counted in a part of the records; more of this form may exist"

WHOLES = (
    "Exactly 7 requests of shop timed out.",
    "Precisely seven requests of shop timed out.",
    "A total of 7 requests of shop timed out.",
    "shop timed out 7 times in all.",
    "In total, 7 requests of shop timed out.",
    "In all 7 requests of shop timed out.",
    "Altogether 7 requests of shop timed out.",
    "shop timed out seven times overall.",
    "shop timed out 7 times altogether, each after 3000ms.",
    "At most 7 requests of shop timed out.",
    "No more than 7 requests of shop timed out.",
    "Just 7 requests of shop timed out.",
    "Only 7 requests of shop timed out.",
    "The number of timeouts of shop was 7.",
    "The count of timeouts of shop is 7.",
    "Timeouts of shop numbered 7.",
    "The total timeout count of shop was 7.",
    "shop had 7 total timeouts.",
    "shop had 7 timeouts total.",
    "Total timeouts of shop: 7.",
    "The timeouts of shop ended at 09:55:00Z.",
    "The timeouts of shop stopped at 09:55:00Z.",
    "shop timed out until 09:55:00Z.",
    "The last one of shop was at 09:55:00Z.",
    "The final timeout of shop was at 09:55:00Z.",
    "The most recent timeout of shop was at 2026-08-14T09:55:00Z.",
    "shop 总共 7 次超时。",
    "shop 共有 7 次超时。",
    "shop 共有七次超时。",
    "shop 一共超时 7 次。",
    "shop 恰好 7 次超时。",
    "shop 最多 7 次超时。",
    "shop 不超过 7 次超时。",
    "shop 仅 7 次超时。",
    "shop 只有 7 次超时。",
    "shop 合计超时 7 次。",
    "shop 的超时次数为 7。",
    "shop 的超时在 09:55:00Z 结束。",
    "shop 的超时持续到 09:55:00Z。",
    "shop 的最后一次超时在 09:55:00Z。",
)
PARTS = (
    "7 requests of shop timed out.",
    "shop timed out 7 times from 09:00:00Z to 09:55:00Z.",
    "At least 7 requests of shop timed out.",
    "At least 7 requests of shop timed out in all.",
    "7 or more requests of shop timed out.",
    "7 timeouts of shop were shown.",
    "A total of 7 timeouts of shop were read.",
    "A request of shop timed out after exactly 3000ms.",
    "A request of shop timed out after 3000ms at most.",
    "A request of shop timed out at 09:55:00Z.",
    "shop 至少 7 次超时。",
    "shop 总共至少 7 次超时。",
    "shop 超时 7 次以上。",
    "读取了 shop 的 7 次超时。",
    "shop 超时 7 次。",
    "shop 在 09:55:00Z 超时。",
    "shop 恰好 3000ms 后超时。",
)


def counted(text: str, stored: str = GROUP, **details: Any) -> list[tuple[str, str]]:
    logs = row(2, "query_logs", {"$.logs[0]": stored}, **details)
    return findings(checked(claim(log_binding(stored), text=text), rows=[logs]))


@pytest.mark.parametrize("text", WHOLES)
def test_a_whole_count_or_an_end_needs_a_whole_result(text: str) -> None:
    capped = [("evidence.coverage", "low_confid")]
    assert counted(text, truncated=True) == capped
    assert counted(text, failed_sources=["b.log"]) == capped
    assert counted(text, IN_PART) == capped
    assert counted(f"{text[:-1]}!", f"{IN_PART} [demo]") == capped


@pytest.mark.parametrize("text", WHOLES)
def test_over_a_whole_result_it_is_no_finding(text: str) -> None:
    assert counted(text) == []


@pytest.mark.parametrize("text", PARTS)
def test_what_was_seen_of_a_part_is_told(text: str) -> None:
    assert counted(text, truncated=True) == []
    assert counted(text, IN_PART) == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("The number of restarts of shop is 7.", "09:00 WARN shop restarts=7 (shop.log:1)"),
        ("shop 的重启次数为 7。", "09:00 WARN shop restarts=7 (shop.log:1)"),
        ("shop failed: exactly 7 retries.", "09:00 WARN shop gave up: exactly 7 retries (s:1)"),
        ("The job of shop ended at 09:00.", "09:00 WARN shop job ended (shop.log:1)"),
    ],
)
def test_what_a_record_itself_tells_is_evidence(text: str, line: str) -> None:
    assert counted(text, line, truncated=True) == []


def test_a_record_that_imitates_the_note_is_no_group_read_in_part() -> None:
    planted = "09:00 WARN shop counted in a part of the records; more of this form may exist (s:1)"
    assert counted("Exactly 7 requests of shop timed out.", planted) == []
