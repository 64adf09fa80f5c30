"""A Yes or a No answers for what the question names (contract section 7).

"Yes, HighMemoryUsage is firing" over the alert of order-service answers nothing about
payment-service, though every word of it stands in the alert.
"""

import re

from superbiz_agent.grounding.answer_checks.material import Item, Material, Statement
from superbiz_agent.grounding.comparison.engine import fold
from superbiz_agent.grounding.facts import extract_facts
from superbiz_agent.grounding.facts.identifiers import ENTITY_LABELS
from superbiz_agent.grounding.facts.owners import SHARED_FORMS, is_owner

THING_FORMS = frozenset({"ip", "letters and digits", "host and port"})

LAST_WORDS = ENTITY_LABELS | {"api", "gateway", "worker", "web", "cache", "proxy", "queue"}
"""A hyphenated word that ends in one is a name of a thing."""

_OPENS = re.compile(
    r"\A\W{0,4}(?:(?:yes|no)(?=\s?[,.;:!—-])|(?:是的|是|对|不是|否|有|没有|会|不会)(?=[，。；：！,]))",
    re.IGNORECASE,
)
"""A sentence that opens with its answer."""


def answers_for_another(statement: Statement, material: Material) -> bool:
    """A sentence that opens with Yes or No, on items that hold nothing that the question names."""
    return bool(_OPENS.match(statement.text)) and rests_on_another(statement.items, material)


def rests_on_another(items: tuple[Item, ...], material: Material) -> bool:
    """Whether claims among ``items`` hold none of the things that the question asks about."""
    told = [fold(text).lower() for item in items if item.kind == "claim" for text in item.texts]
    asked = {name for item in material.of("question") for name in _things(item.texts[0], material)}
    return bool(told and asked) and not any(name in text for name in asked for text in told)


def _things(question: str, material: Material) -> list[str]:
    """The things that a question names: services, hosts and the like. The alerts of a rule are of
    many; a name in the other language, and a hyphenated word, may be told otherwise."""
    known = {fold(name).lower() for name in material.names}
    facts = extract_facts(question, names=material.names)
    named = ((fact.form, fold(fact.value).lower()) for fact in facts if is_owner(fact))
    return [
        name
        for form, name in named
        if form in THING_FORMS
        or (form not in SHARED_FORMS and name in known)
        or LAST_WORDS.intersection(re.split("[-_.]", name)[1:])
    ]
