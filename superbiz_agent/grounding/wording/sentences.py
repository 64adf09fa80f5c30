"""Sentences and their marks (contract section 7).

A mark says what a sentence rests on: ``[claim-1]``, ``[h-1]``, ``[m-1]``, ``[a-1]``, ``[q]``.
Marks directly after a sentence's end belong to that sentence; marks inside quotes are no marks.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from superbiz_agent.grounding.facts.list_numbers import follows_in_list
from superbiz_agent.grounding.wording.language import HAN
from superbiz_agent.grounding.wording.lexicon import words
from superbiz_agent.grounding.wording.quotes import OutsideQuotes

MARK = re.compile(r"\[((?:claim|h|m|a)-[1-9][0-9]{0,3}|q)\]")

ABBREVIATIONS = frozenset(
    words("""
    e.g | i.e | etc | vs | cf | al | approx | ca | no | nos | fig | sec | min | max | avg | hr | hrs
    resp | incl | excl | est | ver | vol | mr | mrs | ms | dr | st | jr | sr | inc | ltd | co | corp
    dept | jan | feb | mar | apr | jun | jul | aug | sep | sept | oct | nov | dec | a.m | p.m
    """)
)
"""Words whose full stop ends no sentence, lower case, without that stop."""

_END = re.compile(r"[.!?。！？…]+")
_CLOSERS = "\"'”’」』)）]】*_`"
_PREFIX = re.compile(
    r"[ \t]*(?:>[ \t]?){0,3}(?:[-*+•·][ \t]+|(?P<number>[0-9]{1,3})[.)、）][ \t]*(?![0-9]))?"
)
_HASHES = re.compile(r"[ \t]*#{1,6}(?=[ \t]|$)")
_TABLE_RULE = re.compile(r"[ \t]*\|?[ \t:|-]*-[ \t:|-]*")
_LAST_WORD = re.compile(rf"[^\s{HAN}，。；：、（）()]+\Z")
_MEASURE = re.compile(r"[0-9] ?(?:ms|sec|min|hrs?)\Z")
"""A unit behind its number: a full stop after it ends the sentence if a new one follows."""

_KEY_VALUE = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,60}=\S+\Z")
_PART_END = re.compile(r"[ \t]*[;；][ \t]*")
"""Behind marks within a sentence: what follows rests on marks of its own."""

_STOPS = (*".,;:!?。，；：！？、)）",)
"""Signs before which no space is left where a mark stood."""


@dataclass(frozen=True)
class Mark:
    """A mark outside quotes: ``name`` without its brackets, at ``text[start:end]``."""

    name: str
    start: int
    end: int


@dataclass(frozen=True)
class Sentence:
    """One sentence. ``text`` is without marks and list signs; ``start`` and ``end`` span it in the
    raw text, marks included; ``paragraph`` counts the blocks between blank lines."""

    text: str
    marks: tuple[str, ...]
    start: int
    end: int
    is_heading: bool = False
    paragraph: int = 0


def find_marks(text: str) -> list[Mark]:
    """Every mark of ``text`` that stands outside quotes and code, in order."""
    outside = OutsideQuotes(text)
    found = (Mark(match.group(1), *match.span()) for match in MARK.finditer(text))
    return [mark for mark in found if outside.holds(mark.start)]


def split_sentences(text: str) -> list[Sentence]:
    """Split an answer into its sentences, Markdown headings, bullets and table rows included.

    A full stop in a number, a time, a version, a file name, an abbreviation or right after
    ``key=value`` within a sentence ends nothing, and neither does anything inside quotes.
    """
    return list(_split(text))


@lru_cache(maxsize=1024)
def _split(text: str) -> tuple[Sentence, ...]:
    outside, marks = OutsideQuotes(text), find_marks(text)
    sentences: list[Sentence] = []
    for block in _blocks(text):
        for start, end in _sentence_spans(text, block, outside, marks):
            for part in _parts(text, start, end, block, marks):
                _append(sentences, _sentence(text, *part, block, marks))
    return tuple(sentences)


@dataclass(frozen=True)
class _Block:
    """One line of text without its Markdown sign."""

    start: int
    end: int
    is_heading: bool
    is_row: bool
    paragraph: int


def _blocks(text: str) -> Iterator[_Block]:
    lines = text.splitlines(keepends=True)
    position, paragraph = 0, 0
    for index, line in enumerate(lines):
        following = lines[index + 1] if index + 1 < len(lines) else ""
        body = line.rstrip()
        if not body:
            paragraph += 1
        elif not _is_table_rule(body):
            start = position + _sign_length(text, position, body)
            heads_table = _is_table_rule(following.rstrip())
            yield _block(body, start, position + len(body), paragraph, heads_table=heads_table)
        position += len(line)


def _sign_length(text: str, at: int, line: str) -> int:
    """The length of the Markdown sign before ``line``, which starts at ``at``; a number that
    counts no point of a list belongs to the sentence."""
    if heading := _HASHES.match(line):
        return heading.end()
    sign = _PREFIX.match(line)
    if sign is None:
        return 0
    number = sign["number"]
    if number and not follows_in_list(text, at, int(number)):
        return sign.start("number")
    return sign.end()


def _block(line: str, start: int, end: int, paragraph: int, *, heads_table: bool) -> _Block:
    is_row = line.lstrip().startswith("|")
    is_heading = bool(_HASHES.match(line)) or (is_row and heads_table) or _is_label(line)
    return _Block(start, end, is_heading, is_row, paragraph)


def _is_table_rule(line: str) -> bool:
    return "|" in line and len(line) < 1000 and bool(_TABLE_RULE.fullmatch(line))


def _is_label(line: str) -> bool:
    """A short line that only announces what follows: ``**Findings**`` or ``Findings:``."""
    bare = line.strip()
    is_bold = len(bare) > 4 and bare.startswith("**") and bare.rstrip(":：").endswith("**")
    return len(bare) <= 80 and (is_bold or bare.rstrip("*").endswith((":", "：")))


def _sentence_spans(
    text: str, block: _Block, outside: OutsideQuotes, marks: list[Mark]
) -> Iterator[tuple[int, int]]:
    if block.is_heading or block.is_row:
        yield block.start, block.end
        return
    start = block.start
    for match in _END.finditer(text, block.start, block.end):
        if match.start() < start or not outside.holds(match.start()):
            continue
        if _ends_sentence(text, block, match):
            end = _with_marks(text, _with_closers(text, match.end(), block.end), block.end, marks)
            yield start, end
            start = end
    if text[start : block.end].strip():
        yield start, block.end


def _parts(
    text: str, start: int, end: int, block: _Block, marks: list[Mark]
) -> Iterator[tuple[int, int]]:
    """The parts of a sentence that carry marks of their own: "A [claim-1]; B [claim-2]"."""
    own = [] if block.is_row else [mark for mark in marks if start <= mark.start < end]
    for mark, following in pairwise(own):
        stop = _PART_END.match(text, mark.end)
        if stop and stop.end() < following.start:
            yield start, stop.end()
            start = stop.end()
    yield start, end


def _ends_sentence(text: str, block: _Block, match: re.Match[str]) -> bool:
    if match.group() != ".":
        return match.group()[0] not in ".!?" or _is_followed_by_space(text, match.end(), block.end)
    if not _is_followed_by_space(text, match.end(), block.end):
        return False
    head = text[max(block.start, match.start() - 80) : match.start()]
    word = _LAST_WORD.search(head)
    following = text[match.end() : min(match.end() + 8, block.end)].strip()[:1]
    if word is None or not following:
        return True
    last = word.group().lstrip("(（[\"'“").lower()
    if _KEY_VALUE.search(head) or _MEASURE.search(head):
        return not following.islower() and not following.isdigit()
    return last not in ABBREVIATIONS and not (len(last) == 1 and last.isalpha())


def _is_followed_by_space(text: str, position: int, end: int) -> bool:
    after = text[position : position + 1] if position < end else ""
    return after == "" or after.isspace() or after in _CLOSERS or after == "[" or after > "\u2e80"


def _with_closers(text: str, position: int, end: int) -> int:
    while position < end and text[position] in _CLOSERS:
        position += 1
    return position


def _with_marks(text: str, position: int, end: int, marks: list[Mark]) -> int:
    """The end of the marks that stand directly after a sentence's end."""
    index = bisect_right(marks, position - 1, key=lambda mark: mark.start)
    for mark in marks[index:]:
        if mark.end > end or text[position : mark.start].strip(" \t"):
            break
        position = mark.end
        if text[position : position + 1] in (".", "。"):  # "... [claim-1]." after a closed quote
            position += 1
    return position


