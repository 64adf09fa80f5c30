"""Log records and groups of them as evidence lines (contract section 2).

A record reads ``<UTC> <LEVEL> <service or source name> <message> (<file>:<line>)``, then what of
its instant was assumed. A group reads like its first record, then how many there are of its form,
from when to when, where they start, stop, jump or fall (``grounding/facts/change_points``), the
range of each labelled number, and what else they name. What the writer of a record wrote cannot
pass for any of these: a service called ``ERROR`` is quoted, as is a file name with brackets in it,
and an imitated count of a group is altered (``grounding/facts/group_text``).
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.evidence import DEMO_SUFFIX, MAX_TEXT_BYTES
from superbiz_agent.grounding.facts import group_text
from superbiz_agent.grounding.facts.change_points import Histogram, changes_of
from superbiz_agent.tools.base import EvidenceItem
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.logs.distinct_names import Turn
from superbiz_agent.tools.logs.levels import SEVERITY
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.stack_traces import condensed
from superbiz_agent.tools.logs.templates import NumberRange, RecordGroup, Sample
from superbiz_agent.tools.redaction import redact
from superbiz_agent.tools.rendering import plain_or_quoted, quoted
from superbiz_agent.tools.text import bounded_line, cut_line

_HEAD = re.compile(rf"(?:{'|'.join(SEVERITY)}|[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}T.*|(?i:counted))")
"""What code alone writes before the name of a record: its instant and its level; and how it begins
a line of counts."""

_BRACKETS = re.compile(r"[()\";]")
_MOST_RANGES = 6
_MOST_NAME_LISTS = 3
_LONGEST_NAME = 120
_ROOM_OF_SUMMARY = 1200
"""Bytes for what a group says after its sample, of which the head and the tail always stay."""

_ROOM_OF_LINES = 1320
"""Bytes for a record of many lines. Beside it the count of its group has room within the bound, so
that nothing of its lines is cut away."""


def record_line(record: LogRecord) -> str:
    """Render one record, redacted and bounded."""
    details, note = record.details, record.describe_instant()
    head = [format_instant(record.instant)] if record.instant else []
    head += [details.level] if details.level else []
    name = _name(record)
    file = quoted(record.file) if _BRACKETS.search(record.file) else record.file
    tail = f" ({file}:{record.line}){', ' if note else ''}{note}"
    body = record.body
    if "\n" in body:
        room = _ROOM_OF_LINES - sum(len(text.encode()) for text in (*head, name, tail))
        body = condensed(redact(body), room)
    line = " ".join(part for part in (*head, name, body) if part)
    return bounded_line(group_text.own_words(f"{line}{tail}"))


def _name(record: LogRecord) -> str:
    """Who wrote a record: quoted where it would read as something else."""
    name = record.shown_name
    if name == record.source:
        name = plain_or_quoted(name)
    return quoted(name) if _HEAD.fullmatch(name) else name


def sample_of(record: LogRecord) -> Sample:
    """Render the record that stands for its group."""
    return Sample(record_line(record), entity_fields(record), record_values(record))


def entity_fields(record: LogRecord) -> dict[str, str]:
    """Return the structured fields that name things: source, level, service, pod and so on."""
    details = record.details
    fields = {"source": record.source, **details.names}
    if details.level:
        fields["level"] = details.level
    if details.service:
        fields["service"] = details.service
    return {key: bounded_line(text[:_LONGEST_NAME]) for key, text in fields.items()}


def record_values(record: LogRecord) -> dict[str, object]:
    """Return what recomputes a record's place in time and file."""
    return {
        "file": bounded_line(record.file),
        "line": record.line,
        "instant": format_instant(record.instant) if record.instant else None,
        "zone": record.describe_instant() or None,
    }


