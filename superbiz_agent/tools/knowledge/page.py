"""What every format of document is read into, and the blocks that are made of it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from superbiz_agent.tools.redaction import redact

MAX_BLOCK_CHARACTERS = 1400
"""A longer section becomes several blocks; 2 KiB is the bound of the stored line."""

MAX_PARTS = 10_000
"""Parts of one page; a longer one is cut off and says so."""

_MAX_NAMES = 64
_MAX_HEADINGS = 8
_MAX_NAME = 300


class Part(BaseModel):
    """A part of a page: the headings that lead to it, and its text with white space collapsed."""

    model_config = ConfigDict(frozen=True)

    headings: tuple[str, ...]
    text: str


class Page(BaseModel):
    """A document. ``title`` is empty where it has none; ``names`` is what else it goes by.
    ``left_out`` says what of it was not read."""

    model_config = ConfigDict(frozen=True)

    title: str = ""
    names: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    left_out: str = ""


@dataclass(frozen=True)
class Block:
    """A part of a page. ``title`` is the page's, ``headings`` lead to the part, ``text`` is its
    content with white space collapsed. ``names`` is everything the page goes by, ``revision`` which
    content of ``file`` this is."""

    title: str
    headings: tuple[str, ...]
    text: str
    file: str
    names: tuple[str, ...] = ()
    revision: str = ""


def bounded_page(page: Page) -> Page:
    """Return ``page`` without secrets, its names and its number of parts within their bounds."""
    kept = page.parts[:MAX_PARTS]
    more = len(page.parts) - len(kept)
    return Page(
        title=_name(page.title),
        names=tuple(dict.fromkeys(map(_name, page.names[:_MAX_NAMES]))),
        parts=tuple(
            Part(headings=tuple(map(_name, p.headings[-_MAX_HEADINGS:])), text=redact(p.text))
            for p in kept
        ),
        left_out=f"{more} of its parts are left out" if more > 0 else page.left_out,
    )


def blocks_of(page: Page, file: str, stem: str, revision: str = "") -> list[Block]:
    """Return the blocks of ``page``. ``file`` is the path that is shown, ``stem`` names the page if
    nothing in it does."""
    title = page.title or stem
    names = tuple(dict.fromkeys([title, *page.names, stem]))
    return [Block(title, part.headings, part.text, file, names, revision) for part in page.parts]


def without_title(headings: tuple[str, ...], title: str) -> tuple[str, ...]:
    """Return the headings below the page's title."""
    return headings[1:] if headings[:1] == (title,) else headings


def cut(paragraphs: Iterable[str]) -> Iterator[str]:
    """Yield the text of a section, cut between paragraphs where it is long."""
    part: list[str] = []
    length = 0
    for paragraph in filter(None, paragraphs):
        if part and length + len(paragraph) > MAX_BLOCK_CHARACTERS:
            yield " ".join(part)
            part, length = [], 0
        part.append(paragraph)
        length += len(paragraph) + 1
    if part:
        yield " ".join(part)


class Outline:
    """Makes a page of headings and paragraphs as they come."""

    def __init__(self) -> None:
        self._first = ""
        self._path: list[tuple[int, str]] = []
        self._paragraphs: list[str] = []
        self._sections: list[tuple[tuple[str, ...], list[str]]] = []

    def heading(self, level: int, title: str) -> None:
        """Begin a section: ``level`` 1 is the page's title."""
        self._close()
        if level == 1:
            self._first = self._first or title
        self._path = [*((d, t) for d, t in self._path if d < level), (level, title)]

    def paragraph(self, text: str) -> None:
        """Add a paragraph, its white space collapsed."""
        if words := " ".join(text.split()):
            self._paragraphs.append(words)

    def page(self, title: str = "", names: Sequence[str] = ()) -> Page:
        """Return the page; its first heading of level 1 is its title, else ``title`` is."""
        self._close()
        first = self._first or title
        parts = [
            Part(headings=without_title(headings, first), text=text)
            for headings, paragraphs in self._sections
            for text in cut(paragraphs)
        ]
        return Page(title=first, names=tuple(filter(None, [title, *names])), parts=tuple(parts))

    def _close(self) -> None:
        self._sections.append((tuple(t for _, t in self._path if t), self._paragraphs))
        self._paragraphs = []


def _name(text: str) -> str:
    return redact(text)[:_MAX_NAME]
