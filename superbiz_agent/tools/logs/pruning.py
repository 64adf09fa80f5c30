"""Which files a window cannot reach, told without reading them: by their first and last lines and,
of rotated and compressed ones, by the day in their name.

A file counts as pruned only if its lines stand in the order of time wherever it is looked at (a
file of several pods' logs, one after the other, does not), and only if it lies clear of the window.
"""

import os
import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise
from pathlib import Path

from superbiz_agent.errors import SourceError
from superbiz_agent.tools.logs.backend import LogRequest
from superbiz_agent.tools.logs.compression import DAMAGES
from superbiz_agent.tools.logs.opening import content, opened
from superbiz_agent.tools.logs.parsing import read_instant
from superbiz_agent.tools.logs.reading import read_lines
from superbiz_agent.tools.logs.timestamps import TimestampReader

_SMALL = 256 * 1024
"""A smaller file is read at once."""

_LOOKS = 16
_LOOK = 16 * 1024
_FIRST_LINES = 50
_SLACK = timedelta(minutes=5)
_DAY = re.compile(r"(?<![0-9])(20[0-9]{2})-?(0[1-9]|1[0-2])-?(0[1-9]|[12][0-9]|3[01])(?![0-9])")
_ROTATION = timedelta(days=2)
"""A file that is named for a day may hold the day before, in any zone."""

Range = tuple[datetime, datetime]


def missed_range(
    path: Path, request: LogRequest, reader: TimestampReader, *, follow: bool
) -> Range | None:
    """Return what ``path`` holds, as far as it is known, if the request's window misses it; null if
    it has to be read. Never raises."""
    if request.since is None and request.until is None:
        return None
    try:
        held = _held(path, reader, follow)
    except (OSError, ValueError, SourceError, *DAMAGES):
        return None
    if held is None:
        return None
    ends_before = request.since is not None and held[1] + _SLACK < request.since
    starts_after = request.until is not None and held[0] - _SLACK > request.until
    return held if ends_before or starts_after else None


def _held(path: Path, reader: TimestampReader, follow: bool) -> Range | None:
    with opened(path, follow=follow) as raw:
        size = os.fstat(raw.fileno()).st_size
        text, _ = content(raw)
        is_packed = text is not raw
        if not is_packed and size >= _SMALL:
            return _by_lines(raw.fileno(), size, reader)
    return _by_name(path, reader, follow) if is_packed else None


def _by_lines(file: int, size: int, reader: TimestampReader) -> Range | None:
    """Return the first and the last instant of a plain file whose lines stand in order."""
    looks = (_lines_at(file, size * n // _LOOKS, _LOOK) for n in range(_LOOKS))
    firsts = [_first_instant(lines, reader) for lines in looks]
    last = _first_instant(reversed(_lines_at(file, size - 4 * _LOOK, 4 * _LOOK)), reader)
    seen = [instant for instant in (*firsts, last) if instant]
    if len(seen) <= _LOOKS:
        return None
    is_sorted = all(one <= other + _SLACK for one, other in pairwise(seen))
    return (min(seen), max(seen)) if is_sorted else None


def _lines_at(file: int, place: int, length: int) -> list[str]:
    """Return the lines that begin within a part of the file."""
    lines = os.pread(file, length, place).decode("utf-8-sig", "replace").split("\n")
    return lines[1:] if place else lines


def _first_instant(lines: Iterable[str], reader: TimestampReader) -> datetime | None:
    instants = (read_instant(line, reader) for line in lines)
    return next((instant for instant in instants if instant), None)


def _by_name(path: Path, reader: TimestampReader, follow: bool) -> Range | None:
    """Return the days that a packed file's name stands for, if its first record lies in them."""
    match = _DAY.search(path.name)
    if match is None:
        return None
    day = datetime(int(match[1]), int(match[2]), int(match[3]), tzinfo=UTC)
    first, last = day - _ROTATION, day + _ROTATION
    lines = islice(read_lines(path, follow=follow), _FIRST_LINES)
    begins = _first_instant((line.text for line in lines), reader)
    return (begins, last) if begins and first <= begins <= last else None
