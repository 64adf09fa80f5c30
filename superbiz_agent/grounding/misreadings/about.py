"""Which of several sources a part of a text speaks of: by the names that not all of them hold.

What every cited source holds (the service that all the records are of) tells none of them apart.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from superbiz_agent.grounding.facts.cued_pattern import may_hold
from superbiz_agent.grounding.wording.cause_concepts import concepts_of, stems_of

_NAME = re.compile(
    r"(?<![A-Za-z0-9_./+-])\+?(?=[A-Za-z0-9_./-]*[0-9._/-]"
    r"|[A-Za-z]+[A-Z])[A-Za-z0-9][A-Za-z0-9_./-]*[A-Za-z0-9]"
    r"(?![A-Za-z0-9_])"
)
_VALUE = re.compile(
    r"[0-9.,/:]+(?:[a-z%]{1,3})?|[0-9]{4}-[0-9]{2}-[0-9]{2}(?:t[0-9:.]+z?)?|[0-9:.]+z", re.ASCII
)
"""A number, a date or (the begin of) an instant is no name; names are compared in small letters."""

_INSTANT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z?|[0-9:.]+Z")
_SEVERAL = 2
_LIGHT = frozenset(
    ("log", "record", "time", "utc", "told", "first", "last", "begin", "start", "end")
)


@lru_cache(maxsize=4096)
def names_in(text: str) -> frozenset[str]:
    """The tokens of ``text`` that look like names: with a digit, a joint or inner capitals."""
    found = (match.group().lower() for match in _NAME.finditer(text))
    return frozenset(name for name in found if not _VALUE.fullmatch(name))


def holds_name(name: str, source: str) -> bool:
    """Whether ``name`` stands in ``source`` as a whole token, or as the end of a longer one."""
    if not may_hold(name, source):
        return False
    at = rf"(?<![A-Za-z0-9_-]){re.escape(name)}(?![A-Za-z0-9_]|-[A-Za-z0-9])"
    return bool(re.search(at, source, re.IGNORECASE))


def sources_about(part: str, sources: Sequence[str]) -> list[str]:
    """The sources that hold most of the names of ``part`` which some of them hold and others do
    not; all where no name tells them apart."""
    if len(sources) < _SEVERAL:
        return list(sources)
    held = [[holds_name(name, source) for source in sources] for name in names_in(part)]
    telling = [row for row in held if any(row) and not all(row)]
    if not telling:
        return list(sources)
    scores = [sum(row[place] for row in telling) for place in range(len(sources))]
    return [source for source, score in zip(sources, scores, strict=True) if score == max(scores)]


def is_of_another(
    part: str, holders: Sequence[str], sources: Sequence[str], *, least: int, beside: str = ""
) -> bool:
    """Whether ``part`` speaks of a source that is none of ``holders``: at least ``least`` of its
    words and names are one other source's (or a cause of the table is, in either language), and
    none is a holder's. What all sources hold, and the words of ``beside``, count for nothing."""
    others = [source for source in sources if source not in holders]
    if not holders or not others:
        return False
    left_out = {each.word for each in _words_in(beside)}
    counted = frozenset(each for each in _words_in(part) if each.word not in left_out)
    held = [frozenset(word for word in counted if word.stands_in(source)) for source in sources]
    telling = frozenset(each for each in counted if not all(each in own for own in held))
    if any(telling & own for own, source in zip(held, sources, strict=True) if source in holders):
        return False
    return (
        max(sum(least if each.kind == "cause" else 1 for each in telling & own) for own in held)
        >= least
    )


class _Word(NamedTuple):
    """A name, the stem of a word, or a cause of the table that a text names."""

    kind: str
    word: str

    def stands_in(self, source: str) -> bool:
        """Whether ``source`` holds it: a cause in either language."""
        if self.kind == "name":
            return holds_name(self.word, source)
        return self.word in (_stems(source) if self.kind == "stem" else concepts_of(source))


def _words_in(text: str) -> frozenset[_Word]:
    return frozenset(
        _Word(kind, word)
        for kind, found in (
            ("name", names_in(text)),
            ("stem", _stems(text)),
            ("cause", concepts_of(text)),
        )
        for word in found
    )


@lru_cache(maxsize=2048)
def _stems(text: str) -> frozenset[str]:
    plain = _INSTANT.sub(" ", text).replace("-", " ").replace("_", " ")
    return frozenset(word for word in stems_of([plain]) if not word[0].isdigit()) - _LIGHT
