"""Plain lines of one file that differ from known ones in their digits alone, taken in together.

Each line is read and held against what is known of its shape (``repeats``) one by one; what its
digits say, its instant and its numbers, is read of many lines at once. The result is that of taking
in the records one after the other: counts, ranges and first and last instants do not depend on the
order, and names, of which the first few are told, are taken in at once.
"""

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
_SECONDS = {b"%02d" % second: second for second in range(60)}
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
        self._minutes: tuple[dict[bytes, int], dict[bytes, int]] = ({}, {})
        self._busy: list[Way] = []
        self._room = _MOST_WAITING

    def take(self, line: bytes) -> bool:
        """Whether the record of one ``line`` is taken in; see ``AlikeRecords``."""
        shape = line.translate(DIGITS)
        way = self._ways.get(shape) or self._find(shape, line)
        if way is None:
            return False
        minutes = self._minutes[way.repeat.is_in_utc]
        minute = minutes.get(line[_MINUTE]) or self._read_minute(line, way)
        second = _SECONDS.get(line[_SECOND])
        if minute < 0 or second is None:
            return False
        if way.names:
            way.add_names(line.decode("ascii"), self._instant(line, way))
        if not way.waiting:
            self._busy.append(way)
        way.waiting.append(line)
        way.seconds.append(minute + second)
        self._room -= 1
        if self._room <= 0:
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
            collector.take_waiting(way, ends)
            way.waiting, way.seconds = [], []
        self._busy, self._room = [], _MOST_WAITING

    def _find(self, shape: bytes, line: bytes) -> Way | None:
        """Return the way of a line whose shape is known and asked for."""
        repeat = self._scope.known_line(shape)
        if repeat is None or self._findings.search.regex:
            return None
        way = self._findings.collector.way(repeat, self._source, self._names, line.decode("ascii"))
        if way and repeat.one_form is not None:
            if len(self._ways) >= _MOST_KNOWN:
                self._ways.clear()
            self._ways[shape] = way
        return way

    def _read_minute(self, line: bytes, way: Way) -> int:
        """Return when the minute of a line begins, in seconds since 1970, if records of all of it
        are asked for; else a number below 0."""
        is_in_utc, written = way.repeat.is_in_utc, line[_MINUTE]
        minutes = self._minutes[is_in_utc]
        if len(minutes) >= _MOST_KNOWN:
            minutes.clear()
        start = self._reader.read_alike(f"{written.decode('ascii')}:00{'Z' if is_in_utc else ''}")
        search, minute = self._findings.search, _NOT_TAKEN
        if start and search.in_window(start) and search.in_window(start + _LAST_OF_MINUTE):
            minute = (start - _EPOCH) // timedelta(seconds=1)
        minutes[written] = minute
        return minute

    def _instant(self, line: bytes, way: Way) -> datetime:
        written = line[: way.repeat.stamp_end].decode("ascii")
        instant = self._reader.read_alike(written)
        if instant is None:
            raise ValueError("no plain instant")
        return instant
