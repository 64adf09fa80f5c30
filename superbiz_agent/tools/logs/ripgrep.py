"""Searching a large file with ripgrep, where it is installed: the same records, found faster.

ripgrep only says where a line may be worth a look. Python reads the record around each such place,
parses it and checks it again, as it would have done without. Bytes are searched as they lie (``-E
none``), a Chinese piece in UTF-8 and in GB18030 at once, since one log may hold both. What cannot
be told apart line by line (cut container lines, records larger than a window, too many hits) is
left to the built-in search: ``found_lines`` then returns null. So it does if ripgrep reports an
error; an exit code of 2 never means that nothing was found.
"""

import codecs
import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from superbiz_agent.tools.logs.containers import STATEFUL
from superbiz_agent.tools.logs.encodings import LineDecoder, wide_encoding
from superbiz_agent.tools.logs.opening import content, has_holes, opened
from superbiz_agent.tools.logs.parsing import starts_record
from superbiz_agent.tools.logs.reading import Line, clean
from superbiz_agent.tools.logs.timestamps import TimestampReader

_LARGE = 1024 * 1024
_MOST_HITS = 20_000
_REACH = 64 * 1024
_WINDOW = 512 * 1024
_HEAD = 32 * 1024
"""A file's beginning is always read: it shows the names that its records know."""

_NONE_FOUND = 1
_TO_BE_READ = {b"\\": r"\\", b"\x1b": r"\x1b", b"\0": r"(?-u)\x00"}
"""Escapes of JSON, colours and NULs: such a line is searched as read, not as it lies."""

_STATEFUL = tuple(mark.encode() for mark in STATEFUL)
_LONGEST_MARK = max(map(len, _STATEFUL))
_CHUNK = 1024 * 1024

_SEVERAL_LINES = re.compile(r"\\[^\w]?[nsDWSPpCxQBAzE]|\[\^|\(\?[a-zA-Z]*[sUm]|\[\[:|\^|\$")
"""What may match a line's end, or means another thing to ripgrep's engine."""


class Wanted(NamedTuple):
    """What a record must hold: one of the ``pieces`` (lower case), or the ``regex``."""

    pieces: Sequence[str]
    regex: str | None = None

    def patterns(self) -> list[str] | None:
        """Return it in ripgrep's syntax; null if that could miss a record."""
        found = [_pattern(piece) for piece in self.pieces]
        if self.regex is not None:
            found.append(None if _SEVERAL_LINES.search(self.regex) else f"(?-i:{self.regex})")
        return None if None in found else [each for each in found if each]


class _Hit(NamedTuple):
    line: int
    offset: int


def program() -> str | None:
    """Return ripgrep: on the PATH, or beside this Python (the extra ``ripgrep``)."""
    return shutil.which("rg") or shutil.which("rg", path=str(Path(sys.executable).parent))


def found_lines(
    path: Path, wanted: Wanted, reader: TimestampReader, *, follow: bool
) -> Iterator[Line] | None:
    """Return the lines of the first records and the last of a plain file and of every one that may
    hold what is ``wanted``; null where the built-in search has to do it. Never raises."""
    ripgrep, patterns = program(), wanted.patterns()
    if ripgrep is None or not patterns:
        return None
    try:
        with opened(path, follow=follow) as raw:
            size = _suited_size(raw)
            hits = _hits(ripgrep, patterns, raw.fileno(), size) if size else None
            if hits is None:
                return None
            return iter(list(_Records(raw.fileno(), size, reader).around(hits)))
    except (OSError, ValueError, EOFError, _TooLargeError):
        return None


def _suited_size(raw: io.BufferedReader) -> int:
    """Return the size of a plain, large file in bytes of ASCII's kind, 0 of any other."""
    status = os.fstat(raw.fileno())
    if status.st_size < _LARGE or has_holes(status):
        return 0
    text, sample = content(raw)
    return status.st_size if text is raw and not wide_encoding(sample) else 0


def _pattern(piece: str) -> str | None:
    """Return what finds ``piece`` in any case and encoding; null if its case is not ASCII's."""
    if piece.isascii():
        return _escaped(piece)
    if any(not each.isascii() and each.upper() != each for each in piece):
        return None
    try:
        chinese = "".join(f"\\x{byte:02x}" for byte in piece.encode("gb18030"))
    except UnicodeEncodeError:
        return None
    return f"{_escaped(piece)}|(?-u:{chinese})"


