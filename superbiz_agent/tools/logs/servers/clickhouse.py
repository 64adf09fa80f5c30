"""Logs from a table of ClickHouse, asked over HTTP (contract section 2).

A row is a record. The server narrows by the window, by pieces of the query, by level and by a
regular expression within a column; the tool checks every row again. Of more rows than are read at
all, the oldest and the newest are, and the server's count tells how many lie between.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from difflib import get_close_matches
from functools import cached_property
from typing import Any, NamedTuple, cast

from superbiz_agent.errors import SourceError
from superbiz_agent.grounding.facts.change_points import MOST_BINS
from superbiz_agent.settings.sources import ClickhouseSource
from superbiz_agent.tools.logs.backend import LogRequest, ServerCounts, SourceReport
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.regex import as_written
from superbiz_agent.tools.logs.servers.clickhouse_sql import (
    INSTANT,
    Clock,
    clock_of,
    holds_one_of,
    matches,
    may_be_as_severe,
    quoted_name,
    unit_of,
)
from superbiz_agent.tools.logs.servers.counts import counts_of
from superbiz_agent.tools.logs.servers.kept_records import read_once
from superbiz_agent.tools.logs.servers.rows import (
    MOST_ROWS,
    Columns,
    Window,
    between_halves,
    record_of_row,
    window_of,
)
from superbiz_agent.tools.servers import Answer, Asked, HttpClient

_PAGE = 5_000
_MOST_NAMES = 1_000
_UNKNOWN_TABLE = ("Code: 60,", "Code: 60.", "Code: 81,", "Code: 81.")
"""What the server says of a table or a database that it does not have, in its old and new form."""


class _Table(NamedTuple):
    """What of the table serves for what; ``columns`` are all of them."""

    columns: tuple[str, ...]
    clock: Clock
    roles: Columns


class _Search(NamedTuple):
    """The conditions of one search: those of the window, and what narrows it."""

    asked: Asked
    window: Window
    inside: str
    narrowing: str


class ClickhouseBackend:
    """One table. ``name`` is the source's in the settings, ``zone`` is not needed: a column of
    ClickHouse is an instant. Nothing is asked before the first search."""

    demo = False

    def __init__(self, name: str, source: ClickhouseSource, zone: str = "UTC") -> None:
        del zone
        self.name = name
        self._source = source
        self._client = HttpClient(name, source, "ClickHouse")
        self._place = f"{source.database}.{source.table}"

    @property
    def aliases(self) -> frozenset[str]:
        """The names that the whole table answers to."""
        return frozenset(each.lower() for each in (self.name, *self._source.services))

    def records(self, request: LogRequest, report: SourceReport) -> Iterator[LogRecord]:
        """Yield the rows that may be asked for, in the order of time; see ``LogBackend``."""
        try:
            yield from self._records(request, report)
        except SourceError as error:
            report.failed(self.name, error)

    def check(self) -> str:
        """Read the table's columns and count its rows of a day. Raises ``SourceError``."""
        now = datetime.now().astimezone()
        window = Window(now - timedelta(days=1), now)
        asked = Asked("*", window.told)
        inside = self._inside(window)
        (count,) = self._numbers(
            f"SELECT count() AS n FROM {self._from} WHERE {inside}", asked, "n"
        )
        return f"{self._place} answers; {count} records in the last day"

    def _records(self, request: LogRequest, report: SourceReport) -> Iterator[LogRecord]:
        window = window_of(request, report)
        search = self._search(request, window)
        report.held = self._held(search)
        report.is_empty = report.held is None
        request.knows(self._names(search))
        yield from self._of_names(request, search)
        search = self._search(request, window)  # fewer names may be left to look for
        key = (self, search.inside, search.narrowing)
        yield from read_once(key, self.name, report, lambda own: self._found(search, own))

    def _found(self, search: _Search, report: SourceReport) -> Iterator[LogRecord]:
        """Yield what a search finds: of too many rows the oldest and the newest."""
        count = self._count(search)
        half = MOST_ROWS // 2
        if count <= MOST_ROWS:
            yield from self._rows(search, MOST_ROWS)
            return
        report.gaps.append(between_halves(half, half, count))
        report.counts = self._counts(search)
        yield from self._rows(search, half)
        yield from reversed(list(self._rows(search, half, newest=True)))

    def _search(self, request: LogRequest, window: Window) -> _Search:
        """Return the conditions; where nothing can be narrowed by, the window alone."""
        columns, level = self._table.columns, self._table.roles.level
        conditions = [
            holds_one_of(request.pieces(self.aliases), columns),
            matches(as_written(request.regex), columns) if request.regex else None,
            may_be_as_severe(request.level, level) if request.level and level else None,
        ]
        inside = self._inside(window)
        narrowing = " AND ".join(["1", *filter(None, conditions)])
        return _Search(Asked(request.query, window.told), window, inside, narrowing)

    def _inside(self, window: Window) -> str:
        clock = self._table.clock
        return f"{clock.since(window.since)} AND {clock.until(window.until)}"

    def _held(self, search: _Search) -> tuple[datetime, datetime] | None:
        """Return from when to when the table tells of the window: to its ends, where it holds
        something beyond them."""
        clock, (since, until) = self._table.clock, search.window
        first, last = self._range(search.inside, search.asked)
        if first is None or last is None:
            first, last = self._range("1", search.asked)
            return (first, last) if first and last else None
        if self._any(clock.before(since), search.asked):
            first = since
        if self._any(clock.after(until), search.asked):
            last = until
        return first, last

    def _range(self, condition: str, asked: Asked) -> tuple[datetime | None, datetime | None]:
        clock = self._table.clock
        sql = (
            f"SELECT count() AS n, min({clock.instant}) AS first, max({clock.instant}) AS last "
            f"FROM {self._from} WHERE {condition}"
        )
        count, first, last = self._numbers(sql, asked, "n", "first", "last")
        return (clock.read(first), clock.read(last)) if count else (None, None)

    def _any(self, condition: str, asked: Asked) -> bool:
        sql = f"SELECT 1 AS one FROM {self._from} WHERE {condition} LIMIT 1"
        return bool(self._select(sql, asked))

    def _names(self, search: _Search) -> set[str]:
        """Return the names that rows of the window have in the columns of services."""
        names: set[str] = set()
        for column in self._table.roles.services:
            sql = (
                f"SELECT DISTINCT toString({quoted_name(column)}) AS name FROM {self._from} "
                f"WHERE {search.inside} LIMIT {_MOST_NAMES}"
            )
            found = self._select(sql, search.asked, "name")
            names |= {str(row["name"]).lower() for row in found if row["name"]}
        return names

    def _of_names(self, request: LogRequest, search: _Search) -> Iterator[LogRecord]:
        """Yield, of each name that is not known yet, a few rows outside the window that hold it."""
        for name in request.names(self.aliases):
            condition = holds_one_of([name], self._table.columns)
            if condition:
                elsewhere = search._replace(inside=f"NOT ({search.inside})", narrowing=condition)
                yield from self._page(elsewhere, 0, 3, newest=False)

    def _count(self, search: _Search) -> int:
        where = f"{search.inside} AND {search.narrowing}"
        sql = f"SELECT count() AS n FROM {self._from} WHERE {where}"
        return self._numbers(sql, search.asked, "n")[0]

    def _counts(self, search: _Search) -> ServerCounts | None:
        """Count over time what is not read whole."""
        where = f"{search.inside} AND {search.narrowing}"
        first, last = self._range(where, search.asked)

        def ask(width: int) -> dict[int, int]:
            sql = (
                f"SELECT {self._table.clock.span(width)} AS span, count() AS n FROM {self._from} "
                f"WHERE {where} GROUP BY span ORDER BY span LIMIT {MOST_BINS + 1}"
            )
            rows = self._select(sql, search.asked, "span", "n")
            return {int(row["span"]): int(row["n"]) for row in rows}

        return counts_of("records", first, last, MOST_ROWS, ask) if first and last else None

    def _rows(self, search: _Search, most: int, *, newest: bool = False) -> Iterator[LogRecord]:
        for start in range(0, most, _PAGE):
            found = list(self._page(search, start, min(_PAGE, most - start), newest=newest))
            yield from found
            if len(found) < _PAGE:
                return

    def _page(self, search: _Search, start: int, size: int, *, newest: bool) -> Iterator[LogRecord]:
        clock, roles = self._table.clock, self._table.roles
        direction = "DESC" if newest else "ASC"
        order = ", ".join(
            f"{quoted_name(column)} {direction}"
            for column in dict.fromkeys((clock.column, *roles.services, roles.message))
        )
        sql = (
            f"SELECT *, {clock.instant} AS {INSTANT} FROM {self._from} "
            f"WHERE {search.inside} AND {search.narrowing} ORDER BY {order} LIMIT {start}, {size}"
        )
        for row in self._select(sql, search.asked, INSTANT):
            instant = clock.read(int(row.pop(INSTANT)))
            given = {column: value for column, value in row.items() if value not in (None, "")}
            if instant is not None:
                yield record_of_row(
                    given, roles, source=self.name, place=self._place, instant=instant
                )

    @property
    def _from(self) -> str:
        return f"{quoted_name(self._source.database)}.{quoted_name(self._source.table)}"

    @cached_property
    def _table(self) -> _Table:
        """Read the table's columns, once it answers. Raises ``SourceError`` for one that the
        settings name and the table lacks."""
        asked = Asked(f"DESCRIBE TABLE {self._place}")
        types = {
            str(row["name"]): str(row["type"])
            for row in self._select(f"DESCRIBE TABLE {self._from}", asked, "name", "type")
        }
        source = self._source
        self._require(source.message_column, "message_column", types, asked)
        self._require(source.time_column, "time_column", types, asked)
        clock = clock_of(source.time_column, types[source.time_column])
        if clock is None:
            what = f"column {source.time_column} is of type {types[source.time_column]}, no time"
            raise self._fault(asked, what, "time_column")
        services = tuple(self._given(source.service_columns, "service_columns", types, asked))
        level = next(iter(self._given([source.level_column], "level_column", types, asked)), None)
        roles = Columns(source.time_column, source.message_column, level, services)
        if clock.type == "count":
            sql = f"SELECT max({clock.instant}) AS newest FROM {self._from}"
            clock = replace(clock, unit=unit_of(self._numbers(sql, asked, "newest")[0]))
        return _Table(tuple(types), clock, roles)

    def _given(
        self, names: Sequence[str | None], field: str, types: Mapping[str, str], asked: Asked
    ) -> Iterator[str]:
        """Yield the columns that are there; one that the operator named has to be."""
        for name in filter(None, names):
            if field in self._source.model_fields_set:
                self._require(name, field, types, asked)
            if name in types:
                yield name

    def _require(self, name: str, field: str, types: Mapping[str, str], asked: Asked) -> None:
        if name not in types:
            near = get_close_matches(name, types, n=5, cutoff=0.3) or list(types)[:5]
            what = f"there is no column {name}; nearest: {', '.join(near)}"
            raise self._fault(asked, what, field)

    def _fault(self, asked: Asked, what: str, field: str) -> SourceError:
        teller = self._client.teller
        return teller.fault(asked, what, f"mend {teller.setting(field)}")

    def _numbers(self, sql: str, asked: Asked, *columns: str) -> list[int]:
        """Return the whole numbers of the one row that ``sql`` gives."""
        found = self._select(sql, asked, *columns)
        with suppress(ValueError, TypeError, IndexError):
            return [int(found[0][column] or 0) for column in columns]
        raise self._fault(asked, "answers with no number", "url")

    def _select(self, sql: str, asked: Asked, *columns: str) -> list[dict[str, Any]]:
        """Run one query that only reads; its rows are JSON objects, a line each, which have the
        ``columns`` at least."""
        try:
            answer = self._client.request(
                "POST", "/", asked, content=f"{sql} FORMAT JSONEachRow".encode()
            )
        except SourceError as error:
            if any(code in str(error) for code in _UNKNOWN_TABLE):
                raise self._fault(asked, f"there is no table {self._place}", "table") from None
            raise
        rows = [self._row(line, answer, asked) for line in answer.body.splitlines() if line.strip()]
        if any(column not in row for row in rows for column in columns):
            raise self._fault(asked, "answers with no rows of a table", "url")
        return rows

    def _row(self, line: bytes, answer: Answer, asked: Asked) -> dict[str, Any]:
        try:
            value = json.loads(line.decode("utf-8", "replace"))
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            return cast("dict[str, Any]", value)
        return cast("dict[str, Any]", self._client.read_json(replace(answer, body=line), asked))
