"""How far a long search is, told to whoever waits for it."""

import time
from collections.abc import Callable
from typing import TypeAlias

Told: TypeAlias = Callable[[int, int], None]
"""Gets the bytes that were read and the bytes there are."""

_LEAST = 64 * 1024 * 1024
"""A smaller search is over before anybody has read how far it is."""

_SECONDS = 0.25


class Progress:
    """Counts what is read and tells it to ``told``, a few times a second, if there is much to read.
    Without ``told`` nothing is told."""

    def __init__(
        self, told: Told | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._told, self._clock = told, clock
        self._done = self._total = 0
        self._last = clock()

    @property
    def is_watched(self) -> bool:
        """Whether anybody is told."""
        return self._told is not None

    def expect(self, size: int) -> None:
        """Take ``size`` bytes more to be read; fewer, if negative."""
        self._total += size

    def advance(self, size: int) -> None:
        """Take ``size`` bytes more to have been read."""
        self._done += size
        if self._told is None or self._total < _LEAST:
            return
        now = self._clock()
        if now - self._last >= _SECONDS:
            self._last = now
            try:
                self._told(min(self._done, self._total), self._total)
            except Exception:  # whoever watches must not stop a search
                self._told = None
