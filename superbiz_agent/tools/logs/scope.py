"""What a search asks of the files that go by the same names, and what it knows of their records."""

from superbiz_agent.tools.logs.findings import LogFindings, SourceSearch
from superbiz_agent.tools.logs.needles import has_digit
from superbiz_agent.tools.logs.query import Hit
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.repeats import Repeat, Repeats
from superbiz_agent.tools.logs.service_filter import name_pattern


class Scope:
    """What the search asks of the files that go by the same ``names``."""

    def __init__(self, names: frozenset[str], source: SourceSearch, findings: LogFindings) -> None:
        search = findings.search
        named = {search.service.lower()} if search.service else set[str]()
        self.names, self._source, self._findings = names, source, findings
        self.query = findings.query.within(names | named)
        self.is_open = findings.services.admits_all(names)
        self._service = tuple(named)
        self._repeats = None
        if not has_digit(*named, *self.query.wordings):
            self._repeats = findings.repeats.setdefault((self.query, self.is_open), Repeats())
        findings.services.seen |= self.is_open
        findings.services.knows(names)
        findings.unseen_names = [each for each in findings.unseen_names if each not in names]

    @property
    def pieces(self) -> tuple[str, ...]:
        """What a record must hold one of to be worth a look, as far as the query says it."""
        pieces = self.query.pieces_through(self._findings.through)
        if pieces and (self._findings.unseen_names or not self.is_open):
            return (*pieces, *self.unseen)
        return pieces

    def known(self, record: LogRecord) -> Repeat | None:
        """What is known of a record by one that differs from it in its digits alone."""
        if self._repeats is None or self._findings.unseen_names:
            return None
        return self._repeats.find(record)

    def known_line(self, shape: bytes) -> Repeat | None:
        """What is known of a plain line of that ``shape``; see ``Repeats.of_line``."""
        if self._repeats is None or self._findings.unseen_names:
            return None
        return self._repeats.of_line(shape)

    def learn(self, record: LogRecord, folded: str, hit: Hit) -> None:
        """Remember that ``record`` is asked for, unless its digits may decide that."""
        is_surely_in = self.is_open or all(
            name_pattern(name).search(folded) for name in self._service
        )
        has_level = record.details.level or not self._findings.search.level
        if self._repeats is not None and is_surely_in and has_level:
            self._repeats.learn(record, hit)

    @property
    def unseen(self) -> tuple[str, ...]:
        """The names asked for of which no record has shown yet that the source knows them."""
        is_unnamed = not self.is_open and not self._source.in_scope
        return (*self._findings.unseen_names, *(self._service if is_unnamed else ()))
