"""Logs from systemd's journal, read by ``journalctl`` (contract section 2).

The window is read whole, in constant memory, some thousand entries at a time. The lines of one unit
and process follow one another like the lines of a file, so that stack traces become whole again.
``journalctl`` gets nothing of a question but two numbers, the ends of the window.
"""

import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple, cast

from superbiz_agent.errors import SourceError
from superbiz_agent.settings.sources import JournaldSource
from superbiz_agent.tools.instants import parse_zone
from superbiz_agent.tools.logs.backend import LogRequest, SourceReport
from superbiz_agent.tools.logs.needles import holds_any
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.servers.rows import (
    Row,
    Stream,
    Window,
    instant_of_nanoseconds,
    records_of_stream,
    stream_of,
    window_of,
)
from superbiz_agent.tools.logs.syslog import syslog_level
from superbiz_agent.tools.logs.timestamps import TimestampReader
from superbiz_agent.tools.rendering import plain_or_quoted
from superbiz_agent.tools.text import bounded_line, cut_line

_PROGRAM = "journalctl"
_FLAGS = ("--no-pager", "--all", "--utc")
_LABELS = ("_HOSTNAME", "_SYSTEMD_UNIT", "SYSLOG_IDENTIFIER", "CONTAINER_NAME")
_NAMES = ("_SYSTEMD_UNIT", "SYSLOG_IDENTIFIER", "CONTAINER_NAME")
_FIELDS = ("MESSAGE", "PRIORITY", "_PID", *_LABELS)
_PRIORITIES = frozenset("01234567")
_UNIT_SUFFIXES = (".service", ".scope", ".timer", ".socket", ".mount", ".slice")
_CHUNK = 20_000
_LONGEST_LINE = 4 * 1024 * 1024
_MOST_SAID = 200
_NO_RIGHTS = (
    "insufficient permissions",
    "not seeing messages from other users",
    "Permission denied",
)


class _Entry(NamedTuple):
    """An entry of the journal: which stream it belongs to, and its line."""

    labels: tuple[str, ...]
    process: str
    row: Row


