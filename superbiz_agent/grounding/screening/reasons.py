"""The forms in which an honest reason speaks of what is on record (contract sections 3 and 6).

A reason points to evidence ("the log names that line"), repeats a condition ("if it answers, the
forwarders are well"), or says in the other language what a stored text says. Nobody checked it, so
none of these may hold a state, a deed or a cause of its own.
"""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.screening.presupposed import (
    presupposes_more,
    tells_of_deeds,
    tells_of_states,
)
from superbiz_agent.grounding.screening.unchecked_words import SOURCES, STATING
from superbiz_agent.grounding.wording import (
    Lexicon,
    claims_certainty,
    holds_negator,
    language_of,
    polarity_conflict,
    states_cause,
)
from superbiz_agent.grounding.wording.cause_concepts import concepts_of, stems_of
from superbiz_agent.grounding.wording.language import HAN
from superbiz_agent.grounding.wording.polarity_reading import read_polarity

_HAN_SOURCES = "|".join(term for term in SOURCES if not term.isascii())
_POINTING = re.compile(
    rf"(?:其中|上面|[A-Za-z0-9_.-]{{2,60}} ?|.{{0,40}}?(?:{_HAN_SOURCES}))[里中]?[已都也]?"
    r"(?:指出|列出|写明|给出|提到|记录|包含|显示|标明|要求)了?"
    rf"(?P<thing>(?:[这那该此本其]|[一两二三几]).{{1,20}}|[0-9A-Za-z{HAN} _./-]{{1,24}})"
)
""" "日志指出了这个端点": evidence and a thing that it names, no sentence."""

_ONLY = re.compile(
    rf".{{0,40}}?(?:{_HAN_SOURCES})[里中]?(?:只有|仅有|只包含)(?P<thing>[{HAN}]{{2,10}})"
)
_THINGS_OF_LOGS = re.compile("(?:错误)?(?:消息|信息|文本|代码|编号|时间|日志级别)")
_CONDITION = re.compile(
    r"(?:如果|若|假如|要是)[^，。；]{1,60}，(?:则|就|那么|说明|表明|可以|可)?.{1,60}"
)
_REFUSED = re.compile(
    r"(?P<what>.{0,40}?)因为?(?P<ground>[^，。；]{1,20}?)而?被(?:拒绝|拒)了?"
    r"|(?P<what_en>.{1,60}?) (?:is|are|was|were) (?:refused|rejected|denied)"
    r" (?:because of|for|due to) (?P<ground_en>.{1,40})",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    "refus|reject|denied|not allowed|exceeded|forbidden|拒绝|被拒|已用尽", re.IGNORECASE
)
_DONE = re.compile("已|了|正在|曾|[0-9]")
"""What makes a Chinese clause tell of something that is so."""

_SIDED = re.compile("(?<=拒绝|接受|允许|禁止|失败|成功|超时|断开|恢复)了")
_STATING = Lexicon(STATING)


def points_to_evidence(clause: str, known: Sequence[str]) -> bool:
    """Whether ``clause`` only says that evidence names a thing, which it does not describe."""
    text = clause.strip(" 。.")
    if only := _ONLY.fullmatch(text):
        return bool(_THINGS_OF_LOGS.fullmatch(only["thing"]))
    match = _POINTING.fullmatch(text)
    if match is None or states_cause(clause) or holds_negator(clause):
        return False
    thing = match["thing"]
    return not (_STATING.holds(thing) or _adds(thing, known))


def is_conditional(sentence: str, known: Sequence[str]) -> bool:
    """Whether a Chinese sentence says what would follow if something were so: no event, and
    nothing that is so already."""
    text = sentence.strip(" 。.")
    if not _CONDITION.fullmatch(text) or states_cause(text) or claims_certainty(text):
        return False
    return not (_DONE.search(text) or presupposes_more(text, known))


def is_told_elsewhere(clause: str, known: Sequence[str]) -> bool:
    """Whether a stored text in the other language holds what ``clause`` speaks of: all its causes
    of the table, and each side that it takes; or the ground of a refusal that it tells."""
    if claims_certainty(clause) or holds_negator(clause) or tells_of_deeds(clause, known):
        return False
    refused = _REFUSED.fullmatch(clause.strip(" 。."))
    if refused:
        ground = refused["ground"] or refused["ground_en"]
        return any(_refuses_for(ground, clause, each) for each in known)
    if states_cause(clause) or _STATING.holds(_SIDED.sub("", clause)):
        return False
    other = [each for each in known if language_of(each) != language_of(clause)]
    return any(_holds_rows(clause, each) for each in other) and not _adds(clause, known)


def _refuses_for(ground: str, clause: str, source: str) -> bool:
    """Whether one stored text refuses something and names all causes of ``ground``."""
    rows = concepts_of(ground)
    return (
        bool(rows)
        and rows <= concepts_of(source)
        and bool(_REFUSAL.search(source))
        and not presupposes_more(clause.replace("被拒", ""), [source])
    )


def _holds_rows(clause: str, source: str) -> bool:
    source = source.replace("=", " ")
    rows = concepts_of(clause)
    signs = read_polarity(clause).signs
    named = {term for term in stems_of([clause]) if term.isascii()}
    return (
        bool(rows)
        and rows <= concepts_of(source)
        and signs <= read_polarity(source).signs
        and named <= stems_of([source])
        and not polarity_conflict(clause, [source])
    )


def _adds(text: str, known: Sequence[str]) -> bool:
    return any(rule(text, known) for rule in (presupposes_more, tells_of_deeds, tells_of_states))
