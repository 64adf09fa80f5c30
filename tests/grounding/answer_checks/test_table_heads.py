"""The head of a table gives its clocks their zone."""

import pytest

from superbiz_agent.grounding.answer_checks.tables import with_zones_of_heads
from superbiz_agent.grounding.wording import split_sentences


@pytest.mark.parametrize(
    ("head", "row", "read"),
    [
        ("| time (UTC) | what |", "| 02:12:04 | first 502 |", "| 02:12:04Z | first 502 |"),
        ("| 时间（UTC） | 事件 |", "| 2026-03-11 02:12 | 502 |", "| 2026-03-11 02:12Z | 502 |"),
        ("| time | what |", "| 02:12:04 | first 502 |", "| 02:12:04 | first 502 |"),
        ("| time (UTC+8) | what |", "| 02:12:04 | first 502 |", "| 02:12:04 | first 502 |"),
        ("| time (UTC +8) | what |", "| 02:12:04 | 502 |", "| 02:12:04 | 502 |"),
        ("| local | UTC |", "| 10:12:04 | 02:12:04 |", "| 10:12:04 | 02:12:04Z |"),
        ("| time (UTC) | what |", "| 02:12:04 +08:00 | 502 |", "| 02:12:04 +08:00 | 502 |"),
    ],
)
def test_a_clock_takes_the_zone_of_its_head(head: str, row: str, read: str) -> None:
    sentences = list(with_zones_of_heads(split_sentences(f"{head}\n|---|---|\n{row}")))
    assert sentences[-1].text == read


def test_text_below_a_table_keeps_its_own_clocks() -> None:
    text = "| time (UTC) |\n|---|\n| 02:12:04 |\n\nIt failed at 02:12:04 | there."
    assert [each.text for each in with_zones_of_heads(split_sentences(text))][-1].endswith("there.")
