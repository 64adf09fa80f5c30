"""Typed facts of unchecked text that state nothing: what a step looks for, where and when it looks,
and names that are a part of a stored one (contract section 6).

"List the largest directories" finds out which they are; "inspect the largest consumer
payment-service" would tell. The place of a fact in its sentence decides.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from superbiz_agent.grounding.facts import Fact, FactKind, extract_facts
from superbiz_agent.grounding.facts.characters import HAN
from superbiz_agent.grounding.facts.folding import fold, occurs_in
from superbiz_agent.grounding.screening.unchecked_words import READING_LEVELS, SOURCES
from superbiz_agent.grounding.wording import clauses, is_hedged

_NAMING: frozenset[FactKind] = frozenset({"identifier", "name", "version"})
_INSTANTS: frozenset[FactKind] = frozenset({"timestamp", "date"})
MIN_VERSION = 5
"""Characters of a version that may be a part of a name: "v2" stands in too many paths."""

_TOKEN = re.compile(r"[A-Za-z0-9_.:/@-]+", re.ASCII)
_BEFORE, _AFTER = r"(?<![a-z0-9_.-])", r"(?![a-z0-9_-]|\.[a-z0-9])"
_END = r"(?=[.。]?\Z)"
_ENGLISH_SOUGHT = re.compile(
    r" (?:[a-z]+ ){0,2}[a-z]+"
    rf"(?:(?= (?:of|in|on|at|below|under|by|with|from|for|within) )|{_END})",
    re.ASCII,
)
_TOLD_BEFORE = re.compile(
    r"(?<![a-z])(?:is|are|was|were|be|been|has|have|had|as|became|remains?) (?:still |now )?\Z",
    re.I,
)
_WHICH_BEFORE = re.compile(
    r"(?<![a-z])(?:which|what|who) (?:[a-z]+ ){0,4}\Z", re.ASCII | re.IGNORECASE
)
"""What stands before "the most" is asked for: "which directory takes the most space"."""

_SOURCE_BEFORE = re.compile(
    rf"(?:{'|'.join(SOURCES)})(?:里|中|上)?(?: (?:holds?|has|have|shows?|names?|gives?))? ?\Z", re.I
)
_COMMANDS = re.compile(r"[`\"']([^`\"']{3,200})[`\"']")
_GAPS_OF = re.compile(r"<[a-z][a-z _-]{0,30}>")
""" "`unbound-control lookup <domain>`" of a runbook."""

_CHINESE_SOUGHT = re.compile(rf"的? ?(?:[A-Za-z]{{1,12}}|[{HAN}]{{1,8}}){_END}")
_CHINESE_AMONG = re.compile(r"(?:[中下里内上]|列出|找出|查看|查找|统计|其中)\Z")
_LAST_TIME = re.compile(
    rf"[{HAN}]{{1,6}}的(?:时间|时刻|日期|记录|内容|结果|操作人|责任人)(?=[。，；]|\Z)"
)
_OTHER = re.compile(r"(?:另|另外)\Z")
_WINDOW_BEFORE = re.compile(
    r"(?:(?<![a-z])(?:around|from|to|and|since|before|after|until|near|between|at)|[从自至到在于])"
    r" ?\Z",
    re.IGNORECASE,
)
_WINDOW_AFTER = re.compile(r" ?(?:前后|之前|之后|以来|以后|以前|至|到|起|附近|左右)")
_LINE = re.compile(r"(?<![A-Za-z])line (?P<en>[0-9]{1,7})\Z|第 ?(?P<zh>[0-9]{1,7})\Z", re.I)


def is_sought(fact: Fact, text: str) -> bool:
    """Whether ``fact`` says what the step ``text`` looks for: the largest of some things, the last
    time of something, another thing of the kind, what a command of a store prints."""
    before, after = text[: fact.span[0]], text[fact.span[1] :]
    if fact.form == "superlative":
        return _is_superlative_sought(fact, text)
    if fact.form == "order" and fact.value == "last":
        return bool(_LAST_TIME.match(after))
    if fact.form == "level":
        return bool(re.match(rf"(?:{'|'.join(READING_LEVELS)})(?![A-Za-z])", text[fact.span[0] :]))
    return fact.kind == "count" and bool(_OTHER.search(before))


def is_asked(fact: Fact, text: str) -> bool:
    """Whether a fact of a reason stands in a question ("which takes the most space") or is about
    the evidence ("the log holds only its message")."""
    before = text[: fact.span[0]]
    if fact.form == "alone":
        return bool(_SOURCE_BEFORE.search(before))
    return fact.form == "superlative" and bool(_WHICH_BEFORE.search(before))


def is_command(fact: Fact, known: Sequence[str], told: Sequence[str]) -> bool:
    """Whether a quoted command is one of the texts ``known``, its ``<placeholders>`` filled with
    names that ``told`` has."""
    if fact.kind != "quoted":
        return False
    forms = (form for each in known for form in _COMMANDS.findall(fold(each)))
    names = [fold(each) for each in told]
    return any(_fills(fold(fact.value), form, names) for form in forms)


def _fills(said: str, form: str, told: Sequence[str]) -> bool:
    match = re.fullmatch(_GAPS_OF.sub("([^ ]{2,100})", _escaped(form)), said)
    return bool(match) and all(
        any(occurs_in(name, each) for each in told) for name in match.groups()
    )


def _escaped(form: str) -> str:
    """``form`` as a pattern, its placeholders left as they are."""
    pieces = _GAPS_OF.split(form)
    holes = _GAPS_OF.findall(form)
    return "".join(
        re.escape(piece) + hole for piece, hole in zip(pieces, [*holes, ""], strict=True)
    )


def is_place(fact: Fact, text: str, stored: Sequence[str]) -> bool:
    """Whether ``fact`` only says where or when to look, as a stored text has it: an instant of a
    window, the number of a line."""
    before, after = text[: fact.span[0]], text[fact.span[1] :]
    if fact.kind in _INSTANTS:
        is_window = _WINDOW_BEFORE.search(before) or _WINDOW_AFTER.match(after)
        return bool(is_window) and fact.key in _keys_of(tuple(stored))
    line = _LINE.search(text[: fact.span[1]])
    if not line or (line["zh"] and not re.match(r" ?行", after)):
        return False
    number = line["en"] or line["zh"]
    named = re.compile(rf"(?<![a-z])line {number}(?![0-9])|第 ?{number} ?行", re.IGNORECASE)
    return any(named.search(each) for each in stored)


def is_part_of_name(fact: Fact, text: str, stored: Sequence[str]) -> bool:
    """Whether the name around ``fact`` is a stored one, or a part of one from sign to sign:
    ``mq-gate-1`` of ``mq-gate-1:8883``, ``/srv/media`` of ``/srv/media/export``."""
    if fact.kind not in _NAMING or fact.form == "level":
        return False
    token = next((m for m in _TOKEN.finditer(text) if m.end() > fact.span[0]), None)
    name = fold(token.group()).strip(".:/-@") if token else ""
    if len(name) < (MIN_VERSION if fact.kind == "version" else 2):
        return False
    part = re.compile(rf"{_BEFORE}{re.escape(name)}{_AFTER}", re.ASCII)
    return any(part.search(fold(each)) for each in stored)


def is_supposed(fact: Fact, text: str) -> bool:
    """Whether a hypothesis supposes that something is full, in a clause that is hedged."""
    if fact.form != "full":
        return False
    word = text[fact.span[0] : fact.span[1]]
    holders = [clause for clause in clauses(text) if word in clause]
    return bool(holders) and all(map(is_hedged, holders))


def _is_superlative_sought(fact: Fact, text: str) -> bool:
    before, after = text[: fact.span[0]], text[fact.span[1] :]
    if text[fact.span[0] : fact.span[1]].isascii():
        return bool(_ENGLISH_SOUGHT.match(after)) and not _TOLD_BEFORE.search(before)
    return bool(_CHINESE_SOUGHT.match(after) and _CHINESE_AMONG.search(before))


@lru_cache(maxsize=64)
def _keys_of(stored: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    return frozenset(fact.key for each in stored for fact in extract_facts(each))
