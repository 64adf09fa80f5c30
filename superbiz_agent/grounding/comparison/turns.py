"""Which name came when, where a group tells its names in turn (section 7).

"in turn v1 at 09:02, v2 at 09:20" holds both names and both instants, and nobody tells of v1 at
09:20.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from superbiz_agent.grounding.comparison.ownership import Owned
from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.facts.group_text import IN_TURN, turns_in
from superbiz_agent.grounding.facts.instants import DAY

_SENTENCE_END = re.compile(r"[。!?！？\n]|\.(?:\s|$)")
MAX_NAMED = 64
"""Names and instants of one text that are compared."""


class _Told(NamedTuple):
    """A name or an instant of a turn where a text tells it; ``instant`` is the fact of one."""

    start: int
    value: str
    instant: Fact | None


def out_of_turn(text: str, facts: Sequence[Owned], sources: Sequence[str]) -> list[Fact]:
    """The instants that ``text`` gives to another name than the turns of its ``sources`` do."""
    listed = [turns_in(source) for source in sources if IN_TURN in source]
    return [
        fact
        for turns in listed
        for told in _sentences(text, facts, [(turn.name, _clock_of(turn.at)) for turn in turns])
        for fact in _misplaced(told, {(turn.name, _clock_of(turn.at)) for turn in turns})
    ]


def _misplaced(told: Sequence[_Told], turns: set[tuple[str, str]]) -> Iterator[Fact]:
    """Where names and instants alternate, each pair is a turn; else the name of each instant is
    told beside it, if any name is."""
    names = {each.value for each in told if each.instant is None}
    is_paired = len(told) % 2 == 0 and all(
        (first.instant is None) != (second.instant is None) for first, second in pairwise(told)
    )
    pairs = {
        (one.value, other.value) if one.instant is None else (other.value, one.value)
        for one, other in zip(told[::2], told[1::2], strict=False)
    }
    for each in told:
        if each.instant is None or not names:
            continue
        own = {name for name, at in (pairs if is_paired else turns) if at == each.value}
        right = {name for name, at in turns if at == each.value}
        if not (own & right if is_paired else names & right):
            yield each.instant


def _sentences(
    text: str, facts: Sequence[Owned], turns: Sequence[tuple[str, str]]
) -> Iterator[list[_Told]]:
    """The names and instants of ``turns`` that each sentence of ``text`` tells, in their order."""
    instants = {at for _, at in turns}
    found = [
        _Told(owned.fact.span[0], _clock(owned.fact), owned.fact)
        for owned in facts
        if owned.fact.kind == "timestamp" and _clock(owned.fact) in instants
    ]
    if not found:
        return
    for name in dict.fromkeys(name for name, _ in turns):
        pattern = rf"(?<![A-Za-z0-9_.-]){re.escape(name)}(?![A-Za-z0-9_-]|\.[A-Za-z0-9])"
        found += (_Told(match.start(), name, None) for match in re.finditer(pattern, text))
    sentence: list[_Told] = []
    for each in sorted(found)[:MAX_NAMED]:
        if sentence and _SENTENCE_END.search(text, sentence[-1].start, each.start):
            yield sentence
            sentence = []
        sentence.append(each)
    yield sentence


def _clock_of(instant: str) -> str:
    return next((_clock(x) for x in extract_facts(instant) if x.kind == "timestamp"), "")


def _clock(fact: Fact) -> str:
    return str(int((fact.number or 0) % DAY)) if fact.number is not None else fact.key[1]
