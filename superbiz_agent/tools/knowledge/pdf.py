"""PDF as a page: the text of each of its pages, under the chapters of its outline.

Text of pictures is not read.
"""

import io
from typing import Any, Final, cast

from superbiz_agent.tools.knowledge.page import Outline, Page

MAX_PAGES: Final = 2000
MAX_TEXT: Final = 4 * 1024 * 1024
_DEEPEST: Final = 4


class PdfError(ValueError):
    """The document cannot be read; the message says why."""


def read_pdf(content: bytes) -> Page:
    """Read a document, its first ``MAX_PAGES`` pages and ``MAX_TEXT`` characters. Raises
    ``PdfError`` for one that needs a password or holds no text, and whatever pypdf raises."""
    from pypdf import PdfReader  # noqa: PLC0415

    reader = PdfReader(io.BytesIO(content))
    if reader.is_encrypted and not reader.decrypt(""):
        raise PdfError("needs a password")
    title = " ".join(str((reader.metadata and reader.metadata.title) or "").split())
    chapters: dict[int, list[tuple[int, str]]] = {}
    _collect(reader, reader.outline, 2, chapters)
    outline, length, number = Outline(), 0, 0
    outline.heading(1, title)
    for number, page in enumerate(reader.pages):
        for depth, chapter in chapters.get(number, ()):
            outline.heading(depth, chapter)
        outline.heading(_DEEPEST + 1, f"page {number + 1}")
        text = page.extract_text()
        for line in text.splitlines():
            outline.paragraph(line)
        length += len(text)
        if number + 1 >= MAX_PAGES or length >= MAX_TEXT:
            break
    if not length:
        raise PdfError("holds no text (pictures of pages are not read)")
    made, more = outline.page(), len(reader.pages) - number - 1
    left_out = f"{more} of its pages are left out" if more else ""
    return made.model_copy(update={"left_out": left_out})


def _collect(
    reader: Any, entries: list[Any], depth: int, found: dict[int, list[tuple[int, str]]]
) -> None:
    """Note under each page, from 0, the chapters that begin there with their depth."""
    for entry in entries:
        if isinstance(entry, list):
            if depth < _DEEPEST:
                _collect(reader, cast("list[Any]", entry), depth + 1, found)
            continue
        number = reader.get_destination_page_number(entry)
        if number is not None and number >= 0:
            title = " ".join(str(entry.title or "").split())
            found.setdefault(number, []).append((depth, title))
