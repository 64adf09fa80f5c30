"""What a search keeps while records stream by: groups, counts and instants, in bounded memory."""

from dataclasses import dataclass, field
from datetime import datetime

from superbiz_agent.tools.logs.levels import SEVERITY
from superbiz_agent.tools.logs.query import Hit
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.render import entity_fields, record_line, record_values
from superbiz_agent.tools.logs.templates import RecordGroup, form_of

_MOST_GROUPS = 1000
_KEPT_FOR_SEVERE = 500


@dataclass
class Collector:
    """Groups the records of the greatest strength met so far; weaker ones are dropped again."""

    strength: int = 0
    matched: int = 0
    ungrouped: int = 0
    groups: dict[tuple[object, ...], RecordGroup] = field(
        default_factory=dict[tuple[object, ...], RecordGroup]
    )

    def add(self, record: LogRecord, hit: Hit) -> None:
        """Take in a record that matches the query and every filter."""
        if hit.strength > self.strength:
            self.strength, self.matched, self.ungrouped = hit.strength, 0, 0
            self.groups.clear()
        elif hit.strength < self.strength:
            return
        self.matched += 1
        body = record.body
        form, slots = form_of(body)
        group = self._group(record, hit, form)
        if group is None:
            self.ungrouped += 1
        else:
            group.add(body, slots, instant=record.instant, held=hit.held)

    def _group(self, record: LogRecord, hit: Hit, form: str) -> RecordGroup | None:
        details = record.details
        key = (record.source, details.level, *sorted(details.names.items()), form)
        if key not in self.groups:
            severe = SEVERITY[details.level or "INFO"] >= SEVERITY["WARN"]
            if len(self.groups) >= _MOST_GROUPS + (_KEPT_FOR_SEVERE if severe else 0):
                return None
            self.groups[key] = RecordGroup(
                sample=record_line(record),
                level=details.level,
                fields=entity_fields(record),
                values=record_values(record),
                held=hit.held,
                first=record.instant,
                last=record.instant,
            )
        return self.groups[key]


@dataclass
class HeldRange:
    """The first and last instant that a source holds; null while it has shown none."""

    first: datetime | None = None
    last: datetime | None = None

    def add(self, instant: datetime | None) -> None:
        """Widen the range by a record's instant."""
        if instant is None:
            return
        if self.first is None or instant < self.first:
            self.first = instant
        if self.last is None or instant > self.last:
            self.last = instant


def choose(groups: list[RecordGroup], limit: int) -> list[RecordGroup]:
    """Return at most ``limit`` groups, the most telling first.

    More terms of the query come before fewer, severe before harmless, rare before frequent. Where
    there are more groups than ``limit``, half of the places go by that order, the others to the
    newest and the oldest of the rest, so that neither the needle nor the ends of the story go.
    """
    ranked = sorted(groups, key=_rank)
    if len(ranked) <= limit:
        return ranked
    kept = ranked[: (limit + 1) // 2]
    rest = [group for group in ranked[len(kept) :] if group.first and group.last]
    room = limit - len(kept)
    newest = sorted(rest, key=lambda group: group.last or _NEVER, reverse=True)[: (room + 1) // 2]
    others = [group for group in rest if group not in newest]
    oldest = sorted(others, key=lambda group: group.first or _NEVER)[: room - len(newest)]
    chosen = [*kept, *newest, *oldest]
    chosen += [g for g in ranked if g not in chosen][: limit - len(chosen)]
    return sorted(chosen, key=_rank)


_NEVER = datetime.max


def _rank(group: RecordGroup) -> tuple[object, ...]:
    first = group.first.timestamp() if group.first else 0.0
    return -group.held, -group.severity, group.count, first
