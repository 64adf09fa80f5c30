"""What stands side by side in one line, told of the other: b/a for a/b, +86 for +65 (section 7).

A line that tells a value of each of several short labels ("+65 delivered 44/900, +86 delivered
1190/1210") tells it of that label alone, and a pair of plain words is not that pair turned round.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from superbiz_agent.grounding.facts.characters import HAN
from superbiz_agent.grounding.facts.folding import fold
from superbiz_agent.grounding.misreadings.parts import parts_of

_PAIR = re.compile(
    r"(?<![\w./-])(?P<one>[A-Za-z][\w-]{0,40})/(?P<other>[A-Za-z][\w-]{0,40})(?![\w/]|[.-]\w)"
)
_CURRENCY = (
    "AED|AUD|BRL|CAD|CHF|CNH|CNY|CZK|DKK|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KRW|MXN|MYR|NOK|NZD|PHP"
    "|PLN|RON|RUB|SAR|SEK|SGD|THB|TRY|TWD|USD|VND|ZAR"
)
"""Capitals that are labels of values: other three letters (TID, GET) are words of a line."""

_LABEL = re.compile(
    rf"(?<![\w+/.-])(?P<label>\+[0-9]{{1,3}}|{_CURRENCY})"
    rf"(?=[ :=]{{1,2}}(?:[a-z]{{2,14}} |[{HAN}]{{1,4}} ?)?[0-9])"
)
_NUMBER = re.compile(r"(?<![\w.+-])(?<![0-9]:)[0-9]+(?:[.,/][0-9]+)*%?(?![\w:-])")


def exchanges_side_by_side(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` turns a pair of its sources round, or gives one label the value that each
    source that tells of the label gives to another."""
    return _turns_a_pair(text, sources) or _gives_another(text, sources)


def _turns_a_pair(text: str, sources: Sequence[str]) -> bool:
    if "/" not in text:
        return False
    known = [fold(source) for source in sources]
    for found in _PAIR.finditer(text):
        told, turned = fold(found.group()), fold(f"{found['other']}/{found['one']}")
        if any(turned in each for each in known) and not any(told in each for each in known):
            return True
    return False


def _gives_another(text: str, sources: Sequence[str]) -> bool:
    values = [each for source in sources if len(each := _values_of(source)) > 1]
    labels = frozenset[str]().union(*values) if values else frozenset[str]()
    for part in parts_of(text) if labels else ():
        named = [each for each in labels if re.search(rf"(?<![\w+]){re.escape(each)}(?!\w)", part)]
        if len(named) != 1:
            continue
        told = frozenset(_NUMBER.findall(part))
        own = frozenset[str]().union(*(each.get(named[0], frozenset()) for each in values))
        others = frozenset[str]().union(
            *(held for each in values for label, held in each.items() if label != named[0])
        )
        if (told & others) - own:
            return True
    return False


@lru_cache(maxsize=512)
def _values_of(source: str) -> dict[str, frozenset[str]]:
    """The numbers that stand behind each label of a line, up to the next one."""
    places = list(_LABEL.finditer(source))
    if len(places) < 2:
        return {}
    ends = [*(each.start() for each in places[1:]), len(source)]
    found: dict[str, frozenset[str]] = {}
    for place, end in zip(places, ends, strict=True):
        numbers = frozenset(_NUMBER.findall(source[place.end() : end].split(" (", maxsplit=1)[0]))
        found[place["label"]] = found.get(place["label"], frozenset()) | numbers
    return found
