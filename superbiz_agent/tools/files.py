"""Reading one file that the operator named, with a one-line reason where it cannot be read."""

import re
from pathlib import Path

from superbiz_agent.errors import SourceError
from superbiz_agent.tools.logs.encodings import as_chinese, wide_encoding

_MIB = 1024 * 1024
_SAMPLE = 64 * 1024
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
"""What no text holds; a form feed and the escape of colours it may."""


def read_text(path: Path, *, max_bytes: int) -> str:
    """Return the text of ``path``: UTF-8 or UTF-16, with a byte order mark or without, or GB18030
    (GBK).

    Raises ``SourceError``, whose message names the file: missing, a folder, no regular file,
    unreadable, empty, larger than ``max_bytes``, or no text.
    """
    return text_of(read_bytes(path, max_bytes=max_bytes), path)


def text_of(raw: bytes, path: Path) -> str:
    """Return the bytes of ``path`` as text, by the rules of ``read_text``."""
    text = _decoded(raw)
    if _CONTROL.search(text or "") or (text is None and b"\0" in raw):
        raise unreadable(path, "is binary, not text")
    if text is None:
        raise unreadable(path, "is not UTF-8 text, nor UTF-16 or GB18030")
    if not text.strip():
        raise unreadable(path, "is empty")
    return text


def _decoded(raw: bytes) -> str | None:
    """Return ``raw`` as text, null if it is in no known encoding."""
    wide = wide_encoding(raw[:_SAMPLE])
    try:
        return raw.decode(wide or "utf-8-sig")
    except UnicodeDecodeError:
        return None if wide else as_chinese(raw)


def unreadable(path: Path, reason: str) -> SourceError:
    """Return the error that says why ``path`` cannot be used."""
    return SourceError(f"{path} {reason}", source=str(path))


def read_bytes(path: Path, *, max_bytes: int) -> bytes:
    """Return the bytes of ``path``.

    Raises ``SourceError``, whose message names the file: missing, a folder, no regular file,
    unreadable, or larger than ``max_bytes``.
    """
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
