"""Stored texts as the rules read them: what kind of line it is, whose, how severe, how often."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from superbiz_agent.contracts.base import Language
from superbiz_agent.contracts.evidence import DEMO_SUFFIX, SEARCH_PATH
from superbiz_agent.grounding.wording import language_of

Kind = Literal["alert", "log", "series", "knowledge", "search", "other"]

KINDS: Final[tuple[tuple[str, Kind], ...]] = (
    ("$.alerts[", "alert"),
    ("$.series[", "series"),
    ("$.logs[", "log"),
    ("$.evidence_blocks[", "knowledge"),
    (SEARCH_PATH, "search"),
)

LEVEL_RANK: Final[Mapping[str, int]] = {
    **dict.fromkeys(("FATAL", "CRITICAL", "EMERG", "EMERGENCY", "PANIC", "ALERT"), 5),
    **dict.fromkeys(("ERROR", "ERR", "SEVERE"), 4),
    **dict.fromkeys(("WARN", "WARNING"), 3),
    **dict.fromkeys(("NOTICE",), 2),
    **dict.fromkeys(("DEBUG", "TRACE", "VERBOSE"), 0),
}
"""Level -> how severe; any other level, or none, ranks as INFO does."""

INFO_RANK: Final = 1
WARN_RANK: Final = 3

_FIELD = re.compile(r"(?<![A-Za-z0-9_.])([A-Za-z_][A-Za-z0-9_.]{0,60})=([^\s,]{1,400})")
_ALERT = re.compile(r"(\S{1,200}) (firing|pending|resolved|silenced|inhibited|suppressed)(?![a-z])")
_RECORD = re.compile(
    r"(?:(?P<first>[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}Z) )?"
    r"(?:(?P<level>TRACE|DEBUG|INFO|WARN|ERROR|FATAL) )?(?P<name>\S{1,200}) (?P<message>.+)",
    re.DOTALL,
)
_GROUP = re.compile(r"; ([0-9]{1,12}) records of this form(?: from (\S{1,40}) to ([^\s;]{1,40}))?")
_RANGES = re.compile(r"; ([^;]{1,80} \S{1,30} to [^;]{1,60})")
_ORIGIN = re.compile(
    r"(?:[0-9]{1,8} )?(?:\[[^\[\]]{1,120}\] )?[A-Za-z_][\w$]{0,60}(?:\.[\w$]{1,80}){1,12}"
    r"(?: \[[^\[\]]{1,160}\])?(?: ?[-:])? +"
    r"|[\w.-]{1,80} [\w./-]{1,60}\[[0-9]{1,8}\]: +"
    r"|\[[^\[\]]{1,160}\](?: -)? +"
)
_PLACE = re.compile(r" \([^()]{1,400}:[0-9]{1,12}\)(?:, [^;]{1,120})?\Z")
_FILE = re.compile(r" \([^()]{1,400}\)\Z")
_OUTCOME = re.compile(r": matched=([0-9]{1,12}), truncated=(yes|no), answered=(yes|no)\Z")
_FILTER = re.compile(r", ([a-z_]{1,40})=([^,]{0,200})\Z")
_ASKED: Final = "search for "


@dataclass(frozen=True)
class Search:
    """A ``$.search`` line, taken apart."""

    asked: str
    query: str
    filters: Mapping[str, str]
    sources: str
    since: str
    until: str
    matched: int
    is_whole: bool
    is_answered: bool

    @property
    def found_nothing(self) -> bool:
        """True if the search says something by its silence (contract section 4)."""
        return self.matched == 0 and self.is_whole and self.is_answered


@dataclass(frozen=True, eq=False)
class Line:
    """One citable line. ``body`` is the stored text without the demo mark.

    ``name`` is the alert's name, the service or source of a record, or a block's title; ``state``
    the alert's. Of a record or a group: ``sample`` is the (first) record without its place in the
    file, ``message`` what it says, ``first``, ``last``, ``count`` and ``ranges`` the group's.
    Empty, or 0, where the text tells nothing.
    """

    kind: Kind
    tool_name: str
    invocation_id: int
    raw_path: str
    text: str
    body: str
    name: str = ""
    state: str = ""
    level: str = ""
    message: str = ""
    sample: str = ""
    first: str = ""
    last: str = ""
    count: int = 0
    ranges: str = ""
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    search: Search | None = None

    @property
    def rank(self) -> int:
        """How severe the line is, on the scale of ``LEVEL_RANK``."""
        return LEVEL_RANK.get(self.level.upper(), INFO_RANK)

    def is_in(self, language: Language) -> bool:
        """Whether the line's prose is in ``language``."""
        return language_of(self.message or self.body) == language

    @property
    def owner(self) -> str:
        """The entity that the line is about, or an empty string."""
        if self.kind == "log":
            return self.name
        labels = ("service", "pod", "job", "instance", "host", "node", "deployment", "namespace")
        return next((self.fields[label] for label in labels if label in self.fields), "")


