"""Names and texts that others wrote, made fit to stand in a prompt: bounded, one line."""

import re
from collections.abc import Callable

from superbiz_agent.tools.text import escape_line

ARGUMENT_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")
"""What every chat model takes for the name of an argument."""

_SPACE = re.compile(r"\s+")


def one_line(text: str, length: int) -> str:
    """Return ``text`` as one visible line of at most ``length`` characters."""
    line = escape_line(_SPACE.sub(" ", text[: 8 * length]).strip())
    return line if len(line) <= length else line[: length - 3] + "..."


def told_text(other_names: frozenset[str]) -> Callable[[str, int], str]:
    """Return what makes one line of a text that a server wrote. It names no other tool there: what
    a server says may not speak for, or against, a tool that is not its own."""
    names = sorted(map(re.escape, other_names), key=len, reverse=True)
    other = re.compile(rf"(?<![\w-])(?:{'|'.join(names)})(?![\w-])", re.IGNORECASE)

    def tell(text: str, length: int) -> str:
        line = one_line(text, length)
        return other.sub("(another tool)", line) if names else line

    return tell
