"""One wording that a log query looks for, and the text that it is looked for in.

An English word matches a word or a part of a token at its bounds, inflected or not; a number or an
id only as a token of its own; Chinese anywhere. See ``query`` for what a whole query matches.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

_BEFORE_NUMBER = (
    r"(?:(?<![a-z0-9])(?<![a-z0-9][-_])(?<![0-9][.])(?<!\" [1-5][0-9][0-9] )"
    r"|(?<=http[-_])|(?<=status[-_])|(?<=code[-_])|(?<=error[-_])|(?<=http))"
)
"""A number stands by itself: not in an id such as ``a503`` or ``order-503``, nor in ``0.503``; what
follows the status of an access log is a size."""
_AFTER_NUMBER = (
    r"(?!\.?[0-9])(?!(?!(?:ns|us|ms|s|sec|m|min|h|d|b|kb|mb|gb|k|g|kib|mib|gib|x|rps|qps|st|nd|rd|th)"
    r"(?![a-z0-9]))[a-z])"
)
"""After a number only a unit may stand: ``30000ms``."""


_WORD_STARTS = (
    r"(?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=\\[nrt])"
    r"|(?<=%[0-9A-Fa-f]{2}))"
)
_WORD_ENDS = r"(?:(?![A-Za-z])|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]))"
"""The bounds of a word, or of a part of one that is written together: ``HikariPool``."""

_SHORTEST_INFLECTED = 3
_VOWELS = frozenset("aeiou")


class Searched(NamedTuple):
    """The text of a record, as it is matched: white space collapsed, and with its case folded."""

    written: str
    folded: str


@dataclass(frozen=True)
class Needle:
    """One wording to look for, folded; ``whole`` if it stands for itself alone, not inflected."""

    text: str
    whole: bool = False

    @cached_property
    def stem(self) -> str:
        """What every form of this wording begins with."""
        return self.text[:-1] if self._is_inflected and self.text[-1] in "ey" else self.text

    @cached_property
    def _is_inflected(self) -> bool:
        last = self.text.rpartition(" ")[2]
        is_word = last.isascii() and last.isalpha()
        return not self.whole and is_word and len(last) >= _SHORTEST_INFLECTED

    @cached_property
    def _bounded(self) -> re.Pattern[str] | None:
        tokens = self.text.split()
        before = _bound_before(tokens[0])
        after = _bound_after(tokens[-1])
        if not before and not after:
            return None
        endings = _endings(self.text) if self._is_inflected else ""
        return re.compile(f"{before}(?i:{re.escape(self.stem)}{endings}){after}")

    @property
    def piece(self) -> str:
        """The longest part of this wording without a blank, in any form."""
        return max(self.stem.split(), key=len)

    def is_in(self, text: Searched) -> bool:
        """Whether the text holds this wording."""
        place = text.folded.find(self.stem)
        if place < 0 or self._bounded is None:
            return place >= 0
        is_aligned = len(text.written) == len(text.folded)  # some letters grow when lowered
        return self._bounded.search(text.written, place if is_aligned else 0) is not None


def _endings(word: str) -> str:
    """Return the pattern of what an inflected ``word`` may end in after its stem."""
    if word.endswith("e"):
        return "(?:e[sd]?|ing)"
    if word.endswith("y"):
        return "(?:y(?:s|ed|ing)?|ies|ied)"
    doubled = "" if word[-1] in _VOWELS else f"{word[-1]}?"
    return f"(?:e?s|{doubled}(?:ed|ing))?"


def _bound_before(token: str) -> str:
    """Return what must hold before ``token``."""
    if not _is_bounded(token[0]):
        return ""
    if token.isdigit():
        return f"(?i:{_BEFORE_NUMBER})"
    return "(?<![A-Za-z0-9])" if _stands_alone(token) else _WORD_STARTS


def _bound_after(token: str) -> str:
    if not _is_bounded(token[-1]):
        return ""
    if token[-1].isdigit():
        return f"(?i:{_AFTER_NUMBER})"
    return "(?![A-Za-z0-9])" if _stands_alone(token) else _WORD_ENDS


def _stands_alone(token: str) -> bool:
    return _has_digit(token) or (token.isascii() and len(token) < _SHORTEST_INFLECTED)


def _is_bounded(character: str) -> bool:
    return character.isascii() and character.isalnum()


def _has_digit(token: str) -> bool:
    return token.isascii() and any(map(str.isdigit, token))


def has_digit(*texts: str) -> bool:
    """Whether one of ``texts`` holds a digit of any script."""
    return any(map(str.isdigit, "".join(texts)))


def fold(text: str) -> str:
    """Fold case and white space; the form in which queries and records are compared."""
    return " ".join(text.lower().split())


def searched(text: str) -> Searched:
    """Return ``text`` as it is matched."""
    written = " ".join(text.split())
    return Searched(written, written.lower())


def holds_any(text: str, pieces: Sequence[str]) -> bool:
    """Whether ``text`` holds one of the ``pieces``, if there are any."""
    for piece in pieces:  # a generator would cost twice as much
        if piece in text:
            return True
    return not pieces
