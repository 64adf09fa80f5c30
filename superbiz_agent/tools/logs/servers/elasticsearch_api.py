"""The search API that Elasticsearch and OpenSearch have in common: hits by time, page by page.

A page ends amid hits of one millisecond: the next one starts at that millisecond again, and what
was seen of it is passed over. Where a millisecond has more hits than a page, and the server keeps a
point in time, the rest follows by ``search_after`` with its tie-breaker. Searches by time alone can
be answered again within a diagnosis (``kept_answers``); those within a point in time cannot.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.errors import SourceError
from superbiz_agent.tools.servers import Asked, HttpClient

Order: TypeAlias = Literal["asc", "desc"]

_PAGE = 2000
_KEPT_ALIVE = "1m"
_LENIENT = {"ignore_unavailable": "true", "allow_no_indices": "true"}


class Hit(NamedTuple):
    """A document: the millisecond since 1970 by which it is sorted, its index, id and fields."""

    at: int
    within: str
    id: str
    source: JsonObject
    sort: Sequence[Any]

    @property
    def place(self) -> tuple[str, str]:
        """What tells it from every other document."""
        return self.within, self.id


@dataclass(frozen=True)
class Found:
    """The answer to a search. ``shards`` are how many were asked; ``problem`` says why the answer
    is not whole, or is empty."""

    hits: Sequence[Hit]
    total: int
    shards: int
    aggregations: Mapping[str, Any]
    problem: str


class _PointInTime(NamedTuple):
    """What a server keeps: its id, and how it is let go."""

    id: str
    path: str
    body: JsonObject


class ElasticsearchApi:
    """Asks one index pattern. Every method raises ``SourceError``."""

    def __init__(
        self, client: HttpClient, index: str, time_field: str, *, page: int = _PAGE
    ) -> None:
        self._client, self._index, self._time = client, index, time_field
        self._page = page

    def search(self, body: JsonObject, asked: Asked) -> Found:
        """Search the index; hits come as Elasticsearch orders them."""
        path = f"/{self._index}/_search"
        return self._found(self._client.post_json(path, body, asked, parameters=_LENIENT), asked)

    def pages(
        self, filters: Sequence[JsonObject], order: Order, asked: Asked
    ) -> Iterator[tuple[Sequence[Hit], Found, bool]]:
        """Yield the hits of ``filters`` in the order of their time: each page's new ones, the
        answer, and whether more hits of one instant exist than are given."""
        found = self.search(self._body(filters, order), asked)
        yield found.hits, found, False
        while len(found.hits) == self._page:
            edge = found.hits[-1].at
            seen = {hit.place for hit in found.hits if hit.at == edge}
            found = self.search(self._body([*filters, self._from(edge, order)], order), asked)
            is_stuck = len(found.hits) == self._page and found.hits[-1].at == edge
            if is_stuck and (kept := self._point_in_time(asked)):
                yield from self._rest(filters, order, asked, edge, seen, kept)
                return
            yield [hit for hit in found.hits if hit.place not in seen], found, is_stuck
            if is_stuck:
                edge += 1 if order == "asc" else -1
                found = self.search(self._body([*filters, self._from(edge, order)], order), asked)
                yield found.hits, found, False

    def _rest(
        self,
        filters: Sequence[JsonObject],
        order: Order,
        asked: Asked,
        edge: int,
        seen: set[tuple[str, str]],
        kept: _PointInTime,
    ) -> Iterator[tuple[Sequence[Hit], Found, bool]]:
        """Yield what follows from the millisecond ``edge`` on, but for what was ``seen`` of it."""
        try:
            for found in self._by_position(filters, order, asked, edge, kept):
                yield [hit for hit in found.hits if hit.place not in seen], found, False
        finally:
            with suppress(SourceError):
                self._let_go(kept, asked)  # a courtesy: it ends by itself

    def _let_go(self, kept: _PointInTime, asked: Asked) -> None:
        content, headers = json.dumps(kept.body).encode(), {"content-type": "application/json"}
        self._client.request(
            "DELETE", kept.path, asked, content=content, headers=headers, anew=True
        )

    def fields(self, names: Sequence[str], asked: Asked) -> Mapping[str, Mapping[str, Any]]:
        """Return, for each field that exists among ``names``, what it is in which type."""
        parameters = {"fields": ",".join(names), **_LENIENT}
        answer = self._client.get_json(f"/{self._index}/_field_caps", parameters, asked)
        return self._object(self._object(answer, asked).get("fields", {}), asked)

    def mappings(self, asked: Asked) -> list[JsonObject]:
        """Return the mapping of each index."""
        answer = self._client.get_json(f"/{self._index}/_mapping", _LENIENT, asked)
        found = self._object(answer, asked).values()
        return [
            self._object(self._object(each, asked).get("mappings", {}), asked) for each in found
        ]

    def has_own_default_analyzer(self, asked: Asked) -> bool:
        """Whether an index splits texts in a way of its own where the mapping names none."""
        path = f"/{self._index}/_settings/index.analysis.analyzer.default*"
        answer = self._object(self._client.get_json(path, _LENIENT, asked), asked)
        return "analyzer" in str(answer)

    def indices(self, asked: Asked) -> list[str]:
        """Return the names of the indices that there are."""
        answer = self._client.get_json("/_cat/indices", {"format": "json", "h": "index"}, asked)
        rows = cast("list[Any]", answer) if isinstance(answer, list) else []
        return [str(self._object(row, asked).get("index", "")) for row in rows]

    def _by_position(
        self,
        filters: Sequence[JsonObject],
        order: Order,
        asked: Asked,
        edge: int,
        kept: _PointInTime,
    ) -> Iterator[Found]:
        body = self._body([*filters, self._from(edge, order)], order)
        body["pit"] = {"id": kept.id, "keep_alive": _KEPT_ALIVE}
        body["sort"] = [*body["sort"], {"_shard_doc": "asc"}]
        is_whole = False
        while not is_whole:
            answer = self._client.post_json("/_search", body, asked, anew=True)
            yield (found := self._found(answer, asked))
            is_whole = len(found.hits) < self._page
            body["search_after"] = list(found.hits[-1].sort) if found.hits else []

    def _body(self, filters: Sequence[JsonObject], order: Order) -> JsonObject:
        by_time = {"order": order, "unmapped_type": "date", "numeric_type": "date"}
        return {
            "size": self._page,
            "track_total_hits": True,
            "query": {"bool": {"filter": list(filters)}},
            "sort": [{self._time: by_time}],
        }

    def _from(self, edge: int, order: Order) -> JsonObject:
        bound = "gte" if order == "asc" else "lt"
        end = edge if order == "asc" else edge + 1  # a millisecond may hold finer instants
        return {"range": {self._time: {bound: end, "format": "epoch_millis"}}}

    def _point_in_time(self, asked: Asked) -> _PointInTime | None:
        """Open one the way of either server; null where neither is there, or it is not allowed."""
        alive = {"keep_alive": _KEPT_ALIVE, **_LENIENT}
        for path, key in (("_search/point_in_time", "pit_id"), ("_pit", "id")):
            with suppress(SourceError):
                answer = self._client.request(
                    "POST", f"/{self._index}/{path}", asked, parameters=alive, anew=True
                )
                given = self._object(self._client.read_json(answer, asked), asked).get(key)
                if isinstance(given, str):
                    body = {"pit_id": [given]} if key == "pit_id" else {"id": given}
                    return _PointInTime(given, f"/{path}", body)
        return None

    def _found(self, answer: Any, asked: Asked) -> Found:
        try:
            hits: Any = answer["hits"]
            shards: Any = answer["_shards"]
            total: Any = hits.get("total", 0)
            return Found(
                [_hit(each) for each in hits["hits"]],
                int(total if isinstance(total, int) else total["value"]),
                int(shards["total"]),
                self._object(answer.get("aggregations") or {}, asked),
                _problem(answer),
            )
        except (AttributeError, LookupError, TypeError, ValueError):
            raise self._stranger(asked) from None

    def _object(self, value: Any, asked: Asked) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self._stranger(asked)
        return cast("dict[str, Any]", value)

    def _stranger(self, asked: Asked) -> SourceError:
        teller = self._client.teller
        what = "answers JSON that is no Elasticsearch's"
        return teller.fault(asked, what, f"mend {teller.setting('url')}")


def _hit(each: Any) -> Hit:
    sort = cast("list[Any]", each.get("sort") or [])
    at = int(sort[0]) if sort and sort[0] is not None else 0
    source: Any = each.get("_source")
    fields = cast("JsonObject", source) if isinstance(source, dict) else {}
    return Hit(at, str(each["_index"]), str(each["_id"]), fields, sort)


def _problem(answer: Any) -> str:
    """Why an answer is not whole."""
    failed = int(answer["_shards"].get("failed", 0))
    if failed:
        failures: Any = answer["_shards"].get("failures")
        reason: Any = failures[0]["reason"]["reason"] if failures else "no reason is given"
        return f"{failed} of {answer['_shards']['total']} shards failed ({reason})"
    if answer.get("timed_out") is True:
        return "it gave up before the end (timed_out)"
    return _clusters_lost(answer.get("_clusters") or {})


def _clusters_lost(clusters: Any) -> str:
    """Which remote clusters did not answer, or not in whole: ``skip_unavailable`` leaves them out
    of an answer that is whole by its shards."""
    counts = {key: int(clusters.get(key) or 0) for key in ("skipped", "failed", "partial")}
    lost = [f"{count} {key}" for key, count in counts.items() if count > 0]
    return f"of {clusters.get('total')} clusters: {', '.join(lost)}" if lost else ""
