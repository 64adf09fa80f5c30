"""Counting the records of a search by a name in them, instead of grouping them by their form."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from superbiz_agent.contracts.evidence import DEMO_SUFFIX
from superbiz_agent.grounding.facts.name_counts import SHOWN, NameCounts, NamedCount, line_of
from superbiz_agent.tools.base import EvidenceItem
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.logs.collector import Collector
from superbiz_agent.tools.logs.counted_names import names_of_kind
from superbiz_agent.tools.logs.query import Hit, LogQuery
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.repeats import Repeat
from superbiz_agent.tools.logs.templates import RecordGroup
from superbiz_agent.tools.text import bounded_line

MOST_NAMES: Final = 100_000
"""Names that are kept apart: of others it is only known how many records hold some."""

_MOST_HELD: Final = 6
_LONGEST_HELD: Final = 60
_ROOM: Final = 1600
"""Bytes for a line of counts: its last names give way."""


@dataclass
class NameTally(Collector):
    """Counts matching records by their names of one ``kind``; those of the greatest strength met so
    far, as a ``Collector`` groups them. It has no groups."""

    kind: str = ""
    counts: Counter[str] = field(default_factory=Counter[str])
    unnamed: int = 0
    several: int = 0
    uncounted: int = 0

    def add(self, record: LogRecord, hit: Hit) -> None:
        """Count a record that matches the query and every filter, once for each of its names."""
        if hit.strength < self.strength:
            return
        if hit.strength > self.strength:
            self.restart(hit.strength)
            self.counts.clear()
            self.unnamed = self.several = self.uncounted = 0
        self.count(record, hit)
        names = names_of_kind(self.kind, record)
        self.unnamed += not names
        self.several += len(names) > 1
        kept = [name for name in names if name in self.counts or len(self.counts) < MOST_NAMES]
        self.counts.update(kept)
        self.uncounted += len(kept) < len(names)

    def add_repeat(self, record: LogRecord, repeat: Repeat) -> None:
        """Count a record of a known shape: its names are read anew."""
        self.add(record, repeat.hit)

    @property
    def kept(self) -> list[RecordGroup]:
        """None: records are counted, not shown."""
        return []

    @property
    def ungrouped(self) -> int:
        """None: all were counted."""
        return 0


def tally_item(
    tally: NameTally, query: LogQuery, level: str | None, *, demo: bool, is_part: bool
) -> EvidenceItem | None:
    """The line of a tally, with what recomputes it; null where no record names any. ``level`` is
    the least severe one that was asked for."""
    counts = name_counts(tally, query, level, is_part=is_part)
    if counts is None:
        return None
    text = line_of(counts) + (DEMO_SUFFIX if demo else "")
    return EvidenceItem(text=text, values={"counted_names": counts.model_dump(mode="json")})


def name_counts(
    tally: NameTally, query: LogQuery, level: str | None, *, is_part: bool
) -> NameCounts | None:
    """What a tally tells: as many names as have room, those of equal counts by name."""
    shown: Counter[str] = Counter()
    for name, number in tally.counts.items():
        shown[bounded_line(name)] += number
    words, is_one = _words_matched(tally, query)
    ordered = sorted(shown.items(), key=lambda pair: (-pair[1], pair[0]))
    for most in range(min(SHOWN, len(ordered)), 0, -1):
        further = ordered[most:]
        counts = NameCounts(
            kind=tally.kind,
            matched=tally.matched,
            counts=tuple(NamedCount(*pair) for pair in ordered[:most]),
            more=len(further),
            at_most=further[0][1] if further else 0,
            unnamed=tally.unnamed,
            several=tally.several,
            uncounted=tally.uncounted,
            matched_words=tuple(bounded_line(_plain(each)) for each in words),
            matched_one=is_one,
            level=level,
            first=format_instant(tally.span.first) if tally.span.first else None,
            last=format_instant(tally.span.last) if tally.span.last else None,
            is_part=is_part,
        )
        if len(line_of(counts).encode()) <= _ROOM or most == 1:
            return counts
    return None


def _words_matched(tally: NameTally, query: LogQuery) -> tuple[list[str], bool]:
    """The words of a query that every record counted matches; or, of numbers alone, those of which
    each matches one. Other words that only some match say nothing of all."""
    terms = [term.text for term in query.terms]
    is_one = tally.strength == 0 and bool(terms) and all(map(str.isdigit, terms))
    is_told = is_one or (tally.strength > 0 and tally.is_whole)
    if not is_told or len(terms) > _MOST_HELD:
        return [], False
    return ([query.phrase.text] if tally.strength > 1 and query.phrase else terms), is_one


def _plain(words: str) -> str:
    """Words of a query that can stand in quotes."""
    return words.replace('"', "'").replace(";", ",")[:_LONGEST_HELD]
