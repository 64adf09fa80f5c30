"""Two names that changed places: "thread-3 took the lock held by thread-7" (contract section 7).

A row is a relation of two: who does it, and to whom it is done. A text may not tell a pair the
other way round than its sources do, nor give an answer to another than who gave it. Extend the
table here.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from superbiz_agent.grounding.facts.cued_pattern import CuedPattern, cued
from superbiz_agent.grounding.facts.folding import ENGLISH_STOP_WORDS
from superbiz_agent.grounding.misreadings.about import names_in

_KIND: Final = (
    r"(?:(?:the|a|an|its|service|host|pod|node|gateway|process|session|transaction|thread|client"
    r"|server|pid) ){0,2}"
)
_KIND_ZH: Final = r"(?:服务|主机|节点|网关|进程|会话|事务|线程|客户端|服务器)?"
_NAME: Final = r"(?<![A-Za-z0-9_.:/-])(?P<{0}>[A-Za-z0-9][A-Za-z0-9_.:/-]{{0,60}})"
_A, _B = _NAME.format("a"), _NAME.format("b")
_WORDS: Final = r"(?:(?!by |and |or )[a-z'-]{2,14} ){0,2}"
"""Words between a verb and its object: "has", "requests of"."""

_NOT: Final = r"(?:(?:is|was|are|were|has|have|had|been|being|gets?|got|be|now|then) ){0,3}"


class _Deed(NamedTuple):
    """How a relation is told: its verb, its participle, and its verb in Chinese."""

    active: str
    passive: str
    chinese: str


_DEEDS: Final = (
    _Deed(
        r"calls|called|calling|invoke[sd]?|queries|queried", "called|invoked|queried", "调用|查询"
    ),
    _Deed(r"blocks|blocked|blocking", "blocked", "阻塞|堵住"),
    _Deed(
        r"kill(?:s|ed)|evict(?:s|ed)|preempt(?:s|ed)|terminate[sd]",
        "killed|evicted|preempted|terminated",
        "杀死|杀掉|驱逐|抢占|终止",
    ),
    _Deed(r"waits? (?:for|on)|waited (?:for|on)|waiting (?:for|on)", "awaited", "等待|在等"),
    _Deed(r"depends on|depended on|relies on|relied on", "relied on", "依赖"),
    _Deed(r"refuse[sd]|reject(?:s|ed)|denie[sd]", "refused|rejected|denied", "拒绝"),
    _Deed(
        r"replaces|replaced|supersede[sd]|took over (?:from|for)|takes over (?:from|for)|succeeded",
        "replaced|superseded|taken over",
        "取代|替换|接管|接替|顶替",
    ),
    _Deed(
        r"replicates from|replicated from|follows|syncs from|synced from|pulls from|pulled from"
        r"|reads from|fetche[sd] from|copie[sd] from",
        "followed",
        "复制自|同步自|跟随",
    ),
    _Deed(
        r"owns|owned|manages|managed|controls|controlled", "owned|managed|controlled", "管理|控制"
    ),
    _Deed(
        r"(?:took|acquired|takes|grabbed|stole|seized)(?: over)? the (?:lock|lease|leadership)"
        r"(?: held by| of| from)",
        "(?:taken|acquired|stolen|seized)",
        "抢占|夺取|抢走|夺走|拿走",
    ),
)

_MOVES_EN: Final = cued(
    rf"(?<![a-z])from {_KIND}{_A} (?:[a-z]{{2,12}} )?(?:to|onto|over to|into) {_KIND}{_B}",
    re.IGNORECASE,
)
_MOVES_ZH: Final = cued(
    rf"[从由] ?{_KIND_ZH} ?{_A}[^，。；A-Za-z0-9]{{0,10}}[到至给向往] ?{_KIND_ZH} ?{_B}",
    re.IGNORECASE,
)
_SENDS: Final = (
    cued(
        rf"{_A} {_NOT}(?:sends|sent|sending|forward(?:s|ed|ing)|writes|wrote|publishe[sd]) "
        rf"{_WORDS}(?:[0-9.]+ [A-Za-z]+ )?to {_KIND}{_B}",
        re.IGNORECASE,
    ),
    cued(
        rf"{_B} {_NOT}(?:receive[sd]|receiving|got|gets) {_WORDS}(?:[0-9.]+ [A-Za-z]+ )?"
        rf"from {_KIND}{_A}",
        re.IGNORECASE,
    ),
    cued(
        rf"{_A} ?(?:已|正在)?[向给往] ?{_KIND_ZH} ?{_B} ?(?:发送|发出|转发|写入|推送)",
        re.IGNORECASE,
    ),
    cued(rf"{_B} ?(?:已)?从 ?{_KIND_ZH} ?{_A} ?(?:接收|收到|拉取|读取)", re.IGNORECASE),
    cued(rf"{_A}[^，。；A-Za-z0-9]{{0,6}}(?:发送|转发|推送)[到给至] ?{_B}", re.IGNORECASE),
)


def _patterns(deed: _Deed) -> tuple[CuedPattern, ...]:
    return (
        cued(rf"{_A} {_NOT}(?:{deed.active}) {_KIND}{_B}", re.IGNORECASE),
        cued(rf"{_B} {_NOT}(?:{deed.passive}) {_WORDS}by {_KIND}{_A}", re.IGNORECASE),
        cued(
            rf"{_A} ?(?:已|已经|正在|一直|在|会|又|仍)?(?:{deed.chinese})[了着]? ?{_KIND_ZH}"
            rf" ?{_B}",
            re.IGNORECASE,
        ),
        cued(
            rf"{_B} ?(?:已|已经|正在|又|仍)?[被由] ?{_KIND_ZH} ?{_A} ?(?:所|给)?(?:{deed.chinese})",
            re.IGNORECASE,
        ),
    )


_RELATIONS: Final = (
    *map(_patterns, _DEEDS),
    (_MOVES_EN, _MOVES_ZH),
    _SENDS,
)
_ANSWERS: Final = cued(
    r"(?<![\w./-])(?<![对向给] )(?<![对向给])(?P<who>[A-Za-z0-9][\w./-]{1,60}\w)"
    r" ?(?:answer(?:s|ed)|repl(?:ies|ied)"
    r"|respond(?:s|ed)|return(?:s|ed)|返回|应答|答复|响应)了?(?: with| HTTP| status| an?)* ?"
    r"(?P<status>[1-5][0-9]{2})(?!\.?[0-9]|%)",
    re.IGNORECASE | re.ASCII,
)
"""Who gave an answer of a status: not the writer of the record that tells of it."""

_CLOCK: Final = re.compile(r"[0-9]{1,4}[-:][0-9:TZ.-]*|[0-9.]+[a-z%]{0,3}", re.IGNORECASE)
"""Instants and values: which way a value changed is for ``changes``."""


def turns_a_direction(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` tells a relation of two names that its sources tell the other way alone."""
    for place, one, other in _pairs(text):
        known = [pair for source in sources for pair in _pairs(source)]
        if (place, other, one) in known and (place, one, other) not in known:
            return True
    return _answers_for_another(text, sources)


def _answers_for_another(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` lets a name give an answer that all sources of it let another one give."""
    for name, status in _answers(text):
        holding = [_answers(source) for source in sources if status in source]
        if holding and all(
            any(each == status and who != name for who, each in known)
            and (name, status) not in known
            for known in holding
        ):
            return True
    return False


@lru_cache(maxsize=2048)
def _answers(text: str) -> frozenset[tuple[str, str]]:
    found = ((match["who"].lower(), match["status"]) for match in _ANSWERS.finditer(text))
    return frozenset((who, status) for who, status in found if names_in(who))


@lru_cache(maxsize=2048)
def _pairs(text: str) -> frozenset[tuple[int, str, str]]:
    return frozenset(_read(text))


def _read(text: str) -> Iterator[tuple[int, str, str]]:
    for place, patterns in enumerate(_RELATIONS):
        for pattern in patterns:
            for found in pattern.finditer(text):
                one, other = (found[each].rstrip(".:").lower() for each in "ab")
                if one != other and _is_name(one, place) and _is_name(other, place):
                    yield place, one, other


def _is_name(word: str, place: int) -> bool:
    is_value = place >= len(_DEEDS) and _CLOCK.fullmatch(word)
    return word not in ENGLISH_STOP_WORDS and not is_value
