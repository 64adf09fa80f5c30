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

MIN_FOLDERS = 2
"""Parts of a folder's path that say something: ``/opt`` alone is in too many."""

SHARED_FORMS = frozenset({"camel case"})
"""Alerts and the like: they own values, and belong to an entity themselves."""


def is_owner(fact: Fact) -> bool:
    """True for a fact that names an entity."""
    return fact.kind in ("identifier", "name") and fact.form in OWNER_FORMS


def entity_key(fact: Fact) -> str:
    """What an entity compares by."""
    return fact.key[1]


def held_names(fact: Fact) -> list[str]:
    """The names within a URL, an address with a port, a path, an exception: its host, its folders,
    its class without the package."""
    if fact.form == "exception":
        package, _, short = fact.value.rpartition(".")
        return [short] if package else []
    if fact.form == "path":
        folders = fact.value.split(":")[0].split("/")[:-1]
        parents = (folders[:depth] for depth in range(1, len(folders) + 1))
        return ["/".join(parent) for parent in parents if sum(map(bool, parent)) >= MIN_FOLDERS]
    rest = fact.value.partition("://")[2] or fact.value
    authority = rest.split("/")[0].rpartition("@")[2]
    host = authority.partition(":")[0]
    return [name for name in dict.fromkeys((authority, host)) if name and name != fact.value]
