"""What a gap takes for known while it says what is not: "who deleted the records" holds that they
were deleted (contract section 6).

Nobody checked a gap. So its known part may hold no fault, change or settled state that no stored
text of the incident holds; a runbook and the question are no such texts.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from superbiz_agent.contracts.evidence import EVIDENCE_LISTS
from superbiz_agent.grounding.facts.characters import HAN
from superbiz_agent.grounding.facts.folding import content_terms
from superbiz_agent.grounding.screening.unchecked_words import (
    ASKED_CHANGES,
    DEEDS,
    EVENTS,
    EVIDENCE_NOUNS,
    MEASURES,
    PLAIN_PARTICIPLES,
    REMOVALS,
    TOPICS,
)
from superbiz_agent.grounding.wording import (
    Lexicon,
    is_hedged,
    language_of,
    words,
)
from superbiz_agent.grounding.wording.cause_concepts import faults_of, stems_of
from superbiz_agent.grounding.wording.polarity_reading import (
    AxisSign,
    read_polarity,
    says_absent,
    side_of_word,
    words_of_polarity,
)

SETTLED: frozenset[AxisSign] = frozenset({
    ("health", "+"), ("recovery", "+"), ("lifecycle", "-"), ("connection", "-"),
    ("acceptance", "+"), ("acceptance", "-"), ("impact", "+"), ("impact", "-"),
    ("switch", "+"), ("switch", "-"),
})  # fmt: skip
"""The signs by which a gap states how a system is. The other axes have words by which evidence is
said to be missing, cut off or not enough."""

HARMLESS_FAULTS = frozenset({"certificate", "garbage collection", "slow query", "people"})
"""Rows of the table of faults that name a thing to look at rather than a fault."""

_UNUSUAL = words(
    "normal | normally | nominal | as usual | fine | ok | in order | 正常 | 如常 | 打开"
)
"""A usual level may be missing like any measure; 打开 is also said of a transaction."""

_THERE: AxisSign = ("presence", "+")

_TOPICS = Lexicon(TOPICS)
_ASKED_CHANGES = Lexicon(ASKED_CHANGES)
_NEUTRAL = Lexicon(_UNUSUAL)
_EVENTS = tuple((name, Lexicon(terms)) for name, terms in EVENTS)
_REMOVALS = Lexicon(REMOVALS)
_PLAIN = frozenset(PLAIN_PARTICIPLES)
_WHETHER = re.compile(
    r"(?<![a-z])(?:whether|if)(?![a-z])(?:(?!(?<![a-z])(?:after|before|when|which|who|because|since"
    r"|that|as|while)(?![a-z]))[^.;,])*|是否[^。；，,;]*|是不是[^。；，,;]*|有没有[^。；，,;]*",
    re.IGNORECASE,
)
"""What is asked with "whether" is left open, up to the next word that leads a clause of its own."""

_EVIDENCE = "|".join((*EVIDENCE_NOUNS, *MEASURES))
_UNAVAILABLE = re.compile(
    rf"(?<![a-z])(?P<what>(?:{_EVIDENCE})(?![a-z])[^,;，；。]{{0,80}}?)"
    r"(?:not available|unavailable|不可用)",
    re.IGNORECASE,
)
"""Evidence that is not available is no outage."""

_PARTICIPLE = re.compile(
    r"(?<![A-Za-z0-9_./:@-])[a-z]{2,20}ed(?![A-Za-z0-9_/:@-]|\.[A-Za-z0-9])", re.ASCII
)


_WORD = re.compile(r"(?<![a-z0-9_.-])[a-z]+(?![a-z0-9_-])")
_TOOL_FAILED = re.compile(rf"(?:{'|'.join(EVIDENCE_LISTS)}) failed")
_HAN_SUFFERED = re.compile("被(?!什么|谁|哪|其|截断)")
_HAN_DONE = re.compile("[被了已]|改成|改为|变成|变为")
_HAN = re.compile(f"[{HAN}]")


def presupposes_more(text: str, told: Sequence[str]) -> bool:
    """Whether the gap ``text`` holds a fault, a change, damage or a settled state that none of the
    stored texts ``told`` holds, in either language."""
    if is_hedged(text):
        return False
    text = _UNAVAILABLE.sub(r"\g<what>", _WHETHER.sub(" ", text))
    text = _TOPICS.blank(_ASKED_CHANGES.blank(_NEUTRAL.blank(text)))
    events, signs = _events_of(text), _signs_of(text)  # most texts have none: ``told`` is not read
    return (
        bool(events and events - _all_events(told))
        or bool(signs and signs - _signs_of_all(told))
        or _takes_away(text, told)
    )


def tells_of_deeds(text: str, told: Sequence[str]) -> bool:
    """Whether the English ``text`` has a participle, and so a deed ("encrypted"), that is no plain
    one and no word of ``told``."""
    text = _TOOL_FAILED.sub(" ", _WHETHER.sub(" ", text))
    done = DEEDS & set(_WORD.findall(text.lower()))
    if any(not any(deed in _WORD.findall(each.lower()) for each in told) for deed in done):
        return True
    deeds = {match.group().lower() for match in _PARTICIPLE.finditer(text)} - _PLAIN
    known = stems_of(told) if deeds else frozenset[str]()
    return any(not stems_of([deed]) <= known for deed in deeds)


def takes_for_known(text: str, told: Sequence[str]) -> bool:
    """Whether a gap, hedged ones aside, takes anything for known that ``told`` does not tell."""
    if is_hedged(text):
        return False
    return any(rule(text, told) for rule in (presupposes_more, tells_of_deeds, _suffers_more))


def _suffers_more(text: str, told: Sequence[str]) -> bool:
    """Whether a Chinese gap says that something suffered a deed (被) of which ``told`` has other
    words; what it suffered, or from whom, may be asked."""
    return bool(_HAN_SUFFERED.search(_WHETHER.sub(" ", text))) and tells_of_chinese_deeds(
        text, told
    )


def tells_of_chinese_deeds(text: str, told: Sequence[str]) -> bool:
    """Whether the Chinese ``text`` tells of something done (被, 了, 已, 改成) in words that are not
    those of ``told``; what stands on an axis of opposites, ``polarity_conflict`` compares."""
    if not _HAN_DONE.search(text):
        return False
    position, rest = 0, ""
    for hit in words_of_polarity(text):
        rest += text[position : hit.start] + " "
        position = hit.end
    said = {term for term in content_terms(rest + text[position:]) if _HAN.match(term)}
    return bool({term for term in said if len(term) > 1} - stems_of(told))


def tells_of_states(text: str, told: Sequence[str]) -> bool:
    """Whether ``text`` has one of two opposites ("slow", "failing", "full") that none of ``told``
    has; that something is there is no state."""
    signs = read_polarity(_NEUTRAL.blank(text)).signs - {_THERE}
    return bool(signs - _every_sign(tuple(told)))


@lru_cache(maxsize=64)
def _every_sign(told: tuple[str, ...]) -> frozenset[AxisSign]:
    return frozenset[AxisSign]().union(*(read_polarity(each).signs for each in told))


def _events_of(text: str) -> frozenset[str]:
    events = {name for name, lexicon in _EVENTS if lexicon.holds(text)}
    return (faults_of(text) | events) - HARMLESS_FAULTS


def _all_events(told: Sequence[str]) -> frozenset[str]:
    return frozenset[str]().union(*map(_events_of, told))


def _signs_of(text: str) -> frozenset[AxisSign]:
    """The settled sides that the words of ``text`` name: under a frame such as "no log shows" a
    negation is not of them."""
    sides = {side_of_word(hit) for hit in words_of_polarity(text)}
    return frozenset(side for side in sides if side) & SETTLED


def _signs_of_all(told: Sequence[str]) -> frozenset[AxisSign]:
    return frozenset[AxisSign]().union(*(read_polarity(each).signs for each in told))


def _takes_away(text: str, told: Sequence[str]) -> bool:
    """Whether something is said to be removed that no stored text tells to be missing; one of the
    same language must share a word with it."""
    if not _REMOVALS.holds(text):
        return False
    return not any(_misses(text, each) for each in told)


def _misses(text: str, source: str) -> bool:
    if not _REMOVALS.holds(source) and not says_absent(source):
        return False
    return language_of(text) != language_of(source) or bool(stems_of([text]) & stems_of([source]))
