"""HTML as a page: what a reader sees, under its headings.

Scripts, styles, forms, navigation and what the document hides by itself are left out: a hidden text
is none that an operator has read. A style sheet is not applied.
"""

from importlib import import_module
from typing import Any, Final

from superbiz_agent.tools.knowledge.html_hidden import hides_itself, is_closed
from superbiz_agent.tools.knowledge.page import Outline, Page

etree: Any = import_module("lxml.etree")  # it has no types

_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_LEFT_OUT: Final = frozenset(
    {
        *("script", "style", "template", "noscript", "head", "nav", "dialog"),
        *("iframe", "object", "embed", "applet", "svg", "math", "canvas", "audio", "video"),
        *("button", "input", "select", "textarea", "datalist"),
        *("noframes", "noembed", "frameset", "param", "area", "rp", "option", "optgroup"),
    }
)
_WITHIN_PARAGRAPHS: Final = frozenset({"br", "li", "tr", "td", "th", "thead", "tbody", "tfoot"})
"""Elements that part words."""

_PARAGRAPHS: Final = frozenset(
    {
        *("html", "body", "main", "article", "section", "header", "footer", "aside", "address"),
        *("div", "p", "pre", "blockquote", "hr", "ul", "ol", "dl", "dt", "dd", "table", "form"),
        *("figure", "figcaption", "details", "summary"),
    }
)
"""Elements that part paragraphs."""

_TOO_DEEP: Final = "depth"


class HtmlError(ValueError):
    """The document cannot be read; the message says why."""


def read_html(text: str) -> Page:
    """Read a document: its title is its first heading, else its ``<title>``. Raises ``HtmlError``
    for one that is nested too deeply to be read whole."""
    parser: Any = etree.HTMLParser(
        encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True
    )
    root: Any = etree.fromstring(text.encode("utf-8", "replace"), parser)
    if any(_TOO_DEEP in entry.message.lower() for entry in parser.error_log):
        raise HtmlError("is nested too deeply")
    if root is None:
        return Page()
    return _Reader().read(root)


class _Reader:
    def __init__(self) -> None:
        self._outline = Outline()
        self._pieces: list[str] = []

    def read(self, root: Any) -> Page:
        walk: Any = etree.iterwalk(root, events=("start", "end"))
        for event, element in walk:
            if event == "start":
                if _is_left_out(element):
                    walk.skip_subtree()
                else:
                    self._start(element)
            else:
                self._end(element)
        self._paragraph()
        return self._outline.page(_title(root), _links(root))

    def _start(self, element: Any) -> None:
        if element.tag in _PARAGRAPHS or element.tag in _HEADINGS:
            self._paragraph()
        elif element.tag in _WITHIN_PARAGRAPHS:
            self._pieces.append(" ")
        if not is_closed(element):
            self._pieces.append(element.text or "")

    def _end(self, element: Any) -> None:
        if element.tag in _HEADINGS and not _is_left_out(element):
            self._outline.heading(_HEADINGS[element.tag], self._taken())
        elif element.tag in _PARAGRAPHS:
            self._paragraph()
        elif element.tag in _WITHIN_PARAGRAPHS:
            self._pieces.append(" ")
        parent = element.getparent()
        if parent is None or not is_closed(parent):
            self._pieces.append(element.tail or "")

    def _paragraph(self) -> None:
        self._outline.paragraph(self._taken())

    def _taken(self) -> str:
        text = " ".join("".join(self._pieces).split())
        self._pieces = []
        return text


def _is_left_out(element: Any) -> bool:
    """Whether a browser would not show the element, whatever a style sheet says."""
    return element.tag in _LEFT_OUT or hides_itself(element)


def _title(root: Any) -> str:
    return " ".join((root.findtext(".//title") or "").split())


def _links(root: Any) -> list[str]:
    """The address that the document says is its own."""
    found = root.findall(".//link")
    return [link.get("href", "") for link in found if link.get("rel") == "canonical"][:1]
