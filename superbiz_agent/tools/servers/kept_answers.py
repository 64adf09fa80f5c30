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

MOST_DIAGNOSES: Final = 8
"""Diagnoses under way whose answers are kept: those that asked last."""

T = TypeVar("T")


@dataclass(frozen=True)
class _Kept(Generic[T]):
    source: str
    value: T


class KeptAnswers:
    """The answers of one diagnosis, ``most`` bytes of them. Its calls follow one another."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._room = most
        self._kept: dict[Hashable, _Kept[Any]] = {}
        self._new: dict[Hashable, int] = {}

    def once(self, key: Hashable, ask: Callable[[], T], source: str, size: Callable[[T], int]) -> T:
        """Return what is kept under ``key``, else what ``ask`` gives, kept if there is room. What
        raises is not kept."""
        if (found := self._kept.get(key)) is not None:
            return found.value
        value = ask()
        if (needed := size(value)) <= self._room:
            self._room -= needed
            self._kept[key] = _Kept(source, value)
            self._new[key] = needed
        return value

    def end_call(self, failed: Collection[str] | None) -> None:
        """Forget what this call was answered by sources that ``failed`` (null: by all of them),
        so that the next call asks them again."""
        for key, size in self._new.items():
            if failed is None or self._kept[key].source in failed:
                del self._kept[key]
                self._room += size
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
                del self._kept[next(iter(self._kept))]
            return answers

    def end(self, session_id: str) -> None:
        """Let go of what a diagnosis was answered."""
        with self._lock:
            self._kept.pop(session_id, None)


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
) -> T:
    """Return what ``ask`` gave under ``key`` in this diagnosis, else what it gives now. Outside of
    one nothing is kept."""
    answers = _CURRENT.get()
    return ask() if answers is None else answers.once(key, ask, source, size)
