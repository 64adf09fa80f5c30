"""What a text may tell of one name, where a group tells its names in turn (section 7).

Of v1, v2 and v1 again only v1 is what runs now; v2 ran from its own instant until the next one; and
how many records there are in all is nobody's count alone. Extend the tables here.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from superbiz_agent.grounding.comparison.ownership import Owned
from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.facts.clock_times import is_near
from superbiz_agent.grounding.facts.group_text import group_mark, turns_in
from superbiz_agent.grounding.facts.instants import DAY

_SENTENCE = re.compile(r"[^.;;；。!?！？\n]+(?:\.(?=\S)[^.;；。!?！？\n]*)*")
_CLAUSE_END = re.compile(r"[,，、:：]")

_NOW = re.compile(
    r"(?<![A-Za-z])(?:currently|current|now|at present|presently|at the moment|today|still|runs"
    r"|is running|are running|last|latest|newest|final|finally|most recent|ended (?:on|with|up on)"
    r"|ends (?:on|with)|(?:is|are|remains?|stays?|uses|serves|logs)(?: on| at)?(?= v?[0-9]))"
    r"(?![A-Za-z])|目前|当前|现在|正在|如今|仍|最新|最后|最终|末次|至今|(?:版本|运行的|用的)[为是]",
    re.IGNORECASE,
)
"""Words of the present or of the end: told of the last name alone."""

_INITIAL = re.compile(
    r"(?<![A-Za-z])(?:initially|originally|at first|earliest|oldest|began (?:on|with)"
    r"|started (?:on|with)|first (?:version|release|revision|one))(?![A-Za-z])"
    r"|最初|最早|起初|首个|一开始",
    re.IGNORECASE,
)
"""Words of the beginning: told of the first name alone."""

_BESIDE = re.compile(
    r"(?:after|before|than|from|over|replac(?:ed|ing)|instead of|取代了?|替换了?|晚于|早于)"
    r"(?: version| release)? ?\Z|\A ?(?:之后|以后|之前|以前)",
    re.IGNORECASE,
)
"""A name that only says after or before what another came."""

_FROM = re.compile(r"(?:from|since|between|beginning|starting(?: at)?|[从自]) ?\Z", re.IGNORECASE)
_ON = re.compile(r"\A ?(?:on(?:wards?)?(?![A-Za-z])|起|以来|开始)", re.IGNORECASE)
_TO = re.compile(r"(?:to|until|till|through|and|[到至]|直到|[-–—]) ?\Z", re.IGNORECASE)
_TILL = re.compile(r"(?:until|till|直到) ?\Z", re.IGNORECASE)


class _Span(NamedTuple):
    """How long a name went on; seconds of the day, in UTC."""

    name: str
    start: Decimal
    end: Decimal


class _Group(NamedTuple):
    names: tuple[str, ...]
    spans: tuple[_Span, ...]
    records: Decimal


def states_out_of_turn(
    text: str, facts: Sequence[Owned], sources: Sequence[str]
) -> tuple[list[Fact], list[Fact]]:
    """The facts of ``text`` that are told of a name though the turns of ``sources`` do not bear
    it, and the instants that bound a turn rightly."""
    wrong: list[Fact] = []
    right: list[Fact] = []
    for group in filter(None, map(_group, sources)):
        others = [each for each in sources if _group(each) != group]
        names = [n for n in group.names if not any(_named(n).search(each) for each in others)]
        for match in _SENTENCE.finditer(text):
            own = [each.fact for each in facts if _touches(each.fact.span, match.span())]
            told = _names_told(text, match.span(), group.names, own)
            if not {name for _, _, name in told} & set(names):
                continue
            wrong += _misstated(text, match.span(), told, own, group)
            wrong += _counts_of_one(told, own, group)
            for is_right, instant in _bounds(text, match.span(), told, own, group):
                (right if is_right else wrong).append(instant)
    return wrong, right


def _group(source: str) -> _Group | None:
    mark, turns = group_mark(source), turns_in(source)
    starts = [_clock_of(turn.at) for turn in turns]
    if mark is None or len({turn.name for turn in turns}) < 2 or None in starts:
        return None
    last = _clock_of(mark["last"] or "")
    ends = [*(at for at in starts if at is not None), last if last is not None else Decimal(-1)]
    spans = tuple(
        _Span(turn.name, *bounds) for turn, bounds in zip(turns, pairwise(ends), strict=True)
    )
    names = tuple(dict.fromkeys(turn.name for turn in turns))
    return _Group(names, spans, Decimal(mark["count"]))


_Told = tuple[int, int, str]
"""Where a name stands, and which."""


def _names_told(
    text: str, within: tuple[int, int], names: Sequence[str], facts: Sequence[Fact]
) -> list[_Told]:
    """The names of a sentence, but for those in what it quotes of a record."""
    sayings = [each.span for each in facts if each.kind == "quoted" and " " in each.value]
    return sorted(
        (match.start(), match.end(), name)
        for name in names
        for match in _named(name).finditer(text, *within)
        if not any(a <= match.start() < b for a, b in sayings)
    )


def _named(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z0-9_.-]){re.escape(name)}(?![A-Za-z0-9_-]|\.[A-Za-z0-9])")


def _misstated(
    text: str, within: tuple[int, int], told: Sequence[_Told], facts: Sequence[Fact], group: _Group
) -> Iterator[Fact]:
    """The names that are told as the present, the last or the first one and are not."""
    for words, right in ((_NOW, group.spans[-1].name), (_INITIAL, group.spans[0].name)):
        for hit in words.finditer(text, *within):
            name = _name_of(text, hit.span(), told)
            if name and name[2] != right:
                yield from (each for each in facts if _touches(each.span, name[:2]))


def _name_of(text: str, word: tuple[int, int], told: Sequence[_Told]) -> _Told | None:
    """Of which name a word is told: the next of its clause, else the last before."""
    alone = [
        each
        for each in told
        if not _BESIDE.search(text[max(0, each[0] - 24) : each[0]])
        and not _BESIDE.search(text[each[1] : each[1] + 4])
    ]
    after = [each for each in alone if each[0] >= word[1]]
    before = [each for each in alone if each[1] <= word[0]]
    near = [each for each in after if not _CLAUSE_END.search(text, word[1], each[0])]
    return next(iter([*near[:1], *reversed(before), *after]), None)


def _counts_of_one(told: Sequence[_Told], facts: Sequence[Fact], group: _Group) -> Iterator[Fact]:
    """The count of the whole group where some of its names are told and others not."""
    if {name for _, _, name in told} < set(group.names):
        yield from (
            each
            for each in facts
            if each.kind in ("number", "count") and each.number == group.records
        )


def _bounds(
    text: str, within: tuple[int, int], told: Sequence[_Told], facts: Sequence[Fact], group: _Group
) -> Iterator[tuple[bool, Fact]]:
    """The instants from which, or until which, a sentence tells of one name, and if it may."""
    begun: list[_Span] | None = None
    for fact in (each for each in facts if each.kind == "timestamp" and each.number is not None):
        name = _name_beside(fact, told)
        before, after = text[max(within[0], fact.span[0] - 14) : fact.span[0]], text[fact.span[1] :]
        own = [span for span in group.spans if span.name == name]
        if not name or not any(is_near(fact, at) for span in group.spans for at in span[1:]):
            continue
        if (begun is not None and _TO.search(before)) or _TILL.search(before):
            yield any(is_near(fact, span.end) for span in (own if begun is None else begun)), fact
            begun = None
        elif _FROM.search(before) or _ON.search(after):
            begun = [span for span in own if is_near(fact, span.start)]
            yield bool(begun), fact


def _name_beside(fact: Fact, told: Sequence[_Told]) -> str | None:
    """The name before an instant, else the first after it; none where the sentence lists names
    together ("v1 and v2 from ... to ...")."""
    names = {name for _, _, name in told}
    before = [name for _, end, name in told if end <= fact.span[0]]
    if len(names) > 1 and len(set(before)) != 1:
        return None
    return (before or [name for _, _, name in told])[-1 if before else 0]


def _clock_of(instant: str) -> Decimal | None:
    found = (fact.number for fact in extract_facts(instant) if fact.kind == "timestamp")
    number = next(found, None)
    return None if number is None else number % DAY


def _touches(span: tuple[int, int], other: tuple[int, int]) -> bool:
    return span[0] < other[1] and other[0] < span[1]
