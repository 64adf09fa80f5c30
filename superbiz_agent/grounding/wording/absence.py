"""Absence: what is not there, did not happen, was not found or is ruled out (section 7)."""

import re
from collections.abc import Sequence
from functools import lru_cache

from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.facts.folding import content_terms, fold, occurs_in, stem
from superbiz_agent.grounding.wording.class_names import with_names_in_words
from superbiz_agent.grounding.wording.clauses import clauses
from superbiz_agent.grounding.wording.fullness import without_proven_fullness
from superbiz_agent.grounding.wording.language import language_of
from superbiz_agent.grounding.wording.lexicon import Lexicon, words
from superbiz_agent.grounding.wording.polarity_reading import (
    ABSENT,
    read_polarity,
    says_absent,
    words_of_absence,
)
from superbiz_agent.grounding.wording.quotes import quoted_spans

RULED_OUT = words("""
ruled out | rule out | rules out | ruling out | never | does not exist | do not exist
did not exist | doesn't exist | don't exist | didn't exist | nonexistent | non-existent
there is no such | impossible | excluded | excludes | has been excluded | proves there is no
did not happen | didn't happen | has not happened | hasn't ever | has never | disproved
disproven | refuted
definitely not | certainly not | no longer possible | eliminated as | at no time | at no point
已排除 | 排除了 | 可以排除 | 可排除 | 予以排除 | 被排除 | 不存在 | 并不存在 | 从未 | 从来没有
没有发生 | 并未发生 | 未曾发生 | 证伪 | 可以否定
从没 | 绝不 | 绝无 | 绝对没有 | 决不 | 不可能 | 根本没有 | 根本不 | 肯定没有 | 确定没有
""")
"""Nothing found is never one of these (contract sections 5 and 7)."""

RULED_OUT_NEUTRAL = words("""
not ruled out | cannot be ruled out | can't be ruled out | not be ruled out | cannot rule out
can not rule out | does not rule out | do not rule out | not excluded | not rule out
无法排除 | 不能排除 | 未排除 | 尚未排除 | 不可排除 | 不能被排除 | 并未排除 | 没有排除
""")


_RULED_OUT = Lexicon(RULED_OUT, neutral=RULED_OUT_NEUTRAL)
_VALUE = re.compile(r"[A-Za-z0-9_./:-]*[0-9/_.-][A-Za-z0-9_./:-]*[A-Za-z0-9]|[0-9]", re.ASCII)
"""A number, or a name with a digit or a sign in it."""


_ZERO_VALUE = cued(
    r"(?:[A-Za-z_]\"?[=:] ?|(?<![A-Za-z])(?:count|total|number|restarts|retries|errors|backlog"
    r"|waiting|pending|queued|idle|active|replicas|to)(?: is| was| of)? "
    r"|(?:次数|总数|数量|数)(?:为|是)? ?)"
    r"0(?![0-9.,:-]|[A-Za-z])|(?<![0-9.,:])0 ?[条个次张封笔项台]",
    re.IGNORECASE,
)
"""A zero that a text gives as a value: ``idle=0``, "restart count 0", "scaled to 0", 共 0 条."""

_LONE_ZERO = re.compile("0(?<![0-9]0)(?![0-9])")
"""Without one there is no such value."""

_NOTHING_FOUND = cued(
    r"(?<![a-z])no (?:matching |such )?(?:records?|entr(?:y|ies)|match(?:es)?|hits?|results?)"
    r"(?![a-z])(?! limit)|搜不到|查不到(?= ?[\"“'‘])|结果为空|一条[^，。；]{0,24}[都也](?:没|未)",
    re.IGNORECASE,
)
"""A search that found nothing, whatever else the clause denies."""

_MATCHED_NOTHING = cued(
    r"(?<![a-z])match(?:ed|es)? (?:nothing|no )|(?<![a-z])(?:nothing|none) (?:was |were )?"
    r"(?:found|matched)|matched=0(?![0-9])|[未没](?:有|能)?(?:匹配|检索|搜索|查询|查|搜|找)到"
    r"|没有(?:任何)?匹配|匹配不到|(?<![有全])无[^，。；]{0,16}记录",
    re.IGNORECASE,
)
"""The same, as what a search came to."""

_GROUPED = re.compile(r",(?<=[0-9],)(?=[0-9]{3}(?![0-9]))")

_REACH = 60
"""Characters that a word of absence reaches, at most: to the end of its phrase."""

_PHRASE_END = cued("[.;,，；。:：]")


def rules_out(text: str, *, stored: Sequence[str] = ()) -> bool:
    """Whether ``text`` says for good that something is not so ("ruled out", never, 不存在), in
    words that stand in none of the ``stored`` texts."""
    return bool(_RULED_OUT.outside(text, stored))


