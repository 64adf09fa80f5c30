"""What a sentence of an answer may not add to its items: facts, names, wholes, faults."""

import re

from superbiz_agent.grounding.answer_checks.absence import (
    NAME_KINDS,
    WINDOW_KINDS,
)
from superbiz_agent.grounding.answer_checks.gaps import denies_what_is_unknown
from superbiz_agent.grounding.answer_checks.material import Material, Statement
from superbiz_agent.grounding.comparison.engine import fact_gaps
from superbiz_agent.grounding.facts import FactKind, extract_facts
from superbiz_agent.grounding.wording import (
    full_ratios,
    language_of,
    quantifies_whole,
    states_absence,
    without_lead_in,
)
from superbiz_agent.grounding.wording.asking import tells_of_asking, without_asking
from superbiz_agent.grounding.wording.cause_concepts import (
    concepts_of,
    faults_carried_by,
    faults_of,
    plain_terms,
    stems_of,
)
from superbiz_agent.grounding.wording.exact_counts import makes_a_count_exact
from superbiz_agent.grounding.wording.lacks import (
    leaves_open,
    names_a_lack,
    says_missing,
    says_none,
    without_missing_words,
)
from superbiz_agent.grounding.wording.new_words import tells_new_words
from superbiz_agent.grounding.wording.polarity_reading import negators_of
from superbiz_agent.grounding.wording.strangers import names_a_stranger

QUESTION_KINDS: frozenset[FactKind] = WINDOW_KINDS | NAME_KINDS | frozenset[FactKind]({"quoted"})
"""What the question may lend to a sentence about itself or about what was not found: names and
window, never values. A claim's names and times are its own."""


def adds_fact(statement: Statement, material: Material) -> bool:
    """A typed fact that the items do not carry with the entity it belongs to."""
    if statement.is_repeated:
        return False
    gaps = fact_gaps(statement.text, statement.sources, names=material.names)
    questions = [item.texts[0] for item in statement.items if item.kind == "question"]
    if gaps and questions:
        is_lent = not statement.sources or states_absence(statement.text)
        if not is_lent or any(gap.kind not in QUESTION_KINDS for gap in gaps):
            return True
        sources = [*statement.sources, *questions]
        return bool(fact_gaps(statement.text, sources, names=material.names))
    return bool(gaps)


def tells_of_a_stranger(statement: Statement, _material: Material) -> bool:
    """A plain word where a name stands, which no item holds."""
    texts = [text for item in statement.items for text in item.texts]
    return bool(texts) and not statement.is_repeated and names_a_stranger(statement.text, texts)


def answers_from_question(statement: Statement, _material: Material) -> bool:
    """A sentence on the question alone that does not say that it was asked, or says more."""
    if statement.sources or not statement.items:
        return False
    asked = [item.texts[0] for item in statement.items]
    known = plain_terms(without_asking(statement.text)) <= stems_of(asked)
    return not (known and tells_of_asking(statement.text))


def takes_gap_for_fact(statement: Statement, _material: Material) -> bool:
    """A sentence on gaps alone that does not say that anything is missing, where they do."""
    if statement.is_repeated or not statement.items:
        return False
    if any(item.kind != "gap" for item in statement.items):
        return False
    texts = [item.texts[0] for item in statement.items]
    if denies_what_is_unknown(statement):
        return True
    if any(map(leaves_open, texts)):
        return not leaves_open(statement.text)
    if says_none(statement.text) and not any(map(says_none, texts)):
        return True  # "has no alerts" over alerts that could not be read
    return any(map(names_a_lack, texts)) and not names_a_lack(statement.text)


def adds_whole(statement: Statement, _material: Material) -> bool:
    """All, only, every: a claim over a whole that no item makes."""
    if statement.is_repeated or tells_gap(statement, share=0.5):
        return False
    text = statement.text
    for full in (n for source in statement.sources for n in _whole_numbers(source)):
        text = re.sub(_ALL_OF.format(full), full, text)
    return quantifies_whole(text, statement.sources)


def adds_exactness(statement: Statement, _material: Material) -> bool:
    """Exactly, no more than: that there was no further one, which no item says."""
    return bool(statement.sources) and makes_a_count_exact(statement.text, statement.sources)


_N_OF_N = re.compile(
    r"(?<![0-9.])([0-9]{1,9})"
    r"(?: (?:out )?of | ?[个台块条项张份]?[\u4e00-\u9fff]{0,6}[中里]的? ?)\1(?![0-9])"
)


_EACH_OF = re.compile(r"(?<![a-z])each of (?:the |its )?([0-9]{1,9})(?![0-9.%])")


def _whole_numbers(source: str) -> list[str]:
    """The ``n`` of every "n of n", in signs or in words, and of "each of n"."""
    return [*full_ratios(source), *_N_OF_N.findall(source), *_EACH_OF.findall(source)]


_ALL_OF = (
    r"(?i)(?:\ball (?:of )?(?:the |its )?|所有|全部) ?{0}(?![0-9])"
    r"|(?<![0-9]){0} ?[个台块条项张份]?[\u4e00-\u9fff]{{0,4}}(?:全部|全都|全)"
    r"|(?:全部|全都)[\u4e00-\u9fff]{{0,4}}[，,] ?{0}(?![0-9])"
    r"|\ball [a-z]{{2,20}}, {0} (?:out )?of {0}(?![0-9])"
)
"""All of the ``n`` that an ``n/n`` of the sources counts."""


def tells_gap(statement: Statement, *, share: float = 1.0) -> bool:
    """Whether a sentence on gaps alone says, as each of them does, that something is missing: one
    lack may be said in many ways ("no source has it", "it is missing")."""
    gaps = [item.texts[0] for item in statement.items if item.kind == "gap"]
    is_gap = len(gaps) == len(statement.items) > 0
    if not is_gap or not all(map(names_a_lack, gaps)):
        return False
    terms = plain_terms(without_missing_words(statement.text))
    known = len(terms & stems_of(gaps)) >= share * len(terms)
    most = max(1, *(len(negators_of(gap)) for gap in gaps))  # "no log was not available" has all
    return known and says_missing(statement.text) and len(negators_of(statement.text)) <= most


def adds_fault(statement: Statement, _material: Material) -> bool:
    """A fault of the table (leak, deadlock, crash, ...) that no item names."""
    if tells_gap(statement):
        return False
    named = faults_of(statement.text)
    texts = [text for item in statement.items for text in item.texts]
    return bool(named - frozenset[str]().union(*map(faults_carried_by, texts)))


def shares_nothing(statement: Statement, material: Material) -> bool:
    """A plain sentence that has no content word in common with what it cites, in its language."""
    if statement.is_repeated or extract_facts(statement.text, names=material.names):
        return False
    language = language_of(statement.text)
    texts = [text for item in statement.items for text in item.texts]
    same = [text for text in texts if language_of(text) == language]
    terms = plain_terms(without_lead_in(statement.text))
    return bool(same and terms) and not (
        terms & stems_of(same) or concepts_of(statement.text) & concepts_of(" ".join(texts))
    )


def adds_words(statement: Statement, material: Material) -> bool:
    """New words for a name: what no item tells of it."""
    if statement.is_repeated or any(item.kind in ("gap", "question") for item in statement.items):
        return False
    texts = [text for item in statement.items for text in item.texts]
    return tells_new_words(statement.text, texts, material.names)
