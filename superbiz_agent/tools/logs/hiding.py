"""Bytes that may stand within a word which is read without them: whether a file holds any.

Most logs hold none; then a word stands in its line as it lies, and ripgrep finds it.
"""

import os
import time

from superbiz_agent.tools.progress import Progress

BACKSLASH, ESCAPE, NUL = b"\\", b"\x1b", b"\0"
"""Of escapes in JSON, of colours, and of what some programs leave between letters."""

_ALL = frozenset({BACKSLASH, ESCAPE, NUL})
_CHUNK = 128 * 1024
_KNOWN: dict[tuple[int, int, int, int], frozenset[bytes]] = {}
_MOST_KNOWN = 20_000
_AT_REST = 10 * 10**9
"""Nanoseconds since a file was changed, after which another change shows in its times."""


def marks_in(file: int, size: int, progress: Progress) -> frozenset[bytes]:
    """Return which of the bytes the first ``size`` bytes of an open file hold. Of a file that has
    come to rest this is remembered: to look takes as long as ripgrep does. Raises OSError."""
    status = os.fstat(file)
    identity = (status.st_dev, status.st_ino, size, status.st_ctime_ns)
    if identity in _KNOWN:
        progress.advance(size)
        return _KNOWN[identity]
    marks = _read(file, size, progress)
    if time.time_ns() - status.st_ctime_ns > _AT_REST:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[identity] = marks
    return marks


def forget() -> None:
    """Forget what files hold: for those who measure."""
    _KNOWN.clear()


def _read(file: int, size: int, progress: Progress) -> frozenset[bytes]:
    missing = set(_ALL)
    for place in range(0, size, _CHUNK):
        chunk = os.pread(file, _CHUNK, place)
        progress.advance(len(chunk))
        missing = {mark for mark in missing if mark not in chunk}
        if not missing:
            break
    return _ALL - missing
