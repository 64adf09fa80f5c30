"""Polarity: is it neither lost nor gained? (contract section 7)"""

import re
from collections.abc import Sequence
from functools import lru_cache

from superbiz_agent.contracts.base import Language
from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.facts.folding import fold, occurs_in
from superbiz_agent.grounding.facts.owners import entity_key, is_owner
from superbiz_agent.grounding.facts.resources import may_be_same, resources_of
from superbiz_agent.grounding.wording.absence import finds_nothing
from superbiz_agent.grounding.wording.comparable import clauses_of_source, clauses_of_text
from superbiz_agent.grounding.wording.deeds import denies_the_same, turns_a_deed
from superbiz_agent.grounding.wording.entity_polarity import turns_an_entity
from superbiz_agent.grounding.wording.fullness import (
    EXHAUSTED,
    adds_fullness,
    denies_fullness,
    without_proven_fullness,
)
from superbiz_agent.grounding.wording.language import holds_han, language_of
from superbiz_agent.grounding.wording.overlap import Cover, best_cover, facts_of, shape, tokens
from superbiz_agent.grounding.wording.polarity_reading import (
    ABSENT,
    SOFT,
    AxisSign,
    Polarity,
    denied_in,
    has_polarity,
    holds_negator,
    language_of_word,
    read_polarity,
    stems_in,
    words_of_polarity,
)
from superbiz_agent.grounding.wording.polarity_words import AXES, GOOD_NEWS
from superbiz_agent.grounding.wording.possibility import is_hedged
from superbiz_agent.grounding.wording.quotes import quoted_spans, without_quotes, without_sayings
from superbiz_agent.grounding.wording.roles import exchanges_roles
from superbiz_agent.grounding.wording.told_changes import misplaces_change, without_told_changes
from superbiz_agent.grounding.wording.trouble import (
    FAILED,
    FAILURES,
    REFUSED,
    carries,
    denies_what_failed,
    holds_trouble,
    only_fails,
    tells_failure,
    tells_refusal,
)
from superbiz_agent.grounding.wording.turned_pairs import turns_a_pair
from superbiz_agent.grounding.wording.turning import turns_round

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

_ALERT = re.compile(r"\A\S{1,160} (?P<state>firing|pending|resolved|silenced|inhibited), ")
"""How the stored line of an alert begins."""

_DENIED_BY_NAME = tuple(
    (re.compile(name, re.IGNORECASE), re.compile(said, re.IGNORECASE))
    for name, said in (
        ("noeviction", "evict|room|淘汰|驱逐|清理|腾"),
        (r"ttl[=:] ?(?:none|-1)", "ttl|expir|过期"),
    )
)
_DENYING_NAME = re.compile(
    r"(?<![a-z])no(?:eviction|exec|lock|auth|cache|retry|op|recovery)(?![a-z])"
    r"|[a-z_]=(?:none|null|no|false|off)(?![a-z])",
    re.IGNORECASE,
)
"""A name or a value that says no."""

_LATIN_WORD = re.compile(r"[A-Za-z]")
_NEGATOR_BEFORE = re.compile(r"(?<![a-z])(?:no|not|non|never|without|cannot) \Z|[未没无不]有?\Z")
"""Directly before what is quoted."""

_IS_GLUED = re.compile(r"[A-Za-z] ?\Z")
"""Before a quotation within a sentence: its first word is no word of the sentence."""

_GOES_ON = re.compile(" [A-Za-z]")
"""After a quotation: what it denies, the sentence does not."""

_LANGUAGES: tuple[Language, ...] = ("zh", "en")
MAX_CLAUSES = 400
"""A text with more clauses is not compared but refused."""


def polarity_conflict(text: str, sources: Sequence[str]) -> bool:
    """Whether a clause of ``text`` says the opposite of the clause of ``sources`` that shares most
    facts with it, or gains or loses a negation over it.

    Clauses of one language are compared. Where the sources have none in the clause's language,
    only one thing is decided: they must not say less than "healthy", "recovered" or "available".
    What a text says of an entity must agree with the sources that name it (``entity_polarity``).
    """
    return _conflict(text, tuple(sources))


