"""How long something took: asked, and told by a record."""

import re
from typing import Final

from superbiz_agent.models.offline.evidence import Line
from superbiz_agent.models.offline.kinds import asked_by
from superbiz_agent.models.offline.question import Question

ASKS_HOW_LONG: Final = asked_by(
    "how long(?! ago)|how many (?:seconds|minutes|hours)|duration",
    "多久(?!以?前|之前)|多长时间|多少(?:时间|秒|分钟|小时|毫秒)|耗时|用时",
)
_TOLD: Final = re.compile(
    r"(?<![a-z])(?:in|took|takes|taken|after|for|elapsed|duration|cost|spent|within)"
    r"[a-z_]{0,8}\W{1,3}(?<!-)[0-9][0-9.]{0,12}"
    r" ?(?:h|m|s|ms|us|ns|min|minutes?|hours?|seconds?|secs?)(?![a-z])"
    r"|(?<![a-z])(?:took|elapsed|duration|latency)_?(?:ms|s|seconds)?[=: ]{1,2}[0-9]"
    r"|(?:耗时|用时|历时|花费)\D{0,3}[0-9]",
    re.IGNORECASE,
)


def asks_how_long(question: Question) -> bool:
    """True for a question of how long something took."""
    return ASKS_HOW_LONG.search(question.text) is not None


def tells_duration(line: Line) -> bool:
    """True for a record that says how long something took: "finished in 14m32s"."""
    return _TOLD.search(line.message) is not None
