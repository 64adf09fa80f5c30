"""Large plain files, searched together with ripgrep: the same records, found faster.

ripgrep says where to look; Python reads the record around each such place, parses it and checks it
again, as it would have done without. Whatever ripgrep cannot tell of a file, or of the rest of one,
is left to the built-in search.
"""

import io
import os
from array import array
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import dropwhile
from pathlib import Path
from typing import NamedTuple, TypeAlias

from superbiz_agent.tools.logs.compression import DAMAGES
from superbiz_agent.tools.logs.containers import CUT
from superbiz_agent.tools.logs.encodings import wide_encoding
from superbiz_agent.tools.logs.found_records import FoundRecords, UntoldError
from superbiz_agent.tools.logs.known_files import KnownFiles
from superbiz_agent.tools.logs.opening import content, has_holes, opened
from superbiz_agent.tools.logs.reading import Line
from superbiz_agent.tools.logs.ripgrep import Places, Wanted, places_in
from superbiz_agent.tools.logs.timestamps import TimestampReader
from superbiz_agent.tools.progress import Progress

_LEAST, _TOGETHER = 32 * 1024, 1024 * 1024
"""Bytes of a file, and of all together, from which on ripgrep is worth its start."""

_PART = 128 * 1024 * 1024
"""Bytes of files that are searched at once; the next ones are while their records are read."""

_SPARSE = 64
"""Bytes between hits: where there are less, reading all costs less than going from hit to hit."""

Asked: TypeAlias = Callable[[], Wanted]


@dataclass(frozen=True)
class _Large:
    file: int
    size: int


class _Search(NamedTuple):
    """What is asked, and what takes what is read and learnt of the files."""

    wanted: Asked
    progress: Progress
    known: KnownFiles


class LargeFiles:
    """The files of ``paths`` that ripgrep can tell of, open. ``wanted`` says what is looked for in
    any of them; it is asked when the first records of the first file are known, and anew for each
    part of the files. One part is searched by ``ahead`` while the records of another are read."""

    def __init__(self, files: dict[Path, _Large], search: "_Search", ahead: Executor) -> None:
        self._files, self._asked, self._ahead = files, search, ahead
        self._parts = _parts(files.values())
        self._found: dict[int, Future[Places]] = {}

    def lines(
        self,
        path: Path,
        reader: TimestampReader,
        built_in: Callable[[], Iterator[Line]],
        is_taken: Callable[[bytes], bool],
    ) -> Iterator[Line]:
        """Yield the lines of ``path`` that the search needs: by ripgrep, else ``built_in``. What
        ``is_taken`` of whole records of one line need not be yielded."""
        large = self._files.get(path)
        if large is None:
            yield from built_in()
            return
        records = FoundRecords(large.file, large.size, reader)
        try:
            yield from records.first(only=bool(self._found))
            places = iter(self._places_in(large))
            yield from records.around(zip(places, places, strict=True), is_taken)
        except (OSError, ValueError, UntoldError):
            yield from dropwhile(lambda line: line.number <= records.number, built_in())

    def _places_in(self, large: _Large) -> "array[int]":
        part = next(n for n, sizes in enumerate(self._parts) if large.file in sizes)
        found = self._search(part).result()  # whatever came of it, each time
        if part + 1 < len(self._parts):
            self._search(part + 1)
        places = found.pop(large.file, None)  # it is read once
        if places is None or len(places) // 2 * _SPARSE > large.size:
            raise UntoldError
        return places

    def _search(self, part: int) -> Future[Places]:
        """Start to search a part, once."""
        if part not in self._found:
            asked, sizes = self._asked, self._parts[part]
            self._found[part] = self._ahead.submit(
                places_in, sizes, asked.wanted(), asked.progress, asked.known
            )
        return self._found[part]


def _parts(files: Iterable[_Large]) -> list[dict[int, int]]:
    """Return the files with their sizes in parts, each of files that follow one another."""
    parts, room = list[dict[int, int]](), 0
    for large in files:
        if room <= 0:
            parts.append({})
            room = _PART
        parts[-1][large.file] = large.size
        room -= large.size
    return parts


@contextmanager
def opened_together(
    paths: Iterable[Path], wanted: Asked, progress: Progress, known: KnownFiles, *, follow: bool
) -> Generator[LargeFiles]:
    """Open those of ``paths`` that ripgrep can tell of: plain, not tiny, in bytes of ASCII's kind.
    ``progress`` takes what is read of them, ``known`` what is learnt; ``follow`` allows them to be
    links. Never raises."""
    with ExitStack() as stack:
        stack.callback(known.save)
        files: dict[Path, _Large] = {}
        for path in paths:
            try:
                raw = stack.enter_context(opened(path, follow=follow))
                size = _suited_size(raw)
            except (OSError, ValueError, *DAMAGES):  # told where the file is read
                continue
            if size:
                files[path] = _Large(raw.fileno(), size)
        is_worth_it = sum(large.size for large in files.values()) >= _TOGETHER
        ahead = stack.enter_context(ThreadPoolExecutor(1))
        yield LargeFiles(files if is_worth_it else {}, _Search(wanted, progress, known), ahead)


def _suited_size(raw: io.BufferedReader) -> int:
    """Return the size of a file that can be told of, 0 of any other."""
    status = os.fstat(raw.fileno())
    if status.st_size < _LEAST or has_holes(status):
        return 0
    text, sample = content(raw)
    if text is not raw or wide_encoding(sample) or not sample.strip():
        return 0
    return 0 if any(mark.encode() in sample for mark in CUT) else status.st_size
