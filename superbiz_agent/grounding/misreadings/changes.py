"""Which way something changed: ``speed 12 -> 20`` did not become 12, nor was lowered (section 7).

A change stands in a source as ``old -> new``, "from old to new", 从 old 改为 new or "new replaces
old". What a text names as the new value must be one of the clause's own sources, and the verb that
it uses must go their way. Extend the verbs here.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from superbiz_agent.grounding.facts.characters import HAN
from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.misreadings.about import sources_about
from superbiz_agent.grounding.misreadings.parts import parts_at_and

_NUMBER = r"[0-9][A-Za-z0-9_.]{0,40}"
_VALUE = r"[A-Za-z0-9+][A-Za-z0-9_.]{0,40}(?:-[A-Za-z0-9_.]{1,40}){0,4}"
_UNIT = rf"(?: ?(?:个|张|台|条|次|项)? ?[{HAN}]{{0,4}}?)"
_VERBS_ZH = (
    "改|变|切|切换|调|调整|扩|缩|升|降|增|减|提高|降低|增加|减少|扩容|缩容|提升|恢复|替换|换|设"
)
_CHANGE = cued(
    rf"(?<![A-Za-z0-9_.-])(?P<a1>{_VALUE}) ?(?:->|→|=>) ?(?P<b1>{_VALUE})"
    rf"|(?<![A-Za-z])from (?P<a2>{_VALUE})(?: [a-z]{{2,12}})? to (?P<b2>{_VALUE})"
    rf"|[从由] ?(?P<a3>{_VALUE}){_UNIT}(?:{_VERBS_ZH})[为到至成] ?(?P<b3>{_VALUE})"
    rf"|(?P<b4>{_VALUE}) (?:[a-z]{{2,12}}, )?(?:replacing|replaces"
    rf"|replaced) (?:with )?(?P<a4>{_VALUE})"
    rf"|(?P<b5>{_NUMBER})%?(?:,? ?[(（]|, | )(?:(?<! )was|previously|formerly|up from|down from"
    rf"|之前为?|此前为?|原为?) ?(?P<a5>{_NUMBER})"
    rf"|current=\"?(?P<b6>{_NUMBER})(?=[^=]{{0,20}}(?:, [a-z_]+=[^, ]{{1,40}}){{0,8}}, [a-z_]+=\""
    rf"(?:was|previously|formerly|之前|此前) (?P<a6>{_NUMBER}))"
)
_SWAPPED = cued(
    rf"(?P<a1>{_VALUE}) (?:was|is|were|is being|being) replaced (?:by|with) (?P<b1>{_VALUE})"
    rf"|(?P<a2>{_VALUE}) ?(?:被|已被)(?:替换|换|更换)[为成] ?(?P<b2>{_VALUE})"
    rf"|(?P<b3>{_VALUE}) ?(?:替换|取代|代替)了? ?(?P<a3>{_VALUE})"
)
_CLOCK = cued(r"[0-9]{1,4}[-:][0-9:TZ.-]*|[0-9:.]+Z|(?:the|a|an|its|be|it)", re.IGNORECASE)

_UP = (
    r"(?<![a-z])(?:rais(?:ed?|ing)|increased?|increasing|scaled (?:[a-z0-9-]+ )?(?:up|out)"
    r"|enlarged|expanded|grew|grown|lifted"
    r"|turned up|doubled|rose|climbed)(?![a-z])"
    r"|扩|升[到至为了]|提高|增加|调高|上调|调大|加大|提升到"
)
_DOWN = (
    r"(?<![a-z])(?:lower(?:ed|ing)|reduc(?:ed|ing)|decreased|scaled (?:[a-z0-9-]+ )?(?:down"
    r"|in)|shrank|shrunk|cut (?:down )?to"
    r"|turned down|halved|throttled|fell|dropped)(?![a-z])"
    r"|缩[到小容]|被缩|降[到至为低了]|减[到至少小]"
    r"|调低|下调|调小"
)
_DIRECTIONS = ((cued(_UP, re.IGNORECASE), 1), (cued(_DOWN, re.IGNORECASE), -1))
_WORSE = cued(r"(?<![a-z])(?:worsened|deteriorated)(?![a-z])|恶化", re.IGNORECASE)
_BETTER = cued(r"(?<![a-z])(?:improved|recovered)(?![a-z])|改善|好转|缓解", re.IGNORECASE)
_OF_TIME = re.compile(r"[0-9.]+(?:ms|s|m|min|h)")
"""Of times, and of nothing else, more is worse."""

_CHANGED = cued(
    rf"{_UP}|{_DOWN}|->|→|=>|(?<![a-z])(?:chang(?:ed?|es|ing)|set|went|rose|fell"
    rf"|dropp?(?:ed|s)|jump(?:s|ed)|falls?"
    r"|rise[sn]?|adjusted|resized|limited|from [^ ]{1,20} to|up to|down to)(?![a-z])|改|变"
    r"|调整|升|降|增|减|涨|跌|从",
    re.IGNORECASE,
)
"""Any word of a change: a source without one tells of none."""

_TO = cued(
    rf"(?<![a-z])(?:to|becomes?|became|into) (?:(?!the |a |be "
    rf"|at )[a-z]{{2,10}} )?(?P<en>{_VALUE})(?![\w-])"
    rf"|(?:改|切|换|调|扩|缩|升|降|增|减|变|设|调整|切换|增加|上升|升高|减少|下降|恶化)"
    rf"(?:回)?[为到至成] ?(?P<zh>{_VALUE})"
    rf"|(?:起|开始|现在)?(?:担任|成为|变为|变成) ?(?P<zh2>{_VALUE})"
    rf"|(?<![a-z])(?:back|again) (?:as |the )?(?P<back>{_VALUE})(?= again|[,.]|\Z)"
)
"""What a text names as the new value."""

_FROM = cued("(?<![a-z])from(?![a-z])|[从由]", re.IGNORECASE)

_ROLLED_OUT = cued(
    r"(?<![A-Za-z0-9.])(?P<v>[0-9]+\.[0-9]+(?:\.[0-9]+)?)(?: of [a-z0-9-]+)? (?:is|was"
    r"|has been|is being|was being)(?: being)? (?:rolled out|deployed|released)"
    r"|(?:发布|上线|部署)(?:了|的)? ?(?P<z>[0-9]+\.[0-9]+(?:\.[0-9]+)?)"
)
_TIME = cued("[0-9]{2}:[0-9]{2}:[0-9]{2}")


class _Change(NamedTuple):
    old: str
    new: str

    @property
    def direction(self) -> int:
        """1 up, -1 down, 0 where the values are no numbers of one unit."""
        old, new = (re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)([a-z%]*)", each) for each in self)
        if not old or not new or old[2] != new[2] or old[1] == new[1]:
            return 0
        return 1 if float(new[1]) > float(old[1]) else -1


def turns_a_change(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` tells a change of its sources the other way, or one of a source without."""
    names_value = _TO.may_match(text) or _ROLLED_OUT.may_match(text)
    return (names_value or any(map(_changes, sources))) and any(
        _turns(part, _at_its_instant(part, sources_about(part, sources)))
        for part in parts_at_and(text)
    )


