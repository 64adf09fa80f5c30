"""What is known of large log files from earlier searches: which bytes they hold that hide words.

To learn it every byte of a file is read, which takes as long as ripgrep does. It is remembered of
files that have come to rest, in this process and, where there is a ``place``, in a small file
for the next one. A file is known by what the system says of it (device, number, size, times) and a
digest of its two ends: one that was changed, replaced or moved to another disk is a stranger. No
name and no text of it is kept. What is kept and cannot be read is as good as not there.
"""

import hashlib
import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeGuard, cast

from platformdirs import user_cache_path

from superbiz_agent.tools.logs.opening import opened
from superbiz_agent.tools.whole_files import write_whole

BACKSLASH, ESCAPE, NUL = b"\\", b"\x1b", b"\0"
"""Of escapes in JSON, of colours, and of what some programs leave between letters."""

MARKS: Final = (BACKSLASH, ESCAPE, NUL)
MOST_KNOWN: Final = 20_000
_VERSION: Final = 1
_LARGEST: Final = 2 * 1024 * 1024
_END: Final = 4 * 1024
_KEY_LENGTH: Final = 32
_AT_REST = 10 * 10**9
"""Nanoseconds since a file was changed, after which another change shows in its times."""


class KnownFiles:
    """Which of ``MARKS`` files hold, as far as it is known. ``place`` is the file in which it is
    kept (null: nowhere), read when it is first asked. Threads and processes may share it."""

    def __init__(self, place: Path | None = None) -> None:
        self._place = place
        self._known: dict[str, int] = {}
        self._is_read = place is None
        self._is_new = False

    def marks(self, key: str) -> frozenset[bytes] | None:
        """Return what the file of that ``key`` holds; null if it is a stranger."""
        if not self._is_read:
            self._known = _read(self._place) | self._known
            self._is_read = True
        bits = self._known.get(key)
        return None if bits is None else frozenset(m for n, m in enumerate(MARKS) if bits >> n & 1)

    def learn(self, key: str, marks: frozenset[bytes]) -> None:
        """Remember what a file holds."""
        self._known[key] = sum(1 << n for n, mark in enumerate(MARKS) if mark in marks)
        self._is_new = True

    def save(self) -> None:
        """Keep what is new beside what other processes have kept, the latest of it. Never raises:
        what cannot be kept is learnt again."""
        if self._place is None or not self._is_new:
            return
        self._is_new = False
        known = _read(self._place) | self._known
        latest = dict(list(known.items())[-MOST_KNOWN:])
        try:
            self._place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self._place, _written(latest))
        except OSError:
            return


IN_THIS_PROCESS: Final = KnownFiles()
"""Where nothing is kept, searches of one process still know of each other."""


def default_place() -> Path:
    """The file in the user's cache folder."""
    return user_cache_path("superbiz-agent", appauthor=False) / "logs" / "known-files.json"


def key_of(file: int, size: int) -> str | None:
    """Return what an open file is known by, its first ``size`` bytes; null if it may be changing.
    Raises OSError."""
    status = os.fstat(file)
    if time.time_ns() - status.st_ctime_ns <= _AT_REST:
        return None
    told = (status.st_dev, status.st_ino, size, status.st_mtime_ns, status.st_ctime_ns)
    whole = hashlib.sha256(repr(told).encode())
    whole.update(os.pread(file, _END, 0))
    whole.update(os.pread(file, _END, max(0, size - _END)))
    return whole.hexdigest()[:_KEY_LENGTH]


def _written(known: Mapping[str, int]) -> bytes:
    """Return the content of the file; its digest tells whether it is whole."""
    content = {"version": _VERSION, "digest": _digest(known), "files": known}
    return json.dumps(content, separators=(",", ":")).encode("ascii")


def _read(place: Path | None) -> dict[str, int]:
    """Return what is kept; nothing if any of it is damaged, or is not ours."""
    if place is None:
        return {}
    try:
        with opened(place, follow=False) as file:
            content = file.read(_LARGEST + 1)
        kept: object = json.loads(content) if len(content) <= _LARGEST else None
    except (OSError, ValueError, RecursionError):
        return {}
    if not _is_object(kept) or kept.get("version") != _VERSION:
        return {}
    files = kept.get("files")
    if not _is_object(files) or len(files) > MOST_KNOWN:
        return {}
    known = {key: bits for key, bits in files.items() if _is_entry(key, bits)}
    whole = cast(dict[str, int], known)
    return whole if len(known) == len(files) and kept.get("digest") == _digest(whole) else {}


def _is_object(value: object) -> TypeGuard[dict[str, object]]:
    return isinstance(value, dict)


def _is_entry(key: str, bits: object) -> bool:
    is_key = len(key) == _KEY_LENGTH and key.isascii() and key.isalnum()
    return is_key and type(bits) is int and 0 <= bits < 1 << len(MARKS)


def _digest(known: Mapping[str, int]) -> str:
    return hashlib.sha256(json.dumps(dict(known)).encode("ascii")).hexdigest()
