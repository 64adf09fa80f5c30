"""What a source of log records is: a small protocol, so that servers slot in beside files."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

from superbiz_agent.contracts.evidence import SourceReason
from superbiz_agent.errors import SourceError
from superbiz_agent.tools.logs.file_names import FileNames
from superbiz_agent.tools.logs.levels import Level
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.regex import Regex
from superbiz_agent.tools.logs.timestamps import TimestampReader
from superbiz_agent.tools.progress import Progress
from superbiz_agent.tools.sources import reason_of


def every_record(names: frozenset[str]) -> Sequence[str]:
    """Ask for every record of every file."""
    del names
    return ()


class AlikeRecords(Protocol):
    """Takes records of one file that are like earlier ones, faster than one by one."""

    def take(self, line: bytes) -> bool:
        """Whether the record of one ``line``, which another record follows, is taken in: then it is
        not to be handed over."""
        ...

    def finish(self) -> None:
        """Count what was taken, at the end of the file."""
        ...


class NoneAlike:
    """Takes nothing."""

    def take(self, line: bytes) -> bool:
        """Take nothing."""
        del line
        return False

    def finish(self) -> None:
        """Do nothing."""


def none_alike(source: str, names: FileNames, reader: TimestampReader) -> AlikeRecords:
    """Have every record handed over."""
    del source, names, reader
    return NoneAlike()


def nobody_asks(names: Iterable[str]) -> None:
    """Take the names that a server knows, where no search wants them."""
    del names


@dataclass(frozen=True)
class LogRequest:
    """What is wanted, for a backend that can narrow down by itself. A backend may hand over more:
    the tool checks every record again. ``since`` and ``until`` are aware instants or open.

    ``pieces`` says, of a file that goes by the given names, lower-case strings without blanks:
    besides its first and last record, a backend need hand over only those whose lower-cased text
    holds one of them, or whose text holds ``regex``, if that is given (neither: every record). The
    pieces may become fewer while records are handed over. ``names`` says which of the pieces are
    names of which any one record that holds them as a whole word is enough. Where ``mark`` is
    given, it stands, in lower case, in every record that is wanted besides.
    ``alike`` gives what may take some records of a file, of which it is told the source that is
    shown, its names and its reader of instants.
    ``level`` is the least level of a record that is wanted, if one is asked for.
    ``progress`` takes what there is to read, and what was.
    ``may_prune`` allows to pass over files that the window misses; the report tells what they hold.
    ``knows`` takes the names (lower case) that a server says it knows, whether or not a record in
    the window has them; what ``pieces`` gives may become less by that.
    """

    query: str
    service: str | None
    since: datetime | None
    until: datetime | None
    now: datetime
    pieces: Callable[[frozenset[str]], Sequence[str]] = every_record
    may_prune: bool = False
    regex: Regex | None = None
    mark: Regex | None = None
    taken: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    names: Callable[[frozenset[str]], Sequence[str]] = every_record
    progress: Progress = field(default_factory=Progress)
    knows: Callable[[Iterable[str]], None] = nobody_asks
    level: Level | None = None
    alike: Callable[[str, FileNames, TimestampReader], AlikeRecords] = none_alike


@dataclass(frozen=True)
class ServerCounts:
    """How many candidates a server counts in each span of ``width`` seconds from ``start`` on, of
    more than it hands over; ``of`` is what it counts, ``first`` and ``last`` are the instants of
    the first and the last of them. All are aware."""

    of: Literal["records", "lines", "documents"]
    first: datetime
    last: datetime
    start: datetime
    width: int
    counts: tuple[int, ...]


@dataclass
class SourceReport:
    """What a backend says of its own reading while its records are read.

    ``failures`` are (source as the user knows it, one-line reason); ``left_out`` counts characters
    that were too many to be searched; ``notes`` are (source, what was unusual in its encoding);
    ``pruned`` are the first and last instants of files that the window misses.

    The rest is a server's. ``held`` are a first and a last instant of what it holds: it was
    searched whole between them. ``window`` is what was searched, where the request leaves an end
    open. ``is_empty`` says that it holds no record of any time. ``gaps`` say, one line each, what
    of the records that match was not read; ``counts`` are those of the server where it has more
    than it hands over; ``reasons`` are those of ``failures`` for which there is a kind.
    """

    failures: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    left_out: int = 0
    notes: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    pruned: list[tuple[datetime, datetime]] = field(default_factory=list[tuple[datetime, datetime]])
    held: tuple[datetime, datetime] | None = None
    window: tuple[datetime, datetime] | None = None
    is_empty: bool = False
    gaps: list[str] = field(default_factory=list[str])
    counts: ServerCounts | None = None
    reasons: list[SourceReason] = field(default_factory=list[SourceReason])

    def failed(self, source: str, error: SourceError) -> None:
        """Take note of the error by which a source failed."""
        self.failures.append((source, str(error)))
        self.reasons += reason_of(error, source)


class LogBackend(Protocol):
    """A read-only source of log records.

    ``name`` is the source as the user knows it; ``aliases`` are the names it answers to as a
    service (lower case); ``demo`` marks built-in example data. ``records`` never raises: what
    cannot be read is a failure of the report.
    """

    @property
    def name(self) -> str: ...
    @property
    def aliases(self) -> frozenset[str]: ...
    @property
    def demo(self) -> bool: ...

    def records(self, request: LogRequest, report: SourceReport) -> Iterator[LogRecord]:
        """Yield the records in the order in which they lie, in constant memory."""
        ...
