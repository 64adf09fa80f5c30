"""Runbooks from Markdown files that the operator named."""

import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from superbiz_agent.errors import SourceError
from superbiz_agent.tools.files import read_text, unreadable
from superbiz_agent.tools.knowledge.backend import KnowledgeListing
from superbiz_agent.tools.knowledge.markdown import Block, read_markdown
from superbiz_agent.tools.knowledge.ranking import BlockIndex

MAX_FILES = 10_000
MAX_FILE_BYTES = 4 * 1024 * 1024
MARKDOWN_ENDINGS = frozenset({".md", ".markdown", ".mdown", ".mkd"})

_MAX_PROBLEMS = 5
_Version: TypeAlias = tuple[tuple[Path, int, int], ...]


@dataclass(frozen=True)
class _Indexed:
    version: _Version
    index: BlockIndex
    problems: tuple[str, ...]


class MarkdownBackend:
    """Searches one Markdown file, or all of a folder and its folders (hidden ones aside).

    The index is built on the first search, and again only after a file has changed. ``name`` is
    what the user is shown, by default the path as it was given.
    """

    def __init__(self, path: Path, *, name: str | None = None, demo: bool = False) -> None:
        self.name = name or str(path)
        self.demo = demo
        self._path = path
        self._lock = threading.Lock()
        self._indexed: _Indexed | None = None

    def search(self, query: str, limit: int) -> KnowledgeListing:
        """Return the best blocks for ``query``. Raises ``SourceError`` if no page can be read."""
        with self._lock:
            files, problems = self._files()
            version = tuple(_version(file) for file in files)
            if self._indexed is None or self._indexed.version != version:
                self._indexed = self._build(files, version, problems)
            indexed = self._indexed
        return KnowledgeListing(indexed.index.search(query, limit), indexed.problems)

    def _files(self) -> tuple[list[Path], list[str]]:
        if not self._path.is_dir():
            if self._path.exists() and not is_markdown(self._path):
                raise unreadable(self._path, "is no Markdown file (.md) and no folder of them")
            return [self._path], []
        found = sorted(_markdown_files(self._path))
        if not found:
            raise unreadable(self._path, "holds no Markdown file")
        left_out = len(found) - MAX_FILES
        problems = [f"{self.name}: {left_out} of its files are left out"] if left_out > 0 else []
        return found[:MAX_FILES], problems

    def _build(self, files: list[Path], version: _Version, problems: list[str]) -> _Indexed:
        blocks: list[Block] = []
        refused: list[str] = []
        for file in files:
            try:
                text = read_text(file, max_bytes=MAX_FILE_BYTES)
            except SourceError as error:
                refused.append(str(error))
                continue
            blocks += read_markdown(text, self._shown(file), file.stem)
        if len(refused) == len(files):
            raise SourceError(refused[0], source=self.name)
        return _Indexed(version, BlockIndex(blocks), (*problems, *_summary(refused)))

    def _shown(self, file: Path) -> str:
        return file.name if file == self._path else file.relative_to(self._path).as_posix()


def is_markdown(file: Path) -> bool:
    """Whether a file's name says that it holds Markdown."""
    return file.suffix.lower() in MARKDOWN_ENDINGS


def _markdown_files(folder: Path) -> Iterator[Path]:
    """Yield the Markdown files under ``folder``; links that lead out of it are not followed."""
    root = folder.resolve()
    for current, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in names:
            file = Path(current) / name
            if is_markdown(file) and _inside(file, root):
                yield file


def _inside(file: Path, root: Path) -> bool:
    return not file.is_symlink() or file.resolve().is_relative_to(root)


def _version(file: Path) -> tuple[Path, int, int]:
    try:
        status = file.stat()
    except (OSError, ValueError):
        return file, 0, 0
    return file, status.st_mtime_ns, status.st_size


def _summary(refused: list[str]) -> list[str]:
    more = len(refused) - _MAX_PROBLEMS
    return [*refused[:_MAX_PROBLEMS], *([f"{more} more files are left out"] if more > 0 else [])]
