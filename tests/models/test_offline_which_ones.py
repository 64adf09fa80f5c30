"""Which ones, the last one, how long: answered by what the records of a group differ in."""

import pytest

from superbiz_agent.models.offline.claims import observation
from superbiz_agent.models.offline.durations import asks_how_long, tells_duration
from superbiz_agent.models.offline.evidence import Line
from superbiz_agent.models.offline.question import read_question
from superbiz_agent.models.offline.ranks import in_order
from superbiz_agent.models.offline.stored_text import read_line
from superbiz_agent.models.offline.which_ones import names_asked, with_names

GROUP = (
    "2026-11-28T09:08:09Z ERROR billing invoice 4711 failed (billing.log:18); "
    "3 records of this form from 2026-11-28T09:08:09Z to 2026-11-28T09:20:09Z; "
    "with invoice 4711, invoice 4729, invoice 4733"
)
INVOICES = ("invoice 4711", "invoice 4729", "invoice 4733")


def line(text: str, row: int = 0) -> Line:
    return read_line("query_logs", 1, f"$.logs[{row}]", text)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which invoices failed?", INVOICES),
        ("哪些 invoice 失败了？", INVOICES),
        ("Which orders failed?", ()),
        ("Which job failed?", ()),
    ],
)
def test_the_names_asked_for_are_those_of_a_whole_list(
    question: str, names: tuple[str, ...]
) -> None:
    assert names_asked(read_question(question), line(GROUP)) == names
    assert names_asked(read_question(question), line(f"{GROUP} and others")) == ()


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("Which invoices failed?", True),
        ("哪些 invoice 失败了？", True),
        ("Did an invoice fail?", False),
    ],
)
def test_a_claim_names_all_where_it_is_asked_which(question: str, is_told: bool) -> None:
    read = read_question(question)
    (draft,) = with_names(read, [observation(line(GROUP), read.language)])
    assert ("invoice 4733" in draft.wordings[0]) is is_told


@pytest.mark.parametrize(
    ("question", "is_asked"),
    [
        ("How long did the last backup take?", True),
        ("备份用了多久？", True),
        ("用了多少分钟？", True),
        ("How long ago did it fail?", False),
        ("多久之前失败的？", False),
        ("How many backups ran?", False),
    ],
)
def test_how_long_is_asked(question: str, is_asked: bool) -> None:
    assert asks_how_long(read_question(question)) is is_asked


@pytest.mark.parametrize(
    ("message", "is_told"),
    [
        ("finished full backup of db-main in 14m32s, 18.4 GiB", True),
        ("Started BillingApplication in 8.214 seconds", True),
        ("served took_ms=41", True),
        ("备份完成，耗时 15 分钟", True),
        ("removed 1 backup older than 30 days", False),
        ("stored in 3 places", False),
        ("moved in -3 s", False),
    ],
)
def test_a_record_tells_how_long_something_took(message: str, is_told: bool) -> None:
    assert tells_duration(line(f"2026-11-28T02:00:00Z INFO app {message} (a.log:1)")) is is_told


def test_a_single_record_is_the_last_before_the_group_that_ends_with_it() -> None:
    last = line("2026-11-28T09:20:09Z ERROR billing invoice 4733 failed (billing.log:40)", 1)
    undated = line("ERROR billing invoice 4750 failed (billing.log:50)", 2)
    assert in_order([line(GROUP), undated, last], "last")[0] is last
    assert in_order([line(GROUP), undated, last], "last")[-1] is undated
