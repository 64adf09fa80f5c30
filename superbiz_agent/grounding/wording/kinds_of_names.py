"""A name after the noun of its kind: the user, table or parameter of the sources (section 7).

'user "analyst"' over 'user "scanner"' is another user, though a cited line holds both names. Extend
the table of kinds here.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from superbiz_agent.grounding.facts.cued_pattern import cued

_KINDS = (
    "user|account|用户|账号|账户",
    "table|relation|表",
    "parameter|argument|option|参数|选项",
    "column|field|列|字段",
    "topic|主题",
    "queue|队列",
    "consumer group|group|消费组",
    "tag|标签",
    "database|数据库",
    "bucket|存储桶",
    "schema|模式",
    "index|索引",
    "quota|配额",
)
_QUOTED = r"[\"“'`](?P<quoted>[A-Za-z0-9][A-Za-z0-9_.:/-]{1,60})[\"”'`]"
_WITH_SIGNS = (
    r"(?P<plain>[A-Za-z][A-Za-z0-9]{0,30}(?:[_.-][A-Za-z0-9]{1,30}){1,6})(?![A-Za-z0-9_-])"
)
"""A name by its form: ``fare_class``, ``orders.v2``; a plain word after a noun may be a verb."""

_NAMED = cued(
    rf"(?<![A-Za-z_-])(?:{'|'.join(f'({kind})' for kind in _KINDS)}) ?(?:{_QUOTED}|{_WITH_SIGNS})",
    re.IGNORECASE,
)
"""One group for each kind, in the order of the table."""


def names_another(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` calls something of a kind by a name that ``sources`` hold only elsewhere,
    while they have others of that kind."""
    said = _names(text)
    known = frozenset[tuple[int, str]]().union(*map(_names, sources)) if said else said
    kinds = {kind for kind, _ in known}
    return any(
        kind in kinds and (kind, name) not in known and _stands(name, sources)
        for kind, name in said
    )


@lru_cache(maxsize=4096)
def _names(text: str) -> frozenset[tuple[int, str]]:
    """Each name that stands after the noun of a kind, with the number of that kind."""
    return frozenset(
        (
            next(number for number, noun in enumerate(match.groups()) if noun),
            (match["quoted"] or match["plain"]).rstrip(".").lower(),
        )
        for match in _NAMED.finditer(text)
    )


def _stands(name: str, sources: Sequence[str]) -> bool:
    return any(name in source.lower() for source in sources)
