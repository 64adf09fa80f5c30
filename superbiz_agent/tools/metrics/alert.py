"""One alert, and its one line of evidence (contract section 2)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from functools import cached_property
from typing import Literal, TypeAlias

from superbiz_agent.grounding.facts.series_summary import shown_value
from superbiz_agent.tools.base import EvidenceItem
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.metrics.naming import names_of
from superbiz_agent.tools.query_terms import SearchableText
from superbiz_agent.tools.rendering import (
    evidence_line,
    instant_with_offset,
    pair,
    plain_or_quoted,
    quoted,
    redacted_fields,
    span,
    stored_fields,
)
from superbiz_agent.tools.text import bounded_line

AlertState: TypeAlias = Literal[
    "firing", "pending", "silenced", "inhibited", "suppressed", "resolved", "inactive", "unknown"
]

CURRENT_ANNOTATIONS = ("current", "current_value", "value")
"""Annotations that carry the value now, the first one that holds a short value counts."""

MEASURED = frozenset(
    {
        "current", "duration", "since", "pending_since", "until", "as_of", "precision", "told_by",
        "also_told_by", "receivers", "silenced_by", "silenced_until", "silence_comment",
        "inhibited_by", "was", "exported",
    }
)  # fmt: skip
"""What the line says of an alert by itself; a label of such a name reads ``label.current=...``."""

EXPORTED, UNDATED = "exported", "undated"
"""What the line of an active alert tells of an export that does not say when it was taken: the
alert may be over since."""

LASTING: frozenset[AlertState] = frozenset(
    {"firing", "pending", "silenced", "inhibited", "suppressed"}
)
"""States of an alert that is not over."""

_BEFORE: Mapping[AlertState, AlertState] = {"resolved": "firing", "inactive": "pending"}
"""The state of an alert that ended -> the one before."""

_SHORT_VALUE = re.compile(
    r"[<>~]?[-+]?[0-9][0-9.,]{0,30}(?:e[-+]?[0-9]{1,3})?(?: ?[%A-Za-zµ/]{1,12})?"
)
_LARGEST_PLAIN_EXPONENT = 15
_LONG_NUMBER = re.compile(r"(?<![0-9.,])-?(?=[0-9.]{14})[0-9]{1,15}\.[0-9]{1,30}(?![0-9.,e])")
"""More than 12 digits, a fraction among them: what floating point leaves, or a quotient."""


@dataclass(frozen=True)
class Alert:
    """An alert as a source tells it; its identity is its full set of labels.

    ``since`` is when it began to be in its state, as far as its source tells: one that fires may
    have been pending before, ``pending_since`` where that is known. ``until`` is when it ended, all
    within ``precision`` where a source does not tell them exactly. ``updated`` is when its source
    last heard of it, ``value`` the value of a Prometheus rule's expression. ``told`` is what a
    server says of it besides, by keys of ``MEASURED``; ``source_names`` are folded names that its
    whole source goes by.
    """

    labels: Mapping[str, str]
    annotations: Mapping[str, str]
    state: AlertState
    since: datetime | None
    until: datetime | None
    updated: datetime | None = None
    value: str | None = None
    precision: timedelta | None = None
    told: Mapping[str, str] = field(default_factory=dict[str, str])
    source_names: frozenset[str] = frozenset()
    pending_since: datetime | None = None

    @property
    def name(self) -> str:
        """The alert's name."""
        return self.labels.get("alertname", "unnamed alert")

    @property
    def identity(self) -> tuple[object, ...]:
        """What makes two entries the same alert: full label set, state and start."""
        return tuple(sorted(self.labels.items())), self.state, self.since

    @property
    def current(self) -> str | None:
        """The value now: the first short value among ``CURRENT_ANNOTATIONS``, else ``value``."""
        short = self.annotated_value
        value = plain_number(self.value) if self.value else None
        return without_noise(short) if short else value

    @property
    def annotated_value(self) -> str | None:
        """The first short value among ``CURRENT_ANNOTATIONS``, as it is written there."""
        annotated = (self.annotations.get(key, "").strip() for key in CURRENT_ANNOTATIONS)
        return next((text for text in annotated if _SHORT_VALUE.fullmatch(text)), None)

    @property
    def began(self) -> datetime | None:
        """When it became active: pending, or firing at once."""
        return self.pending_since or self.since

    def at(self, instant: datetime) -> "Alert":
        """The alert as it was at ``instant``: one that ended later was still firing, or pending,
        and one that fired later was pending."""
        if self.until and self.until > instant:
            told = {key: value for key, value in self.told.items() if key != "was"}
            before = _BEFORE.get(self.state, self.state)
            return replace(self, state=before, until=None, told=told).at(instant)
        if self.pending_since and self.since and self.since > instant:
            return replace(self, state="pending", since=self.pending_since, pending_since=None)
        return self

    def duration(self, as_of: datetime) -> str | None:
        """How long it had been active at ``as_of``, or when it ended, to the millisecond. Null if
        its start is unknown or later than that."""
        end = self.until or as_of
        return span(end - self.since) if self.since and end >= self.since else None

    @cached_property
    def names(self) -> frozenset[str]:
        """Every folded name that it goes by."""
        return names_of(self.labels) | self.source_names

    @cached_property
    def searchable(self) -> SearchableText:
        """Everything a query may match: state, labels and annotations, also as ``key=value``."""
        pairs = [
            f"{key}={value}" for key, value in (*self.labels.items(), *self.annotations.items())
        ]
        return SearchableText("\n".join([self.state, *pairs]))


