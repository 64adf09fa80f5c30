"""Does a sentence name the same cause as the items it rests on? (contract section 7)"""

from collections.abc import Sequence

from superbiz_agent.grounding.answer_checks.material import Item, Material, Statement
from superbiz_agent.grounding.wording import (
    holds_negator,
    language_of,
    states_cause,
    without_cause_words,
    without_lead_in,
    without_quotes,
)
from superbiz_agent.grounding.wording.cause_concepts import (
    cause_side,
    concepts_of,
    plain_terms,
    stems_of,
    without_concepts,
)

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


def _is_turned_round(text: str, causes: Sequence[Item]) -> bool:
    """Whether the sentence takes for the cause what every item has as the effect."""
    named = concepts_of(cause_side(text))
    sides = [concepts_of(cause_side(source)) for item in causes for source in item.texts]
    told = [side for side in sides if side]
    return bool(named and told) and not any(named & side for side in told)


def _unknown_terms(text: str, sources: Sequence[str]) -> frozenset[str]:
    return plain_terms(without_concepts(text)) - stems_of(sources)
