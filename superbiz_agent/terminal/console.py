"""Writing to a terminal or a pipe: no text from elsewhere is ever taken for a command.

``rich`` colours and wraps on a terminal and is loaded for one only; a pipe gets plain lines.
"""

import json
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TextIO, TypeAlias

Style: TypeAlias = Literal["plain", "heading", "good", "warning", "bad", "faint"]

_RICH_STYLES: dict[Style, str] = {
    "plain": "",
    "heading": "bold",
    "good": "bold green",
    "warning": "bold yellow",
    "bad": "bold red",
    "faint": "dim",
}

_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters but tab and newline
    "\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"  # invisible
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
"""What can move a cursor, turn text round, or hide in it."""


@dataclass(frozen=True)
class Line:
    """One paragraph of output; ``text`` may hold newlines, never markup."""

    text: str = ""
    style: Style = "plain"


def printable(text: str) -> str:
    """Return ``text`` without control, bidirectional and invisible characters."""
    return _UNPRINTABLE.sub("", text)


def one_line(text: str, limit: int = 500) -> str:
    """Return ``text`` printable, on one line and at most ``limit`` characters long."""
    line = " ".join(printable(text[: 4 * limit]).split())
    return line if len(line) <= limit else f"{line[: limit - 3]}..."


def json_line(value: object) -> str:
    """Return ``value`` as indented JSON that is exact, and harmless on a terminal."""
    in_ascii = not (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(value, ensure_ascii=in_ascii, indent=2, allow_nan=False)
    return _UNPRINTABLE.sub(_json_escape, text)


def _json_escape(match: re.Match[str]) -> str:
    return json.dumps(match.group())[1:-1]


def prepare_streams() -> None:
    """Let no character that the terminal's encoding lacks stop a command."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]


def write(lines: Iterable[Line], stream: TextIO | None = None) -> None:
    """Write to ``stream`` (stdout), in colour if it is a terminal."""
    target = stream or sys.stdout
    if target.isatty():
        _write_rich(lines, target)
        return
    for line in lines:
        target.write(printable(line.text) + "\n")
        target.flush()


def write_exact(text: str) -> None:
    """Write one text and a newline to stdout, nothing added and nothing wrapped."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def complain(message: str) -> None:
    """Write one line to stderr, ``superbiz: ...``; a closed stderr is no further trouble."""
    tell(Line(f"superbiz: {one_line(message, 1000)}", "plain"))


def tell(line: Line) -> None:
    """Write progress to stderr; nobody listening there must not stop a run."""
    try:
        write([line], sys.stderr)
    except (OSError, ValueError):
        return


def _write_rich(lines: Iterable[Line], stream: TextIO) -> None:
    from rich.console import Console  # noqa: PLC0415  (a tenth of a second)
    from rich.text import Text  # noqa: PLC0415

    console = Console(file=stream, markup=False, highlight=False, emoji=False)
    for line in lines:
        console.print(Text(printable(line.text), style=_RICH_STYLES[line.style], overflow="fold"))
