"""Edits of a text that make it say something else, or the same in another form.

Written apart from the engine that is measured: plain patterns over characters, none of its tables.
Each edit yields (what was done, the edited text). Marks such as ``[claim-1]`` stay as they are.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

Edits: TypeAlias = Iterator[tuple[str, str]]

MARK = re.compile(r"\[(?:(?:claim|h|m|a)-[0-9]{1,2}|q)\]")
_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.:/+-])[0-9]+(?:\.[0-9]+)?(?=$|[^A-Za-z0-9_.:/-]|[.:][^0-9]|(?:ms|s|m|h|GB|MB)\b)",
    re.ASCII,
)
_TIME = re.compile(r"(?<![0-9:])([01][0-9]|2[0-3]):([0-5][0-9])(?![0-9])")
_DATE = re.compile(r"(?<![0-9-])(20[0-9]{2}-[01][0-9])-([0-3][0-9])(?![0-9])")
_UNIT = re.compile(r"([0-9])( ?)(ms|MiB|GiB|MB|GB|s|m|h|%)(?![A-Za-z0-9])")
_OTHER_UNIT = {
    "ms": "s", "s": "m", "m": "h", "h": "m", "MB": "GB", "GB": "MB", "MiB": "GiB", "GiB": "MiB",
    "%": "ms",
}  # fmt: skip
_SENTENCE = re.compile(r"[^.。!！?？\n]*(?:\.(?=[0-9A-Za-z])[^.。!！?？\n]*)*[.。!！?？\n]?")

OTHERS = 2
"""Names that one name is replaced by, at most."""

STRANGERS = ("ledger-service", "cart-db-7", "mailer-worker-3", "geo-cache-2", "kyc-gateway")
"""Names that no incident holds."""


@dataclass(frozen=True)
class Stock:
    """What the evidence of a run holds: its stored lines, and the names in them."""

    lines: tuple[str, ...]
    names: tuple[str, ...]

    def holds(self, text: str) -> bool:
        """Whether a stored line holds ``text``, not inside a longer word or number."""
        whole = re.compile(rf"(?<![A-Za-z0-9]){re.escape(text)}(?![A-Za-z0-9])")
        return any(whole.search(line) for line in self.lines)

    def name_in(self, question: str) -> str:
        """The first name of the evidence that a question holds, else the first of all."""
        return next((name for name in self.names if name in question), self.names[0])

    def stranger(self, place: int) -> str:
        """A name that the evidence does not hold."""
        free = [name for name in STRANGERS if not self.holds(name)]
        return free[place % len(free)]


def outside_marks(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """The matches of ``pattern`` that touch no mark."""
    marks = [match.span() for match in MARK.finditer(text)]
    for match in pattern.finditer(text):
        if all(match.end() <= start or match.start() >= end for start, end in marks):
            yield match


def changed_numbers(text: str, stock: Stock) -> Edits:
    """Each number replaced by one that no stored line holds."""
    for match in outside_marks(_NUMBER, text):
        for other in _other_numbers(match.group()):
            if not stock.holds(other):
                yield f"{match.group()} -> {other}", _put(text, match, other)
                break


def changed_times(text: str, stock: Stock) -> Edits:
    """Each clock time or date moved to one that no stored line holds."""
    for match in outside_marks(_TIME, text):
        moved = f"{match[1]}:{(int(match[2]) + 17) % 60:02}"
        if not any(moved in line for line in stock.lines):
            yield f"{match.group()} -> {moved}", _put(text, match, moved)
    for match in outside_marks(_DATE, text):
        moved = f"{match[1]}-{int(match[2]) % 27 + 1:02}"
        if not any(moved in line for line in stock.lines):
            yield f"{match.group()} -> {moved}", _put(text, match, moved)


def changed_units(text: str, stock: Stock) -> Edits:
    """Each unit after a number replaced by another one."""
    for match in outside_marks(_UNIT, text):
        other = _OTHER_UNIT[match[3]]
        if not stock.holds(f"{match[1]}{match[2]}{other}"):
            yield f"{match[3]} -> {other}", _put(text, match, f"{match[1]}{match[2]}{other}")


def changed_signs(text: str, stock: Stock) -> Edits:
    """Each number made negative."""
    del stock
    for match in outside_marks(_NUMBER, text):
        yield f"minus {match.group()}", _put(text, match, f"-{match.group()}")


def changed_zones(text: str, stock: Stock) -> Edits:
    """Each clock time's zone replaced by one eight hours or five and a half away."""
    for match in outside_marks(re.compile(r"(?<=[0-9])(Z|\+08:00|\+00:00)(?![A-Za-z0-9])"), text):
        other = "+05:30" if match.group() != "Z" else "+08:00"
        if not stock.holds(other):
            yield f"{match.group()} -> {other}", _put(text, match, other)


