"""What a log query asks for, and whether a record holds it (contract section 2).

The rule, in the order of strength. A search gives the records of the greatest strength that any
record reaches, so that a precise query is never drowned by its single words:

1. *phrase*: the record holds the whole query of several terms, word for word;
2. *all terms*: it holds every specific term ("all specific terms" where a weak one is missing);
3. *any term*: it holds at least one specific term (the more, the earlier it is shown).

Text in double quotes must be held whole at every strength. Matching ignores case, and runs of white
space count as one blank. An English word matches a word or a part of a token at its bounds
(``Hikari`` finds ``HikariPool-1``), inflected or not (``retry`` finds ``retried``), never within
another word: ``read`` is not in ``readiness``. Chinese matches anywhere. A number or an id (any
term with a digit) matches only as a token of its own: 503 is not in ``sku=A503``, ``order-503`` or
``0.503``, though it is in ``503ms``; ``50/50`` is not ``50/500``. One or two letters match only as
a word. Terms of the tables (``wordings``, ``tools.synonyms``) also match their other wordings, as
whole words; a Chinese one those of one word in any form (重启 finds ``restarted``). Words that ask
without saying about what ("show me the logs of", "有没有") select nothing; weak words (error,
failed, timeout) select only where nothing specific is asked for. ``*`` asks for every record. A
term that nothing holds finds nothing.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from superbiz_agent.tools.logs.wordings import LOG_WORDINGS, WEAK_WORDINGS
from superbiz_agent.tools.synonyms import CONCEPTS, GENERIC_CHINESE, GENERIC_ENGLISH

Strength: TypeAlias = Literal[
    "any term", "all specific terms", "all terms", "phrase", "every record"
]

_MOST_TERMS = 24
_HAN = r"\u3400-\u4dbf\u4e00-\u9fff"
_QUOTED = re.compile(r"\"([^\"]{1,400})\"|“([^”]{1,400})”|「([^」]{1,400})」")
_PIECE = re.compile(rf"[{_HAN}]+|[^\s{_HAN}，。；：？！、（）《》]+")
_PUNCTUATION = ".,;:!?()[]{}<>'`\"|"
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
_SHORTEST_IN_IES = 5
"""``ties`` is no plural of ``ty``."""
_IN_ES = ("ches", "shes", "sses", "xes")
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


@dataclass(frozen=True)
class Term:
    """One thing asked for, in any of its wordings. A weak term ranks but does not select."""

    text: str
    needles: tuple[Needle, ...]
    weak: bool = False
    required: bool = False

    def is_in(self, text: Searched) -> bool:
        """Whether the text holds any wording of this term."""
        return any(needle.is_in(text) for needle in self.needles)


class Hit(NamedTuple):
    """How strongly a record matches (0 any term, 1 all terms, 2 phrase), how many terms it holds,
    and whether these are all of them, weak ones included."""

    strength: int
    held: int
    is_whole: bool = True


@dataclass(frozen=True)
class LogQuery:
    """A query read for searching; no terms at all: every record matches."""

    phrase: Needle | None
    terms: tuple[Term, ...]

    def match(self, text: Searched) -> Hit | None:
        """Return how a record's text matches, or null."""
        if not self.terms:
            return Hit(2, 0)
        if self.phrase and self.phrase.is_in(text):
            return Hit(2, len(self.terms))
        held = missed = 0
        for term in self._specific:
            if term.is_in(text):
                held += 1
            elif term.required:
                return None
            else:
                missed += 1
        if not held:
            return None
        for term in self._weak:
            held += term.is_in(text)
        return Hit(0 if missed else 1, held, held == len(self.terms))

    @cached_property
    def _specific(self) -> tuple[Term, ...]:
        return tuple(term for term in self.terms if not term.weak)

    @cached_property
    def _weak(self) -> tuple[Term, ...]:
        return tuple(term for term in self.terms if term.weak)

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """Strings without blanks, one of which stands in the folded text of every record that
        matches (none: any record may match). Far cheaper to look for than the query itself."""
        required = [term for term in self.terms if term.required]
        return self._pieces_of(required[:1] or self._specific)

    def pieces_through(self, term: Term | None) -> tuple[str, ...]:
        """Return the same of every record that holds all specific terms, by one of them; null: of
        every record that matches."""
        return self._pieces_of([term]) if term and term in self.of_all_terms else self.pieces

    @cached_property
    def of_all_terms(self) -> tuple[Term, ...]:
        """The terms of which a record may hold some only: where one holds all, no other counts."""
        return () if any(term.required for term in self.terms) else self._specific

    def _pieces_of(self, terms: Iterable[Term]) -> tuple[str, ...]:
        pieces = [needle.piece for term in terms for needle in term.needles]
        if pieces and self.phrase and not any(piece in self.phrase.stem for piece in pieces):
            pieces.append(self.phrase.piece)
        return tuple(dict.fromkeys(pieces))

    @cached_property
    def wordings(self) -> tuple[str, ...]:
        """Every text that is looked for."""
        needles = [needle for term in self.terms for needle in term.needles]
        return tuple(each.text for each in (*needles, *filter(None, [self.phrase])))

    def strength_name(self, strength: int, *, is_whole: bool) -> Strength:
        """Return the rule by which records of that strength were found; ``is_whole`` if each of
        them holds the weak terms, too."""
        if not self.terms:
            return "every record"
        every: Strength = "all terms" if is_whole else "all specific terms"
        return ("any term", every, "phrase")[strength]

    def within(self, names: Iterable[str]) -> "LogQuery":
        """Return the query as asked of a source with these ``names``: to name a source selects the
        source, not its records, as long as anything else is asked for."""
        folded = frozenset(names)
        others = tuple(term for term in self.terms if term.text not in folded)
        if len(others) == len(self.terms):
            return self
        return replace(self, phrase=None if others else self.phrase, terms=_strong_enough(others))


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


