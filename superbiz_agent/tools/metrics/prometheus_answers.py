"""What an answer of Prometheus' HTTP API v1 holds, read defensively: what has not the documented
shape is left out, and nothing of it becomes a path or an address."""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import yaml

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.tools.rendering import as_list, as_object, plain_or_quoted, scalar_text
from superbiz_agent.tools.text import bounded_line, cut_line

MAX_NAMES: Final = 200_000
"""Names or series that are read of one answer."""

_GLOBAL = re.compile(r"^global:[^\n]*\n(?:[ \t][^\n]*\n?|\n)*", re.MULTILINE)
_LONGEST_CONFIGURATION = 4 * 1024 * 1024
_MOST_WARNINGS = 3
_MOST_SAID = 300
_FIRST_SECOND, _LAST_SECOND = 946_684_800.0, 253_402_300_799.0  # the years 2000 to 9999


@dataclass(frozen=True)
class Row:
    """One series of an answer: labels, and (instant in seconds since 1970, value as written)."""

    labels: Mapping[str, str]
    points: tuple[tuple[float, str], ...]

    @property
    def numbers(self) -> Iterator[tuple[float, float]]:
        """The points whose value is a finite number."""
        for at, text in self.points:
            try:
                number = float(text)
            except ValueError:
                continue
            if math.isfinite(number):
                yield at, number


@dataclass(frozen=True)
class Metadata:
    """What a server says of a metric; empty where it says nothing."""

    type: str = ""
    unit: str = ""


def is_second(value: float) -> bool:
    """Whether a value can be an instant, in seconds of the epoch."""
    return _FIRST_SECOND <= value <= _LAST_SECOND


def rows_of(data: Any) -> list[Row]:
    """Return the series of a vector or a matrix."""
    return list(_rows(as_list((as_object(data) or {}).get("result")) or ()))


def external_labels_of(data: Any) -> dict[str, str] | None:
    """Return the labels that a Prometheus of this configuration adds to the alerts that it sends;
    null where it does not say, or may rewrite them. Nothing else of the configuration is read."""
    text = scalar_text((as_object(data) or {}).get("yaml") or "")[:_LONGEST_CONFIGURATION]
    block = _GLOBAL.search(text)
    if not text or "alert_relabel_configs" in text or "$" in (block[0] if block else ""):
        return None
    try:
        read = as_object(yaml.safe_load(block[0])) if block else {}
    except (yaml.YAMLError, RecursionError, ValueError):
        return None
    given = as_object((read or {}).get("global")) or {}
    labels = as_object(given.get("external_labels")) or {}
    return {scalar_text(key): scalar_text(value) for key, value in labels.items()}


def texts_of(data: Any) -> list[str]:
    """Return the texts of a list."""
    return [each for each in (as_list(data) or [])[:MAX_NAMES] if isinstance(each, str)]


def label_sets_of(data: Any) -> list[dict[str, str]]:
    """Return the label sets of a list of series."""
    return [_labels(each) for each in (as_list(data) or [])[:MAX_NAMES]]


def metadata_of(data: Any) -> dict[str, Metadata]:
    """Return what is said of each metric; of several sayings the first."""
    found: dict[str, Metadata] = {}
    for name, entries in (as_object(data) or {}).items():
        entry = as_object((as_list(entries) or [None])[0]) or {}
        found[name] = Metadata(_text(entry.get("type")), _text(entry.get("unit")))
    return found


def what_is_missing(answer: JsonObject) -> list[str]:
    """Return what a server says that its answer lacks: its warnings (a store of Thanos that did
    not answer, a query of Mimir that was cut), and ``isPartial`` of VictoriaMetrics."""
    told = [f"it warns, {said_by(each)}" for each in as_list(answer.get("warnings")) or ()]
    partial = ["it answers in part"] if answer.get("isPartial") is True else []
    return [*partial, *told[:_MOST_WARNINGS]]


def said_by(value: Any) -> str:
    """Return what a server says as one quoted, bounded line."""
    return plain_or_quoted(cut_line(bounded_line(scalar_text(value)), _MOST_SAID))


def _rows(result: Any) -> Iterator[Row]:
    for entry in result:
        row = as_object(entry) or {}
        given = as_list(row.get("values")) or [row.get("value")]
        yield Row(_labels(row.get("metric")), tuple(_points(given)))


def _points(given: list[Any]) -> Iterator[tuple[float, str]]:
    for point in given:
        if not isinstance(point, list) or len(point) != 2:  # pyright: ignore[reportUnknownArgumentType]
            continue
        at, text = point  # pyright: ignore[reportUnknownVariableType]
        if isinstance(at, float | int) and isinstance(text, str) and is_second(at):
            yield at, text


def _labels(value: Any) -> dict[str, str]:
    return {k: v for k, v in (as_object(value) or {}).items() if isinstance(v, str)}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
