"""Which clause speaks of the same thing as another: by the tokens they share, exactly."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from superbiz_agent.grounding.facts.tokens import cut_out
from superbiz_agent.grounding.wording.language import HAN
from superbiz_agent.grounding.wording.lexicon import words

_TOKEN = re.compile(
    rf"[A-Za-z0-9_]+(?:[-./:@][A-Za-z0-9_]+){{0,20}}|[0-9]+(?:\.[0-9]+)?|[{HAN}]{{1,64}}"
)
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_THOUSANDS = re.compile(r",(?<=[0-9],)(?=[0-9]{3}(?![0-9]))")
_HAN = re.compile(f"[{HAN}]")
_FACT = re.compile(r"[0-9_./:@-]")
_FACT_WEIGHT = 16
_STOP = frozenset(
    words("""
    a | an | the | of | in | on | at | to | for | with | by | from | is | are | was | were | be
    been | being | and | or | it | its | this | that | has | have | had | as
    """)
)


@lru_cache(maxsize=4096)
def tokens(text: str) -> frozenset[str]:
    """Words, identifiers, numbers and Chinese bigrams of ``text``, lower case, stop words out."""
    plain = _THOUSANDS.sub("", text) if "," in text else text
    return frozenset[str]().union(*map(_parts, _TOKEN.findall(plain)))


@lru_cache(maxsize=8192)
def _parts(token: str) -> frozenset[str]:
    if _HAN.match(token):
        return frozenset(token[i : i + 2] for i in range(max(1, len(token) - 1)))
    if token.lower() in _STOP:
        return frozenset()
    return frozenset({token.lower(), *_NUMBER.findall(token)})


Shape: TypeAlias = tuple[str, frozenset[str]]
"""A clause with its tokens."""


def shape(text: str) -> Shape:
    """``text`` with its tokens."""
    return text, tokens(text)


def facts_of(shared: frozenset[str]) -> frozenset[str]:
    """The tokens that look like facts: they hold a digit or an inner sign."""
    return frozenset(filter(_is_fact, shared))


@lru_cache(maxsize=8192)
def _is_fact(token: str) -> bool:
    return bool(_FACT.search(token))


@dataclass(frozen=True)
class Cover:
    """The clauses that share most (several if they tie), and all that are needed beside them."""

    best: tuple[str, ...]
    texts: tuple[str, ...]


def best_cover(wanted: frozenset[str], said: Sequence[Shape]) -> Cover:
    """The clauses that share most with ``wanted``, then those that add something of it.

    Where none shares anything, all tie. A further clause must add a fact, or words without a fact
    of its own that ``wanted`` lacks: "pod-1 is running" says nothing of pod-2.
    """
    weights = [_weight(wanted & has) for _, has in said]
    top = max(weights, default=0)
    best = [entry for entry, weight in zip(said, weights, strict=True) if weight == top]
    chosen = list(best)
    covered = frozenset[str]().union(*(has for _, has in chosen))
    for entry in sorted(said, key=lambda entry: -_weight(wanted & entry[1])):
        new = (wanted & entry[1]) - covered
        if facts_of(new) or (new and facts_of(entry[1]) <= wanted):
            chosen.append(entry)
            covered |= entry[1]
    return Cover(tuple(text for text, _ in best), tuple(text for text, _ in chosen))


def overlap(text: str, sources: Sequence[str]) -> int:
    """How much ``text`` shares with ``sources``; facts outweigh any number of plain words."""
    return _weight(tokens(text) & frozenset[str]().union(*map(tokens, sources)))


def _weight(shared: frozenset[str]) -> int:
    """Facts outweigh any number of plain words."""
    return len(shared) + (_FACT_WEIGHT - 1) * sum(map(_is_fact, shared))


_MIN_WORDS = 4
"""Words, or Chinese characters, that a stretch repeats at least."""

_WORD = re.compile(rf"[A-Za-z0-9_]+(?:[-./:@'’][A-Za-z0-9_]+){{0,20}}|[{HAN}]")


def without_stretches(text: str, sources: Sequence[str]) -> str:
    """``text`` without every stretch of ``_MIN_WORDS`` words or more that a source has word by
    word."""
    found = [(match.group().lower(), match.start(), match.end()) for match in _WORD.finditer(text)]
    known = [f" {' '.join(word.lower() for word in _WORD.findall(source))} " for source in sources]
    spans: list[tuple[int, int]] = []
    at = 0
    while at + _MIN_WORDS <= len(found):
        end = at + _MIN_WORDS
        while end <= len(found) and _stands(found[at:end], known):
            end += 1
        if end > at + _MIN_WORDS:
            spans.append((found[at][1], found[end - 2][2]))
        at = max(at + 1, end - 1 if end > at + _MIN_WORDS else at + 1)
    return cut_out(text, spans)


def _stands(words: Sequence[tuple[str, int, int]], known: Sequence[str]) -> bool:
    part = f" {' '.join(word for word, _, _ in words)} "
    return any(part in source for source in known)
