"""Lines as container runtimes write them: what the program wrote, unwrapped and joined again.

| runtime | line |
|---|---|
| CRI (containerd, CRI-O) | ``2026-07-07T10:00:00.123Z stderr F message``; ``P``: a part of one |
| Docker's json-file | ``{"log":"message","stream":"stderr","time":"2026-07-07T10:00:00.123Z"}`` |

The runtime's instant is the record's: it has a zone. A runtime makes a record of each line, so that
the frames of a stack trace are told by how they look.
"""

import re
from typing import NamedTuple

from superbiz_agent.contracts.base import JsonObject

_CRI = re.compile(
    r"(?P<time>[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,18}(?:Z|[+-][0-9]{2}:[0-9]{2})) "
    r"(?P<stream>stdout|stderr) (?P<tag>[FP])(?:| (?P<content>.*))",
    re.DOTALL,
)
_LONGEST_HEAD = 48
"""More than the time and the stream before a line's content take."""

_DOCKER_KEYS = frozenset({"log", "stream", "time", "attrs"})
_FRAME = re.compile(
    r"\s|Caused by:|at |\.\.\. [0-9]|[)\]}]+\s*\Z"
    r"|goroutine [0-9]{1,9} \[|created by |[A-Za-z_][\w./*\[\]·-]*(?:\(\*\w+\)[\w.]*)?\(.*\)\Z"
)
"""What a line of a stack trace or of a wrapped record begins with, in Java, Python, Go."""

TRACEBACK = "Traceback (most recent call last):"
CUT = (" stdout P ", " stderr P ", '{"log":"')
STATEFUL = (*CUT, TRACEBACK)
"""Where one of these stands, lines near it can be told apart only together with those before."""

WHOLE = (" stdout F ", " stderr F ")
"""What a traceback has to stand in for that: a program's own is told line by line."""


class ContainerLine(NamedTuple):
    """What a program wrote on ``stream``; ``head`` is what the runtime put before it, in the form
    of CRI. ``is_whole`` unless the rest of the line follows in the next one."""

    head: str
    stream: str
    content: str
    is_whole: bool

    @property
    def text(self) -> str:
        """The line in the form of CRI."""
        return self.head + self.content


def unwrapped(text: str, value: JsonObject | None) -> ContainerLine | None:
    """Return the line of a container that ``text`` is (``value``, if it is JSON), or null."""
    if value is None:
        return _cri(text)
    log, time = value.get("log"), value.get("time")
    if not isinstance(log, str) or not isinstance(time, str) or not _DOCKER_KEYS.issuperset(value):
        return None
    stream = "stderr" if value.get("stream") == "stderr" else "stdout"
    return ContainerLine(f"{time} {stream} F ", stream, log.rstrip("\r\n"), log.endswith("\n"))


def _cri(text: str) -> ContainerLine | None:
    is_alike = text[4:5] == "-" and text[10:11] == "T" and " std" in text[:_LONGEST_HEAD]
    if not is_alike:  # far cheaper than the pattern
        return None
    match = _CRI.fullmatch(text)
    if match is None:
        return None
    head = f"{match['time']} {match['stream']} F "
    return ContainerLine(head, match["stream"], match["content"] or "", match["tag"] == "F")


def is_frame(content: str) -> bool:
    """Whether ``content`` belongs to the record before it by how it looks."""
    return _FRAME.match(content) is not None


def ends_traceback(last: str, trace: list[str]) -> bool:
    """Whether the exception of a Python traceback is due: ``last`` is a frame of ``trace``."""
    return last.startswith(" ") and any(TRACEBACK in line for line in trace)
