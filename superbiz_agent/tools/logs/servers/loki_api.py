"""Loki's HTTP API, as far as a search needs it: streams, lines by time, counts.

https://grafana.com/docs/loki/latest/reference/loki-http-api/
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Literal, NamedTuple, TypeAlias, cast

import httpx

from superbiz_agent.errors import SourceError
from superbiz_agent.tools.logs.servers.logql import count_of
from superbiz_agent.tools.servers import Asked, HttpClient, RefusedQueryError

Direction: TypeAlias = Literal["forward", "backward"]
Labels: TypeAlias = tuple[tuple[str, str], ...]

SECOND = 1_000_000_000
LONGEST_RANGE = 30 * 24 * 3600 * SECOND
"""Nanoseconds that one query spans: Loki's own default bound is an hour more."""

_MOST_OF_A_PAGE = 5000
_NEAR_ENOUGH = 0.01
"""Seconds by which a sample may miss its span: Loki tells milliseconds."""

_LONGEST_ADDRESS = 4000
_FEWER_LINES = re.compile(r"max[_ ]entries.{0,80}?\([0-9]+ > (?P<most>[0-9]{1,6})\)")
_BESIDE = "categorize-labels"
"""Asks for the structured metadata apart from the labels; an older Loki mixes them."""


class Entry(NamedTuple):
    """A line: its instant in nanoseconds since 1970, its stream, and what stands beside it."""

    at: int
    stream: Labels
    line: str
    beside: Labels = ()


