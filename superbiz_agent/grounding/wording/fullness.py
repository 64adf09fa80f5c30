"""Fullness: ``n/n`` proves "full", "all in use" and "exhausted" of its resource (section 7).

``total=5, active=5`` says the same as ``active=5/5``.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from superbiz_agent.grounding.facts.characters import HAN
from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.facts.group_text import group_mark
from superbiz_agent.grounding.facts.resources import (
    CONNECTION_POOL,
    may_be_same,
    resources_at,
    resources_of,
)
from superbiz_agent.grounding.wording.clauses import clauses
from superbiz_agent.grounding.wording.lexicon import Lexicon
from superbiz_agent.grounding.wording.polarity_reading import AxisSign, holds_negator, read_polarity
from superbiz_agent.grounding.wording.polarity_words import AXES

EXHAUSTED: AxisSign = ("capacity", "-")
_NOT_EXHAUSTED: AxisSign = ("capacity", "not -")
_WORDS = Lexicon(word for axis in AXES if axis.name == EXHAUSTED[0] for word in axis.negative)
_RATIO = cued(r"(?<![0-9./])([0-9]{1,12})[ \t]?/[ \t]?([0-9]{1,12})(?![0-9/]|\.[0-9])")
_WHOLE = (
    r"(?:[a-z]{1,12}_)?(?:total|max|maximum|maximumPoolSize|pool_size|size|limit|capacity|quota"
    r"|maxmemory)(?:_[a-z]{1,12})?"
)
_PART = r"(?:[a-z]{1,12}_)?(?:active|used|in_use|inUse|busy)(?:_[a-z]{1,12})?"
_SIZE = r"[0-9]{1,12}(?:\.[0-9]{1,6})?(?:[KMGT]i?B?)?"
_STOP = r"(?![0-9/A-Za-z%]|\.[0-9])"
_NEXT = r"(?:[,，、 ]{1,2}| of | and )"
_OTHERS = rf"(?:[A-Za-z_]{{1,20}}[=:]{_SIZE}{_NEXT}){{0,3}}"
_PARTS = cued(
    rf"(?<![A-Za-z_]){_WHOLE}[=:][ ]?(?P<whole>{_SIZE}){_STOP}{_NEXT}{_OTHERS}"
    rf"{_PART}[=:][ ]?(?P=whole){_STOP}"
    rf"|(?<![A-Za-z_]){_PART}[=:][ ]?(?P<part>{_SIZE}){_STOP}{_NEXT}{_OTHERS}"
    rf"{_WHOLE}[=:][ ]?(?P=part){_STOP}",
    re.ASCII,
)
"""A whole and its part of one size, side by side in one list of values."""

_SPELT_OUT = cued(
    r"\ball (?:of )?(?:the |its )?[0-9]{1,9} [^,;.]{1,80}?\b(?:in use|used|busy|taken|occupied)\b"
    r"|\bnone of (?:the |its )?[^,;.]{1,80}?\b(?:free|idle|available)\b"
    r"|\b(?:zero|0) (?:free|idle|spare|available)\b"
    r"|\b(?:idle|free|spare) connections (?:is|are|=) ?(?:zero|0)(?![0-9])"
    r"|(?:空闲|可用)(?:的)?(?:连接|线程)(?:数)?(?:为|是|=) ?[0零](?![0-9])"
    r"|一个(?:空闲|可用)的?(?:连接|线程|槽位)?[都也](?:没有|没|不剩)"
    r"|[0-9]{1,9} ?个(?:连接|线程)(?:已|都|均|被){0,3}(?:全部|全)?(?:在用|占用|被占用|使用中|用完)",
    re.IGNORECASE | re.ASCII,
)
"""Spellings of "exhausted" that are longer than the words of the capacity axis."""

_NUMBER = cued(r"(?<![0-9A-Za-z.])[0-9]{1,9}(?![0-9A-Za-z.])")
_COUNTED = cued(
    r"(?<![0-9A-Za-z./])([0-9]{1,9}) ?(?:of (?:the |its )?)?个?((?:[A-Za-z]{1,20} )?"
    r"(?:connections|threads|workers|queues|licences|licenses|sessions|slots)(?![a-z])"
    rf"|[{HAN}]{{0,3}}(?:连接|线程|队列|许可证|会话)(?!池))"
)
"""A number of a resource in words: "5 connections", "5 个连接"."""

_THINGS = cued(
    r"(?<![0-9A-Za-z./])([0-9]{1,9}) ?"
    r"(?:(?:of (?:the |its )?)?(?:[a-z]{1,20} )?"
    r"(?:pods|services|hosts|nodes|instances|machines|servers|users|customers|replicas)(?![a-z])"
    rf"|[个台名位]?[{HAN}]{{0,3}}(?:实例|容器组|服务|主机|节点|机器|服务器|用户|客户|副本)"
    r"|[个台] ?(?:pods?|services?|hosts?|nodes?))"
)
"""A number of things that many records may tell of one and the same."""

_EVERY = cued(
    r"(?<![a-z])(?:connection )?pools(?![a-z])"
    r"|(?<![a-z])(?:every|each|both)(?: of)?(?: the| its)? (?:[a-z]{1,20} ){0,2}pools?(?![a-z])"
    rf"|(?:所有|全部|每个|各个|各|两个|[0-9]+ ?个)的?[{HAN}]{{0,6}}池|池(?:都|均|全都)",
    re.IGNORECASE,
)
"""More pools than one."""

_PART_USED = cued(rf"(?<![A-Za-z]){_PART}[=:] ?[0-9]", re.ASCII)
"""Where a source tells how much of a pool is in use."""


def full_ratios(text: str, *, of: str = "") -> list[str]:
    """The ``n`` of every ``n/n``, and of every ``total=n, active=n``, in ``text``, zero aside; of
    one resource alone if ``of`` names it."""
    return [
        _size(match) for match in _full(text) if not of or of in resources_at(text, *match.span())
    ]


def without_proven_fullness(clause: str, sources: Sequence[str]) -> str | None:
    """``clause`` without its "exhausted" where an ``n/n`` of the sources proves it; null where it
    says no such thing, or nothing proves it."""
    if not _spelt_out(clause) and EXHAUSTED not in read_polarity(clause).signs:
        return None
    if _is_denied(clause) or not _is_proven(clause, sources):
        return None
    return _WORDS.blank(_SPELT_OUT.sub(" ", clause))


@lru_cache(maxsize=4096)
def _spelt_out(clause: str) -> re.Match[str] | None:
    return _SPELT_OUT.search(clause)


def counts_another(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` gives a number to a resource (5 connections) that the sources have only of
    others (``worker threads total=5``), or to pods that they have only of records (``7 records of
    this form``), or says of every pool what is only proven of some."""
    places = [(source, found) for source in sources for found in _NUMBER.finditer(source)]
    if any(_is_of_records(number, places) for number in _THINGS.findall(text)):
        return True
    return _says_of_every(text, sources) or any(
        _is_of_others(number, frozenset(resources_of(words)), places)
        for number, words in _COUNTED.findall(text)
    )


