"""Asking ripgrep, where it is installed, which lines of large files may be worth a look.

One process searches many files; they are handed over open, so that no name reaches a command line
and nothing but what was opened is read. Bytes are searched as they lie (``-E none``), a Chinese
piece in UTF-8 and in GB18030 at once, since one log may hold both. What a line does not show as it
lies (escapes of JSON, colours, NULs within a word) is looked for meanwhile, byte by byte, which
costs far less than more words for ripgrep; only files that hold such bytes are searched for them.
An exit code of 2 never means that nothing was found.
"""

import os
import shutil
import subprocess
import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import IO, NamedTuple, TypeAlias

from superbiz_agent.tools.logs.containers import STATEFUL
from superbiz_agent.tools.logs.hiding import marks_in
from superbiz_agent.tools.logs.known_files import BACKSLASH, ESCAPE, NUL, KnownFiles
from superbiz_agent.tools.logs.regex import spans_lines
from superbiz_agent.tools.progress import Progress

_MOST_HITS = 2_000_000
"""Of one search. Where there are more, the built-in search is no slower."""

_NONE_FOUND = 1
_PART = 64 * 1024
_FOLDER = b"/dev/fd/"
FLAGS = (
    *("--no-config", "-a", "--crlf", "-E", "none", "--no-mmap"),
    *("-H", "--no-heading", "-n", "-b", "-o", "-r", ""),
)
"""As it lies; line and offset of each hit, and nothing of its text."""

_HIDING: Mapping[bytes, str] = {BACKSLASH: r"\\", ESCAPE: r"\x1b", NUL: r"(?-u)\x00"}
_ESCAPED_LETTER = r"\\u"
"""The one escape of JSON that a letter can stand in."""

Places: TypeAlias = dict[int, "array[int]"]
"""Of each open file, line and offset in turn: a few bytes each, since there may be millions."""

_APART = "[ ,:;=()\"']"
"""What may stand around a name that is surely one by itself."""


class Wanted(NamedTuple):
    """What a record must hold: one of the ``pieces`` (lower case), or the ``regex``. Of the pieces
    that are ``names`` one record that holds each is enough."""

    pieces: Sequence[str]
    regex: str | None = None
    names: Sequence[str] = ()

    def patterns(self) -> list[str] | None:
        """Return it in ripgrep's syntax; null if that could miss a record."""
        found = [_pattern(piece) for piece in self.pieces]
        if self.regex is not None:
            found.append(None if spans_lines(self.regex) else f"(?-i:{self.regex})")
        return None if None in found else [each for each in found if each]

    def hidden(self, marks: Iterable[bytes]) -> list[str]:
        """Return patterns of the lines that may hold it unseen, by the bytes that a file holds."""
        letters = "".join(self.pieces).replace("-", "").replace("_", "")
        is_plain = self.regex is None and letters.isalpha()
        found = {mark: _HIDING[mark] for mark in marks}
        if is_plain and BACKSLASH in found:
            found[BACKSLASH] = _ESCAPED_LETTER
        return list(found.values())

    def without(self, names: Iterable[str]) -> "Wanted":
        """Return the same with pieces less: of these ``names`` a record is found."""
        known = frozenset(names)
        return self._replace(pieces=[piece for piece in self.pieces if piece not in known])


def program() -> str | None:
    """Return ripgrep: on the PATH, or beside this Python (the extra ``ripgrep``)."""
    return shutil.which("rg") or shutil.which("rg", path=str(Path(sys.executable).parent))


