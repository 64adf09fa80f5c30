"""Does a sentence name the same cause as the items it rests on? (contract section 7)"""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.answer_checks.cause_words import (
    CONCEPTS,
    FAULT_NEUTRAL,
    FAULTS,
    LIGHT_WORDS,
)
from superbiz_agent.grounding.answer_checks.material import Item, Material, Statement
from superbiz_agent.grounding.folding import content_terms
from superbiz_agent.grounding.wording import (
    Lexicon,
    holds_negator,
    language_of,
    states_cause,
    without_cause_words,
    without_lead_in,
    without_quotes,
)

_CONCEPTS = tuple((name, Lexicon(terms)) for name, terms in CONCEPTS)
_FAULTS = tuple((name, Lexicon(terms, neutral=FAULT_NEUTRAL)) for name, terms in FAULTS)
_LIGHT = Lexicon(LIGHT_WORDS)
_SIDES = tuple(
    (re.compile(pattern, re.ASCII | re.IGNORECASE), side)
    for pattern, side in (
        (r"(?:root )?cause (?:of [^.;]{1,80}? )?(?:is|was)(?![a-z])|根因(?:是|为|：|:)", "after"),
        (r"(?:is|was) the (?:root )?cause|是(?:根因|根本原因)", "before"),
        (r"because|due to|caused by|owing to|as a result of|triggered by|attributed to", "after"),
        (r"led to|leads to|caused|causes|resulted in|results in|导致|引起|引发|造成", "before"),
        (r"因为|由于|源于|原因是", "after"),
    )
)
"""How a connective divides a sentence into cause and effect, the first that fits."""

_HUMP = re.compile("(?<=[a-z0-9])(?=[A-Z])")
_RECORDED = ("observation", "negative_observation")


def is_evidence_of_cause(statement: Statement, material: Material) -> bool:
    """Whether the words of cause are not the answer's own: they stand in a quotation, in a
    repeated record, in a gap that says that no cause is known, or in an action."""
    if not states_cause(without_quotes(statement.text)):
        return True
    if not statement.is_repeated:
        return False
    if all(item.kind == "gap" for item in statement.items):
        return holds_negator(statement.text) or material.verdict != "REJECT"
    if all(item.kind == "action" for item in statement.items):
        return True
    return material.verdict != "REJECT" and all(
        item.claim_type in _RECORDED or item.status == "documented" for item in statement.items
    )


def names_the_cause(statement: Statement, causes: Sequence[Item]) -> bool:
    """Whether every content word of the sentence, or its synonym, stands in the items, one of
    which is in ``causes``; across languages the concepts of the table decide."""
    if not causes:
        return False
    if statement.is_repeated:
        return True
    if _is_turned_round(statement.text, causes):
        return False
    text = without_cause_words(without_lead_in(statement.text))
    named = concepts_of(text)
    if not named <= concepts_of(" ".join(statement.sources)):
        return False
    language = language_of(text)
    same = [source for source in statement.sources if language_of(source) == language]
    if not any(language_of(source) == language for item in causes for source in item.texts):
        return bool(named & concepts_of(" ".join(text for item in causes for text in item.texts)))
    return not _unknown_terms(text, same)


def faults_of(text: str) -> frozenset[str]:
    """The faults of the table that ``text`` names, in either language."""
    return frozenset(name for name, lexicon in _FAULTS if lexicon.holds(text))


def _is_turned_round(text: str, causes: Sequence[Item]) -> bool:
    """Whether the sentence takes for the cause what every item has as the effect."""
    named = concepts_of(cause_side(text))
    sides = [concepts_of(cause_side(source)) for item in causes for source in item.texts]
    told = [side for side in sides if side]
    return bool(named and told) and not any(named & side for side in told)


def cause_side(text: str) -> str:
    """The part of ``text`` that is said to be the cause; empty where that is not plain."""
    for pattern, group in _SIDES:
        if match := pattern.search(text):
            return text[match.end() :] if group == "after" else text[: match.start()]
    return ""


def concepts_of(text: str) -> frozenset[str]:
    """The causes of the table that ``text`` names, in either language."""
    return frozenset(name for name, lexicon in _CONCEPTS if lexicon.holds(text))


def _unknown_terms(text: str, sources: Sequence[str]) -> frozenset[str]:
    bare = text
    for _, lexicon in _CONCEPTS:
        bare = lexicon.blank(bare)
    return plain_terms(bare) - stems_of(sources)


def plain_terms(text: str) -> frozenset[str]:
    """The stems of the content words of ``text`` that say something; typed facts are left out."""
    return frozenset(_stem(term) for term in content_terms(_LIGHT.blank(text)) if _is_word(term))


def stems_of(sources: Sequence[str]) -> frozenset[str]:
    """The stems of all content words of ``sources``, those inside HighMemoryUsage included."""
    split = (f"{source} {_HUMP.sub(' ', source)}" for source in sources)
    return frozenset(_stem(term) for source in split for term in content_terms(source))


def _is_word(term: str) -> bool:
    """Typed facts are compared by the rule of facts."""
    return not any(character.isdigit() for character in term) and len(term) > 1


def _stem(term: str) -> str:
    for ending in ("ing", "ies", "ion", "es", "ed", "s", "e"):
        if term.endswith(ending) and len(term) - len(ending) >= 3 and term.isascii():
            return term[: -len(ending)]
    return term
