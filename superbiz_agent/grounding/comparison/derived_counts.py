"""How many: a count is recomputed only from distinct things of the kind it counts (section 7).

How many lines a source has counts nothing but lines. Three lines about a service are not three
restarts of it, nor three of its customers.
"""

import re
from collections.abc import Iterable, Iterator, Sequence, Set

from superbiz_agent.grounding.comparison.nouns import COUNTED, SAME_NOUNS, all_terms
from superbiz_agent.grounding.comparison.ownership import Owned
from superbiz_agent.grounding.comparison.source_index import SourceIndex
from superbiz_agent.grounding.facts.group_text import group_mark
from superbiz_agent.grounding.facts.owners import SHARED_FORMS, entity_key
from superbiz_agent.grounding.facts.tables import words

ITEM_KINDS = words("records alerts errors warnings exceptions failed")
"""What one line of evidence is one of, if it names the kind or is of it by its shape."""

FAILURES = words("failed errors exceptions crashes timeout")
"""What a line that tells of a failure names."""

OCCASIONS = words("times")

REPORTING = words("logged recorded reported showed shows had has got saw told 记录 报告 出现 共有")
"""Words that say of what they count only that it stands in records."""

ENTITY_KINDS: dict[str, frozenset[str]] = {
    "services": words("service svc"),
    "pods": words("pod"),
    "hosts": words("host"),
    "nodes": words("node"),
    "instances": frozenset(),
}
"""Kind of entity -> the part of its name that says so, where names do."""


def is_count_of_things(owned: Owned, facts: Sequence[Owned], index: SourceIndex) -> bool:
    """True if a count of the text is the number of distinct things of its kind."""
    number = owned.fact.number
    if number is None or number < 1 or owned.fact.form == "times":
        return False
    if owned.fact.kind == "count" and number == 1:
        return not any(index.rivals.get(("number", "", noun)) for noun in owned.nouns)
    return number >= 2 and number in set(_counts(owned, facts, index))


def _counts(owned: Owned, facts: Sequence[Owned], index: SourceIndex) -> Iterator[int]:
    items = [kind for kind in ITEM_KINDS if kind in owned.nouns]
    entities = [kind for kind in ENTITY_KINDS if kind in owned.nouns]
    if "alerts" in items:
        yield len(_entities(facts, is_shared=True))
    if items and not (entities and items == ["failed"]):
        named = _entities(facts, is_shared=False)
        yield from (_items(named, kind, index) for kind in items)
    elif entities:
        yield len(_entities(facts, is_shared=False))
        yield from (_entities_of(kind, owned, index) for kind in entities)
    elif owned.nouns & COUNTED == OCCASIONS:
        yield _occasions(_entities(facts, is_shared=False), owned.nouns - OCCASIONS, index)
    elif not owned.nouns & COUNTED:
        yield from (len(_entities(facts, is_shared=shared)) for shared in (True, False))
        about = {source for source, _ in _about(owned, index.observed())}
        if owned.fact.form == "all":
            yield len(about)
        nouns = owned.nouns - REPORTING
        if any(map(group_mark, about)) and all(nouns & all_terms(each) for each in about if nouns):
            yield sum(map(_records, about))


def _entities(facts: Iterable[Owned], *, is_shared: bool) -> set[str]:
    """The distinct entities among ``facts``: alerts and the like, or the others."""
    return {
        entity_key(each.fact)
        for each in facts
        if each.is_owner and (each.fact.form in SHARED_FORMS) is is_shared
    }


def _items(named: set[str], kind: str, index: SourceIndex) -> int:
    """How many records are of a kind, and of an entity that the text names if any; a group counts
    all of its own."""
    of_kind = {
        source
        for source, facts in index.observed()
        if _is_of_kind(source, facts, kind) and (not named or named & _whose(source, facts))
    }
    return sum(map(_records, of_kind))


def _occasions(named: set[str], nouns: Set[str], index: SourceIndex) -> int:
    """How many records tell of what the text calls "times": of its entities, in its words."""
    return sum(
        _records(source)
        for source, facts in index.observed()
        if (not named or named & _whose(source, facts)) and (not nouns or nouns & all_terms(source))
    )


def _whose(source: str, facts: Sequence[Owned]) -> Set[str]:
    """Whom a source counts for: of a group those who wrote it, of a single record all it names."""
    mark = group_mark(source)
    if mark is None:
        return _entities(facts, is_shared=False)
    return frozenset[str]().union(
        *(each.owners for each in facts if each.fact.span == mark.span("count"))
    )


def _records(source: str) -> int:
    mark = group_mark(source)
    return int(mark["count"]) if mark else 1


def _is_of_kind(source: str, facts: Sequence[Owned], kind: str) -> bool:
    if kind == "records":
        return True
    if kind == "alerts" and facts and facts[0].fact.form in SHARED_FORMS:
        return facts[0].fact.span[0] == 0
    if kind == "failed":
        return bool(FAILURES & all_terms(source))
    return kind in all_terms(source)


def _entities_of(kind: str, owned: Owned, index: SourceIndex) -> int:
    """How many entities of a kind the sources name, where they say what the text says."""
    label = re.compile(rf"(?:^|[ ,;]){kind.removesuffix('s')}=\"?([^\s,;\"]+)")
    labelled = {name for source, _ in index.observed() for name in label.findall(source)}
    if labelled:
        return len(labelled)
    entities: set[str] = set()
    for _, facts in _about(owned, index.observed()):
        entities |= _entities(facts, is_shared=False)
    named = {
        entity
        for entity in entities
        if any(part.startswith(tuple(ENTITY_KINDS[kind])) for part in entity.split("-"))
    }
    return len(named or entities)


def _about(
    owned: Owned, sources: Iterable[tuple[str, tuple[Owned, ...]]]
) -> list[tuple[str, tuple[Owned, ...]]]:
    """The sources that share a word with the text's count; all of them if none does."""
    nouns = owned.nouns - ENTITY_KINDS.keys()
    nouns |= {same for group in SAME_NOUNS if nouns & group for same in group}
    everything = list(sources)
    return [each for each in everything if nouns & all_terms(each[0])] or everything
