"""What a search keeps while records stream by: groups, counts and instants, in bounded memory."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from math import inf
from typing import TypeAlias

from superbiz_agent.tools.logs.file_names import FileNames
from superbiz_agent.tools.logs.forms import form_of
from superbiz_agent.tools.logs.levels import SEVERITY, Level
from superbiz_agent.tools.logs.query import Hit
from superbiz_agent.tools.logs.rare_forms import RareForms
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.render import sample_of
from superbiz_agent.tools.logs.repeats import Repeat, Way
from superbiz_agent.tools.logs.stack_traces import outline
from superbiz_agent.tools.logs.templates import RecordGroup, Sample

_MOST_GROUPS = 1000
_KEPT_FOR_SEVERE = 500
_LONGEST_KEPT = 1000
_MOST_WAYS = 4096

_WayKey: TypeAlias = tuple[Repeat, str, str | None, tuple[str, ...]]
"""A record's shape, its source, and what the shape leaves open."""


@dataclass
class HeldRange:
    """The first and last instant that a source holds; null while it has shown none."""

    first: datetime | None = None
    last: datetime | None = None

    @classmethod
    def over(cls, ranges: Iterable["HeldRange"]) -> "HeldRange":
        """Return the range from the first to the last of several."""
        whole = cls()
        for each in ranges:
            whole.add(each.first)
            whole.add(each.last)
        return whole

    def add(self, instant: datetime | None) -> None:
        """Widen the range by a record's instant."""
        if instant is None:
            return
        if self.first is None or instant < self.first:
            self.first = instant
        if self.last is None or instant > self.last:
            self.last = instant


@dataclass
class Collector:
    """Groups the records of the greatest strength met so far; weaker ones are dropped again.
    ``is_whole`` if each of them holds every term of the query; ``span`` is the first and last
    instant of all of them, ``undated`` how many have none."""

    strength: int = 0
    is_whole: bool = True
    matched: int = 0
    undated: int = 0
    span: HeldRange = field(default_factory=HeldRange)
    groups: dict[tuple[object, ...], RecordGroup] = field(
        default_factory=dict[tuple[object, ...], RecordGroup]
    )
    rare: RareForms = field(default_factory=RareForms)
    _ways: dict[_WayKey, Way] = field(default_factory=dict["_WayKey", Way])

    def add(self, record: LogRecord, hit: Hit) -> None:
        """Take in a record that matches the query and every filter."""
        if hit.strength > self.strength:
            self.restart(hit.strength)
            self.groups, self.rare, self._ways = {}, RareForms(), {}
        elif hit.strength < self.strength:
            return
        self.count(record, hit)
        body = record.body
        if "\n" in body:
            body = outline(body)
        form, slots = form_of(body)
        group = self._group(record, hit, form)
        if group is not None:
            group.add(body, slots, instant=record.instant, held=hit.held)

    def add_repeat(self, record: LogRecord, repeat: Repeat) -> None:
        """Take in a record of a shape that matched before; the same as ``add``, but faster."""
        if repeat.hit.strength < self.strength:
            return
        way = self.way(repeat, record.source, record.file_names, record.text)
        if way is None:
            self.add(record, repeat.hit)
            return
        self.count(record, repeat.hit)
        way.add(record.text, record.instant)

    def way(self, repeat: Repeat, source: str, names: FileNames, text: str) -> Way | None:
        """Return the way of a record of a known shape to its group, if there is one."""
        key = (repeat, source, names.shown, repeat.key(text))
        way = self._ways.get(key)
        if way is None:
            all_names = {**names.fields, **repeat.names_in(text)}
            form = repeat.one_form or repeat.form(text)
            group = self.groups.get(_key(source, repeat.level, all_names, form))
            way = repeat.way_to(group) if group else None
            if way is None:
                return None
            if len(self._ways) >= _MOST_WAYS:
                self._ways.clear()
            self._ways[key] = way
        return way

    def take_waiting(self, way: Way, ends: tuple[datetime, datetime]) -> None:
        """Take in the records that wait for their ``way``, of which the first and the last happened
        at the ``ends``."""
        hit = way.repeat.hit
        if hit.strength < self.strength:  # stronger ones have come meanwhile
            return
        self.matched += len(way.waiting)
        self.is_whole = self.is_whole and hit.is_whole
        for instant in ends:
            self.span.add(instant)
        way.count_waiting(ends)

    @property
    def kept(self) -> list[RecordGroup]:
        """All groups, those of the rare forms beyond the bound last."""
        return [*self.groups.values(), *self.rare.groups.values()]

    @property
    def ungrouped(self) -> int:
        """How many of the matching records are in no group."""
        return self.matched - sum(group.count for group in self.kept)

    def restart(self, strength: int) -> None:
        """Count anew: records of a greater strength drop all those before."""
        self.strength, self.matched, self.undated = strength, 0, 0
        self.is_whole, self.span = True, HeldRange()

    def count(self, record: LogRecord, hit: Hit) -> None:
        """Count a record that matches, whatever its form."""
        self.matched += 1
        self.undated += record.instant is None
        self.span.add(record.instant)
        self.is_whole = self.is_whole and hit.is_whole

    def _group(self, record: LogRecord, hit: Hit, form: str) -> RecordGroup | None:
        details = record.details
        key = _key(record.source, details.level, details.names, form)
        if key not in self.groups:
            severe = SEVERITY[details.level or "INFO"] >= SEVERITY["WARN"]
            if len(self.groups) >= _MOST_GROUPS + (_KEPT_FOR_SEVERE if severe else 0):
                return self.rare.add(key, lambda: _new_group(record, hit))
            self.groups[key] = _new_group(record, hit)
        return self.groups[key]


