"""Which code made an entry of the index: whatever it is made of stands in its address."""

import importlib.metadata
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, cast

from superbiz_agent.tools.knowledge.index_store import key_of

_LIBRARIES: Final = ("lxml", "docutils", "pypdf")
MODULES: Final = tuple(
    f"superbiz_agent.tools.{name}"
    for name in (
        *("synonyms", "query_terms", "words", "redaction", "files", "logs.encodings"),
        *("knowledge.folder_index", "knowledge.formats", "knowledge.html", "knowledge.markdown"),
        *("knowledge.html_hidden", "knowledge.page", "knowledge.pdf", "knowledge.block_tokens"),
        *("knowledge.restructured",),
    )
)


@cache
def maker() -> str:
    """Name the code that makes the entries: any change of it, of its tables or of the libraries
    that read documents makes the index anew."""
    libraries = [f"{name} {importlib.metadata.version(name)}" for name in _LIBRARIES]
    return key_of(*sources(MODULES), *libraries)


def sources(modules: Iterable[str]) -> Iterator[bytes]:
    """Yield the source of each module, of a package those of all that it holds, or else its name:
    an archive may hold no sources."""
    package = Path(cast(str, sys.modules["superbiz_agent"].__file__)).parent
    for name in modules:
        path = package.joinpath(*name.split(".")[1:])
        files = sorted(path.glob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
        try:
            yield b"".join(file.read_bytes() for file in files)
        except OSError:
            yield name.encode()
