"""Bytes that may stand within a word which is read without them: whether a file holds any.

Most logs hold none; then a word stands in its line as it lies, and ripgrep finds it.
"""

import os

from superbiz_agent.tools.logs.known_files import MARKS, KnownFiles, key_of
from superbiz_agent.tools.progress import Progress

_CHUNK = 128 * 1024


def marks_in(file: int, size: int, progress: Progress, known: KnownFiles) -> frozenset[bytes]:
    """Return which of ``MARKS`` the first ``size`` bytes of an open file hold; what is ``known`` of
    a file is not read again. Raises OSError."""
    key = key_of(file, size)
    marks = known.marks(key) if key else None
    if marks is not None:
        progress.advance(size)
        return marks
    marks = _read(file, size, progress)
    if key and key == key_of(file, size):  # it was not changed meanwhile
        known.learn(key, marks)
    return marks


def _read(file: int, size: int, progress: Progress) -> frozenset[bytes]:
    missing = set(MARKS)
    for place in range(0, size, _CHUNK):
        chunk = os.pread(file, _CHUNK, place)
        progress.advance(len(chunk))
        missing = {mark for mark in missing if mark not in chunk}
        if not missing:
            break
    return frozenset(MARKS) - missing
