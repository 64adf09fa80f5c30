"""What came first: "A before B" over the instants that stand with A and with B (section 7).

Each side of the word is one source, by the names and words that only it holds; that source's first
instant, the start of an alert or how long it has been firing is compared. Extend the words here.
"""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import TypeAlias

from superbiz_agent.grounding.facts import Fact
from superbiz_agent.grounding.facts.cued_pattern import CuedPattern, cued
from superbiz_agent.grounding.facts.instants import within_a_day
from superbiz_agent.grounding.facts.stated_instants import instants_in
from superbiz_agent.grounding.misreadings.sides import source_of
from superbiz_agent.grounding.wording.sentences import split_sentences

_BEFORE = (
    r"(?<![a-z])(?:before|(?:started|began|fired|triggered|happened|came|is|was|set in"
    r"|logged|seen) (?:earlier|sooner) than"
    r"|earlier than|older than|prior to)(?! (?:that|then|this|which|long|now)(?![a-z]))(?![a-z])"
    r"(?! ?[0-9])"
)
_AFTER = (
    r"(?<![a-z])(?:after|later than|younger than|newer than|followed|following)"
    r"(?! (?:that|then|this|which|all)(?![a-z]))(?![a-z])(?! ?[0-9])"
)
"""What follows is an event: "after 39000ms" and "before 09:15" are for other rules."""

_ENGLISH = ((cued(_BEFORE, re.I), -1), (cued(_AFTER, re.I), 1))
_CHINESE = (
    (cued(r"^(?P<a>.{1,200}?)在(?P<b>(?! ?[0-9])[^，。；]{1,60}?)(?:之前|以前|前)"), -1),
    (cued(r"^(?P<a>.{1,200}?)在(?P<b>(?! ?[0-9])[^，。；]{1,60}?)(?:之后|以后|后)"), 1),
    (
        cued(r"先(?P<a>[^，。；]{1,80})[，,、]?(?:后|再|然后|随后|之后)(?P<b>[^，。；]{1,80})"),
        -1,
    ),
    (cued(r"^(?P<a>.{1,200}?)比(?P<b>[^，。；]{1,60}?)(?:的[^，。；]{0,4})?更?早"), -1),
    (cued(r"^(?P<a>.{1,200}?)比(?P<b>[^，。；]{1,60}?)(?:的[^，。；]{0,4})?更?晚"), 1),
    (cued(r"^(?P<a>.{1,200}?)早于(?P<b>[^，。；]{1,80})"), -1),
    (cued(r"^(?P<a>.{1,200}?)晚于(?P<b>[^，。；]{1,80})"), 1),
)
_LONGER = (
    (
        cued(
            r"^(?P<a>.{1,200}?)(?<![a-z])(?:longer than|is older than"
            r"|for longer than)(?![a-z])(?P<b>.{1,200})",
            re.I,
        ),
        1,
    ),
    (
        cued(
            r"^(?P<a>.{1,200}?)(?<![a-z])(?:shorter than|is younger than"
            r"|less long than)(?![a-z])(?P<b>.{1,200})",
            re.I,
        ),
        -1,
    ),
    (
        cued(r"^(?P<a>.{1,200}?)比(?P<b>[^，。；]{1,60}?)(?:持续|触发|告警)得?(?:更久|更长|久)"),
        1,
    ),
    (cued(r"^(?P<a>.{1,200}?)比(?P<b>[^，。；]{1,60}?)(?:持续|触发|告警)得?(?:更短|短)"), -1),
)
_THE_ONE = (
    (
        cued(
            r"^(?P<a>.{1,200}?)(?<![a-z])(?:is|was) the (?:older|earlier|first)(?: one"
            r"| of the two)?[ .]*\Z",
            re.I,
        ),
        -1,
    ),
    (
        cued(
            r"^(?P<a>.{1,200}?)(?<![a-z])(?:is|was) the (?:younger|newer|later"
            r"|second)(?: one| of the two)?[ .]*\Z",
            re.I,
        ),
        1,
    ),
)
"""Of two, the one that is told of; the other is the other source."""

