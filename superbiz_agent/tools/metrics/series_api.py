"""Prometheus' HTTP API v1, read: what a server knows, and the values of expressions.

VictoriaMetrics, Thanos and Mimir answer the same requests. Answers are hostile data: what has not
the documented shape is left out, and nothing of them becomes a path or an address.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from superbiz_agent.tools.instants import format_instant
from superbiz_agent.tools.rendering import as_list, as_object
from superbiz_agent.tools.servers import Asked, HttpClient

MAX_NAMES: Final = 200_000
"""Names or values that are read of one answer."""


@dataclass(frozen=True)
class Span:
    """The window of a request: aware instants."""

    since: datetime
    until: datetime

    @property
    def told(self) -> str:
        """As errors tell it."""
        return f"{format_instant(self.since)} to {format_instant(self.until)}"

    @property
    def parameters(self) -> dict[str, str | list[str]]:
        """As every request for names has it."""
        return {"start": _stamp(self.since), "end": _stamp(self.until)}


@dataclass(frozen=True)
class Row:
    """One series of an answer: labels, and (instant in seconds since 1970, value as written)."""

    labels: Mapping[str, str]
    points: tuple[tuple[float, str], ...]


@dataclass(frozen=True)
class Metadata:
    """What a server says of a metric; empty where it says nothing."""

    type: str = ""
    unit: str = ""


class SeriesApi:
    """One server's API. Each method raises ``SourceError`` where it cannot be asked."""

    def __init__(self, client: HttpClient) -> None:
        self._client = client

    def metric_names(self, span: Span | None) -> frozenset[str]:
        """The names of all metrics, of a span or of all times."""
        return frozenset(self.label_values("__name__", span))

    def label_names(self, span: Span) -> list[str]:
        """The names of all labels."""
        asked = Asked("the names of labels", span.told)
        return _texts(self._get("/api/v1/labels", span.parameters, asked))

    def label_values(self, label: str, span: Span | None) -> list[str]:
        """The values of a label, whose name is one that the server itself gave."""
        asked = Asked(f"the values of {label}", span.told if span else "")
        path = f"/api/v1/label/{label}/values"
        return _texts(self._get(path, span.parameters if span else {}, asked))

    def series(self, selectors: Sequence[str], span: Span) -> list[dict[str, str]]:
        """The label sets of the series that one of the selectors matches."""
        form = {**span.parameters, "match[]": list(selectors)}
        asked = Asked("series of " + ", ".join(selectors), span.told)
        data = self._data(self._client.post_form("/api/v1/series", form, asked))
        return [_labels(each) for each in (as_list(data) or [])[:MAX_NAMES]]

    def metadata(self, span: Span) -> dict[str, Metadata]:
        """What the server knows of each metric; empty where it keeps nothing."""
        data = self._get("/api/v1/metadata", {}, Asked("metadata of metrics", span.told))
        found: dict[str, Metadata] = {}
        for name, entries in (as_object(data) or {}).items():
            entry = as_object((as_list(entries) or [None])[0]) or {}
            found[name] = Metadata(_text(entry.get("type")), _text(entry.get("unit")))
        return found

    def range_query(self, promql: str, span: Span, step: int) -> list[Row]:
        """The values of an expression at every ``step`` seconds of a span. VictoriaMetrics keeps to
        these instants only where its cache is not used."""
        form = {"query": promql, **span.parameters, "step": str(step), "nocache": "1"}
        asked = Asked(promql, span.told)
        data = self._data(self._client.post_form("/api/v1/query_range", form, asked))
        return list(_rows(data, "values"))

    def query(self, promql: str, at: datetime) -> list[Row]:
        """The value of an expression at one instant."""
        form = {"query": promql, "time": _stamp(at)}
        asked = Asked(promql, format_instant(at))
        return list(
            _rows(self._data(self._client.post_form("/api/v1/query", form, asked)), "value")
        )

    def _get(self, path: str, parameters: Mapping[str, str | list[str]], asked: Asked) -> Any:
        return self._data(self._client.get_json(path, parameters, asked), asked)

    def _data(self, answer: Any, asked: Asked | None = None) -> Any:
        value = as_object(answer) or {}
        if value.get("status") != "success" or "data" not in value:
            raise self._client.teller.fault(
                asked or Asked("Prometheus' HTTP API"),
                "its answer is not one of Prometheus' HTTP API",
                f"mend {self._client.teller.setting('url')}",
            )
        return value["data"]


def _rows(data: Any, key: str) -> Iterator[Row]:
    for entry in as_list((as_object(data) or {}).get("result")) or []:
        row = as_object(entry) or {}
        given = as_list(row.get(key)) or []
        points = [given] if key == "value" else given
        yield Row(_labels(row.get("metric")), tuple(filter(None, map(_point, points))))


def _point(value: Any) -> tuple[float, str] | None:
    pair = as_list(value) or []
    if len(pair) != 2:
        return None
    at, text = pair
    is_instant = isinstance(at, int | float) and 0 <= at < 1e11
    return (float(at), text) if is_instant and isinstance(text, str) else None


def _labels(value: Any) -> dict[str, str]:
    return {k: v for k, v in (as_object(value) or {}).items() if isinstance(v, str)}


def _texts(value: Any) -> list[str]:
    return [each for each in (as_list(value) or [])[:MAX_NAMES] if isinstance(each, str)]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _stamp(at: datetime) -> str:
    return f"{at.astimezone(UTC).timestamp():.3f}"
