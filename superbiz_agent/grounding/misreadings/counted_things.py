"""Records counted as things: 14 records of one client are not fourteen clients (section 7).

A number that the sources have, told of things of a kind (``things``), needs a source that gives
that number to things of that kind, or so many of them by name.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.facts.characters import HAN
from superbiz_agent.grounding.facts.quantities import ratio_parts
from superbiz_agent.grounding.misreadings.about import holds_name, names_in
from superbiz_agent.grounding.misreadings.things import (
    CHINESE,
    ENGLISH_PLURAL,
    HAN_NOUN,
    PLURALS,
    designators,
    rows_near,
)

_ENGLISH = re.compile(
    r"(?: (?!(?:of|for|in|on|at|to|from|by|with|and|or|was|were|is|are|had|has|have|times"
    r"|records?)(?![a-z]))"
    rf"[a-z-]{{2,16}}){{0,3}}? (?P<noun>{ENGLISH_PLURAL})(?![A-Za-z'’-])",
)
_CHINESE = re.compile(
    rf" ?[个台条家名位户辆张份座部款列次]?(?:不同的?|慢"
    rf"|[{HAN}]{{2}}(?=服务器))?(?: ?)(?P<noun>{HAN_NOUN})"
    r"(?!端|名)"
)
_DIFFERENT = re.compile(r" (?:different|distinct|separate|various) (?P<noun>[a-z]{3,20})")
_LEAST = 3
"""Of two, a text mostly says which; both are for ``wholes``."""


def counts_records_as_things(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` gives to things a number that its sources give to something else."""
    counts = list(_counts_of_things(text))
    told = [extract_facts(source) for source in sources if counts]
    return any(not _is_counted(number, row, text, sources, told) for number, row in counts)


def _counts_of_things(text: str) -> Iterator[tuple[Fact, int]]:
    """Each whole number of things that ``text`` tells, with the kind; -1 for a kind that is in no
    row and is called "different"."""
    for fact in extract_facts(text):
        start, end = fact.span
        if not _is_count(fact) or "第" in text[max(0, start - 1) : start + 1]:
            continue
        if found := _ENGLISH.match(text, end):
            yield fact, PLURALS[found["noun"]]
        elif found := _CHINESE.match(text, end):
            yield fact, CHINESE[found["noun"]]
        elif _DIFFERENT.match(text, end):
            yield fact, -1


def _is_count(fact: Fact) -> bool:
    return (
        fact.kind in ("number", "count")
        and fact.form not in ("times", "ratio", "all")
        and fact.number is not None
        and fact.number >= _LEAST
        and fact.number == int(fact.number)
    )


def _parts(fact: Fact) -> tuple[Decimal, ...]:
    """The part and the whole of "1/3": of what, the rules of ratios say."""
    return ratio_parts(fact) if fact.form == "ratio" else ()


def _is_counted(
    count: Fact, row: int, text: str, sources: Sequence[str], told: Sequence[Sequence[Fact]]
) -> bool:
    """Whether a source gives the number to that kind, no source has it at all (which is for other
    rules to say), or so many are named."""
    held = [
        (source, fact)
        for source, facts in zip(sources, told, strict=True)
        for fact in facts
        if _is_count(fact) and fact.number == count.number
    ]
    if not held or any(count.number in _parts(fact) for facts in told for fact in facts):
        return True
    if row < 0:
        return False
    if any(next(rows_near(source, *fact.span), None) is not None for source, fact in held):
        return True  # of things, if of other ones: "instances" may be told as pods
    named = [name for name in names_in(text) if any(holds_name(name, each) for each in sources)]
    if len(named) == count.number:
        return True
    return any(len(designators(row, tuple(texts))) == count.number for texts in (sources, (text,)))