def read_query(text: str) -> LogQuery:
    """Read a query of any language; ``*`` or a blank one asks for every record. Never raises."""
    normal = unicodedata.normalize("NFKC", text)
    quoted = [fold(next(filter(None, groups))) for groups in _QUOTED.findall(normal)]
    required = [Term(q, (Needle(q),), required=True) for q in quoted if q]
    rest = fold(_QUOTED.sub(" ", normal)).strip(_PUNCTUATION + " *")
    found, left = _take_wordings(rest)
    terms = [*required, *found, *_plain_terms(left)]
    if not terms and rest:
        terms = [Term(piece, (Needle(piece),)) for piece in _pieces(rest)]
    terms = list({term.text: term for term in terms}.values())[:_MOST_TERMS]
    phrase = Needle(rest) if len(terms) > 1 and not required else None
    return LogQuery(phrase, _strong_enough(tuple(terms)))


def _strong_enough(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Where all terms are weak, they are what is asked for."""
    if all(term.weak for term in terms):
        return tuple(replace(term, weak=False) for term in terms)
    return terms


def _plain_terms(text: str) -> list[Term]:
    return [
        Term(piece, _needles(piece))
        for piece in _pieces(_GENERIC_HAN.sub(" ", text))
        if piece not in GENERIC_ENGLISH and (len(piece) > 1 or piece.isdigit())
    ]


def _pieces(text: str) -> list[str]:
    stripped = (piece.strip(_PUNCTUATION) for piece in _PIECE.findall(text))
    return [piece for piece in stripped if piece]


def _needles(word: str) -> tuple[Needle, ...]:
    """A word, and what it is the plural of: ``deliveries`` finds ``delivery``."""
    is_plural = word.isascii() and word.isalpha() and len(word) > 3 and word.endswith("s")
    if not is_plural or word[-2] == "s":
        return (Needle(word),)
    if word.endswith("ies") and len(word) > _SHORTEST_IN_IES:
        return Needle(word), Needle(f"{word[:-3]}y")
    one = (Needle(word), Needle(word[:-1]))
    return (*one, Needle(word[:-2])) if word.endswith(_IN_ES) else one


def _take_wordings(text: str) -> tuple[list[Term], str]:
    """Return the terms that the tables know, longest first, and the text without them."""
    found = [match.group() for match in _KNOWN.finditer(text)]
    return [_known_term(word) for word in found], _KNOWN.sub(" ", text)


def _known_term(word: str) -> Term:
    own = _needles(word)
    others = tuple(
        Needle(other, whole=word.isascii() or " " in other)
        for other in _WORDINGS[word]
        if other != word
    )
    return Term(word, (*own, *others), weak=word in _WEAK)


def _table() -> dict[str, tuple[str, ...]]:
    rows = [(row, row) for row in CONCEPTS] + [*LOG_WORDINGS, *WEAK_WORDINGS]
    table: dict[str, tuple[str, ...]] = {}
    for asked, written in rows:
        for word in asked:
            table[word] = tuple(dict.fromkeys((*table.get(word, ()), *written)))
    return table


def _known_pattern(words: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return re.compile("|".join(_spelling(word) for word in longest_first))


def _spelling(word: str) -> str:
    if not word.isascii():
        return f"{re.escape(word)}(?!{_OUTCOME})"
    return rf"(?<![a-z0-9_.:/@=-]){re.escape(word)}(?![a-z0-9_:/@=-]|\.[a-z0-9])"


_OUTCOME = "成功"
"""Behind a Chinese word: 发送成功 is asked for as it is written, and no 发送失败 will do."""

_WORDINGS: Mapping[str, tuple[str, ...]] = _table()
_WEAK = frozenset(word for asked, _ in WEAK_WORDINGS for word in asked)
_KNOWN = _known_pattern(_WORDINGS)
_GENERIC_HAN = _known_pattern(GENERIC_CHINESE)
