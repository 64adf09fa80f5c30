"""How a closed list of words is looked up in text of either language.

A word of Latin letters counts only as a whole word that is no part of an identifier: "no" is not
in ``no-op``, ``only`` is not in ``read-only``. A Chinese word counts wherever it stands, the
longest entry first, so that a *neutral* entry ("不同") hides the shorter word in it ("不").
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

_LATIN = re.compile(r"[A-Za-z0-9]")
_LATIN_RUN = re.compile(r"[A-Za-z0-9]+")
_START = re.compile(r"[A-Za-z0-9]+|[^A-Za-z0-9\s]")
"""What an entry is looked up by, wherever it stands."""

_BEFORE = r"(?<![A-Za-z0-9_])(?<![A-Za-z0-9_][-./=])"
_AFTER = r"(?![A-Za-z0-9_])(?![-./=][A-Za-z0-9_])"
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
_UNFOLDED = {0x130: "\0", 0x212A: "\0"}
"""Letters whose small ones are of ASCII, and which no entry has."""

_APOSTROPHES = ("’", "ʼ", "＇")


class Hit(NamedTuple):
    """One entry of a lexicon that stands in a text, at ``text[start:end]``."""

    term: str
    start: int
    end: int


def words(table: str) -> tuple[str, ...]:
    """Read a table cell: entries separated by ``|`` or line ends, in their written form."""
    entries = (entry.strip() for line in table.splitlines() for entry in line.split("|"))
    return tuple(entry for entry in entries if entry)


def _pattern_of(term: str) -> str:
    escaped = re.escape(term).replace(r"\ ", r"[ \t]{1,3}")
    before = _BEFORE if _LATIN.match(term[0]) else ""
    after = _AFTER if _LATIN.match(term[-1]) else ""
    return f"{before}{escaped}{after}"


class Lexicon:
    """A closed list of words; ``neutral`` entries hide the words inside them."""

    def __init__(self, terms: Iterable[str], *, neutral: Iterable[str] = ()) -> None:
        self._terms = frozenset(_key(term) for term in terms)
        by_start: dict[str, list[str]] = {}
        for term in sorted(
            {*self._terms, *map(_key, neutral)}, key=lambda term: (-len(term), term)
        ):
            by_start.setdefault(_start_of(term), []).append(term)
        self._by_start = by_start
        self._keys = frozenset(by_start)
        self.starts = frozenset(map(_start_of, self._terms))
        """What the entries that count are looked up by (``starts_in``)."""
        self._compiled: dict[str, re.Pattern[str]] = {}

    def find(self, text: str) -> list[Hit]:
        """Every entry in ``text``, in order, none overlapping another, neutral ones left out."""
        return list(self._hits(text))

    def holds(self, text: str) -> bool:
        """Whether any entry stands in ``text``."""
        if self.starts.isdisjoint(starts_in(text)):
            return False
        return next(self._hits(text), None) is not None

    def _hits(self, text: str) -> Iterator[Hit]:
        starts = starts_in(text)
        if self.starts.isdisjoint(starts):
            return  # the common case: a text has words of few of the many tables
        found = self._keys & starts
        folded = _folded(text)
        text = _plain(text)
        position = 0
        for at, start in sorted((at, each) for each in found for at in _places(each, folded)):
            match = self._pattern(start).match(text, at) if at >= position else None
            if match is None:
                continue
            position = match.end()
            if (term := _key(match.group())) in self._terms:
                yield Hit(term, at, position)

    def _pattern(self, start: str) -> re.Pattern[str]:
        """The entries that begin with ``start``; compiled when a text first needs them, since most
        never are."""
        if start not in self._compiled:
            source = "|".join(map(_pattern_of, self._by_start[start]))
            self._compiled[start] = re.compile(source, re.ASCII | re.IGNORECASE)
        return self._compiled[start]

    def blank(self, text: str) -> str:
        """``text`` with a space in the place of each entry."""
        pieces: list[str] = []
        position = 0
        for hit in self._hits(text):
            pieces.append(text[position : hit.start])
            position = hit.end
        return " ".join([*pieces, text[position:]])

    def outside(self, text: str, stored: Sequence[str]) -> list[Hit]:
        """The entries in ``text`` that stand in none of the ``stored`` texts (those are evidence:
        "All attempts failed" in a log line is no claim of ours, contract section 4)."""
        hits = self.find(text)
        evidence = {hit.term for source in stored if hits for hit in self.find(source)}
        return [hit for hit in hits if hit.term not in evidence]


class LexiconTable:
    """Named lexicons that are looked up together: in a text, only those of which it can begin an
    entry."""

    def __init__(self, rows: Iterable[tuple[str, Lexicon]]) -> None:
        by_start: dict[str, list[tuple[str, Lexicon]]] = {}
        for row in rows:
            for start in row[1].starts:
                by_start.setdefault(start, []).append(row)
        self._by_start = by_start
        self._starts = frozenset(by_start)

    def held(self, text: str) -> frozenset[str]:
        """The names of the lexicons that have an entry in ``text``."""
        rows = {row for start in self._starts & starts_in(text) for row in self._by_start[start]}
        return frozenset(name for name, lexicon in rows if lexicon.holds(text))


@lru_cache(maxsize=4096)
def starts_in(text: str) -> frozenset[str]:
    """All that an entry could be looked up by in ``text``: read once for the many tables."""
    return frozenset(_START.findall(_folded(text)))


def _places(start: str, folded: str) -> Iterator[int]:
    """Where ``start`` stands; a word only as a whole one."""
    is_word = start[0] in _LETTERS
    at = folded.find(start)
    while at >= 0:
        end = at + len(start)
        if not (is_word and (folded[at - 1 : at] in _LETTERS or folded[end : end + 1] in _LETTERS)):
            yield at
        at = folded.find(start, end)


def _folded(text: str) -> str:
    """``text`` in small letters, place by place."""
    return text.lower() if text.isascii() else _fold(text)


@lru_cache(maxsize=2048)
def _fold(text: str) -> str:
    return _plain(text).translate(_UNFOLDED).lower()


def _plain(text: str) -> str:
    """``text`` with one kind of apostrophe; far cheaper than ``translate``, which looks up each
    character of a Chinese text."""
    if not text.isascii():
        for apostrophe in _APOSTROPHES:
            text = text.replace(apostrophe, "'")
    return text


def _start_of(term: str) -> str:
    """What an entry is looked up by: its first Latin word, or its first character."""
    latin = _LATIN_RUN.match(term)
    return latin.group() if latin else term[0]


def _key(term: str) -> str:
    return " ".join(_plain(term).lower().split())
