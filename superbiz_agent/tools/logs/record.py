"""One log record: what a line, or a line with its continuation, says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from superbiz_agent.tools.logs.file_names import NO_NAMES, FileNames
from superbiz_agent.tools.logs.levels import Level
from superbiz_agent.tools.logs.timestamps import Stamp
from superbiz_agent.tools.rendering import pair, plain_or_quoted


@dataclass(frozen=True)
class RecordDetails:
    """What a record's text says, taken apart.

    ``message`` is what is shown; ``fields`` are the structured fields that stand beside it, under
    their own names. ``names`` are entity names under the usual keys (service, pod, host ...);
    ``service`` is the record's own, where it names one.
    """

    message: str
    level: Level | None = None
    service: str | None = None
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    names: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(slots=True)
class LogRecord:
    """A record as a backend hands it over; nothing of it is trusted, redacted or escaped yet.

    ``source`` is the source as the user knows it; ``is_named`` if the operator gave it that name.
    ``text`` is everything that a query is matched against. ``instant`` is in UTC (null: the record
    has no timestamp). ``describe`` takes the text apart, and ``describe_instant`` says what of the
    instant was assumed and in which zone it was written; they are called only for records that a
    search keeps, which is what makes searching fast. ``stamp`` is the timestamp of a record of one
    plain line (null: any other record), which has nothing else that is read for its value.
    """

    source: str
    is_named: bool
    file: str
    line: int
    text: str
    instant: datetime | None
    describe: Callable[[], RecordDetails]
    describe_instant: Callable[[], str] = str
    file_names: FileNames = NO_NAMES
    stamp: Stamp | None = None
    _details: RecordDetails | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def shown_name(self) -> str:
        """The operator's name for the source, else the record's own service (quoted if it is more
        than one word, so that it cannot pass for the start of a message), else the source."""
        service = self.details.service
        return self.source if self.is_named or not service else plain_or_quoted(service)

    @property
    def body(self) -> str:
        """The message and the fields beside it, as one text."""
        details = self.details
        if not details.fields:
            return details.message
        name = self.shown_name
        pairs = (pair(key, text) for key, text in details.fields.items() if text != name)
        return " ".join(part for part in (details.message, *pairs) if part)

    @property
    def details(self) -> RecordDetails:
        """The parts of the record, worked out once."""
        if self._details is None:
            details, of_file = self.describe(), self.file_names.fields
            names = {**of_file, **details.names}
            self._details = replace(details, names=names) if of_file else details
            self.describe = lambda: details  # what they were taken from is needed no more
        return self._details
