"""Asking again where a fault may pass: how often, and how long to wait between."""

from collections.abc import Callable
from typing import TypeVar

import tenacity

from superbiz_agent.errors import SourceError

_LONGEST_WAIT = 10.0

T = TypeVar("T")


class PassingError(Exception):
    """A fault that may pass: another try is worth it. ``fault`` is what the user is told."""

    def __init__(self, fault: SourceError, retry_after: str | None) -> None:
        super().__init__(str(fault))
        self.fault = fault
        self.retry_after = retry_after


def tried(once: Callable[[], T], retries: int, sleep: Callable[[float], None]) -> T:
    """Return what ``once`` gives, after as many ``retries`` as a ``PassingError`` makes needed.
    Raises the last ``PassingError``."""
    retrying = tenacity.Retrying(
        retry=tenacity.retry_if_exception_type(PassingError),
        stop=tenacity.stop_after_attempt(retries + 1),
        wait=_wait,
        sleep=sleep,
        reraise=True,
    )
    return retrying(once)


_backoff = tenacity.wait_exponential_jitter(multiplier=0.2, max=_LONGEST_WAIT, jitter=0.2)


def _wait(state: tenacity.RetryCallState) -> float:
    """Wait as long as the server says, within bounds, else longer with each try."""
    error = state.outcome.exception() if state.outcome else None
    stated = error.retry_after if isinstance(error, PassingError) else None
    if stated and stated.isascii() and stated.isdigit() and len(stated) < 6:
        return min(float(stated), _LONGEST_WAIT)
    return _backoff(state)