def _sentence(text: str, start: int, end: int, block: _Block, marks: list[Mark]) -> Sentence:
    first = bisect_right(marks, start - 1, key=lambda mark: mark.start)
    names: list[str] = []
    bare = ""
    position = start
    for mark in marks[first:]:
        if mark.start >= end:
            break
        bare = _joined(bare, text[position : mark.start])
        names.append(mark.name)
        position = mark.end
    bare = _joined(bare, text[position:end]).strip()
    return Sentence(
        bare, tuple(dict.fromkeys(names)), start, end, block.is_heading, block.paragraph
    )


def _joined(before: str, after: str) -> str:
    """What stood on both sides of a mark: no space is left there before a stop. A space that the
    writer left before another stop stays."""
    following = after.lstrip(" \t")
    return (
        before.rstrip(" \t") + following
        if before and following.startswith(_STOPS)
        else before + after
    )


def _append(sentences: list[Sentence], new: Sentence) -> None:
    """Add ``new``; marks alone belong to the sentence before them."""
    if new.text.strip("".join((_CLOSERS, " .|。"))):
        sentences.append(new)
    elif new.marks and sentences and sentences[-1].paragraph == new.paragraph:
        last = sentences[-1]
        marks = tuple(dict.fromkeys(last.marks + new.marks))
        sentences[-1] = Sentence(
            last.text, marks, last.start, new.end, last.is_heading, last.paragraph
        )
    elif new.marks or new.text:
        sentences.append(new)
