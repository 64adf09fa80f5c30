"""Whether a claim names a fault or a cause that its evidence does not name (contract section 5).

Decided by the tables of faults and causes, in any pair of languages. A claim that a deadlock, an
attack or a bad release is behind a timeout needs a stored text that names one.
"""

from collections.abc import Callable, Sequence

from superbiz_agent.grounding.wording import clauses, is_hedged, states_cause
from superbiz_agent.grounding.wording.cause_concepts import concepts_of, faults_of
from superbiz_agent.grounding.wording.fullness import counts_another
from superbiz_agent.grounding.wording.overlap import best_cover, shape, tokens

CAUSES_TO_NAME = frozenset(
    {
        "leak",
        "out of memory",
        "name resolution",
        "certificate",
        "deadlock",
        "deployment",
        "configuration",
        "traffic",
        "garbage collection",
        "slow query",
        "hardware",
        "authentication",
        "attack",
        "quota",
        "bug",
        "human error",
    }
)
"""Rows of the table of causes that a claim about a cause may name only if its evidence does. The
other rows ("exhaustion", "timeout", "connection pool") are often only another word for a number."""


def names_unknown_fault(text: str, claim_type: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` names a fault, or as a cause something, that no source names, or tells of
    one resource what a source tells of another."""
    if counts_another(text, sources):
        return True
    known = _named(faults_of, sources)
    if faults_of(text) - known:
        return True
    if claim_type not in ("root_cause", "inference") and not states_cause(text):
        return False
    named = concepts_of(text) & CAUSES_TO_NAME
    return bool(named - _named(concepts_of, sources))


def _named(read: Callable[[str], frozenset[str]], sources: Sequence[str]) -> frozenset[str]:
    """What the sources name, the key of a ``restarts=3`` included."""
    return frozenset[str]().union(*(read(source.replace("=", " ")) for source in sources))


def drops_hedge(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` states as a fact what the source clauses that share most with one of its
    clauses state as a possibility ("may be congested"), in any pair of languages."""
    if is_hedged(text) or not any(map(is_hedged, sources)):
        return False
    said = [shape(clause) for source in sources for clause in clauses(source)]
    return any(_is_hedged_by_all(tokens(clause), said) for clause in clauses(text))


def _is_hedged_by_all(wanted: frozenset[str], said: Sequence[tuple[str, frozenset[str]]]) -> bool:
    best = best_cover(wanted, said).best
    return bool(best) and len(best) < max(len(said), 2) and all(map(is_hedged, best))
