"""Polarity: is it neither lost nor gained? (contract section 7)

A clause is read as a set of signs on axes of opposites (``health +``) plus the negations that no
opposite takes up. "Not healthy" reads as "unhealthy" and "none free" as "exhausted", but "no
anomaly" never reads as "normal": nothing found is not healthy.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from superbiz_agent.contracts.base import Language
from superbiz_agent.grounding.wording.language import HAN, holds_han, language_of
from superbiz_agent.grounding.wording.lexicon import Hit, Lexicon
from superbiz_agent.grounding.wording.overlap import best_cover, shape, tokens
from superbiz_agent.grounding.wording.polarity_words import (
    AXES,
    NEGATION_NEUTRAL,
    NEGATORS,
    RESOURCES,
    ZERO,
)
from superbiz_agent.grounding.wording.sentences import clauses

Sign: TypeAlias = Literal["+", "-", "not -"]

_NEGATORS = Lexicon(NEGATORS, neutral=NEGATION_NEUTRAL)
_SIDES: dict[str, tuple[str, Sign]] = {
    **{term.lower(): (axis.name, "+") for axis in AXES for term in axis.positive},
    **{term.lower(): (axis.name, "-") for axis in AXES for term in axis.negative},
}
_WORDS = Lexicon((*_SIDES, *NEGATORS), neutral=NEGATION_NEUTRAL)
_SOFT = frozenset((axis.name, side) for axis in AXES for side in axis.soft)
_ZERO = re.compile(ZERO)
_FULL = re.compile(r"(?<![0-9./])([0-9]{1,12})[ \t]?/[ \t]?([0-9]{1,12})(?![0-9./])")
_LATIN_WORD = re.compile(r"[A-Za-z]")
_HAN = re.compile(f"[{HAN}]")
_ABSENT: frozenset[tuple[str, Sign]] = frozenset({("presence", "-")})
_REACH = 40
"""Characters between a negator and the opposite it turns round, at most."""


@dataclass(frozen=True)
class Polarity:
    """What one clause says yes and no to, in one language."""

    signs: frozenset[tuple[str, Sign]]
    negations: int
    """Negators that no opposite takes up."""
    negators: int
    """All negators, those included that an opposite takes up."""
    counts_zero: bool


def has_polarity(text: str) -> bool:
    """Whether ``text`` holds a negator or one of a pair of opposites."""
    return _WORDS.holds(text)


def polarity_conflict(text: str, sources: Sequence[str]) -> bool:
    """Whether a clause of ``text`` says the opposite of the clause of ``sources`` that shares most
    facts with it, or gains or loses a negation over it. Clauses of one language are compared;
    where the sources have none in the clause's language, nothing is decided."""
    said = [shape(clause) for source in sources for clause in clauses(source)]
    stated = {" ".join(clause.split()).lower() for source in sources for clause in clauses(source)}
    return any(
        _conflicts(clause, said)
        for clause in clauses(text)
        if " ".join(clause.split()).lower() not in stated
    )


def read_polarity(clause: str, language: Language | None = None) -> Polarity:
    """The signs and negations of one clause, by the words of ``language`` or of both."""
    signs: set[tuple[str, Sign]] = set()
    pending: list[Hit] = []
    negations = negators = 0
    for hit in _WORDS.find(clause):
        if language and not _is_of(hit, language):
            continue
        side = _SIDES.get(hit.term)
        if side is None:
            negators += 1
            pending.append(hit)
            continue
        reached = bool(pending) and hit.start - pending[-1].end <= _REACH
        signs.add((side[0], _negated(side[1]) if reached else side[1]))
        negations += len(pending) - (1 if reached else 0)
        pending = []
    zero = bool(_ZERO.search(clause))
    return Polarity(frozenset(signs), negations + len(pending), negators, zero)


def says_absent(clause: str) -> bool:
    """Whether ``clause`` says that something is not there or did not happen.

    A negated state that has a name ("not available") is a state, no absence.
    """
    read = read_polarity(clause)
    counts_zero = any(
        clause[match.start() - 1 : match.start()] != "=" for match in _ZERO.finditer(clause)
    )
    return bool(read.negations or counts_zero or _ABSENT & read.signs)


def negators_of(text: str) -> list[Hit]:
    """Every negator of ``text``."""
    return _NEGATORS.find(text)


def holds_negator(text: str) -> bool:
    """Whether ``text`` holds a negator."""
    return _NEGATORS.holds(text)


def _conflicts(clause: str, said: Sequence[tuple[str, frozenset[str]]]) -> bool:
    chosen = best_cover(tokens(clause), said)
    return any(
        _differs(clause, [text for text in chosen if _speaks(text, language)], language)
        for language in ("zh", "en")
    )


def _differs(clause: str, sources: Sequence[str], language: Language) -> bool:
    if not sources:
        return False
    ours = read_polarity(clause, language)
    theirs = [read_polarity(source, language) for source in sources]
    signs = {sign for read in theirs for sign in read.signs}
    if _gained(ours, signs, clause, sources) or _turned(ours.signs, signs):
        return True
    zero = any(read.counts_zero for read in theirs)
    if ours.negations and not zero and not any(read.negators for read in theirs):
        return True
    first = theirs[0]
    is_negative = ours.negators or ours.counts_zero or any(sign == "-" for _, sign in ours.signs)
    return bool(first.negators) and not is_negative


def _gained(
    ours: Polarity, signs: set[tuple[str, Sign]], clause: str, sources: Sequence[str]
) -> bool:
    new = {sign for sign in ours.signs - signs if sign not in _SOFT}
    if ("capacity", "-") in new and any(_is_full(clause, source) for source in sources):
        new.discard(("capacity", "-"))
    return bool(new)


def _turned(ours: frozenset[tuple[str, Sign]], signs: set[tuple[str, Sign]]) -> bool:
    """Whether an opposite of ours stands in the sources, and only turned round."""
    axes = {axis for axis, _ in signs}
    return any(axis in axes for axis, _ in ours - signs)


def _is_full(clause: str, source: str) -> bool:
    """``n/n`` makes "full" recomputable for the resource that has it."""
    if not any(int(used) == int(size) > 0 for used, size in _FULL.findall(source)):
        return False
    named, had = _resources(clause), _resources(source)
    return not named or not had or bool(named & had)


def _resources(text: str) -> set[str]:
    folded = text.lower()
    return {name for name, terms in RESOURCES if any(term in folded for term in terms)}


def _negated(sign: Sign) -> Sign:
    return "-" if sign == "+" else "not -"


def _is_of(hit: Hit, language: Language) -> bool:
    return ("zh" if _HAN.match(hit.term) else "en") == language


def _speaks(text: str, language: Language) -> bool:
    """Whether ``text`` can be compared in ``language``: its prose, or a word of polarity, is."""
    if language == "zh":
        return holds_han(text)
    is_prose = language_of(text) == "en" and bool(_LATIN_WORD.search(text))
    return is_prose or any(_is_of(hit, "en") for hit in _WORDS.find(text))
