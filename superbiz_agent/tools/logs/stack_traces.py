"""Records of many lines: what of a stack trace stays where it must be short.

What happened stands in its first line and in the lines that name an exception ("Caused by"); frames
say where. So a trace is told apart by the former (``outline``), and shortened by the latter
(``condensed``).
"""

import re
from collections.abc import Iterable, Sequence

from superbiz_agent.tools.text import escape_line

_NAMES_EXCEPTION = re.compile(
    r"\s{0,16}(?:Caused by|Suppressed|Wrapped by|During handling of|The above exception|panic:|--->"
    r"|\[cause\]|\[errors?\])"
    r"|\s{0,16}[A-Za-z_$][A-Za-z0-9_.$]{0,200}(?:Exception|Error|Fault|Interrupt)(?![A-Za-z0-9_(])"
)
_FRAME = re.compile(r"\s{2,}\S|\t|\s?(?:at |\.\.\. [0-9]|File \")|\s*\Z")
_MARK = "... [{} lines left out] ..."
_LEAST_SHARE = 60
_MARK_SIZE = len(_MARK) + 6
_NEWLINE = 2


def outline(text: str) -> str:
    """Return ``text`` without the frames of stack traces: what tells it from other records."""
    first, *others = text.split("\n")
    return "\n".join([first, *(line for line in others if _rank(line) < _IS_FRAME)])


def condensed(text: str, room: int) -> str:
    """Return ``text`` in about ``room`` bytes: its first line and every line that names an
    exception, each cut if need be, then as many other lines as there is room for. What is left out
    is counted where it stood. ``text`` holds no secret any more."""
    lines = text.split("\n")
    if len(lines) == 1 or _size(text) <= room:
        return text
    ranks = [0, *(_rank(line) for line in lines[1:])]
    vital = _ends([n for n, rank in enumerate(ranks) if rank == 0], max(2, room // _LEAST_SHARE))
    spare = room - len(vital) * _NEWLINE - (len(vital) + 1) * _MARK_SIZE
    share = _share([_size(lines[n]) for n in vital], max(spare, _LEAST_SHARE))
    kept = {n: _cut(lines[n], share) for n in vital}
    spare -= sum(map(_size, kept.values()))
    for n in sorted(set(range(len(lines))) - set(kept), key=lambda n: (ranks[n], n)):
        spare -= _size(lines[n]) + _NEWLINE
        if spare < 0:
            break
        kept[n] = lines[n]
    return "\n".join(_with_marks(kept, len(lines)))


_IS_FRAME = 2


def _rank(line: str) -> int:
    """Return 0 for a line that names an exception, 1 for another, 2 for a frame."""
    if _NAMES_EXCEPTION.match(line):
        return 0
    return _IS_FRAME if _FRAME.match(line) else 1


def _ends(places: Sequence[int], most: int) -> list[int]:
    """Return at most ``most`` places, those in the middle left out: causes stand at the end."""
    if len(places) <= most:
        return list(places)
    return [*places[: most // 2], *places[-(most - most // 2) :]]


def _share(sizes: Iterable[int], room: int) -> int:
    """Return the size to which the longer ones are cut so that all fit into ``room``."""
    waiting = sorted(sizes)
    for place, size in enumerate(waiting):
        share = room // (len(waiting) - place)
        if size > share:
            return max(share, _LEAST_SHARE // 2)
        room -= size
    return waiting[-1]


def _cut(line: str, size: int) -> str:
    encoded = line.encode()
    if _size(line) <= size:
        return line
    head = encoded[: size * 2 // 3].decode(errors="ignore")
    return f"{head} ... {encoded[-(size // 3 - 5) :].decode(errors='ignore')}"


def _with_marks(kept: dict[int, str], total: int) -> Iterable[str]:
    last = -1
    for n in [*sorted(kept), total]:
        if n > last + 1:
            yield _MARK.format(n - last - 1)
        if n < total:
            yield kept[n]
        last = n


def _size(text: str) -> int:
    return len(escape_line(text).encode())
