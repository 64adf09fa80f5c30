"""Questions that count from the start of an alert: "since the alert fired", 告警开始后 (section 2,
time).

The instant stands in the stored alerts alone; what a question calls it is a closed table.
"""

import re
from typing import Final

_ALERT = (
    r"(?:the|this|that|an?|its|our)?\s?(?:[A-Za-z][A-Za-z0-9_.:-]{0,79}\s){0,2}(?:alert|alarm)s?"
)
_BEGAN = (
    r"(?:started|began|begun|fired|triggered|went off|came (?:up|in)|(?:is|was|has been|started) "
    r"firing|start|begin|firing)"
)
ALERT_START: Final = re.compile(
    rf"(?<![A-Za-z])(?:ever since|since|after|from)\s{_ALERT}(?:\s(?:has |have |had )?{_BEGAN})?"
    r"(?: on)?(?![A-Za-z])"
    r"|(?:自从?|从)?(?:该|这个?|上述|[A-Za-z][A-Za-z0-9_.:-]{0,79})?\s?(?:的)?(?:告警|报警|警报)"
    r"(?:开始|触发|发生|出现|响起?|产生)?(?:以来|以后|之后|后(?!端|台)|起(?!因))",
    re.IGNORECASE,
)
"""Where a question asks for all that came after an alert began."""


def asks_since_alert(question: str) -> bool:
    """Whether ``question`` wants what came after the start of an alert."""
    return ALERT_START.search(question) is not None
