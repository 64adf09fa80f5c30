"""Signs that say what a text does not spell out: not, a bound, a direction, a cause (section 7).

A sign that stands in what is cited as it is there, is quoted. Else a sign of negation, of a
direction or of a consequence is refused, and a bound over a value that is told as exact.
"""

import re
from collections.abc import Sequence

from superbiz_agent.grounding.facts.characters import HAN
from superbiz_agent.grounding.facts.cued_pattern import cued

_DENIES = cued(r"!=|≠|<>|[\u274c\u2717\u2718\u2716\u2715\U0001f44e\U0001f6ab\u26d4]")
_DIRECTION = cued(
    r"[\u2191\u2193\u2197\u2198\u2b06\u2b07\U0001f4c8\U0001f4c9\U0001f53a\U0001f53b\u25b2\u25bc]"
)
_BOUND = cued(rf"(?:[≥≤≧≦]|(?<=[A-Za-z_{HAN}])[ ]?[<>]=?)[ ]?(?P<value>[0-9][0-9.,]*[%A-Za-z]*)")
_LEADS = cued(r"[⇒⟹➜➡➔⟶]")
_ARROW = cued(r"(?P<a>[^\s|]+)\s?(?:→|->|=>)\s?(?P<b>[^\s|]+)")
_NAME = re.compile(rf"[A-Za-z{HAN}][A-Za-z0-9_./{HAN}-]{{2,}}")
BEFORE_A_BOUND = (
    r"(?:threshold|limit|max|min|above|over|below|under|exceed\w*|at least|at most|up to"
    r"|(?:more|less|greater|higher|lower) than|阈值|上限|下限|限值|超过|高于"
    r"|低于|大于|小于|至少|至多"
    r"|[<>≥≤]=?)"
    r"[^0-9,，;；]{0,24}"
)
"""What makes the value behind it a bound; the heads of tables read it, too."""

_OR_MORE = r" ?(?:or (?:more|less|above|below)|以上|以下|及以上)"

PATTERNS = [_DENIES, _DIRECTION, _BOUND, _LEADS, _ARROW]


def adds_a_sign(text: str, sources: Sequence[str]) -> bool:
    """Whether ``text`` says by a sign what none of ``sources`` says by that sign."""
    whole = "\n".join(sources)
    for pattern in (_DENIES, _DIRECTION, _LEADS):
        if any(match.group() not in whole for match in pattern.finditer(text)):
            return True
    return any(
        _is_told_exactly(match["value"], whole)
        for match in _BOUND.finditer(text)
        if match.group() not in whole
    ) or any(
        bool(_NAME.fullmatch(match["a"]) and _NAME.match(match["b"]))
        for match in _ARROW.finditer(text)
        if match.group() not in whole
    )


def _is_told_exactly(value: str, whole: str) -> bool:
    """Whether ``value`` stands in the sources, and nowhere as a bound."""
    value = value.rstrip(".,")
    exact = re.escape(value)
    return value in whole and not re.search(
        f"{BEFORE_A_BOUND}{exact}|{exact}{_OR_MORE}", whole, re.IGNORECASE
    )
