"""The pages of one folder, read once: only a file whose content changed is read anew.

A file whose size and times are as they were when it was read is not opened. One that was touched
since is read and known by the digest of its content. What was made of a content is kept in the
index on disk (``index_store.py``); a file that is gone is no longer among the pages.
"""

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

from pydantic import BaseModel, ConfigDict, ValidationError

from superbiz_agent.errors import SourceError
from superbiz_agent.tools.files import read_bytes, unreadable
from superbiz_agent.tools.knowledge import formats
from superbiz_agent.tools.knowledge.block_tokens import tokens_of
from superbiz_agent.tools.knowledge.converter import Converter
from superbiz_agent.tools.knowledge.index_store import IndexStore, key_of
from superbiz_agent.tools.knowledge.index_version import maker
from superbiz_agent.tools.knowledge.page import Block, Page, blocks_of

MAX_FILES: Final = 10_000

_MAX_PROBLEMS: Final = 5
_SETTLED: Final = 2_000_000_000
"""Nanoseconds after which a file's times tell whether it was written again."""

_Times: TypeAlias = tuple[int, int, int]
"""When a file's content and entry changed, in nanoseconds, and its size."""


@dataclass(frozen=True)
class IndexedPage:
    """A page as it is searched. ``key`` names its content, ``tokens`` are those of each block."""

    key: str
    blocks: Sequence[Block]
    tokens: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Pages:
    """The pages of a folder as they are now; ``problems`` names what could not be read."""

    pages: Sequence[IndexedPage]
    problems: Sequence[str]


class _Entry(BaseModel):
    """What is kept of a content: a page, or why it is none."""

    model_config = ConfigDict(frozen=True)

    revision: str
    page: Page = Page()
    tokens: tuple[tuple[str, ...], ...] = ()
    refused: str = ""


@dataclass(frozen=True)
class _Seen:
    """A file as it was when it was read at ``read_at`` (nanoseconds)."""

    times: _Times
    read_at: int
    key: str

    def still_holds(self, times: _Times) -> bool:
        """Whether a file with these times has the same content for certain."""
        return times == self.times and max(times[:2]) + _SETTLED < self.read_at


