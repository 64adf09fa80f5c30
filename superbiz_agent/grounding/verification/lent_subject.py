"""A predicate and its subject share one item (contract section 5).

"cart-service timed out" over "order-service timed out" and "cart-service started" takes the subject
from one record and what it did from the other: each word of it stands in the evidence.
"""

from collections.abc import Sequence
from functools import lru_cache

from superbiz_agent.grounding.comparison.engine import fold
from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.facts.extraction import names_of
from superbiz_agent.grounding.facts.folding import content_stems
from superbiz_agent.grounding.facts.owners import is_owner
from superbiz_agent.grounding.facts.tokens import cut_out
from superbiz_agent.grounding.question import without_synonyms
from superbiz_agent.grounding.wording import clauses, states_absence

SUBJECT_FORMS = frozenset({"host", "name"})
"""Forms of the names of services and hosts."""


def lends_subject(text: str, sources: Sequence[str], names: Sequence[str]) -> bool:
    """Whether a clause of ``text`` says of the one service that it names what only ``sources`` of
    another tell."""
    return len(sources) > 1 and any(
        _is_lent(clause, sources, names) for clause in clauses(text) if not states_absence(clause)
    )


def _is_lent(clause: str, sources: Sequence[str], names: Sequence[str]) -> bool:
    subjects = _subjects(clause, names)
    if len(subjects) != 1:
        return False
    [subject] = subjects
    own = [source for source in sources if subject in fold(source).lower()]
    others = [source for source in sources if source not in own and _subjects(source, names)]
    spans = [fact.span for fact in extract_facts(clause, names=names)]
    said = cut_out(clause, spans)
    return (
        bool(own)
        and not any(_shares(said, source) for source in own)
        and any(_shares(said, source) for source in others)
    )


def _subjects(text: str, names: Sequence[str]) -> frozenset[str]:
    return _subjects_named(text, names_of(text, tuple(names)))


@lru_cache(maxsize=1024)
def _subjects_named(text: str, names: tuple[str, ...]) -> frozenset[str]:
    facts = extract_facts(text, names=names)
    return frozenset(
        fold(fact.value).lower() for fact in facts if is_owner(fact) and fact.form in SUBJECT_FORMS
    )


def _shares(said: str, source: str) -> bool:
    """Whether ``source`` has a word of ``said``, or one for the same thing in either language."""
    if not content_stems(said).isdisjoint(content_stems(source)):
        return True
    return without_synonyms(said, source) != said
