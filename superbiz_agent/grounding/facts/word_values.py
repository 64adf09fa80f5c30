"""Values that are words: ``ready=true`` and the levels of records and alerts (contract section 7).

``key=word`` is a value that belongs to the noun ``key``. A level is one value however it is
written: ``severity=critical``, ``"level": "critical"``, CRITICAL, "severity critical", 级别为严重.
"""

import re
from collections.abc import Mapping

from superbiz_agent.grounding.facts.fact import Fact
from superbiz_agent.grounding.facts.tables import words

LEVELS: Mapping[str, str] = {
    "trace": "trace",
    "debug": "debug",
    "info": "info information informational 信息 提示",
    "notice": "notice 通知",
    "warning": "warning warn 警告",
    "error": "error err 错误",
    "critical": "critical crit 严重 紧急",
    "fatal": "fatal 致命",
    "emergency": "emergency emerg",
    "severe": "severe",
    "low": "low 低",
    "minor": "minor 次要",
    "medium": "medium moderate 中 中等",
    "major": "major 重要",
    "high": "high 高",
    "none": "none",
}
"""Each level and its spellings, lower case."""

LEVEL_KEYS = words("level severity lvl loglevel log_level priority sev")
"""Keys whose word is a level."""

CAPITALS = words(
    "TRACE DEBUG INFO NOTICE WARN WARNING ERROR FATAL CRITICAL CRIT SEVERE EMERG EMERGENCY"
)
"""Words that are a level wherever they stand in capitals."""

GRADES = words("low minor medium moderate major high none severe")
"""Levels that are grades of many things: a level of theirs is named a severity."""

_LEVEL_OF = {spelling: level for level, row in LEVELS.items() for spelling in row.split()}
LEVEL_WORDS = frozenset(word for word in _LEVEL_OF if word.isascii())
"""Lower-case words that are a level beside the right word, and prose elsewhere."""

_HAN_WORD = "|".join(word for word in _LEVEL_OF if not word.isascii())
_HAN_LEVEL = re.compile(
    rf"级别?(?:[为是：:= ]{{1,3}})(?P<word>{_HAN_WORD})"
    rf"|(?P<before>严重|紧急|致命|次要)(?:级别?)?的?(?=告警|警报)"
)
_BESIDE: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (re.compile(rf"(?:{before})$", re.IGNORECASE), re.compile(after, re.IGNORECASE))
    for before, after in (
        (r"severity(?: is| was| of|:)? |级别[为是：:= ]{0,3}", r"[ -]severity(?![a-z-])|级别"),
        (r"(?!)", r" alerts?(?![a-z-])"),
        (
            r"level(?: is| was|:)? |(?:logged|logs|reported|wrote|emitted|is|was|as) an? ",
            r"[ -]level(?![a-z-]| of)|级(?![a-z一-鿿])",
        ),
    )
)
"""What stands before or after a level: of any level, and of a record's alone."""
_KEY = re.compile(
    r"(?:^|[^A-Za-z0-9_.])(?P<key>[A-Za-z_][A-Za-z0-9_.-]{0,40})(?P<sign>=\"?|\" ?: ?\")$"
)
LOOK_BACK = 48
"""Characters before a word in which its key or the word of its level stands."""


def recognise_word_value(text: str, word: str, at: int) -> Fact | None:
    """The value that the plain ``word`` at ``at`` of ``text`` is, if it is one."""
    level = _LEVEL_OF.get(word.lower())
    if not level and text[at - 1 : at] not in ("=", '"'):
        return None
    end = at + len(word)
    before = text[max(0, at - LOOK_BACK) : at]
    key = _key_of(text, before, end)
    is_keyed = bool(key) and str(key).lower() in LEVEL_KEYS
    if level and (word in CAPITALS or is_keyed or _is_beside_level(word, text, before, end)):
        return _value("level", f"level={level}", at, end)
    return _value("setting", f"{key}={word}", at, end) if key else None


def _is_beside_level(word: str, text: str, before: str, end: int) -> bool:
    kinds = _BESIDE[:2] if word.lower() in GRADES else _BESIDE
    return any(ahead.search(before) or behind.match(text, end) for ahead, behind in kinds)


def recognise_han_level(text: str, at: int) -> Fact | None:
    """级别为严重: the level that stands after its noun."""
    if match := _HAN_LEVEL.match(text, at):
        word = match["word"] or match["before"]
        return _value("level", f"level={_LEVEL_OF[word]}", *match.span())
    return None


def _key_of(text: str, before: str, end: int) -> str | None:
    """The key before a word; within quotes the word must be the whole value."""
    if not before.endswith(("=", '"')) or not (match := _KEY.search(before)):
        return None
    if match["sign"].endswith('"') and text[end : end + 1] != '"':
        return None
    return match["key"]


def _value(form: str, value: str, at: int, end: int) -> Fact:
    return Fact(kind="identifier", value=value, span=(at, end), form=form)
