"""Exceptions and the scope of "not": "no errors other than 12 time-outs" (contract section 7).

"Other than", "not necessarily" and "not only" are one word each: a clause over such a clause that
denies, tells for sure or says "only" and has not that word tells another thing. Extend the table.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from superbiz_agent.grounding.facts import FactKey, extract_facts
from superbiz_agent.grounding.facts.cued_pattern import CuedPattern, cued
from superbiz_agent.grounding.misreadings.about import names_in, sources_about
from superbiz_agent.grounding.wording.cause_concepts import concepts_of, stems_of
from superbiz_agent.grounding.wording.clauses import clauses


class _Scope(NamedTuple):
    """A word of scope of a source, the words that lose it, and those that keep it."""

    word: CuedPattern
    loses: CuedPattern
    keeps: CuedPattern
    has_two_halves: bool = False


_EXCEPT: Final = (
    r"(?<![a-z])(?:other than|except(?:ing| for)?|apart from|aside from|save for|besides"
    r"|but for|only)(?![a-z])|除.{1,24}(?:外|之外|以外)|[只仅]"
)
_SCOPES: Final = (
    _Scope(
        cued(
            r"(?<![a-z])(?:other than|except(?:ing| for)?|apart from|aside from)(?![a-z])"
            r"|除(?!了?非).{1,24}(?:外|之外|以外)",
            re.IGNORECASE,
        ),
        cued(
            r"(?<![a-z])(?:no|not|none|never|without|neither|all|every)(?![a-z])|n't"
            r"|[没无未不]|所有|全部",
            re.IGNORECASE,
        ),
        cued(_EXCEPT, re.IGNORECASE),
    ),
    _Scope(
        cued(r"not (?:necessarily|always)|n't (?:necessarily|always)|未必|不一定", re.IGNORECASE),
        cued(r"(?<![a-z])(?:not|never|always)(?![a-z])|n't|[不未]|总是|一定", re.IGNORECASE),
        cued(
            r"(?<![a-z])(?:necessarily|not always|n't always|may|might|can|could|sometimes"
            r"|whether)(?![a-z])|未必|不一定|可能|也许|有时|是否|不总是",
            re.IGNORECASE,
        ),
    ),
    _Scope(
        cued(
            r"(?<![a-z])not (?:only|just|the only)(?![a-z])|并非只|不只|不仅|不止|并非仅|不是唯一"
        ),
        cued(r"(?<![a-z])(?:only|sole|solely|just|alone)(?![a-z])|[仅只]|唯一", re.IGNORECASE),
        cued(
            r"(?<![a-z])(?:not|n't) (?:only|just|the only|the sole|alone)|并非只|不只|不仅|不止"
            r"|并非仅|不是唯一|并非唯一",
            re.IGNORECASE,
        ),
        has_two_halves=True,
    ),
)
_NAME: Final = re.compile(r"[A-Za-z0-9][\w./:-]*[0-9._/:-][\w./:-]*")
_LEVEL: Final = re.compile(r"(?<![A-Za-z])(?:INFO|WARN(?:ING)?|ERROR|DEBUG|FATAL|CRITICAL) ")


def loses_a_scope(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` drops the "other than", "not necessarily" or "not only" of the
    clause that it rests on, and denies, or says "only", without it."""
    for scope in _SCOPES:
        if not any(map(scope.word.may_match, sources)) or not scope.loses.may_match(text):
            continue
        if not scope.keeps.search(text) and any(
            _is_about(part, reach)
            for part in clauses(text)
            if scope.loses.search(part)
            for source in sources_about(part, sources)
            for reach in _reaches(scope, source)
        ):
            return True
    return False


def _reaches(scope: _Scope, source: str) -> Iterator[str]:
    """The clauses of ``source`` with the word of ``scope``, each with the one behind it if it has
    two halves ("not only, but also"), and with its neighbours if the word begins it."""
    pieces = clauses(source)
    for place, piece in enumerate(pieces):
        if found := scope.word.search(piece):
            begins = not piece[: found.start()].strip()
            first = place - 1 if begins and place else place
            yield " ".join(pieces[first : place + 1 + (begins or scope.has_two_halves)])


def _is_about(part: str, clause: str) -> bool:
    return bool(content_of(part) & content_of(clause))


@lru_cache(maxsize=1024)
def content_of(text: str) -> frozenset[str | FactKey]:
    """The words, causes and values of ``text``, and its names but for one that all begin with."""
    plain = _LEVEL.sub(" ", text)
    stems = stems_of([_NAME.sub(" ", plain)])
    values = (f.key for f in extract_facts(plain) if f.kind != "timestamp" and f.number is not None)
    numbered = (name for name in names_in(plain) if any(c.isdigit() for c in name))
    return frozenset[str | FactKey]([*stems, *concepts_of(plain), *values, *numbered])
