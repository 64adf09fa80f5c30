"""Reading polarity: a clause as signs on axes of opposites, and the negations left over.

"Not healthy" reads as "unhealthy" and "none free" as "exhausted", but "no anomaly" never reads as
"normal": nothing found is not healthy.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from superbiz_agent.contracts.base import Language
from superbiz_agent.grounding.facts.tokens import cut_out
from superbiz_agent.grounding.wording.language import HAN
from superbiz_agent.grounding.wording.lexicon import Hit, Lexicon
from superbiz_agent.grounding.wording.polarity_words import (
    AXES,
    FAILING,
    IMPLIED,
    NEGATION_NEUTRAL,
    NEGATORS,
    ZERO,
)

Sign: TypeAlias = Literal["+", "-", "not -"]
AxisSign: TypeAlias = tuple[str, Sign]

_NEGATORS = Lexicon(NEGATORS, neutral=NEGATION_NEUTRAL)
_SIDES: dict[str, AxisSign] = {
    **{term.lower(): (axis.name, "+") for axis in AXES for term in axis.positive},
    **{term.lower(): (axis.name, "-") for axis in AXES for term in axis.negative},
}
_WORDS = Lexicon((*_SIDES, *NEGATORS), neutral=NEGATION_NEUTRAL)
_FAILING = frozenset(FAILING)
_FAILED: AxisSign = ("success", "-")
SOFT: frozenset[tuple[str, str]] = frozenset(
    (axis.name, side) for axis in AXES for side in axis.soft
)
"""Sides that may be added freely."""

ABSENT: AxisSign = ("presence", "-")
_FOUND: AxisSign = ("presence", "+")
_ZERO = re.compile(ZERO)
_NO_COUNT = re.compile(r"(?:=| ?[:：] ?|[次总]?数?[为是] ?)0(?![0-9.%])")
"""Behind a word: there was none of it."""

_HAN = re.compile(f"[{HAN}]")
_IMPLIED = tuple((re.compile(named, re.I), of, then) for named, of, then in IMPLIED)
_PARTLY = re.compile(r"[0-9] ?(?:%|percent|per cent) \Z")
"""Before "full": 61 % full is not full."""

PART_END = re.compile(
    r":[ \t]|：| \(|（|因为|由于"
    r"|(?<![a-z])(?:because|since|when|after|before|which|due to|so that)(?![a-z])",
    re.IGNORECASE,
)
"""What no negator reaches beyond."""


_KNOWING = re.compile(
    r" (?:be )?(?:tell|told|say|said|see|seen|know|known|read|shown?|judged?|determined?)(?![a-z])",
    re.IGNORECASE,
)
"""What cannot be known did not fail."""


_ASKED = re.compile(
    "(?<![A-Za-z])(?:why|how|who)(?![A-Za-z])|怎样|如何|怎么|为何|为什么|哪|谁", re.IGNORECASE
)
_ATTRIBUTE = re.compile(rf" ?(?:[A-Za-z][A-Za-z0-9_.-]{{0,40}} ?|(?!任何)[{HAN}]{{2,10}}?)的")
""" "没有 TTL 的 key 占满了": no TTL, and full."""

_REACH = 64
"""Characters between a negator and the opposite it turns round, at most."""


@dataclass(frozen=True)
class Polarity:
    """What one clause says yes and no to."""

    signs: frozenset[AxisSign]
    negations: int
    """Negators that no opposite takes up."""
    negators: int
    """All negators, those included that an opposite takes up."""
    counts_zero: bool
    failings: int = 0
    """Those of ``negations`` that say that something failed: "fails to bind" is no absence."""

    @property
    def is_negative(self) -> bool:
        """Whether anything in the clause is negated or the bad one of two opposites."""
        is_bad = any(sign != "+" for _, sign in self.signs)
        return bool(self.negators) or self.counts_zero or is_bad


class _Reader:
    """Takes the words of one clause from left to right."""

    def __init__(self, clause: str) -> None:
        self._clause = clause
        self.signs: set[AxisSign] = set()
        self.negations = self.negators = self.failings = 0
        self._pending: list[Hit] = []
        self._reach: int | None = None
        self._last: tuple[int, AxisSign] | None = None

    def negator(self, hit: Hit, between: str) -> None:
        """Keep a negator for the next opposite; "matched no ..." turns the one before it."""
        self.negators += 1
        is_taken_back = bool(self._pending) and not between.strip()
        if hit.term in _FAILING and is_taken_back:
            self._pending.pop()
            self.signs.add(("success", "not -"))
            return
        if hit.term in _FAILING and not _KNOWING.match(self._clause, hit.end):
            self.signs.add(_FAILED)
        if self._last and self._last[1] == _FOUND and not between.strip():
            self.signs.discard(_FOUND)
            self.signs.add(ABSENT)
        else:
            self._pending.append(hit)

    def opposite(self, hit: Hit, side: AxisSign) -> None:
        """Note a sign, turned round if a negator reaches it; none reaches beyond a colon."""
        clause = self._clause
        taken = bool(self._pending) and _reaches(clause[self._pending[-1].end : hit.start])
        self._leave(self._pending[:-1] if taken else self._pending)
        self._pending = []
        # 未恢复正常: the negator within 未恢复 turns round what follows at once, too.
        reached = taken or hit.start == self._reach or _is_none(clause, hit)
        self._reach = hit.end if _NEGATORS.holds(hit.term) else None
        axis, sign = side
        read: AxisSign = (axis, _negated(sign) if reached else sign)
        self.signs.add(read)
        self._last = (hit.end, read)

    def _leave(self, hits: Sequence[Hit]) -> None:
        """No opposite takes these negators up."""
        self.negations += len(hits)
        self.failings += sum(hit.term in _FAILING for hit in hits)

    def read(self, language: Language | None) -> Polarity:
        clause = self._clause
        position = 0
        for hit in words_of_polarity(clause):
            if language and language_of_word(hit) != language:
                continue
            side = _SIDES.get(hit.term)
            if _counts_parts(hit, clause):
                continue
            if side is None:
                self.negator(hit, clause[position : hit.start])
            else:
                self.opposite(hit, ABSENT if _counts_none(clause, hit, side) else side)
            position = hit.end
        signs = _with_implied(_with_failure(self.signs), clause)
        zero = bool(_ZERO.search(clause))
        self._leave(self._pending)
        return Polarity(signs, self.negations, self.negators, zero, self.failings)


@lru_cache(maxsize=8192)
def read_polarity(clause: str, language: Language | None = None) -> Polarity:
    """The signs and negations of one clause, by the words of ``language`` or of both."""
    return _Reader(clause).read(language)


def _counts_parts(hit: Hit, clause: str) -> bool:
    """Whether "full" or "out of" says how many of how many: 61 % full, 16 out of 16."""
    before = clause[: hit.start]
    if hit.term == "full":
        return bool(_PARTLY.search(before))
    return hit.term == "out of" and (not before.strip() or before.rstrip()[-1].isdigit())


def has_polarity(text: str) -> bool:
    """Whether ``text`` holds a negator or one of a pair of opposites."""
    return _WORDS.holds(text)


def without_polarity_words(text: str) -> str:
    """``text`` without negators and opposites."""
    return _WORDS.blank(text)


def without_soft_words(text: str) -> str:
    """``text`` without the words that only name that something is there ("seen", "found")."""
    return cut_out(
        text, [(hit.start, hit.end) for hit in _WORDS.find(text) if _SIDES.get(hit.term) in SOFT]
    )


def says_absent(clause: str) -> bool:
    """Whether ``clause`` says that something is not there or did not happen.

    A negated state that has a name ("not available") is a state, no absence, and so is ``key=0``.
    """
    read = read_polarity(clause)
    zeros = (clause[max(0, match.start() - 1) : match.start()] for match in _ZERO.finditer(clause))
    is_negated = read.negations > read.failings
    return is_negated or ABSENT in read.signs or any(before != "=" for before in zeros)


def negators_of(text: str) -> list[Hit]:
    """Every negator of ``text``."""
    return _NEGATORS.find(text)


@lru_cache(maxsize=4096)
def words_of_absence(text: str) -> tuple[Hit, ...]:
    """Every word by which ``text`` can say that something is not there or did not happen."""
    return tuple(hit for hit in words_of_polarity(text) if _SIDES.get(hit.term, ABSENT) == ABSENT)


def holds_negator(text: str) -> bool:
    """Whether ``text`` holds a negator."""
    return _NEGATORS.holds(text)


@lru_cache(maxsize=8192)
def words_of_polarity(text: str) -> tuple[Hit, ...]:
    """Every negator and opposite of ``text``; an option of a command (``--full``) is neither."""
    return tuple(
        hit for hit in _WORDS.find(text) if text[max(0, hit.start - 2) : hit.start] != "--"
    )


def side_of_word(hit: Hit) -> AxisSign | None:
    """The axis and side of a word of the tables by itself; None for a negator."""
    return _SIDES.get(hit.term)


def language_of_word(hit: Hit) -> Language:
    """The language that a word of the tables belongs to."""
    return "zh" if _HAN.match(hit.term) else "en"


def _reaches(between: str) -> bool:
    """Whether a negator turns round what stands after ``between``: not beyond a colon, into a
    question within the clause, or out of a noun's attribute."""
    is_inside = "»" in between and "«" not in between
    if (
        is_inside
        or between.rstrip().endswith("«")
        or PART_END.search(between)
        or _ASKED.search(between)
        or _ATTRIBUTE.match(between)
    ):
        return False
    return len(between) <= _REACH


