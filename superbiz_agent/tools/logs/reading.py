"""Reading the lines of one file as a stream: safely, in constant memory, whatever it holds."""

import io
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

from superbiz_agent.errors import SourceError
from superbiz_agent.tools.logs.compression import DAMAGES
from superbiz_agent.tools.logs.encodings import decoded
from superbiz_agent.tools.logs.opening import (
    ArchiveFoundError,
    ArchiveKind,
    content,
    opened,
)
from superbiz_agent.tools.progress import Progress
from superbiz_agent.tools.redaction import redact

_PIECE = 32 * 1024
_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]{0,20}[A-Za-z]|\][^\x07\x1b]{0,2000}(?:\x07|\x1b\\))")
"""Colours, and what else a terminal is told: titles, links."""

_FAILURES = (OSError, *DAMAGES, UnicodeError, ValueError)

LONGEST_LINE = 1024 * 1024
"""Characters of one line that are searched; of a longer one, head and tail."""
_KEPT = 64 * 1024
_HOPELESS_LINE = 64 * LONGEST_LINE


class Line(NamedTuple):
    """A line without its end. ``left_out`` characters of its middle were not kept (usually 0).
    ``is_record`` if it is known to be a whole plain record: the next line starts another."""

    number: int
    text: str
    left_out: int = 0
    is_record: bool = False


class Block(NamedTuple):
    """Whole lines that follow one another, joined by newlines. ``number`` is the first one's;
    ``left_out`` characters of its middle were not kept (usually 0)."""

    number: int
    text: str
    left_out: int = 0

    def lines(self) -> Iterator[Line]:
        """Yield the lines one by one."""
        texts = iter(self.text.split("\n"))
        yield Line(self.number, next(texts), self.left_out)
        yield from map(Line, count(self.number + 1), texts)


class ArchiveSourceError(SourceError):
    """A file that is an archive; ``kind`` says of which."""

    def __init__(self, message: str, *, source: str, kind: ArchiveKind) -> None:
        super().__init__(message, source=source)
        self.kind: ArchiveKind = kind


class EmptySourceError(SourceError):
    """A file that holds nothing but blanks: no record, which need not be a failure."""


def read_lines(path: Path, *, follow: bool) -> Iterator[Line]:
    """Yield the lines of ``path`` one by one; see ``read_blocks``."""
    return (line for block in read_blocks(path, follow=follow) for line in block.lines())


def read_blocks(
    path: Path,
    *,
    follow: bool,
    notes: list[str] | None = None,
    progress: Progress | None = None,
) -> Iterator[Block]:
    """Yield ``path`` in blocks of lines: plain or compressed, any encoding of ``encodings``, any
    line ends.

    Of a file that grows, what it held when it was opened is read. Broken bytes become U+FFFD; NULs
    and colour codes are dropped. ``notes`` takes what was unusual about the encoding, ``progress``
    what was read. ``follow`` allows ``path`` itself to be a link. Raises SourceError, also in the
    middle of a file, with a one-line reason that does not name the path; EmptySourceError at the
    end of a file without any text.
    """
    try:
        with opened(path, follow=follow, progress=progress) as raw:
            yield from blocks_of(raw, [] if notes is None else notes, source=str(path))
    except ArchiveFoundError as error:
        raise ArchiveSourceError(str(error), source=str(path), kind=error.kind) from error
    except _FAILURES as error:
        raise SourceError(_reason(error), source=str(path)) from error


def blocks_of(raw: io.BufferedReader, notes: list[str], *, source: str) -> Iterator[Block]:
    """Yield the content of an open file in blocks, as ``read_blocks`` does. Raises ValueError and
    OSError, too; ``ArchiveFoundError`` for an archive."""
    is_blank = True
    damage: list[Exception] = []
    for block in _blocks(_pieces(raw, notes, damage)):
        is_blank = is_blank and not block.text.strip()
        yield block
    if damage:
        raise damage[0]
    if is_blank:
        raise EmptySourceError("is empty", source=source)


def read_member(raw: io.BufferedReader, notes: list[str], *, source: str) -> Iterator[Block]:
    """Yield a member of an archive in blocks. Raises SourceError; EmptySourceError as above."""
    try:
        yield from blocks_of(raw, notes, source=source)
    except _FAILURES as error:
        raise SourceError(_reason(error), source=source) from error


def _pieces(raw: io.BufferedReader, notes: list[str], damage: list[Exception]) -> Iterator[str]:
    """Return the text of a file as it comes: unpacked, decoded, of any length. What ends it too
    early goes to ``damage``, so that what came before, half a line perhaps, is not lost."""
    text, sample = content(raw)
    return decoded(_until_damage(text, damage), sample, notes)


def _until_damage(text: io.BufferedReader, damage: list[Exception]) -> Iterator[bytes]:
    try:
        yield from iter(lambda: text.read1(_PIECE), b"")
    except _FAILURES as error:
        damage.append(error)


def _blocks(pieces: Iterator[str]) -> Iterator[Block]:
    number, line, dropped = 1, "", 0
    for piece in pieces:
        rest, newline, others = piece.partition("\n")
        line += rest
        if len(line) >= LONGEST_LINE:
            line, dropped = _without_middle(line, dropped)
        if newline:
            lines, newline, following = others.rpartition("\n")
            first, left_out = _shortened(line, dropped)
            block = Block(number, clean(f"{first}\n{lines}" if newline else first), left_out)
            yield block
            number, line, dropped = number + 1 + block.text.count("\n"), following, 0
    if line:
        first, left_out = _shortened(line, dropped)
        yield Block(number, clean(first), left_out)


def _without_middle(line: str, dropped: int) -> tuple[str, int]:
    """Return head and tail of what was read of an overlong line, and how much of it was dropped."""
    if dropped + len(line) > _HOPELESS_LINE:
        raise ValueError(f"has a line of more than {_HOPELESS_LINE // 1024**2} MiB: no text log")
    return line[:_KEPT] + line[-_KEPT:], dropped + len(line) - 2 * _KEPT


def _shortened(line: str, dropped: int) -> tuple[str, int]:
    """Return a line as it is searched, and how many characters of it are not."""
    if not dropped:
        return line, 0
    head, tail = line[:_KEPT], line[-_KEPT:]
    space = tail.find(" ")  # not amid a word: it may be the end of a secret
    tail = redact(tail[space:]) if space >= 0 else ""  # nor of a key that began before
    left_out = dropped + len(line) - _KEPT - len(tail)
    return f"{head} ... [{left_out} characters left out] ...{tail}", left_out


def clean(lines: str) -> str:
    """Drop carriage returns at the ends of lines, NULs and colour codes."""
    if "\r" in lines:
        lines = "\n".join(line.rstrip("\r") for line in lines.split("\n"))
    if "\0" in lines:
        lines = lines.replace("\0", "")
    return _ESCAPES.sub("", lines) if "\x1b" in lines else lines


def _reason(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "does not exist"
    if isinstance(error, DAMAGES):
        return "is cut off or damaged; only what stands before the damage was searched"
    if isinstance(error, OSError):
        return f"cannot be read: {error.strerror or type(error).__name__}"
    is_told = type(error) in (ValueError, ArchiveFoundError)
    return str(error) if is_told else f"cannot be read: {type(error).__name__}"
