"""Which files a folder of logs holds."""

import os
from collections.abc import Iterator
from pathlib import Path

from superbiz_agent.tools.logs.backend import SourceReport


def files_below(folder: Path, name: str, report: SourceReport) -> Iterator[Path]:
    """Yield the regular files below ``folder``, sorted; hidden ones and links are left out."""

    def failed(error: OSError) -> None:
        shown = f"{name}/{Path(error.filename).relative_to(folder).as_posix()}".removesuffix("/.")
        report.failures.append((shown, f"cannot be read: {error.strerror}"))

    for parent, folders, files in os.walk(folder, onerror=failed, followlinks=False):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        for path in (Path(parent, each) for each in sorted(files) if not each.startswith(".")):
            if not path.is_symlink():
                yield path
            elif not _leads_inside(path, folder):
                shown = f"{name}/{path.relative_to(folder).as_posix()}"
                report.failures.append((shown, "is a link that leads out of the folder"))


def is_taken(path: Path, taken: set[tuple[int, int]]) -> bool:
    """Whether the file was read in this search before; from now on it is."""
    try:
        status = path.stat()
    except (OSError, ValueError):  # the reason is told by reading it
        return False
    identity = status.st_dev, status.st_ino
    known = identity in taken
    taken.add(identity)
    return known


def size_of(path: Path) -> int:
    """Return a file's size in bytes, 0 if that cannot be told."""
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0


def _leads_inside(path: Path, folder: Path) -> bool:
    """Whether a link ends at a file that is read under its own name anyway."""
    try:
        return path.resolve(strict=True).is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # a dangling link, a loop
        return False
