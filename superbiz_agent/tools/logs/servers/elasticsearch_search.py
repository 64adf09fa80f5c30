"""One search of an Elasticsearch: what it knows and holds, what is read of it, and the records."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.errors import SourceError
from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.logs.backend import LogRequest, ServerCounts, SourceReport
from superbiz_agent.tools.logs.levels import LEVEL_WORDS
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.servers.counts import counts_of
from superbiz_agent.tools.logs.servers.elasticsearch_api import ElasticsearchApi, Hit, Order
from superbiz_agent.tools.logs.servers.elasticsearch_fields import Fields, any_of, fields_of
from superbiz_agent.tools.logs.servers.elasticsearch_traces import whole_traces
from superbiz_agent.tools.logs.servers.kept_records import read_once
from superbiz_agent.tools.logs.servers.rows import (
    Columns,
    Window,
    between_halves,
    instant_of_nanoseconds,
    record_of_row,
    value_at,
)
from superbiz_agent.tools.logs.service_filter import is_named
from superbiz_agent.tools.logs.timestamps import TimestampReader
from superbiz_agent.tools.servers import Asked
from superbiz_agent.tools.servers.problems import Teller
from superbiz_agent.tools.text import bounded_line, cut_line

MOST_CHARACTERS = 64 * 1024 * 1024
"""Characters of documents that one search reads."""

_AT_ONCE = ", or at others, than it gives at once"
_MOST_NAMES = 500
_MOST_TOLD = 10
_NAME_FIELDS = (
    "service", "service.name", "app", "kubernetes.pod.name", "kubernetes.pod_name",
    "kubernetes.namespace", "kubernetes.namespace_name", "kubernetes.container_name",
    "kubernetes.deployment.name", "k8s.pod.name", "k8s.namespace.name", "pod", "namespace",
    "container.name", "host.name", "host", "hostname",
)  # fmt: skip
"""Fields that name things by the usual conventions, besides those of the settings."""

_SEVERE_WORDS = (
    "error", "exception", "fail", "fatal", "panic", "critical", "crit", "emerg", "severe", "warn",
    "timeout", "refused", "denied", "abort", "crash", "killed", "错误", "失败", "异常", "警告",
)  # fmt: skip


def time_filter(field: str, window: Window) -> JsonObject:
    """Return the filter of documents in ``window``."""
    ends = {"gte": format_instant(window.since), "lte": format_instant(window.until)}
    return {"range": {field: {**ends, "format": "strict_date_optional_time_nanos"}}}


@dataclass
class ElasticsearchSearch:
    """Asks ``index`` once. At most ``most`` documents are read, and all of them if there are no
    more than ``whole``."""

    name: str
    api: ElasticsearchApi
    teller: Teller
    index: str
    columns: Columns
    aliases: frozenset[str]
    request: LogRequest
    report: SourceReport
    window: Window
    most: int
    whole: int

    def records(self) -> Iterator[LogRecord]:
        """Yield the documents by time. Raises ``SourceError``."""
        asked = Asked(self.index, self.window.told)
        if not self._tell_held(asked):
            return
        self._tell_names(asked)
        filters = [time_filter(self.columns.time, self.window)]
        if self._count(filters, asked) > self.whole:
            filters += self._narrowing(asked)
        key = (self.api, json.dumps(filters, sort_keys=True), self.most, self.request.now)
        found = partial(self._found, filters, asked)
        yield from read_once(key, self.name, self.report, found)

    def _found(
        self, filters: Sequence[JsonObject], asked: Asked, report: SourceReport
    ) -> Iterator[LogRecord]:
        reader = TimestampReader(zone=UTC, now=self.request.now)
        hits = replace(self, report=report)._read(filters, asked)
        for hit in whole_traces(hits, self.columns, reader):
            yield self._record(hit, reader)

    def _count(self, filters: Sequence[JsonObject], asked: Asked) -> int:
        query = {"bool": {"filter": list(filters)}}
        return self.api.search({"size": 0, "track_total_hits": True, "query": query}, asked).total

    def _tell_held(self, asked: Asked) -> bool:
        """Tell from when to when the index holds anything; whether it does."""
        ends = {"first": {"min": {"field": self.columns.time}}}
        ends["last"] = {"max": {"field": self.columns.time}}
        found = self.api.search({"size": 0, "aggs": ends}, asked)
        self._tell(found.problem)
        if not found.shards:
            self._tell_no_index(asked)
            return False
        values = [found.aggregations.get(end, {}).get("value") for end in ("first", "last")]
        instants = [_instant(each) for each in values if isinstance(each, int | float)]
        known = [each for each in instants if each is not None]
        if len(known) < 2:
            fields = " or ".join(map(self.teller.setting, ("index", "time_field")))
            reason = f"holds no document with the time {self.columns.time}; mend {fields}"
            self.report.failures.append((self.name, f"{self.index}: {reason}"))
            return False
        self.report.held = (known[0], known[1])
        return True

    def _tell_no_index(self, asked: Asked) -> None:
        names: list[str] = []
        with suppress(SourceError):
            shown = (each for each in self.api.indices(asked) if not each.startswith("."))
            names = sorted(shown)[:_MOST_TOLD]
        there = f"there are {', '.join(names)}" if names else "nor is any other known"
        setting = self.teller.setting("index")
        reason = bounded_line(f"has no index {self.index}; {there}; mend {setting}")
        self.report.failures.append((self.name, reason))

    def _tell(self, problem: str) -> None:
        told = (self.name, bounded_line(cut_line(problem, 300)))
        if problem and told not in self.report.failures:
            self.report.failures.append(told)

    def _tell_names(self, asked: Asked) -> None:
        """Tell the names that documents of the window have; of one that none has, those of all
        documents are looked through."""
        fields = self._name_fields(asked)
        known = self.aliases | self._names(
            fields, [time_filter(self.columns.time, self.window)], asked
        )
        service = self.request.service.lower() if self.request.service else None
        sought = {*self.request.names(known), *([service] if service else [])}
        if fields and not all(is_named(name, known) for name in sought):
            known |= self._names(fields, [], asked)
        self.request.knows(known)

    def _name_fields(self, asked: Asked) -> list[str]:
        """Return the fields that name things and whose values can be listed."""
        paths = dict.fromkeys([*self.columns.services, *_NAME_FIELDS])
        given = [name for path in paths for name in (path, f"{path}.keyword")]
        found = self.api.fields(given, asked)
        listed = {
            name
            for name, kinds in found.items()
            if all(kind.get("aggregatable") is True for kind in kinds.values())
        }
        return [name for name in given if name in listed]

    def _names(
        self, fields: Sequence[str], filters: Sequence[JsonObject], asked: Asked
    ) -> frozenset[str]:
        if not fields:
            return frozenset()
        lists = {name: {"terms": {"field": name, "size": _MOST_NAMES}} for name in fields}
        query = {"bool": {"filter": list(filters)}}
        body: JsonObject = {"size": 0, "track_total_hits": False, "query": query, "aggs": lists}
        found = self.api.search(body, asked)
        self._tell(found.problem)
        buckets = (each.get("buckets", []) for each in found.aggregations.values())
        return frozenset(str(one.get("key", "")).lower() for each in buckets for one in each)

    def _narrowing(self, asked: Asked) -> list[JsonObject]:
        """Return the filters of documents that the search may want; what they may miss is told."""
        pieces = tuple(self.request.pieces(self.aliases))
        is_text = bool(set(pieces) - set(self.request.names(self.aliases)))
        service = self.request.service.lower() if self.request.service else None
        if service in self.aliases:
            service = None
        if not is_text and not self.request.mark and not service:
            return []
        fields = fields_of(
            self.api.mappings(asked), is_split_otherwise=self.api.has_own_default_analyzer(asked)
        )
        if self.columns.message in fields.unsearched:
            return []
        filters = [] if service is None else _holding_any(fields, [service])
        if is_text:
            filters += _holding_any(fields, pieces)
        elif self.request.mark:
            filters += self._severe(fields)
        if filters and fields.unsearched:
            shown = ", ".join(sorted(fields.unsearched)[:_MOST_TOLD])
            gap = f"what stands only in {shown} was not looked for: its index cannot be asked"
            self.report.gaps.append(bounded_line(gap))
        return filters

    def _severe(self, fields: Fields) -> list[JsonObject]:
        """Return the filter of documents of a severe level, written or said in words."""
        words = [*_SEVERE_WORDS, *(word for word in LEVEL_WORDS if not word.isascii())]
        self.report.gaps.append(
            "records were narrowed to those with a word such as error, fail or warn; others that "
            "are severe may exist: ask for their words"
        )
        return _holding_any(fields, words)

    def _read(self, filters: Sequence[JsonObject], asked: Asked) -> Iterator[Hit]:
        oldest, is_whole, total = self._half(filters, "asc", self.most // 2, asked, set())
        yield from oldest
        if is_whole:
            return
        seen = {hit.place for hit in oldest}
        room = self.most - len(oldest)
        rest = [
            *filters,
            {"range": {self.columns.time: {"gte": oldest[-1].at, "format": "epoch_millis"}}},
        ]
        newest, is_whole, _ = self._half(rest, "desc", room, asked, seen)
        if not is_whole:
            self.report.gaps.append(between_halves(len(oldest), len(newest), total))
            self.report.counts = self._counts(filters, oldest, newest, asked)
        yield from reversed(newest)

    def _counts(
        self,
        filters: Sequence[JsonObject],
        oldest: Sequence[Hit],
        newest: Sequence[Hit],
        asked: Asked,
    ) -> ServerCounts | None:
        """Count over time what is not read whole."""
        first, last = _instant(oldest[0].at), _instant(newest[0].at) if newest else None

        def ask(width: int) -> dict[int, int] | None:
            spans = {"field": self.columns.time, "fixed_interval": f"{width}s", "min_doc_count": 1}
            query = {"bool": {"filter": list(filters)}}
            body: JsonObject = {"size": 0, "track_total_hits": False, "query": query}
            body["aggs"] = {"spans": {"date_histogram": spans}}
            found = self.api.search(body, asked)
            with suppress(AttributeError, LookupError, TypeError, ValueError):
                buckets: Any = found.aggregations["spans"]["buckets"]
                counts = {int(x["key"]) // 1000 // width: int(x["doc_count"]) for x in buckets}
                return None if found.problem else counts
            return None

        read = len(oldest) + len(newest)
        return counts_of("documents", first, last, read, ask) if first and last else None

    def _half(
        self,
        filters: Sequence[JsonObject],
        order: Order,
        most: int,
        asked: Asked,
        seen: set[tuple[str, str]],
    ) -> tuple[list[Hit], bool, int]:
        """Return at most ``most`` hits from one end that were not ``seen``, whether these are all,
        and how many there are by the server's own count."""
        hits: list[Hit] = []
        total, characters = 0, 0
        for page, found, is_stuck in self.api.pages(filters, order, asked):
            total = total or found.total
            self._tell(found.problem)
            if is_stuck:
                self._tell_stuck(found.hits[-1].at)
            new = [hit for hit in page if hit.place not in seen]
            hits += new
            characters += sum(len(str(hit.source)) for hit in new)
            if len(hits) > most or characters > MOST_CHARACTERS // 2:
                return hits[:most], False, total
        return hits, True, total

    def _tell_stuck(self, milliseconds: int) -> None:
        """Tell the first instant of which not all hits are given."""
        instant = _instant(milliseconds)
        if instant and not any(gap.endswith(_AT_ONCE) for gap in self.report.gaps):
            self.report.gaps.append(
                f"there are more records at {format_instant(instant)}{_AT_ONCE}"
            )

    def _record(self, hit: Hit, reader: TimestampReader) -> LogRecord:
        return record_of_row(
            hit.source,
            self.columns,
            source=self.name,
            place=f"{self.name}/{hit.within}/{hit.id}",
            instant=_own_instant(hit, self.columns.time, reader),
        )


def _own_instant(hit: Hit, field: str, reader: TimestampReader) -> datetime:
    """Return the instant as the document writes it, if it is finer than what it is sorted by."""
    written = value_at(hit.source, field)
    stamp = reader.read_value(str(written)) if written is not None else None
    sorted_by = _instant(hit.at) or datetime.fromtimestamp(0, UTC)
    is_same = stamp and abs(stamp.instant - sorted_by) <= timedelta(milliseconds=1)
    return stamp.instant if stamp and is_same else sorted_by


def _instant(milliseconds: Any) -> datetime | None:
    return instant_of_nanoseconds(int(milliseconds) * 1_000_000)


def _holding_any(fields: Fields, pieces: Sequence[str]) -> list[JsonObject]:
    """Return the filter of documents that hold one of ``pieces``; none where one of them cannot be
    asked for."""
    clauses = [fields.holding(piece) for piece in pieces]
    known = [clause for clause in clauses if clause is not None]
    return [any_of(known)] if known and len(known) == len(clauses) else []