class JournaldBackend:
    """The journal of this host, or those in a folder. ``name`` is the source's in the settings,
    ``zone`` that of timestamps within messages. Nothing is started before the first search."""

    demo = False

    def __init__(self, name: str, source: JournaldSource, zone: str = "UTC") -> None:
        self.name = name
        self._source = source
        self._zone = parse_zone(zone)

    @property
    def aliases(self) -> frozenset[str]:
        """The names that the whole journal answers to."""
        return frozenset(each.lower() for each in (self.name, *self._source.services))

    def records(self, request: LogRequest, report: SourceReport) -> Iterator[LogRecord]:
        """Yield the records of the window, unit by unit within a chunk; see ``LogBackend``."""
        try:
            window = window_of(request, report)
            report.held = self._held()
            report.is_empty = report.held is None
            request.knows(self._names())
            entries = self._entries(window)
            while chunk := list(islice(entries, _CHUNK)):
                for stream, rows in self._streams(chunk):
                    yield from self._of_stream(stream, rows, request)
        except SourceError as error:
            report.failed(self.name, error)

    def check(self) -> str:
        """Read the first and the last entry. Raises ``SourceError``."""
        held = self._held()
        if held is None:
            return f"{self._place} can be read and is empty"
        return f"{self._place} can be read, from {held[0]:%Y-%m-%d} to {held[1]:%Y-%m-%d}"

    def _of_stream(
        self, stream: Stream, rows: Sequence[Row], request: LogRequest
    ) -> Iterator[LogRecord]:
        """Yield the records of a stream; only its ends, where nothing in it can be asked for."""
        pieces = request.pieces(self.aliases | stream.names.names)
        if pieces and not request.regex and not request.mark:
            told = "\n".join(row.text for row in rows).lower()
            if not holds_any(told, pieces) and not holds_any(_told_of(stream), pieces):
                rows = (rows[0], rows[-1]) if len(rows) > 1 else rows
        reader = TimestampReader(zone=self._zone, now=request.now, until=request.until)
        yield from records_of_stream(rows, stream, reader)

    def _streams(self, chunk: Sequence[_Entry]) -> Iterator[tuple[Stream, list[Row]]]:
        by_stream: dict[tuple[tuple[str, ...], str], list[Row]] = {}
        for entry in chunk:
            by_stream.setdefault((entry.labels, entry.process), []).append(entry.row)
        for (values, _), rows in by_stream.items():
            labels = {key: value for key, value in zip(_LABELS, values, strict=True) if value}
            yield self._stream(labels), rows

    def _stream(self, labels: Mapping[str, str]) -> Stream:
        services = [_unit(labels[key]) for key in _NAMES if key in labels]
        shown = {**labels, **({"service": services[0]} if services else {})}
        stream = stream_of(shown, self.name, ("service",))
        names = stream.names.names | {each.lower() for each in services}
        return replace(stream, names=replace(stream.names, names=frozenset(names)))

    def _held(self) -> tuple[datetime, datetime] | None:
        """Return the instants of the first and the last entry; null if there is none."""
        first, last = next(self._read(), None), next(self._read("--lines=1"), None)
        return (first.row.instant, last.row.instant) if first and last else None

    def _names(self) -> set[str]:
        """Return the names of every unit, program and container in the journal."""
        names: set[str] = set()
        for field in _NAMES:
            with self._lines(f"--field={field}") as lines:
                found = {line.decode("utf-8", "replace").strip().lower() for line in lines}
            names |= found | set(map(_unit, found))
        return names - {""}

    def _entries(self, window: Window) -> Iterator[_Entry]:
        since, until = window
        bounds = (
            f"--since=@{int(since.timestamp())}",
            f"--until=@{int(until.timestamp()) + 1}",
        )
        yield from (each for each in self._read(*bounds) if since <= each.row.instant <= until)

    def _read(self, *arguments: str) -> Iterator[_Entry]:
        """Yield entries, oldest first. Raises ``SourceError``."""
        wanted = ("--output=json", f"--output-fields={','.join(_FIELDS)}", *arguments)
        with self._lines(*wanted) as lines:
            yield from filter(None, map(_entry, lines))

    @contextmanager
    def _lines(self, *arguments: str) -> Generator[Iterator[bytes]]:
        """Run ``journalctl`` and give the lines that it prints; it is ended with the block."""
        with tempfile.TemporaryFile() as said:
            process = self._start(arguments, said.fileno())
            try:
                yield self._within_time(process)
                is_cut = process.poll() is None and process.stdout and process.stdout.read(1)
            except GeneratorExit:
                is_cut = True
                raise
            finally:
                process.kill()
                process.communicate()
            said.seek(0)
            if not is_cut:
                self._judge(process.returncode, said.read(4096).decode("utf-8", "replace"))

    def _start(self, arguments: Sequence[str], said: int) -> "subprocess.Popen[bytes]":
        program = shutil.which(_PROGRAM)
        if program is None:
            raise self._fault("journalctl is not installed here", "remove the source")
        directory = self._source.directory
        place = [f"--directory={directory}"] if directory else []
        return subprocess.Popen(  # noqa: S603
            [program, *_FLAGS, *place, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=said,
            env={"LC_ALL": "C", "PATH": os.environ.get("PATH", ""), "SYSTEMD_COLORS": "0"},
        )

    def _within_time(self, process: "subprocess.Popen[bytes]") -> Iterator[bytes]:
        deadline = time.monotonic() + self._source.timeout
        output = process.stdout
        while output and (line := output.readline(_LONGEST_LINE)):
            if time.monotonic() > deadline:
                setting = f"sources.{self.name}.timeout"
                raise self._fault(
                    f"was not read within {self._source.timeout:g} s",
                    f"narrow the window, or raise {setting}",
                )
            yield line

    def _judge(self, code: int, said: str) -> None:
        """Raise ``SourceError`` for what ``journalctl`` complains of."""
        told = bounded_line(cut_line(" ".join(said.split()), _MOST_SAID))
        if any(each in said for each in _NO_RIGHTS):
            remedy = "add the user to the group systemd-journal"
            raise self._fault(f"may be read in part only ({plain_or_quoted(told)})", remedy)
        if code > 0:
            remedy = f"mend sources.{self.name}.directory"
            raise self._fault(f"cannot be read ({plain_or_quoted(told)})", remedy)

    def _fault(self, what: str, remedy: str) -> SourceError:
        line = bounded_line(f"{self.name}: {self._place} {what}; {remedy}")
        return SourceError(line, source=self.name)

    @property
    def _place(self) -> str:
        directory = self._source.directory
        return f"the journal in {directory}" if directory else "the journal of this host"


def _entry(line: bytes) -> _Entry | None:
    """Read one entry; null for one without message or instant, which is none of a program's."""
    try:
        value = json.loads(line.decode("utf-8", "replace"))
        fields = cast("Mapping[str, Any]", value)
        microseconds = int(_text(fields.get("__REALTIME_TIMESTAMP")))
    except (ValueError, AttributeError, RecursionError):
        return None
    instant, message = instant_of_nanoseconds(microseconds * 1000), _text(fields.get("MESSAGE"))
    if instant is None or not message:
        return None
    priority = _text(fields.get("PRIORITY"))
    level = {"level": syslog_level(int(priority))} if priority in _PRIORITIES else {}
    labels = tuple(_text(fields.get(key)) for key in _LABELS)
    return _Entry(labels, _text(fields.get("_PID")), Row(instant, message, level))


def _text(value: object) -> str:
    """Return a field as text: bytes come as numbers, a field given twice as a list."""
    if isinstance(value, str):
        return value
    if not isinstance(value, list):
        return ""
    parts = cast("list[object]", value)
    with suppress(ValueError, TypeError):
        return bytes(cast("list[int]", parts)).decode("utf-8", "replace")
    return " ".join(each for each in map(_text, parts) if each)


def _unit(name: str) -> str:
    """Return a unit's name as people say it: ``checkout`` of ``checkout.service``."""
    suffix = next((each for each in _UNIT_SUFFIXES if name.endswith(each)), "")
    return name.removesuffix(suffix)


def _told_of(stream: Stream) -> str:
    return "\n".join((*stream.names.names, *stream.names.fields.values())).lower()
