"""Human-marked answers, read where they lie: one JSON object a line, one set a file."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

from superbiz_agent.errors import ConfigurationError, SourceError
from superbiz_agent.evals.public_data import data_folder

Half: TypeAlias = Literal["tuning", "held out"]
HALVES: tuple[Half, Half] = ("tuning", "held out")

MAX_LINE = 1_000_000
"""Characters of a record; a longer one is no answer over a source that one can read."""


@dataclass(frozen=True)
class MarkedText:
    """One answer over one source. ``errors`` are the (start, end) in ``response`` of what a reader
    marked as not supported by ``source``, in order."""

    identity: str
    source: str
    response: str
    errors: tuple[tuple[int, int], ...]

    @property
    def half(self) -> Half:
        """Which half it is in, by a hash of its id: only the first is looked at when tuning."""
        digest = hashlib.sha256(self.identity.encode("utf-8", "surrogatepass")).digest()
        return HALVES[digest[0] % 2]


@dataclass(frozen=True)
class TextSet:
    """One file of marked answers, named after it."""

    name: str
    texts: tuple[MarkedText, ...]


def sets_folder(given: Path | None, environment: Mapping[str, str]) -> Path:
    """The folder of the sets: the one given, else ``grounding`` in the folder of public data.

    Raises ``ConfigurationError`` if neither names a folder that is there.
    """
    return data_folder(given, environment, what="marked texts", below="grounding")


def read_sets(folder: Path, *, only: Iterable[str] = (), limit: int | None = None) -> list[TextSet]:
    """The sets in ``folder`` in the order of their names; at most ``limit`` texts of each.

    Raises ``ConfigurationError`` for a set in ``only`` that is not there or a folder without
    sets, ``SourceError`` for a line that cannot be read.
    """
    files = {path.stem: path for path in sorted(folder.glob("*.jsonl"))}
    wanted = list(dict.fromkeys(only)) or list(files)
    missing = [name for name in wanted if name not in files]
    if missing or not files:
        named = ", ".join(files) or "no set (*.jsonl)"
        raise ConfigurationError(f"no set {' or '.join(missing)} in {folder}: it holds {named}")
    return [TextSet(name, tuple(_texts(files[name], limit))) for name in wanted]


def _texts(path: Path, limit: int | None) -> Iterator[MarkedText]:
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"{path} cannot be read: {error}", source=str(path)) from None
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    for count, (number, line) in enumerate(numbered):
        if limit is not None and count >= limit:
            return
        yield _text(path, number, line)


def _text(path: Path, number: int, line: str) -> MarkedText:
    try:
        return _read(json.loads(line) if len(line) <= MAX_LINE else None)
    except (ValueError, TypeError, LookupError, RecursionError):
        raise SourceError(
            f"{path}, line {number}: no object with id, source, response and spans "
            f"[[start, end, label]] within the response; mend or remove the line",
            source=str(path),
        ) from None


def _read(row: Any) -> MarkedText:
    fields = cast("dict[str, Any]", row)
    source, response = fields["source"], fields["response"]
    if not isinstance(source, str) or not isinstance(response, str):
        raise TypeError
    spans = sorted(_span(each, len(response)) for each in fields["spans"])
    return MarkedText(str(fields["id"]), source, response, tuple(spans))


def _span(value: Any, length: int) -> tuple[int, int]:
    start, end = value[0], value[1]
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= length:
        raise ValueError
    return start, end
