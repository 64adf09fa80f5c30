"""The records of one file, or of an archive's members, as a source hands them over."""

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from superbiz_agent.errors import SourceError
from superbiz_agent.tools.logs.archives import Member, members
from superbiz_agent.tools.logs.backend import LogRequest, SourceReport
from superbiz_agent.tools.logs.file_names import (
    FileNames,
    file_names,
)
from superbiz_agent.tools.logs.large_files import LargeFiles
from superbiz_agent.tools.logs.narrowing import narrowed
from superbiz_agent.tools.logs.opening import ArchiveKind
from superbiz_agent.tools.logs.parsing import read_records
from superbiz_agent.tools.logs.reading import (
    Block,
    EmptySourceError,
    Line,
    read_blocks,
    read_member,
)
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.timestamps import TimestampReader


class FileToRead(NamedTuple):
    """How one file is read; ``follow`` allows it to be a link: the operator named it.
    ``answers_to`` are its names."""

    path: Path
    label: str
    follow: bool
    names: FileNames
    reader: TimestampReader
    answers_to: frozenset[str]


@dataclass(frozen=True)
class FileRecords:
    """Reads files of one source for a ``request``. ``name`` is the one that the operator gave it;
    ``shown`` says how a file is shown, by its label. ``report`` takes what is told of the files."""

    name: str | None
    shown: Callable[[str], str]
    request: LogRequest
    report: SourceReport
    zone: tzinfo

    def reader(self) -> TimestampReader:
        """Return what reads the instants of one file."""
        request = self.request
        return TimestampReader(zone=self.zone, now=request.now, until=request.until)

    def of_file(self, file: FileToRead, large: LargeFiles) -> Iterator[LogRecord]:
        """Yield the records of a file, which may be one of the ``large`` ones. Raises SourceError
        after those that could be read; ``ArchiveSourceError`` for an archive."""
        notes: list[str] = []
        damage: list[SourceError] = []
        progress, shown = self.request.progress, self.shown(file.label)

        def built_in() -> Iterator[Line]:
            read = read_blocks(file.path, follow=file.follow, notes=notes, progress=progress)
            return self._narrowed(_until_damage(read, damage), file.answers_to, file.reader)

        alike = self.request.alike(self.name or file.names.shown or shown, file.names, file.reader)
        lines = large.lines(file.path, file.reader, built_in, alike.take)
        yield from self._records(lines, file.reader, file.label, file.names)
        alike.finish()
        self.report.notes += [(shown, note) for note in notes]
        if damage:
            raise damage[0]

    def of_archive(self, archive: FileToRead, kind: ArchiveKind) -> Iterator[LogRecord]:
        """Yield the records of an archive's members, each named ``archive.zip!member``. Never
        raises."""
        report, progress, is_any = self.report, self.request.progress, False
        try:
            for member in members(archive.path, kind, follow=archive.follow, progress=progress):
                is_any = True
                yield from self._of_readable(member, archive)
        except SourceError as error:
            report.failures.append((self.shown(archive.label), str(error)))
            is_any = True
        if not is_any:
            report.failures.append((self.shown(archive.label), "holds no files"))

    def _of_readable(self, member: Member, archive: FileToRead) -> Iterator[LogRecord]:
        label, failures = f"{archive.label}!{member.name}", self.report.failures
        if member.content is None:
            failures.append((self.shown(label), member.problem))
            return
        try:
            yield from self._of_member(member.name, member.content, label, archive)
        except EmptySourceError:
            return
        except SourceError as error:
            failures.append((self.shown(label), str(error)))

    def _of_member(
        self, name: str, content: io.BufferedReader, label: str, archive: FileToRead
    ) -> Iterator[LogRecord]:
        names, reader = file_names(PurePosixPath(name), name), self.reader()
        notes: list[str] = []
        damage: list[SourceError] = []
        read = _until_damage(read_member(content, notes, source=label), damage)
        lines = self._narrowed(read, archive.answers_to | names.names, reader)
        names = replace(names, names=names.names | archive.names.names)
        yield from self._records(lines, reader, label, names)
        self.report.notes += [(self.shown(label), note) for note in notes]
        if damage:
            raise damage[0]

    def _narrowed(
        self, blocks: Iterator[Block], answers_to: frozenset[str], reader: TimestampReader
    ) -> Iterator[Line]:
        request = self.request
        blocks = _counted(blocks, self.report)
        return narrowed(
            blocks, lambda: request.pieces(answers_to), reader, request.regex, request.mark
        )

    def _records(
        self, lines: Iterator[Line], reader: TimestampReader, label: str, names: FileNames
    ) -> Iterator[LogRecord]:
        return read_records(
            lines,
            reader,
            source=self.name or names.shown or self.shown(label),
            file=label,
            is_named=self.name is not None,
            names=names,
        )


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
