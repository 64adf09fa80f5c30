"""Bounded lines (contract section 2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.contracts.evidence import DEMO_SUFFIX, MAX_TEXT_BYTES
from superbiz_agent.tools.text import bounded_line, escape_line

HOSTILE = st.text(
    alphabet=st.one_of(
        st.characters(),
        st.sampled_from("\n\r\t\x00\x1b\u202e\u200b\ufeff\u2028 password=:@AKIA-\\.[]"),
    ),
    max_size=300,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain line", "plain line"),
        ("", ""),
        ("a\nb\r\tc", r"a\nb\r\tc"),
        ("\x1b[31mred\x00", r"\x1b[31mred\x00"),
        ("safe\u202eevil\u2066", r"safe\u202eevil\u2066"),
        ("zero\u200bwidth\ufeff", r"zero\u200bwidth\ufeff"),
        ("line\u2028para\u2029next\x85", r"line\u2028para\u2029next\x85"),
        ("soft\u00adhyphen", r"soft\xadhyphen"),
        ("tag\U000e0041", r"tag\U000e0041"),
        ("filler\u3164", r"filler\u3164"),
        ("\ud800 alone", r"\ud800 alone"),
        ("数据库连接池耗尽，active=50/50 ① é ✓", "数据库连接池耗尽，active=50/50 ① é ✓"),
        ("wide\u3000space and 50\u00a0%", "wide\u3000space and 50\u00a0%"),
        ("path C:\\new\\table", "path C:\\new\\table"),
        ("password=hunter2", "password=[redacted:password]"),
    ],
)
def test_a_line_shows_what_cannot_be_seen(text: str, expected: str) -> None:
    assert bounded_line(text) == expected


def test_a_long_line_keeps_head_and_tail_and_counts_what_is_left_out() -> None:
    text = "HEAD" + "x" * 10_000 + "TAIL"
    line = bounded_line(text)
    head, _, rest = line.partition("... [")
    count, _, tail = rest.partition(" bytes left out] ...")
    assert line.startswith("HEAD")
    assert line.endswith("TAIL")
    assert len(head) + int(count) + len(tail) == len(text)
    assert MAX_TEXT_BYTES - 40 < len(line.encode()) <= MAX_TEXT_BYTES


def test_a_cut_never_splits_a_character() -> None:
    line = bounded_line("连" * 5000)
    assert "\ufffd" not in line
    assert set(line.partition("...")[0]) == {"连"}


def test_a_secret_across_the_cut_is_gone_before_the_cut() -> None:
    text = "x" * 1300 + " password=" + "s3cret" * 40 + " " + "y" * 2000
    assert "s3cret" not in bounded_line(text)


def test_the_demo_mark_survives_the_bound() -> None:
    assert bounded_line("x" * 9000 + DEMO_SUFFIX).endswith(DEMO_SUFFIX)
    assert bounded_line("password:" + DEMO_SUFFIX).endswith(DEMO_SUFFIX)


def test_a_long_run_of_control_characters_is_bounded() -> None:
    assert len(bounded_line("\x00\u202e" * 150_000).encode()) <= MAX_TEXT_BYTES


@given(HOSTILE)
def test_every_line_is_one_visible_bounded_line(text: str) -> None:
    line = bounded_line(text)
    assert len(line.encode("utf-8")) <= MAX_TEXT_BYTES
    assert "\n" not in line
    assert escape_line(line) == line


@given(HOSTILE, st.integers(1, 40))
def test_bounding_is_idempotent(text: str, times: int) -> None:
    line = bounded_line(text * times)
    assert bounded_line(line) == line