def _at_its_instant(part: str, sources: Sequence[str]) -> Sequence[str]:
    """The sources that hold the clock that ``part`` tells, where some do and others do not."""
    clocks = _TIME.findall(part)
    own = [source for source in sources if any(clock in source for clock in clocks)]
    return own or sources


def _turns(part: str, sources: Sequence[str]) -> bool:
    known = frozenset(change for source in sources for change in _changes(source))
    said = _changes(part)
    if any(_Change(each.new, each.old) in known for each in said - known):
        return True
    if not known:
        return not _FROM.search(part) and _invents(part, sources)
    olds, news = {each.old for each in known}, {each.new for each in known}
    named = _named_new(part) | {each.new for each in said}
    if any(each in olds and each not in news for each in named):
        return True
    return _goes_the_other_way(part, known, named)


def _goes_the_other_way(part: str, known: frozenset[_Change], named: frozenset[str]) -> bool:
    """Whether the verb of ``part`` is of one direction, and its sources go only the other."""
    is_time = all(_OF_TIME.fullmatch(value) for change in known for value in change)
    directions = (*_DIRECTIONS, *(((_WORSE, 1), (_BETTER, -1)) if is_time else ()))
    told = {sign for pattern, sign in directions if pattern.search(part)}
    ways = {each.direction for each in known if not named or each.new in named} - {0}
    return len(told) == 1 and len(ways) == 1 and told.isdisjoint(ways) and bool(named)


def _invents(part: str, sources: Sequence[str]) -> bool:
    """Whether ``part`` tells that a value was set, over sources that tell of no change."""
    named = [each for each in _named_new(part) if each[0].isdigit()]
    is_told = any(pattern.search(part) for pattern, _ in _DIRECTIONS)
    return bool(named) and is_told and not any(map(_CHANGED.search, sources))


def _named_new(part: str) -> frozenset[str]:
    found = (m["en"] or m["zh"] or m["zh2"] or m["back"] for m in _TO.finditer(part))
    rolled = (m["v"] or m["z"] for m in _ROLLED_OUT.finditer(part))
    values = filter(None, (*found, *rolled))
    return frozenset(_folded(value) for value in values if not _CLOCK.fullmatch(value))


@lru_cache(maxsize=2048)
def _changes(text: str) -> frozenset[_Change]:
    return frozenset(_read(text))


def _read(text: str) -> Iterator[_Change]:
    swapped = list(_SWAPPED.finditer(text))
    for match in (*swapped, *_CHANGE.finditer(text)):
        groups = match.groupdict()
        old = next(v for k, v in groups.items() if k.startswith("a") and v)
        new = next(v for k, v in groups.items() if k.startswith("b") and v)
        is_inside = match not in swapped and any(
            each.start() < match.end() and match.start() < each.end() for each in swapped
        )
        if not (_CLOCK.fullmatch(old) or _CLOCK.fullmatch(new) or is_inside):
            yield _Change(_folded(old), _folded(new))


def _folded(value: str) -> str:
    return value.rstrip(".").lower()
