"""Sentences, marks and clauses (contract section 7)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.grounding.wording import (
    clauses,
    find_marks,
    language_of,
    quoted_spans,
    split_sentences,
)


def texts_of(text: str) -> list[str]:
    return [sentence.text for sentence in split_sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Memory reached 99.5% at 10:00:00.123 in v2.14.3.",
        "The file app.log of db.example.com grew, e.g. by 3 MB, i.e. a lot.",
        "See Fig. 3 and No. 5 vs. the old one.",
        "The alert says current=91%. waiting=12 follows.",
        'The log says "First. Second! Third?" twice.',
        "日志记录了“连接失败。请求超时。”三次。",
        "The record ended with code=E.17 and ran on.",
        "order-service wrote `a. b. c` at once.",
    ],
)
def test_a_stop_inside_a_sentence_ends_nothing(text: str) -> None:
    assert texts_of(text) == [text]


def test_a_stop_behind_a_measure_ends_the_sentence_before_a_new_one() -> None:
    text = "It waited 1000.104 ms. [claim-4] The migration blocked it."
    assert texts_of(text) == ["It waited 1000.104 ms.", "The migration blocked it."]
    assert texts_of("It took 5 min. on average.") == ["It took 5 min. on average."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One is up. two is down.", ["One is up.", "two is down."]),
        ("连接池耗尽。请求超时！为什么？", ["连接池耗尽。", "请求超时！", "为什么？"]),
        ("First line\nsecond line", ["First line", "second line"]),
        ("- one\n* two\n1. three\n> four", ["one", "two", "three", "four"]),
        ("## 结论\n连接池耗尽", ["结论", "连接池耗尽"]),
        ("current=91%. The pool is full.", ["current=91%.", "The pool is full."]),
        ("", []),
    ],
)
def test_text_is_split_at_the_ends_of_its_sentences(text: str, expected: list[str]) -> None:
    assert texts_of(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. [claim-1] Two.", [("claim-1",), ()]),
        ("One [claim-1]. Two [h-1] [q].", [("claim-1",), ("h-1", "q")]),
        ("一。[claim-1][claim-2]二。", [("claim-1", "claim-2"), ()]),
        ("One.\n[m-1]", [("m-1",)]),
        ("[a-1] One.", [("a-1",)]),
        ('It says "x [claim-1]" here. [claim-2]', [("claim-2",)]),
        ("它写着“x [claim-1]”。[claim-2]", [("claim-2",)]),
        ("`[claim-1]` is code [h-2].", [("h-2",)]),
        ("[claim-0] [claim-x] [Q] [claim-01] no marks", [()]),
        ("Twice [claim-1] and again [claim-1].", [("claim-1",)]),
        ("One [claim-1]; two [claim-2].", [("claim-1",), ("claim-2",)]),
        ("一[claim-1]；二[claim-2][h-1]。", [("claim-1",), ("claim-2", "h-1")]),
        ("One [claim-1]; two.", [("claim-1",)]),
        ("One; two [claim-1].", [("claim-1",)]),
        ("| one [claim-1] | two; [claim-2] |", [("claim-1", "claim-2")]),
    ],
)
def test_a_mark_belongs_to_its_sentence(text: str, expected: list[tuple[str, ...]]) -> None:
    assert [sentence.marks for sentence in split_sentences(text)] == expected


def test_headings_labels_and_table_heads_are_headings_and_rows_are_sentences() -> None:
    text = "# Title\n**Findings**\nEvidence:\n\n| a | b |\n|---|---|\n| c | d [claim-1] |\nText."
    assert [(s.text.strip("| *"), s.is_heading) for s in split_sentences(text)] == [
        ("Title", True),
        ("Findings", True),
        ("Evidence:", True),
        ("a | b", True),
        ("c | d", False),
        ("Text.", False),
    ]


def test_paragraphs_are_counted_by_blank_lines() -> None:
    assert [s.paragraph for s in split_sentences("One. Two.\nThree.\n\nFour.")] == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a is up, b is down", ["a is up", "b is down"]),
        ("a is up but b is down; c is lost", ["a is up", "b is down", "c is lost"]),
        ("a 正常，b 异常；c 丢失，而 d 恢复", ["a 正常", "b 异常", "c 丢失", "d 恢复"]),
        ("1,234 records", ["1,234 records"]),
        ('it says "a, b and c"', ['it says "a, b and c"']),
        ("command-and-control", ["command-and-control"]),
    ],
)
def test_clauses_end_at_commas_and_conjunctions_outside_quotes(
    text: str, expected: list[str]
) -> None:
    assert clauses(text) == expected


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Why is it slow?", "en"),
        ("为什么慢？", "zh"),
        ('What does "数据库连接池耗尽" mean?', "en"),
        ("What does `数据库` mean?", "en"),
        ("order-service 怎么了", "zh"),
        ("", "en"),
        ('an odd " quote 中文', "zh"),
    ],
)
def test_the_language_is_chinese_if_han_stands_outside_quotes_and_code(
    text: str, language: str
) -> None:
    assert language_of(text) == language


pieces = st.sampled_from(
    ["a. ", "[claim-1]", '"', "“", "”", "`", "\n", "# ", "| ", "- ", "。", "中", "x=1.", ", ", "'"]
)


@given(st.lists(pieces, max_size=40).map("".join) | st.text(max_size=200))
def test_sentences_are_disjoint_spans_and_lose_no_mark(text: str) -> None:
    sentences = split_sentences(text)
    for before, after in pairwise(sentences):
        assert before.end <= after.start
    assert all(0 <= s.start < s.end <= len(text) for s in sentences)
    assert {mark.name for mark in find_marks(text)} == {m for s in sentences for m in s.marks}


@given(st.text(alphabet="a\"'`“”「」\n. ", max_size=80))
def test_quoted_spans_are_in_order_and_do_not_overlap(text: str) -> None:
    spans = quoted_spans(text)
    assert all(start < end for start, end in spans)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))


@pytest.mark.parametrize("unit", ["a", " ", ". ", '"', "'", "[claim-1]", "未", "\n", "|-", "a,"])
def test_long_text_is_split_without_blowing_up(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    assert len(split_sentences(text)) <= len(text)
    assert len(clauses(text)) <= len(text)
