"""The evidence of one question: its lines, what each says, and by which search it was found."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from superbiz_agent.contracts.base import Language
from superbiz_agent.grounding.facts.group_text import Turn
from superbiz_agent.grounding.wording import language_of

Kind = Literal["alert", "log", "series", "count", "knowledge", "search", "other"]

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


SILENCED: Final = ("silenced", "inhibited", "suppressed")
"""States of an alert that fires and notifies nobody."""

OVER: Final = ("resolved", "inactive")
"""States of an alert that ended."""


@dataclass(frozen=True)
class Search:
    """A ``$.search`` line, taken apart. ``newest`` is the last instant of all that matched, where
    a search that shows a part of it says so."""

    query: str
    filters: Mapping[str, str]
    sources: str
    since: str
    until: str
    matched: int
    is_whole: bool
    is_answered: bool
    newest: str = ""

    @property
    def found_nothing(self) -> bool:
        """True if the search says something by its silence (contract section 4)."""
        return self.matched == 0 and self.is_whole and self.is_answered


@dataclass(frozen=True)
class Range:
    """The least and the greatest of a number within a group; ``label`` may be empty."""

    label: str
    least: str
    greatest: str


@dataclass(frozen=True, eq=False)
class Line:
    """One citable line. ``body`` is the stored text without the demo mark.

    ``name`` is the alert's name, the service or source of a record, or a block's title; ``service``
    the service that a record of a file begins with, where the file is called after it; ``state``
    the alert's, ``message`` its summary. Of a record or a group: ``sample`` is the (first) record
    without its place in the file, ``message`` its first line, ``reason`` the line that names what
    is behind it ("Caused by: ..."), ``at`` its instant; ``first``, ``last``, ``count``, ``ranges``
    and ``addresses`` (``has_more_addresses``: it names others, too) and ``turns``, the names that
    followed each other, and ``named``, whole lists of other names, are the group's (``first`` of
    a single record its own); ``file`` and ``row``
    are where the (first) record stands. ``annotations`` are what an alert quotes. Empty, or 0,
    where the text tells nothing.
    """

    kind: Kind
    tool_name: str
    invocation_id: int
    raw_path: str
    text: str
    body: str
    name: str = ""
    service: str = ""
    state: str = ""
    level: str = ""
    message: str = ""
    reason: str = ""
    sample: str = ""
    at: str = ""
    first: str = ""
    last: str = ""
    count: int = 0
    ranges: tuple[Range, ...] = ()
    addresses: tuple[str, ...] = ()
    has_more_addresses: bool = False
    turns: tuple[Turn, ...] = ()
    named: tuple[tuple[str, ...], ...] = ()
    file: str = ""
    row: int = 0
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    annotations: Mapping[str, str] = field(default_factory=dict[str, str])
    search: Search | None = None

    @property
    def told(self) -> str:
        """What the line says without its stack frames."""
        return f"{self.message} {self.reason}".strip() or self.body

    @property
    def rank(self) -> int:
        """How severe the line is, on the scale of ``LEVEL_RANK``."""
        return LEVEL_RANK.get(self.level.upper(), INFO_RANK)

    def is_in(self, language: Language) -> bool:
        """Whether the line's prose is in ``language``."""
        return language_of(self.message or self.body) == language

    @property
    def page(self) -> str:
        """The title of a runbook's page."""
        return self.name.partition(" > ")[0]

    @property
    def owner(self) -> str:
        """The entity that the line is about, or an empty string."""
        if self.kind == "log":
            return self.service or self.name
        labels = ("service", "pod", "job", "instance", "host", "node", "deployment", "namespace")
        return next((self.fields[label] for label in labels if label in self.fields), "")


@dataclass(frozen=True)
class Evidence:
    """All lines of a question, repeats dropped. ``queries`` tells by which queries a text was
    found; ``failed_tools`` are tools of which a call failed; ``pages`` tells of each lookup of
    runbooks, by its query, the title of the page that came first."""

    lines: tuple[Line, ...]
    queries: Mapping[str, frozenset[str]]
    failed_tools: tuple[str, ...] = ()
    pages: Mapping[str, str] = field(default_factory=dict[str, str])

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
    def names(self) -> tuple[str, ...]:
        """Return the names that the evidence gives to things."""
        return names_of(self.lines)

    @property
    def searches(self) -> list[Line]:
        """Return the readable ``$.search`` lines."""
        return [line for line in self.lines if line.search is not None]


def names_of(lines: Iterable[Line]) -> tuple[str, ...]:
    """Return the names that ``lines`` give to things as code knows them: owners, alerts, sources
    searched. A service that only the words of a record begin with is no such name."""
    found: set[str] = set()
    for line in lines:
        found.update((line.name, "" if line.service else line.owner))
        if line.search is not None:
            found.update(line.search.sources.split(", "))
    return tuple(sorted(name for name in found if len(name) > 1 and " " not in name))
