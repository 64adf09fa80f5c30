"""Levels as programs write them, and the six that evidence shows (one table)."""

import re
from collections.abc import Mapping
from typing import Literal, TypeAlias

Level: TypeAlias = Literal["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"]

SEVERITY: Mapping[Level, int] = {
    "TRACE": 0, "DEBUG": 1, "INFO": 2, "WARN": 3, "ERROR": 4, "FATAL": 5,
}  # fmt: skip
"""How severe a level is; a record without a level ranks with INFO."""

_SPELLINGS: Mapping[Level, str] = {
    "TRACE": "trace trc finest finer verbose",
    "DEBUG": "debug dbg fine config",
    "INFO": "info inf information informational notice",
    "WARN": "warn wrn warning",
    "ERROR": "error err severe",
    "FATAL": "fatal critical crit alert emerg emergency panic",
}
_LEVEL_OF: Mapping[str, Level] = {
    word: level for level, words in _SPELLINGS.items() for word in words.split()
}
_SHORTENED = frozenset(
    ("trc", "dbg", "inf", "information", "informational", "wrn", "warning", "err")
)
"""Other forms of the six. Any other word is a level of its own, which a record keeps as written."""

_PINO: Mapping[str, Level] = {
    "10": "TRACE", "20": "DEBUG", "30": "INFO", "40": "WARN", "50": "ERROR", "60": "FATAL",
}  # fmt: skip
_KLOG: Mapping[str, Level] = {"I": "INFO", "W": "WARN", "E": "ERROR", "F": "FATAL"}

_HAN: Mapping[str, Level] = {
    "调试": "DEBUG", "信息": "INFO", "提示": "INFO", "警告": "WARN", "错误": "ERROR",
    "严重": "FATAL", "致命": "FATAL",
}  # fmt: skip
LEVEL_WORDS: tuple[str, ...] = (*_LEVEL_OF, *_HAN)
"""Every word that a level is written with, in lower case."""

_WORDS = "|".join(sorted(_LEVEL_OF, key=len, reverse=True))
_IN_CAPITALS = (
    "TRACE|DEBUG|INFO|NOTICE|WARNING|WARN|ERROR|ERR|SEVERE|FATAL|CRITICAL|CRIT|EMERG|PANIC"
)
_AFTER_NAME = r"(?:\A|(?<=\A\s)|(?<=[\]:|)>-])|(?<=[\]:|)>0-9-]\s)|(?<=[\]:|)>-]\s\s))"
"""What stands before ``error:`` where it is a level: "sshd[7]: error: x", not "rpc error: x"."""
_HEADER = re.compile(
    rf"(?<![A-Za-z0-9_.$/-])(?P<capitals>{_IN_CAPITALS})(?![A-Za-z0-9_.$(/-])"
    rf"|(?i:(?<![A-Za-z0-9_])(?:level|lvl|severity|loglevel)\s?[=:]\s?\"?(?P<field>{_WORDS})"
    rf"(?![A-Za-z0-9_])|[\[<](?P<bracket>{_WORDS})[\]>]"
    rf"|\[[a-z0-9_]{{1,30}}:(?P<module>{_WORDS})\]"  # Apache: [core:error]
    rf"|{_AFTER_NAME}(?P<colon>{_WORDS}):(?=\s))"
    rf"|\A[\s\[【<(]{{0,3}}(?P<han>{'|'.join(_HAN)})(?=[\s\]】>):：])"
)
_HEADER_LENGTH = 160
"""A level stands near the start of a line; further on it is a word of the message."""


def normalise_level(word: str) -> Level | None:
    """Return the level that ``word`` spells (``warning``, ``SEVERE``, pino's ``50``), or null."""
    folded = word.strip().lower()
    return _LEVEL_OF.get(folded) or _PINO.get(folded) or _HAN.get(folded)


def is_own_level(word: str) -> bool:
    """Whether ``word`` names a level that is none of the six by name: PANIC, CRIT, NOTICE."""
    folded = word.strip("[]<> ").lower()
    return folded in _LEVEL_OF and folded not in _SHORTENED and folded.upper() not in SEVERITY


def level_of(word: str) -> Level:
    """Return the level of one of ``LEVEL_WORDS``."""
    return _LEVEL_OF.get(word) or _HAN[word]


def klog_level(letter: str) -> Level | None:
    """Return the level of a klog line's first letter."""
    return _KLOG.get(letter)


def find_level(text: str) -> tuple[Level | None, tuple[int, int] | None]:
    """Find the level in the head of a line, after its timestamp.

    Returns the level and the span of its word where that word is only a label (so that the message
    can be shown without it); either may be null.
    """
    match = _HEADER.search(text, 0, _HEADER_LENGTH)
    if match is None:
        return None, None
    if match["han"]:
        return _HAN[match["han"]], match.span("han")
    word = match["capitals"] or match["field"] or match["bracket"] or match["colon"]
    word = word or match["module"]
    is_label = bool(match["capitals"] or match["bracket"])
    return _LEVEL_OF[word.lower()], match.span() if is_label else None