def _escaped(piece: str) -> str:
    return "".join(each if each.isalnum() else f"\\x{{{ord(each):x}}}" for each in piece)


def _marks_in(file: int, size: int) -> set[bytes]:
    """Return what stands in a file of that which needs more than a look at its lines. To look for
    it apart is cheaper: ripgrep is fastest with few words."""
    found: set[bytes] = set()
    for place in range(0, size, _CHUNK):
        chunk = os.pread(file, _CHUNK + _LONGEST_MARK, place)
        found.update(mark for mark in (*_TO_BE_READ, *_STATEFUL) if mark in chunk)
        if not found.isdisjoint(_STATEFUL):
            break
    return found


def _hits(ripgrep: str, patterns: Sequence[str], file: int, size: int) -> list[_Hit] | None:
    """Return where one of the ``patterns`` stands; null if that is too often, or not told."""
    marks = _marks_in(file, size)
    if not marks.isdisjoint(_STATEFUL):
        return None
    patterns = [*patterns, *(each for mark, each in _TO_BE_READ.items() if mark in marks)]
    flags = ["--no-config", "-a", "--crlf", "-E", "none", "-i", "-n", "-b", "-o", "-r", ""]
    command = [ripgrep, *flags, *(f"--regexp={each}" for each in patterns), "--", "-"]
    os.lseek(file, 0, os.SEEK_SET)
    hits: list[_Hit] = []
    with subprocess.Popen(  # noqa: S603
        command, stdin=file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        for written in process.stdout or ():
            line, offset, _ = written.split(b":", 2)
            if len(hits) >= _MOST_HITS:
                process.kill()
                return None
            if int(offset) < size and (not hits or hits[-1].line != int(line)):
                hits.append(_Hit(int(line), int(offset)))
    return hits if process.returncode in (0, _NONE_FOUND) else None


class _TooLargeError(Exception):
    """A record reaches beyond the window around a hit."""


class _Records:
    """The records of an open file by their places. What is read are windows of it: a file that is
    cut off meanwhile gives less, and nothing worse."""

    def __init__(self, file: int, size: int, reader: TimestampReader) -> None:
        self._file, self._size, self._reader = file, size, reader
        self._decoder = LineDecoder()
        self._decoder.decode(b"\n")  # a mark is dropped from the file's first line alone
        self._base, self._data = 0, b""

    def around(self, hits: Sequence[_Hit]) -> Iterator[Line]:
        """Yield the lines of the first records, of those around ``hits``, and of the last one. The
        number of the last record is not known unless it is a hit: it is 0."""
        done = 0
        for hit in (_Hit(1, 0), *hits, _Hit(0, self._size - 1)):
            if hit.offset < done:
                continue
            self._load(hit.offset)
            start, number = self._start(hit, done)
            done = self._end(hit.offset or min(_HEAD, self._size - 1))
            part = self._data[start - self._base : done - self._base]
            part = part.removeprefix(codecs.BOM_UTF8) if start == 0 else part
            for count, line in enumerate(part.removesuffix(b"\n").split(b"\n")):
                yield Line(number + count if number > 0 else 0, self._text(line))

    def _load(self, offset: int) -> None:
        least, most = max(0, offset - _REACH), min(self._size, offset + _REACH)
        if least < self._base or most > self._base + len(self._data):
            self._base = least
            self._data = os.pread(self._file, min(_WINDOW, self._size - least), least)

    def _start(self, hit: _Hit, done: int) -> tuple[int, int]:
        """Return where the record around a hit starts, and the number of its first line."""
        place = self._data.rfind(b"\n", 0, hit.offset - self._base) + 1
        number = hit.line
        while self._base + place > done and not self._starts(place):
            if place == 0:
                raise _TooLargeError
            place = self._data.rfind(b"\n", 0, place - 1) + 1
            number -= 1
        return self._base + place, number

    def _end(self, offset: int) -> int:
        """Return where the record after the one at ``offset`` starts."""
        place = offset - self._base
        while (place := self._data.find(b"\n", place) + 1) > 0:
            if self._base + place >= self._size or self._starts(place):
                return self._base + place
        if self._base + len(self._data) < self._size:
            raise _TooLargeError
        return self._size

    def _starts(self, place: int) -> bool:
        end = self._data.find(b"\n", place)
        line = self._data[place : end if end >= 0 else len(self._data)]
        return starts_record(self._text(line), self._reader)

    def _text(self, line: bytes) -> str:
        return clean(self._decoder.decode(line + b"\n").removesuffix("\n"))