def group_item(
    group: RecordGroup,
    searched: tuple[datetime, datetime] | None,
    *,
    demo: bool,
    is_cut: bool = False,
) -> EvidenceItem:
    """Render a group as one item; its values recompute every part of the text. ``searched`` is the
    first and last instant that was read of its source: before and after it nothing is known;
    ``is_cut`` if not all that matches was read."""
    histogram = group_histogram(group, searched) if searched else None
    changes = changes_of(histogram) if histogram else []
    names = [
        [bounded_line(name)[:60] for name in each.names]
        for each in group.other_names[:_MOST_NAME_LISTS]
    ]
    summary = f"; {_summary(group, names, changes)}" if group.count > 1 else ""
    summary += f"; {group_text.READ_IN_PART}" if is_cut else ""
    summary += DEMO_SUFFIX if demo else ""
    shown = group.show()
    sample = cut_line(shown.text, MAX_TEXT_BYTES - len(summary.encode()))
    return EvidenceItem(
        text=bounded_line(sample + summary),
        fields=shown.fields,
        values={**shown.values, **_group_values(group, names), "histogram": _stored(histogram)},
    )


def group_histogram(group: RecordGroup, searched: tuple[datetime, datetime]) -> Histogram | None:
    """Return when the records of a group came; null for a single one, or where one of them has no
    timestamp."""
    counts, (since, until) = group.bins.spans, searched
    if group.count < 2 or sum(counts) != group.count or not (group.first and group.last):
        return None
    return Histogram(
        start=group.bins.start,
        width=group.bins.width,
        counts=tuple(counts),
        since=min(since, group.first),
        until=max(until, group.last),
        first=group.first,
        last=group.last,
    )


def _stored(histogram: Histogram | None) -> JsonObject | None:
    if histogram is None:
        return None
    return {
        "start": format_instant(histogram.start),
        "width_seconds": histogram.width,
        "counts": list(histogram.counts),
        "since": format_instant(histogram.since),
        "until": format_instant(histogram.until),
    }


def _summary(
    group: RecordGroup, names: Sequence[Sequence[str]], changes: Sequence[group_text.Change]
) -> str:
    """What a group says after its sample: first what matters most, as much as has room."""
    span = ""
    if group.first and group.last:
        span = f" from {format_instant(group.first)} to {format_instant(group.last)}"
    parts = [f"{group.count} {group_text.WORDS}{span}{''.join(each.told for each in changes)}"]
    parts += [_range_text(each) for each in group.varying[:_MOST_RANGES]]
    for shown, place in zip(names, group.other_names, strict=False):
        parts.append("with " + ", ".join(shown) + (" and others" if place.more else ""))
    if turns := _turns(group):
        told = (f"{bounded_line(each.name)[:60]} at {format_instant(each.first)}" for each in turns)
        parts.append(f"{group_text.IN_TURN}{', '.join(told)}")
    while len("; ".join(parts).encode()) > _ROOM_OF_SUMMARY:
        parts.pop()
    return "; ".join(parts)


def _turns(group: RecordGroup) -> Sequence[Turn]:
    """The first names of a group that came one after the other."""
    shown = group.other_names[:_MOST_NAME_LISTS]
    return next((turns for names in shown if (turns := names.in_turn)), ())


def _range_text(each: NumberRange) -> str:
    joined = each.unit if not each.unit.startswith(" ") else ""
    return f"{each.label} {each.least}{joined} to {each.greatest}{each.unit}"


def _group_values(group: RecordGroup, names: Sequence[Sequence[str]]) -> Mapping[str, object]:
    return {
        "count": group.count,
        "first": format_instant(group.first) if group.first else None,
        "last": format_instant(group.last) if group.last else None,
        "ranges": [
            {
                "label": each.label,
                "unit": each.unit.strip(),
                "minimum": _number(each.least),
                "maximum": _number(each.greatest),
            }
            for each in group.varying[:_MOST_RANGES]
        ],
        "names": names,
        **_turn_values(group),
    }


def _turn_values(group: RecordGroup) -> Mapping[str, object]:
    turns = [
        {"name": bounded_line(each.name)[:60], "first": format_instant(each.first)}
        for each in _turns(group)
    ]
    return {"in_turn": turns} if turns else {}


def _number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)
