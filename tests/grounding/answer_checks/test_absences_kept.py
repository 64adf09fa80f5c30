"""A sentence that nothing was found keeps all that its claim was narrowed to (section 7)."""

import pytest

from superbiz_agent.grounding import check_answer
from tests.grounding.answer_material import claim, composer_input

UNTIL = "until 2026-08-14T09:50:00Z"
DEADLOCK = f"No deadlock record of cart-service was found in all.log {UNTIL}."
DISK = f"No DiskFull alert of cart-service was found {UNTIL} in alerts.json."
LEVEL = f"No ERROR record of cart-service was found in all.log {UNTIL}."
QUOTED = f'No record of cart-service in all.log matched "timed out" {UNTIL}.'
SEARCH = (
    'A search for "lost" in the records of cart-service, in the logs web and cache-1 over the '
    "window 2026-08-14T09:00:00Z to 2026-08-14T09:50:00Z, matched nothing."
)
CHINESE_SEARCH = (
    '在日志 web、cache-1 中按 cart-service 查询 "lost"（时间窗 2026-08-14T09:00:00Z 到 '
    "2026-08-14T09:50:00Z），没有匹配到记录。"
)
CHINESE = "截至 2026-08-14T09:50:00Z，all.log 中未发现 cart-service 的 ERROR 日志。"


def faults(sentence: str, denied: str) -> set[str]:
    material = composer_input(
        original_query="Are there deadlocks on cart-service?",
        allowed_claims=[claim("claim-1", denied, "negative_observation", "confirmed")],
    )
    text = f"{sentence} [claim-1]"
    reply = {"answer_summary": text, "recommended_actions": [], "user_facing_answer": text}
    return {finding.rule_id for finding in check_answer(material, reply)}


@pytest.mark.parametrize(
    ("sentence", "denied"),
    [
        (f"No deadlock record was found in all.log {UNTIL}.", DEADLOCK),
        (f"There was no deadlock record in all.log {UNTIL}.", DEADLOCK),
        (f"No DiskFull alert was found {UNTIL} in alerts.json.", DISK),
        (f"No alert at all was found {UNTIL} in alerts.json.", DISK),
        (f"No alert of cart-service was found {UNTIL} in alerts.json.", DISK),
        (f"No record of cart-service was found in all.log {UNTIL}.", LEVEL),
        (f"No record of cart-service was found in all.log {UNTIL}.", QUOTED),
        ('A search for "lost" over the whole window matched nothing.', SEARCH),
        ("截至 2026-08-14T09:50:00Z，all.log 中未发现 ERROR 日志。", CHINESE),
        ("截至 2026-08-14T09:50:00Z，all.log 中未发现 cart-service 的日志。", CHINESE),
        ("截至 2026-08-14T09:50:00Z，alerts.json 中未发现任何告警。", DISK),
    ],
)
def test_a_name_a_level_or_the_words_left_out_widen_an_absence(sentence: str, denied: str) -> None:
    assert "answer.absence" in faults(sentence, denied)


@pytest.mark.parametrize(
    ("sentence", "denied"),
    [
        (DEADLOCK, DEADLOCK),
        (f"There was no deadlock record of cart-service {UNTIL}.", DEADLOCK),
        (f"In alerts.json no DiskFull alert of cart-service was found {UNTIL}.", DISK),
        (f"No ERROR record of cart-service was found {UNTIL}.", LEVEL),
        (f'No record of cart-service held "timed out" {UNTIL}.', QUOTED),
        (f"The search of cart-service matched nothing {UNTIL}.", QUOTED),
        ("截至 2026-08-14T09:50:00Z，未发现 cart-service 的 ERROR 日志。", CHINESE),
        ('A search of cart-service for "lost" over the whole window matched nothing.', SEARCH),
        ('在 cart-service 的记录里查询 "lost"，整个时间窗内没有匹配。', CHINESE_SEARCH),
        ("截至 2026-08-14T09:50:00Z，未发现 cart-service 的 DiskFull 告警。", DISK),
    ],
)
def test_where_was_searched_may_be_left_out_and_the_rest_is_kept(
    sentence: str, denied: str
) -> None:
    assert faults(sentence, denied) == set()
