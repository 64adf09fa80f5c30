"""What a server knows in a window: its metrics, and the names that series go by."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

from superbiz_agent.tools.metrics.naming import NAME_LABELS, names_of, spellings
from superbiz_agent.tools.metrics.prometheus_answers import Metadata
from superbiz_agent.tools.metrics.prometheus_api import PrometheusApi, Span
from superbiz_agent.tools.metrics.promql import Expression
from superbiz_agent.tools.metrics.selection import suggestions
from superbiz_agent.tools.words import fold

MAX_OWNERS: Final = 100
"""Values of labels that one name is read as."""


class Owner(NamedTuple):
    """A label and its value, by which series are called."""

    label: str
    value: str


@dataclass
class Catalogue:
    """What the server knows within ``span``; what is not asked for is not fetched. Its parts raise
    ``SourceError`` where the server cannot be asked."""

    api: PrometheusApi
    span: Span
    _values: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    @cached_property
    def metrics(self) -> frozenset[str]:
        """The names of all metrics."""
        return self.api.metric_names(self.span)

    @cached_property
    def labels(self) -> list[str]:
        """The names of all labels."""
        return self.api.label_names(self.span)

    @cached_property
    def _metadata(self) -> dict[str, Metadata]:
        return self.api.metadata(self.span)

    def stated(self, metric: str) -> Metadata:
        """What the server says of a metric; of a counter or bucket it may be said of its base."""
        bases = (metric, metric.removesuffix("_total"), metric.removesuffix("_bucket"))
        found = (self._metadata.get(each) for each in bases)
        return next(filter(None, found), Metadata())

    def values(self, label: str) -> list[str]:
        """The values of one of ``labels``."""
        if label not in self._values:
            self._values[label] = self.api.label_values(label, self.span)
        return self._values[label]

    @cached_property
    def _called(self) -> dict[str, list[Owner]]:
        """Folded name -> the labels and values of the series that go by it."""
        called: dict[str, list[Owner]] = {}
        for label in NAME_LABELS:
            if label in self.labels and label != "alertname":
                for value in self.values(label):
                    for name in names_of({label: value}):
                        called.setdefault(name, []).append(Owner(label, value))
        return called

    def owners(self, name: str) -> list[Owner]:
        """The labels and values by which series of ``name`` are called."""
        read_as = spellings(fold(name).strip(), frozenset(self._called))
        return [owner for each in read_as for owner in self._called[each]][:MAX_OWNERS]

    def nearest_owners(self, name: str) -> tuple[str, ...]:
        """The names most like one that no series goes by."""
        return tuple(suggestions(fold(name), sorted(self._called)))

    def unknown_in(self, expression: Expression) -> dict[str, tuple[str, ...]]:
        """The metrics, labels and values of an expression that no series has, with the nearest."""
        return dict(self._unknown(expression))

    def _unknown(self, expression: Expression) -> Iterator[tuple[str, tuple[str, ...]]]:
        labels = frozenset(self.labels)
        for each in expression.selectors:
            if each.metric and each.metric not in self.metrics:
                yield each.metric, tuple(suggestions(each.metric, sorted(self.metrics)))
            for label in each.labels:
                if label not in labels:
                    yield label, tuple(suggestions(label, sorted(labels)))
            for label, value in each.equals:
                if label in labels and value not in self.values(label):
                    yield f"{label}={value}", tuple(suggestions(value, self.values(label)))
