"""Logs from a file or a folder that the operator named (contract section 2)."""

import os
from collections.abc import Iterable, Iterator
from copy import copy
from functools import partial
from pathlib import Path

from superbiz_agent.errors import SourceError
from superbiz_agent.tools.instants import parse_zone
from superbiz_agent.tools.logs.backend import LogRequest, SourceReport
from superbiz_agent.tools.logs.file_names import file_names, stem
from superbiz_agent.tools.logs.folders import files_below, is_taken
from superbiz_agent.tools.logs.narrowing import narrowed
from superbiz_agent.tools.logs.parsing import read_records
from superbiz_agent.tools.logs.pruning import missed_range
from superbiz_agent.tools.logs.reading import Block, EmptySourceError, read_blocks
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.regex import as_written
from superbiz_agent.tools.logs.ripgrep import Wanted, found_lines
from superbiz_agent.tools.logs.timestamps import TimestampReader

_MOST_FILES = 10_000


class FileLogBackend:
    """A log file, or every file below a folder: plain or compressed, plain text or JSON lines.

    ``name`` stands for the source in the evidence, such as a pod or service (null: the file's or
    folder's own name). ``timezone`` is assumed for lines without a zone. Nothing is opened before
    the first search. Files outside ``path`` are never read: links below a folder are not followed.
    ``ripgrep`` allows to use it, where it is installed. Raises ConfigurationError for an unknown
    ``timezone``.
    """

    def __init__(
        self,
        name: str | None,
        path: Path,
        *,
        timezone: str = "UTC",
        demo: bool = False,
        ripgrep: bool = True,
    ) -> None:
        self._given_name = name
        self._path = path
        self._zone = parse_zone(timezone)
        self._demo = demo
        self._ripgrep = ripgrep
        self._other_names: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The source as the user knows it: the given name, else that of the file or folder."""
        return self._given_name or self._path.name or str(self._path)

    @property
    def aliases(self) -> frozenset[str]:
        """Names under which a question may mean this source: ``app.log.1`` answers to ``app``."""
        return frozenset({self.name.lower(), stem(self.name).lower()}) | self._other_names

    @property
    def is_named(self) -> bool:
        """Whether the operator gave the source its name."""
        return self._given_name is not None

    @property
    def place(self) -> Path:
        """Where the file or folder really lies, links resolved; a path that cannot be stays."""
        try:
            return Path(os.path.realpath(self._path))
        except (OSError, ValueError):
            return self._path

    def known_as(self, names: Iterable[str]) -> "FileLogBackend":
        """Return the same source that answers to the other ``names``, too."""
        same = copy(self)
        same._other_names |= frozenset(names)
        return same

    @property
    def demo(self) -> bool:
        """Whether this is built-in example data."""
        return self._demo

    def records(self, request: LogRequest, report: SourceReport) -> Iterator[LogRecord]:
        """Yield the records of every file in the order of their paths; see ``LogBackend``.

        An empty file holds no records and was read whole, so that beside others it is no failure.
        Only where nothing but empty files is found is that reported as one: nothing was searched.
        """
        files = empty = 0
        for path, label in self._files(report):
            files += 1
            if is_taken(path, request.taken):
                continue
            try:
                yield from self._records_of(path, label, request, report)
            except EmptySourceError:
                empty += 1
            except SourceError as error:
                report.failures.append((self._shown(label), str(error)))
        if files and files == empty:
            is_folder = self._path.is_dir()
            report.failures.append(
                (self.name, "holds only empty files" if is_folder else "is empty")
            )

    def _records_of(
        self, path: Path, label: str, request: LogRequest, report: SourceReport
    ) -> Iterator[LogRecord]:
        reader = TimestampReader(zone=self._zone, now=request.now, until=request.until)
        names = file_names(path, label)
        answers_to, follow = self.aliases | names.names, path == self._path
        request.pieces(answers_to)  # what is known of the file's names, read or not
        if request.may_prune and (held := missed_range(path, request, reader, follow=follow)):
            report.pruned.append(held)
            return
        notes: list[str] = []
        damage: list[SourceError] = []
        regex = as_written(request.regex) if request.regex else None
        wanted = Wanted(request.pieces(answers_to), regex)
        may_find = self._ripgrep and request.mark is None  # what marks a level is no fixed text
        lines = found_lines(path, wanted, reader, follow=follow) if may_find else None
        if lines is None:
            read = read_blocks(path, follow=follow, notes=notes)
            blocks = _counted(_until_damage(read, damage), report)
            pieces = partial(request.pieces, answers_to)
            lines = narrowed(blocks, pieces, reader, request.regex, request.mark)
        yield from read_records(
            lines,
            reader,
            source=self._given_name or names.shown or self._shown(label),
            file=label,
            is_named=self.is_named,
            names=names,
        )
        report.notes += [(self._shown(label), note) for note in notes]
        if damage:
            raise damage[0]

    def _shown(self, label: str) -> str:
        return self.name if label == self._path.name else f"{self.name}/{label}"

    def _files(self, report: SourceReport) -> Iterator[tuple[Path, str]]:
        if not self._path.is_dir():
            yield self._path, self._path.name
            return
        count = 0
        for path in files_below(self._path, self.name, report):
            count += 1
            if count > _MOST_FILES:
                report.failures.append((self.name, f"holds more than {_MOST_FILES} files"))
                return
            yield path, path.relative_to(self._path).as_posix()
        if not count:
            report.failures.append((self.name, "is a folder without log files"))


def _until_damage(blocks: Iterator[Block], damage: list[SourceError]) -> Iterator[Block]:
    """Yield what can be read; the records before a damage are whole, what ended them is told."""
    try:
        yield from blocks
    except SourceError as error:
        damage.append(error)


def _counted(blocks: Iterator[Block], report: SourceReport) -> Iterator[Block]:
    for block in blocks:
        report.left_out += block.left_out
        yield block
