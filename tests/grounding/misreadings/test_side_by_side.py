"""What stands side by side in one line is told of its own label."""

import pytest

from superbiz_agent.grounding.misreadings.side_by_side import exchanges_side_by_side

AT = "2027-03-09T07:02:11Z"
CODES = f"{AT} WARN sms-gw sent +65 delivered 44/900, +86 delivered 1190/1210 (sms.log:1)"
TASKS = f"{AT} INFO driver task 3 (TID 3) done in 9 s; GET 3, TID 9 in 7 s (spark.log:4)"
RATES = f"{AT} WARN fx-feed skipped: USD 17, EUR 4 (fx.log:3)"
QUOTE = f"{AT} WARN fx-feed quote EUR/USD skipped (fx.log:2)"


@pytest.mark.parametrize(
    ("text", "source", "is_exchanged"),
    [
        ("+86 delivered 44/900.", CODES, True),
        ("+65 送达 1190/1210。", CODES, True),
        ("EUR had 17 quotes skipped.", RATES, True),
        ("EUR 跳过了 17 个报价。", RATES, True),
        ("USD/EUR was skipped.", QUOTE, True),
        ("跳过了 USD/EUR。", QUOTE, True),
        ("+86 delivered 1190/1210.", CODES, False),
        ("+86 送达 1190/1210，+65 送达 44/900。", CODES, False),
        ("+65 and +86 delivered 44/900 and 1190/1210.", CODES, False),
        ("USD had 17 quotes skipped and EUR had 4.", RATES, False),
        ("USD 跳过了 17 个报价，EUR 4 个。", RATES, False),
        ("EUR/USD was skipped.", QUOTE, False),
        ("Task 3 finished in 7 s (TID 9).", TASKS, False),
        ("跳过了 EUR/USD。", QUOTE, False),
    ],
)
def test_a_value_stays_with_its_label(text: str, source: str, is_exchanged: bool) -> None:
    assert exchanges_side_by_side(text, [source]) is is_exchanged
