"""Rates, rhythms and runs that no source tells: 12000 orders in 60 s are not 12000 a second (7).

"Per minute", "every 15 minutes", "daily" and "in a row" say how values lie in time. A text may say
so only where a source does, or where the rate is what a source's count and duration come to. Extend
the tables here.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import combinations, islice
from typing import Final

from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.facts.cued_pattern import CuedPattern, cued
from superbiz_agent.grounding.misreadings.about import sources_about
from superbiz_agent.grounding.wording.clauses import clauses

_UNITS: Final = (
    (1, r"sec(?:ond)?|s", "秒"),
    (60, r"min(?:ute)?|m", "分钟?"),
    (3600, r"hour|hr|h", "小时"),
    (86400, r"day|d", "[天日]"),
)
"""Seconds of each unit that a rate is told in, and its words."""

_A = (
    r"(?<=[0-9])(?: (?!for|in|within|after|half|about|over|under|than|to|at)[a-z-]{2,20}){0,3} an? "
)
"""Between a number and the unit of its rate: "212 tickets a minute"."""

_PER: Final = tuple(
    (
        seconds,
        cued(
            rf"(?:(?<![a-z])(?:per[ =]|(?:each|every) )|{_A})(?:{english})(?![a-z-])"
            rf"|[a-z0-9%)] ?/ ?(?:{english})(?![a-z0-9/_-])|每一?{chinese}(?!个)",
            re.IGNORECASE,
        ),
    )
    for seconds, english, chinese in _UNITS
)
_KNOWS_RATES: Final = cued(
    r"(?<![a-z])(?:per|rate|qps|rps|tps|iops|bps|throughput)(?![a-z])|_per_|rate_|_rate|ops/"
    r"|[a-z]/s|速率|吞吐|频率|每",
    re.IGNORECASE,
)
"""A source that tells of some rate."""

_RHYTHM: Final = (
    (
        (
            r"(?<![a-z])(?:daily|nightly|hourly|weekly|monthly|every (?:night|morning|week|month))"
            r"(?![a-z-])|每[天日晚夜周月]|每小时"
        ),
        (
            r"(?<![a-z])(?:daily|nightly|hourly|weekly|monthly|every|each|per|cron|schedule[dr]?"
            r"|periodic)|每|定时|计划任务|周期|日[均志]|[0-9]/d|night|夜间"
        ),
    ),
    (
        (
            r"(?<![a-z])(?:in a row|consecutive(?:ly)?|back[- ]to[- ]back|in succession)(?![a-z])"
            r"|连续(?:[^，。；0-9]{0,8}) ?[0-9一二两三四五六七八九十百]{1,6} ?[次条个回]"
        ),
        (
            r"(?<![a-z])(?:in a row|consecutive|back[- ]to[- ]back|succession|successive|streak)"
            r"|连续|接连|连着"
        ),
    ),
)
_RHYTHMS: Final = tuple(
    (cued(said, re.IGNORECASE), cued(known, re.IGNORECASE)) for said, known in _RHYTHM
)
"""How a rhythm is told, and the words of a source that tell of one."""

_INTERVAL: Final = cued(r"(?:(?<![a-z])every(?: about)?|每隔?) ?\Z", re.IGNORECASE)
_KNOWS_INTERVALS: Final = cued(
    r"(?<![a-z])(?:every|each|interval|period|cron|schedule|poll|cycle|apart|step|resolution)"
    r"|每|间隔|周期|轮询|步长",
    re.IGNORECASE,
)
_DENIED: Final = cued(r"(?<![a-z])(?:not|no|never)(?![a-z])|n't|[不没未无]", re.IGNORECASE)
_MAY_TELL: Final = cued(
    r"per |every |each | an? (?:sec|min|hour|hr|day)|/|daily|nightly|hourly|weekly|monthly"
    r"|row|consecutive|back|succession|每|连续",
    re.IGNORECASE,
)
_VALUES: Final = ("number", "count", "quantity")
_MAX_INSTANTS: Final = 24
_MAX_VALUES: Final = 64
"""Values of one text that are reckoned with."""
_HEAD: Final = 32
"""Characters in which a record tells its own instant."""


def invents_a_rate(text: str, sources: Sequence[str]) -> bool:
    """Whether a clause of ``text`` tells a rate, an interval or a rhythm that its sources neither
    tell nor come to."""
    return any(
        _invents(part, sources_about(part, sources))
        for part in clauses(text)
        if _MAY_TELL.search(part) and not _DENIED.search(part)
    )


def _invents(part: str, sources: Sequence[str]) -> bool:
    return (
        any(said.search(part) and not _knows(known, sources) for said, known in _RHYTHMS)
        or _adds_an_interval(part, sources)
        or any(_is_new(part, unit, pattern, sources) for unit, pattern in _PER)
    )


def _knows(known: CuedPattern, sources: Sequence[str]) -> bool:
    return any(map(known.search, sources))


def _adds_an_interval(part: str, sources: Sequence[str]) -> bool:
    told = [
        fact
        for fact in extract_facts(part)
        if fact.kind == "duration"
        and _INTERVAL.search(part[max(0, fact.span[0] - _HEAD) : fact.span[0]])
    ]
    if not told or _knows(_KNOWS_INTERVALS, sources):
        return False
    counts = (fact for fact in extract_facts(part) if fact.kind in _VALUES)
    if any(fact.number != 1 for fact in counts):  # "1180 for every 60 s"
        return not any(fact.number in _spans(source) for fact in told for source in sources)
    apart = _between([source[:_HEAD] for source in sources])
    return any(fact.number not in apart for fact in told)


def _is_new(part: str, unit: int, pattern: CuedPattern, sources: Sequence[str]) -> bool:
    if not pattern.search(part) or _knows(pattern, sources):
        return False
    values = [
        fact for fact in extract_facts(part) if fact.kind in _VALUES and fact.number is not None
    ]
    if any(_comes_to(fact, unit, sources) for fact in values[:_MAX_VALUES]):
        return False
    known = {fact.key for source in sources for fact in extract_facts(source)}
    is_told = not values or any(fact.key in known for fact in values)
    return is_told or not _knows(_KNOWS_RATES, sources)


def _comes_to(rate: Fact, unit: int, sources: Sequence[str]) -> bool:
    """Whether a count of a source over a duration of it is ``rate`` for each ``unit`` seconds."""
    step = rate.step or Decimal(1)
    return any(
        abs(count * unit / span - (rate.number or 0)) <= step / 2
        for source in sources
        for count in islice(_counts(source), _MAX_VALUES)
        for span in islice(_spans(source), _MAX_VALUES)
    )


@lru_cache(maxsize=512)
def _counts(source: str) -> frozenset[Decimal]:
    return frozenset(
        fact.number
        for fact in extract_facts(source)
        if fact.kind in _VALUES and fact.number is not None
    )


@lru_cache(maxsize=512)
def _spans(source: str) -> frozenset[Decimal]:
    """The durations that ``source`` tells, and those between its instants, in seconds."""
    told = (fact.number for fact in extract_facts(source) if fact.kind == "duration")
    return frozenset(number for number in told if number) | _between((source,))


def _between(sources: Sequence[str]) -> frozenset[Decimal]:
    instants = list(_instants(sources))[:_MAX_INSTANTS]
    return frozenset(abs(one - other) for one, other in combinations(instants, 2) if one != other)


def _instants(sources: Sequence[str]) -> Iterator[Decimal]:
    for source in sources:
        for fact in extract_facts(source):
            if fact.kind == "timestamp" and fact.number is not None:
                yield fact.number
