"""Which page a link to a runbook means, such as an alert's ``runbook_url``."""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

_LINK = re.compile(r"https?://[^\s\"'<>]{1,500}")
_ENDING = re.compile(r"\.(?:md|markdown|html?|rst|pdf)\Z", re.IGNORECASE)
_SAYS_NOTHING = frozenset({"readme", "index", "runbook", "runbooks"})
_ANCHOR = re.compile(r"\Aalert-name-")
"""How kubernetes-mixin's runbook.md begins the anchor of an alert."""


_BEYOND_PATH = re.compile("[?#]")
_LEAST_SHARED = 2
"""Last parts of a link and of a file's path that must agree: its name, and its folder at least."""


def pages_linked(text: str) -> Iterator[str]:
    """Yield what the pages that ``text`` links to go by: the whole link, its anchor, and the last
    part of its path if that says something."""
    for whole in _links(text):
        yield whole
        _, _, anchor = whole.partition("#")
        if anchor:
            yield _ANCHOR.sub("", unquote(anchor))
        yield from (part for part in _parts(whole)[-1:] if _says_something(part))


def folders_linked(text: str) -> Iterator[str]:
    """Yield the last folder that says something of each link in ``text`` whose page's own name
    says nothing (``ferry/README.md``): the page may go by it."""
    for whole in _links(text):
        *folders, page = _parts(whole) or [""]
        if not _says_something(page):
            yield from [part for part in folders if _says_something(part)][-1:]


def paths_linked(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the path of each link in ``text``, folded: its parts, without an ending."""
    for link in _links(text):
        yield tuple(part.casefold() for part in _parts(link))


def leads_to(link: Sequence[str], file: str) -> bool:
    """Whether the path of a link (``paths_linked``) ends in that of ``file``, in its folder and
    name at least: of several pages of one name it means this one."""
    parts = [part.casefold() for part in _ENDING.sub("", file).split("/")]
    shared = min(len(parts), len(link))
    return shared >= _LEAST_SHARED and list(link[-_LEAST_SHARED:]) == parts[-_LEAST_SHARED:]


def _says_something(part: str) -> bool:
    return bool(part) and part.lower() not in _SAYS_NOTHING


def _links(text: str) -> Iterator[str]:
    for link in _LINK.findall(text):
        yield link.rstrip(".,;)")


def _parts(link: str) -> list[str]:
    path = _BEYOND_PATH.split(link, maxsplit=1)[0]
    return [_ENDING.sub("", unquote(part)) for part in path.split("/")[3:] if part]
