"""Sources that hold the same files: each is read once, under its most specific name."""

from collections.abc import Iterable, Sequence

from superbiz_agent.tools.logs.backend import LogBackend
from superbiz_agent.tools.logs.file_backend import FileLogBackend


def distinct(backends: Sequence[LogBackend]) -> list[LogBackend]:
    """Return ``backends`` with each file or folder once, however often and by whatever path.

    Of several names the first that the operator gave stands in the evidence; the source answers to
    the others, too. What a file and its folder both hold is named as ``narrowest_first`` says.
    """
    kept: dict[object, LogBackend] = {}
    for backend in backends:
        place = backend.place if isinstance(backend, FileLogBackend) else id(backend)
        kept[place] = _as_one(kept[place], backend) if place in kept else backend
    return list(kept.values())


def _as_one(first: LogBackend, second: LogBackend) -> LogBackend:
    if not isinstance(first, FileLogBackend) or not isinstance(second, FileLogBackend):
        return first
    if second.is_named and not first.is_named:
        first, second = second, first
    return first.known_as(second.aliases)


def narrowest_first(backends: Iterable[LogBackend]) -> list[LogBackend]:
    """Return the order in which to read: a file before its folder, an inner folder before an
    outer one, so that the most specific name is the one that a record gets."""

    def depth(backend: LogBackend) -> int:
        return len(backend.place.parts) if isinstance(backend, FileLogBackend) else 0

    return sorted(backends, key=depth, reverse=True)
