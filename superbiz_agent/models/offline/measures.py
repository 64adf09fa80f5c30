"""What numbers say beside a failure: which metrics moved most, and what takes most of a load."""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Final

from superbiz_agent.models.offline.evidence import Line

LEAST_GROWTH: Final = 3.0
"""The greatest value of a series that moved is so many times its least."""

MAX_MOVED: Final = 2
MAX_ROWS: Final = (2, 1, 1)
"""Rows that are told of each table of loads; of further tables none."""

_METRIC: Final = re.compile(r"(?<![A-Za-z])(?:metric|metric_name|__name__)=", re.IGNORECASE)
_LOAD: Final = re.compile(
    r"(?<![\w.])(?P<key>[a-z_]{0,40}(?:load|share|percent|pct|total_time|cpu_time)[a-z_]{0,20})="
    r"(?P<value>[0-9]{1,15}(?:\.[0-9]{1,15})?)(?![\w.])"
)
_FIELD: Final = re.compile(r"(?<!\S)([A-Za-z_][A-Za-z0-9_]{0,60})=(\S{1,80})")


def moved_metrics(lines: Iterable[Line]) -> list[Line]:
    """The series of metrics whose values moved most, those first."""
    growths = [(growth, line) for line in lines if (growth := _growth(line)) >= LEAST_GROWTH]
    return [line for _, line in sorted(growths, key=lambda pair: -pair[0])[:MAX_MOVED]]


def _growth(line: Line) -> float:
    """How many times its least the greatest value of a series is; 0 for what is none."""
    value = next((each for each in line.ranges if each.label == "value"), None)
    if value is None or not _METRIC.search(line.message):
        return 0.0
    try:
        least, greatest = float(value.least), float(value.greatest)
    except ValueError:
        return 0.0
    if least < 0:
        return 0.0
    return greatest / least if least else float("inf")


def greatest_loads(lines: Iterable[Line]) -> list[Line]:
    """The rows that take most in each table of loads, in the order of the tables."""
    rows = sorted((line for line in lines if _load(line)), key=lambda line: (line.file, line.row))
    tables = [list(rows) for _, rows in groupby(rows, key=_table)]
    ranked = [sorted(table, key=lambda line: -_load(line)) for table in tables if len(table) > 1]
    return [line for table, most in zip(ranked, MAX_ROWS, strict=False) for line in table[:most]]


def _load(line: Line) -> float:
    found = _LOAD.search(line.message) if line.kind == "log" and line.count <= 1 else None
    return float(found["value"]) if found else 0.0


def _table(line: Line) -> tuple[str, ...]:
    """What rows of one table share: owner, the columns before the load, the first of their values.
    A row that is told by one column alone is of no table."""
    load = _LOAD.search(line.message)
    columns = _FIELD.findall(line.message[: load.start()] if load else "")
    first = columns[0][1] if len(columns) > 1 else ""
    return (line.file, line.owner, first, *(key for key, _ in columns[:2]))