def states_absence(text: str, *, stored: Sequence[str] = ()) -> bool:
    """Whether ``text`` says that something is absent or did not happen.

    A negated state that has a name ("not available", "none free") is an observation, no absence.
    Words that stand in the ``stored`` texts are evidence and do not count.
    """
    return _states_absence(text, tuple(stored))


@lru_cache(maxsize=2048)
def _states_absence(text: str, stored: tuple[str, ...]) -> bool:
    if _RULED_OUT.outside(text, stored):
        return True
    text = _without_quotations(text, stored)
    if _NOTHING_FOUND.search(text) and not any(map(_NOTHING_FOUND.search, stored)):
        return True
    plain = [with_names_in_words(source) for source in stored]
    denying = [
        clause
        for clause in clauses(text)
        if says_absent(without_proven_fullness(clause, plain) or clause)
    ]
    evidence = {hit.term for source in plain for hit in words_of_absence(source) if denying}
    return any(not _negated_by_evidence(clause, evidence, plain) for clause in denying)


def finds_nothing(text: str) -> bool:
    """Whether ``text`` says that a search found nothing."""
    return bool(_NOTHING_FOUND.search(text) or _MATCHED_NOTHING.search(text))


def _without_quotations(text: str, stored: Sequence[str]) -> str:
    """``text`` without what it quotes word for word from a stored text: "task 0" is evidence."""
    spans = quoted_spans(text)
    known = [fold(source) for source in stored] if spans else []
    pieces: list[str] = []
    position = 0
    for start, end in spans:
        quoted = fold(text[start + 1 : end - 1])
        if any(occurs_in(quoted, source) for source in known):
            pieces.append(text[position:start])
            position = end
    return " ".join([*pieces, text[position:]])


def _negated_by_evidence(clause: str, evidence: set[str], stored: Sequence[str]) -> bool:
    """Whether every word of absence in ``clause`` stands in a stored text, or a stored text tells
    the same lack in other words."""
    if any(clause in source for source in stored):
        return True
    hits = words_of_absence(clause)
    if not hits and any(map(_holds_zero_value, stored)):
        return True  # the zero is a value of the evidence: whose it is, the facts say
    if hits and all(hit.term in evidence for hit in hits):
        return True
    return any(_tells_the_same_lack(clause, source) for source in stored)


@lru_cache(maxsize=1024)
def _holds_zero_value(source: str) -> bool:
    return bool(_LONE_ZERO.search(source) and _ZERO_VALUE.search(source))


def _tells_the_same_lack(clause: str, source: str) -> bool:
    """Whether ``source`` denies what ``clause`` denies ("did not store 3 invoices" over "not
    stored"), or names all values and names of ``clause`` and tells of something that failed, is
    used up or, in the other language, denied: 1391 张未渲染 of "1391 invoices not rendered"."""
    language = language_of(clause)
    parts = clauses(source)
    denying = [other for other in parts if words_of_absence(other)]
    if any(_denied(clause) & _denied(each) for each in denying if language_of(each) == language):
        return True
    named = _values_in(clause)
    others = [each for each in denying if language_of(each) != language]
    told = _values_in(source)
    alike = [each for each in parts if language_of(each) == language]
    is_bad = bool(others) or (_holds_number(named) and _tells_of_bad(clause, alike))
    return bool(named and is_bad) and named <= told.union(*(value.split("/") for value in told))


def _holds_number(values: frozenset[str]) -> bool:
    """Whether a number stands among ``values``, a mere zero aside."""
    return any(value[0].isdigit() and bool(value.strip("0.")) for value in values)


def _tells_of_bad(clause: str, alike: Sequence[str]) -> bool:
    """Whether one of ``alike`` tells of a failure or the like, and ``clause`` of no search: that
    nothing was found, no record says."""
    is_of_search = ABSENT in read_polarity(clause).signs or finds_nothing(clause)
    return not is_of_search and any(read_polarity(each).is_negative for each in alike)


@lru_cache(maxsize=1024)
def _denied(clause: str) -> frozenset[str]:
    """The stems of what the words of absence in ``clause`` are said of: the words after each."""
    reached = (clause[hit.end : hit.end + _REACH] for hit in words_of_absence(clause))
    said = (content_terms(_VALUE.sub(" ", _PHRASE_END.split(text)[0])) for text in reached)
    return frozenset(stem(term) for terms in said for term in terms)


@lru_cache(maxsize=4096)
def _values_in(clause: str) -> frozenset[str]:
    return frozenset(_VALUE.findall(_GROUPED.sub("", fold(clause))))
