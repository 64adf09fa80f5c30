"""Logs from a Loki (contract section 2): a stream is read as the file of a pod is.

What is asked is never less than what a search needs (``LogRequest``). A window of few lines is read
whole, so that the same records come out as of a file. Of a larger one, lines are asked for by what
a record must hold; the lines around those that belong to stack traces are read as well.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cached_property

from superbiz_agent.errors import SourceError
from superbiz_agent.settings.sources import LokiSource
from superbiz_agent.tools.instants import parse_zone
from superbiz_agent.tools.logs.backend import LogRequest, SourceReport
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.servers import logql
from superbiz_agent.tools.logs.servers.loki_api import LokiApi
from superbiz_agent.tools.logs.servers.loki_search import LokiSearch
from superbiz_agent.tools.logs.servers.rows import MOST_ROWS, Window, nanoseconds_of, window_of
from superbiz_agent.tools.servers import Asked, HttpClient

_LONGEST_WINDOW = timedelta(days=390)


class LokiBackend:
    """A Loki. ``timezone`` is assumed for timestamps within lines that name no zone; the instant of
    a record is Loki's own. At most ``most`` lines are read; a window of up to ``whole`` is read
    whole. Nothing is opened before the first search."""

    demo = False

    def __init__(
        self,
        name: str,
        source: LokiSource,
        timezone: str,
        *,
        most: int = MOST_ROWS,
        whole: int = MOST_ROWS,
    ) -> None:
        self.name = name
        self.aliases = frozenset({name.lower(), *(each.lower() for each in source.services)})
        self._source, self._zone = source, parse_zone(timezone)
        self._client = HttpClient(name, source, "Loki")
        self._api = LokiApi(self._client)
        self._most, self._whole = most, whole

    def records(self, request: LogRequest, report: SourceReport) -> Iterator[LogRecord]:
        """Yield the records of each stream in turn; see ``LogBackend``."""
        try:
            window = window_of(request, report)
            if window.until - window.since > _LONGEST_WINDOW:
                window = Window(window.until - _LONGEST_WINDOW, window.until)
                report.window = (window.since, window.until)
            search = LokiSearch(
                self.name,
                self._api,
                self._selectors,
                self._source.service_labels,
                self.aliases,
                self._zone,
                request,
                report,
                window,
                self._most,
                min(self._most, self._whole),
            )
            yield from search.records()
        except SourceError as error:
            report.failed(self.name, error)

    def check(self) -> str:
        """Ask for the streams and the newest line of the last day. Raises ``SourceError``."""
        now = datetime.now(UTC)
        asked = Asked(" or ".join(self._selectors), "the last 24 h")
        start, end = nanoseconds_of(now - timedelta(days=1)), nanoseconds_of(now)
        streams = self._api.streams(self._selectors, start, end, asked)
        if streams:
            self._api.page(self._selectors[0], start, end, "backward", asked, most=1)
        return (
            f"{len(streams)} streams in the last 24 h" if streams else "no stream in the last 24 h"
        )

    @cached_property
    def _selectors(self) -> list[str]:
        """The selectors of all that is searched; no stream is selected by two of them. Raises
        ``SourceError`` for a selector that is none."""
        source = self._source
        if source.selector is not None:
            matchers = logql.matchers_of(source.selector)
            if matchers is None:
                raise self._mistake(source.selector, "selector", 'no selector such as {app="web"}')
            return [logql.selected(matchers)]
        labels = source.service_labels
        for label in labels:
            if not logql.is_label(label):
                raise self._mistake(label, "service_labels", "no name of a label")
        return [
            logql.selected(logql.having(label), *map(logql.lacking, labels[:place]))
            for place, label in enumerate(labels)
        ]

    def _mistake(self, query: str, field: str, what: str) -> SourceError:
        setting = self._client.teller.setting(field)
        return self._client.teller.fault(Asked(query), what, f"mend {setting}")
