"""Polarity entity by entity: "pod-1 and pod-2 crashed" holds for both, or not at all (section 7).

An entity's own sources are those that name it. What a sentence says of it may not be the other
side of an axis on which they take one side only; this holds in any pair of languages, since a side
is a side in both.
"""

import re
from collections.abc import Iterator, Sequence

from superbiz_agent.grounding.facts import Fact, extract_facts
from superbiz_agent.grounding.facts.owners import SHARED_FORMS, entity_key, is_owner
from superbiz_agent.grounding.wording.polarity_reading import AxisSign, read_polarity
from superbiz_agent.grounding.wording.quotes import without_sayings

HARD_AXES = frozenset({"availability", "lifecycle", "success", "connection", "switch"})
"""Axes on which an entity is on one side at a time."""

MAX_SENTENCE = 600
"""Longer texts are left to the comparison clause by clause."""

_JOINT = re.compile(r"\s*(?:[,、，/&]\s*)?(?:and|or|as well as|和|与|及|以及)?\s*")
_CLAUSE_END = re.compile(
    r"[;；，。\n！？]|,(?![0-9])|[.!?](?=\s|\Z)|(?<![A-Za-z])(?:but|while|whereas|and|after|before"
    r"|because|when|until|since)(?![A-Za-z])|而|但|因为|由于|之后|之前|导致"
)


def turns_an_entity(text: str, sources: Sequence[str], *, names: Sequence[str] = ()) -> bool:
    """Whether ``text`` says of an entity what the sources that name it say the opposite of."""
    if len(text) > MAX_SENTENCE:
        return False
    plain = without_sayings(text)
    return any(_is_turned(signs, entity, sources) for entity, signs in _said(plain, names) if signs)


def _said(text: str, names: Sequence[str]) -> Iterator[tuple[str, frozenset[AxisSign]]]:
    """Each entity of ``text`` with what the words after its list, to the clause's end, say."""
    entities = [
        fact
        for fact in extract_facts(text, names=names)
        if is_owner(fact) and fact.form not in SHARED_FORMS
    ]
    for index, fact in enumerate(entities):
        end = fact.span[1]
        rest = entities[index + 1 :]
        for follower in rest:
            if not _JOINT.fullmatch(text, end, follower.span[0]):
                break
            end = follower.span[1]
        yield entity_key(fact), _hard_signs(text[end : _clause_end(text, end, rest)])


def _clause_end(text: str, start: int, rest: Sequence[Fact]) -> int:
    """Where the clause after a list of entities ends: at its end or at the next entity."""
    match = _CLAUSE_END.search(text, start)
    ends = [fact.span[0] for fact in rest if fact.span[0] >= start]
    return min([*ends[:1], match.start() if match else len(text)])


def _hard_signs(clause: str) -> frozenset[AxisSign]:
    return frozenset(sign for sign in read_polarity(clause).signs if sign[0] in HARD_AXES)


def _is_turned(signs: frozenset[AxisSign], entity: str, sources: Sequence[str]) -> bool:
    own = [source for source in sources if _names(source, entity)]
    theirs = frozenset[AxisSign]().union(*map(_hard_signs, own))
    axes = {axis for axis, _ in theirs}
    return any(axis in axes and (axis, sign) not in theirs for axis, sign in signs)


def _names(source: str, entity: str) -> bool:
    position = source.lower().find(entity)
    return position >= 0 and any(
        entity_key(fact) == entity for fact in extract_facts(source) if is_owner(fact)
    )
