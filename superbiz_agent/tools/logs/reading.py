"""Reading the lines of one file as a stream: safely, in constant memory, whatever it holds."""

import bz2
import codecs
import gzip
import io
import lzma
import os
import re
import stat
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from superbiz_agent.errors import SourceError
from superbiz_agent.tools.redaction import redact

_Opener = Callable[[BinaryIO], io.RawIOBase]

_COMPRESSIONS: Mapping[bytes, _Opener] = {
    b"\x1f\x8b": lambda raw: cast("io.RawIOBase", gzip.GzipFile(fileobj=raw)),
    b"BZh": lambda raw: cast("io.RawIOBase", bz2.BZ2File(raw)),
    b"\xfd7zXZ\x00": lambda raw: cast("io.RawIOBase", lzma.LZMAFile(raw)),  # noqa: SIM115
}
"""First bytes of a compressed file -> what reads it."""

_ARCHIVES: Mapping[bytes, str] = {
    b"PK\x03\x04": "a zip archive",
    b"\x28\xb5\x2f\xfd": "a zstd file",
    b"7z\xbc\xaf": "a 7z archive",
}
_BYTE_ORDER_MARKS: Mapping[bytes, str] = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_SAMPLE = 8192
_CONTROL = re.compile(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_MOST_CONTROL = 0.02
_COLOUR = re.compile(r"\x1b\[[0-9;]{0,20}[A-Za-z]")

LONGEST_LINE = 1024 * 1024
"""Characters of one line that are searched; of a longer one, head and tail."""
_KEPT = 64 * 1024
_HOPELESS_LINE = 64 * LONGEST_LINE


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its end. ``left_out`` characters of its middle were not kept (usually 0)."""

    number: int
    text: str
    left_out: int = 0


def read_lines(path: Path, *, follow: bool) -> Iterator[Line]:
    """Yield the lines of ``path``: plain or compressed, UTF-8 or UTF-16, whatever the line ends.

    Broken bytes become U+FFFD; NULs and colour codes are dropped. ``follow`` allows ``path`` itself
    to be a link. Raises SourceError, also in the middle of a file, with a one-line reason that does
    not name the path.
    """
    try:
        with _open(path, follow=follow) as raw, closing(_decoded(raw)) as text:
            yield from _lines(text)
    except (OSError, EOFError, zlib.error, lzma.LZMAError, UnicodeError, ValueError) as error:
        raise SourceError(_reason(error), source=str(path)) from error


@contextmanager
def _open(path: Path, *, follow: bool) -> Generator[io.BufferedReader]:
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | (0 if follow else os.O_NOFOLLOW)
    with os.fdopen(os.open(path, flags), "rb") as raw:
        status = os.fstat(raw.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise ValueError("is not a regular file")
        if status.st_size == 0:
            raise ValueError("is empty")
        yield raw


def _decoded(raw: io.BufferedReader) -> io.TextIOWrapper:
    head = raw.peek(8)
    archive = next((name for magic, name in _ARCHIVES.items() if head.startswith(magic)), None)
    if archive:
        raise ValueError(f"is {archive}, which is not read; unpack it")
    opener = next((open_ for magic, open_ in _COMPRESSIONS.items() if head.startswith(magic)), None)
    buffered = io.BufferedReader(opener(raw), _SAMPLE) if opener else raw
    sample = buffered.peek(_SAMPLE)[:_SAMPLE]
    marks = _BYTE_ORDER_MARKS.items()
    encoding = next((name for mark, name in marks if sample.startswith(mark)), "utf-8")
    if encoding != "utf-16" and len(_CONTROL.findall(sample)) > _MOST_CONTROL * len(sample):
        raise ValueError("is binary, not a text log")
    return io.TextIOWrapper(buffered, encoding=encoding, errors="replace", newline="\n")


def _lines(text: io.TextIOWrapper) -> Iterator[Line]:
    number, is_blank = 0, True
    while piece := text.readline(LONGEST_LINE):
        number += 1
        left_out = 0
        if len(piece) == LONGEST_LINE and not piece.endswith("\n"):
            piece, left_out = _without_middle(piece, text)
        line = _clean(piece)
        is_blank = is_blank and not line.strip()
        yield Line(number, line, left_out)
    if is_blank:
        raise ValueError("is empty")


def _without_middle(head: str, text: io.TextIOWrapper) -> tuple[str, int]:
    """Read on to the end of an overlong line; return its head and tail, and what lies between."""
    tail, length = head[_KEPT:], len(head)
    while not tail.endswith("\n") and (piece := text.readline(LONGEST_LINE)):
        length += len(piece)
        tail = (tail + piece)[-_KEPT:]
        if length > _HOPELESS_LINE:
            raise ValueError(
                f"has a line of more than {_HOPELESS_LINE // 1024**2} MiB: no text log"
            )
    tail = tail[-_KEPT:]
    space = tail.find(" ")  # not amid a word: it may be the end of a secret
    tail = redact(tail[space:]) if space >= 0 else ""  # nor of a key that began before
    left_out = length - _KEPT - len(tail)
    return f"{head[:_KEPT]} ... [{left_out} characters left out] ...{tail}", left_out


def _clean(piece: str) -> str:
    line = piece.rstrip("\r\n")
    if "\0" in line:
        line = line.replace("\0", "")
    return _COLOUR.sub("", line) if "\x1b" in line else line


def _reason(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "does not exist"
    if isinstance(error, EOFError | zlib.error | lzma.LZMAError | gzip.BadGzipFile):
        return "is cut off or damaged; only what stands before the damage was searched"
    if isinstance(error, OSError):
        return f"cannot be read: {error.strerror or type(error).__name__}"
    return str(error) if type(error) is ValueError else f"cannot be read: {type(error).__name__}"
