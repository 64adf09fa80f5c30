"""The side of a bound: 400 of "expected at most 250" is not below 250 (contract section 7).

A line that gives a value and its bound says which is greater. A series says between what ends all
of its values lie: none of "at most 129" over ``max=160``. What changed "by 30" changed by a
difference of two values of its line. Extend the tables here.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.misreadings.about import sources_about
from superbiz_agent.grounding.wording.clauses import clauses

_INNER: Final = re.compile(r"[0-9][0-9.,]*[0-9]?(?: ?(?:%|[a-zA-Z]{1,3}))?")
_MAX_VALUES: Final = 24
_NEAR: Final = 48
_KINDS: Final = ("number", "percentage", "quantity", "duration")
_BOUND: Final = (
    r"(?:limit|threshold|critical|quota|upper bound|maximum|the bound)(?![a-z])"
    r"|阈值|上限|临界|限额|配额"
)
_OVER: Final = cued(
    rf"(?<![a-z])(?:reached|exceed(?:s|ed|ing)?|above|over|beyond|past) (?:the |its )?(?:{_BOUND})"
    rf"|(?:超过|高于|超出|达到|已达|突破)了?其?(?:{_BOUND})",
    re.IGNORECASE,
)
_UNDER: Final = cued(
    rf"(?<![a-z])(?:below|under|within|short of) (?:the |its )?(?:{_BOUND})"
    rf"|(?:低于|未超过|没有?超过|未达到?|不到)其?(?:{_BOUND})",
    re.IGNORECASE,
)
_TO_VALUE: Final = r"(?:of|the|its|a|an|limit|threshold|阈值|上限|的|为| )*\Z"
_OVER_VALUE: Final = cued(
    rf"(?:(?<![a-z])(?:exceed(?:s|ed|ing)?|above|over|beyond)|超过|高于|超出)了? ?{_TO_VALUE}",
    re.IGNORECASE,
)
_UNDER_VALUE: Final = cued(
    rf"(?:(?<![a-z])(?:below|under|within)|低于|未超过|没有?超过) ?{_TO_VALUE}", re.IGNORECASE
)
_IS_BOUND: Final = cued(
    r"(?<![a-z])(?:limit(?:ed to)?|threshold|critical at|quota|expected at most|expected"
    r"|max(?:imum)?(?: of)?)(?: of| is)?[ =:\"]*\Z|(?:阈值|上限|限额|临界值?)(?:为|是)?[ =:：]*\Z",
    re.IGNORECASE,
)
"""Before the bound of a line."""

_AT_MOST: Final = cued(
    r"(?:(?<![a-z])(?:at most|no more than|not exceed|never (?:above|over|exceeded)|all below"
    r"|always (?:below|under))|不超过|未超过|没有?超过|至多|最多|(?:始终|一直|均|都|全部)低于) ?\Z",
    re.IGNORECASE,
)
_AT_LEAST: Final = cued(
    r"(?:(?<![a-z])(?:at least|no less than|never (?:below|under)|all above|always (?:above|over))"
    r"|不低于|不少于|至少|(?:始终|一直|均|都|全部)高于) ?\Z",
    re.IGNORECASE,
)
_ENDS: Final = cued(r"(?<![a-z_])(?P<end>min|max)=\Z")
_CHANGED_BY: Final = cued(
    r"(?<![a-z])(?:rose|risen|rises|fell|fallen|grew|grown|jumped|dropped|climbed|increased"
    r"|decreased|went up|went down|shrank|up|down) by (?:about |some |another )?\Z"
    r"|(?:上升|增加|增长|上涨|升高|下降|减少|降低|下跌|涨|跌|降|升)了(?:约|近)? ?\Z",
    re.IGNORECASE,
)
_BY: Final = cued(r"(?<![a-z])by (?:about |some )?\Z|(?:了|增量|幅度)[为约]? ?\Z", re.IGNORECASE)
_DENIED: Final = cued(
    r"(?<![a-z])(?:not|no|never|nor|neither|if|whether|when|once)(?![a-z])|n't|[不没未无若]|如果|是否",
    re.IGNORECASE,
)
_MAY_BOUND: Final = cued(
    r"reach|exceed|above|over|beyond|past|below|under|within|short of|most|least|more than"
    r"|less than|never| by |超|高于|突破|低于|不到|达|至多|最多|至少|不少于"
    r"|[升加长涨高降少低跌减]了",
    re.IGNORECASE,
)


class _Side(NamedTuple):
    """A value of a line, and the bound that the line gives it."""

    value: Decimal
    bound: Fact

    @property
    def is_over(self) -> bool:
        return self.bound.number is not None and self.value > self.bound.number


def misplaces_a_bound(text: str, sources: Sequence[str]) -> bool:
    """Whether a clause of ``text`` puts a value on the wrong side of its bound, all values of a
    series within an end that they pass, or tells a change by what is no difference."""
    return any(
        _misplaces(part, sources_about(part, sources))
        for part in clauses(text)
        if _MAY_BOUND.search(part)
    )


def _misplaces(part: str, sources: Sequence[str]) -> bool:
    return (
        _is_on_the_wrong_side(part, sources)
        or _passes_an_end(part, sources)
        or _changes_by_another(part, sources)
    )


def _is_on_the_wrong_side(part: str, sources: Sequence[str]) -> bool:
    told = list(_told_sides(part))
    sides = [side for source in sources for side in _sides(source)] if told else []
    return any(
        bound is None or any(bound.key == side.bound.key for side in sides)
        for bound, is_over in told
        if sides and all(side.is_over is not is_over for side in sides)
    )


def _told_sides(part: str) -> Iterator[tuple[Fact | None, bool]]:
    """The bounds that ``part`` tells, None for one without its number; and whether it is passed."""
    under = _UNDER.search(part)
    if under or (_OVER.search(part) and not _DENIED.search(part)):
        yield None, not under
    for fact in _values(part):
        before = _before(part, fact)
        if _UNDER_VALUE.search(before):
            yield fact, False
        elif _OVER_VALUE.search(before) and not _DENIED.search(before):
            yield fact, True


@lru_cache(maxsize=512)
def _sides(source: str) -> tuple[_Side, ...]:
    """The value and the bound of a line that has just these two of a kind."""
    values = {fact.key: fact for fact in _values(source)}
    bounds = {fact.key: fact for fact in _values(source) if _IS_BOUND.search(_before(source, fact))}
    if len(bounds) != 1:
        return ()
    bound = next(iter(bounds.values()))
    others = [
        fact.number
        for key, fact in values.items()
        if key != bound.key and (fact.kind, fact.unit) == (bound.kind, bound.unit)
    ]
    is_one = len(others) == 1 and others[0] is not None and others[0] != bound.number
    return (_Side(others[0], bound),) if is_one and others[0] is not None else ()


def _before(text: str, fact: Fact) -> str:
    """The words right before ``fact``: not all of a long text is looked through."""
    return text[max(0, fact.span[0] - _NEAR) : fact.span[0]]


def _passes_an_end(part: str, sources: Sequence[str]) -> bool:
    """Whether ``part`` bounds the values of series, and each of the series has one beyond."""
    for fact in _values(part):
        before = _before(part, fact)
        end = "max" if _AT_MOST.search(before) else "min" if _AT_LEAST.search(before) else ""
        ends = [each for source in sources if end for each in _ends(source, end, fact)]
        sign = 1 if end == "max" else -1
        step = fact.step or Decimal(0)
        if ends and all((each - (fact.number or 0)) * sign > step for each in ends):
            return True
    return False


def _ends(source: str, end: str, like: Fact) -> Iterator[Decimal]:
    for fact in _values(source):
        found = _ENDS.search(_before(source, fact))
        is_like = (fact.kind, fact.unit) == (like.kind, like.unit)
        if found and found["end"] == end and is_like and fact.number is not None:
            yield fact.number


def _changes_by_another(part: str, sources: Sequence[str]) -> bool:
    """Whether a value changed "by" a value of a source that is no difference of two of its own."""
    for fact in _values(part):
        if not _CHANGED_BY.search(_before(part, fact)):
            continue
        holding = [source for source in sources if any(e.key == fact.key for e in _values(source))]
        if holding and not any(_is_difference(fact, source) for source in holding):
            return True
    return False


def _is_difference(told: Fact, source: str) -> bool:
    if any(e.key == told.key and _BY.search(_before(source, e)) for e in _values(source)):
        return True
    same = [e.number for e in _values(source) if (e.kind, e.unit) == (told.kind, told.unit)]
    numbers = [number for number in same if number is not None][:_MAX_VALUES]
    return any(abs(one - other) == told.number for one, other in combinations(numbers, 2))


@lru_cache(maxsize=1024)
def _values(text: str) -> list[Fact]:
    """The values of ``text``; the number of a comparative ("at most 250") is one by itself."""
    found: list[Fact] = []
    for fact in extract_facts(text):
        if fact.kind in _KINDS and fact.number is not None:
            found.append(fact)
        elif fact.kind == "comparative" and (inner := _INNER.search(text[slice(*fact.span)])):
            start = fact.span[0] + inner.start()
            found += [
                each._replace(span=(start, start + len(inner.group())))
                for each in extract_facts(inner.group())
                if each.kind in _KINDS and each.number is not None
            ]
    return found
