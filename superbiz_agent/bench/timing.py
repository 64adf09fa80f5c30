"""Times and what is said of them: median, 99th percentile, growth with size."""

import gc
import math
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Times:
    """Seconds of several repetitions of one thing; at least one."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def p99(self) -> float:
        """The nearest rank: of fewer than 100 repetitions, the slowest."""
        ordered = sorted(self.seconds)
        return ordered[math.ceil(0.99 * len(ordered)) - 1]


def timed(action: Callable[[], T]) -> tuple[T, float]:
    """What ``action`` gives, and the seconds of processor time that it took, so that other work on
    the machine counts for little; what is left over is collected before."""
    gc.collect()
    start = time.process_time()
    result = action()
    return result, time.process_time() - start


def growth_exponent(points: Sequence[tuple[float, float]]) -> float | None:
    """The slope of log seconds over log size: 1 is linear, 2 quadratic; null for one size."""
    logs = [(math.log(size), math.log(seconds)) for size, seconds in points if seconds > 0]
    if len({size for size, _ in logs}) < 2:
        return None
    return statistics.linear_regression(*zip(*logs, strict=True)).slope


def clear_caches() -> None:
    """Empty every cache of the rules, so that nothing is known of any text."""
    for name, module in list(sys.modules.items()):
        if name.startswith("superbiz_agent.grounding"):
            for value in list(vars(module).values()):
                if callable(clear := getattr(value, "cache_clear", None)):
                    clear()


def machine() -> dict[str, str]:
    """What the figures were taken on."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": platform.platform(terse=True),
        "processor": _processor(),
        "processors": str(os.cpu_count() or 1),
    }


def _processor() -> str:
    """The name that Linux gives it, else what Python knows."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
