"""The rules for a sentence that says that something was not found (contract sections 5 and 7).

What was not found keeps its window and its source, and is neither dropped nor made to say more.
"""

from collections.abc import Sequence

from superbiz_agent.grounding.answer_checks.material import Item, Material, Statement
from superbiz_agent.grounding.facts import Fact, FactKind, extract_facts
from superbiz_agent.grounding.wording import (
    language_of,
    rules_out,
    states_absence,
    without_quotes,
)

WINDOW_KINDS: frozenset[FactKind] = frozenset({"timestamp", "date", "duration"})
NAME_KINDS: frozenset[FactKind] = frozenset({"identifier", "name"})
WINDOW_ENDS = 2


def loses_absence(statement: Statement, _material: Material) -> bool:
    """What was not found said without saying so, in any pair of languages."""
    return any(
        item.claim_type == "negative_observation"
        and states_absence(item.texts[0])
        and not states_absence(statement.text)
        for item in statement.items
    )


def rules_something_out(statement: Statement, _material: Material) -> bool:
    """ "Ruled out", never, does not exist, where the items say less."""
    if statement.is_repeated or not rules_out(statement.text):
        return False
    words = [item for item in statement.items if item.claim_type != "negative_observation"]
    said = [text for item in words for text in item.texts if item.kind != "question"]
    other = [text for text in said if language_of(text) != language_of(statement.text)]
    return rules_out(statement.text, stored=said) and not any(map(rules_out, other))


def widens_absence(statement: Statement, material: Material) -> bool:
    """An absence without the window and the source of the search it rests on."""
    if statement.is_repeated or not states_absence(statement.text):
        return False
    had = extract_facts(statement.text, names=material.names)
    return any(
        _is_widened(had, _scope_of(item, material))
        for item in statement.items
        if item.claim_type == "negative_observation"
    )


def _is_widened(had: Sequence[Fact], scope: Sequence[Fact]) -> bool:
    """Whether an end of the window is left out, or every name of the source: those that are told
    are compared elsewhere."""
    instants = {fact.key for fact in scope if fact.kind in WINDOW_KINDS}
    told = {fact.key for fact in had if fact.kind in WINDOW_KINDS}
    names = {fact.key for fact in scope if fact.kind in NAME_KINDS}
    return len(told) < min(len(instants), WINDOW_ENDS) or bool(
        names and not names & {fact.key for fact in had}
    )


def _scope_of(item: Item, material: Material) -> list[Fact]:
    """The window and the names that a negative observation holds for, quotations aside."""
    text = without_quotes(item.texts[0])
    kinds = WINDOW_KINDS | NAME_KINDS
    return [fact for fact in extract_facts(text, names=material.names) if fact.kind in kinds]