def _is_none(clause: str, hit: Hit) -> bool:
    """``failed=0`` and 失败数为 0 say that none failed."""
    return bool(_NO_COUNT.match(clause, hit.end))


def _counts_none(clause: str, hit: Hit, side: AxisSign) -> bool:
    """ "matched 0 records" says that none matched."""
    after = hit.end + (clause[hit.end : hit.end + 1] == " ")
    return side == _FOUND and bool(_ZERO.match(clause, after))


def _with_failure(signs: set[AxisSign]) -> frozenset[AxisSign]:
    """A start or a connection that failed is none: 启动失败 says what "failed to start" says."""
    if _FAILED not in signs:
        return frozenset(signs)
    return frozenset(
        (axis, "-") if axis in ("lifecycle", "connection") else (axis, sign) for axis, sign in signs
    )


def _with_implied(signs: frozenset[AxisSign], clause: str) -> frozenset[AxisSign]:
    """The signs, and those that follow from one of them for what the clause names."""
    implied: set[AxisSign] = {
        (then, sign)
        for named, of, then in _IMPLIED
        for axis, sign in signs
        if axis == of and sign != "not -" and named.search(clause)
    }
    taken = {axis for axis, _ in signs}
    return signs.union(each for each in implied if each[0] not in taken)


def _negated(sign: Sign) -> Sign:
    return "-" if sign == "+" else "not -"
