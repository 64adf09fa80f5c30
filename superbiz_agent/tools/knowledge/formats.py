"""Which files are pages, and how each format is read.

What a hostile document can make slow or large (PDF, reStructuredText) is read in a process of its
own (``converter.py``).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from superbiz_agent.tools.files import text_of, unreadable
from superbiz_agent.tools.knowledge.converter import Converter
from superbiz_agent.tools.knowledge.page import Page, bounded_page

FormatName: TypeAlias = Literal["markdown", "html", "restructured", "pdf"]

_MIB: Final = 1024 * 1024


@dataclass(frozen=True)
class Format:
    """A format of documents, and the largest file of it that is read."""

    name: FormatName
    max_bytes: int


MARKDOWN: Final = Format("markdown", 4 * _MIB)
HTML: Final = Format("html", 4 * _MIB)
RESTRUCTURED: Final = Format("restructured", 1 * _MIB)
PDF: Final = Format("pdf", 64 * _MIB)

FORMATS: Final[Mapping[str, Format]] = {
    **dict.fromkeys((".md", ".markdown", ".mdown", ".mkd"), MARKDOWN),
    **dict.fromkeys((".html", ".htm", ".xhtml"), HTML),
    **dict.fromkeys((".rst", ".rest"), RESTRUCTURED),
    ".pdf": PDF,
}
"""Ending of a file's name, folded -> its format."""

KNOWN_FORMATS: Final = "Markdown (.md), HTML (.html), reStructuredText (.rst) or PDF (.pdf)"


def format_of(file: Path) -> Format | None:
    """Return the format that a file's name says, null if it is no page."""
    return FORMATS.get(file.suffix.lower())


def is_page(file: Path) -> bool:
    """Whether a file's name says that it is a page."""
    return format_of(file) is not None


def read_page(content: bytes, file: Path, of_format: Format, converter: Converter) -> Page:
    """Return the page that ``content``, the bytes of ``file``, holds, without secrets.

    Raises ``SourceError``, whose message names the file and what is wrong with it.
    """
    return bounded_page(_READERS[of_format.name](content, file, converter))


def _markdown(content: bytes, file: Path, converter: Converter) -> Page:
    from superbiz_agent.tools.knowledge.markdown import read_markdown  # noqa: PLC0415

    del converter
    return read_markdown(text_of(content, file))


def _html(content: bytes, file: Path, converter: Converter) -> Page:
    from superbiz_agent.tools.knowledge.html import HtmlError, read_html  # noqa: PLC0415

    del converter
    try:
        return read_html(text_of(content, file))
    except HtmlError as error:
        raise unreadable(file, str(error)) from None


def _restructured(content: bytes, file: Path, converter: Converter) -> Page:
    return _converted("restructured", text_of(content, file).encode("utf-8"), file, converter)


def _pdf(content: bytes, file: Path, converter: Converter) -> Page:
    return _converted("pdf", content, file, converter)


def _converted(kind: FormatName, content: bytes, file: Path, converter: Converter) -> Page:
    page, reason = converter.convert(kind, content)
    if page is None:
        raise unreadable(file, reason)
    return page


_READERS: Final[Mapping[FormatName, Callable[[bytes, Path, Converter], Page]]] = {
    "markdown": _markdown,
    "html": _html,
    "restructured": _restructured,
    "pdf": _pdf,
}
