"""How severe a record is that carries no level: what its own words and its HTTP status stand for.

It serves a search for a level alone, so that the errors of an access log or of a plain script are
found. It is never shown: a record without a level is rendered without one.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from superbiz_agent.tools.logs.forms import http_statuses
from superbiz_agent.tools.logs.levels import LEVEL_WORDS, SEVERITY, Level, level_of
from superbiz_agent.tools.logs.regex import Regex, compile_regex

_ENGLISH: Mapping[Level, str] = {
    "FATAL": "fatal|panic|panicked|segfault|oom-killed|oomkilled|out of memory|outofmemoryerror",
    "ERROR": "error|errors|exception|failed|failure|fails|fail|failing|traceback|refused|denied"
    "|timed out|timeout|unreachable|unavailable|aborted|crashed|killed|cannot|could not|unable to"
    "|dropping|dropped",
    "WARN": "warn|warning|deprecated|retry|retrying|slow|degraded",
}
_CHINESE: Mapping[Level, str] = {
    "FATAL": "内存溢出|崩溃",
    "ERROR": "错误|报错|异常|失败|超时|拒绝|不可用|无法",
    "WARN": "警告|重试",
}
_LONGEST = 8000
_NONE = re.compile(
    r"(?<![a-z])(?:no|0|zero|without(?: any)?)\s(?:errors?|failures?|exceptions?|warnings?)"
    r"|(?<![a-z])(?:errors?|failures?|failed|exceptions?|warnings?)\s?[=:]\s?\"?(?:0|none|null|false)"
    r"(?![0-9.a-z])|(?:没有|无|未)(?:错误|报错|异常|失败)"
)
"""Words that deny what they name: "0 errors", failed=false."""


def _pattern(level: Level) -> re.Pattern[str]:
    ending = "|(?:exception|error)(?![a-z0-9_])" if level == "ERROR" else ""  # of a class
    english = rf"(?<![a-z0-9_])(?:{_ENGLISH[level]})(?![a-z0-9_])"
    return re.compile(f"{english}{ending}|{_CHINESE[level]}")


_WORDS: Mapping[Level, re.Pattern[str]] = {level: _pattern(level) for level in _ENGLISH}


_ANY_WORD = re.compile("|".join(f"{_ENGLISH[level]}|{_CHINESE[level]}" for level in _ENGLISH))
_ANY_STATUS = re.compile(r"(?<![0-9A-Za-z.])[45][0-9]{2}(?![0-9A-Za-z.])")
"""What most harmless lines hold none of: one look that spares them the others."""


_STRUCTURED = re.compile(r"[{]|(?<![a-z0-9])[iwef][01][0-9]{3} |\A\s{0,8}<[0-9]{1,3}>")
"""JSON and syslog, whose level may be a number, and klog, whose level is a letter."""
_ANY_LEVEL = re.compile("|".join((*LEVEL_WORDS, *_ENGLISH.values(), *_CHINESE.values())))


def may_have_level(lowered: str) -> bool:
    """Whether a record of this text, in lower case, can have or imply a level at all. Far cheaper
    than taking it apart: most lines of an access log cannot."""
    return bool(
        _ANY_LEVEL.search(lowered) or _ANY_STATUS.search(lowered) or _STRUCTURED.search(lowered)
    )


_WARN = SEVERITY["WARN"]
_SEVERE_MARKS = (
    *(word for word in LEVEL_WORDS if SEVERITY[level_of(word)] >= _WARN),
    *_ENGLISH.values(),
    *_CHINESE.values(),
    r"(?:^|[^0-9a-z.\n])[45][0-9]{2}(?:[^0-9a-z.]|$)",  # a status
    r"[{]",
    r"(?:^|[^a-z0-9\n])[wef](?:[01][0-9]{3} |[^a-z0-9]|$)",  # klog's letter, or one by itself
    r"^[ \t]{0,8}<[0-9]{1,3}>",
    (
        r"(?:level|lvl|severity|priority)[a-z_]{0,12}[\"']?\s?[=:]\s?[\"']?[a-z0-9]{1,2}"
        r"(?:[^a-z0-9]|$)"
    ),
)


@lru_cache(maxsize=1)
def _severe() -> Regex:
    return compile_regex("|".join(_SEVERE_MARKS))


def severe_mark(least: Level) -> Regex | None:
    """Return what stands, in lower case, in every record of ``least`` or a severer level, whether
    written or implied; null for a level that nothing marks. It is an expression of RE2, which looks
    for all words at once."""
    return _severe() if SEVERITY[least] >= _WARN else None


def implied_level(message: str) -> Level | None:
    """Return the level that ``message`` stands for, or null. A status 5xx is an error, 4xx a
    warning."""
    return _level_of_words(message[:_LONGEST].lower()) or _level_of_status(message)


def _level_of_words(folded: str) -> Level | None:
    if not _ANY_WORD.search(folded):
        return None
    said = _NONE.sub(" ", folded)
    return next((level for level, words in _WORDS.items() if words.search(said)), None)


def _level_of_status(message: str) -> Level | None:
    if not _ANY_STATUS.search(message):
        return None
    classes = {status[0] for status in http_statuses(message)}
    return "ERROR" if "5" in classes else "WARN" if "4" in classes else None
