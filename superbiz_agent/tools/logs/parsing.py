"""From lines to records: which lines belong together, and when each record happened.

A line with a timestamp in its head, or a JSON object, starts a record. A line without one continues
the record before it (stack traces, wrapped messages); where nothing before it has a timestamp, only
indented lines and the usual continuations of stack traces do. A record that grows past its bound is
continued in a new one with the same instant, so that no line escapes a search.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.tools.logs.containers import (
    ContainerLine,
    ends_traceback,
    is_frame,
    unwrapped,
)
from superbiz_agent.tools.logs.fields import (
    describe_object,
    parse_object,
    time_value,
)
from superbiz_agent.tools.logs.file_names import FileNames
from superbiz_agent.tools.logs.plain_lines import describe_plain
from superbiz_agent.tools.logs.reading import Line
from superbiz_agent.tools.logs.record import LogRecord, RecordDetails
from superbiz_agent.tools.logs.timestamps import Stamp, TimestampReader
from superbiz_agent.tools.rendering import pair

_MOST_LINES = 1000
_MOST_CHARACTERS = 64 * 1024
_TRACEBACK = "Traceback "


class _Draft:
    """A record that may still grow. ``inner`` is where a container's line has its own timestamp."""

    __slots__ = ("inner", "is_whole", "line", "lines", "size", "stamp", "stream", "value")

    def __init__(self, line: Line, head: "_Head") -> None:
        container = head.container
        self.line = line.number
        self.lines = [container.text if container else line.text]
        self.stamp, self.value, self.inner = head.stamp, head.value, head.inner
        self.size = len(line.text)
        self.stream = container.stream if container else None
        self.is_whole = container.is_whole if container else True

    def add(self, text: str) -> None:
        """Take in a line that continues the record."""
        self.lines.append(text)
        self.size += len(text)

    def complete(self, rest: ContainerLine) -> None:
        """Take in the rest of a line that the container's runtime has cut."""
        self.lines[-1] += rest.content
        self.size += len(rest.content)
        self.is_whole = rest.is_whole

    @property
    def is_plain(self) -> bool:
        """Whether the record is one line, neither JSON nor a container's."""
        return len(self.lines) == 1 and self.value is None and self.stream is None

    @property
    def is_full(self) -> bool:
        """Whether the record has reached its bound."""
        return len(self.lines) >= _MOST_LINES or self.size >= _MOST_CHARACTERS

    def describe(self) -> RecordDetails:
        """Take the record apart."""
        if self.value is not None:
            return describe_object(self.value)
        return describe_plain("\n".join(self.lines), self.stamp, self.inner)

    def describe_instant(self) -> str:
        """Say what of the instant was assumed."""
        return self.stamp.note if self.stamp else "no timestamp"


class _Head(NamedTuple):
    """What a line by itself is: its JSON, its instant, its container and the instant within."""

    value: JsonObject | None
    stamp: Stamp | None
    container: ContainerLine | None = None
    inner: Stamp | None = None

    @property
    def starts(self) -> bool:
        """Whether it starts a record whatever stands before it."""
        if self.container is None or self.inner is not None:
            return self.value is not None or self.stamp is not None
        return self.stamp is not None and not is_frame(self.container.content)


def _read_head(text: str, reader: TimestampReader) -> _Head:
    value = parse_object(text)
    container = unwrapped(text, value)
    if container is None:
        return _Head(value, _stamp_of(text, value, reader))
    stamp = reader.read_value(container.head)
    return _Head(None, stamp, container, reader.read(container.content))


def read_instant(line: str, reader: TimestampReader) -> datetime | None:
    """Return the instant of a record that ``line`` starts, or null."""
    stamp = _read_head(line, reader).stamp
    return stamp.instant if stamp else None


def starts_record(line: str, reader: TimestampReader) -> bool:
    """Whether ``line`` starts a record whatever stands before it."""
    return _read_head(line, reader).starts


def read_records(
    lines: Iterable[Line],
    reader: TimestampReader,
    *,
    source: str,
    file: str,
    is_named: bool,
    names: FileNames,
) -> Iterator[LogRecord]:
    """Group ``lines`` of one file into records, in the order of the file, in constant memory."""
    for draft in _drafts(lines, reader):
        text = draft.lines[0] if len(draft.lines) == 1 else "\n".join(draft.lines)
        if draft.value is not None and "\\" in text:
            text = f"{text}\n{searchable(draft.value)}"
        yield LogRecord(
            source,
            is_named,
            file,
            draft.line,
            text,
            draft.stamp.instant if draft.stamp else None,
            draft.describe,
            draft.describe_instant,
            names,
            draft.stamp if draft.is_plain else None,
        )


def _drafts(lines: Iterable[Line], reader: TimestampReader) -> Iterator[_Draft]:
    draft: _Draft | None = None
    for line in lines:
        if line.is_record and (stamp := reader.read(line.text)):
            if draft:
                yield draft
            yield _Draft(line, _Head(None, stamp))
            draft = None
            continue
        head = _read_head(line.text, reader)
        if draft and head.container:
            if _joins_container(head, draft):
                continue
        elif draft and head.value is None and head.stamp is None and _belongs(line.text, draft):
            if line.text.strip() and not draft.is_full:
                draft.add(line.text)
                continue
            if not line.text.strip():
                continue
            head = head._replace(stamp=draft.stamp)
        if draft:
            yield draft
        is_blank = head.value is None and head.stamp is None and not line.text.strip()
        draft = None if is_blank else _Draft(line, head)
    if draft:
        yield draft


def _joins_container(head: _Head, draft: _Draft) -> bool:
    """Whether a line of the same container's stream went into ``draft``, to which it belongs."""
    part = head.container
    if part is None or part.stream != draft.stream or draft.is_full:
        return False
    if not draft.is_whole:
        draft.complete(part)
        return True
    is_due = head.inner is None and ends_traceback(draft.lines[-1], draft.lines)
    if head.starts and not (is_due and parse_object(part.content) is None):
        return False
    if part.content.strip():
        draft.add(part.content)
        draft.is_whole = part.is_whole
    return True


def _stamp_of(text: str, value: JsonObject | None, reader: TimestampReader) -> Stamp | None:
    if value is None:
        return reader.read(text)
    written = time_value(value)
    return reader.read_value(written) if written else None


def _belongs(text: str, draft: _Draft) -> bool:
    if draft.value is not None:
        return False
    return draft.stamp is not None or is_frame(text) or text.startswith(_TRACEBACK)


def searchable(value: JsonObject) -> str:
    """Return a record as read, for a search that must not depend on JSON's escapes."""
    return as_searched(describe_object(value))


def as_searched(details: RecordDetails) -> str:
    """Return a record that was read as it is searched."""
    return "\n".join([details.message, *(pair(k, v) for k, v in details.fields.items())])
