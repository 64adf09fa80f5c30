"""The polarity of one clause, over the clauses of its sources (contract section 7).

Clauses of one language are compared sign by sign; where the sources have none in the clause's
language, only what holds in any pair of languages is decided.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from superbiz_agent.contracts.base import Language
from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.facts.owners import entity_key, is_owner
from superbiz_agent.grounding.facts.resources import may_be_same, resources_of
from superbiz_agent.grounding.wording.absence import finds_nothing
from superbiz_agent.grounding.wording.class_names import denies_by_name, holds_denying_name
from superbiz_agent.grounding.wording.deeds import denies_the_same, turns_a_deed
from superbiz_agent.grounding.wording.denied import denied_in, stems_in
from superbiz_agent.grounding.wording.fullness import EXHAUSTED
from superbiz_agent.grounding.wording.language import holds_han, language_of
from superbiz_agent.grounding.wording.overlap import Cover, Shape, best_cover, facts_of, tokens
from superbiz_agent.grounding.wording.polarity_reading import (
    ABSENT,
    SOFT,
    AxisSign,
    Polarity,
    language_of_word,
    read_polarity,
    words_of_polarity,
)
from superbiz_agent.grounding.wording.polarity_words import AXES, GOOD_NEWS
from superbiz_agent.grounding.wording.possibility import is_hedged
from superbiz_agent.grounding.wording.trouble import (
    FAILED,
    FAILURES,
    REFUSED,
    carries,
    denies_what_failed,
    holds_trouble,
    only_fails,
    tells_failure,
    tells_good_news,
    tells_refusal,
)
from superbiz_agent.grounding.wording.turned_deeds import deed_sides, turns_a_told_deed
from superbiz_agent.grounding.wording.turned_pairs import says_one_of_a_pair, turns_a_pair

_GOOD_NEWS: frozenset[AxisSign] = frozenset((axis, "+") for axis in GOOD_NEWS)
_NO_SUCCESS = frozenset(
    (axis, True) for axis in ("success", "acceptance", "availability", "connection")
)
"""What did not succeed, in other words."""

_DEGREES = frozenset(axis.name for axis in AXES if axis.soft == frozenset("+-"))
"""Axes that values decide: above and below, high and low."""

_UNRELATED: AxisSign = ("relation", "-")
"""What no record says: an inference may, as one."""

_CLOCK = re.compile(r"(?<![0-9:])[0-9]{2}:[0-9]{2}:[0-9]{2}(?![0-9:])")
"""An instant by its clock: what a record of that instant says is what it is compared with."""

_LATIN_WORD = re.compile(r"[A-Za-z]")
_LANGUAGES: tuple[Language, ...] = ("zh", "en")


@dataclass(frozen=True)
class _Told:
    """What the sources say of what a clause speaks of: the clauses that share most with it, those
    of the same entity, and all of them."""

    clause: str
    cover: Cover
    said: Sequence[Shape]

    @cached_property
    def same(self) -> Sequence[str]:
        return _of_same(self.clause, self.said)


def turns_a_clause(clause: str, said: Sequence[Shape]) -> bool:
    """Whether ``clause`` says the opposite of the clauses ``said`` that share most with it, or
    gains or loses a negation over them."""
    cover = best_cover(tokens(clause), said)
    told = _Told(clause, cover, said)
    if any(_differs(clause, told, language) for language in _LANGUAGES):
        return True
    if _turns_a_deed(clause, told) or _turns_a_pair(clause, told):
        return True
    if deed_sides(clause) and turns_a_told_deed(clause, [*cover.texts, *told.same]):
        return True
    if not cover.texts or any(_speaks(text, language_of(clause)) for text in cover.texts):
        return False
    if _opposes(clause, told):
        return True
    signs = {sign for text in cover.texts for sign in read_polarity(text).signs}
    new = (read_polarity(clause).signs & _GOOD_NEWS) - signs
    return any(not any(tells_good_news(sign, text) for text in cover.texts) for sign in new)


def _turns_a_deed(clause: str, told: _Told) -> bool:
    """Whether a deed is turned round over the cover, or over its clauses one by one where it is a
    source as a whole."""
    cover, said = told.cover, told.said
    if turns_a_deed(clause, cover):
        return True
    is_whole = len(said) > 1 and said[-1][0] in cover.texts
    return is_whole and turns_a_deed(clause, best_cover(tokens(clause), said[:-1]))


def _turns_a_pair(clause: str, told: _Told) -> bool:
    return says_one_of_a_pair(clause) and turns_a_pair(clause, [*told.cover.texts, *told.same])


def _opposes(clause: str, told: _Told) -> bool:
    """Whether ``clause`` says, in another language, the opposite of its cover: the other side of an
    axis that no source takes, or a negation where no source negates anything."""
    ours, cover, said = read_polarity(clause), told.cover, told.said
    clocks = _CLOCK.findall(clause)
    then = [text for text, _ in said if any(clock in text for clock in clocks)]
    everything = [read_polarity(text) for text in then or [text for text, _ in said]]
    stated = {side for read in everything for side in _sides(read.signs)}
    axes = {axis for text in then or cover.texts for axis, _ in _sides(read_polarity(text).signs)}
    if any(axis in axes and (axis, bad) not in stated for axis, bad in _sides(ours.signs)):
        return True
    if ("success", False) in _sides(ours.signs) and ("success", False) not in stated:
        return bool(stated & _NO_SUCCESS)
    if any(read.is_negative for read in everything) or any(
        denies_by_name(clause, t) for t, _ in said
    ):
        return False
    if not _sides(ours.signs).isdisjoint({("success", True), ("acceptance", True)}):
        return not any(_tells_of_trouble(text) for text, _ in said)
    return bool(ours.negations) or ABSENT in ours.signs


def _tells_of_trouble(text: str) -> bool:
    """Whether a clause can carry a failure that is told in the other language: by an error, a
    status of one, or the bad side of any axis."""
    is_bad = any(bad for _, bad in _sides(read_polarity(text).signs))
    return is_bad or holds_trouble(text)


def _sides(signs: frozenset[AxisSign]) -> set[tuple[str, bool]]:
    """Each axis that has a plain side, and whether it is the bad one: "not failed" is the good."""
    return {(axis, sign == "-") for axis, sign in signs if axis not in _DEGREES}


def _of_same(clause: str, said: Sequence[Shape]) -> list[str]:
    """The clauses of the sources, others than its cover too, that hold a name of ``clause``; all of
    them where they name nobody else."""
    named = {token for token in facts_of(tokens(clause)) if _LATIN_WORD.search(token)}
    owners = entities_of(clause)
    others = frozenset[str]().union(*(entities_of(text) for text, _ in said)) - owners
    if len(others) <= (0 if owners or named else 1):
        return [text for text, _ in said]
    same: list[str] = []
    is_same = False
    for text, has in said:
        is_named = bool(named & has) or any(owner in text.lower() for owner in owners)
        is_same = is_named or (is_same and not entities_of(text))  # who is not named anew goes on
        same += [text] if is_same else []
    return same


@lru_cache(maxsize=2048)
def entities_of(text: str) -> frozenset[str]:
    """The entities that ``text`` names, as they compare."""
    return frozenset(entity_key(fact) for fact in extract_facts(text) if is_owner(fact))


def _differs(clause: str, told: _Told, language: Language) -> bool:
    cover = told.cover
    sources = [text for text in cover.texts if _speaks(text, language)]
    if not sources:
        return False
    ours = read_polarity(clause, language)
    if ours.signs or ours.negations:
        return _differs_in_signs(ours, sources, told, language)
    return _loses_a_negation(ours, told, language)


def _differs_in_signs(
    ours: Polarity, sources: Sequence[str], told: _Told, language: Language
) -> bool:
    clause, cover = told.clause, told.cover
    theirs = [read_polarity(source, language) for source in sources]
    signs = _signs_of(cover.texts)
    if any(read.counts_zero for read in theirs) and not ours.counts_zero:
        signs.add(ABSENT)
    if not ours.signs <= signs or EXHAUSTED in ours.signs:  # the cover alone does not say it
        signs |= _signs_of(told.same)
        if _gained(ours, signs, clause, [*sources, *told.same]) or _turned(ours.signs, signs):
            return True
    if (
        ours.negations > ours.failings
        and not any(map(_denies, cover.texts))
        and not (finds_nothing(clause) and any(finds_nothing(text) for text, _ in told.said))
        and not any(
            denies_the_same(clause, each) or denies_by_name(clause, each) for each in told.same
        )
        and not denies_what_failed(clause, sources)
    ):
        return True
    return _loses_a_negation(ours, told, language)


def _loses_a_negation(ours: Polarity, told: _Told, language: Language) -> bool:
    return (
        language == language_of(told.clause)
        and not ours.is_negative
        and _is_negated(told.clause, told.cover, language)
    )


def _denies(source: str) -> bool:
    """Whether a clause of a source denies something, be it by a name or a value: noeviction."""
    read = read_polarity(source)
    return bool(read.negators) or read.counts_zero or holds_denying_name(source)


def _is_negated(clause: str, cover: Cover, language: Language) -> bool:
    """Whether every clause that shares most facts is negated, and one of them denies what
    ``clause`` speaks of."""
    best = [text for text in cover.best if _speaks(text, language)]
    if not best or not all(read_polarity(text, language).negators for text in best):
        return False
    if holds_trouble(clause) and all(only_fails(text, language) for text in best):
        return False  # "its writes end in QuotaExceeded" over "fails to write"
    return any(denied_in(text) & stems_in(clause) for text in best)


def _signs_of(texts: Sequence[str]) -> set[AxisSign]:
    return {sign for text in texts for sign in read_polarity(text).signs}


def _gained(ours: Polarity, signs: set[AxisSign], clause: str, sources: Sequence[str]) -> bool:
    """Whether a sign of ours stands in no source, or "exhausted" only of another resource."""
    new = {sign for sign in ours.signs - signs if sign not in SOFT}
    if _UNRELATED in ours.signs - signs and not is_hedged(clause):
        return True
    if FAILED in new and (signs & FAILURES or any(map(tells_failure, sources))):
        new.discard(FAILED)
    if REFUSED in new and FAILED in signs and any(map(tells_refusal, sources)):
        new.discard(REFUSED)
    new = {sign for sign in new if not any(carries(sign, source) for source in sources)}
    is_misplaced = EXHAUSTED in ours.signs and not any(_is_same(clause, each) for each in sources)
    return bool(new) or is_misplaced


def _turned(ours: frozenset[AxisSign], signs: set[AxisSign]) -> bool:
    """Whether an opposite of ours stands in the sources, and only turned round."""
    axes = {axis for axis, _ in signs}
    return any(axis in axes for axis, _ in ours - signs)


def _is_same(clause: str, source: str) -> bool:
    """Whether no other resource is named: memory is not exhausted where a pool is."""
    return may_be_same(frozenset(resources_of(clause)), frozenset(resources_of(source)))


def _speaks(text: str, language: Language) -> bool:
    """Whether ``text`` can be compared in ``language``: its prose, or a word of polarity, is."""
    if language == "zh":
        return holds_han(text)
    is_prose = language_of(text) == "en" and bool(_LATIN_WORD.search(text))
    return is_prose or any(language_of_word(hit) == "en" for hit in words_of_polarity(text))
