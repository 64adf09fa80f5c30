"""Alerts of the past, as Prometheus keeps them: the series ``ALERTS`` and ``ALERTS_FOR_STATE``."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from superbiz_agent.evals.servers.metrics import Samples, steady


@dataclass(frozen=True)
class Past:
    """An alert that was pending from ``start`` and firing from ``fired``, both seconds of the
    epoch; its last sample is at ``end``. ``labels`` hold its ``alertname``."""

    labels: Mapping[str, str]
    start: float
    fired: float
    end: float

    def samples(self, step: float = 15.0) -> Iterator[Samples]:
        """Both series of it; what was never pending has no samples of that."""
        pending = {**self.labels, "alertstate": "pending"}
        firing = {**self.labels, "alertstate": "firing"}
        if self.start < self.fired:
            yield steady("ALERTS", pending, 1, self.start, self.fired - step, step)
        yield steady("ALERTS", firing, 1, self.fired, self.end, step)
        count = int((self.end - self.start) // step) + 1
        points = [(self.start + step * index, self.start) for index in range(count)]
        yield Samples("ALERTS_FOR_STATE", self.labels, points)
