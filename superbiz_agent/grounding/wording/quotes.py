"""Quoted and code stretches of a text. They never cross a line end."""

import re
from bisect import bisect_right
from functools import lru_cache

_PAIRS = {"“": "”", "「": "」", "『": "』", "‘": "’", "«": "»", "„": "“"}
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_OPENING = re.compile(r"""["`“「『‘«„＂]|(?<![A-Za-z0-9_'])'(?=\S)""")
_SIGN = re.compile(r"""["'`“「『‘«„＂]""")
_WORD = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z]{2,40}(?![A-Za-z0-9_=])|[\u3400-\u9fff]{2}")
MIN_WORDS = 3
"""Latin words, or pairs of Han characters, that make a quotation a clause."""

_CLOSING_APOSTROPHE = re.compile(r"(?<=\S)'(?![A-Za-z0-9_])")


def quoted_spans(text: str) -> list[tuple[int, int]]:
    """The ``(start, end)`` of each quoted or code stretch, quote signs included, in order.

    A quote sign without its partner on the same line opens nothing.
    """
    return list(_quoted_spans(text))


@lru_cache(maxsize=4096)
def _quoted_spans(text: str) -> tuple[tuple[int, int], ...]:
    if not _SIGN.search(text):
        return ()
    spans: list[tuple[int, int]] = []
    position = 0
    for fence in _FENCE.finditer(text):
        spans += _spans_between(text, position, fence.start())
        spans.append(fence.span())
        position = fence.end()
    return (*spans, *_spans_between(text, position, len(text)))


class OutsideQuotes:
    """Tells whether a position lies outside the quoted stretches of a text."""

    def __init__(self, text: str) -> None:
        spans = quoted_spans(text)
        self._starts = [start for start, _ in spans]
        self._ends = [end for _, end in spans]

    def holds(self, position: int) -> bool:
        index = bisect_right(self._starts, position) - 1
        return index < 0 or position >= self._ends[index]


def without_quotes(text: str) -> str:
    """``text`` with each quoted stretch replaced by a space."""
    pieces: list[str] = []
    position = 0
    for start, end in quoted_spans(text):
        pieces.append(text[position:start])
        position = end
    return " ".join([*pieces, text[position:]])


def without_sayings(text: str) -> str:
    """``text`` with each quoted clause replaced by a space. Fewer than ``MIN_WORDS`` words in
    quotes say nothing by themselves: only their signs go, and they are read with the rest."""
    pieces: list[str] = []
    position = 0
    for start, end in quoted_spans(text):
        inner = text[start + 1 : end - 1]
        pieces += (text[position:start], " " if is_saying(inner) else inner)
        position = end
    return "".join([*pieces, text[position:]])


def is_saying(quoted: str) -> bool:
    """Whether the inside of quotes is a clause of its own, and no bare value, name or word."""
    return len(_WORD.findall(quoted)) >= MIN_WORDS


def _spans_between(text: str, start: int, end: int) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    line_start = start
    for line in text[start:end].splitlines(keepends=True):
        spans += _spans_in_line(text, line_start, line_start + len(line))
        line_start += len(line)
    return spans


def _spans_in_line(text: str, position: int, end: int) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    unpaired: set[str] = set()  # looked for once and not found: keeps the scan linear
    while opening := _OPENING.search(text, position, end):
        sign = opening.group()
        closing = -1 if sign in unpaired else _closing(text, sign, opening.end(), end)
        if closing < 0:
            unpaired.add(sign)
            position = opening.end()
            continue
        spans.append((opening.start(), closing + 1))
        position = closing + 1
    return spans


def _closing(text: str, sign: str, position: int, end: int) -> int:
    if sign == "'":
        closing = _CLOSING_APOSTROPHE.search(text, position, end)
        return closing.start() if closing else -1
    return text.find(_PAIRS.get(sign, sign), position, end)
