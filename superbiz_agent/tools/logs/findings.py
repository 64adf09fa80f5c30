"""What a search over log sources asks for, and what came of it, before it is rendered."""

from dataclasses import dataclass, field
from datetime import datetime

from superbiz_agent.tools.logs.backend import LogBackend, SourceReport
from superbiz_agent.tools.logs.collector import Collector, HeldRange
from superbiz_agent.tools.logs.levels import Level
from superbiz_agent.tools.logs.query import LogQuery, Term
from superbiz_agent.tools.logs.regex import Regex
from superbiz_agent.tools.logs.repeats import Repeats
from superbiz_agent.tools.logs.service_filter import ServiceFilter


@dataclass(frozen=True)
class LogSearch:
    """A validated search. Instants are aware; ``level`` means that level and the severer ones;
    ``regex`` is what a record's text must hold besides; ``count_by`` is the kind of names by which
    records are counted instead of grouped."""

    text: str
    service: str | None
    level: Level | None
    since: datetime | None
    until: datetime | None
    now: datetime
    regex: Regex | None = None
    count_by: str | None = None

    @property
    def has_window(self) -> bool:
        """Whether either end of the window is set."""
        return self.since is not None or self.until is not None

    def in_window(self, instant: datetime | None) -> bool:
        """Whether a record of that instant is asked for; without a timestamp it cannot be placed
        in a window."""
        if instant is None:
            return not self.has_window
        after_start = self.since is None or instant >= self.since
        return after_start and (self.until is None or instant <= self.until)


@dataclass
class SourceSearch:
    """What came of one source: what it holds, under each name that its records are shown by; what
    failed, what stood in the way of an answer. ``is_known`` if it says itself that it has what is
    in scope."""

    backend: LogBackend
    held_by: dict[str, HeldRange] = field(default_factory=dict[str, HeldRange])
    report: SourceReport = field(default_factory=SourceReport)
    records: int = 0
    in_scope: int = 0
    is_known: bool = False
    with_level: int = 0
    without_level: int = 0

    def held_as(self, name: str) -> HeldRange:
        """What it holds of the records shown as ``name``, to be widened by each of them."""
        return self.held_by.setdefault(name, HeldRange())

    @property
    def held(self) -> HeldRange:
        """What it holds in all; a server says so itself."""
        own = self.report.held
        return HeldRange(*own) if own else HeldRange.over(self.held_by.values())

    def window(self, search: LogSearch) -> tuple[datetime | None, datetime | None]:
        """The window that was searched: the one asked for, or what a server takes for it."""
        return self.report.window or (search.since, search.until)


@dataclass
class LogFindings:
    """The outcome of a search before it is rendered. ``through`` is the term by which alone it
    looked for the records that hold every term (null: it looked for all that match)."""

    search: LogSearch
    query: LogQuery
    collector: Collector
    sources: list[SourceSearch]
    services: ServiceFilter
    unseen_names: list[str]
    through: Term | None = None
    repeats: dict[object, Repeats] = field(default_factory=dict[object, Repeats])
    taken: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])

    @property
    def is_final(self) -> bool:
        """Whether no other way to search would find more."""
        return self.through is None or self.collector.strength > 0

    @property
    def failures(self) -> list[tuple[str, str]]:
        """(source, reason) of everything that could not be read, in order."""
        return [failure for source in self.sources for failure in source.report.failures]

    @property
    def without_level(self) -> list[str]:
        """The sources asked for a level whose records carry none: they are judged by words."""
        asked = [each for each in self.sources if each.without_level and not each.with_level]
        return [each.backend.name for each in asked]

    @property
    def relevant(self) -> list[SourceSearch]:
        """The sources that hold anything in scope: with a service, those that know it."""
        return [source for source in self.sources if source.in_scope or source.is_known]
