"""Which facts name an entity that can own values (contract section 7)."""

from superbiz_agent.grounding.facts.fact import Fact
from superbiz_agent.grounding.facts.tables import words

OWNER_FORMS = words("host ip uuid hash name business label") | {
    "camel case",
    "letters and digits",
    "host and port",
    "before noun",
    "suspicious",
}
"""Forms of names that own values; paths, metrics, codes and exceptions are owned."""

SHARED_FORMS = frozenset({"camel case"})
"""Alerts and the like: they own values, and belong to an entity themselves."""


def is_owner(fact: Fact) -> bool:
    """True for a fact that names an entity."""
    return fact.kind in ("identifier", "name") and fact.form in OWNER_FORMS


def entity_key(fact: Fact) -> str:
    """What an entity compares by."""
    return fact.key[1]
