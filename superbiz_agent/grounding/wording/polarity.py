"""Polarity: is it neither lost nor gained? (contract section 7)"""

import re
from collections.abc import Sequence

from superbiz_agent.contracts.base import Language
from superbiz_agent.grounding.wording.language import holds_han, language_of
from superbiz_agent.grounding.wording.overlap import Cover, best_cover, shape, tokens
from superbiz_agent.grounding.wording.polarity_reading import (
    ABSENT,
    AxisSign,
    Polarity,
    language_of_word,
    read_polarity,
    words_of_polarity,
)
from superbiz_agent.grounding.wording.polarity_words import AXES, GOOD_NEWS, RESOURCES
from superbiz_agent.grounding.wording.sentences import clauses

_SOFT = frozenset((axis.name, side) for axis in AXES for side in axis.soft)
_GOOD_NEWS: frozenset[AxisSign] = frozenset((axis, "+") for axis in GOOD_NEWS)
_EXHAUSTED: AxisSign = ("capacity", "-")
_FULL = re.compile(r"(?<![0-9./])([0-9]{1,12})[ \t]?/[ \t]?([0-9]{1,12})(?![0-9./])")
_LATIN_WORD = re.compile(r"[A-Za-z]")
_LANGUAGES: tuple[Language, ...] = ("zh", "en")
MAX_CLAUSES = 400
"""A text with more clauses is not compared but refused."""


def polarity_conflict(text: str, sources: Sequence[str]) -> bool:
    """Whether a clause of ``text`` says the opposite of the clause of ``sources`` that shares most
    facts with it, or gains or loses a negation over it.

    Clauses of one language are compared. Where the sources have none in the clause's language,
    only one thing is decided: they must not say less than "healthy", "recovered" or "available".
    """
    ours = clauses(text)
    if len(ours) > MAX_CLAUSES:
        return True
    theirs = [clause for source in sources for clause in clauses(source)]
    stated = set(map(_key, theirs))
    said = list(map(shape, theirs))
    return any(_conflicts(clause, said) for clause in ours if _key(clause) not in stated)


def full_ratios(text: str) -> list[str]:
    """The ``n`` of every ``n/n`` in ``text``, zero aside."""
    return [used for used, size in _FULL.findall(text) if int(used) == int(size) > 0]


def _key(clause: str) -> str:
    return " ".join(clause.split()).lower()


def _conflicts(clause: str, said: Sequence[tuple[str, frozenset[str]]]) -> bool:
    cover = best_cover(tokens(clause), said)
    if any(_differs(clause, cover, language) for language in _LANGUAGES):
        return True
    if not cover.texts or any(_speaks(text, language_of(clause)) for text in cover.texts):
        return False
    signs = {sign for text in cover.texts for sign in read_polarity(text).signs}
    return bool((read_polarity(clause).signs & _GOOD_NEWS) - signs)


def _differs(clause: str, cover: Cover, language: Language) -> bool:
    sources = [text for text in cover.texts if _speaks(text, language)]
    if not sources:
        return False
    ours = read_polarity(clause, language)
    theirs = [read_polarity(source, language) for source in sources]
    signs = {sign for read in theirs for sign in read.signs}
    if any(read.counts_zero for read in theirs):
        signs.add(ABSENT)
    if _gained(ours, signs, clause, sources) or _turned(ours.signs, signs):
        return True
    has_negation = any(read.negators or read.counts_zero for read in theirs)
    if ours.negations and not has_negation:
        return True
    return language == language_of(clause) and not ours.is_negative and _is_negated(cover, language)


def _is_negated(cover: Cover, language: Language) -> bool:
    """Whether every clause that shares most facts is negated."""
    best = [text for text in cover.best if _speaks(text, language)]
    return bool(best) and all(read_polarity(text, language).negators for text in best)


def _gained(ours: Polarity, signs: set[AxisSign], clause: str, sources: Sequence[str]) -> bool:
    """Whether a sign of ours stands in no source; ``n/n`` is as good as "exhausted"."""
    new = {sign for sign in ours.signs - signs if sign not in _SOFT}
    if _EXHAUSTED in new and any(map(full_ratios, sources)):
        new.discard(_EXHAUSTED)
    is_misplaced = _EXHAUSTED in ours.signs and not any(_is_same(clause, each) for each in sources)
    return bool(new) or is_misplaced


def _turned(ours: frozenset[AxisSign], signs: set[AxisSign]) -> bool:
    """Whether an opposite of ours stands in the sources, and only turned round."""
    axes = {axis for axis, _ in signs}
    return any(axis in axes for axis, _ in ours - signs)


def _is_same(clause: str, source: str) -> bool:
    """Whether no other resource is named: memory is not exhausted where a pool is."""
    named, had = _resources(clause), _resources(source)
    return not named or not had or bool(named & had)


def _resources(text: str) -> set[str]:
    folded = text.lower()
    return {name for name, terms in RESOURCES if any(term in folded for term in terms)}


def _speaks(text: str, language: Language) -> bool:
    """Whether ``text`` can be compared in ``language``: its prose, or a word of polarity, is."""
    if language == "zh":
        return holds_han(text)
    is_prose = language_of(text) == "en" and bool(_LATIN_WORD.search(text))
    return is_prose or any(language_of_word(hit) == "en" for hit in words_of_polarity(text))
