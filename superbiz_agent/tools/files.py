"""Reading one file that the operator named, with a one-line reason where it cannot be read."""

import codecs
from pathlib import Path

from superbiz_agent.errors import SourceError

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Windows tools write these; everything else must be UTF-8."""

_MIB = 1024 * 1024


def read_text(path: Path, *, max_bytes: int) -> str:
    """Return the text of ``path``.

    Raises ``SourceError``, whose message names the file: missing, a folder, no regular file,
    unreadable, empty, larger than ``max_bytes``, or no text.
    """
    raw = _read_bytes(path, max_bytes)
    encoding = next((name for mark, name in _BYTE_ORDER_MARKS if raw.startswith(mark)), "utf-8")
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        raise unreadable(path, "is not UTF-8 text") from None
    if "\0" in text:
        raise unreadable(path, "is binary, not text")
    if not text.strip():
        raise unreadable(path, "is empty")
    return text


def unreadable(path: Path, reason: str) -> SourceError:
    """Return the error that says why ``path`` cannot be used."""
    return SourceError(f"{path} {reason}", source=str(path))


def _read_bytes(path: Path, max_bytes: int) -> bytes:
    try:
        if path.is_dir():
            raise unreadable(path, "is a folder, not a file")
        if path.exists() and not path.is_file():
            raise unreadable(path, "is not a regular file")
        with path.open("rb") as file:
            raw = file.read(max_bytes + 1)
    except FileNotFoundError:
        raise unreadable(path, "does not exist") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise unreadable(path, f"cannot be read: {reason}") from None
    if len(raw) > max_bytes:
        raise unreadable(path, f"is larger than {max_bytes // _MIB} MiB")
    return raw
