"""Whether a function's time grows linearly, told apart from the noise of a busy machine."""

import time
from collections.abc import Callable

ROUNDS = 8
LEAST_SECONDS = 0.004
"""What a clock cannot tell apart: no measured time counts as less."""


def assert_linear(run: Callable[[int], object], small: int, large: int) -> None:
    """``run(size)`` takes at most thrice the time that linear growth allows, at its best.

    Both sizes are run in turns, so that a slow minute of the machine hits both; the least
    processor time of each counts. Noise passes in some round; quadratic growth in none, where
    ``large`` is at least four times ``small``.
    """
    of_small = of_large = float("inf")
    for _ in range(ROUNDS):
        of_small = min(of_small, _seconds(run, small))
        of_large = min(of_large, _seconds(run, large))
        if of_large <= 3 * (large / small) * max(of_small, LEAST_SECONDS):
            return
    raise AssertionError(f"{small}: {of_small:.3f} s, {large}: {of_large:.3f} s")


def _seconds(run: Callable[[int], object], size: int) -> float:
    start = time.process_time()
    run(size)
    return time.process_time() - start
