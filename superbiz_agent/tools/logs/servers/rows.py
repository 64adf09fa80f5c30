"""From a server's rows to log records, by the rules for files (contract section 2).

Servers hold two kinds of rows. A *line* of a stream (Loki, the journal) is like a line that a
container's runtime wrote: it has an instant, and the lines of a stack trace follow one another; the
stream is like the file of a pod, and its labels like that file's name. A *row of fields*
(Elasticsearch, ClickHouse) is like a line of JSON: it is a record by itself.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property, partial
from json import dumps
from typing import Any, NamedTuple, cast

from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.logs.backend import LogRequest, SourceReport
from superbiz_agent.tools.logs.fields import describe_object, parse_object
from superbiz_agent.tools.logs.file_names import NO_NAMES, FileNames, without_pod_suffix
from superbiz_agent.tools.logs.parsing import as_searched, read_records, searchable
from superbiz_agent.tools.logs.reading import Line, clean
from superbiz_agent.tools.logs.record import LogRecord, RecordDetails
from superbiz_agent.tools.logs.timestamps import TimestampReader
from superbiz_agent.tools.rendering import pair

MOST_ROWS = 50_000
"""Rows of one server that a search reads: half of them the oldest, half the newest."""

DEFAULT_WINDOW = timedelta(hours=24)
"""What is searched of a server where the question names no start."""

_STREAM = " stdout F "
_MOST_LINES, _MOST_CHARACTERS = 1000, 64 * 1024
JOINED_WITHIN = timedelta(milliseconds=10)
"""How far apart a shipper stamps the lines of one record: they were written at once."""

_NO_SERVICE = frozenset({"", "unknown_service"})
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Window(NamedTuple):
    """What is searched of a server; both ends are aware and belong to it."""

    since: datetime
    until: datetime

    @property
    def told(self) -> str:
        """The window as errors tell it."""
        return f"{format_instant(self.since)} to {format_instant(self.until)}"


class Row(NamedTuple):
    """A line of a stream. ``fields`` stand beside it, such as its trace and its level."""

    instant: datetime
    text: str
    fields: Mapping[str, str] = {}


@dataclass(frozen=True)
class Stream:
    """Where lines follow one another: ``source`` is shown for it, ``place`` says where it lies."""

    source: str
    place: str
    names: FileNames = NO_NAMES


@dataclass(frozen=True)
class Columns:
    """Which fields of a row are what; a dot leads into an object. ``services`` name its writer."""

    time: str
    message: str
    level: str | None = None
    services: tuple[str, ...] = field(default_factory=tuple[str, ...])


def window_of(request: LogRequest, report: SourceReport) -> Window:
    """Return what a server is asked for; what it takes for an open end is reported."""
    until = request.until or request.now
    since = request.since or until - DEFAULT_WINDOW
    if request.since is None:
        report.window = (since, until)
    return Window(since, max(since, until))


def instant_of_nanoseconds(nanoseconds: int) -> datetime | None:
    """Return an instant since 1970 in UTC, to the microsecond; null for one that is no time."""
    try:
        return _EPOCH + timedelta(microseconds=nanoseconds // 1000)
    except OverflowError:
        return None


def nanoseconds_of(instant: datetime) -> int:
    """Return an aware instant as nanoseconds since 1970."""
    return (instant - _EPOCH) // timedelta(microseconds=1) * 1000


def between_halves(oldest: int, newest: int, counted: int | None) -> str:
    """Say what was read of more rows than a search reads; ``counted`` is the server's own count."""
    if counted is None:
        return f"the {oldest} oldest and the {newest} newest records were read, others between not"
    between = max(0, counted - oldest - newest)
    return (
        f"the {oldest} oldest and the {newest} newest of {counted} records by its own count were "
        f"read; {between} between them were not"
    )


def stream_of(labels: Mapping[str, str], server: str, service_labels: Iterable[str]) -> Stream:
    """Return the stream that ``labels`` tell from others of ``server``: what its pod, container,
    namespace and service are called. ``service_labels`` are labels that name a service."""
    entities = dict(describe_object(labels).names)
    given = [labels.get(label, "") for label in service_labels]
    services = [value for value in given if value not in _NO_SERVICE]
    parts = [entities[key] for key in ("namespace", "pod", "container") if key in entities]
    shown = "/".join(parts) if "pod" in entities else (services or [server])[0]
    names = {each.lower() for each in (*entities.values(), *services) if each not in _NO_SERVICE}
    names |= {without_pod_suffix(entities["pod"].lower())} if "pod" in entities else set()
    place = shown if shown == server else f"{server}/{shown}"
    return Stream(shown, place, FileNames(shown, frozenset(names), entities))


def records_of_stream(
    rows: Iterable[Row], stream: Stream, reader: TimestampReader
) -> Iterator[LogRecord]:
    """Group the rows of one stream, which follow one another without a gap, into records: stack
    traces and wrapped lines become whole again. A record's line is its place among the rows."""
    return (_own_text(record, row) for record, row in grouped_rows(rows, stream, reader))


def grouped_rows(
    rows: Iterable[Row], stream: Stream, reader: TimestampReader
) -> Iterator[tuple[LogRecord, Row]]:
    """Yield each record of a stream with the row that it starts with; its text has that row's
    instant in front, as a runtime puts it there (``text_of_lines`` has not)."""
    started: deque[tuple[int, Row]] = deque()

    def lines() -> Iterator[Line]:
        for number, row in enumerate(_unwrapped(rows, reader), 1):
            started.append((number, row))
            yield Line(number, f"{format_instant(row.instant)}{_STREAM}{row.text}")

    grouped = read_records(
        lines(),
        reader,
        source=stream.source,
        file=stream.place,
        is_named=True,  # the collector's labels say who wrote it, whatever the line says
        names=stream.names,
    )
    for record in grouped:
        while started[0][0] < record.line:
            started.popleft()
        yield record, started[0][1]


