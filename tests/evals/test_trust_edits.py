"""The edits that make mutants: what they change, and what they leave alone."""

import pytest

from superbiz_agent.evals.trust import edits
from superbiz_agent.evals.trust.edits import Stock

LINES = (
    "HighMemoryUsage firing, service=order-service, current=91%, duration=15m",
    "2026-07-07T10:00:00Z ERROR payment-api request timed out after 30000ms",
)
STOCK = Stock(LINES, ("order-service", "payment-api", "HighMemoryUsage"))


def made(found: edits.Edits) -> list[str]:
    return [text for _, text in found]


@pytest.mark.parametrize(
    ("edit", "text", "expected"),
    [
        (edits.changed_numbers, "it is at 91% [claim-1].", ["it is at 19% [claim-1]."]),
        (edits.changed_numbers, "共 3 次[claim-3]。", ["共 6 次[claim-3]。"]),
        (edits.changed_numbers, "orders-db-1 is up [claim-1].", []),
        (edits.changed_times, "since 10:00Z [claim-1].", ["since 10:17Z [claim-1]."]),
        (edits.changed_units, "after 30000ms [claim-1].", ["after 30000s [claim-1]."]),
        (edits.changed_names, "order-service is down.", ["ledger-service is down."]),
        (edits.changed_last_characters, "orders-db-1 is up.", ["orders-db-2 is up."]),
        (edits.swapped_names, "order-service is at 91%.", ["payment-api is at 91%."]),
        (edits.swapped_names, "order-service is slow.", []),
    ],
)  # fmt: skip
def test_an_edit_makes_one_thing_false(edit: edits.Edits, text: str, expected: list[str]) -> None:
    assert made(edit(text, STOCK)) == expected  # type: ignore[operator]


def test_what_is_put_in_was_nowhere_in_the_evidence() -> None:
    stock = Stock((*LINES, "19 of 22, 29 of 98"), STOCK.names)
    for changed in made(edits.changed_numbers("at 91% [claim-1]", stock)):
        assert changed not in ("at 19% [claim-1]", "at 22% [claim-1]")


def test_a_clause_is_added_before_the_mark() -> None:
    found = made(edits.added_before_mark("It failed [claim-1].", [", at 97.3%"]))
    assert found == ["It failed, at 97.3% [claim-1]."]


@pytest.mark.parametrize(
    ("text", "table", "expected"),
    [
        ("it may fail", [("may", "does")], ["it does fail"]),
        ("maybe it fails", [("may", "does")], []),
        ("没有失败", [("失败", "没有失败")], []),
        ("请求失败", [("失败", "没有失败")], ["请求没有失败"]),
    ],
)
def test_words_are_replaced_whole_and_once(
    text: str, table: list[tuple[str, str]], expected: list[str]
) -> None:
    assert made(edits.replaced_words(text, table)) == expected


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("No [claim-1]. At 0.9 now. [claim-2]", ["No [claim-1].", "At 0.9 now. [claim-2]"]),
        ("已失败[claim-1]。当前 91%[claim-2]。", ["已失败[claim-1]。", "当前 91%[claim-2]。"]),
    ],
)  # fmt: skip
def test_a_sentence_keeps_its_marks(text: str, sentences: list[str]) -> None:
    assert edits.sentences_of(text) == sentences