def _is_of_records(number: str, places: Sequence[tuple[str, re.Match[str]]]) -> bool:
    """Whether the sources hold a number as the count of a group of records alone."""
    at = [(source, found.span()) for source, found in places if found[0] == number]
    marks = {source: group_mark(source) for source, _ in at}
    return bool(at) and all(
        (mark := marks[source]) is not None and mark.span("count") == span for source, span in at
    )


def _is_of_others(
    number: str, named: frozenset[str], places: Sequence[tuple[str, re.Match[str]]]
) -> bool:
    """Whether the sources hold a number, and each of its places is another resource's."""
    having = [resources_at(source, *at.span()) for source, at in places if at[0] == number]
    return bool(named and having) and all(found and not named & found for found in having)


def _says_of_every(text: str, sources: Sequence[str]) -> bool:
    """Whether more than one pool is said to be exhausted, and the sources do not show that each of
    those that they tell of is."""
    if not any(_EVERY.search(each) and _says_exhausted(each) for each in clauses(text)):
        return False
    full = sum(len(full_ratios(source, of=CONNECTION_POOL)) for source in sources)
    part = sum(len(_PART_USED.findall(source)) for source in sources)
    return full < part or full == 1


def _says_exhausted(clause: str) -> bool:
    return bool(_spelt_out(clause)) or EXHAUSTED in read_polarity(clause).signs


def adds_fullness(clause: str, sources: Sequence[str]) -> bool:
    """Whether ``clause`` spells out that all is in use, and no source proves or says so."""
    if not _SPELT_OUT.search(clause) or _is_denied(clause) or _is_proven(clause, sources):
        return False
    return not any(
        _says_exhausted(each)
        and may_be_same(frozenset(resources_of(clause)), frozenset(resources_of(each)))
        for source in sources
        for each in clauses(source)
    )


def denies_fullness(clause: str, sources: Sequence[str]) -> bool:
    """Whether ``clause`` says "not exhausted" of what an ``n/n`` of the sources proves exhausted:
    a number proves it in any pair of languages."""
    return _is_denied(clause) and _is_proven(clause, sources)


def _is_denied(clause: str) -> bool:
    spelt_out = _spelt_out(clause)
    if spelt_out and holds_negator(clause[: spelt_out.start()]):
        return True
    return _NOT_EXHAUSTED in read_polarity(clause).signs


def _is_proven(clause: str, sources: Sequence[str]) -> bool:
    named = frozenset(resources_of(clause))
    return any(
        may_be_same(named, resources_at(source, *match.span()))
        for source in sources
        for match in _full(source)
    )


def _full(text: str) -> list[re.Match[str]]:
    ratios = [match for match in _RATIO.finditer(text) if int(match[1]) == int(match[2])]
    return [
        match for match in (*ratios, *_PARTS.finditer(text)) if _size(match).strip("0.KMGTPEiB")
    ]


def _size(match: re.Match[str]) -> str:
    return next(filter(None, match.groups()))
