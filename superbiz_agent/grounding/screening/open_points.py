"""The forms in which an honest gap says what is open: what was not read, what no source shows, what
was cut off (contract section 6).

A form is a pattern whose frame says that something is missing and whose middle is the known part:
a thing that can be read, or a question that begins with "which" or "why". The frame alone makes no
gap; the middle may not tell a deed, a cause or a state that no stored text tells.
"""

import re
from collections.abc import Iterable, Sequence

from superbiz_agent.grounding.screening.presupposed import (
    presupposes_more,
    tells_of_deeds,
    tells_of_states,
)
from superbiz_agent.grounding.screening.unchecked_words import (
    ARTIFACTS,
    ASKABLE,
    CARRYING,
    CHINESE_SHOWING,
    CHINESE_UNREAD,
    EVIDENCE_NOUNS,
    FINDINGS,
    MEASURES,
    SHOWING,
    SOURCES,
    STATING,
    UNREAD,
)
from superbiz_agent.grounding.wording import Lexicon, states_cause, words
from superbiz_agent.grounding.wording.cause_concepts import concepts_of, stems_of, without_concepts


def any_of(entries: Iterable[str], *, han: bool = False) -> str:
    """The Latin or the Chinese ``entries`` as one alternative of a pattern, the longest first."""
    chosen = [entry for entry in entries if entry.isascii() is not han]
    return "|".join(re.escape(entry) for entry in sorted(chosen, key=len, reverse=True))


_READABLE = (*EVIDENCE_NOUNS, *ARTIFACTS)
_WH = r"(?:since when|for how long|what|which|who|whose|why|how|where|when)"
_BE = r"(?:was|were|is|are|has been|have been|had been)"
_SELF = r"(?: (?:itself|themselves|here|yet|so far|at all)){0,2}"
_NOT = rf"{_BE}{_SELF} not{_SELF}"
_IN_SOURCES = (
    r"(?:in|on|part of) (?:the|these|those|any|any of the) (?:[a-z]+ )?"
    r"(?:logs?|sources?|evidence|records?|alerts?)|on record"
)
_UNREAD = rf"{_NOT} (?:(?:{any_of(UNREAD)}){_SELF}|{_IN_SOURCES})"
_WORDS = r"(?:[a-z/-]+ ){0,3}"
_SOURCE = rf"(?:single )?(?:{any_of(SOURCES)})(?: (?:of|from|in) [^,;:]{{1,60}}?)?"
_SHOWS = any_of(SHOWING)

_ASKED = tuple(
    re.compile(pattern, re.IGNORECASE | re.ASCII)
    for pattern in (
        rf"(?P<asked>{_WH} .{{1,200}}?) {_UNREAD}",
        rf"(?:no|none of the) {_SOURCE} (?:{_SHOWS}) (?P<asked>{_WH} .{{1,200}})",
    )
)
""" "Why the query was slow is not in the logs", "No log shows which request led to the panic"."""

_OF = r"(?: (?:of|from|for|on|in|at|below|behind|about|that|[^ ]*[/_.-]).{1,120}?)?"
_THING = tuple(
    re.compile(pattern, re.IGNORECASE | re.ASCII)
    for pattern in (
        (
            rf"(?:the|any|a|an|its|their|older|further|more) "
            rf"(?P<thing>{_WORDS}(?:{any_of(_READABLE)}){_OF}) {_UNREAD}"
        ),
        (
            rf"(?:the|any|a|an|its) "
            rf"(?P<thing>{_WORDS}(?:{any_of((*EVIDENCE_NOUNS, *MEASURES))}){_OF})"
            rf" {_BE} not (?:available|at hand|part of .{{1,40}})"
        ),
        rf"no {_SOURCE} (?:{_SHOWS}) (?P<thing>(?:the|its) .{{1,120}}|it|them|this|that one)",
        (
            rf"no (?P<thing>{_WORDS}(?:{any_of(MEASURES)})(?: of .{{1,120}}?)?)"
            rf"(?: {_BE} (?:available|at hand|given|on record|collected))?"
        ),
        rf"no (?P<thing>records? of .{{1,120}}?) {_BE} (?:available|at hand|given|kept)",
    )
)
""" "The log of dir-2.corp was not read", "No record shows the I/O class of nightly-backup"."""

_HAN_NOT = (
    r"(?:目前|现在|尚|还|也|均|都|仍|暂){0,2}(?:没有|没能|未能|尚未|并未|未|没|无法)"
    r"(?:直接|实际|单独|完整|逐个)?"
)
_HAN_SELF = r"(?:本身|自身|自己|的内容)?"
_HAN_LOOKED = any_of(CHINESE_UNREAD, han=True)
_HAN_SOURCE = any_of(SOURCES, han=True)
_HAN_SHOWS = any_of(CHINESE_SHOWING, han=True)
_HAN_WH = r"(?P<asked>.{0,120}(?:谁|什么|哪|为何|怎样|如何|怎么|多久|多少|何时).{0,120})"
_HAN_ASKED = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_HAN_NOT}(?:{_HAN_LOOKED}){_HAN_WH}",
        rf"(?:没有|无)(?:任何|一条)?(?:{_HAN_SOURCE})(?:能够?|可以)?(?:{_HAN_SHOWS}){_HAN_WH}",
        rf".{{0,60}}(?:{_HAN_SOURCE})[里中]?[都也均并]?(?:没有|未)(?:{_HAN_SHOWS}){_HAN_WH}",
    )
)
_HAN_THINGS = any_of(_READABLE, han=True)
_HAN_FILES = "日志|告警|导出|文件|指标|数据源|快照|转储|手册|文档|证书"
_HAN_THING = tuple(
    re.compile(pattern)
    for pattern in (
        (
            rf"{_HAN_NOT}(?:{_HAN_LOOKED})(?P<thing>.{{0,120}}(?:{_HAN_THINGS}){_HAN_SELF}"
            rf"(?:(?:及|和|与|以及)其?.{{0,20}}(?:{_HAN_THINGS}))?)"
        ),
        rf"(?P<thing>.{{0,80}}(?:{_HAN_FILES})){_HAN_SELF}{_HAN_NOT}被?(?:{_HAN_LOOKED})",
        rf"(?:没有|缺少|缺乏|没能得到)(?P<thing>.{{0,120}}(?:{any_of(MEASURES, han=True)}))",
    )
)

