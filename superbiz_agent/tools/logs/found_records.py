"""The records of an open file around the places where something was found.

Windows of the file are read, small ones first: a file that is cut off meanwhile gives less, and
nothing worse. What cannot be told apart by the lines around it raises ``UntoldError``.
"""

import codecs
import os
import re
from collections.abc import Iterable, Iterator
from itertools import count

from superbiz_agent.tools.logs.containers import STATEFUL, TRACEBACK, WHOLE
from superbiz_agent.tools.logs.encodings import LineDecoder
from superbiz_agent.tools.logs.parsing import starts_record
from superbiz_agent.tools.logs.query import holds_any
from superbiz_agent.tools.logs.reading import Line, clean
from superbiz_agent.tools.logs.ripgrep import Hit
from superbiz_agent.tools.logs.timestamps import TimestampReader

_REACHES = (1024, 4 * 1024, 64 * 1024)
"""How far around a place its record is looked for."""

_HEAD = 4 * 1024
"""A file's beginning is always read: it shows the names that its records know."""


_PLAINLY_STAMPED = re.compile(
    rb"20[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])[T ](?:[01][0-9]|2[0-3]):[0-5][0-9]"
    rb":[0-5][0-9](?:[.,][0-9]{3,6})?Z?(?= (?!stdout|stderr))"
)
_LONGEST_PREFIX = 1200


_HINTS = tuple({mark[:4] for mark in STATEFUL})
"""What a line holds none of that is sure to be told by itself."""

_STATEFUL = re.compile("|".join(map(re.escape, STATEFUL)).encode())


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

    def first(self) -> Iterator[Line]:
        """Yield the lines of the records with which the file begins."""
        return self._lines(Hit(1, 0), min(_HEAD, self._size - 1))

    def around(self, hits: Iterable[Hit]) -> Iterator[Line]:
        """Yield the lines of the records around ``hits``, which stand in order, and of the file's
        last one. The number of the last one is not known unless it is hit: it is 0."""
        for hit in hits:
            if self._done <= hit.offset < self._size:
                line = self._plain_line(hit)
                if line:
                    yield line
                else:
                    yield from self._lines(hit, hit.offset)
        if self._done < self._size:
            yield from self._lines(Hit(0, self._size - 1), self._size - 1)

    def _plain_line(self, hit: Hit) -> Line | None:
        """Return the record around ``hit`` if it is one plain line: most are. Null says nothing."""
        self._load(hit.offset, hit.offset, _REACHES[0])
        data, place = self._data, hit.offset - self._base
        start, end = data.rfind(b"\n", 0, place) + 1, data.find(b"\n", place)
        is_plain = start > 0 < end and _is_plainly_stamped(data, start)
        if not is_plain or not _is_plainly_stamped(data, end + 1):
            return None
        line = data[start:end]
        text = line.decode("ascii") if line.isascii() else "\0"
        if not text.isprintable() or holds_any(text, _HINTS):
            return None
        self._done, self.number = self._base + end + 1, hit.line
        return Line(hit.line, text)

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
        if _is_plainly_stamped(self._data, place):
            return True
        end = self._data.find(b"\n", place)
        line = self._data[place : end if end >= 0 else len(self._data)]
        return starts_record(self._text(line), self._reader)

    def _text(self, line: bytes) -> str:
        return clean(self._decoder.decode(line + b"\n").removesuffix("\n"))


def _is_plainly_stamped(data: bytes, place: int) -> bool:
    """Whether the commonest kind of line, which surely starts a record, does so at ``place``: much
    cheaper than ``starts_record``, which decides of all others. A bracket may begin Apache's date.
    """
    match = _PLAINLY_STAMPED.match(data, place)
    if match is None:
        return False
    bracket = data.find(b"[", match.end(), place + _LONGEST_PREFIX)
    return bracket < 0 or data[bracket + 3 : bracket + 4] != b"/"


def _joins_lines(mark: bytes, part: bytes) -> bool:
    """Whether what ``part`` is depends on the lines before it, by what stands in it."""
    return mark != TRACEBACK.encode() or any(each.encode() in part for each in WHOLE)
