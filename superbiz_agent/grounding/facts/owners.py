"""Which facts name an entity that can own values (contract section 7)."""

from collections.abc import Sequence

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

MIN_LABELS = 3
"""Labels of a domain name or of a class with its package, at least."""

SHARED_FORMS = frozenset({"camel case"})
"""Alerts and the like: they own values, and belong to an entity themselves."""


def is_owner(fact: Fact) -> bool:
    """True for a fact that names an entity."""
    return fact.kind in ("identifier", "name") and fact.form in OWNER_FORMS


def entity_key(fact: Fact) -> str:
    """What an entity compares by."""
    return fact.key[1]


def is_namespaced(fact: Fact) -> bool:
    """True for an entity that is written with its namespace: ``maps/tile-render-0``."""
    namespace, _, name = fact.value.partition("/")
    return is_owner(fact) and bool(namespace) and bool(name) and "/" not in name


def held_names(fact: Fact) -> list[str]:
    """The names within a longer one: the host of a URL or of an address with a port, the folders
    and the last part of a path, a class without its package, a host without its domain, and both
    sides of ``user@database`` and of ``namespace/pod``."""
    if fact.form == "exception":
        package, _, short = fact.value.rpartition(".")
        return [short] if package else []
    if fact.form == "path":
        return _parts_of_path(fact.value)
    user, _, place = fact.value.partition("@")
    if user and place and "://" not in user:
        return [user, place]
    if fact.form == "dotted":
        parts = fact.value.split(".")
        is_class = parts[-1][:1].isupper() and len(parts) >= MIN_LABELS
        return [parts[-1]] if is_class else _host_of(parts)
    if fact.form in ("url", "host and port"):
        rest = fact.value.partition("://")[2] or fact.value
        authority = rest.split("/")[0].rpartition("@")[2]
        host = authority.partition(":")[0]
        names = (authority, host, *_host_of(host.split(".")))
        return [name for name in dict.fromkeys(names) if name and name != fact.value]
    return fact.value.split("/") if is_namespaced(fact) else []


def _parts_of_path(path: str) -> list[str]:
    *folders, last = path.split(":", maxsplit=1)[0].split("/")
    parents = (folders[:depth] for depth in range(1, len(folders) + 1))
    named = ["/".join(parent) for parent in parents if sum(map(bool, parent)) >= MIN_FOLDERS]
    return [*named, last] if last else named


def _host_of(labels: Sequence[str]) -> list[str]:
    """The first label of a domain name, where it is no plain word: rates-db.internal.example."""
    is_host = len(labels) >= MIN_LABELS and not labels[0].isalpha()
    return [labels[0]] if is_host and not labels[0].isdigit() else []
