"""Which causes and faults a text names, in either language (contract section 7)."""

import re
from collections.abc import Sequence
from functools import lru_cache

from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.facts.folding import content_terms, stem
from superbiz_agent.grounding.wording.cause_words import (
    CARRIED_BY,
    CONCEPTS,
    FAULT_NEUTRAL,
    FAULTS,
    LIGHT_WORDS,
    SHOWN,
)
from superbiz_agent.grounding.wording.lexicon import Lexicon, LexiconTable

_CONCEPTS = tuple((name, Lexicon(terms)) for name, terms in CONCEPTS)
_CONCEPT_TABLE = LexiconTable(_CONCEPTS)
_FAULTS = LexiconTable((name, Lexicon(terms, neutral=FAULT_NEUTRAL)) for name, terms in FAULTS)
_CARRIED_BY = tuple((name, cued(pattern, re.IGNORECASE)) for name, pattern in CARRIED_BY)
_SHOWN = tuple((name, cued(pattern, re.IGNORECASE)) for name, pattern in SHOWN)

_LIGHT = Lexicon(LIGHT_WORDS)
_SIDES = tuple(
    (cued(pattern, re.ASCII | re.IGNORECASE), side)
    for pattern, side in (
        (r"(?:root )?cause (?:of [^.;]{1,80}? )?(?:is|was)(?![a-z])|根因(?:是|为|：|:)", "after"),
        (r"(?:is|was) the (?:root )?cause|是(?:根因|根本原因)", "before"),
        (r"because|due to|caused by|owing to|as a result of|triggered by|attributed to", "after"),
        (r"led to|leads to|caused|causes|resulted in|results in|导致|引起|引发|造成", "before"),
        (r"因为|由于|源于|原因是", "after"),
    )
)
"""How a connective divides a sentence into cause and effect, the first that fits."""

_CAUSE_FIRST = cued(
    r"\s*(?:[^，,。；;]{1,12}[，,] ?)?"
    r"(?:because(?: of)?|since|due to|owing to|as a result of|由于|因为|因)"
    r" ?(?P<cause>[^,，;；]{1,300})[,，]",
    re.IGNORECASE,
)
"""A sentence that begins with its cause: the effect follows after the comma."""

_HUMP = cued("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@lru_cache(maxsize=2048)
def faults_of(text: str) -> frozenset[str]:
    """The faults of the table that ``text`` names, in either language, in a class name too, and
    those that its values show ("took 2911 ms, threshold 1000")."""
    shown = (name for name, pattern in _SHOWN if pattern.search(text))
    return _FAULTS.held(_in_words(text)).union(shown)


def faults_carried_by(text: str) -> frozenset[str]:
    """The faults that ``text`` lets another name: those that it names, and those that a plain word
    of it stands for ("shut down", an outage)."""
    carried = (name for name, pattern in _CARRIED_BY if pattern.search(text))
    return faults_of(text).union(carried)


@lru_cache(maxsize=2048)
def concepts_of(text: str) -> frozenset[str]:
    """The causes of the table that ``text`` names, in either language, in a class name too."""
    return _CONCEPT_TABLE.held(_in_words(text))


def _in_words(text: str) -> str:
    """``text`` with the words of its class names apart: ``SSLHandshakeException``."""
    return _HUMP.sub(" ", f"{text} ") + text if _HUMP.search(text) else text


def cause_side(text: str) -> str:
    """The part of ``text`` that is said to be the cause; empty where that is not plain."""
    if match := _CAUSE_FIRST.match(text):
        return match["cause"]
    for pattern, group in _SIDES:
        if match := pattern.search(text):
            return text[match.end() :] if group == "after" else text[: match.start()]
    return ""


def without_concepts(text: str) -> str:
    """``text`` with the words of every cause of the table blanked."""
    for _, lexicon in _CONCEPTS:
        text = lexicon.blank(text)
    return text


@lru_cache(maxsize=2048)
def plain_terms(text: str) -> frozenset[str]:
    """The stems of the content words of ``text`` that say something; typed facts are left out."""
    return frozenset(stem(term) for term in content_terms(_LIGHT.blank(text)) if _is_word(term))


def stems_of(sources: Sequence[str]) -> frozenset[str]:
    """The stems of all content words of ``sources``, those inside HighMemoryUsage included."""
    return frozenset[str]().union(*map(_stems, sources))


@lru_cache(maxsize=2048)
def _stems(source: str) -> frozenset[str]:
    return frozenset(map(stem, content_terms(f"{source} {_HUMP.sub(' ', source)}")))


def _is_word(term: str) -> bool:
    """Typed facts are compared by the rule of facts."""
    return not any(character.isdigit() for character in term) and len(term) > 1
