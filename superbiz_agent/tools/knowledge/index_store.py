"""Entries of an index on disk: what was read of documents, so that it is not read again.

An entry is one file, written whole under a name of its own and put in place at once: any number of
processes may read and write, and one that is killed leaves no half of an entry. Each begins with
its digest; one that does not match, is of another version or cannot be read is as good as missing.
Nothing here is evidence: whatever is lost is made again.
"""

import contextlib
import hashlib
import os
import shutil
import time
from collections.abc import Collection
from pathlib import Path
from typing import Final, Literal, TypeAlias

from platformdirs import user_cache_path

from superbiz_agent.tools.whole_files import DRAFT, write_whole

Shelf: TypeAlias = Literal["folder", "pages", "vectors"]

MAX_ENTRY: Final = 256 * 1024 * 1024
_DIGEST: Final = hashlib.sha256().digest_size
_KEY_LENGTH: Final = 32
_DRAFT_SECONDS: Final = 3600


def default_index_root() -> Path:
    """The folder of all indexes, in the user's cache folder."""
    return user_cache_path("superbiz-agent", appauthor=False) / "knowledge"


def key_of(*parts: str | bytes) -> str:
    """Return a name for what ``parts`` are: a digest, so that none of them becomes a path."""
    whole = hashlib.sha256()
    for part in parts:
        raw = part if isinstance(part, bytes) else part.encode("utf-8", "surrogateescape")
        whole.update(len(raw).to_bytes(8, "big") + raw)
    return whole.hexdigest()[:_KEY_LENGTH]


class IndexStore:
    """The index of one folder of documents; ``version`` names the code that makes its entries.

    ``place`` is null where nothing is kept: none was given, or it lies inside of the documents.
    """

    def __init__(self, root: Path | None, documents: Path, version: str) -> None:
        self.place = _place(root, documents, version)

    def read(self, shelf: Shelf, key: str) -> bytes | None:
        """Return an entry, null if there is none that is whole."""
        if self.place is None:
            return None
        try:
            with (self.place / shelf / key).open("rb") as file:
                content = file.read(MAX_ENTRY + 1)
        except OSError:
            return None
        digest, entry = content[:_DIGEST], content[_DIGEST:]
        return entry if hashlib.sha256(entry).digest() == digest else None

    def write(self, shelf: Shelf, key: str, entry: bytes) -> bool:
        """Keep an entry; false where it cannot be kept."""
        if self.place is None:
            return False
        try:
            self._make_folder(shelf)
            content = hashlib.sha256(entry).digest() + entry
            write_whole(self.place / shelf / key, content)
        except OSError:
            return False
        return True

    def sweep(self, shelf: Shelf, keep: Collection[str]) -> None:
        """Remove the entries that are not to be kept: another process that still wants one makes it
        again."""
        if self.place is None:
            return
        with contextlib.suppress(OSError):
            for name in os.listdir(self.place / shelf):  # noqa: PTH208  (names alone)
                entry = self.place / shelf / name
                if name not in keep and not _is_young_draft(entry):
                    entry.unlink(missing_ok=True)

    def sweep_versions(self) -> None:
        """Remove what other versions of the code have made of the same folder."""
        if self.place is None:
            return
        with contextlib.suppress(OSError):
            for name in os.listdir(self.place.parent):  # noqa: PTH208
                if name != self.place.name:
                    shutil.rmtree(self.place.parent / name, ignore_errors=True)

    def _make_folder(self, shelf: Shelf) -> None:
        """Make the shelf, in a folder that nobody else may read: the documents may be private."""
        assert self.place is not None  # noqa: S101  (asked before)
        self.place.parent.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        (self.place / shelf).mkdir(mode=0o700, parents=True, exist_ok=True)


def _is_young_draft(path: Path) -> bool:
    """Whether another process may be writing this."""
    return path.name.startswith(DRAFT) and time.time() - path.stat().st_mtime < _DRAFT_SECONDS


def _place(root: Path | None, documents: Path, version: str) -> Path | None:
    if root is None:
        return None
    whole, real = root.absolute(), documents.resolve()
    folder = real if real.is_dir() else real.parent
    if whole.resolve().is_relative_to(folder) or whole.is_relative_to(folder):
        return None  # never inside of the operator's folder
    return whole / key_of(os.fsencode(real)) / version
