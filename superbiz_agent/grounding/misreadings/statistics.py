"""Statistics that no source tells: a value is no average, median or peak by itself (section 7).

A text may call a value a statistic where a source names that statistic, or where it is what the
values of the sources come to. A share of things ("91 % of the pods") needs a source that speaks of
such things. Extend the table here.
"""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import lru_cache
from statistics import mean, median
from typing import Final

from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.facts.cued_pattern import CuedPattern, cued
from superbiz_agent.grounding.misreadings.things import (
    CHINESE,
    ENGLISH_PLURAL,
    HAN_NOUN,
    KINDS,
    PLURALS,
)
from superbiz_agent.grounding.wording.clauses import clauses

_Reckoned = Callable[[Sequence[Decimal]], Decimal]

_ROWS: Final[tuple[tuple[str, str, _Reckoned | None], ...]] = (
    (
        (
            r"(?<![a-z_])(?:mean(?! (?:that|the|it|no))|average|averaged|avg|on average)(?![a-z_])"
            r"|平均|均值"
        ),
        r"mean|average|avg|平均|均值|日均",
        mean,
    ),
    (r"(?<![a-z_])(?:median)(?![a-z_])|中位", r"median|p50|p\(50\)|50th|quantile|中位", median),
    (
        (
            r"(?<![a-z0-9_])p ?(?:9[0-9](?:\.[0-9]+)?|99?9)(?![0-9a-z])"
            r"|(?<![0-9])9[0-9](?:\.[0-9]+)?(?:th percentile|分位)|(?<![a-z])percentile"
        ),
        r"p ?\(?9[0-9]|percentile|quantile|le=|分位|tail|尾",
        None,
    ),
    (
        r"(?<![a-z_])(?:peaked|peaks|peak|at its (?:peak|highest))(?![a-z_])|峰值",
        (
            r"peak|max|highest|top|most|largest|greatest|reached|up to|worst|limit|峰|最[大高多]"
            r"|上限|高达|达到"
        ),
        max,
    ),
)
"""How a statistic is told, the words of a source that tell of it, and how it is reckoned."""

_STATISTICS: Final = tuple(
    (cued(said, re.IGNORECASE), cued(known, re.IGNORECASE), reckon) for said, known, reckon in _ROWS
)
_PERCENTILE: Final = cued(
    r"(?<![a-z0-9_])p ?(?P<n>9[0-9](?:\.[0-9]+)?|999)(?![0-9a-z])", re.IGNORECASE
)
_TOTAL: Final = cued(
    r"(?<![a-z])(?:in total|a total of|total(?:l?ed)?|altogether|summed)(?![a-z])"
    r"|总共|总计|共计|合计|累计",
    re.IGNORECASE,
)
_KNOWS_TOTALS: Final = cued(r"total|sum|cumulat|overall|all|总|共|累计|合计", re.IGNORECASE)
_ADDED: Final = ("duration", "quantity")
"""Kinds of values of which a total is a sum; a number may be a count of records."""

_SHARE: Final = cued(
    rf"% (?:or more )?of (?:all |the |its |our |these |those )*(?:[a-z-]{{2,14}} )?"
    rf"(?P<en>{ENGLISH_PLURAL})(?![A-Za-z'’-])|% ?的 ?(?P<zh>{HAN_NOUN})(?![端名内中的])",
    re.IGNORECASE,
)
_LEAST: Final = 2


def adds_a_statistic(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` calls a value a statistic that no source names and none can be reckoned, or
    a share of things that no source speaks of."""
    return _adds_a_share(text, sources) or any(
        _adds(part, sources) for part in clauses(text) if any(map(str.isdigit, part))
    )


def _adds(part: str, sources: Sequence[str]) -> bool:
    for said, known, reckon in _STATISTICS:
        if not said.search(part) or any(map(known.search, sources)):
            continue
        if (values := _values(part)) and not _comes_to(values, reckon, sources):
            return True
    return _adds_a_total(part, sources) or _is_another_percentile(part, sources)


def _adds_a_total(part: str, sources: Sequence[str]) -> bool:
    if not _TOTAL.search(part) or any(map(_KNOWS_TOTALS.search, sources)):
        return False
    values = _values(part)
    return len(values) == 1 and values[0].kind in _ADDED and not _comes_to(values, _added, sources)


def _added(numbers: Sequence[Decimal]) -> Decimal:
    return sum(numbers, Decimal(0))


def _is_another_percentile(part: str, sources: Sequence[str]) -> bool:
    """Whether ``part`` tells of a percentile, and the sources of other ones alone."""
    told = _percentiles((part,))
    known = _percentiles(sources) if told else told
    return bool(known) and not told <= known


def _percentiles(texts: Sequence[str]) -> frozenset[str]:
    return frozenset(found["n"] for text in texts for found in _PERCENTILE.finditer(text))


def _comes_to(told: Sequence[Fact], reckon: _Reckoned | None, sources: Sequence[str]) -> bool:
    """Whether a value is what ``reckon`` makes of the sources' values of its kind."""
    if reckon is None:
        return False
    for fact in told:
        same = [
            each.number
            for source in sources
            for each in _values(source)
            if (each.kind, each.unit) == (fact.kind, fact.unit) and each.number is not None
        ]
        step = fact.step or Decimal(1)
        if len(same) >= _LEAST and abs(reckon(same) - (fact.number or 0)) <= step / 2:
            return True
    return False


@lru_cache(maxsize=1024)
def _values(text: str) -> list[Fact]:
    return [
        fact
        for fact in extract_facts(text)
        if fact.kind in ("number", "percentage", "quantity", "duration") and fact.number is not None
    ]


def _adds_a_share(text: str, sources: Sequence[str]) -> bool:
    for found in _SHARE.finditer(text):
        row = PLURALS[found["en"].lower()] if found["en"] else CHINESE[found["zh"]]
        if not any(map(_named(row).search, sources)):
            return True
    return False


@lru_cache(maxsize=64)
def _named(row: int) -> CuedPattern:
    """The words of a kind of things; the "service" of order-service is none."""
    english, chinese = KINDS[row]
    words = "|".join(map(re.escape, sorted(english)))
    han = "".join(f"|{re.escape(word)}" for word in sorted(chinese))
    return cued(rf"(?<![A-Za-z0-9-])(?:{words}){han}", re.IGNORECASE)
