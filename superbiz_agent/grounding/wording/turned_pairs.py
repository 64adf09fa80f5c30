"""Opposites that hold in any pair of languages, whatever else a clause says (section 7, polarity).

Of one thing, only one of the two can be: what ended does not go on, what expired is not valid, a
clock that is behind is not ahead. Extend the table here.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from superbiz_agent.grounding.facts.cued_pattern import CuedPattern, cued

_STILL_RUNS = (
    r"(?<![a-z])(?:still (?:running|going on|in progress|under way|active|open)|ongoing|in progress"
    r"|under way|not (?:yet )?(?:finished|ended|completed|over))(?![a-z])"
    r"|仍在(?:进行|运行|继续)|还在(?:进行|运行|继续)|进行中|[未没](?:有)?(?:结束|完成|跑完)"
)
_IS_OVER = (
    r"(?<![a-z])(?<!not )(?<!yet )(?:finished|ended|completed|(?:is|was) (?:over|done))"
    r"(?! with error)(?![a-z])|(?<![未没有])(?:结束|完成|跑完)"
)
_IS_VALID = (
    r"(?<![a-z])(?<!not )(?<!no longer )(?:still valid|(?:is|was|are|were) valid(?! for)|in date"
    r"|(?:not|never) (?:yet )?expired?)(?![a-z])|(?:仍|还|依然|尚)有效|[未没](?:有)?过期|仍在有效期"
)
_EXPIRED = (
    r"(?<![a-z])(?<!not )(?<!yet )(?<!never )(?:expired|ran out|run out)(?![a-z])"
    r"|(?<![未没有])(?:过期|到期|失效)"
)
_AHEAD = r"[0-9] ?(?:s|ms|seconds?|min|minutes?) (?:ahead|fast)(?![a-z])|快(?:了)? ?[0-9]|超前"
_BEHIND = r"[0-9] ?(?:s|ms|seconds?|min|minutes?) (?:behind|slow)(?![a-z])|慢(?:了)? ?[0-9]|落后"
_ITSELF = r"(?<![a-z])(?:automatically|by itself|on its own)(?![a-z])|自动|自行"
_BY_HAND = r"(?<![a-z])(?:manually|by hand|in person)(?![a-z])|手动|手工|人工"
_CONNECTED = (
    r"(?<![a-z])(?:got|gets|obtained|acquired) (?:a|its|their|the) connections?(?![a-z])"
    r"|(?:取得|拿到|获得|获取到)了?连接"
)
_NOT_CONNECTED = (
    r"(?<![a-z])(?:acquir(?:e|ing)|get(?:ting)?|obtain(?:ing)?) [^.;]{0,20}connection[^.;]{0,20}"
    r"(?:time(?:out|d)|failed)|(?:获取|取得|拿到|取)[^，。；]{0,4}连接(?:超时|失败)|取不到连接"
)
_NOT_ONLY = (
    r"(?<![a-z])not (?:only|just) (?:once|when|at|on|in)(?![a-z])|不[只仅]在|不止一次|并非只在"
)
_ONLY = r"(?<![a-z])(?:once|only (?:once|when|at|on|in)|just once)(?![a-z])|[只仅]在|一次"


class _Pair(NamedTuple):
    """What a text says, and its opposite; a source may say both."""

    said: CuedPattern
    opposite: CuedPattern


_PAIRS = tuple(
    _Pair(cued(said, re.IGNORECASE), cued(opposite, re.IGNORECASE))
    for said, opposite in (
        (_STILL_RUNS, _IS_OVER),
        (_IS_VALID, _EXPIRED),
        (_AHEAD, _BEHIND),
        (_BEHIND, _AHEAD),
        (_ITSELF, _BY_HAND),
        (_BY_HAND, _ITSELF),
        (_CONNECTED, _NOT_CONNECTED),
        (_NOT_ONLY, _ONLY),
    )
)

PATTERNS = [pattern for pair in _PAIRS for pattern in pair]


def says_one_of_a_pair(clause: str) -> bool:
    """Whether ``clause`` says what has an opposite."""
    return any(pair.said.search(clause) for pair in _PAIRS)


def turns_a_pair(clause: str, sources: Sequence[str]) -> bool:
    """Whether ``clause`` says one of two opposites of which ``sources``, the clauses that speak of
    the same, say only the other."""
    return any(
        pair.said.search(clause)
        and any(map(pair.opposite.search, sources))
        and not any(map(pair.said.search, sources))
        for pair in _PAIRS
    )
