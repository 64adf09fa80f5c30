"""Read stored texts back into lines: what kind it is, whose, how severe, how often.

The shapes are those of ``tools/logs/render.py``, ``tools/metrics/alert.py`` and the search line of
``tools/base.py``; a text of another shape is a line without parts.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from superbiz_agent.contracts.evidence import DEMO_SUFFIX, SEARCH_PATH
from superbiz_agent.grounding.facts.name_counts import told_counts
from superbiz_agent.models.offline.evidence import Evidence, Kind, Line, Search
from superbiz_agent.models.offline.record_text import NAME, QUOTED, read_record
from superbiz_agent.models.offline.series_text import read_series

KINDS: Final[tuple[tuple[str, Kind], ...]] = (
    ("$.alerts[", "alert"),
    ("$.series[", "series"),
    ("$.logs[", "log"),
    ("$.evidence_blocks[", "knowledge"),
    (SEARCH_PATH, "search"),
)

_PAIR = re.compile(
    r"(?<![A-Za-z0-9_.])(?P<key>[A-Za-z_][A-Za-z0-9_.]{0,60})="
    rf"(?:(?P<told>{QUOTED})|(?P<value>[^\s,\"]{{1,400}}))|{QUOTED}"
)
_LEFT_OUT = re.compile(r"\.\.\. \[[0-9]{1,12} bytes left out\] \.\.\.")
"""Where a long line was cut: behind it nobody knows what is quoted."""

_ALERT = re.compile(
    rf"({NAME}) (firing|pending|resolved|silenced|inhibited|suppressed|inactive|unknown)(?=,|\Z)"
)
_INSTANT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?Z")
_FILE = re.compile(r" \([^()]{1,400}\)\Z")
_OUTCOME = re.compile(
    r": matched=(?P<matched>[0-9]{1,12}), (?:oldest=\S{1,40}, newest=(?P<newest>\S{1,40}), )?"
    r"truncated=(?P<truncated>yes|no), answered=(?P<answered>yes|no)\Z"
)
_FILTER = re.compile(r", ([a-z_]{1,40})=([^,]{0,1500})\Z")
_ASKED: Final = "search for "


def gather(cited: Iterable[tuple[str, int, str, str]], failed_tools: Iterable[str]) -> Evidence:
    """Read citable references ``(tool_name, invocation_id, raw_path, text)``.

    Of equal texts the first is kept: one fact found by two searches is one fact.
    """
    lines = [read_line(*reference) for reference in cited]
    query_of = {line.invocation_id: line.search.query for line in lines if line.search}
    queries: dict[str, set[str]] = {}
    first: dict[str, Line] = {}
    pages: dict[str, str] = {}
    for line in lines:
        first.setdefault(line.text, line)
        if line.invocation_id in query_of:
            query = query_of[line.invocation_id]
            queries.setdefault(line.text, set()).add(query)
            if line.kind == "knowledge":
                pages.setdefault(query, line.page)
    return Evidence(
        lines=tuple(first.values()),
        queries={text: frozenset(asked) for text, asked in queries.items()},
        failed_tools=tuple(dict.fromkeys(failed_tools)),
        pages=pages,
    )


def read_line(tool_name: str, invocation_id: int, raw_path: str, text: str) -> Line:
    """Read one stored text. A text of an unknown shape is still a line, with ``body`` alone."""
    body = text.removesuffix(DEMO_SUFFIX)
    line = Line(_kind_of(raw_path), tool_name, invocation_id, raw_path, text, body)
    reader = _READERS.get(line.kind)
    return reader(line) if reader else line


def _read_counts(line: Line) -> Line:
    """A record, unless the line counts records by a name in them."""
    counts = told_counts(line.body)
    return (
        replace(line, kind="count", fields={"kind": counts.kind}) if counts else read_record(line)
    )


def _kind_of(raw_path: str) -> Kind:
    for prefix, kind in KINDS:
        if raw_path.startswith(prefix):
            return kind
    return "other"


def _read_alert(line: Line) -> Line:
    head = _ALERT.match(line.body)
    if head is None:
        return line
    told = _told(line.body)
    summary = told.get("summary", "")
    return replace(
        line,
        name=head[1],
        state=head[2],
        fields=_fields(line.body),
        annotations=told,
        message="" if "\\" in summary else summary[:400],
    )


def _fields(body: str) -> dict[str, str]:
    """The plain ``key=value`` of a line, those that stand within quotes aside. Of equal keys the
    first counts: what code measured stands before what others wrote."""
    pairs = [match for match in _PAIR.finditer(_whole(body)) if match["value"]]
    return {match["key"]: match["value"] for match in reversed(pairs)}


def _told(body: str) -> dict[str, str]:
    """The quoted ``key="text"`` of a line, without their quotes; the first of equal keys."""
    pairs = [match for match in _PAIR.finditer(_whole(body)) if match["told"]]
    return {match["key"]: match["told"][1:-1] for match in reversed(pairs)}


def _whole(body: str) -> str:
    """The part of a line that was not cut."""
    cut = _LEFT_OUT.search(body)
    return body[: cut.start()] if cut else body


def _read_block(line: Line) -> Line:
    title, _, text = line.body.partition(": ")
    return replace(line, name=title, message=_FILE.sub("", text))


def _read_search(line: Line) -> Line:
    """Take a ``$.search`` line apart from its end, where no query can stand."""
    outcome = _OUTCOME.search(line.body)
    if outcome is None or not line.body.startswith(_ASKED):
        return line
    head, _, window = line.body[len(_ASKED) : outcome.start()].rpartition(", window ")
    asked, _, sources = head.rpartition(" in ")
    since, _, until = window.partition(" to ")
    query, filters = _query_and_filters(asked)
    search = Search(
        query=query,
        filters=filters,
        sources=sources,
        since=since,
        until=until,
        matched=int(outcome["matched"]),
        is_whole=outcome["truncated"] == "no",
        is_answered=outcome["answered"] == "yes",
        newest=outcome["newest"] or "",
    )
    return replace(line, search=search)


def _query_and_filters(asked: str) -> tuple[str, dict[str, str]]:
    filters: dict[str, str] = {}
    while (found := _FILTER.search(asked)) is not None:
        filters[found[1]] = found[2]
        asked = asked[: found.start()]
    return asked[1:-1], filters


def _read_item(line: Line) -> Line:
    """Read an item of an operator's tool: its fields, and the instant that one of them is."""
    fields = _fields(line.body)
    instants = (value for value in fields.values() if _INSTANT.fullmatch(value))
    at = next(instants, "")
    return replace(line, fields=fields, first=at, at=at)


_READERS: Final[Mapping[Kind, Callable[[Line], Line]]] = {
    "alert": _read_alert,
    "log": _read_counts,
    "knowledge": _read_block,
    "search": _read_search,
    "series": lambda line: read_series(line, _fields),
    "other": _read_item,
}
