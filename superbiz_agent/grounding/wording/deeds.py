"""What a clause denies, by its word: the deed behind its negator (section 7, polarity).

"Was not started" over "started" gains a negation and "can bind" over "cannot bind" loses one,
whatever else either of the clauses denies.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.facts.folding import ENGLISH_STOP_WORDS, fold, stem
from superbiz_agent.grounding.wording.denied import denied_in, part_behind, stems_in
from superbiz_agent.grounding.wording.language import HAN
from superbiz_agent.grounding.wording.lexicon import words
from superbiz_agent.grounding.wording.overlap import Cover
from superbiz_agent.grounding.wording.polarity_reading import (
    holds_negator,
    language_of_word,
    negators_of,
    read_polarity,
    side_of_word,
    words_of_polarity,
)
from superbiz_agent.grounding.wording.polarity_words import FAILING

_WORD = cued(r"[A-Za-z0-9_./:@-]*[A-Za-z0-9]")
_HAN_DEED = cued(rf"[会能再是被曾有得过到在 ]{{0,3}}(?P<deed>[{HAN}]{{2}})")
_HAN_PHRASE = cued(rf"[会能再是被曾有得过到在 ]{{0,3}}(?P<phrase>[{HAN}]{{4}})")

_LIGHT = ENGLISH_STOP_WORDS | frozenset(
    words("""
    yet | been | be | being | likely | probably | really | any | one | more | all | ever | even
    longer | such | other | only | itself | fully | quite | enough | record | records | line | lines
    single | further | known | clear | shown | seen | found | given | said | told
    """)
)
"""Words that are passed over on the way to the deed, or that say nothing as one."""

_MISHAPS = frozenset(
    stem(word)
    for word in words("trouble | problem | problems | difficulty | error | errors | issue | issues")
) | frozenset(words("问题 | 错误 | 异常 | 障碍 | 困难"))
"""What went well is without."""

_PLAIN = frozenset(words("没有 | 没 | 未 | 不 | 无 | 不再 | 尚未 | 并未 | 从未 | 并没有"))
"""Chinese negators with the deed behind them; 连不上 holds its own."""

_UNABLE = frozenset(words("未能 | 无法 | 没能 | 不能"))
"""The same, of those that say that something failed."""

_ABLE = cued(
    r"(?<![a-z])(?:can|could|is able to) {1,2}(?!not |no )(?P<word>[a-z]{3,20})"
    rf"|(?:可以|能够|(?<![可没不未才])能)(?P<han>[{HAN}]{{2}})",
    re.IGNORECASE,
)
"""What is said to be possible."""

_NOT_THEN = cued(
    r"(?<![a-z])(?:not|never) (?:at|on|in|from|since|with|for|about)? ?"
    r"(?P<value>[A-Za-z_]{0,20}[0-9][A-Za-z0-9_.:=/-]{0,40}[A-Za-z0-9])"
)
"""A value that is denied: "was not at 10:00:05Z"."""

_FAIL = cued("fail|失败", re.IGNORECASE)

_ASKED = cued(r"(?<![a-z])(?:whether|if|why|how)(?![a-z])|是否|有没有|为何|为什么", re.I)
_NOT_DONE: frozenset[tuple[str, str]] = frozenset(
    (axis, "-")
    for axis in ("success", "presence", "availability", "connection", "acceptance", "capacity")
)
"""Sides that deny a deed in other words: what failed was not done."""

_GONE: frozenset[tuple[str, str]] = frozenset(
    (axis, "-") for axis in ("presence", "availability", "connection")
)
"""Sides that take a deed back in other words."""

_UNTIL = cued(r"(?<![a-z])until(?![a-z])|直到", re.IGNORECASE)
"""What comes after it ends a deed, and does not deny it: "wait until the timeout runs out"."""

_NONE_BEHIND = cued(
    r"[:：]? ?(?:没有|未见|没有数据|没写|没记)[。.]?\s*\Z|[找查搜读拿]不到"
    r"|(?<![a-z])(?:not to be had|nowhere to be found)(?![a-z])",
    re.IGNORECASE,
)
_NO_VALUE = cued("[=:：为] ?(?:0(?![0-9.])|none|null)", re.IGNORECASE)
"""A value that says that there is none."""


def turns_a_deed(clause: str, cover: Cover) -> bool:
    """Whether ``clause`` denies a deed that the clauses which share most with it tell of, or tells
    of one that they deny, or as possible of one that failed by anything it rests on."""
    if _ASKED.search(clause):
        return False
    if _is_able(clause, cover.texts):
        return True
    return _gains(clause, cover.best) or _loses(clause, cover.best)


def denies_the_same(clause: str, source: str) -> bool:
    """Whether both deny a deed, and by one word."""
    return not _deeds(clause, failing=False).isdisjoint(_deeds(source, failing=False))


def fails_at(deed: str, text: str) -> bool:
    """Whether ``text`` says that this very deed, a stem or a bigram, failed."""
    if deed not in text.lower() or not _FAIL.search(text):
        return False  # a pattern of its own is dear
    said = re.escape(deed)
    if not deed.isascii():
        return bool(re.search(f"{said}[^，。；,;的]{{0,40}}失败", text))
    failed = (
        rf"{said}[a-z]{{0,6}}(?:\(\))? (?:has )?failed"
        rf"|fail(?:s|ed|ures?)? (?:[0-9]+ times )?(?:to|of) {said}"
    )
    return bool(re.search(failed, text.lower()))


def _gains(clause: str, sources: Sequence[str]) -> bool:
    for match in _NOT_THEN.finditer(clause):
        if any(match["value"] in source and not holds_negator(source) for source in sources):
            return True
    for phrase in _phrases_denied(clause):
        if any(_says_plainly(phrase, source) for source in sources):
            return True
    for deed in _deeds(clause, failing=False):
        naming = [source for source in sources if deed in stems_in(source)]
        if naming and not any(deed in _reached(each) or _is_bad(each) for each in naming):
            return True
    return False


def _phrases_denied(clause: str) -> Iterator[str]:
    """The four Chinese characters behind each plain negator: 不会立即失败."""
    for hit in words_of_polarity(clause):
        if hit.term in _PLAIN and (match := _HAN_PHRASE.match(clause, hit.end)):
            yield match["phrase"]


def _says_plainly(phrase: str, source: str) -> bool:
    at = source.find(phrase)
    return at >= 0 and not holds_negator(source[:at])


def _is_able(clause: str, sources: Sequence[str]) -> bool:
    for match in _ABLE.finditer(clause):
        able = match["han"] or stem(match["word"].lower())
        if any(fails_at(able, each) or able in _deeds(each, failing=True) for each in sources):
            return True
    return False


def _loses(clause: str, sources: Sequence[str]) -> bool:
    if _is_untroubled(clause) and any(
        deed in stems_in(clause) for each in sources for deed in _deeds(each, failing=True)
    ):
        return True
    if read_polarity(clause).signs & _GONE or _NO_VALUE.search(clause) or _is_lacking(clause):
        return False
    for deed in stems_in(clause) - _reached(clause):
        naming = [source for source in sources if deed in stems_in(source)]
        is_denied = naming and all(deed in _deeds(each, failing=False) for each in naming)
        if is_denied and not fails_at(deed, clause):
            return True
    return False


def _is_lacking(clause: str) -> bool:
    """Whether a clause says of what it speaks of that there is none: 日志里没有, or that it
    cannot be found."""
    return bool(_NONE_BEHIND.search(clause))


def _is_untroubled(clause: str) -> bool:
    """Whether ``clause`` tells that something went well: it denies nothing but trouble itself."""
    denied = _deeds(clause, failing=True)
    is_smooth = bool(denied) and denied <= _MISHAPS
    return is_smooth and len(denied) == len(negators_of(clause)) and not _is_bad(clause)


def _is_bad(clause: str) -> bool:
    """Whether a clause says in other words that something was not done, or that there is none."""
    read = read_polarity(_UNTIL.split(clause)[0])
    return bool(read.signs & _NOT_DONE) or read.counts_zero or bool(_NO_VALUE.search(clause))


@lru_cache(maxsize=4096)
def _reached(clause: str) -> frozenset[str]:
    """The stems of all that a negator of ``clause`` can be taken to deny."""
    behind = (part_behind(clause, hit.end) for hit in negators_of(clause))
    return denied_in(clause).union(*map(stems_in, behind))


@lru_cache(maxsize=4096)
def _deeds(clause: str, *, failing: bool) -> frozenset[str]:
    """The stem of the first word that says something behind each negator, Chinese as a bigram;
    with ``failing`` behind "could not" and its like as well."""
    found: set[str] = set()
    for hit in words_of_polarity(clause):
        if side_of_word(hit) is not None:
            continue  # "no longer firing" is a side by itself
        is_chinese = language_of_word(hit) == "zh"
        is_failing = hit.term in FAILING
        holds_deed = is_chinese and hit.term not in (_UNABLE if is_failing else _PLAIN)
        if holds_deed or (is_failing and not failing):
            continue
        after = part_behind(clause, hit.end)
        match = _HAN_DEED.match(after) if is_chinese else None
        found.update([match["deed"]] if match else _first_word(after))
    return frozenset(found)


def _first_word(after: str) -> Iterator[str]:
    for word in _WORD.findall(fold(after)):
        if word not in _LIGHT:
            yield stem(word)
            return
