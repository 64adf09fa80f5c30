"""The members of a zip or tar archive as streams: nothing is ever written, and no name that an
archive holds is ever used as a path.

What all members together unpack to is bounded as one compressed file is; an archive within an
archive is not read.
"""

import io
import os
import struct
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final, NamedTuple

from superbiz_agent.errors import SourceError
from superbiz_agent.tools.logs.compression import (
    DAMAGES,
    HARMLESS_BYTES,
    LARGEST_RATIO,
    unpacked,
)
from superbiz_agent.tools.logs.opening import SAMPLE, ArchiveKind, opened
from superbiz_agent.tools.progress import Progress
from superbiz_agent.tools.text import bounded_line

MAX_MEMBERS: Final = 10_000
MAX_ENTRIES: Final = 100_000
"""Entries of a tar archive that are looked at, folders and links included."""

_LONGEST_NAME = 200
_END_OF_ZIP = b"PK\x05\x06"
_END_REACH = 22 + 0xFFFF
_LARGEST_LIST = 16 * 1024 * 1024
_IS_ENCRYPTED = 0x1

_BROKEN = (*DAMAGES, zipfile.BadZipFile, tarfile.TarError, NotImplementedError, RuntimeError)
"""What the standard library raises for an archive that is damaged or of an unknown method."""


class Member(NamedTuple):
    """A file of an archive: its name as it is shown, and its content, or what is wrong with it."""

    name: str
    content: io.BufferedReader | None
    problem: str = ""


class _Bound:
    """How much an archive may still give: what a bomb holds is nobody's log."""

    def __init__(self, packed: int) -> None:
        self._most = max(HARMLESS_BYTES, LARGEST_RATIO * packed)
        self._given = 0

    def take(self, number: int) -> None:
        self._given += number
        if self._given > self._most:
            raise ValueError(
                f"grows to more than {LARGEST_RATIO} times its size when it is unpacked; "
                "only its beginning was searched"
            )


class _Content(io.RawIOBase):
    """The content of a member, counted against the bound of its archive."""

    def __init__(self, member: IO[bytes], bound: _Bound) -> None:
        self._member, self._bound = member, bound

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview, /) -> int:  # pyright: ignore
        try:
            data = self._member.read(len(buffer))
        except _BROKEN as error:
            raise EOFError("the archive is cut off or damaged") from error
        self._bound.take(len(data))
        buffer[: len(data)] = data
        return len(data)


def members(path: Path, kind: ArchiveKind, *, follow: bool, progress: Progress) -> Iterator[Member]:
    """Yield the files of an archive in its order, each to be read before the next; hidden ones,
    folders, links and devices are left out. Raises SourceError with a one-line reason."""
    try:
        with opened(path, follow=follow, progress=progress) as raw:
            bound = _Bound(os.fstat(raw.fileno()).st_size)
            read = _of_zip(raw, bound) if kind == "zip" else _of_tar(raw, bound)
            for number, member in enumerate(read):
                if number >= MAX_MEMBERS:
                    raise ValueError(f"holds more than {MAX_MEMBERS} files")
                yield member
    except ValueError as error:
        raise SourceError(str(error), source=str(path)) from error
    except (OSError, *_BROKEN) as error:
        reason = "is cut off or damaged; only what stands before the damage was searched"
        raise SourceError(reason, source=str(path)) from error


def _of_tar(raw: io.BufferedReader, bound: _Bound) -> Iterator[Member]:
    with tarfile.open(fileobj=unpacked(raw, raw.peek(SAMPLE)), mode="r|") as archive:
        for number, info in enumerate(archive):
            if number >= MAX_ENTRIES:
                raise ValueError(f"lists more than {MAX_ENTRIES} entries; unpack it")
            if not info.isreg() or _is_hidden(info.name):
                continue
            name = _shown(info.name)
            if info.issparse():
                yield Member(name, None, "is stored with holes, which is not read; unpack it")
            elif (content := archive.extractfile(info)) is not None:
                yield Member(name, io.BufferedReader(_Content(content, bound), SAMPLE))


def _of_zip(raw: io.BufferedReader, bound: _Bound) -> Iterator[Member]:
    with io.FileIO(os.dup(raw.fileno())) as file:
        _refuse_long_list(file)
        with zipfile.ZipFile(file) as archive:
            for info in archive.infolist():
                if info.is_dir() or _is_hidden(info.filename):
                    continue
                name = _shown(info.filename)
                if info.flag_bits & _IS_ENCRYPTED:
                    yield Member(name, None, "is encrypted (zip); decrypt it")
                    continue
                with archive.open(info) as content:
                    yield Member(name, io.BufferedReader(_Content(content, bound), SAMPLE))


def _refuse_long_list(file: io.FileIO) -> None:
    """The list of a zip's members is read as a whole: one that claims to be very long is not."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END_REACH))
    tail = file.read(_END_REACH)
    end = tail.rfind(_END_OF_ZIP)
    if end < 0 or len(tail) < end + 16:
        raise EOFError("the end of the archive is missing")
    (listed,) = struct.unpack_from("<I", tail, end + 12)
    if listed > _LARGEST_LIST:
        raise ValueError("lists more files than are read; unpack it")
    file.seek(0)


def _is_hidden(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    return any(part.startswith(".") and part not in {".", ".."} for part in parts) or (
        parts[0] == "__MACOSX"
    )


def _shown(name: str) -> str:
    return bounded_line(name.removeprefix("./"))[:_LONGEST_NAME]
