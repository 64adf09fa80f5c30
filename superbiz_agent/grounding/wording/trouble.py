"""How a record tells of a failure in other words than "failed" (section 7, polarity).

An error, a status, a refusal or a deed that was not done stands behind a failure that a text tells.
Extend the patterns here.
"""

import re
from collections.abc import Sequence

from superbiz_agent.contracts.base import Language
from superbiz_agent.grounding.facts.folding import stem
from superbiz_agent.grounding.wording.deeds import fails_at
from superbiz_agent.grounding.wording.polarity_reading import (
    AxisSign,
    negators_of,
    read_polarity,
)

FAILED: AxisSign = ("success", "-")
REFUSED: AxisSign = ("acceptance", "-")
FAILURES: frozenset[AxisSign] = frozenset(
    (axis, "-") for axis in ("acceptance", "availability", "connection", "validity", "lifecycle")
)
"""Sides of other axes that a failure may stand for."""

_ERROR = re.compile("error|exception|fatal|panic|denied|refus|错误|报错|异常", re.IGNORECASE)
"""What else says that something failed: a refusal, an error."""

_TROUBLE = re.compile(
    rf"{_ERROR.pattern}|exceed|reject|warn|abort|crash|kill|timeout|timed|lost|broken|reset"
    r"|失|败|断|超时|拒|告警|崩溃|(?<![0-9.])[45][0-9]{2}(?![0-9.])",
    re.IGNORECASE,
)
"""What can stand behind a failure that is told in the other language."""

_ERROR_LABEL = re.compile("(?:ERROR|FATAL|Exception): [^ ]")
"""What a line writes before the error that there was: "not stored: ERROR: deadlock detected"."""

_REFUSAL = re.compile(
    "(?<![0-9.])(?:401|403|407|429|507)(?![0-9.])|not allowed|denied|forbidden|exceeded"
    "|invalid credentials|permission",
    re.IGNORECASE,
)
"""What else says that something was refused: a status, an error by its name."""

_PLAIN_WORDS: dict[AxisSign, str] = {
    ("lifecycle", "+"): (
        r"(?<![a-z])(?:ran|runs?|execut(?:ed|es|ing)|launch(?:ed|es)|beg[aiu]ns?|boot(?:ed|s)|cmd"
        r"|firing|fired|lasted)(?![a-z])(?! out)|运行|执行|开始|触发"
    ),
    ("recovery", "+"): (
        r"(?<![a-z])(?<!not )(?:finished|completed|was active (?:from|between))(?![a-z])"
        r"|(?<![未没])(?:完成|跑完)"
    ),
    ("health", "+"): (
        r"(?<![a-z])(?<!not )(?:resolved|recovered|succeeded)(?![a-z])|(?<![未没])(?:恢复|解除)"
    ),
    ("connection", "-"): (
        r"(?<![a-z])(?:link|nic|interface|port|carrier)(?![a-z])[^,;.]{0,20}(?<![a-z])(?:down|lost)"
        r"(?![a-z])|断链|链路断"
    ),
    ("connection", "+"): (
        r"(?<![a-z])re-?connect(?:ed|s)?(?![a-z])|(?<![未没])(?:重新|再次)连[接上]|重连"
    ),
    ("lifecycle", "-"): (r"(?<![a-z])panic(?:ked|s)?(?![a-z])"),
    ("availability", "-"): (
        r"(?<![a-z])(?:shut down|stopped|exited|killed|terminated)(?![a-z])|关闭|停止|退出"
    ),
    ("availability", "+"): (
        r"(?<![a-z])(?<!not )(?:started|restarted|running|free)(?![a-z])"
        r"|(?<![未没])(?:启动|运行|空闲)"
    ),
    ("validity", "-"): (
        r"(?<![a-z])(?:times?d? out|tim(?:ing|eouts?)|r[au]n out|runs out)(?![a-z])|超时"
    ),
    ("success", "+"): r"(?<![a-z])probe(?: is| was)? ok(?![a-z])|探针(?:检查)?正常",
    ("success", "not -"): (
        r"(?<![a-z])(?:fail(?:ed|ures?)|errors?)[=:] ?0(?![0-9.])|失败(?:数)?[为是:： ]*0(?![0-9.])"
    ),
    ("progress", "-"): (
        r"(?<![a-z])(?:waits?|waited|waiting|wait queue|h[eo]lds? the lock|held the lock"
        r"|holding the lock|deadlock|refused|rejected|denied|forbidden)(?![a-z])"
        r"|等待|在等|等锁|排队|持有|拒绝"
    ),
}
"""Sides that a source may tell in a plain word: who ran was started, who waits for a lock is
blocked."""
_GOOD_NEWS: dict[AxisSign, re.Pattern[str]] = {
    ("recovery", "+"): re.compile(
        r"(?<![a-z])(?<!not )(?:resumed|(?:reachable|available|up|online) again|back (?:up|online))"
        r"(?![a-z])|(?<![未没])(?:重新上线|重新可[达用])|(?<![未没不])解析成功",
        re.IGNORECASE,
    ),
    ("availability", "+"): re.compile(r"(?<![未没])(?:上线|连通)|(?<!not )(?:is|was) up(?! to)"),
}
"""How a source in the other language tells good news, in a word that is none of the tables."""
_CARRIED = {sign: re.compile(words, re.IGNORECASE) for sign, words in _PLAIN_WORDS.items()}