def plain_number(text: str) -> str:
    """Return ``9.1e+01`` as ``91``; what is no finite number of everyday size stays as it is."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        return text
    if not number.is_finite() or abs(number.adjusted()) > _LARGEST_PLAIN_EXPONENT:
        return text
    return without_noise(format(number.normalize(), "f"))


def without_noise(text: str) -> str:
    """Return ``0.30000000000000004`` as ``0.3``: a number with more digits than anybody measures is
    shown as the values of a series are, a shorter one as it is written, with a unit or without."""
    return _LONG_NUMBER.sub(lambda found: shown_value(Decimal(found[0]), ""), text, count=1)


def alert_item(
    alert: Alert,
    *,
    source: str,
    as_of: datetime,
    demo: bool,
    is_earlier: bool = False,
    also: Sequence[str] = (),
) -> EvidenceItem:
    """Render an alert, its duration counted to ``as_of``, which the line tells if it ``is_earlier``
    than what was asked about. ``fields`` are its labels; ``values`` recompute the rest of the line:
    its duration is ``until``, else ``as_of``, minus ``since``. ``also`` names further sources that
    tell of the same alert."""
    told = {**alert.told, **_sources(source, also)}
    alert = replace(alert, told=redacted_fields(told))
    labels, annotations = redacted_fields(alert.labels), redacted_fields(alert.annotations)
    return EvidenceItem(
        text=evidence_line(
            _parts(alert, labels, annotations, as_of, is_earlier=is_earlier), demo=demo
        ),
        fields=stored_fields(labels),
        values={
            "state": alert.state,
            "current": alert.current,
            "value": bounded_line(alert.value) if alert.value else None,
            "duration": alert.duration(as_of),
            "as_of": format_instant(as_of),
            "since": format_instant(alert.since) if alert.since else None,
            "pending_since": format_instant(alert.pending_since) if alert.pending_since else None,
            "until": format_instant(alert.until) if alert.until else None,
            "updated": format_instant(alert.updated) if alert.updated else None,
            "precision": span(alert.precision) if alert.precision else None,
            "told": stored_fields(alert.told),
            "annotations": stored_fields(annotations),
            "source": source,
        },
    )


def _sources(source: str, also: Sequence[str]) -> dict[str, str]:
    return {"told_by": source, "also_told_by": ", ".join(also)} if also else {}


def _parts(
    alert: Alert,
    labels: Mapping[str, str],
    annotations: Mapping[str, str],
    as_of: datetime,
    *,
    is_earlier: bool,
) -> Iterator[str]:
    yield f"{plain_or_quoted(labels.get('alertname', alert.name))} {alert.state}"
    measured = {
        "service": labels.get("service"),
        "current": alert.current,
        "duration": alert.duration(as_of),
    }
    yield from (pair(key, value) for key, value in measured.items() if value)
    for key, value in labels.items():
        if key not in ("alertname", "service"):
            yield pair(f"label.{key}" if key in MEASURED else key, value)
    if alert.since:
        yield f"since={instant_with_offset(alert.since)}"
    if alert.pending_since:
        yield f"pending_since={instant_with_offset(alert.pending_since)}"
    if alert.until:
        yield f"until={instant_with_offset(alert.until)}"
    if alert.precision:
        yield f"precision={span(alert.precision)}"
    if is_earlier and "as_of" not in alert.told:
        yield f"as_of={format_instant(as_of)}"
    yield from (pair(key, value) for key, value in alert.told.items())
    for key, value in annotations.items():
        if key not in CURRENT_ANNOTATIONS or value.strip() != alert.annotated_value:
            yield f"{plain_or_quoted(key)}={quoted(value)}"
