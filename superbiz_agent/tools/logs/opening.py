"""Opening one log file: what it is by its first bytes, and its content as a stream of bytes.

Nothing but regular files is read, and of a file that grows what it held when it was opened. The
holes of a sparse file are passed over: they hold NULs alone, which no record does.
"""

import errno
import io
import os
import re
import stat
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, TypeAlias

from superbiz_agent.tools.logs.compression import unpacked
from superbiz_agent.tools.logs.encodings import wide_encoding
from superbiz_agent.tools.progress import Progress

SAMPLE = 8192
"""Bytes of a file's beginning by which it is judged."""

_ENCRYPTED: Mapping[bytes, str] = {
    b"Salted__": "openssl",
    b"age-encryption.org/": "age",
    b"-----BEGIN AGE ENCRYPTED FILE-----": "age",
    b"-----BEGIN PGP MESSAGE-----": "PGP",
    b"$ANSIBLE_VAULT": "ansible-vault",
    b"LUKS\xba\xbe": "LUKS",
}
_ARCHIVES: Mapping[bytes, str] = {
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a rar archive",
    b"LPKSHHRH": "a binary journal (journalctl -o json exports it)",
    b"PAR1": "a Parquet file",
}
_ZIP = b"PK\x03\x04"
_TAR = slice(257, 262)

ArchiveKind: TypeAlias = Literal["zip", "tar"]


class ArchiveFoundError(ValueError):
    """A file is an archive, whose members are logs perhaps (``archives``)."""

    def __init__(self, kind: ArchiveKind) -> None:
        super().__init__(f"is a {kind} archive, which is not read; unpack it")
        self.kind: ArchiveKind = kind


_CONTROL = re.compile(rb"[\x01-\x06\x08\x0e-\x1a\x1c-\x1f\x7f]")
_MOST_CONTROL = 0.02
_BLOCK = 512
"""What ``st_blocks`` counts in."""


class _AsOpened(io.RawIOBase):
    """The first ``size`` bytes of a file, so that one that grows comes to an end. ``progress``
    takes what is read."""

    def __init__(self, raw: io.FileIO, size: int, progress: Progress, *, is_sparse: bool) -> None:
        self._raw, self._size, self._is_sparse = raw, size, is_sparse
        self._progress = progress
        self._place = 0

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._raw.fileno()

    def readinto(self, buffer: bytearray | memoryview, /) -> int:  # pyright: ignore
        if self._is_sparse:
            self._place = self._next_data()
        taken = self._raw.readinto(memoryview(buffer)[: max(0, self._size - self._place)])
        self._place += taken
        self._progress.advance(taken)
        return taken

    def _next_data(self) -> int:
        try:
            return os.lseek(self._raw.fileno(), self._place, os.SEEK_DATA)
        except OSError as error:
            if error.errno != errno.ENXIO:  # a file system that knows no holes
                self._is_sparse = False
                return self._place
            return self._size


def has_holes(status: os.stat_result) -> bool:
    """Whether a file takes less room than it is long."""
    return status.st_blocks * _BLOCK < status.st_size


@contextmanager
def opened(
    path: Path, *, follow: bool, progress: Progress | None = None
) -> Generator[io.BufferedReader]:
    """Open ``path`` as it lies; ``follow`` allows it to be a link. ``progress`` takes what is read
    of it. Raises OSError, and ValueError with a reason if it is no regular file."""
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | (0 if follow else os.O_NOFOLLOW)
    with io.FileIO(os.open(path, flags), "rb") as raw:
        status = os.fstat(raw.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise ValueError("is not a regular file")
        is_sparse = has_holes(status)
        opened_raw = _AsOpened(raw, status.st_size, progress or Progress(), is_sparse=is_sparse)
        yield io.BufferedReader(opened_raw, SAMPLE)


def content(raw: io.BufferedReader) -> tuple[io.BufferedReader, bytes]:
    """Return the content of an open file, unpacked, and its first bytes. Raises ValueError, with a
    reason, for what is no text log."""
    _refuse(raw.peek(SAMPLE))
    text = unpacked(raw, raw.peek(SAMPLE))
    sample = text.peek(SAMPLE)[:SAMPLE]
    if text is not raw:
        _refuse(sample)
    if not wide_encoding(sample) and len(_CONTROL.findall(sample)) > _MOST_CONTROL * len(sample):
        raise ValueError("is binary, not a text log")
    return text, sample


def _refuse(head: bytes) -> None:
    """Raise ValueError where the first bytes say that this is no log."""
    for magic, name in _ENCRYPTED.items():
        if head.startswith(magic):
            raise ValueError(f"is encrypted ({name}); decrypt it")
    for magic, name in _ARCHIVES.items():
        if head.startswith(magic):
            raise ValueError(f"is {name}, which is not read; unpack it")
    if head.startswith(_ZIP):
        raise ArchiveFoundError("zip")
    if head[_TAR] == b"ustar":
        raise ArchiveFoundError("tar")
