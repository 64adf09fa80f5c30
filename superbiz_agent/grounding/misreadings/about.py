"""Which of several sources a part of a text speaks of: by the names that not all of them hold."""

import re
from collections.abc import Sequence
from functools import lru_cache

_NAME = re.compile(
    r"(?<![A-Za-z0-9_./+-])\+?(?=[A-Za-z0-9_./-]*[0-9._/-]"
    r"|[A-Za-z]+[A-Z])[A-Za-z0-9][A-Za-z0-9_./-]*[A-Za-z0-9]"
    r"(?![A-Za-z0-9_])"
)
_VALUE = re.compile(r"[0-9.,/:]+(?:[A-Za-z%]{1,3})?|[0-9-]+T[0-9:.]+Z?|[0-9:.]+Z", re.ASCII)


@lru_cache(maxsize=4096)
def names_in(text: str) -> frozenset[str]:
    """The tokens of ``text`` that look like names: with a digit, a joint or inner capitals."""
    found = (match.group().lower() for match in _NAME.finditer(text))
    return frozenset(name for name in found if not _VALUE.fullmatch(name))


def holds_name(name: str, source: str) -> bool:
    """Whether ``name`` stands in ``source`` as a whole token, or as the end of a longer one."""
    at = rf"(?<![A-Za-z0-9_-]){re.escape(name)}(?![A-Za-z0-9_]|-[A-Za-z0-9])"
    return bool(re.search(at, source, re.IGNORECASE))


def sources_about(part: str, sources: Sequence[str]) -> list[str]:
    """The sources that hold most of the names of ``part`` which some of them hold and others do
    not; all where no name tells them apart."""
    held = [[holds_name(name, source) for source in sources] for name in names_in(part)]
    telling = [row for row in held if any(row) and not all(row)]
    if not telling:
        return list(sources)
    scores = [sum(row[place] for row in telling) for place in range(len(sources))]
    return [source for source, score in zip(sources, scores, strict=True) if score == max(scores)]
