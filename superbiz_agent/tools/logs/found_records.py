"""The records of an open file around the places where something was found.

Windows of the file are read, small ones first: a file that is cut off meanwhile gives less, and
nothing worse. What cannot be told apart by the lines around it raises ``UntoldError``.
"""

import codecs
import os
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import NamedTuple

from superbiz_agent.tools.logs.containers import STATEFUL, TRACEBACK, WHOLE
from superbiz_agent.tools.logs.encodings import LineDecoder
from superbiz_agent.tools.logs.parsing import starts_record
from superbiz_agent.tools.logs.plain_records import is_plain, is_plainly_stamped
from superbiz_agent.tools.logs.reading import Line, clean
from superbiz_agent.tools.logs.timestamps import TimestampReader

_REACHES = (1024, 4 * 1024, 64 * 1024)
"""How far around a place its record is looked for."""

_NEAR = (400, 1024)
"""The same for a record of one line: to read less is faster."""

_HEAD = 4 * 1024
"""How much of a file's beginning shows the names that its records know."""

_STATEFUL = re.compile("|".join(map(re.escape, STATEFUL)).encode())


class Hit(NamedTuple):
    """The number of a line, and an offset within it, in bytes from the file's beginning."""

    line: int
    offset: int


class UntoldError(Exception):
    """A record cannot be told by the lines around it."""


class FoundRecords:
    """Records of the first ``size`` bytes of ``file``. ``number`` is the last line that was yielded
    with its number."""

    def __init__(self, file: int, size: int, reader: TimestampReader) -> None:
        self.number = 0
        self._file, self._size, self._reader = file, size, reader
        self._decoder = LineDecoder()
        self._decoder.decode(b"\n")  # a mark is dropped from the file's first line alone
        self._base, self._data = 0, b""
        self._done = 0

    def first(self, *, only: bool) -> Iterator[Line]:
        """Yield the lines of the records with which the file begins; ``only`` of the very first."""
        return self._lines(Hit(1, 0), 0 if only else min(_HEAD, self._size - 1))

    def around(
        self, hits: Iterable[tuple[int, int]], is_taken: Callable[[bytes], bool]
    ) -> Iterator[Line]:
        """Yield the lines of the records around ``hits`` (a line's number, an offset in it), which
        stand in order, and of the file's last one, whose number is 0: not known unless it is hit.
        A record of one line that ``is_taken`` is not yielded."""
        for number, offset in hits:
            if not self._done <= offset < self._size:
                continue
            line, end = self._line_at(offset)
            if is_taken(line):
                self._done, self.number = end, number
            elif is_plain(line):
                self._done, self.number = end, number
                yield Line(number, line.decode("ascii"), is_record=True)
            else:
                yield from self._lines(Hit(number, offset), offset)
        if self._done < self._size:
            yield from self._lines(Hit(0, self._size - 1), self._size - 1)

    def _line_at(self, offset: int) -> tuple[bytes, int]:
        """Return the line around ``offset``, and where the next one starts, if that surely is
        another record: most are. An empty line says nothing."""
        for reach in _NEAR:
            base, stop = offset - reach, offset + reach
            base = base if base > self._done else self._done  # twice as fast as max and min
            stop = stop if stop < self._size else self._size
            data = os.pread(self._file, stop - base, base)
            place = offset - base
            start, end = data.rfind(b"\n", 0, place) + 1, data.find(b"\n", place) + 1
            is_known = start < end and (start > 0 or base == self._done)
            if is_known and is_plainly_stamped(data, end):
                return data[start : end - 1], base + end
        return b"", 0

    def _lines(self, hit: Hit, end: int) -> Iterator[Line]:
        """Return the lines from the record around ``hit`` to the one around ``end``."""
        start, number = self._find(hit, end)
        part = self._data[start - self._base : self._done - self._base]
        if (mark := _STATEFUL.search(part)) and _joins_lines(mark.group(), part):
            raise UntoldError
        part = part.removeprefix(codecs.BOM_UTF8) if start == 0 else part
        texts = [self._text(line) for line in part.removesuffix(b"\n").split(b"\n")]
        if number <= 0:
            return (Line(0, text) for text in texts)
        self.number = number + len(texts) - 1
        return map(Line, count(number), texts)

    def _find(self, hit: Hit, end: int) -> tuple[int, int]:
        """Return where the record around ``hit`` starts, and the number of its first line; what
        comes up to the record after ``end`` is done."""
        for reach in _REACHES:
            self._load(hit.offset, end, reach)
            start, done = self._start(hit), self._end(end)
            if start and done:
                self._done = done
                return start
        raise UntoldError

    def _load(self, first: int, last: int, reach: int) -> None:
        least, most = max(self._done, first - reach), min(self._size, last + reach)
        if least < self._base or most > self._base + len(self._data):
            self._base, self._data = least, os.pread(self._file, most - least, least)

    def _start(self, hit: Hit) -> tuple[int, int] | None:
        """Return where the record around ``hit`` starts, and its line; null if that is not in the
        window, which may begin amid a line."""
        place = self._data.rfind(b"\n", 0, hit.offset - self._base) + 1
        number = hit.line
        while self._base + place > self._done and (place == 0 or not self._starts(place)):
            if place == 0:
                return None
            place = self._data.rfind(b"\n", 0, place - 1) + 1
            number -= 1
        return self._base + place, number

    def _end(self, offset: int) -> int | None:
        """Return where the record after the one at ``offset`` starts."""
        place = offset - self._base
        while (place := self._data.find(b"\n", place) + 1) > 0:
            if self._base + place >= self._size or self._starts(place):
                return self._base + place
        is_last = self._base + len(self._data) >= self._size
        return self._size if is_last else None

    def _starts(self, place: int) -> bool:
        if is_plainly_stamped(self._data, place):
            return True
        end = self._data.find(b"\n", place)
        line = self._data[place : end if end >= 0 else len(self._data)]
        return starts_record(self._text(line), self._reader)

    def _text(self, line: bytes) -> str:
        return clean(self._decoder.decode(line + b"\n").removesuffix("\n"))


def _joins_lines(mark: bytes, part: bytes) -> bool:
    """Whether what ``part`` is depends on the lines before it, by what stands in it."""
    return mark != TRACEBACK.encode() or any(each.encode() in part for each in WHOLE)
