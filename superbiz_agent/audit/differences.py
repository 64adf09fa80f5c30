"""Where what is stored and what is decided again do not agree."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

MAX_SHOWN = 200
"""Characters of a value that are shown."""


@dataclass(frozen=True)
class Difference:
    """One place where the store and the replay do not agree; values are shortened."""

    path: str
    stored: str
    replayed: str


def compare(path: str, stored: Any, replayed: Any) -> Iterator[Difference]:
    """The difference of two values at ``path``, if they differ; models count as what they hold."""
    left, right = _plain(stored), _plain(replayed)
    if left != right:
        yield Difference(path, shortened(left), shortened(right))


def _plain(value: Any) -> Any:
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else value


def shortened(value: Any) -> str:
    """A value as text of ``MAX_SHOWN`` characters at most."""
    text = str(value)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."
