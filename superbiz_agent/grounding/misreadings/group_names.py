"""What a group of records tells of all, told of one of its names (section 7).

"; 20 records of this form from 09:00 to 09:19; usage 5% to 95%; with disk1, disk2" says neither
which of the two was at 95 % nor which wrote the last record. Only its sample, the first record,
shows a name with a value and an instant. Nor does it say which value the last record had.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.facts.clock_times import is_near
from superbiz_agent.grounding.facts.group_text import group_mark, turns_in
from superbiz_agent.grounding.facts.instants import DAY
from superbiz_agent.grounding.facts.stated_instants import instants_in
from superbiz_agent.grounding.misreadings.about import holds_name
from superbiz_agent.grounding.misreadings.parts import parts_of
from superbiz_agent.grounding.misreadings.things import SINGULARS
from superbiz_agent.grounding.wording.lexicon import words

Value: TypeAlias = tuple[Decimal, str]
"""A number and its unit."""

_LISTED = re.compile(r"\Awith (?P<names>[^;]+)\Z")
_RANGE = re.compile(r"\A(?P<key>[A-Za-z][\w.-]{0,40}) (?P<low>[0-9]+) to (?P<high>[0-9]+)\Z")
_NUMBERED = frozenset(SINGULARS).union(
    words(
        "replica | shard | worker | batch | task | job | core | cpu | slot | channel | zone | rack"
    )
)
"""Nouns of things that a number names: replica 0, shard 3."""

_NUMBER_BEHIND = r"(?<![A-Za-z]){key}[ #-]?(?P<number>[0-9]{{1,9}})(?![0-9.:%]|[A-Za-z])"
_MANY = re.compile(
    r"(?<![a-z])(?:and others|among|including|included|such as|like this|e\.g\.|for example|or"
    r"|one of|some of|the first of|with)(?![a-z])|等|包括|其中|例如|或|之一",
    re.IGNORECASE,
)
"""Words that name one as one of several."""

_AT = re.compile(r" ?(?:,? ?(?:at|by) |[（(]|，?[在于到] ?)?")
_PLACE = re.compile(r" \([^()]*:[0-9]+\)\Z")
"""Where a record stands: at the end of it."""


class _Group(NamedTuple):
    """What the stored line of a group holds: its sample and who differs in it."""

    sample: str
    first: Decimal
    last: Decimal
    shown: frozenset[Value]
    """The values of the sample, the first record."""
    varying: frozenset[Value]
    """The ends of the ranges."""
    records: Decimal
    lists: tuple[tuple[str, ...], ...]
    numbered: tuple[str, ...]
    """Nouns whose number differs: "replica 0 to 1"."""
    has_turns: bool


def tells_a_group_of_one(text: str, sources: Sequence[str]) -> bool:
    """Whether a clause of ``text`` gives one name of a group a value, an instant or a count that
    its stored line gives to no name, or the last record a value that the line gives to none."""
    groups = [(source, group) for source in sources if (group := _group_of(source))]
    return bool(groups) and any(
        _tells_of_one(part, group, [each for each in sources if each != source])
        or _is_given_to_the_last(part, group)
        for part in parts_of(text)
        for source, group in groups
    )


@lru_cache(maxsize=512)
def _group_of(source: str) -> _Group | None:
    mark = group_mark(source)
    if mark is None or not mark["first"]:
        return None
    first, last = (_instant_of(mark[end]) for end in ("first", "last"))
    if first is None or last is None:
        return None
    sample, behind = _PLACE.sub("", source[: mark.start()]), source[mark.end() :].split("; ")
    lists = (found["names"].split(", ") for piece in behind if (found := _LISTED.match(piece)))
    ranges = [found for piece in behind if (found := _RANGE.match(piece))]
    return _Group(
        sample=sample,
        first=first,
        last=last,
        shown=frozenset(_values(sample)),
        varying=frozenset(_ends(source[mark.end() :])),
        records=Decimal(mark["count"]),
        lists=tuple(tuple(names) for names in lists if len(names) > 1),
        numbered=tuple(each["key"] for each in ranges if each["key"].lower() in _NUMBERED),
        has_turns=bool(turns_in(source)),
    )


def _instant_of(text: str) -> Decimal | None:
    return next((fact.number % DAY for fact in instants_in(text) if fact.number is not None), None)


def _numbers(text: str) -> Iterator[Fact]:
    """The numbers of a text that are no instants and no comparatives."""
    for fact in extract_facts(text):
        if fact.number is not None and fact.kind not in ("timestamp", "date", "comparative"):
            yield fact


def _values(text: str) -> Iterator[Value]:
    return ((fact.number, fact.unit) for fact in _numbers(text) if fact.number is not None)


def _ends(text: str) -> Iterator[Value]:
    for first, second in pairwise(_numbers(text)):
        if text[first.span[1] : second.span[0]] == " to ":
            yield from (
                (each.number, second.unit) for each in (first, second) if each.number is not None
            )


def _tells_of_one(part: str, group: _Group, others: Sequence[str]) -> bool:
    """Whether ``part`` names some of a group's names, and tells of them what is of all."""
    names, part = _named_in(part, group)
    if not names or _MANY.search(part):
        return False
    if any(all(holds_name(name, other) for name in names) for other in others):
        return False  # another record tells of it
    is_sample = all(holds_name(name, group.sample) for name in names)
    is_last = _is_of_the_second(names, group)
    told = frozenset(_values(part))
    own = group.shown if is_sample else group.shown - group.varying
    own |= group.varying - group.shown if is_last else frozenset()
    if told & (group.varying | group.shown) - own or (group.records, "") in told - own:
        return True
    if group.has_turns:
        return False
    return (
        any(
            (not is_last and is_near(fact, group.last))
            or (not is_sample and is_near(fact, group.first))
            for fact in instants_in(part)
        )
        and group.first != group.last
    )


def _is_of_the_second(names: Sequence[str], group: _Group) -> bool:
    """Whether a name is that of the second of two records, which wrote one each."""
    pairs = [each for each in group.lists if len(each) == group.records == 2]
    return bool(pairs) and all(any(name == each[-1] for each in pairs) for name in names)


def _named_in(part: str, group: _Group) -> tuple[list[str], str]:
    """Those names of a group that ``part`` holds and that are not all of a list, and ``part``
    without its numbered names."""
    found: list[str] = []
    for names in group.lists:
        held = [name for name in names if holds_name(name, part)]
        found += held if 0 < len(held) < len(names) else []
    for key in group.numbered:
        matches = list(re.finditer(_NUMBER_BEHIND.format(key=re.escape(key)), part, re.IGNORECASE))
        if len({match["number"] for match in matches}) == 1:
            found.append(f"{key} {matches[0]['number']}")
            part = f"{part[: matches[0].start()]} {part[matches[0].end() :]}"
    return found, part


def _is_given_to_the_last(part: str, group: _Group) -> bool:
    """Whether an end of a range stands right before the instant of the last record."""
    if group.first == group.last:
        return False
    facts = extract_facts(part)
    return any(
        value.number is not None
        and (value.number, value.unit) in group.varying
        and instant.kind == "timestamp"
        and _AT.fullmatch(part, value.span[1], instant.span[0]) is not None
        and is_near(instant, group.last)
        for value, instant in pairwise(facts)
    )
