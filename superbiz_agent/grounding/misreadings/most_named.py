"""Whom records name most: a line of counts gives another name that place, or that number.

"10.0.0.9 failed most" over ``address 10.0.0.7 in 113 of 210 records; address 10.0.0.9 in 40 of 210
records``; one of two that tie; the fewest, where more names are left than are told (section 7).
"""

import re
from collections.abc import Iterator, Sequence

from superbiz_agent.grounding.facts.name_counts import ToldCounts, claimed_counts, told_counts
from superbiz_agent.grounding.misreadings.about import holds_name

_MOST = re.compile(
    r"(?<![a-z])(?<!at )(?:most(?! recent)|more[^.;]{1,40}? than (?:any|all|every|the other))"
    r"(?![a-z])|最(?:多|频繁)(?! ?[0-9一二两三四五六七八九十])",
    re.IGNORECASE,
)
_LEAST = re.compile(r"(?<![a-z])(?<!at )(?:fewest|least)(?![a-z])|最少", re.IGNORECASE)
_CLAUSE = re.compile(r"[;；，。]|, |\.(?=\s|\Z)")
_NUMBER = re.compile(r"(?<![A-Za-z0-9.:/_-])[0-9]{1,12}(?![A-Za-z0-9_:/%-]|\.[0-9])")
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|「[^」]*」")


def misplaces_the_most(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` calls a name the most or the least frequent that is not, or gives it the
    count of another."""
    said = _QUOTED.sub(" ", text)
    return any(_misplaces(said, counts) for counts in _counts(sources))


def _counts(sources: Sequence[str]) -> Iterator[ToldCounts]:
    for source in sources:
        counts = told_counts(source) or claimed_counts(source)
        if counts is not None and len(counts.counts) > 1:
            yield counts


def _misplaces(text: str, counts: ToldCounts) -> bool:
    everywhere = _named(text, counts)
    for clause in _CLAUSE.split(text):
        named = _named(clause, counts)
        if not named:
            continue
        if _MOST.search(clause) and not (named & counts.most and counts.most <= everywhere):
            return True
        if _LEAST.search(clause) and not (counts.is_whole and named & counts.least):
            return True
        if len(named) == 1 and _has_count_of_another(clause, next(iter(named)), counts):
            return True
    return False


def _named(text: str, counts: ToldCounts) -> frozenset[str]:
    return frozenset(each.name for each in counts.counts if holds_name(each.name, text))


def _has_count_of_another(clause: str, name: str, counts: ToldCounts) -> bool:
    own = {each.records for each in counts.counts if each.name == name} | {counts.of}
    others = {each.records for each in counts.counts} - own
    told = {int(found) for found in _NUMBER.findall(clause) if found != name}
    return bool(told & others) and not told & own
