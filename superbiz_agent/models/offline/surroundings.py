"""What stands beside a failure in its file and says of what it is: the host, the port, the address.

Plain logs break one event into several lines. Lines next to each other, of
one writer, that occur equally often belong together.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Final

from superbiz_agent.models.offline.changes import instant
from superbiz_agent.models.offline.evidence import Line

NEAR: Final = 3
"""Lines between a failure and what belongs to it, at most."""

AT_ONCE: Final = timedelta(seconds=1)
"""Time between them, at most, where they have any."""

_TARGET: Final = re.compile(
    r"(?<![a-z])(?:host|port|address|endpoint|url|uri|target|server|upstream|path|file|database|topic"
    r"|queue|bucket|device|主机|端口|地址|路径)[ :=：]{1,3}\S",
    re.IGNORECASE,
)


def targets_of(failures: Sequence[Line], lines: Iterable[Line]) -> list[Line]:
    """The lines that say what ``failures`` are of, in the order of their file."""
    found = [
        line
        for line in lines
        if line.kind == "log"
        and line not in failures
        and _TARGET.search(line.message)
        and any(_belongs(line, failure) for failure in failures)
    ]
    return sorted(found, key=lambda line: line.row)


def _belongs(line: Line, failure: Line) -> bool:
    return (
        bool(line.file)
        and (line.file, line.owner, line.count) == (failure.file, failure.owner, failure.count)
        and _is_beside(line, failure)
        and _at_once(line.first, failure.first)
        and _at_once(line.last, failure.last)
    )


def _is_beside(line: Line, failure: Line) -> bool:
    """Whether they are near in their file; of rows of a server's table only the time tells."""
    return line.row == failure.row == 1 or 0 < abs(line.row - failure.row) <= NEAR


def _at_once(one: str, other: str) -> bool:
    start, end = instant(one), instant(other)
    return one == other or bool(start and end and abs(end - start) <= AT_ONCE)
