"""Fullness: ``n/n`` proves "full", "all in use" and "exhausted" of its resource (section 7).

``total=5, active=5`` says the same as ``active=5/5``.
"""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.facts.resources import may_be_same, resources_at, resources_of
from superbiz_agent.grounding.wording.lexicon import Lexicon
from superbiz_agent.grounding.wording.polarity_reading import AxisSign, holds_negator, read_polarity
from superbiz_agent.grounding.wording.polarity_words import AXES

EXHAUSTED: AxisSign = ("capacity", "-")
_NOT_EXHAUSTED: AxisSign = ("capacity", "not -")
_WORDS = Lexicon(word for axis in AXES if axis.name == EXHAUSTED[0] for word in axis.negative)
_RATIO = re.compile(r"(?<![0-9./])([0-9]{1,12})[ \t]?/[ \t]?([0-9]{1,12})(?![0-9./])")
_WHOLE = r"(?:total|max|maximum|maximumPoolSize|pool_size|size|limit|capacity)"
_PART = r"(?:active|used|in_use|inUse|busy)"
_PARTS = re.compile(
    rf"(?<![A-Za-z]){_WHOLE}[=:][ ]?(?P<whole>[0-9]{{1,12}})(?![0-9./])[, ]{{1,2}}"
    rf"(?:[A-Za-z_]{{1,20}}[=:][0-9]{{1,12}}[, ]{{1,2}}){{0,3}}"
    rf"{_PART}[=:][ ]?(?P=whole)(?![0-9./])"
    rf"|(?<![A-Za-z]){_PART}[=:][ ]?(?P<part>[0-9]{{1,12}})(?![0-9./])[, ]{{1,2}}"
    rf"(?:[A-Za-z_]{{1,20}}[=:][0-9]{{1,12}}[, ]{{1,2}}){{0,3}}"
    rf"{_WHOLE}[=:][ ]?(?P=part)(?![0-9./])",
    re.ASCII,
)
"""A whole and its part of one size, side by side in one list of values."""

_SPELT_OUT = re.compile(
    r"\ball (?:of )?(?:the |its )?[0-9]{1,9} [^,;.]{1,80}?\b(?:in use|used|busy|taken|occupied)\b"
    r"|\bnone of (?:the |its )?[^,;.]{1,80}?\b(?:free|idle|available)\b"
    r"|\b(?:zero|0) (?:free|idle|spare|available)\b"
    r"|\b(?:idle|free|spare) connections (?:is|are|=) ?(?:zero|0)(?![0-9])"
    r"|(?:空闲|可用)(?:的)?(?:连接|线程)(?:数)?(?:为|是|=) ?[0零](?![0-9])"
    r"|[0-9]{1,9} ?个(?:连接|线程)(?:已|都|均|被){0,3}(?:全部|全)?(?:在用|占用|被占用|使用中|用完)",
    re.IGNORECASE | re.ASCII,
)
"""Spellings of "exhausted" that are longer than the words of the capacity axis."""


def full_ratios(text: str, *, of: str = "") -> list[str]:
    """The ``n`` of every ``n/n``, and of every ``total=n, active=n``, in ``text``, zero aside; of
    one resource alone if ``of`` names it."""
    return [
        _size(match) for match in _full(text) if not of or of in resources_at(text, *match.span())
    ]


def without_proven_fullness(clause: str, sources: Sequence[str]) -> str | None:
    """``clause`` without its "exhausted" where an ``n/n`` of the sources proves it; null where it
    says no such thing, or nothing proves it."""
    spelt_out = bool(_SPELT_OUT.search(clause))
    if not spelt_out and EXHAUSTED not in read_polarity(clause).signs:
        return None
    if _is_denied(clause) or not _is_proven(clause, sources):
        return None
    return _WORDS.blank(_SPELT_OUT.sub(" ", clause))


def denies_fullness(clause: str, sources: Sequence[str]) -> bool:
    """Whether ``clause`` says "not exhausted" of what an ``n/n`` of the sources proves exhausted:
    a number proves it in any pair of languages."""
    return _is_denied(clause) and _is_proven(clause, sources)


def _is_denied(clause: str) -> bool:
    spelt_out = _SPELT_OUT.search(clause)
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
    return [match for match in (*ratios, *_PARTS.finditer(text)) if int(_size(match)) > 0]


def _size(match: re.Match[str]) -> str:
    return next(filter(None, match.groups()))
