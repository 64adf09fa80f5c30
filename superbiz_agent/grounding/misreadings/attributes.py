"""An attribute of one source told of what another tells (contract section 7).

Two alerts of one service, or two records of it: "DiskFull has severity=critical" where DiskFull is
``severity=warning`` and the other alert is critical. An attribute is a value under a key, or the
level of a record, of which the sources have several; an outcome is of the subject right before it.
Extend the tables here.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from superbiz_agent.grounding.facts.cued_pattern import cued
from superbiz_agent.grounding.misreadings.about import holds_name, is_of_another, names_in
from superbiz_agent.grounding.wording.clauses import clauses

_PAIR: Final = cued(
    r"(?<![\w.])(?P<key>[a-z][a-z0-9_.]{1,40})=\"?(?P<value>[a-z0-9][\w./-]{0,60}(?<![.]))",
    re.IGNORECASE | re.ASCII,
)
_SEVERITIES: Final = "critical|warning|info|major|minor|page"
_BE: Final = r"(?<![a-z])(?:is|are|was|were|as|the) (?:an? |only )*"
_IS: Final = r"(?: (?:is|was|of|code|label))*(?:=|[:：]| |为|是) ?(?:an? |only )?\"?"
_KEYED: Final = tuple(
    (key, cued(pattern, flags))
    for key, pattern, flags in (
        (
            "level",
            r"(?<![\w=-])(?P<value>FATAL|CRITICAL|ERROR|WARN|INFO|DEBUG)(?:ING)?(?![\w=-])",
            re.ASCII,
        ),
        (
            "severity",
            rf"(?:severity{_IS}|{_BE})(?P<value>{_SEVERITIES})(?![\w-])",
            re.IGNORECASE,
        ),
        (
            "severity",
            rf"(?<![\w=-])(?P<value>{_SEVERITIES})(?:[ -](?:alert|level|severity)|级)",
            re.IGNORECASE,
        ),
        (
            "severity",
            rf"(?:级别|严重性|严重程度)(?:为|是) ?(?P<value>{_SEVERITIES})",
            re.IGNORECASE,
        ),
        (
            "status",
            rf"(?:status|http|状态码){_IS}(?P<value>[1-5][0-9][0-9])(?![\w.%])",
            re.IGNORECASE,
        ),
    )
)
"""How a value is told without ``=``, by the key that it is of."""

_DENIED: Final = cued(
    r"(?<![a-z])(?:not|no|never|without|than|unlike|nor|neither)(?![a-z])|n't|[未没不非无]|比",
    re.IGNORECASE,
)
_OUTCOME: Final = cued(
    r"(?P<subject>[\w./-]+) (?:has |have |was |were |had )?"
    r"(?P<outcome>timed out|failed|crashed|refused|rejected|expired|restarted)(?![a-z])"
    r"|(?P<name>[A-Za-z0-9][A-Za-z0-9./_-]+) ?(?:已|被)?(?P<han>超时|失败|崩溃|拒绝|过期|重启)",
    re.IGNORECASE,
)


def exchanges_an_attribute(text: str, sources: Sequence[str]) -> bool:
    """Whether a clause of ``text`` gives what one source tells a level, a value of a key or an
    outcome that another source alone has."""
    return len(sources) > 1 and any(
        _takes_a_value(part, sources) or _takes_an_outcome(part, sources)
        for part in clauses(text)
        if not _DENIED.search(part)
    )


def _takes_a_value(part: str, sources: Sequence[str]) -> bool:
    """Whether ``part`` tells a value of sources of which it speaks not, and speaks of a source
    that has another value under the same key."""
    for key, value in _values(part):
        having = [source for source in sources if any(each == key for each, _ in _values(source))]
        holders = [source for source in having if (key, value) in _values(source)]
        if is_of_another(part, holders, having, least=1, beside=f"{key} {value}"):
            return True
    return False


@lru_cache(maxsize=2048)
def _values(text: str) -> frozenset[tuple[str, str]]:
    """The values that ``text`` tells, each with its key, in small letters."""
    pairs = [(found["key"].lower(), found["value"].lower()) for found in _PAIR.finditer(text)]
    keyed = [
        (key, found["value"].lower()) for key, pattern in _KEYED for found in pattern.finditer(text)
    ]
    return frozenset([*pairs, *keyed])


def _takes_an_outcome(part: str, sources: Sequence[str]) -> bool:
    """Whether the named subject right before an outcome stands in other sources than it."""
    for found in _OUTCOME.finditer(part):
        outcome = found["outcome"] or found["han"]
        subject = found["subject"] or found["name"]
        holders = [source for source in sources if outcome.lower() in source.lower()]
        if not names_in(subject) or any(holds_name(subject, source) for source in holders):
            continue
        said = part[: found.end()]
        if is_of_another(said, holders, sources, least=1, beside=outcome):
            return True
    return False