_DENIED = cued(
    r"(?<![a-z])(?:not|no|never|unless|until|if|whether)(?![a-z])|是否|不|没|若|如果", re.I
)
_SINCE = cued(r"(?<![A-Za-z_])since=(?P<since>[^\s,]+)")
_FOR = cued(
    r"(?:firing for|fired for|duration=|已?触发|已?持续) ?(?P<for>(?:[0-9]+(?:d|h|m(?!s)|s))+)"
)
_PART = cued(r"([0-9]+)([dhms])")
_SECONDS = {"d": 86400, "h": 3600, "m": 60, "s": 1}
_UNTIL = cued(r"(?:until|till|直到|有效期到|有效期至|止于) ?\Z", re.IGNORECASE)
"""Before an instant that is no beginning."""


def turns_an_order(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` tells two of its sources in the other order than their instants have, or
    one as longer under way than the other that has been for longer."""
    known = tuple(dict.fromkeys(sources))
    return len(known) > 1 and any(
        _turns(sentence.text, known) for sentence in split_sentences(text)
    )


def _turns(text: str, known: Sequence[str]) -> bool:
    if _DENIED.search(text):
        return False
    return _is_turned(_compared(text, _ENGLISH, _CHINESE), known, starts) or _is_turned(
        _matched(text, _LONGER), known, _durations
    )


PATTERNS = [pattern for pattern, _ in (*_ENGLISH, *_CHINESE, *_LONGER, *_THE_ONE)]
_Pair: TypeAlias = tuple[str, str, int]


def _compared(
    text: str,
    english: Sequence[tuple[CuedPattern, int]],
    chinese: Sequence[tuple[CuedPattern, int]],
) -> list[_Pair]:
    """The sides of each comparison, and -1 where the first is to be the earlier."""
    found = _matched(text, chinese)
    found += [(m["a"], "", sign) for pattern, sign in _THE_ONE if (m := pattern.search(text))]
    for pattern, sign in english:
        for match in pattern.finditer(text):
            found.append((text[: match.start()], text[match.end() :], sign))
    return found


def _matched(text: str, patterns: Sequence[tuple[CuedPattern, int]]) -> list[_Pair]:
    return [(m["a"], m["b"], sign) for pattern, sign in patterns if (m := pattern.search(text))]


def _is_turned(
    pairs: Sequence[_Pair],
    sources: Sequence[str],
    measures: Callable[[str, str], tuple[Decimal | None, Decimal | None]],
) -> bool:
    for first, second, sign in pairs:
        one = source_of(first, sources)
        other = source_of(second, sources) if second else _other_than(one, sources)
        if one is None or other is None or one == other:
            continue
        left, right = measures(one, other)
        if left is not None and right is not None and (left - right) * sign < 0:
            return True
    return False


def _other_than(source: str | None, sources: Sequence[str]) -> str | None:
    rest = [each for each in sources if each != source]
    return rest[0] if len(rest) == 1 else None


def starts(one: str, other: str) -> tuple[Decimal | None, Decimal | None]:
    """When each of two sources began: by its instant, or by how long it has been under way."""
    first, second = _first(one), _first(other)
    if first is None or second is None:
        left, right = _durations(one, other)
        return None if left is None else -left, None if right is None else -right
    if first.unit == second.unit:
        return first.number, second.number
    return _clock(first), _clock(second)


def _clock(instant: Fact) -> Decimal | None:
    return None if instant.number is None else within_a_day(instant.number)


def _durations(one: str, other: str) -> tuple[Decimal | None, Decimal | None]:
    return _duration(one), _duration(other)


@lru_cache(maxsize=512)
def _first(source: str) -> Fact | None:
    """The instant that a source begins with: an alert's start, a record's first."""
    found = _SINCE.search(source)
    text = found["since"] if found else source
    first = next(iter(instants_in(text)), None)
    return None if first is None or _UNTIL.search(text[: first.span[0]]) else first


@lru_cache(maxsize=512)
def _duration(source: str) -> Decimal | None:
    found = _FOR.search(source)
    if not found:
        return None
    return Decimal(sum(int(n) * _SECONDS[unit] for n, unit in _PART.findall(found["for"])))