class LokiApi:
    """Asks one Loki. Every method raises ``SourceError``. Instants are nanoseconds since 1970; a
    start belongs to a range, its end does not."""

    def __init__(self, client: HttpClient) -> None:
        self._client = client
        self.most_of_a_page = _MOST_OF_A_PAGE

    def streams(self, selectors: list[str], start: int, end: int, asked: Asked) -> list[Labels]:
        """Return the labels of each stream that one of ``selectors`` selects."""
        found: dict[Labels, None] = {}
        for first, last in ranges(start, end):
            given = {"match[]": selectors, "start": str(first), "end": str(last)}
            for each in self._list(self._get("series", given, asked), asked):
                found[_labels(each)] = None
        return list(found)

    def labels(self, start: int, end: int, asked: Asked) -> list[str]:
        """Return the names of labels that streams have."""
        answer = self._get("labels", {"start": str(start), "end": str(end)}, asked)
        return [str(each) for each in self._list(answer, asked)]

    def size(self, selector: str, start: int, end: int, asked: Asked) -> int | None:
        """Return about how many lines there are, as the index says; null where it does not."""
        total = 0
        for first, last in ranges(start, end):
            given = {"query": selector, "start": str(first), "end": str(last)}
            try:
                total += int(self._get("index/stats", given, asked)["entries"])
            except (SourceError, KeyError, TypeError, ValueError):
                return None
        return total

    def count(self, query: str, start: int, end: int, asked: Asked) -> int | None:
        """Return how many lines ``query`` selects; null if Loki does not say."""
        total = 0
        for first, last in ranges(start, end):
            given = {"query": count_of(query, last - first), "time": str(last - 1)}
            try:
                answer = self._get("query", given, asked)
                result = answer["data"]["result"]
                total += int(float(result[0]["value"][1])) if result else 0
            except (SourceError, LookupError, TypeError, ValueError):
                return None
        return total

    def counts(
        self, query: str, start: int, end: int, width: int, asked: Asked
    ) -> dict[int, int] | None:
        """Return how many lines ``query`` selects in each span of ``width`` nanoseconds, by its
        number since 1970; null if Loki does not say. The spans at the ends are counted as far as
        they lie in the range."""
        first, last = start // width, (end - 1) // width
        edges = {
            first: (start, min(end, (first + 1) * width)),
            last: (max(start, last * width), end),
        }
        found = {at: self.count(query, *edge, asked) for at, edge in edges.items()}
        most = LONGEST_RANGE // width
        for at in range(first + 1, last, most):
            found |= self._spans(query, at, min(last, at + most), width, asked)
        known = {at: count for at, count in found.items() if count is not None}
        return known if len(known) == len(found) else None

    def _spans(
        self, query: str, first: int, last: int, width: int, asked: Asked
    ) -> dict[int, int | None]:
        """Count each span from ``first`` until before ``last``; null under -1 if Loki does not say.
        A sample counts what came up to its instant, its own included."""
        start, end = (first + 1) * width - 1, last * width - 1
        given = {"query": count_of(query, width), "start": str(start), "end": str(end)}
        given["step"] = f"{width // SECOND}s"
        with suppress(SourceError, LookupError, TypeError, ValueError):
            answer = self._get("query_range", given, asked)
            result = answer["data"]["result"]
            values = result[0]["values"] if result else ()
            samples = [(float(at), int(float(count))) for at, count in values]
            spans = [round(at * SECOND / width) - 1 for at, _ in samples]
            is_aligned = all(
                abs(at - (span + 1) * width / SECOND) < _NEAR_ENOUGH
                for (at, _), span in zip(samples, spans, strict=True)
            )
            if is_aligned and not answer.get("warnings"):
                return dict(zip(spans, (count for _, count in samples), strict=True))
        return {-1: None}

    def page(
        self,
        query: str,
        start: int,
        end: int,
        direction: Direction,
        asked: Asked,
        *,
        most: int = 0,
        warned: dict[str, None] | None = None,
    ) -> list[Entry]:
        """Return the first (``forward``) or last lines of a range, in that order: at most ``most``,
        or as many as Loki gives at once (``most_of_a_page``). What Loki warns of beside them, an
        answer in part, is added to ``warned``."""
        given = {"query": query, "start": str(start), "end": str(end), "direction": direction}
        try:
            answer = self._get(
                "query_range", {**given, "limit": str(most or self.most_of_a_page)}, asked
            )
        except RefusedQueryError as error:
            bound = _FEWER_LINES.search(error.said)
            if bound is None or not 0 < int(bound["most"]) < self.most_of_a_page:
                raise
            self.most_of_a_page = int(bound["most"])
            limit = min(most or self.most_of_a_page, self.most_of_a_page)
            answer = self._get("query_range", {**given, "limit": str(limit)}, asked)
        found = list(self._entries(answer, asked))
        if warned is not None:
            warned |= dict.fromkeys(map(str, answer.get("warnings") or ()))
        found.sort(key=lambda entry: entry.at, reverse=direction == "backward")
        return found

    def _get(self, path: str, given: Mapping[str, str | list[str]], asked: Asked) -> Any:
        """Ask; a long question goes as a form, which Loki takes for the same."""
        path = f"/loki/api/v1/{path}"
        headers = {"x-loki-response-encoding-flags": _BESIDE}
        form = str(httpx.QueryParams(dict(given)))
        if len(form) <= _LONGEST_ADDRESS:
            answer = self._client.request("GET", path, asked, parameters=given, headers=headers)
        else:
            headers["content-type"] = "application/x-www-form-urlencoded"
            answer = self._client.request(
                "POST", path, asked, content=form.encode(), headers=headers
            )
        return self._client.read_json(answer, asked)

    def _list(self, answer: Any, asked: Asked) -> list[Any]:
        fields = cast("dict[str, Any]", answer) if isinstance(answer, dict) else {}
        data = fields.get("data")
        if isinstance(data, list):
            return cast("list[Any]", data)
        if data is None and fields.get("status") == "success":
            return []  # what Loki says where there is nothing
        raise self._no_loki(asked)

    def _entries(self, answer: Any, asked: Asked) -> Iterator[Entry]:
        with suppress(AttributeError, LookupError, TypeError, ValueError):
            if answer["data"]["resultType"] != "streams":
                raise self._no_loki(asked)
            for stream in answer["data"]["result"] or ():
                labels = _labels(stream["stream"])
                for at, line, *others in stream["values"]:
                    beside = others[0].get("structuredMetadata") if others else None
                    yield Entry(int(at), labels, str(line), _labels(beside) if beside else ())
            return
        raise self._no_loki(asked)

    def _no_loki(self, asked: Asked) -> SourceError:
        setting = self._client.teller.setting("url")
        return self._client.teller.fault(asked, "answers JSON that is no Loki's", f"mend {setting}")


def ranges(start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield ``start`` to ``end`` in parts that Loki answers at once, the earliest first."""
    while start < end:
        yield start, min(end, start + LONGEST_RANGE)
        start += LONGEST_RANGE


def _labels(value: Mapping[str, Any]) -> Labels:
    return tuple(sorted((str(key), str(each)) for key, each in value.items()))
