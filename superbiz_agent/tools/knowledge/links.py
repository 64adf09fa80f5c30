"""Which page a link to a runbook means, such as an alert's ``runbook_url``."""

import re
from collections.abc import Iterator

_LINK = re.compile(r"https?://[^\s\"'<>]{1,500}")
_ENDING = re.compile(r"\.(?:md|markdown|html?)\Z", re.IGNORECASE)
_SAYS_NOTHING = frozenset({"readme", "index", "runbook", "runbooks"})
_ANCHOR = re.compile(r"\Aalert-name-")
"""How kubernetes-mixin's runbook.md begins the anchor of an alert."""


def pages_linked(text: str) -> Iterator[str]:
    """Yield what the pages that ``text`` links to go by: the whole link, its anchor, and the last
    part of its path that says something."""
    for link in _LINK.findall(text):
        whole = link.rstrip(".,;)")
        yield whole
        path, _, anchor = whole.partition("#")
        if anchor:
            yield _ANCHOR.sub("", anchor)
        parts = [_ENDING.sub("", part) for part in path.split("?")[0].split("/")[3:] if part]
        telling = [part for part in parts if part.lower() not in _SAYS_NOTHING]
        yield from telling[-1:]
