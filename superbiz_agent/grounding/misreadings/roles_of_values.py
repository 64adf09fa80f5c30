"""A value told in another role than its own: "is at 85%" over "at 91% (limit 85%)" (section 7).

A value has the role of the word right before it (limit, was, critical at, p99, sent ...), or none.
One with a role of its own, told with a word of another of the same family, or as the present value,
is misread; so is a statistic told where the source has another. Extend the table here.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from superbiz_agent.grounding.facts import Fact, FactKey, extract_facts
from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.misreadings.about import sources_about
from superbiz_agent.grounding.wording.clauses import clauses

_FAMILIES: Final = (
    {
        "bound": r"limit|threshold|critical at|warning at|expected|at most|max(?:imum)?|quota"
        r"|limited|below|阈值|上限|限制|限额|临界",
        "former": r"was|previously|formerly|before|from|used to be|之前|原来?|曾|此前|从",
    },
    {
        "mean": r"mean|average|avg|平均(?:值)?",
        "median": r"median|p50|中位数",
        "tail": r"p9[0-9](?:\.[0-9]+)?|p999",
        "most": r"max(?:imum)?|at most|peak|highest|最大|最高|峰值|不超过|至多",
        "least": r"min(?:imum)?|at least|lowest|最小|最低|至少",
    },
    {
        "sent": r"sent|transmitted|发送",
        "received": r"received|接收|收到",
    },
    {
        "hit": r"hits?(?: ratio| rate)?|命中(?:率)?",
        "miss": r"miss(?:es)?(?: ratio| rate)?|未命中(?:率)?",
    },
    {
        "from": r"valid from|not before|生效于|有效期自",
        "until": r"valid (?:until|to|through)|not after|expires?(?: at| on)?|有效期至|到期",
    },
)
_STATISTICS: Final = 1
_Role: TypeAlias = tuple[int, str]
"""The place of a family, and a role in it."""

_ROLES: Final = tuple(
    (
        place,
        role,
        cued(rf"(?<![a-z_])(?:{words})(?![a-z])", re.IGNORECASE),
    )
    for place, family in enumerate(_FAMILIES)
    for role, words in family.items()
)
_NEAR: Final = 24
_LINKED: Final = re.compile(r"(?:[ =:(\"]|of|at|is|was|are|a|an|the|为|是|到|于|rate|ratio)*\Z")
_PRESENT: Final = cued(
    r"(?<![a-z])(?:(?:is|are)(?: now)?(?: at)?|now|stands at|reached|runs at) ?\Z"
    r"|(?:为|达到?|是) ?\Z",
    re.IGNORECASE,
)
_MAY_TURN: Final = cued(
    "|".join(
        [r"(?<![a-z])(?:is|are|now|stands|reached)(?![a-z])|[为达是]"]
        + [pattern.pattern for _, _, pattern in _ROLES]
    ),
    re.IGNORECASE,
)
_ANY_ROLE: Final = cued(
    r"(?<![a-z])(?:limit|thresh|critical|warning|expect|most|max|quota|was|were|previous|former"
    r"|before|from|used|below|above|over|under|than|not|no|never|hit|miss)|n't"
    r"|阈值|上限|限|临界|预期|前|原|曾|此前|从|低于|高于|超|[未没不]",
    re.IGNORECASE,
)


def turns_a_role(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` gives a value of its sources the role of another."""
    return any(
        _turns(part, sources_about(part, sources))
        for part in clauses(text)
        if _MAY_TURN.search(part)
    )


def _turns(part: str, sources: Sequence[str]) -> bool:
    for fact, roles in _roles_of(part):
        own = [each for source in sources for each in _told(source).get(fact.key, ())]
        if not own or not all(own):
            continue
        known = {role for each in own for role in each}
        if any(_is_another(role, known) for role in roles) or _is_another_statistic(part, known):
            return True
        if not roles and {place for place, _ in known} == {0} and _is_present(part, fact):
            return True
    return False


def _is_another(role: _Role, known: set[_Role]) -> bool:
    return role not in known and any(role[0] == place for place, _ in known)


def _is_another_statistic(part: str, known: set[_Role]) -> bool:
    """Whether ``part`` names statistics, which stand far from their value too, and none of its."""
    own = {role for role in known if role[0] == _STATISTICS}
    if not own or sum(fact.number is not None for fact in extract_facts(part)) != 1:
        return False
    told = {
        (place, role)
        for place, role, pattern in _ROLES
        if place == _STATISTICS and pattern.search(part)
    }
    return bool(told) and not told & own


def _is_present(part: str, fact: Fact) -> bool:
    before = part[: fact.span[0]]
    return _PRESENT.search(before) is not None and not _ANY_ROLE.search(part)


@lru_cache(maxsize=1024)
def _told(source: str) -> dict[FactKey, list[frozenset[_Role]]]:
    """The roles of each value of ``source``, once for each place where it stands."""
    found: dict[FactKey, list[frozenset[_Role]]] = {}
    for fact, roles in _roles_of(source):
        found.setdefault(fact.key, []).append(roles)
    return found


def _roles_of(text: str) -> Iterator[tuple[Fact, frozenset[_Role]]]:
    """Each value of ``text`` with the roles that the words right before it give it."""
    for fact in extract_facts(text):
        if fact.number is None:
            continue
        start = fact.span[0]
        near = text[max(0, start - _NEAR) : start]
        yield (
            fact,
            frozenset(
                (place, role)
                for place, role, pattern in _ROLES
                for found in pattern.finditer(near)
                if _LINKED.match(near[found.end() :])
            ),
        )
