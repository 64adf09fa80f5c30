"""Writing to terminals and pipes: nothing in a text is ever a command."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from superbiz_agent.terminal.console import Line, json_line, one_line, printable, write

HARMFUL = set("\x00\x07\x08\r\x1b\x7f\x9b\u200b\u202e\u2066\ufeff\U000e0041\u2028")


class Terminal(io.StringIO):
    """A terminal of 80 columns, as far as ``rich`` looks."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(params=[io.StringIO, Terminal])
def stream(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    return request.param()


@pytest.mark.parametrize(
    "text",
    [
        "[bold]not bold[/bold] [link=https://x]y[/link] :smile:",
        "10.0.0.1 'quoted' 42 true https://example.org",
        "数据库连接池 😀",
    ],
)
def test_markup_numbers_and_emoji_names_are_printed_as_they_are(
    stream: io.StringIO, text: str
) -> None:
    write([Line(text)], stream)
    assert stream.getvalue() == f"{text}\n"


@pytest.mark.parametrize("character", sorted(HARMFUL), ids=ascii)
def test_harmful_characters_are_left_out(stream: io.StringIO, character: str) -> None:
    write([Line(f"a{character}b")], stream)
    assert stream.getvalue() == "ab\n"


def test_a_terminal_gets_colour_and_a_pipe_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    pipe, terminal = io.StringIO(), Terminal()
    for target in (pipe, terminal):
        write([Line("Verdict: PASS", "good")], target)
    assert pipe.getvalue() == "Verdict: PASS\n"
    assert "\x1b[" in terminal.getvalue()


def test_long_lines_wrap_on_a_terminal_and_lose_nothing(stream: io.StringIO) -> None:
    text = "x" * 500
    write([Line(text)], stream)
    assert stream.getvalue().replace("\n", "") == text


@given(st.text())
def test_what_is_printed_holds_no_harmful_character(text: str) -> None:
    assert not set(printable(text)) & HARMFUL
    assert not set(one_line(text)) & (HARMFUL | {"\n"})


@given(st.recursive(st.none() | st.booleans() | st.text(), st.lists))
def test_json_is_exact_and_holds_no_harmful_character(value: object) -> None:
    text = json_line(value)
    assert json.loads(text) == value
    assert not set(text) & HARMFUL


def test_a_megabyte_becomes_one_short_line() -> None:
    assert len(one_line("a\n" * 500_000, 100)) == 100
