"""What servers answered within one diagnosis, so that its calls need not ask the same twice.

Alerts are fetched whole whatever is asked for, and a broad question reads the same records for each
of its searches. What is kept lives as long as the diagnosis, is bounded in bytes, and is found only
by the very request of the very source; each call still records its own evidence whole.
"""

import threading
from collections.abc import Callable, Collection, Generator, Hashable
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

MOST_BYTES: Final = 32 * 1024 * 1024
"""Bytes of answers that one diagnosis keeps; what comes after them is asked for anew."""

MOST_SHARED: Final = 192 * 1024 * 1024
"""Bytes of what was made of answers that all diagnoses of the process keep together."""

MOST_DIAGNOSES: Final = 8
"""Diagnoses under way whose answers are kept: those that asked last."""

T = TypeVar("T")


class Room:
    """So many bytes. Safe in several threads."""

    def __init__(self, most: int) -> None:
        self._left, self._lock = most, threading.Lock()

    def take(self, size: int) -> bool:
        """Take ``size`` bytes, if there are as many."""
        with self._lock:
            has_room = size <= self._left
            self._left -= size if has_room else 0
            return has_room

    def give_back(self, size: int) -> None:
        """Give back what was taken."""
        with self._lock:
            self._left += size


_SHARED: Final = Room(MOST_SHARED)


@dataclass(frozen=True)
class _Kept(Generic[T]):
    source: str
    value: T
    size: int
    room: Room


class KeptAnswers:
    """The answers of one diagnosis, ``most`` bytes of them, and what was made of them, of which
    all diagnoses ``share`` a room. Its calls follow one another."""

    def __init__(self, most: int = MOST_BYTES, share: Room = _SHARED) -> None:
        self._room, self._share = Room(most), share
        self._kept: dict[Hashable, _Kept[Any]] = {}
        self._new: list[Hashable] = []
        self._is_over = False

    def once(
        self,
        key: Hashable,
        ask: Callable[[], T],
        source: str,
        size: Callable[[T], int],
        *,
        is_made: bool = False,
    ) -> T:
        """Return what is kept under ``key``, else what ``ask`` gives, kept if there is room: of
        its own, or the shared one if the value was made of answers. What raises is not kept."""
        if (found := self._kept.get(key)) is not None:
            return found.value
        value, room = ask(), self._share if is_made else self._room
        needed = size(value)
        if not self._is_over and room.take(needed):
            self._kept[key] = _Kept(source, value, needed, room)
            self._new.append(key)
        return value

    def let_go(self) -> None:
        """Keep nothing any more."""
        self._is_over = True
        while self._kept:
            _, kept = self._kept.popitem()
            kept.room.give_back(kept.size)

    def end_call(self, failed: Collection[str] | None) -> None:
        """Forget what this call was answered by sources that ``failed`` (null: by all of them),
        so that the next call asks them again."""
        for key in self._new:
            kept = self._kept.get(key)
            if kept and (failed is None or kept.source in failed):
                del self._kept[key]
                kept.room.give_back(kept.size)
        self._new.clear()


class AnswersByDiagnosis:
    """The kept answers of the diagnoses under way, by session. Safe in several threads."""

    def __init__(self, most: int = MOST_DIAGNOSES) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._kept: dict[str, KeptAnswers] = {}

    def of(self, session_id: str) -> KeptAnswers:
        """Return the answers of a diagnosis; of too many, those of the one that asked least
        recently are let go."""
        with self._lock:
            answers = self._kept.pop(session_id, None) or KeptAnswers()
            self._kept[session_id] = answers
            while len(self._kept) > self._most:
                self._kept.pop(next(iter(self._kept))).let_go()
            return answers

    def end(self, session_id: str) -> None:
        """Let go of what a diagnosis was answered."""
        with self._lock:
            answers = self._kept.pop(session_id, None)
        if answers:
            answers.let_go()


_CURRENT: ContextVar[KeptAnswers | None] = ContextVar("kept_answers", default=None)


@contextmanager
def keeping(answers: KeptAnswers) -> Generator[None]:
    """Keep, within the block, what servers answer."""
    token = _CURRENT.set(answers)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def once_a_diagnosis(
    key: Hashable,
    ask: Callable[[], T],
    *,
    source: str = "",
    size: Callable[[T], int] = lambda _: 0,
    is_made: bool = False,
) -> T:
    """Return what ``ask`` gave under ``key`` in this diagnosis, else what it gives now. Outside of
    one nothing is kept. ``is_made`` of a value that was made of answers."""
    answers = _CURRENT.get()
    if answers is None:
        return ask()
    return answers.once(key, ask, source, size, is_made=is_made)