@dataclass(frozen=True)
class Evidence:
    """All lines of a question, repeats dropped. ``queries`` tells by which queries a text was
    found; ``failed_tools`` are tools of which a call failed."""

    lines: tuple[Line, ...]
    queries: Mapping[str, frozenset[str]]
    failed_tools: tuple[str, ...] = ()

    def of(self, *kinds: Kind) -> list[Line]:
        """Return the lines of some kinds, in the order found."""
        return [line for line in self.lines if line.kind in kinds]

    def queries_of(self, line: Line) -> frozenset[str]:
        """Return the queries by which this text was found."""
        return self.queries.get(line.text, frozenset())

    def found_by(self, queries: Collection[str]) -> "Evidence":
        """Return the evidence with those lines alone that one of ``queries`` found."""
        return replace(
            self, lines=tuple(x for x in self.lines if not self.queries_of(x).isdisjoint(queries))
        )

    @property
    def sources(self) -> frozenset[str]:
        """Return the names of the sources that were searched."""
        shown = (line.search.sources.split(", ") for line in self.lines if line.search)
        return frozenset(name for names in shown for name in names)

    @property
    def searches(self) -> list[Line]:
        """Return the readable ``$.search`` lines."""
        return [line for line in self.lines if line.search is not None]


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
    fields = {match[1]: match[2] for match in _FIELD.finditer(line.body)}
    return replace(line, name=head[1], state=head[2], fields=fields)


def _read_log(line: Line) -> Line:
    """Read a record, or a group that reads like its first record (tools/logs/render.py)."""
    groups = list(_GROUP.finditer(line.body))
    group = groups[-1] if groups else None
    sample = _PLACE.sub("", line.body[: group.start()] if group else line.body)
    record = _RECORD.fullmatch(sample)
    if record is None:
        return line
    return replace(
        line,
        sample=sample,
        first=record["first"] or "",
        level=record["level"] or "",
        name=record["name"],
        message=_told(record["message"]),
        count=int(group[1]) if group else 0,
        last=(group[3] or "") if group else "",
        ranges=_ranges(line.body[group.end() :]) if group else "",
    )


def _told(message: str) -> str:
    """Leave out the thread and class that a record's message starts with."""
    origin = _ORIGIN.match(message)
    return message[origin.end() :] if origin else message


def _ranges(rest: str) -> str:
    parts = [match[1] for match in _RANGES.finditer(rest)]
    return ", ".join(part for part in parts if not part.startswith("with "))


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
    return replace(
        line,
        search=Search(
            asked=asked,
            query=query,
            filters=filters,
            sources=sources,
            since=since,
            until=until,
            matched=int(outcome[1]),
            is_whole=outcome[2] == "no",
            is_answered=outcome[3] == "yes",
        ),
    )


def _query_and_filters(asked: str) -> tuple[str, dict[str, str]]:
    filters: dict[str, str] = {}
    while (found := _FILTER.search(asked)) is not None:
        filters[found[1]] = found[2]
        asked = asked[: found.start()]
    return asked[1:-1], filters


_READERS: Final[Mapping[Kind, Callable[[Line], Line]]] = {
    "alert": _read_alert,
    "log": _read_log,
    "knowledge": _read_block,
    "search": _read_search,
}
