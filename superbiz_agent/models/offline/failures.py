"""Which records tell of failures, and how long the main one of them went on."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from superbiz_agent.models.offline.causes import tells_failure
from superbiz_agent.models.offline.changes import instant
from superbiz_agent.models.offline.evidence import WARN_RANK, Line
from superbiz_agent.models.offline.kinds import asked_by
from superbiz_agent.models.offline.question import Question
from superbiz_agent.models.offline.recoveries import tells_recovery

_TROUBLE: Final = (
    r"outages?|incidents?|problems?|issues?|trouble|errors?|fail\w{0,5}|down(?:time)?|unavailable"
    r"|unreachable|offline|broken|disruptions?|interruptions?|degraded|timeouts?"
)
_CHINESE_TROUBLE: Final = "故障|事故|问题|报错|错误|异常|失败|中断|宕机|不可用|离线|超时"
_LASTED: Final = asked_by(
    rf"how long (?!ago)[^?.!]{{0,80}}?(?<![a-z])(?:{_TROUBLE})"
    rf"|(?:duration|length) of [^?.!]{{0,40}}?"
    rf"(?<![a-z])(?:{_TROUBLE})",
    f"(?:{_CHINESE_TROUBLE})[^，。？?]{{0,8}}?(?:多久(?!以?前|之前)|多长时间|多少(?:分钟|小时|时间))",
)


def failures(lines: Iterable[Line]) -> list[Line]:
    """Return the records of failures among ``lines``: an ERROR or worse, or one that says so in
    words; warnings where there is none of these."""
    records = [line for line in lines if line.kind == "log"]
    failed = [line for line in records if is_failure(line)]
    return failed or [line for line in records if line.rank >= WARN_RANK]


def is_failure(line: Line) -> bool:
    """Whether a record tells of a failure, by its level or in words, and not that one is over."""
    if line.rank > WARN_RANK:
        return True
    return tells_failure(line.message) and not tells_recovery(line.message)


def asks_lasted(question: Question) -> bool:
    """True for a question of how long trouble went on."""
    return not question.asks_alerts and _LASTED.search(question.text) is not None


def main_failure(lines: Iterable[Line]) -> Line | None:
    """Return the failure that most records tell of, or null."""
    return max(failures(lines), key=lambda line: line.count or 1, default=None)


def length_of(line: Line) -> str:
    """How long the records of a group went on, to the millisecond ("1h26m33.499s"), since what is
    shown as a whole number must be exact; empty for a single record."""
    first, last = instant(line.first), instant(line.last)
    if line.count <= 1 or first is None or last is None or last <= first:
        return ""
    minutes, seconds = divmod(last - first, timedelta(minutes=1))
    hours, minutes = divmod(minutes, 60)
    rest = f"{seconds / timedelta(seconds=1):.3f}".rstrip("0").rstrip(".")
    sizes = ((str(hours), "h"), (str(minutes), "m"), (rest, "s"))
    return "".join(f"{number}{unit}" for number, unit in sizes if number != "0")


def tells_length(line: Line) -> bool:
    """Whether a line tells how long something has been so: a group by its ends, an alert by its
    duration."""
    return bool(length_of(line) or (line.kind == "alert" and line.fields.get("duration")))
