"""One search of a Loki: what it knows and holds, what is read of it, and the records of that."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, tzinfo
from functools import partial

from superbiz_agent.tools.logs.backend import LogRequest, ServerCounts, SourceReport
from superbiz_agent.tools.logs.containers import is_frame
from superbiz_agent.tools.logs.fields import LEVEL_KEYS
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.servers.counts import counts_of
from superbiz_agent.tools.logs.servers.kept_records import read_once
from superbiz_agent.tools.logs.servers.logql import exactly
from superbiz_agent.tools.logs.servers.loki_api import (
    LONGEST_RANGE,
    SECOND,
    Direction,
    Entry,
    Labels,
    LokiApi,
    ranges,
)
from superbiz_agent.tools.logs.servers.loki_narrowing import narrowed_queries
from superbiz_agent.tools.logs.servers.loki_reading import read_lines
from superbiz_agent.tools.logs.servers.rows import (
    MOST_ROWS,
    Row,
    Stream,
    Window,
    instant_of_nanoseconds,
    nanoseconds_of,
    records_of_stream,
    stream_of,
)
from superbiz_agent.tools.logs.service_filter import is_named
from superbiz_agent.tools.logs.timestamps import TimestampReader
from superbiz_agent.tools.servers import Asked
from superbiz_agent.tools.text import bounded_line, cut_line

_NAMES_BEFORE = timedelta(days=7)
"""How long before a window a name is looked for that no stream in it has."""

_MOST_AROUND = 20
_BEFORE, _AFTER = 100, 300
_NEAR = 2 * SECOND
"""How far from one of its lines a record may begin or end."""

_MOST_WARNED = 300
_LOOKED_BACK = 4 * LONGEST_RANGE
"""How far from a window it is looked for what a Loki holds."""

_OF_TRACE = re.compile(r"(?i)exception|error|traceback|panic|caused by|fatal")
_GUESSED = frozenset({"detected_level"})
"""What Loki itself makes of the words of a line: no part of the record."""

_MOST_LABELS = 20


@dataclass(frozen=True)
class _Run:
    """Lines of one stream without a gap up to the instant ``until``."""

    entries: dict[Entry, None]
    until: int

    def covers(self, hit: Entry) -> bool:
        """Whether it has what may be of the same record as ``hit``."""
        return hit in self.entries and hit.at + _NEAR // 2 <= self.until


@dataclass
class LokiSearch:
    """``selectors`` select all that is searched, no stream twice; ``labels`` name services.
    At most ``most`` lines are read, and all of them if there are no more than ``whole``."""

    name: str
    api: LokiApi
    selectors: Sequence[str]
    labels: Sequence[str]
    aliases: frozenset[str]
    zone: tzinfo
    request: LogRequest
    report: SourceReport
    window: Window
    most: int = MOST_ROWS
    whole: int = MOST_ROWS
    _streams: dict[Labels, Stream] = field(default_factory=dict[Labels, Stream])

    def records(self) -> Iterator[LogRecord]:
        """Yield the records of each stream in turn. Raises ``SourceError``."""
        streams = self.api.streams(list(self.selectors), self._start, self._end, self._asked())
        by_selector = self._by_selector(streams)
        self._tell_held(list(by_selector) or list(self.selectors))
        self._tell_names(streams)
        if not streams and self.report.held is None:
            self._tell_nothing()
        size = self._size(list(by_selector))
        if size is None or size <= self.whole:
            reading = (self._start, self._end, self.most, self.request.now, self.request.until)
            key = (self.api, *by_selector, *reading)
            yield from read_once(key, self.name, self.report, partial(self._whole, by_selector))
        else:
            yield from self._narrowed(by_selector)

    @property
    def _start(self) -> int:
        return nanoseconds_of(self.window.since)

    @property
    def _end(self) -> int:
        return nanoseconds_of(self.window.until) + 1000  # the window's end belongs to it

    def _asked(self, query: str | None = None) -> Asked:
        return Asked(query or " or ".join(self.selectors), self.window.told)

    def _tell_nothing(self) -> None:
        known = self.api.labels(self._start, self._end, self._asked())[:_MOST_LABELS]
        told = f"the labels it has then are {', '.join(known)}" if known else "nor any other stream"
        query = self._asked().told
        self.report.failures.append((self.name, f"holds no such stream ({query}); {told}"))

    def _tell_held(self, selectors: Sequence[str]) -> None:
        """Tell from when to when it is known to hold anything: a line before the window, and one
        after it, tell that it holds the window; else the first and the last within it."""
        now = nanoseconds_of(self.request.now)
        before = self._found(selectors, self._start - _LOOKED_BACK, self._start, "backward")
        first = before or self._found(selectors, self._start, self._end, "forward")
        after_until = min(now, self._end + _LOOKED_BACK)
        after = self._found(selectors, self._end, after_until, "forward")
        last = after or self._found(selectors, self._start, self._end, "backward") or before
        instants = sorted(filter(None, [first or after, last]))
        if instants:
            self.report.held = (instants[0], instants[-1])

    def _found(
        self, selectors: Sequence[str], start: int, end: int, direction: Direction
    ) -> datetime | None:
        """Return the instant of the first or the last line of a range."""
        found: list[int] = []
        for selector in selectors:
            parts = list(ranges(start, end))
            for first, last in parts if direction == "forward" else reversed(parts):
                asked = self._asked(selector)
                page = self.api.page(selector, first, last, direction, asked, most=1)
                if page:
                    found.append(page[0].at)
                    break
        best = min if direction == "forward" else max
        return instant_of_nanoseconds(best(found)) if found else None

    def _tell_names(self, streams: Sequence[Labels]) -> None:
        """Tell the names that its streams have; of one that none has in the window, those before
        it are looked through."""
        known = self.aliases | self._names(streams)
        service = self.request.service.lower() if self.request.service else None
        sought = {*self.request.names(known), *([service] if service else [])}
        if not all(is_named(name, known) for name in sought):
            start = self._start - int(_NAMES_BEFORE.total_seconds()) * SECOND
            earlier = self.api.streams(list(self.selectors), start, self._start, self._asked())
            known |= self._names(earlier)
        if streams or self.report.held:
            self.request.knows(known)

    def _names(self, streams: Sequence[Labels]) -> frozenset[str]:
        return frozenset(name for each in streams for name in self._stream(each).names.names)

    def _stream(self, labels: Labels) -> Stream:
        if labels not in self._streams:
            self._streams[labels] = stream_of(dict(labels), self.name, self.labels)
        return self._streams[labels]

    def _by_selector(self, streams: Sequence[Labels]) -> dict[str, list[Labels]]:
        """Return the streams that each selector selects: the first label that one has decides."""
        if len(self.selectors) == 1:
            return {self.selectors[0]: list(streams)} if streams else {}
        found: dict[str, list[Labels]] = {}
        for stream in streams:
            has = dict(stream)
            place = next((n for n, label in enumerate(self.labels) if has.get(label)), 0)
            found.setdefault(self.selectors[place], []).append(stream)
        return found

    def _size(self, selectors: Sequence[str]) -> int | None:
        sizes = [
            self.api.size(selector, self._start, self._end, self._asked(selector))
            for selector in selectors
        ]
        known = [size for size in sizes if size is not None]
        return sum(known) if len(known) == len(sizes) else None

    def _whole(self, selectors: Collection[str], report: SourceReport) -> Iterator[LogRecord]:
        for run in replace(self, report=report)._read(list(selectors)):
            for stream, entries in _by_stream(run).items():
                yield from self._records_of(stream, entries)

    def _read(self, queries: Sequence[str]) -> Iterator[list[Entry]]:
        """Yield what is read of each query, in runs without a gap; at the ends of the window also
        the rest of a record that is not whole in it."""
        start, end = self._start - _NEAR, self._end + _NEAR
        most = self.most // max(1, len(queries))
        is_cut, read = False, list[int]()
        for query in queries:
            asked = self._asked(query)
            lines = read_lines(self.api, query, start, end, asked, most=most)
            self.report.gaps += lines.gaps
            self._tell_warned(lines.warned)
            is_cut = is_cut or len(lines.runs) > 1
            read += [entry.at for run in lines.runs for entry in run]
            yield from lines.runs
        within = [at for at in read if self._start <= at < self._end]
        if is_cut and within:
            self.report.counts = self._counts(queries, within)

    def _counts(self, queries: Sequence[str], read: Sequence[int]) -> ServerCounts | None:
        """Count over time what was not read whole: ``read`` are the instants of what was."""
        start, end = min(read), max(read)
        first, last = instant_of_nanoseconds(start), instant_of_nanoseconds(end)

        def ask(width: int) -> Counter[int] | None:
            counted = Counter[int]()
            for query in queries:
                asked = self._asked(query)
                found = self.api.counts(query, start, end + 1, width * SECOND, asked)
                if found is None:
                    return None
                counted.update(found)
            return counted

        return counts_of("lines", first, last, len(read), ask) if first and last else None

    def _tell_warned(self, warned: Iterable[str]) -> None:
        """Tell what Loki warned of: an answer with a warning may lack something."""
        for each in warned:
            told = (self.name, bounded_line(cut_line(f"it warns, {each}", _MOST_WARNED)))
            if told not in self.report.failures:
                self.report.failures.append(told)

    def _narrowed(self, by_selector: Mapping[str, Sequence[Labels]]) -> Iterator[LogRecord]:
        queries = [
            query
            for selector, streams in by_selector.items()
            for query in narrowed_queries(
                selector,
                {each: self.aliases | self._stream(each).names.names for each in streams},
                self.request,
                self.labels,
            )
        ]
        runs = [run for run in self._read(queries) if run]
        hits = list({entry: None for run in runs for entry in run})
        around = self._around(sorted(hits, key=lambda entry: entry.at))
        if self.report.gaps:  # what was not read stays so
            around = [[each for each in one if _is_between(each, runs)] for one in around]
        within = {entry for run in around for entry in run}
        alone = [[entry] for entry in hits if entry not in within]
        traces = sum(is_frame(entry.line) for (entry,) in alone)
        if traces:
            self.report.gaps.append(
                f"{traces} lines of stack traces were found, what stands around them was not read"
            )
        for run in (*around, *alone):
            if run:
                yield from self._records_of(run[0].stream, run)

    def _around(self, hits: Sequence[Entry]) -> list[list[Entry]]:
        """Return, for the earliest and the latest hits that may be of a stack trace, the lines of
        its stream around each."""
        runs: list[_Run] = []
        asked = 0
        for hit in _from_both_ends(hits):
            is_of_trace = is_frame(hit.line) or _OF_TRACE.search(hit.line)
            if not is_of_trace or any(run.covers(hit) for run in runs):
                continue
            if asked == _MOST_AROUND:
                break
            asked += 1
            new = self._beside(hit)
            for run in [run for run in runs if not run.entries.keys().isdisjoint(new.entries)]:
                runs.remove(run)
                new = _Run(run.entries | new.entries, max(run.until, new.until))
            runs.append(new)
        return [sorted(run.entries, key=lambda entry: entry.at) for run in runs]

    def _beside(self, hit: Entry) -> "_Run":
        query = exactly(dict(hit.stream))
        asked = self._asked(query)
        before = self.api.page(query, hit.at - _NEAR, hit.at + 1, "backward", asked, most=_BEFORE)
        after = self.api.page(query, hit.at, hit.at + _NEAR, "forward", asked, most=_AFTER)
        until = after[-1].at if len(after) == _AFTER else hit.at + _NEAR
        return _Run(dict.fromkeys([*reversed(before), *after, hit]), until)

    def _records_of(self, labels: Labels, entries: Sequence[Entry]) -> Iterator[LogRecord]:
        reader = TimestampReader(zone=self.zone, now=self.request.now, until=self.request.until)
        level = {key: value for key, value in labels if key.lower() in LEVEL_KEYS}
        rows = (
            Row(instant, entry.line, {**level, **_beside_line(entry)})
            for entry in entries
            if (instant := instant_of_nanoseconds(entry.at))
        )
        return records_of_stream(rows, self._stream(labels), reader)


def _beside_line(entry: Entry) -> dict[str, str]:
    return {key: value for key, value in entry.beside if key not in _GUESSED}


def _is_between(entry: Entry, runs: Sequence[Sequence[Entry]]) -> bool:
    return any(run[0].at <= entry.at <= run[-1].at for run in runs)


def _by_stream(run: Sequence[Entry]) -> dict[Labels, list[Entry]]:
    found: dict[Labels, list[Entry]] = {}
    for entry in run:
        found.setdefault(entry.stream, []).append(entry)
    return found


def _from_both_ends(entries: Sequence[Entry]) -> Iterator[Entry]:
    for place in range((len(entries) + 1) // 2):
        yield entries[place]
        if place != len(entries) - 1 - place:
            yield entries[-1 - place]
