"""By which names an alert can be asked for, and when two spellings are one name.

Exact rules alone; likeness decides nothing. A name asked for is first compared whole, width and
case aside. Only where no alert goes by it are the spellings taken that differ from it in nothing
but the noun (``orders service``, ``orders-svc``, ``订单服务``), a plural ``s``, or a synonym of the
table: the search then says which names it read the question's as.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from superbiz_agent.tools.query_terms import concept_of
from superbiz_agent.tools.words import fold

NAME_LABELS = (
    "service", "app", "application", "app_kubernetes_io_name", "job", "container", "component",
    "deployment", "statefulset", "daemonset", "workload", "workload_name", "pod", "instance",
    "host", "hostname", "node", "namespace", "cluster", "database", "dbinstance_identifier",
    "db_instance_identifier", "dimension_DBInstanceIdentifier", "alertname",
)  # fmt: skip
"""Labels whose values name something that can be asked for."""

ADDRESS_LABELS = frozenset({"instance", "host", "hostname", "node"})
"""Labels that hold a host, perhaps with its port and domain."""

REPLICA_LABELS = frozenset({"pod", "instance"})
"""Labels that hold one of several replicas: what they belong to is a name as well."""

NOUNS = ("service", "svc", "服务")
"""What a name may be said with, or without."""

_PORT = re.compile(r":[0-9]{1,5}\Z")
_NUMERIC_ADDRESS = re.compile(r"[0-9.]{1,40}|[0-9a-f:]{1,60}")
_REPLICA = re.compile(r"-(?:[a-z0-9]{0,9}[0-9][a-z0-9]{0,9}|[bcdfghjklmnpqrstvwxz2456789]{5,10})\Z")
"""The last part of a replica's name: it holds a digit, or is of Kubernetes' random letters."""

_MOST_REPLICA_PARTS = 2
_NOUN = re.compile(rf"[-_. ]?(?:{'|'.join(NOUNS)})\Z")


def names_of(labels: Mapping[str, str]) -> frozenset[str]:
    """Return every folded name that an alert with these ``labels`` goes by."""
    return frozenset(
        name for key in NAME_LABELS if (value := labels.get(key)) for name in _names(key, value)
    )


def _names(key: str, value: str) -> Iterator[str]:
    name = fold(value)
    yield name
    if key in ADDRESS_LABELS:
        name = _PORT.sub("", name)
        yield name
        if not _NUMERIC_ADDRESS.fullmatch(name):
            name = name.partition(".")[0]
            yield name
    if key in REPLICA_LABELS:
        yield from _workloads(name)


def _workloads(name: str) -> Iterator[str]:
    """Yield what a replica belongs to: ``orders-7f9c-x1`` is one of ``orders``, ``redis-0`` of
    ``redis``."""
    for _ in range(_MOST_REPLICA_PARTS):
        shorter = _REPLICA.sub("", name)
        if shorter == name or not shorter:
            return
        name = shorter
        yield name


def spellings(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the ``known`` names (folded) that ``name`` (folded) is read as: itself if it is one
    of them, else those that differ in noun, number or synonym alone, sorted."""
    every = known if isinstance(known, frozenset) else frozenset(known)
    if name in every:
        return (name,)
    wanted = _core(name)
    return tuple(sorted(each for each in every if _core(each) == wanted))


def same_name(one: str, other: str) -> bool:
    """Whether two folded names differ in noun, number or synonym at most."""
    return one == other or _core(one) == _core(other)


@lru_cache(maxsize=65536)
def _core(name: str) -> str:
    """Return what is left of a name without its noun, in the singular, as its concept is called."""
    core = _NOUN.sub("", name) or name
    concept = concept_of(core)
    if concept:
        return concept
    plural = core.endswith("s") and not core.endswith(("ss", "us", "is")) and len(core) > 3
    return core[:-1] if plural else core
