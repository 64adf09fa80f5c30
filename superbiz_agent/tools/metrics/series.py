"""A metric series as it was asked for, and its line of evidence (contract section 2).

The line is head and summary: what was asked (a metric, or an expression over it), every label, then
what ``grounding/facts/series_summary`` computes from the values. The summary ends the line, whole:
labels give way before it does.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Protocol

from superbiz_agent.contracts.evidence import LackKind
from superbiz_agent.grounding.facts.series_summary import SeriesValues, summary_of
from superbiz_agent.tools.base import EvidenceItem
from superbiz_agent.tools.metrics.naming import NAME_LABELS
from superbiz_agent.tools.rendering import (
    evidence_line,
    pair,
    plain_or_quoted,
    redacted_fields,
    stored_fields,
)
from superbiz_agent.tools.text import bounded_line

MOST_LABEL_BYTES: Final = 1000
"""Bytes of labels that a line shows; all of them are stored beside it."""

SUMMARY_KEYS: Final = frozenset({
    "first", "last", "min", "max", "mean", "step", "count", "NaN", "gaps", "longest_gap", "resets",
    "last_reset", "asked_for", "appears", "stale_after", "promql", "asked_as",
})  # fmt: skip
"""Keys that code writes; a label of that name is written with ``label.`` in front."""


@dataclass(frozen=True)
class Series:
    """One series: its ``labels`` without the metric's name, and its ``values``.

    ``metric`` is its name, empty where an expression has none; ``asked_as`` the expression that its
    values are of (``rate(NAME[5m])``), empty for the metric itself; ``promql`` a model's own.
    """

    metric: str
    labels: Mapping[str, str]
    values: SeriesValues
    asked_as: str = ""
    promql: str = ""

    @property
    def identity(self) -> tuple[object, ...]:
        """What makes two entries the same series."""
        return self.metric, self.asked_as, self.promql, tuple(sorted(self.labels.items()))


@dataclass(frozen=True)
class SeriesRequest:
    """What is asked of a source, over ``since`` to ``until`` (aware), at every ``step`` seconds.

    Either ``promql``, an expression that was parsed, or ``metric``: a name, or words for what it
    measures. ``service`` and ``names`` say whose series; nothing where everyone's are wanted.
    ``named`` is the one instant that is asked about, if it is one.
    """

    since: datetime
    until: datetime
    step: int
    metric: str = ""
    promql: str = ""
    service: str | None = None
    names: tuple[str, ...] = ()
    named: datetime | None = None


@dataclass(frozen=True)
class SeriesListing:
    """What a source has. ``unknown`` are names asked for that it does not know, each with the
    nearest that it does; ``doubts`` say, one line each, why nothing found here means nothing,
    ``lacks`` the same by kind; ``left_out`` what matched and was not asked; ``problems`` what could
    not be read; ``notes`` what else there is. ``read_as`` are the metrics that words were read as.
    """

    series: tuple[Series, ...] = ()
    unknown: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    doubts: tuple[str, ...] = ()
    lacks: tuple[LackKind, ...] = ()
    left_out: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    read_as: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def most_moved(series: Iterable[Series]) -> list[Series]:
    """Return each series once, those that moved most first."""
    distinct = {each.identity: each for each in series}
    return sorted(distinct.values(), key=lambda each: -each.values.movement)


class SeriesBackend(Protocol):
    """A read-only source of metric series."""

    @property
    def name(self) -> str:
        """What the user knows the source by."""
        ...

    @property
    def demo(self) -> bool:
        """Whether it serves embedded demo data."""
        ...

    def series(self, request: SeriesRequest) -> SeriesListing:
        """Return the series asked for. Raises ``SourceError`` if it cannot be asked."""
        ...


def series_item(series: Series, *, source: str, demo: bool) -> EvidenceItem:
    """Render a series. ``fields`` are its labels, ``values`` recompute its summary."""
    labels = redacted_fields(_in_order(series.labels))
    parts = [*_head(series, labels), summary_of(series.values)]
    return EvidenceItem(
        text=evidence_line(parts, demo=demo),
        fields=stored_fields(labels),
        values={
            "metric": bounded_line(series.metric),
            "asked_as": bounded_line(series.asked_as),
            "promql": bounded_line(series.promql),
            "source": source,
            **series.values.stored(),
        },
    )


def _head(series: Series, labels: Mapping[str, str]) -> Iterator[str]:
    if series.promql:  # its values are the expression's, not the metric's
        yield pair("promql", bounded_line(series.promql)[: MOST_LABEL_BYTES // 2])
    else:
        yield plain_or_quoted(series.metric) if series.metric else "series"
    if series.asked_as:
        yield pair("asked_as", series.asked_as)
    yield from _shown(labels)


def _shown(labels: Mapping[str, str]) -> Iterator[str]:
    room = MOST_LABEL_BYTES
    for place, (key, value) in enumerate(labels.items()):
        shown = bounded_line(pair(f"label.{key}" if key in SUMMARY_KEYS else key, value))
        room -= len(shown.encode())
        if room < 0:
            yield f"more_labels={len(labels) - place}"
            return
        yield shown


def _in_order(labels: Mapping[str, str]) -> dict[str, str]:
    """Labels that name something first, in the order of their table; then the others."""
    return {key: labels[key] for key in _keys(labels)}


def _keys(labels: Mapping[str, str]) -> Iterable[str]:
    named = [key for key in NAME_LABELS if key in labels]
    return [*named, *sorted(set(labels) - set(named))]
