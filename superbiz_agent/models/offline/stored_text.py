"""Read stored texts back into lines: what kind it is, whose, how severe, how often.

The shapes are those of ``tools/logs/render.py``, ``tools/metrics/alert.py`` and the search line of
``tools/base.py``; a text of another shape is a line without parts.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from superbiz_agent.contracts.evidence import DEMO_SUFFIX, SEARCH_PATH
from superbiz_agent.grounding.facts.escapes import stored_lines
from superbiz_agent.grounding.facts.group_text import group_mark
from superbiz_agent.models.offline.evidence import Evidence, Kind, Line, Range, Search
from superbiz_agent.models.offline.vocabulary import MEASURES, PREPOSITIONS

KINDS: Final[tuple[tuple[str, Kind], ...]] = (
    ("$.alerts[", "alert"),
    ("$.series[", "series"),
    ("$.logs[", "log"),
    ("$.evidence_blocks[", "knowledge"),
    (SEARCH_PATH, "search"),
)

_QUOTED = r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\Z)'
"""A text that somebody else wrote, as code quotes it; nothing within it is a field."""

_NAME = rf'(?:{_QUOTED}|[^\s"]\S{{0,199}})'
_PAIR = re.compile(
    r"(?<![A-Za-z0-9_.])(?P<key>[A-Za-z_][A-Za-z0-9_.]{0,60})="
    rf"(?:(?P<told>{_QUOTED})|(?P<value>[^\s,\"]{{1,400}}))|{_QUOTED}"
)
_LEFT_OUT = re.compile(r"\.\.\. \[[0-9]{1,12} bytes left out\] \.\.\.")
"""Where a long line was cut: behind it nobody knows what is quoted."""

_ALERT = re.compile(
    rf"({_NAME}) (firing|pending|resolved|silenced|inhibited|suppressed|inactive|unknown)(?=,|\Z)"
)
_RECORD = re.compile(
    r"(?:(?P<first>[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}Z) )?"
    r"(?:(?P<level>TRACE|DEBUG|INFO|WARN|ERROR|FATAL) )?"
    rf"(?P<name>{_NAME}) (?P<message>.+)",
    re.DOTALL,
)
_RANGE = re.compile(
    r"(?P<label>[A-Za-z_][A-Za-z0-9_.-]{0,39}) (?P<least>[0-9.+-]{1,32}[A-Za-z%]{0,8})"
    r" to (?P<greatest>[0-9.+-]{1,32}(?P<unit> ?[A-Za-z%]{1,8})?)"
)
_LABEL_PART = re.compile(r"[_.-]")
_WITH: Final = "with "
_OTHERS: Final = " and others"
_ADDRESS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?::[0-9]{1,5})?")
_ORIGIN = re.compile(
    r"(?:[0-9]{1,8} )?(?:\[[^\[\]]{1,120}\] )?"
    r"[A-Za-z_][A-Za-z0-9_$]{0,60}(?:\.[A-Za-z0-9_$]{1,80}){1,12}"
    r"(?: \[[^\[\]]{1,160}\])?(?: ?[-:])? +"
    r"|[A-Za-z0-9_.-]{1,80} [A-Za-z0-9_./-]{1,60}\[[0-9]{1,8}\]: +"
    r"|\[(?:[^\[\]]|\[[^\[\]]{0,80}\]){1,160}\](?: -)? +"
)
_INSTANT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?Z")
_PLACE = re.compile(
    rf" \((?P<file>{_QUOTED}|[^()\";]{{1,400}}):(?P<row>[0-9]{{1,12}})\)"
    r"(?:, (?:zone|year|no timestamp)[a-z0-9:+, -]{0,80})?\Z"
)
"""Where a record stands, and what of its instant was assumed."""

_FILE = re.compile(r" \([^()]{1,400}\)\Z")
_OUTCOME = re.compile(r": matched=([0-9]{1,12}), truncated=(yes|no), answered=(yes|no)\Z")
_FILTER = re.compile(r", ([a-z_]{1,40})=([^,]{0,200})\Z")
_ASKED: Final = "search for "


_CAUSED_BY: Final = "Caused by: "
_THROWN = re.compile(
    r"(?:[A-Za-z_$][A-Za-z0-9_$]{0,80}\.){0,12}[A-Za-z0-9_$]{0,80}(?:Exception|Error)(?:: .*)?"
)
"""The line of a trace that names what was thrown; its frames are indented."""

MAX_RANGES: Final = 3
MAX_ADDRESSES: Final = 5


def gather(cited: Iterable[tuple[str, int, str, str]], failed_tools: Iterable[str]) -> Evidence:
    """Read citable references ``(tool_name, invocation_id, raw_path, text)``.

    Of equal texts the first is kept: one fact found by two searches is one fact.
    """
    lines = [read_line(*reference) for reference in cited]
    query_of = {line.invocation_id: line.search.query for line in lines if line.search}
    queries: dict[str, set[str]] = {}
    first: dict[str, Line] = {}
    for line in lines:
        first.setdefault(line.text, line)
        if line.invocation_id in query_of:
            queries.setdefault(line.text, set()).add(query_of[line.invocation_id])
    return Evidence(
        lines=tuple(first.values()),
        queries={text: frozenset(asked) for text, asked in queries.items()},
        failed_tools=tuple(dict.fromkeys(failed_tools)),
    )


def read_line(tool_name: str, invocation_id: int, raw_path: str, text: str) -> Line:
    """Read one stored text. A text of an unknown shape is still a line, with ``body`` alone."""
    body = text.removesuffix(DEMO_SUFFIX)
    line = Line(_kind_of(raw_path), tool_name, invocation_id, raw_path, text, body)
    reader = _READERS.get(line.kind)
    return reader(line) if reader else line


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


def _read_log(line: Line) -> Line:
    """Read a record, or a group that reads like its first record (tools/logs/render.py)."""
    group = group_mark(line.body)
    written = line.body[: group.start()] if group else line.body
    place = _PLACE.search(written)
    sample = written[: place.start()] if place else written
    record = _RECORD.fullmatch(sample)
    if record is None:
        return line
    message, *others = _lines(record["message"].removeprefix(f"{record['name']} "))
    rest = line.body[group.end() :] if group else ""
    addresses = _addresses(rest)
    return replace(
        line,
        sample=sample,
        at=record["first"] or "",
        first=(group["first"] if group else record["first"]) or "",
        level=record["level"] or "",
        name=record["name"],
        message=message,
        reason=_reason(others),
        count=int(group["count"]) if group else 0,
        last=(group["last"] or "") if group else "",
        ranges=_ranges(rest),
        addresses=addresses[:MAX_ADDRESSES],
        has_more_addresses=len(addresses) > MAX_ADDRESSES or (bool(addresses) and _goes_on(rest)),
        file=place["file"] if place else "",
        row=int(place["row"]) if place else 0,
    )


def _lines(message: str) -> list[str]:
    """The lines of a record, the first without the thread and class that it starts with."""
    origin = _ORIGIN.match(message)
    is_logger = origin is not None and not _THROWN.fullmatch(origin[0].rstrip(" :-"))
    told = message[origin.end() :] if origin and is_logger else message
    first, *others = stored_lines(told)
    return [first.strip() or told, *others]


def _reason(lines: Sequence[str]) -> str:
    """Of a stack trace the last cause, else the last that was thrown: what is behind the rest."""
    causes = [each.removeprefix(_CAUSED_BY) for each in lines if each.startswith(_CAUSED_BY)]
    thrown = [each for each in lines if _THROWN.fullmatch(each)]
    return next(iter([*reversed(causes), *reversed(thrown)]), "").strip()


def _ranges(rest: str) -> tuple[Range, ...]:
    """The ranges of what is measured; those of sizes, versions and the like help nobody."""
    found = (_RANGE.fullmatch(part) for part in rest.split("; "))
    return tuple(
        islice((_range(match) for match in found if match and _is_measured(match)), MAX_RANGES)
    )


def _is_measured(match: re.Match[str]) -> bool:
    parts = _LABEL_PART.split(match["label"].lower())
    return bool(match["unit"]) or not MEASURES.isdisjoint(parts)


def _range(match: re.Match[str]) -> Range:
    label = "" if match["label"].lower() in PREPOSITIONS else match["label"]
    return Range(label, match["least"], match["greatest"])


def _addresses(rest: str) -> tuple[str, ...]:
    """The addresses that a group names, in order; lists of other names are left out."""
    names = [name for each in _lists(rest) for name in each.removesuffix(_OTHERS).split(", ")]
    return tuple(dict.fromkeys(name for name in names if _ADDRESS.fullmatch(name)))


def _goes_on(rest: str) -> bool:
    """Whether a list of addresses says that there are others."""
    return any(
        each.endswith(_OTHERS) and _ADDRESS.fullmatch(each.partition(",")[0])
        for each in _lists(rest)
    )


def _lists(rest: str) -> list[str]:
    return [part[len(_WITH) :] for part in rest.split("; ") if part.startswith(_WITH)]


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
        matched=int(outcome[1]),
        is_whole=outcome[2] == "no",
        is_answered=outcome[3] == "yes",
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
    "log": _read_log,
    "knowledge": _read_block,
    "search": _read_search,
    "other": _read_item,
}
