"""Who has more: "p-14 dropped more jobs than p-12" over 2 and 9 records (section 7).

Each side is one source (``sides``). Compared is what both have under one key that the text names
(``consumers=4``), else how many records each stands for; alerts have their current value for that.
Extend the words here.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from superbiz_agent.grounding.comparison.nouns import all_terms, canonical_terms
from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.facts.group_text import group_mark
from superbiz_agent.grounding.misreadings.about import names_in
from superbiz_agent.grounding.misreadings.sides import source_of
from superbiz_agent.grounding.misreadings.zeros import names_counter

_MORE = (
    r"more(?! likely)|higher|greater|larger|longer|slower|worse|heavier|further behind"
    r"|bigger|older|busier|fuller"
    r"|more often|more severe"
)
_LESS = r"fewer|less|lower|smaller|shorter|faster|better|lighter|less often|milder|emptier"
_ENGLISH = tuple(
    (
        cued(
            rf"(?<![a-z])(?:{words})(?P<of>(?: [a-z-]{{2,16}}){{0,4}}?) than(?! (?:[0-9]|a "
            rf"|an |half|one |usual|before))",
            re.IGNORECASE,
        ),
        sign,
    )
    for words, sign in ((_MORE, 1), (_LESS, -1))
)
_CHINESE = tuple(
    (cued(pattern), sign)
    for pattern, sign in (
        (
            (
                r"^(?P<a>.{1,200}?)比(?P<b>[^，。；]{1,60}?)的?(?:还|更|要)?(?:多|高|大|长|慢"
                r"|严重|差|久|忙)"
            ),
            1,
        ),
        (r"^(?P<a>.{1,200}?)比(?P<b>[^，。；]{1,60}?)的?(?:还|更|要)?(?:少|低|小|短|快|轻|好)", -1),
        (
            (
                r"^(?P<a>.{1,200}?)(?:远|明显)?(?:高于|多于|大于|长于|慢于"
                r"|差于)(?P<b>[^，。；]{1,80})"
            ),
            1,
        ),
        (
            (
                r"^(?P<a>.{1,200}?)(?:远|明显)?(?:低于|少于|小于|短于|快于|优于"
                r"|好于)(?P<b>[^，。；]{1,80})"
            ),
            -1,
        ),
    )
)
PATTERNS = [pattern for pattern, _ in (*_ENGLISH, *_CHINESE)]
_DENIED = cued(r"(?<![a-z])(?:not|no|never|whether|if)(?![a-z])|是否|不|没|未", re.IGNORECASE)
_STORED = cued(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T")
"""How a stored record begins: its words name no counters."""

_AGE = cued(r"age|old", re.IGNORECASE)


class _Value(NamedTuple):
    number: Decimal
    unit: str


def turns_a_comparison(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` gives more to the one of two sources that has less."""
    known = tuple(dict.fromkeys(sources))
    if len(known) < 2 or _DENIED.search(text):
        return False
    return any(_is_turned(*each, text, known) for each in _compared(text))


def _compared(text: str) -> Iterator[tuple[str, str, int]]:
    """The two sides of each comparison, and 1 where the first is to have more."""
    for pattern, sign in _ENGLISH:
        for match in pattern.finditer(text):
            yield text[: match.start()], text[match.end() :], sign
    for pattern, sign in _CHINESE:
        if match := pattern.search(text):
            yield match["a"], match["b"], sign


def _is_turned(first: str, second: str, sign: int, text: str, sources: Sequence[str]) -> bool:
    if not names_in(second):
        return False
    one, other = source_of(first, sources), source_of(second, sources)
    if one is None or other is None or one == other:
        return False
    verdicts = {
        (left.number - right.number) * sign > 0
        for left, right in _measures(text, one, other)
        if left.unit == right.unit and left.number != right.number
    }
    return verdicts == {False}


def _measures(text: str, one: str, other: str) -> Iterator[tuple[_Value, _Value]]:
    """What is compared: the values under each key that the text names; else the records."""
    left, right = _keyed(one), _keyed(other)
    named = [key for key in left.keys() & right.keys() if _names(text, key)]
    if named:
        yield from ((left[key], right[key]) for key in named)
        return
    yield from zip(_counts(one), _counts(other), strict=False)


def _names(text: str, key: str) -> bool:
    if key == "age":
        return bool(_AGE.search(text))
    return bool(all_terms(key) & canonical_terms(text)) or names_counter(text, key)


@lru_cache(maxsize=512)
def _keyed(source: str) -> dict[str, _Value]:
    """The values of a record under their keys, and in a claim under the word behind them."""
    mark = group_mark(source)
    text = source[: mark.start()] if mark else source
    found: dict[str, _Value] = {}
    for fact in _values(text):
        before = re.search(
            r"([A-Za-z_]{2,20})(?:=\"?| )\Z", text[max(0, fact.span[0] - 24) : fact.span[0]]
        )
        behind = re.match(r" ([a-z]{3,16})", text[fact.span[1] :])
        if before and (text[fact.span[0] - 1] in '="' or before[1] == "age"):
            found.setdefault(before[1].lower(), _value(fact))
        elif behind and not _STORED.match(source):
            found.setdefault(behind[1], _value(fact))
    return found


def _counts(source: str) -> list[_Value]:
    """How many records a stored line stands for, an alert its value; a claim the number of times,
    jobs or the like that it counts."""
    mark = group_mark(source)
    if mark:
        return [_Value(Decimal(mark["count"]), "")]
    if _STORED.match(source):
        return [_Value(Decimal(1), "")]
    current = re.search(
        r"(?:current=\"?|当前(?:值)? ?|(?<![a-z])at (?=[0-9.]+ ?(?:s|ms|%)))([^\",，。]+)", source
    )
    if current:
        return [_value(fact) for fact in _values(current[1])[:1]]
    facts = [fact for fact in _values(source) if not fact.unit and fact.is_exact]
    return [_value(facts[0])] if len(facts) == 1 else []


def _values(text: str) -> list[Fact]:
    return [
        fact
        for fact in extract_facts(text)
        if fact.number is not None
        and fact.kind in ("number", "count", "percentage", "quantity", "duration")
    ]


def _value(fact: Fact) -> _Value:
    return _Value(fact.number or Decimal(0), fact.unit)
