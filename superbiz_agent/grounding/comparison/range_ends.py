"""The ends of a range of time do not change places: what was last is not since then (section 7).

"It has failed since 10:20" over "failed 9 times from 10:02 to 10:20" tells the last instant as the
first. Extend the patterns here.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from superbiz_agent.grounding.comparison.ownership import Owned
from superbiz_agent.grounding.facts import Fact
from superbiz_agent.grounding.facts.instants import DAY

_REACH = 24
"""Characters around an instant that say which end it is, at most."""

_CLAUSE = 80
"""Characters before it that may say that since then something is over, at most."""

_TO = re.compile(r"\s*(?:to|until|till|through|and|[-–—~～]|至|到)\s*")
_SINCE = re.compile(
    r"(?:(?<![a-z])(?:since|(?:began|begins|started|starting|beginning)(?: (?:at|on))?"
    r"|first(?: [a-z]{2,12})? (?:at|on))|始于|最早(?:一[次条])?(?:是|在|于)?)"
    r" ?(?:about |around )?\Z",
    re.IGNORECASE,
)
_SINCE_BEHIND = re.compile(r" ?(?:起|开始|以来|首次)")
_UNTIL = re.compile(
    r"(?:(?<![a-z])(?:until|till|(?:ended|ending|stopped|finished|ceased)(?: (?:at|on))?"
    r"|last(?: [a-z]{2,12})? (?:at|on))|直到|止于|最后(?:一[次条])?(?:是|在|于)?)"
    r" ?(?:about |around )?\Z",
    re.IGNORECASE,
)
_IS_OVER = re.compile(
    r"(?<![a-z])(?:over|resolved|recovered|healthy|normal|back|gone|quiet|stopped|no longer|not)"
    r"(?![a-z])|恢复|解除|正常|停|不再|没有|未",
    re.IGNORECASE,
)
"""Since the end of a range something is over."""

_UNTIL_BEHIND = re.compile(r" ?(?:为止|结束|止(?![^，。；]))")


def ends_changed(
    text: str, facts: Sequence[Owned], sources: Sequence[tuple[str, Sequence[Owned]]]
) -> list[Fact]:
    """The instants of ``text`` that it tells as one end of a range, and the sources only as the
    other."""
    said = list(_told_ends(text, facts))
    if not said:
        return []
    first, last, plain = set[int](), set[int](), set[int]()
    for source, own in sources:
        starts, ends = _ranges(source, own)
        first |= starts
        last |= ends
        plain |= {_clock(fact) for fact in _instants(own)} - starts - ends
    only_first, only_last = first - last - plain, last - first - plain
    return [
        fact for fact, is_start in said if _clock(fact) in (only_last if is_start else only_first)
    ]


def _told_ends(text: str, facts: Sequence[Owned]) -> Iterator[tuple[Fact, bool]]:
    """Each instant that is told as a start (True) or an end (False) and in no range."""
    inner = {fact.span for pair in _pairs(text, facts) for fact in pair}
    for fact in _instants(facts):
        start, end = fact.span
        before, behind = text[max(0, start - _REACH) : start], text[end : end + _REACH]
        if fact.span in inner or _IS_OVER.search(text, max(0, start - _CLAUSE), end + _REACH):
            continue
        if _SINCE.search(before) or _SINCE_BEHIND.match(behind):
            yield fact, True
        elif _UNTIL.search(before) or _UNTIL_BEHIND.match(behind):
            yield fact, False


def _ranges(text: str, facts: Sequence[Owned]) -> tuple[set[int], set[int]]:
    """The clocks of the starts and of the ends of all ranges of ``text``."""
    pairs = list(_pairs(text, facts))
    return {_clock(start) for start, _ in pairs}, {_clock(end) for _, end in pairs}


def _pairs(text: str, facts: Sequence[Owned]) -> Iterator[tuple[Fact, Fact]]:
    for start, end in pairwise(_instants(facts)):
        if _TO.fullmatch(text, start.span[1], end.span[0]):
            yield start, end


def _instants(facts: Sequence[Owned]) -> list[Fact]:
    return [each.fact for each in facts if each.fact.kind == "timestamp"]


def _clock(fact: Fact) -> int:
    """An instant by its clock, in whole seconds: an answer may leave out the day."""
    return int((fact.number or 0) % DAY)
