"""Where a token of a text begins and ends, so that no part of one passes for the whole.

``active=50/50`` is no part of ``active=50/500``, ``order-service`` none of
``order-service-canary``, and ``5`` none of ``-5`` (contract section 4, "Excerpts").
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from superbiz_agent.grounding.facts.characters import HAN

CONNECTORS = frozenset("-._/:@+%~#&\\")
"""Between two word characters these keep a token together."""

PREFIXES = frozenset("-+−.<>≤≥~≈±$€£¥#")
"""Directly before a digit these belong to the number."""

SUFFIXES = frozenset("%‰°℃")
"""Directly after a digit these belong to the number."""

MAX_OCCURRENCES = 200
"""Places that are looked at; a part that occurs more often names no place at all."""

_HAN = re.compile(f"[{HAN}]")
_TOKEN = re.compile(rf"[{HAN}]|[^\W{HAN}]+(?:[-._/:@+%~#&\\,]+[^\W{HAN}]+)*[%‰°℃]?")


def occurrences(part: str, text: str) -> Iterator[tuple[int, int]]:
    """Where ``part`` stands in ``text`` from one token bound to another, as (start, end)."""
    start = text.find(part) if part else -1
    for _ in range(MAX_OCCURRENCES):
        if start < 0:
            return
        end = start + len(part)
        if is_token_bound(text, start) and is_token_bound(text, end):
            yield start, end
        start = text.find(part, start + 1)


def is_token_bound(text: str, position: int) -> bool:
    """Whether no token of ``text`` reaches over ``position``."""
    if position <= 0 or position >= len(text):
        return True
    before, after = text[position - 1], text[position]
    if (_is_word(before) and _is_word(after)) or unicodedata.combining(after):
        return False
    if (before in PREFIXES and _is_digit(after)) or (_is_digit(before) and after in SUFFIXES):
        return False
    if _is_connector(after, text, position + 1) and _is_word(before):
        return False
    return not (
        _is_connector(before, text, position) and _is_word(text[position - 2 : position - 1])
    )


def tokens(text: str) -> list[tuple[str, int, int]]:
    """The tokens of ``text`` as (token, start, end); each Han character is one."""
    return [(match.group(), *match.span()) for match in _TOKEN.finditer(text)]


def count_han(text: str) -> int:
    """How many Han characters ``text`` holds."""
    return len(_HAN.findall(text))


def cuts(span: tuple[int, int], whole: Iterable[tuple[int, int]]) -> bool:
    """Whether ``span`` begins or ends within one of the ``whole`` spans."""
    return any(start < edge < end for start, end in whole for edge in span)


def cut_out(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """``text`` with a space in place of each of the ``spans``."""
    kept: list[str] = []
    position = 0
    for start, end in sorted(spans):
        kept.append(text[position:start])
        position = max(position, end)
    return " ".join([*kept, text[position:]])


def is_within(span: tuple[int, int], outer: tuple[int, int]) -> bool:
    """Whether ``span`` lies within ``outer``."""
    return outer[0] <= span[0] and span[1] <= outer[1]


def _is_connector(character: str, text: str, following: int) -> bool:
    """Whether ``character`` joins what stands before it to the word character at ``following``."""
    after = text[following : following + 1]
    if character == ",":
        return _is_digit(after) and _is_digit(text[following - 2 : following - 1])
    return character in CONNECTORS and _is_word(after)


def _is_word(character: str) -> bool:
    return (character.isalnum() or character == "_") and not _HAN.match(character)


def _is_digit(character: str) -> bool:
    return "0" <= character <= "9"