def _unwrapped(rows: Iterable[Row], reader: TimestampReader) -> Iterator[Row]:
    """Join a line that has no timestamp of its own to the one before it that has, as in a file."""
    head: Row | None = None
    lines: list[str] = []
    last, size = _EPOCH, 0
    for row in rows:
        text = clean(row.text).rstrip("\n")
        if not text.strip():
            continue
        is_near = head is not None and row.instant - last <= JOINED_WITHIN
        has_room = len(lines) < _MOST_LINES and size < _MOST_CHARACTERS
        last = row.instant
        if is_near and has_room and not text.startswith("{") and reader.read(text) is None:
            lines.append(text)
            size += len(text)
            continue
        if head is not None:
            yield head._replace(text="\n".join(lines))
        if reader.read(text) is None or text.startswith("{"):
            head = None
            yield row._replace(text=text)
        else:
            head, lines, size = row, [text], len(text)
    if head is not None:
        yield head._replace(text="\n".join(lines))


def text_of_lines(record: LogRecord, row: Row) -> str:
    """Return the lines of a record that starts with ``row``, without what stood in for a head."""
    return record.text[len(format_instant(row.instant)) + len(_STREAM) :]


def _own_text(record: LogRecord, row: Row) -> LogRecord:
    """Take what stood in for a runtime's head out again, put the fields beside the text."""
    text = text_of_lines(record, row)
    value = parse_object(text) if "\\" in text else None
    parts = [text, *([searchable(value)] if value is not None else [])]
    parts += [pair(key, value) for key, value in row.fields.items()]
    describe = partial(_with_fields, record.describe, row.fields) if row.fields else record.describe
    return replace(record, text="\n".join(parts), describe=describe)


def _with_fields(describe: Callable[[], RecordDetails], fields: Mapping[str, str]) -> RecordDetails:
    own, beside = describe(), describe_object(fields)
    kept = {"message": beside.message} if beside.message else {}
    return _merged(own, replace(beside, fields={**kept, **beside.fields}))


def _merged(own: RecordDetails, beside: RecordDetails) -> RecordDetails:
    """What a record says of itself comes before what stands beside it."""
    return replace(
        own,
        level=own.level or beside.level,
        service=own.service or beside.service,
        fields={**beside.fields, **own.fields},
        names={**beside.names, **own.names},
    )


def record_of_row(
    values: Mapping[str, Any], columns: Columns, *, source: str, place: str, instant: datetime
) -> LogRecord:
    """Make a record of a row of fields. ``place`` says where it lies, such as index and id."""
    text = dumps(values, ensure_ascii=False, default=str)
    read = _ReadRow(values, columns)
    if "\\" in text:
        text = "\n".join([text, *map(as_searched, filter(None, (read.own, read.said)))])
    return LogRecord(source, False, place, 1, text, instant, read.details)


@dataclass
class _ReadRow:
    """A row taken apart, each part once: what its fields say (``own``), and what a message of JSON
    says within them (``said``)."""

    values: Mapping[str, Any]
    columns: Columns

    @cached_property
    def own(self) -> RecordDetails:
        return describe_object(_usual_fields(self.values, self.columns))

    @cached_property
    def said(self) -> RecordDetails | None:
        inner = parse_object(self.own.message.strip())
        return None if inner is None else describe_object(inner)

    def details(self) -> RecordDetails:
        """What the row is shown as. The columns that the operator named say who wrote it; what a
        message of JSON calls its writer stands beside that."""
        details, said = self.own, self.said
        if said is not None:
            is_told = said.message or said.fields
            details = _merged(said if is_told else replace(said, message=details.message), details)
        writers = (value_at(self.values, path) for path in self.columns.services)
        service = next((str(each) for each in writers if each), None) or details.service
        if service is None:
            return details
        return replace(details, service=service, names={**details.names, "service": service})


def _usual_fields(values: Mapping[str, Any], columns: Columns) -> dict[str, Any]:
    """Return the row with its level and message under their usual names, without its time."""
    message = value_at(values, columns.message)
    level = value_at(values, columns.level) if columns.level else None
    paths = (columns.time, columns.message, *([columns.level] if columns.level else []))
    rest = dict(values)
    for path in paths:
        rest = _without(rest, path)
    usual = {} if level is None else {"level": level}
    return {**rest, **usual, **({} if message is None else {"message": message})}


def value_at(values: Mapping[str, Any], path: str) -> Any:
    """Return the field at ``path``, dots leading into objects; null if there is none."""
    if path in values:
        return values[path]
    first, dot, rest = path.partition(".")
    inner = values.get(first)
    return (
        value_at(cast("Mapping[str, Any]", inner), rest)
        if dot and isinstance(inner, dict)
        else None
    )


def _without(values: Mapping[str, Any], path: str) -> dict[str, Any]:
    if path in values:
        return {key: value for key, value in values.items() if key != path}
    first, dot, rest = path.partition(".")
    inner = values.get(first)
    if not dot or not isinstance(inner, dict):
        return dict(values)
    return {**values, first: _without(cast("Mapping[str, Any]", inner), rest)}


def with_value(values: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return a row whose field at ``path``, which is there, is another."""
    first, dot, rest = path.partition(".")
    if path in values or not dot:
        return {**values, path: value}
    return {**values, first: with_value(cast("Mapping[str, Any]", values[first]), rest, value)}
