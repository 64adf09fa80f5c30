"""A role of one value of a line given to another one: "limited to 91 %" over "at 91% (limit 85%)".

Where a line gives a role (its limit, the former value, the total, the timeout) to a value, no other
value of that kind in it has the role (contract section 7). Extend the table here.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from superbiz_agent.grounding.facts import Fact, FactKey, extract_facts
from superbiz_agent.grounding.facts.cued_pattern import CuedPattern, cued
from superbiz_agent.grounding.misreadings.about import sources_about
from superbiz_agent.grounding.wording.clauses import clauses


class _Role(NamedTuple):
    """How a text names a role before and behind its value, and how a source may name it besides."""

    before: CuedPattern
    behind: CuedPattern | None = None
    known: CuedPattern | None = None


_LINK: Final = r"[ =:\"']*(?:(?:of|at|is|was|to|set|were|the|an?|be)[ =:\"']+)*(?:[为是到于] ?)?\Z"


def _before(words: str) -> CuedPattern:
    return cued(rf"(?:{words})(?: of [\w.-]{{1,40}})?{_LINK}", re.IGNORECASE)


def _behind(words: str) -> CuedPattern:
    return cued(rf" ?(?:{words})(?![a-z])(?! ?[=:]| (?:of|is|was) )", re.IGNORECASE)


def _key(word: str) -> CuedPattern:
    return cued(rf"(?<![a-z]){word}[=:] ?\Z", re.IGNORECASE)


_ROLES: Final = (
    _Role(
        _before(
            r"(?<![a-z])(?:limit|limited|threshold|quota|capacity|capped|cap|allowance)"
            r"|阈值|上限|限额|配额|容量|限制"
        ),
        _behind(r"(?:limit|threshold|quota|cap)|的?(?:阈值|上限|限额|配额)"),
        cued(
            r"[0-9](?: ?[kmgt]?i?b| ?ms| ?s|%)? (?:out )?of (?:its |the |a )?\Z|/ ?\Z"
            r"|(?<![a-z])(?:critical|warning|at most|expected at most|max|maximum) (?:at |of )?\Z",
            re.IGNORECASE,
        ),
    ),
    _Role(
        _before(r"(?<![a-z])(?:previously|formerly|used to be)|之前|此前|原来|原先|原本"),
        None,
        _before(r"(?<![a-z])(?:was|were|before|up from|down from)|[原曾]"),
    ),
    _Role(
        _before(r"(?<![a-z])(?:in total|totall?ed|total)|总共|共计|合计|总计"),
        _behind(r"(?:in total|total|altogether)"),
    ),
    _Role(_before(r"(?<![a-z])timeout|超时(?:时间|阈值|设置)"), _behind(r"timeout|的?超时时间")),
    _Role(
        _before(r"(?<![a-z])(?:current|currently|now)|当前|目前|现在"),
    ),
    _Role(
        _before(r"(?<![a-z])(?:requested|requests)|申请"),
    ),
    _Role(
        _before(r"(?<![a-z])(?:allocated|granted)|已?分配"),
    ),
    _Role(
        _before(r"(?<![a-z])before(?: [A-Za-z]{1,16}){1,2}|前[^，。；]{0,6}"), None, _key("before")
    ),
    _Role(
        _before(r"(?<![a-z])after(?: [A-Za-z]{1,16}){1,2}|后[^，。；]{0,6}"), None, _key("after")
    ),
)
_TRIED: Final = cued(
    r"(?<![a-z])(?:retried|attempted|tried) (?P<en>[0-9]{1,6}) times"
    r"|(?<![0-9.])(?P<noun>[0-9]{1,6}) (?:retries|attempts|tries)(?! (?:allowed|left|at most))"
    r"|(?:重试|尝试)了? ?(?P<zh>[0-9]{1,6}) ?次",
    re.IGNORECASE,
)
_ONE_TRY: Final = cued(
    r"(?:retry|attempt|try|重试|尝试)(?: ?#|[ =:第])? ?(?P<one>[0-9]{1,6})"
    r" ?(?:/|of|out of) ?(?P<all>[0-9]{1,6})(?![0-9])",
    re.IGNORECASE,
)
"""Tries that were done, and one try of those that are allowed."""

_MAY_TAKE: Final = cued(
    r"before|after|前|后|limit|threshold|quota|capacity|cap|allow|previous|former|used to"
    r"|total|altogether|timeout|retr|attempt|tries|tried|试"
    r"|current|now|request|allocat|grant|阈值|上限|限|额|容量|之前|此前|原|总|共|合计|超时|当前|目前|现在"
    r"|申请|分配",
    re.IGNORECASE,
)
_KINDS: Final = ("number", "percentage", "quantity", "duration")
_NEAR: Final = 32


def takes_a_role(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` gives a value the role that each line of it gives to another value."""
    return any(
        _takes(part, about) or _counts_the_allowed(part, about)
        for part in clauses(text)
        if _MAY_TAKE.search(part) and (about := sources_about(part, sources))
    )


def _counts_the_allowed(part: str, sources: Sequence[str]) -> bool:
    """Whether ``part`` tells as the tries done how many a line of one of them allows."""
    told = {found["en"] or found["zh"] or found["noun"] for found in _TRIED.finditer(part)}
    tries = [found for source in sources if told for found in _ONE_TRY.finditer(source)]
    done = {found["one"] for found in tries}
    return any(found["all"] in told - done for found in tries)


def _takes(part: str, sources: Sequence[str]) -> bool:
    for fact, roles in _roles_of(part, is_source=False):
        lines = [told for source in sources if fact.key in (told := _told(source))]
        if any(
            lines and all(_is_another_value(fact, role, line) for line in lines) for role in roles
        ):
            return True
    return False


def _is_another_value(fact: Fact, role: int, line: dict[FactKey, tuple[Fact, set[int]]]) -> bool:
    """Whether ``line`` has the role, and for a value like ``fact`` that is another one alone."""
    having = [each for each, roles in line.values() if role in roles]
    same = [each for each in having if (each.kind, each.unit) == (fact.kind, fact.unit)]
    return bool(same) and all(each.key != fact.key for each in same)


@lru_cache(maxsize=1024)
def _told(source: str) -> dict[FactKey, tuple[Fact, set[int]]]:
    """The values of ``source``, each with its roles in all places where it stands."""
    found: dict[FactKey, tuple[Fact, set[int]]] = {}
    for fact, roles in _roles_of(source, is_source=True):
        found.setdefault(fact.key, (fact, set()))[1].update(roles)
    return found


def _roles_of(text: str, *, is_source: bool) -> Iterator[tuple[Fact, frozenset[int]]]:
    for fact in extract_facts(text):
        if fact.kind not in _KINDS or fact.number is None:
            continue
        start, end = fact.span
        before, behind = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
        yield (
            fact,
            frozenset(
                place
                for place, role in enumerate(_ROLES)
                if role.before.search(before)
                or (role.behind and role.behind.match(behind))
                or (is_source and role.known and role.known.search(before))
            ),
        )
