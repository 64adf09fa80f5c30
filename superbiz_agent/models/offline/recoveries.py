"""What says that trouble is over: words of a recovery in the record itself, or in a later one."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from superbiz_agent.models.offline.changes import instant, instant_of
from superbiz_agent.models.offline.evidence import WARN_RANK, Line

RECOVERED: Final = re.compile(
    r"(?<![a-z])(?:recover(?:ed|y (?:complete|finished))|restored|resumed"
    r"|back (?:online|in service)"
    r"|(?:reachable|available|connected|healthy|up|alive|responding|ready|online|normal|ok"
    r"|operational|writable|in sync) again|(?:connection|session|link|service) re-?established"
    r"|caught up|circuit (?:breaker )?(?:is )?(?:now )?closed"
    r"|(?:circuit|breaker)(?![a-z])[^.;\n]{0,60} ?(?:to|is|now|->|=>|=) ?\"?closed"
    r"|back to normal|returned to ready"
    r"|(?:issue|incident|problem|alert|is|been) resolved|self[- ]healed"
    r"|transient|auto-rolled back|rolled back|rollback (?:is )?(?:complete|successful|finished)"
    r"|rollback succeeded|retried successfully|is healthy again|reconnected|no further"
    r"|NodeHas(?:No|Sufficient)[A-Z][A-Za-z]{2,30}"
    r"|no longer (?:failing|lagging|firing))(?![a-z])"
    r"|(?<![未没不无法待可能始在试行何要请前后备])恢复(?![失中前后点时期备数快操命])|熔断[^，。；]{0,12}(?:关闭|闭合)|已回滚|已解决|重新连接成功|重连成功|重新可用",
    re.IGNORECASE,
)
"""Words of a record that tell of an end of trouble."""

SEARCHED: Final = (
    r"(?i)recover(ed|y)|restored|resumed|\b(again|resolved|re-?established|reconnected)\b"
    r"|back (online|in service|to normal)|caught up|closed|rolled back|rollback"
    r"|NodeHas(No|Sufficient)|恢复|回滚|解决|重连|重新"
)
"""A regular expression (RE2) that finds them, and more, among other records."""

DENIED: Final = re.compile(
    r"(?<![a-z])(?:not|never|cannot|could not|failed to be|un(?:able|til)|if|once|when|before)"
    r"(?: [a-z]{1,12}){0,2} ?\Z|未|没有",
    re.IGNORECASE,
)
"""What stands before such words where nothing is over."""

MAX_RECOVERIES: Final = 2
_BEFORE: Final = 30


def tells_recovery(text: str) -> bool:
    """True if ``text`` says that trouble is over, or passed by itself."""
    return any(
        not DENIED.search(text[max(0, found.start() - _BEFORE) : found.start()])
        for found in RECOVERED.finditer(text)
    )


def recoveries_after(trouble: Sequence[Line], lines: Iterable[Line]) -> list[Line]:
    """The records that tell of a recovery and are later than all of ``trouble``, in time order."""
    ends = [end for line in trouble if (end := instant(line.last or line.at))]
    if not ends:
        return []
    later = [
        (at, line)
        for line in lines
        if line.kind == "log"
        and line.rank < WARN_RANK
        and line not in trouble
        and (at := instant_of(line)) is not None
        and at >= max(ends)
        and tells_recovery(line.message)
    ]
    return [line for _, line in sorted(later, key=lambda pair: pair[0])[:MAX_RECOVERIES]]


def is_recovered(lines: Sequence[Line]) -> bool:
    """True if the last that records tell of a trouble is that it is over."""
    severe = [line for line in lines if line.kind == "log" and line.rank >= WARN_RANK]
    return bool(recoveries_after(severe, lines))
