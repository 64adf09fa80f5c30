"""Regular expressions that users and models write: RE2 alone, whose time is linear in the text."""

import re
from collections.abc import Iterator
from typing import Any, Protocol, cast

import re2  # it ships no types

from superbiz_agent.errors import InvalidInputError

_re2: Any = re2
_MEMORY = 8 * 1024 * 1024
_LONGEST = 1000
_LINE_ENDS = "(?m:"
_SEVERAL_LINES = re.compile(r"\\[^\w]?[nsDWSPpCxQBAzE]|\[\^|\(\?[a-zA-Z]*[sUm]|\[\[:|\^|\$")


class Match(Protocol):
    """Where an expression matches."""

    def start(self) -> int: ...


class Regex(Protocol):
    """A compiled expression."""

    @property
    def pattern(self) -> str: ...
    def search(self, text: str, /) -> object | None:
        """Return a match anywhere in ``text``, or null."""
        ...

    def finditer(self, text: str, /) -> Iterator[Match]:
        """Yield every match in ``text``, from left to right."""
        ...


def spans_lines(pattern: str) -> bool:
    """Whether ``pattern`` may match a line's end, or mean something else to another engine: a
    search line by line could then miss what it matches."""
    return _SEVERAL_LINES.search(pattern) is not None


def as_written(regex: Regex) -> str:
    """Return the expression as it was given to ``compile_regex``."""
    return regex.pattern[len(_LINE_ENDS) : -1]


def compile_regex(pattern: str) -> Regex:
    """Compile ``pattern``; ``^`` and ``$`` stand for the ends of lines, case counts unless it says
    ``(?i)``. Raises ``InvalidInputError`` with the engine's own reason."""
    if len(pattern) > _LONGEST:
        raise InvalidInputError(f"regex is longer than {_LONGEST} characters")
    options = _re2.Options()
    options.max_mem = _MEMORY
    options.log_errors = False
    try:
        return cast("Regex", _re2.compile(f"{_LINE_ENDS}{pattern})", options))
    except _re2.error as error:
        reason = b" ".join(error.args).decode("utf-8", "replace")
        raise InvalidInputError(f"regex is no RE2 expression: {reason}") from None
