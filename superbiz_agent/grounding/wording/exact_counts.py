"""Words that make a count exact, or its upper bound: exactly 7, 正好 7, no more than 7 (section 7).

A claim that tells a count says what was seen; that there was no further one is a statement of its
own, which an answer does not see the ground of. Extend the tables here.
"""

import re
from collections.abc import Sequence

_NUMBER = (
    r"(?P<{0}>[0-9]+(?:[,.][0-9]+)*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|twenty|once|twice)(?![A-Za-z])"
)
_HAN_NUMBER = r"(?P<{0}>[0-9]+(?:[,.][0-9]+)*|[一二两三四五六七八九十百千]+)"
_SAID = r"(?:是|有|为|出现|记录|发生)?了? ?"
_BOUND = re.compile(
    r"(?<![a-z])(?:no more than|not more than|at most|at the most|a maximum of)"
    rf"(?: (?:the|these|those))? {_NUMBER.format('a')}"
    rf"|(?:最多|至多|顶多|不超过|不多于){_SAID}{_HAN_NUMBER.format('b')}",
    re.IGNORECASE,
)
_EXACT = re.compile(
    r"(?<![a-z])(?<!not )(?:exactly|precisely|just|merely)"
    rf"(?: (?:the|these|those|at))? {_NUMBER.format('a')}"
    rf"|(?<![a-z0-9.]){_NUMBER.format('c')}[^.;,:]{{0,40}}? "
    r"(?:and no more|and not one more|exactly)(?![a-z])"
    rf"|(?:正好|恰好|恰恰|恰有|刚好|不多不少|整整|仅仅){_SAID}{_HAN_NUMBER.format('b')}",
    re.IGNORECASE,
)
_HIGHEST = (
    r"(?:\d ?(?:to|and|-|–|~|至|到) ?|(?:max(?:imum)?|peak|up to|highest|most|limit"
    r"|最[高多大]|上限)"
    r"[^0-9.;，。]{{0,16}}){0}(?![0-9]|[.,][0-9])"
)
"""A number that a source tells as the upper end of something."""


def makes_a_count_exact(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` tells a number as exact, or as the most there was, and no source does."""
    if _EXACT.search(text) and not any(map(_EXACT.search, sources)):
        return True
    if any(map(_BOUND.search, sources)):
        return False
    return any(
        not _is_highest(found["a"] or found["b"], sources) for found in _BOUND.finditer(text)
    )


def _is_highest(number: str, sources: Sequence[str]) -> bool:
    told = re.compile(_HIGHEST.format(re.escape(number)), re.IGNORECASE)
    return any(map(told.search, sources))