_DEED = 24
"""Characters after a negator in which the deed stands that it denies."""

_VERBAL = re.compile(r"\A ?(?!any|one|such|more)[a-z]{3}|\A[\u4e00-\u9fff]", re.IGNORECASE)
_DEED_WORD = re.compile(r" ?[A-Za-z]{4,20}|[\u4e00-\u9fff]")


def holds_trouble(text: str) -> bool:
    """Whether an error, a status of one or a word for trouble stands in ``text``."""
    return bool(_TROUBLE.search(text))


def tells_failure(source: str) -> bool:
    """Whether ``source`` tells that something failed, in other words: by an error that there was,
    or by a deed that was not done."""
    return _tells_of_error(source) or _denies_deed(source)


def tells_refusal(source: str) -> bool:
    """Whether ``source`` names a refusal by its status or its error."""
    return bool(_REFUSAL.search(source))


def carries(sign: AxisSign, source: str) -> bool:
    """Whether ``source`` tells ``sign`` in a plain word that is no opposite of the tables."""
    plain = _CARRIED.get(sign)
    return plain is not None and bool(plain.search(source))


def tells_good_news(sign: AxisSign, source: str) -> bool:
    """Whether ``source`` tells ``sign``, a good side, in a plain word of either language."""
    plain = _GOOD_NEWS.get(sign)
    return plain is not None and bool(plain.search(source))


def only_fails(text: str, language: Language) -> bool:
    """Whether what is negated in ``text`` is what failed ("fails to write")."""
    read = read_polarity(text, language)
    return read.negators == read.failings and not read.counts_zero


def denies_what_failed(clause: str, sources: Sequence[str]) -> bool:
    """Whether ``clause`` denies a deed that a source says failed: 没发出去 over 发送失败, "did not
    connect" over "connect failed"."""
    failed = [text for text in sources if FAILED in read_polarity(text).signs]
    for hit in negators_of(clause) if failed else ():
        deed = _DEED_WORD.match(clause, hit.end)
        word = deed[0].strip().lower() if deed else ""
        if word and any(fails_at(each, text) for each in {word[:6], stem(word)} for text in failed):
            return True
    return False


def _tells_of_error(source: str) -> bool:
    """``errors=0`` and "no errors" tell of none."""
    if _ERROR_LABEL.search(source):
        return True
    read = read_polarity(source)
    return bool(_ERROR.search(source)) and not read.negators and not read.counts_zero


def _denies_deed(source: str) -> bool:
    """ "Did not store", in no word of trouble: "no errors" denies no deed."""
    after = (source[hit.end : hit.end + _DEED] for hit in negators_of(source))
    return any(not _TROUBLE.search(text) and bool(_VERBAL.search(text)) for text in after)
