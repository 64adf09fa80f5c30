"""How a metric is asked: a gauge as it is, a counter as its rate per second (one that counts rare
events as its number), a histogram as its 95th percentile. The line of evidence says so."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from superbiz_agent.grounding.facts.series_summary import SeriesUnit
from superbiz_agent.tools.metrics.catalogue import Catalogue, Owner
from superbiz_agent.tools.metrics.metric_names import (
    FAILED_STATUS,
    REQUEST_COUNTERS,
    STATUS_LABELS,
    MetricKind,
    asks_failed_requests,
    asks_overview,
    counts_events,
    is_shown,
    kind_of,
    metrics_about,
    rate_unit,
    unit_of,
)
from superbiz_agent.tools.metrics.promql import Matcher, selector

LEAST_RATE_RANGE: Final = 300
"""Seconds over which a rate is taken, at least."""

QUANTILE: Final = "0.95"

_NAME: Final = re.compile("[a-zA-Z_:][a-zA-Z0-9_:]*_[a-zA-Z0-9_:]+")
"""What is written as a metric's name is no topic."""


@dataclass(frozen=True)
class Ask:
    """How one metric is asked. ``form`` is the expression with ``{}`` for the selector, ``status``
    what narrows a counter of requests to those that failed."""

    metric: str
    name: str
    form: str
    unit: SeriesUnit
    is_counter: bool = False
    status: Matcher | None = None

    def promql(self, owners: Sequence[Owner]) -> str:
        """The expression over the series of ``owners``, of everyone's where there is none."""
        own = [self.status] if self.status else []
        selectors = [selector(self.name, [*each, *own]) for each in alternatives(owners)]
        return " or ".join(self.form.format(each) for each in selectors)

    @property
    def asked_as(self) -> str:
        """The expression as its evidence tells it."""
        if self.status:
            values = "|".join(self.status.values)
            sign = "=~" if len(self.status.values) > 1 else "="
            return self.form.format(f"{self.name}{{{self.status.label}{sign}'{values}'}}")
        return "" if self.form == "{}" else self.form.format(self.name)


def wanted_metrics(text: str, known: Catalogue) -> list[str]:
    """The metrics that are asked for: by name, by what they measure, or all that are shown."""
    named = [text, f"{text}_bucket", f"{text}_total"]
    exact = [name for name in named if text and name in known.metrics][:1]
    if exact:
        return exact
    if _NAME.fullmatch(text):
        return []
    about = metrics_about(text, known.metrics)
    if about or not (text and not asks_overview(text)):
        return about or [name for name in known.metrics if is_shown(name)]
    return []


def failing_counters(text: str, known: Catalogue) -> dict[str, Matcher]:
    """The counters of requests that tell of errors by a label, where errors are asked for, with the
    statuses of failures that the server has."""
    if not asks_failed_requests(text) or text in known.metrics:
        return {}
    found: dict[str, Matcher] = {}
    for label in (each for each in STATUS_LABELS if each in known.labels):
        failed = sorted(each for each in known.values(label) if FAILED_STATUS.fullmatch(each))
        if failed:
            names = (each for each in known.metrics if REQUEST_COUNTERS.search(each))
            found |= {name: Matcher(label, tuple(failed)) for name in names if name not in found}
    return dict(sorted(found.items()))


def kind_in(name: str, known: Catalogue) -> MetricKind:
    """The kind of a metric (gauge, counter, histogram, ...) by what the server states of it."""
    return kind_of(name, known.stated(name).type, known.metrics)


def ask_of(name: str, known: Catalogue, step: int) -> Ask:
    """How a metric is asked over steps of so many seconds: its rate spans two of them."""
    unit = unit_of(name, known.stated(name).unit)
    span = f"{max(LEAST_RATE_RANGE, 2 * step) // 60}m"
    kind = kind_in(name, known)
    if kind == "histogram":
        form = f"histogram_quantile({QUANTILE}, rate({{}}[{span}]))"
        return Ask(name.removesuffix("_bucket"), name, form, unit)
    if kind == "counter" and not counts_events(name):
        return Ask(name, name, f"rate({{}}[{span}])", rate_unit(name, unit))
    return Ask(name, name, "{}", unit, is_counter=kind == "counter")


def alternatives(owners: Sequence[Owner]) -> list[list[Matcher]]:
    """The matchers of each label by which one of the owners is named; one empty list for none."""
    by_label: dict[str, list[str]] = {}
    for owner in owners:
        by_label.setdefault(owner.label, []).append(owner.value)
    return [
        [Matcher(label, tuple(dict.fromkeys(values)))] for label, values in by_label.items()
    ] or [[]]
