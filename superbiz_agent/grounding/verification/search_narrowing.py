"""Whether an absence says all that its search was narrowed to (contract sections 4 and 5).

A search for deadlocks among the records of cart-service, or of level ERROR, says nothing of the
others. An absence over it names the service and the level, or it denies what nobody looked for.
"""

from collections.abc import Sequence

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.grounding.comparison.engine import content_terms, fold, occurs_in
from superbiz_agent.grounding.evidence.hostile import as_object, as_text
from superbiz_agent.grounding.evidence.names import NAME_FIELDS
from superbiz_agent.grounding.evidence.stored import StoredInvocation
from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.verification.search_window import is_within, tells_window
from superbiz_agent.grounding.wording import Lexicon
from superbiz_agent.grounding.wording.search_words import EVERYTHING, LEVEL_WORDS

NAMED_FILTERS = NAME_FIELDS | {"region", "zone", "environment", "env"}
"""Filters whose value is the name of what was searched. Extend here."""

LOWEST_LEVELS = frozenset({"trace", "debug"})
"""From such a level upwards a search leaves no record out."""

_LEVELS = Lexicon(word for words in LEVEL_WORDS.values() for word in words)


def tells_narrowing(text: str, row: StoredInvocation, question: str) -> bool:
    """Whether ``text`` names all that the searches of ``row`` were narrowed to: each filter, and
    the window where it is not that of the ``question``."""
    searches: Sequence[JsonObject] = row.searches or [{"filters": row.arguments}]
    return all(
        _names_filters(text, search, row.sources) and tells_window(text, row, search, question)
        for search in searches
    )


def covers(row: StoredInvocation, clause: str) -> bool:
    """Whether what ``row`` searched is part of what ``clause`` speaks of: no name, level or instant
    narrows the clause that did not narrow the search."""
    asked = fold(" ".join([row.query, *row.sources, *map(_values, row.searches)]))
    names = [fact for fact in extract_facts(clause) if fact.kind in ("identifier", "name")]
    return (
        all(occurs_in(fold(fact.value), asked) for fact in names)
        and all(is_within(clause, search) for search in row.searches)
        and (not _LEVELS.holds(clause) or all(map(_level, row.searches)))
    )


def names_filter(text: str, row: StoredInvocation) -> bool:
    """Whether ``text`` names a thing that the searches of ``row`` were narrowed to."""
    names = (name for search in row.searches for name in _named_values(search))
    return any(occurs_in(fold(name), fold(text)) for name in names)


def _filters(search: JsonObject) -> JsonObject:
    return as_object(search.get("filters")) or {}


def _named_values(search: JsonObject) -> list[str]:
    named = (value for key, value in _filters(search).items() if key in NAMED_FILTERS)
    return [name for name in map(as_text, named) if name and name != EVERYTHING]


def _values(search: JsonObject) -> str:
    return " ".join(
        as_text(value) or "" for value in (*search.values(), *_filters(search).values())
    )


def _level(search: JsonObject) -> str:
    return fold(as_text(_filters(search).get("level")) or "").lower()


def _names_filters(text: str, search: JsonObject, sources: Sequence[str]) -> bool:
    regex = as_text(_filters(search).get("regex")) or ""
    return (
        all(_is_named(name, text, sources) for name in _named_values(search))
        and (not regex or fold(regex) in fold(text) or _shares_terms(regex, text))
        and _names_level(text, search)
    )


def _is_named(name: str, text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` holds ``name``, or the only source that was searched is that thing's own."""
    stems = [fold(source).removesuffix(".log") for source in sources]
    return occurs_in(fold(name), fold(text)) or stems == [fold(name)]


def _shares_terms(regex: str, text: str) -> bool:
    return bool(content_terms(regex) & content_terms(text))


def _names_level(text: str, search: JsonObject) -> bool:
    level = _level(search)
    if not level or level in LOWEST_LEVELS:
        return True
    levels = (as_text(_filters(search).get("levels")) or level).lower().split(" or ")
    return Lexicon(word for each in levels for word in (each, *LEVEL_WORDS.get(each, ()))).holds(
        text
    )
