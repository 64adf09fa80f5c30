"""Logs from an Elasticsearch or OpenSearch (contract section 2): a document is read as a line of
JSON is.

A window of few documents is read whole, so that the same records come out as of a file. Of a larger
one, documents are asked for by what they must hold, as far as the index can be asked for that
(``elasticsearch_fields``); what it cannot be asked for is told.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from superbiz_agent.errors import SourceError
from superbiz_agent.settings.sources import ElasticsearchSource
from superbiz_agent.tools.logs.backend import LogRequest, SourceReport
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.logs.servers.elasticsearch_api import ElasticsearchApi
from superbiz_agent.tools.logs.servers.elasticsearch_search import ElasticsearchSearch, time_filter
from superbiz_agent.tools.logs.servers.rows import MOST_ROWS, Columns, Window, window_of
from superbiz_agent.tools.servers import Asked, HttpClient

_PAGE = 2000


class ElasticsearchBackend:
    """An index, or several by a pattern. Its instants are in UTC, whatever ``timezone`` says. At
    most ``most`` documents are read; a window of up to ``whole`` is read whole."""

    demo = False

    def __init__(
        self,
        name: str,
        source: ElasticsearchSource,
        timezone: str,
        *,
        most: int = MOST_ROWS,
        whole: int = MOST_ROWS,
        page: int = _PAGE,
    ) -> None:
        self.name = name
        self.aliases = frozenset({name.lower(), *(each.lower() for each in source.services)})
        del timezone
        self._source = source
        self._most, self._whole = most, min(most, whole)
        self._columns = Columns(
            source.time_field, source.message_field, source.level_field, source.service_fields
        )
        client = HttpClient(name, source, "Elasticsearch")
        self._teller = client.teller
        self._api = ElasticsearchApi(client, source.index, source.time_field, page=page)

    def records(self, request: LogRequest, report: SourceReport) -> Iterator[LogRecord]:
        """Yield the documents by time, the oldest first; see ``LogBackend``."""
        window = window_of(request, report)
        search = ElasticsearchSearch(
            name=self.name,
            api=self._api,
            teller=self._teller,
            index=self._source.index,
            columns=self._columns,
            aliases=self.aliases,
            request=request,
            report=report,
            window=window,
            most=self._most,
            whole=self._whole,
        )
        try:
            yield from search.records()
        except SourceError as error:
            report.failed(self.name, error)

    def check(self) -> str:
        """Count the documents of the last day. Raises ``SourceError``."""
        now = datetime.now(UTC)
        window = Window(now - timedelta(days=1), now)
        index, time = self._source.index, self._source.time_field
        asked = Asked(index, window.told)
        query = {"bool": {"filter": [time_filter(time, window)]}}
        found = self._api.search({"size": 1, "track_total_hits": True, "query": query}, asked)
        if not found.shards:
            setting = self._teller.setting("index")
            raise self._teller.fault(asked, f"has no index {index}", f"mend {setting}")
        if found.problem:
            raise self._teller.fault(asked, found.problem, "see the server's own log")
        return f"{found.total} documents in the last 24 h"
