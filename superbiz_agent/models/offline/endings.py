"""Whether something is over: asked, and answered by the last that is on record of it."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, Literal

from superbiz_agent.models.offline.changes import LATER, instant
from superbiz_agent.models.offline.evidence import WARN_RANK, Line

Asked = Literal["over", "ongoing"]

_ONGOING: Final = re.compile(
    r"(?<![a-z])(?:still|ongoing|going on|continu(?:e|es|ing)|persists?(?:ing)?)(?![a-z])"
    r"|还在|仍然?|持续|还(?:没|未).{0,4}(?:好|恢复|解决)|还(?![有是要需])[^，。？?]{1,6}[吗么]",
    re.IGNORECASE,
)
_OVER: Final = re.compile(
    r"(?<![a-z])(?:recover(?:s|ed|y|ing)?|resolved|is over|been over|fixed|healed|again|cleared"
    r"|over(?=(?: (?:now|yet|already|again|by now))?\s{0,3}(?:[?.!]|\Z))"
    r"|gone away|subsided|back (?:to normal|up|online|again)|(?:is|are|come|came|go|went) back"
    r"|stop(?:ped|s)?|end(?:ed|s)?|ceased?|subside|clear up)(?![a-z])"
    r"|恢复|好[了的]|解决[了的]|结束|停[了的]|停止|停(?=[？?]|\Z)|消失|正常了|没(?:有)?了(?=[吗？?]|\Z)",
    re.IGNORECASE,
)
_WHEN: Final = re.compile(
    r"(?<![a-z])(?:when|what time|until when|how long ago)(?![a-z])|什么时候|啥时候|何时|几点",
    re.IGNORECASE,
)
_BEGINS: Final = re.compile(
    r"(?<![a-z])(?:start(?:s|ed)?|beg[aiu]n)(?![a-z])|开始|起", re.IGNORECASE
)
_WORKS: Final = re.compile(
    r"(?<![a-z])(?:why|how to|how (?:do|can|should))(?![a-z])|为什么|怎么|如何"
)
"""Questions of why, or of how to bring the end about, ask not whether it has come."""


_STARTED: Final = re.compile(
    r"(?<![a-z])(?:is (?:now )?running|ready|listening|started|accepting connections"
    r"|startup complete|up and running)(?![a-z])|启动完成|启动成功|就绪",
    re.IGNORECASE,
)
"""Words of a record that something runs: told where an end of trouble is asked for, never an end
by themselves."""


def asks_ending(text: str) -> Asked | None:
    """Whether ``text`` asks if something is over, or if it goes on; null for any other question."""
    if _WORKS.search(text.lower()):
        return None
    if _ONGOING.search(text):
        return "ongoing"
    return "over" if _OVER.search(text) else None


def asks_span(text: str) -> bool:
    """Whether ``text`` asks from when and until when something was."""
    return asks_ending(text) == "over" and _BEGINS.search(text) is not None


def asks_end(text: str) -> bool:
    """Whether ``text`` asks when something ended."""
    return _WHEN.search(text) is not None and not asks_span(text) and asks_ending(text) == "over"


def starts_after(trouble: Sequence[Line], lines: Iterable[Line], limit: int) -> list[Line]:
    """The records that something runs or is ready, later than all of ``trouble``, in time order."""
    ends = [end for line in trouble if (end := instant(line.last or line.at))]
    later = [
        (at, line)
        for line in lines
        if line.kind == "log"
        and line not in trouble
        and _STARTED.search(line.message)
        and (at := instant(line.first)) is not None
        and (not ends or at >= max(ends))
    ]
    return [line for _, line in sorted(later, key=lambda pair: pair[0])[:limit]]


def last_trouble(lines: Sequence[Line], limit: int) -> list[Line]:
    """The records of trouble that end last, the last first."""
    severe = [line for line in lines if line.kind == "log" and line.rank >= WARN_RANK]
    dated = [line for line in severe if instant(line.last or line.at)]
    return sorted(dated, key=lambda x: instant(x.last or x.at) or LATER, reverse=True)[:limit]
