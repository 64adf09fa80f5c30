"""The parts of a text that misreadings are looked for in, each by itself: where one ends.

They are cut as they stand, without what ``wording.clauses`` joins again; each rule chooses the
words that divide for it.
"""

from functools import lru_cache

from superbiz_agent.grounding.facts.cued_pattern import cued

_SIGNS = r"[;；。]|[,，](?![0-9])|\.(?:\s|\Z)"
_CONTRAST = r"而|但|(?<![a-z])(?:but|while|whereas)(?![a-z])"
_END = cued(f"{_SIGNS}|{_CONTRAST}")
_END_OR_AND = cued(f"{_SIGNS}|{_CONTRAST}|(?<![a-z])and(?![a-z])")


@lru_cache(maxsize=2048)
def parts_of(text: str) -> tuple[str, ...]:
    """The parts of ``text`` that say something: they end at a sign, and at but, while, 而, 但."""
    return _told(_END.split(text))


@lru_cache(maxsize=2048)
def parts_at_and(text: str) -> tuple[str, ...]:
    """The same, that end at "and" as well."""
    return _told(_END_OR_AND.split(text))


def _told(parts: list[str]) -> tuple[str, ...]:
    return tuple(part for part in parts if part.strip())
