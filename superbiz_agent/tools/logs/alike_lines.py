"""Plain lines of one file that differ from known ones in their digits alone, taken in together.

Each line is read and held against what is known of its shape (``repeats``) one by one; what its
digits say, its instant and its numbers, is read of many lines at once. The result is that of taking
in the records one after the other: counts, ranges and first and last instants do not depend on the
order, and names, of which the first few are told, are taken in at once.
"""

from collections import Counter
from datetime import UTC, datetime, timedelta

from superbiz_agent.tools.logs.file_names import FileNames
from superbiz_agent.tools.logs.findings import LogFindings, SourceSearch
from superbiz_agent.tools.logs.repeats import DIGITS, Way
from superbiz_agent.tools.logs.scope import Scope
from superbiz_agent.tools.logs.timestamps import TimestampReader

_MOST_WAITING = 4096
_MOST_KNOWN = 4096
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MINUTE, _SECOND = slice(0, 16), slice(17, 19)
_LAST_OF_MINUTE = timedelta(minutes=1, microseconds=-1)
_NOT_TAKEN = -1


class AlikeLines:
    """Takes what it can of the records of one file, which are shown as ``source``."""

    def __init__(
        self,
        source: str,
        names: FileNames,
        reader: TimestampReader,
        scope: Scope,
        found: SourceSearch,
        findings: LogFindings,
    ) -> None:
        self._source, self._names, self._reader = source, names, reader
        self._scope, self._found, self._findings = scope, found, findings
        self._ways: dict[bytes, Way] = {}
        self._minutes: dict[tuple[bytes, bool], int] = {}
        self._busy: list[Way] = []
        self._count = 0

    def take(self, line: bytes) -> bool:
        """Whether the record of one ``line`` is taken in; see ``AlikeRecords``."""
        shape = line.translate(DIGITS)
        way = self._ways.get(shape) or self._find(shape, line)
        if way is None:
            return False
        key = (line[_MINUTE], way.repeat.is_in_utc)
        minute = self._minutes.get(key) or self._read_minute(key)
        second = int(line[_SECOND])
        if minute < 0 or second >= 60:
            return False
        if way.names:
            text = line.decode("ascii")
            way.add_names(text, self._instant(line, way))
        if not way.waiting:
            self._busy.append(way)
        way.waiting.append(line)
        way.seconds.append(minute + second)
        self._count += 1
        if self._count >= _MOST_WAITING:
            self.finish()
        return True

    def finish(self) -> None:
        """Count what was taken."""
        collector, found = self._findings.collector, self._found
        for way in self._busy:
            lines = way.waiting
            ends = self._instant(min(lines), way), self._instant(max(lines), way)
            found.records += len(lines)
            found.in_scope += len(lines)
            found.with_level += len(lines) if self._findings.search.level else 0
            for instant in ends:
                found.held_as(self._source).add(instant)
            collector.take_waiting(way, Counter(way.seconds), ends)
            way.waiting, way.seconds = [], []
        self._busy, self._count = [], 0

    def _find(self, shape: bytes, line: bytes) -> Way | None:
        """Return the way of a line whose shape is known and asked for."""
        repeat = self._scope.known_line(shape)
        if repeat is None or self._findings.search.regex:
            return None
        way = self._findings.collector.way(repeat, self._source, self._names, line.decode("ascii"))
        if way and repeat.has_one_form:
            if len(self._ways) >= _MOST_KNOWN:
                self._ways.clear()
            self._ways[shape] = way
        return way

    def _read_minute(self, key: tuple[bytes, bool]) -> int:
        """Return when a minute begins, in seconds since 1970, if records of all of it are asked
        for; else a number below 0."""
        if len(self._minutes) >= _MOST_KNOWN:
            self._minutes.clear()
        written, is_in_utc = key
        start = self._reader.read_alike(f"{written.decode('ascii')}:00{'Z' if is_in_utc else ''}")
        search, minute = self._findings.search, _NOT_TAKEN
        if start and search.in_window(start) and search.in_window(start + _LAST_OF_MINUTE):
            minute = (start - _EPOCH) // timedelta(seconds=1)
        self._minutes[key] = minute
        return minute

    def _instant(self, line: bytes, way: Way) -> datetime:
        written = line[: way.repeat.stamp_end].decode("ascii")
        instant = self._reader.read_alike(written)
        if instant is None:
            raise ValueError("no plain instant")
        return instant
