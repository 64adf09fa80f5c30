"""Reading the lines of one query: page by page, and of too many the oldest and the newest.

Loki gives pages by time alone. Where a page ends amid lines of one instant, the next one starts at
that instant again, and what was seen of it is passed over.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.logs.servers.loki_api import (
    LONGEST_RANGE,
    Direction,
    Entry,
    LokiApi,
)
from superbiz_agent.tools.logs.servers.rows import between_halves, instant_of_nanoseconds
from superbiz_agent.tools.servers import Asked

MOST_CHARACTERS = 64 * 1024 * 1024
"""Characters of lines that one search reads."""


@dataclass
class Lines:
    """What was read of a query: ``runs`` of lines by time, each without a gap; ``gaps`` say what
    lies between them, ``warned`` what Loki warned of beside them."""

    runs: list[list[Entry]] = field(default_factory=list[list[Entry]])
    gaps: list[str] = field(default_factory=list[str])
    warned: dict[str, None] = field(default_factory=dict[str, None])


def read_lines(api: LokiApi, query: str, start: int, end: int, asked: Asked, *, most: int) -> Lines:
    """Read ``query`` from ``start`` until before ``end``: whole, if that is at most ``most`` lines,
    else half as many from either end. Raises ``SourceError``."""
    lines = Lines()
    reading = _Reading(api, query, asked, lines)
    oldest, is_whole = reading.read(start, end, "forward", most // 2)
    if is_whole:
        lines.runs.append(oldest)
        return lines
    start = oldest[-1].at
    newest, is_whole = reading.read(start, end, "backward", most - len(oldest))
    seen = {entry for entry in oldest if entry.at == start}
    newest = [entry for entry in reversed(newest) if entry not in seen]
    if is_whole:
        lines.runs.append(oldest + newest)
        return lines
    lines.runs += [oldest, newest]
    counted = api.count(query, start, end, asked)
    total = None if counted is None else counted + len(oldest) - len(seen)
    lines.gaps.append(between_halves(len(oldest), len(newest), total))
    return lines


class _Reading:
    def __init__(self, api: LokiApi, query: str, asked: Asked, lines: Lines) -> None:
        self._api, self._query, self._asked, self._lines = api, query, asked, lines

    def read(
        self, start: int, end: int, direction: Direction, most: int
    ) -> tuple[list[Entry], bool]:
        """Return at most ``most`` lines in ``direction``, and whether these are all."""
        found: list[Entry] = []
        characters = 0
        while start < end:
            if direction == "forward":
                first, last = start, min(end, start + LONGEST_RANGE)
            else:
                first, last = max(start, end - LONGEST_RANGE), end
            for page in self._pages(first, last, direction):
                found += page
                characters += sum(len(entry.line) for entry in page)
                if len(found) >= most or characters >= MOST_CHARACTERS // 2:
                    return found[:most], False
            start, end = (last, end) if direction == "forward" else (start, first)
        return found, True

    def _pages(self, start: int, end: int, direction: Direction) -> Iterator[list[Entry]]:
        seen: set[Entry] = set()
        while start < end:
            page = self._api.page(
                self._query, start, end, direction, self._asked, warned=self._lines.warned
            )
            new = [entry for entry in page if entry not in seen]
            yield new
            if len(page) < self._api.most_of_a_page:
                return
            edge = page[-1].at
            seen = {entry for entry in page if entry.at == edge}
            if not new:
                self._tell_of(edge)
                edge, seen = (edge + 1 if direction == "forward" else edge - 1), set[Entry]()
            start, end = (edge, end) if direction == "forward" else (start, edge + 1)

    def _tell_of(self, edge: int) -> None:
        instant = instant_of_nanoseconds(edge)
        told = format_instant(instant) if instant else "one instant"
        most = self._api.most_of_a_page
        gap = f"more than {most} records at {told}, of which Loki gives only {most}"
        if gap not in self._lines.gaps:
            self._lines.gaps.append(gap)
