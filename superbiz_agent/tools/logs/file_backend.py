"""Logs from a file or a folder that the operator named (contract section 2)."""

import os
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from pathlib import Path

from superbiz_agent.errors import SourceError
from superbiz_agent.tools.instants import parse_zone
from superbiz_agent.tools.logs.backend import LogRequest, SourceReport
from superbiz_agent.tools.logs.file_names import (
    file_names,
    folder_of,
    names_no_source,
    stem,
)
from superbiz_agent.tools.logs.file_reading import FileRecords, FileToRead
from superbiz_agent.tools.logs.folders import files_below, is_taken, size_of
from superbiz_agent.tools.logs.known_files import IN_THIS_PROCESS, KnownFiles
from superbiz_agent.tools.logs.large_files import Asked, LargeFiles, opened_together
from superbiz_agent.tools.logs.pruning import missed_range
from superbiz_agent.tools.logs.reading import (
    ArchiveSourceError,
    EmptySourceError,
)
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.regex import as_written
from superbiz_agent.tools.logs.ripgrep import Wanted
from superbiz_agent.tools.logs.sampling import samples

_MOST_FILES = 10_000
_BATCH = 64
"""Files that are open at a time."""


class FileLogBackend:
    """A log file, or every file below a folder: plain or compressed, plain text or JSON lines.

    ``name`` stands for the source in the evidence, such as a pod or service (null: the file's or
    folder's own name). ``timezone`` is assumed for lines without a zone. Nothing is opened before
    the first search. Files outside ``path`` are never read: links below a folder are not followed.
    ``ripgrep`` allows to use it, where it is installed; ``known`` is what earlier searches with it
    have learnt. Raises ConfigurationError for an unknown
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
        known: KnownFiles = IN_THIS_PROCESS,
    ) -> None:
        self._given_name = name
        self._path = path
        self._zone = parse_zone(timezone)
        self._demo = demo
        self._ripgrep = ripgrep
        self._known = known
        self._other_names: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The source as the user knows it: the given name, else that of the file or folder, with
        its own folder's where any log may be called so."""
        if self._given_name:
            return self._given_name
        folder = folder_of(self._path) if names_no_source(self._path.name) else ""
        return f"{folder}/{self._path.name}" if folder else self._path.name or str(self._path)

    @property
    def aliases(self) -> frozenset[str]:
        """Names under which a question may mean this source: ``app.log.1`` answers to ``app``."""
        own = {self.name, stem(self.name)}
        if not self._given_name:
            own |= {folder_of(self._path)} - {""}
        return frozenset(name.lower() for name in own) | self._other_names

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
        files = list(self._files(report))
        if request.progress.is_watched:
            request.progress.expect(sum(size_of(path) for path, _ in files))
        empty = 0
        records = FileRecords(self._given_name, self._shown, request, report, self._zone)
        for batch in _batches(files):
            for file, large in self._opened(batch, records):
                try:
                    yield from records.of_file(file, large)
                except EmptySourceError:
                    empty += 1
                except ArchiveSourceError as error:
                    yield from records.of_archive(file, error.kind)
                except SourceError as error:
                    report.failures.append((self._shown(file.label), str(error)))
        if files and len(files) == empty:
            is_folder = self._path.is_dir()
            report.failures.append(
                (self.name, "holds only empty files" if is_folder else "is empty")
            )

    def samples(self) -> Iterator[str]:
        """Yield a few parts of its plain files, to guess by what is rare in them."""
        paths = [path for path, _ in self._files(SourceReport())]
        yield from samples(paths, follow=paths == [self._path])

    def _opened(
        self, batch: Sequence[tuple[Path, str]], records: FileRecords
    ) -> Iterator[tuple[FileToRead, LargeFiles]]:
        """Yield what of a batch has to be read, each with the large files of the batch, open."""
        request, report = records.request, records.report
        files = [
            file
            for path, label in batch
            if not is_taken(path, request.taken)
            and not self._is_missed(file := self._file(path, label, records), request, report)
        ]
        narrow = [each for each in files if request.pieces(each.answers_to) or request.regex]
        may_find = self._ripgrep and request.mark is None  # what marks a level is no fixed text
        paths = [each.path for each in narrow] if may_find else []
        follow = all(each.follow for each in narrow)
        wanted, progress, known = _wanted(narrow, request), request.progress, self._known
        with opened_together(paths, wanted, progress, known, follow=follow) as large:
            for file in files:
                yield file, large

    def _file(self, path: Path, label: str, records: FileRecords) -> FileToRead:
        names, follow = file_names(path, label), path == self._path
        answers_to = self.aliases | names.names
        reader = records.reader()
        records.request.pieces(answers_to)  # what is known of the file's names, read or not
        return FileToRead(path, label, follow, names, reader, answers_to)

    def _is_missed(self, file: FileToRead, request: LogRequest, report: SourceReport) -> bool:
        """Whether the window misses a file; the report then tells what it holds."""
        if not request.may_prune:
            return False
        held = missed_range(file.path, request, file.reader, follow=file.follow)
        if held is None:
            return False
        report.pruned.append(held)
        request.progress.expect(-size_of(file.path))
        return True

    def _shown(self, label: str) -> str:
        file, is_member, member = label.partition("!")
        if file == self._path.name and (is_member or label == file):
            return f"{self.name}{is_member}{member}"
        return f"{self.name}/{label}"

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


def _batches(files: Sequence[tuple[Path, str]]) -> Iterator[Sequence[tuple[Path, str]]]:
    return (files[start : start + _BATCH] for start in range(0, len(files), _BATCH))


def _wanted(files: Sequence[FileToRead], request: LogRequest) -> Asked:
    """Return what says, when it is asked, what is looked for in ``files``."""
    regex = as_written(request.regex) if request.regex else None

    def wanted() -> Wanted:
        pieces = dict.fromkeys(piece for each in files for piece in request.pieces(each.answers_to))
        names = dict.fromkeys(name for each in files for name in request.names(each.answers_to))
        return Wanted(tuple(pieces), regex, tuple(names))

    return wanted