class FolderIndex:
    """The pages of one file, or of a folder and its folders (hidden ones aside)."""

    def __init__(self, path: Path, name: str, root: Path | None) -> None:
        self._path = path
        self._name = name
        self._root = root
        self._store: IndexStore | None = None
        self._seen: dict[str, _Seen] = {}
        self._entries: dict[str, _Entry] = {}
        self._pages: Pages | None = None

    @property
    def store(self) -> IndexStore:
        """Where the index is kept."""
        if self._store is None:
            self._store = IndexStore(self._root, self._path, maker())
            self._seen = _read_seen(self._store.read("folder", "files"))
        return self._store

    def pages(self) -> Pages:
        """Return the pages as they are now; the same object where nothing changed. Raises
        ``SourceError`` if none can be read."""
        store = self.store
        files, problems = self._files()
        found: dict[str, _Seen] = {}
        refused: list[str] = []
        with Converter() as converter:
            for file in files:
                shown = self._shown(file)
                try:
                    found[shown] = self._seen_now(file, shown, converter)
                except SourceError as error:
                    refused.append(str(error))
                    continue
                if reason := self._entries[found[shown].key].refused:
                    refused.append(f"{file} {reason}")
        if len(refused) == len(files):
            raise SourceError(refused[0], source=self._name)
        told = (*problems, *_summary(refused), *self._cut_off(found))
        if self._pages is None or _keys(found) != _keys(self._seen) or told != self._pages.problems:
            self._pages = Pages(self._indexed(found), told)
        if found != self._seen:
            self._keep(store, found)
        return self._pages

    def _keep(self, store: IndexStore, found: dict[str, _Seen]) -> None:
        kept = {shown: [*seen.times, seen.read_at, seen.key] for shown, seen in found.items()}
        self._seen = found
        keys = {seen.key for seen in found.values()}
        self._entries = {key: self._entries[key] for key in keys}
        if store.write("folder", "files", json.dumps(kept).encode("ascii")):
            store.sweep("pages", keys)
            store.sweep_versions()

    def _indexed(self, found: dict[str, _Seen]) -> list[IndexedPage]:
        pages: list[IndexedPage] = []
        for shown, seen in found.items():
            entry = self._entries[seen.key]
            if entry.refused:
                continue
            blocks = blocks_of(entry.page, shown, Path(shown).stem, entry.revision)
            pages.append(IndexedPage(seen.key, blocks, entry.tokens))
        return pages

    def _seen_now(self, file: Path, shown: str, converter: Converter) -> _Seen:
        times, known = _times(file), self._seen.get(shown)
        if known and times and known.still_holds(times) and self._has_entry(known.key):
            return known
        read_at = time.time_ns()
        of_format = formats.format_of(file) or formats.MARKDOWN  # one that does not exist
        content = read_bytes(file, max_bytes=of_format.max_bytes)
        digest = hashlib.sha256(content).hexdigest()
        key = key_of(of_format.name, file.stem, digest)
        if not self._has_entry(key):
            self._entries[key] = entry = _entry(content, file, of_format, converter, digest)
            self.store.write("pages", key, entry.model_dump_json().encode("utf-8"))
        return _Seen(times or (0, 0, 0), read_at, key)

    def _has_entry(self, key: str) -> bool:
        """Whether a content is known, here or on disk."""
        if key not in self._entries and (stored := self.store.read("pages", key)) is not None:
            with contextlib.suppress(ValidationError):
                self._entries[key] = _Entry.model_validate_json(stored)
        return key in self._entries

    def _files(self) -> tuple[list[Path], list[str]]:
        if not self._path.is_dir():
            if self._path.exists() and not formats.is_page(self._path):
                raise unreadable(
                    self._path, f"is no page: {formats.KNOWN_FORMATS}, or a folder of them"
                )
            return [self._path], []
        found = sorted(_files_below(self._path))
        if not found:
            raise unreadable(self._path, f"holds no page: {formats.KNOWN_FORMATS}")
        left_out = len(found) - MAX_FILES
        problems = [f"{self._name}: {left_out} of its files are left out"] if left_out > 0 else []
        return found[:MAX_FILES], problems

    def _cut_off(self, found: dict[str, _Seen]) -> list[str]:
        pages = ((shown, self._entries[seen.key].page) for shown, seen in found.items())
        return _summary([f"{shown}: {page.left_out}" for shown, page in pages if page.left_out])

    def _shown(self, file: Path) -> str:
        return file.name if file == self._path else file.relative_to(self._path).as_posix()


def _entry(
    content: bytes, file: Path, of_format: formats.Format, converter: Converter, digest: str
) -> _Entry:
    """Make of a content what is kept of it."""
    revision = f"sha256:{digest}"
    try:
        page = formats.read_page(content, file, of_format, converter)
    except SourceError as error:
        return _Entry(revision=revision, refused=str(error).removeprefix(f"{file} "))
    tokens = [tokens_of(block) for block in blocks_of(page, "", file.stem)]
    return _Entry(revision=revision, page=page, tokens=tuple(map(tuple, tokens)))


def _keys(files: dict[str, _Seen]) -> dict[str, str]:
    return {shown: seen.key for shown, seen in files.items()}


def _read_seen(stored: bytes | None) -> dict[str, _Seen]:
    """Return the files as an earlier process saw them; whatever is not understood is nothing."""
    try:
        value: Any = json.loads(stored or b"{}")
        rows = cast("dict[str, Any]", value).items()
        return {
            str(shown): _Seen((int(a), int(b), int(c)), int(read_at), str(key))
            for shown, (a, b, c, read_at, key) in rows
        }
    except (ValueError, TypeError, AttributeError, RecursionError):
        return {}


def _files_below(folder: Path) -> Iterator[Path]:
    """Yield the pages under ``folder``; links that lead out of it are not followed."""
    root = folder.resolve()
    for current, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in names:
            file = Path(current) / name
            if formats.is_page(file) and _inside(file, root):
                yield file


def _inside(file: Path, root: Path) -> bool:
    return not file.is_symlink() or file.resolve().is_relative_to(root)


def _times(file: Path) -> _Times | None:
    try:
        status = file.stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size


def _summary(lines: Sequence[str]) -> list[str]:
    more = len(lines) - _MAX_PROBLEMS
    return [*lines[:_MAX_PROBLEMS], *([f"{more} more files are left out"] if more > 0 else [])]