@lru_cache(maxsize=1024)
def _conflict(text: str, sources: tuple[str, ...]) -> bool:
    if finds_nothing(text) and any(map(finds_nothing, sources)):
        text = without_quotes(text)  # what was searched for is not said of anything
    if turns_an_entity(text, sources) or turns_round(text, sources):
        return True
    if _ends_an_alert(text, sources) or exchanges_roles(text, sources):
        return True
    if _cuts_a_negation(text, sources):
        return True
    ours = clauses_of_text(_without_signs(text, sources))
    if len(ours) > MAX_CLAUSES or misplaces_change(ours, sources):
        return True
    ours = without_told_changes(ours, sources)
    theirs = [clause for source in sources for clause in clauses_of_source(source)]
    stated = set(map(_key, theirs))
    if len(sources) == 1 and not _entities(text):
        theirs.append(", ".join(theirs))  # who names nobody speaks of the one source as a whole
    said = list(map(shape, theirs))
    return any(_breaks(clause, sources, said) for clause in ours if _key(clause) not in stated)


def _ends_an_alert(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` says that something is over of which only firing alerts tell; what is quoted
    from an alert's annotations says nothing of its state."""
    states = [_ALERT.match(source) for source in sources]
    if not sources or not all(state and state["state"] == "firing" for state in states):
        return False
    return ("recovery", "+") in read_polarity(without_sayings(text)).signs


def _cuts_a_negation(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` quotes a source from right behind its negator: "space left on device"."""
    for start, end in quoted_spans(text):
        inner = fold(text[start + 1 : end - 1])
        places = [(source, source.find(inner)) for source in map(fold, sources)]
        is_cut = any(at > 0 and _NEGATOR_BEFORE.search(source[:at]) for source, at in places)
        if is_cut and not holds_negator(text[max(0, start - 12) : start]):
            return True
    return False


def _breaks(
    clause: str, sources: Sequence[str], said: Sequence[tuple[str, frozenset[str]]]
) -> bool:
    """Whether ``clause`` conflicts, what an ``n/n`` of the sources proves or disproves aside."""
    if denies_fullness(clause, sources) or adds_fullness(clause, sources):
        return True
    rest = without_proven_fullness(clause, sources)
    if rest is None:
        return _conflicts(clause, said)
    read = read_polarity(rest)
    is_proven = read.signs == frozenset({EXHAUSTED}) and not read.negations  # "none was idle"
    return not is_proven and has_polarity(rest) and _conflicts(rest, said)


def _without_signs(text: str, sources: Sequence[str]) -> str:
    """``text`` without the signs around what it quotes word for word: the clauses of such a
    quotation are read as in its source."""
    pieces: list[str] = []
    position = 0
    known: list[str] | None = None
    for start, end in quoted_spans(text):
        known = known if known is not None else [fold(source) for source in sources]
        inner = text[start + 1 : end - 1]
        if any(occurs_in(fold(inner), source) for source in known):
            glue = "« " if _IS_GLUED.search(text[:start]) else ""
            pieces += (text[position:start], glue, inner, " »" if _GOES_ON.match(text, end) else "")
            position = end
    return "".join([*pieces, text[position:]])


def _key(clause: str) -> str:
    return " ".join(clause.split()).lower()


def _conflicts(clause: str, said: Sequence[tuple[str, frozenset[str]]]) -> bool:
    cover = best_cover(tokens(clause), said)
    if any(_differs(clause, cover, language, said) for language in _LANGUAGES):
        return True
    if _turns_a_deed(clause, cover, said) or turns_a_pair(
        clause, [*cover.texts, *_of_same(clause, said)]
    ):
        return True
    if not cover.texts or any(_speaks(text, language_of(clause)) for text in cover.texts):
        return False
    if _opposes(clause, cover, said):
        return True
    signs = {sign for text in cover.texts for sign in read_polarity(text).signs}
    return bool((read_polarity(clause).signs & _GOOD_NEWS) - signs)


def _turns_a_deed(clause: str, cover: Cover, said: Sequence[tuple[str, frozenset[str]]]) -> bool:
    """Whether a deed is turned round over the cover, or over its clauses one by one where it is a
    source as a whole."""
    if turns_a_deed(clause, cover):
        return True
    is_whole = len(said) > 1 and said[-1][0] in cover.texts
    return is_whole and turns_a_deed(clause, best_cover(tokens(clause), said[:-1]))


def _opposes(clause: str, cover: Cover, said: Sequence[tuple[str, frozenset[str]]]) -> bool:
    """Whether ``clause`` says, in another language, the opposite of its cover: the other side of an
    axis that no source takes, or a negation where no source negates anything."""
    ours = read_polarity(clause)
    clocks = _CLOCK.findall(clause)
    then = [text for text, _ in said if any(clock in text for clock in clocks)]
    everything = [read_polarity(text) for text in then or [text for text, _ in said]]
    stated = {side for read in everything for side in _sides(read.signs)}
    axes = {axis for text in then or cover.texts for axis, _ in _sides(read_polarity(text).signs)}
    if any(axis in axes and (axis, bad) not in stated for axis, bad in _sides(ours.signs)):
        return True
    if ("success", False) in _sides(ours.signs) and ("success", False) not in stated:
        return bool(stated & _NO_SUCCESS)
    if any(read.is_negative for read in everything) or any(_by_name(clause, t) for t, _ in said):
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


def _of_same(clause: str, said: Sequence[tuple[str, frozenset[str]]]) -> list[str]:
    """The clauses of the sources, others than its cover too, that hold a name of ``clause``; all of
    them where they name nobody else."""
    named = {token for token in facts_of(tokens(clause)) if _LATIN_WORD.search(token)}
    owners = _entities(clause)
    others = frozenset[str]().union(*(_entities(text) for text, _ in said)) - owners
    if len(others) <= (0 if owners or named else 1):
        return [text for text, _ in said]
    same: list[str] = []
    is_same = False
    for text, has in said:
        is_named = bool(named & has) or any(owner in text.lower() for owner in owners)
        is_same = is_named or (is_same and not _entities(text))  # who is not named anew goes on
        same += [text] if is_same else []
    return same


@lru_cache(maxsize=2048)
def _entities(text: str) -> frozenset[str]:
    return frozenset(entity_key(fact) for fact in extract_facts(text) if is_owner(fact))


def _differs(
    clause: str, cover: Cover, language: Language, said: Sequence[tuple[str, frozenset[str]]]
) -> bool:
    sources = [text for text in cover.texts if _speaks(text, language)]
    if not sources:
        return False
    ours = read_polarity(clause, language)
    theirs = [read_polarity(source, language) for source in sources]
    same = _of_same(clause, said)
    signs = {sign for text in (*cover.texts, *same) for sign in read_polarity(text).signs}
    if any(read.counts_zero for read in theirs) and not ours.counts_zero:
        signs.add(ABSENT)
    if _gained(ours, signs, clause, [*sources, *same]) or _turned(ours.signs, signs):
        return True
    if (
        ours.negations > ours.failings
        and not any(map(_denies, cover.texts))
        and not (finds_nothing(clause) and any(finds_nothing(text) for text, _ in said))
        and not any(denies_the_same(clause, each) or _by_name(clause, each) for each in same)
        and not denies_what_failed(clause, sources)
    ):
        return True
    return (
        language == language_of(clause)
        and not ours.is_negative
        and _is_negated(clause, cover, language)
    )


def _denies(source: str) -> bool:
    """Whether a clause of a source denies something, be it by a name or a value: noeviction."""
    read = read_polarity(source)
    return bool(read.negators) or read.counts_zero or bool(_DENYING_NAME.search(source))


def _by_name(clause: str, source: str) -> bool:
    """Whether a name of a source denies what ``clause`` denies: noeviction, "evicts nothing"."""
    return any(name.search(source) and said.search(clause) for name, said in _DENIED_BY_NAME)


def _is_negated(clause: str, cover: Cover, language: Language) -> bool:
    """Whether every clause that shares most facts is negated, and one of them denies what
    ``clause`` speaks of."""
    best = [text for text in cover.best if _speaks(text, language)]
    if not best or not all(read_polarity(text, language).negators for text in best):
        return False
    if holds_trouble(clause) and all(only_fails(text, language) for text in best):
        return False  # "its writes end in QuotaExceeded" over "fails to write"
    return any(denied_in(text) & stems_in(clause) for text in best)


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