_RECORDS = r"(?:records|results|events|lines|logs|alerts|matches)"
_CUT_OFF = (
    re.compile(
        r"(?:(?:the|this|that|its|one) )?(?:last |previous )?(?:search|query|results?|output)"
        rf"(?: (?:of|for|from|in) [^,;:]{{1,80}}?){{0,3}} {_BE} (?:cut off|cut short|truncated)"
        r"|(?:some|part|most|many|others|the rest|not all) of the (?:matching |matched |other )?"
        rf"{_RECORDS} {_BE} (?:not |left )?(?:shown|seen|kept|read|out)",
        re.IGNORECASE | re.ASCII,
    ),
    re.compile(
        r".{0,60}(?:查询|搜索|检索|结果|输出).{0,40}被?截断了?"
        r"|有?(?:部分|一些|其余|其他)(?:匹配的?|符合的?)?(?:记录|结果|事件|日志|告警)(?:没有|未)能?被?"
        r"(?:显示|返回|看到|保留|读取)(?:出来)?"
    ),
)
_RELATIVE = re.compile(
    r"(?<![a-z])(?:which|who|whom|whose|where|when|because|while|as|that|(?:after|before|since)"
    r"(?! [0-9]))(?![a-z])",
    re.IGNORECASE,
)
_PAUSE = re.compile("[,;，；：]|:[ \\t]")
_CARRIED = re.compile(rf" that [^ ,;]{{1,80}} (?:{any_of(CARRYING)})\Z", re.IGNORECASE)
_LED = re.compile(
    r"(?P<asked>.*?)(?:led to|leads to|caused|causes|triggered|resulted in|brought about"
    r"|引发了?|导致了?|造成了?|引起了?|触发了?)(?P<effect>.+)",
    re.IGNORECASE,
)
_ONLY_ASKABLE = re.compile(
    rf"(?:{_WH}(?: (?:{any_of(ASKABLE)}))?(?: of .{{1,60}})?"
    rf"|是?由?(?:谁|什么|哪[个些条次种])?(?:{any_of(ASKABLE, han=True)})?)\s*",
    re.IGNORECASE,
)
_FINDINGS = Lexicon(
    FINDINGS,
    neutral=words("""
    error rate | error rates | error share | error ratio | failure rate | loss rate
    错误率 | 失败率 | 超时率
    """),
)
_STATING = Lexicon(STATING)


def is_open_point(clause: str, told: Sequence[str], *, is_cut_off: bool) -> bool:
    """Whether ``clause`` has one of the forms, its known part within what ``told`` tells.

    ``told`` are the stored texts of the incident; ``is_cut_off`` says whether any search of the
    question was cut off, without which none may be said to be.
    """
    text = " ".join(clause.split()).rstrip(" .。;；!！")
    if is_cut_off and any(form.fullmatch(text) for form in _CUT_OFF):
        return True
    asked = _matches((*_ASKED, *_HAN_ASKED), text)
    return any(_is_open(match["asked"], told) for match in asked) or is_unread(text, told)


def is_unread(text: str, told: Sequence[str]) -> bool:
    """Whether ``text``, a clause or a sentence, says that things were not read or not given."""
    plain = " ".join(text.split()).rstrip(" .。;；!！")
    return any(_is_thing(match["thing"], told) for match in _matches((*_THING, *_HAN_THING), plain))


def _matches(forms: Sequence[re.Pattern[str]], text: str) -> list[re.Match[str]]:
    return [match for form in forms if (match := form.fullmatch(text))]


def _is_open(asked: str, told: Sequence[str]) -> bool:
    """A question within a gap, whose known part is told."""
    if _tells_more(asked, told) or _RELATIVE.search(asked.split(" ", 1)[-1]):
        return False
    if not states_cause(asked):
        return True
    led = _LED.fullmatch(asked)
    return bool(led) and _asks_for_a_start(led["asked"]) and _is_told(led["effect"], told)


def _asks_for_a_start(asked: str) -> bool:
    return not states_cause(asked) and bool(_ONLY_ASKABLE.fullmatch(asked.strip()))


def _is_told(effect: str, told: Sequence[str]) -> bool:
    """Whether all words of an effect stand in the stored texts; in another language than theirs,
    the rows of the table of causes."""
    known = stems_of(told)
    if stems_of([effect]) <= known:
        return True
    rows = concepts_of(effect)
    is_known = rows <= concepts_of(" ".join(told)) and stems_of([without_concepts(effect)]) <= known
    return bool(rows) and is_known


def _is_thing(thing: str, told: Sequence[str]) -> bool:
    """A thing that can be read, of which nothing is told but whose it is."""
    bare = _CARRIED.sub("", thing)
    if _PAUSE.search(bare):
        return False
    if _RELATIVE.search(bare) or _FINDINGS.holds(bare) or states_cause(bare):
        return False
    return not (_tells_more(bare, told) or _STATING.holds(bare))


def _tells_more(known: str, told: Sequence[str]) -> bool:
    return any(rule(known, told) for rule in (presupposes_more, tells_of_deeds, tells_of_states))