def version(program: str) -> str | None:
    """Return what ``program`` says it is, ``ripgrep 15.2.0``; null if it does not run."""
    try:
        done = subprocess.run(  # noqa: S603
            [program, "--no-config", "--version"], check=True, capture_output=True, timeout=10
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return " ".join(done.stdout.decode("utf-8", "replace").split()[:2]) or None


def places_in(
    sizes: Mapping[int, int], wanted: Wanted, progress: Progress, known: KnownFiles
) -> Places:
    """Return, of each open file (its number, and how many bytes of it count), where it may hold
    what is ``wanted``, and where lines stand that cannot be told apart one by one (``STATEFUL``).
    A file that is left out has to be searched in another way. ``progress`` takes what was read,
    ``known`` what was learnt of the files. Raises OSError, and ValueError for what no ripgrep
    writes."""
    ripgrep = program()
    if ripgrep is None or not wanted.patterns():
        return {}
    shown = _first_places(ripgrep, wanted.names, sizes)
    wanted = wanted.without(shown)
    with ThreadPoolExecutor(1) as pool:
        patterns = [*(wanted.patterns() or ()), *_STATEFUL_LINES]
        asked = pool.submit(_ask, ripgrep, patterns, sizes)
        marks = {file: marks_in(file, size, progress, known) for file, size in sizes.items()}
        places = asked.result()
    unclear = {file: sizes[file] for file in places if marks[file]}
    hidden = wanted.hidden(sorted({mark for file in unclear for mark in marks[file]}))
    others = _ask(ripgrep, hidden, unclear) if unclear else {}
    return {
        file: _in_order(
            found,
            *(each[file] for each in shown.values()),
            *([others[file]] if file in unclear else []),
        )
        for file, found in places.items()
        if file not in unclear or file in others
    }


def _pattern(piece: str) -> str | None:
    """Return what finds ``piece`` in any case and encoding; null if its case is not ASCII's."""
    if piece.isascii():
        return _escaped(piece)
    if any(not each.isascii() and each.upper() != each for each in piece):
        return None
    try:
        chinese = "".join(f"\\x{byte:02x}" for byte in piece.encode("gb18030"))
    except UnicodeEncodeError:
        return None
    return f"{_escaped(piece)}|(?-u:{chinese})"


def _escaped(piece: str) -> str:
    return "".join(each if each.isalnum() else f"\\x{{{ord(each):x}}}" for each in piece)


_STATEFUL_LINES = tuple(f"(?-i:{_escaped(mark)})" for mark in STATEFUL)


def _first_places(
    ripgrep: str, names: Iterable[str], sizes: Mapping[int, int]
) -> dict[str, Places]:
    """Return, of each of ``names`` that stands by itself somewhere, where it does first in each
    file. A frequent name, of which one record is enough, thus costs next to nothing."""
    found: dict[str, Places] = {}
    for name in filter(str.isascii, names):
        pattern = rf"(?:^|{_APART}){_escaped(name)}{_APART}"
        places = _ask(ripgrep, [pattern], sizes, "--max-count=1")
        if any(each and each[1] < sizes[file] for file, each in places.items()):
            found[name] = places
    return found


def _ask(ripgrep: str, patterns: Sequence[str], sizes: Mapping[int, int], *flags: str) -> Places:
    """Return where one of the ``patterns`` stands in each file; nothing if ripgrep failed, or found
    too much."""
    expressions = (f"--regexp={each}" for each in patterns)
    files = (f"{_FOLDER.decode()}{file}" for file in sizes)
    places = {file: array("Q") for file in sizes}
    for file in sizes:
        os.lseek(file, 0, os.SEEK_SET)  # where opening it again shares its place
    with subprocess.Popen(  # noqa: S603
        [ripgrep, *FLAGS, *flags, "-i", *expressions, "--", *files],
        pass_fds=list(sizes),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        count = 0
        for written in _whole_lines(process.stdout):
            count += _put(written, places)
            if count > _MOST_HITS:
                process.kill()
                return {}
    return places if process.returncode in (0, _NONE_FOUND) else {}


def _whole_lines(output: IO[bytes] | None) -> Iterator[bytes]:
    """Yield what a process writes in large parts, each of whole lines."""
    rest = b""
    while output and (part := output.read(_PART)):
        end = part.rfind(b"\n") + 1
        if end:
            yield rest + part[:end]
            rest = b""
        rest += part[end:]
    if rest:
        raise ValueError("half a line")


def _put(written: bytes, places: Places) -> int:
    """Put hits, a line ``name:line:offset:`` each, to the ``places`` of their files and return how
    many they are. Those of one file follow one another."""
    count = 0
    while written:
        name = written.partition(b":")[0] + b":"
        of_file = written.removeprefix(name).replace(b"\n" + name, b"")
        numbers, _, written = of_file.partition(b"\n")
        found = array("Q", map(int, numbers.split(b":")[:-1]))
        places.get(int(name[len(_FOLDER) : -1]), array("Q")).extend(found)
        count += len(found) // 2
    return count


def _in_order(*places: "array[int]") -> "array[int]":
    if not any(places[1:]):
        return places[0]
    pairs = sorted({pair for each in places for pair in zip(each[::2], each[1::2], strict=True)})
    return array("Q", chain.from_iterable(pairs))