def _new_group(record: LogRecord, hit: Hit) -> RecordGroup:
    return RecordGroup(
        show=_shown(record),
        level=record.details.level,
        held=hit.held,
        first=record.instant,
        last=record.instant,
        source=record.source,
    )


def _shown(record: LogRecord) -> Callable[[], Sample]:
    """Return what renders ``record`` when it is asked for: most groups never are. A long one would
    take more memory than its sample."""
    if len(record.text) <= _LONGEST_KEPT:
        return partial(sample_of, record)
    sample = sample_of(record)
    return lambda: sample


def _key(
    source: str, level: Level | None, names: Mapping[str, str], form: str
) -> tuple[object, ...]:
    """Return what tells one group from another."""
    return (source, level, *sorted(names.items()), form)


def choose(groups: list[RecordGroup], limit: int) -> list[RecordGroup]:
    """Return at most ``limit`` groups, the most telling first.

    More terms of the query come before fewer, severe before harmless, rare before frequent. Where
    there are more groups than ``limit``, half of the places go by that order, the others to the
    largest, the newest and the oldest of the rest, so that neither the needle, nor what happens
    most, nor the ends of the story go.
    """
    ranked = sorted(groups, key=_rank)
    if len(ranked) <= limit:
        return ranked
    chosen = ranked[: (limit + 1) // 2]
    share = (limit - len(chosen) + 2) // 3
    chosen += _best_of(ranked, chosen, share, lambda group: group.count)
    chosen += _best_of(ranked, chosen, share, lambda group: _seconds(group.last))
    chosen += _best_of(
        ranked, chosen, limit - len(chosen), lambda group: -_seconds(group.first, inf)
    )
    return sorted(chosen[:limit], key=_rank)


def _best_of(
    groups: list[RecordGroup],
    chosen: list[RecordGroup],
    number: int,
    value: Callable[[RecordGroup], float],
) -> list[RecordGroup]:
    """Return the ``number`` groups of the greatest value that are not chosen yet."""
    taken = set(map(id, chosen))
    rest = [group for group in groups if id(group) not in taken]
    return sorted(rest, key=value, reverse=True)[: max(0, number)]


def _seconds(instant: datetime | None, missing: float = 0.0) -> float:
    return instant.timestamp() if instant else missing


def _rank(group: RecordGroup) -> tuple[object, ...]:
    return -group.held, -group.severity, group.count, _seconds(group.first)