def changed_names(text: str, stock: Stock) -> Edits:
    """Each name of the evidence replaced by a stranger's."""
    for place, match in enumerate(_names_in(text, stock)):
        stranger = stock.stranger(place)
        yield f"{match.group()} -> {stranger}", _put(text, match, stranger)


def changed_last_characters(text: str, stock: Stock) -> Edits:
    """Each name or id of the text with another last character."""
    pattern = re.compile(
        r"(?<![A-Za-z0-9_-])[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)+(?![A-Za-z0-9_-])"
    )
    for match in outside_marks(pattern, text):
        last = match.group()[-1]
        other = match.group()[:-1] + (str((int(last) + 1) % 10) if last.isdigit() else "q")
        if not stock.holds(other):
            yield f"{match.group()} -> {other}", _put(text, match, other)


def swapped_names(text: str, stock: Stock) -> Edits:
    """In each sentence with a number, its name replaced by another of the evidence.

    Only names that share no stored line with that number, so that the edited sentence is false.
    """
    for match in _names_in(text, stock):
        sentence = _sentence_around(text, match)
        numbers = [found.group() for found in outside_marks(_NUMBER, sentence)]
        others = (
            other
            for other in stock.names
            if numbers and _may_be_swapped(match.group(), other, numbers, stock)
        )
        for other in islice(others, OTHERS):
            yield f"{match.group()} -> {other}", _put(text, match, other)


def added_before_mark(text: str, clauses: Sequence[str]) -> Edits:
    """Each clause put into a sentence, right before its mark."""
    marks = list(MARK.finditer(text))
    for place, clause in enumerate(clauses):
        if marks:
            mark = marks[place % len(marks)]
            head = text[: mark.start()].rstrip()
            end = head[-1:] if head[-1:] in ".。" else ""
            yield clause, f"{head.removesuffix(end)}{clause}{end} {text[mark.start() :]}"


def added_sentences(text: str, sentences: Sequence[str]) -> Edits:
    """Each sentence put behind the text."""
    for sentence in sentences:
        yield sentence, f"{text.rstrip()} {sentence}"


def replaced_words(text: str, table: Sequence[tuple[str, str]]) -> Edits:
    """Each word of the table that the text holds, replaced once where it first stands.

    What is negated already is left alone ("was not not read" and 没有没有 say nothing), and so is a
    noun in Chinese (之前的报错).
    """
    for old, new in table:
        plain = re.escape(old)
        twice = "(?! not)" if new == f"{old} not" else ""
        pattern = (
            rf"(?<![A-Za-z=]){plain}(?![A-Za-z=]){twice}"
            if old.isascii()
            else f"(?<![不没未无有的到]){plain}"
        )
        match = next(outside_marks(re.compile(pattern), text), None)
        if match:
            yield f"{old} -> {new}", _put(text, match, new)


def sentences_of(text: str) -> list[str]:
    """The sentences of a text, each with the marks that follow it, blanks stripped."""
    pieces = [match.group() for match in _SENTENCE.finditer(text) if match.group().strip()]
    sentences: list[str] = []
    for piece in pieces:
        lead = re.match(rf"\s*(?:{MARK.pattern}\s*)+", piece) if sentences else None
        if lead:
            sentences[-1] += lead.group()
        rest = piece[lead.end() :] if lead else piece
        if rest.strip(" .。\n"):
            sentences.append(rest)
    return [sentence.strip() for sentence in sentences]


def _names_in(text: str, stock: Stock) -> Iterator[re.Match[str]]:
    for name in stock.names:
        pattern = re.compile(rf"(?<![A-Za-z0-9_-]){re.escape(name)}(?![A-Za-z0-9_-])")
        yield from list(outside_marks(pattern, text))[:1]


def _may_be_swapped(name: str, other: str, numbers: Sequence[str], stock: Stock) -> bool:
    if name in other or other in name:
        return False
    apart = not any(name in line and other in line for line in stock.lines)
    return apart and not any(
        other in line
        and any(re.search(rf"(?<![0-9]){re.escape(n)}(?![0-9])", line) for n in numbers)
        for line in stock.lines
    )


def _sentence_around(text: str, match: re.Match[str]) -> str:
    for sentence in _SENTENCE.finditer(text):
        if sentence.start() <= match.start() < sentence.end():
            return sentence.group()
    return text


def _other_numbers(number: str) -> Iterator[str]:
    whole, point, rest = number.partition(".")
    yield (
        whole[::-1] + point + rest
        if whole[::-1] != whole and whole[-1] != "0"
        else f"{int(whole) + 3}{point}{rest}"
    )
    yield f"{int(whole) + 1}{point}{rest}"
    yield f"{int(whole) + 7}{point}{rest}"
    yield f"{whole}9{point}{rest}"


def _put(text: str, match: re.Match[str], new: str) -> str:
    return text[: match.start()] + new + text[match.end() :]
