"""Stack traces of which each line came as a document, made one document again.

The lines of one writer that follow one another within milliseconds are joined as the lines of a
stream are (``rows``). A document that names its own level is a record by itself, and so is one that
does not say which pod, container or file it is of.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from datetime import timedelta

from superbiz_agent.tools.logs.containers import TRACEBACK, is_frame
from superbiz_agent.tools.logs.fields import LEVEL_KEYS
from superbiz_agent.tools.logs.servers.elasticsearch_api import Hit
from superbiz_agent.tools.logs.servers.rows import (
    JOINED_WITHIN,
    Columns,
    Row,
    Stream,
    grouped_rows,
    instant_of_nanoseconds,
    text_of_lines,
    value_at,
    with_value,
)
from superbiz_agent.tools.logs.timestamps import TimestampReader

_PLACES = (
    "log.file.path", "container.id", "kubernetes.pod.uid", "kubernetes.pod.name",
    "kubernetes.pod_name", "kubernetes.pod_id", "k8s.pod.name", "pod",
)  # fmt: skip
"""Fields one of which says in what the lines of a document followed one another."""

_BESIDE = (
    "stream", "kubernetes.container.name", "kubernetes.container_name", "host.name", "service.name",
)  # fmt: skip
"""Fields that tell lines of one place apart."""

_NEAR = JOINED_WITHIN // timedelta(milliseconds=1)


def whole_traces(hits: Iterable[Hit], columns: Columns, reader: TimestampReader) -> Iterator[Hit]:
    """Yield ``hits``, which come by time, each line of a stack trace within the message of the one
    that it belongs to."""
    runs: dict[Hashable, list[Hit]] = {}
    for hit in hits:
        place = _place_of(hit, columns)
        if place is None:
            yield hit
            continue
        run = runs.setdefault(place, [])
        if run and hit.at - run[-1].at > _NEAR:
            yield from _joined(run, columns, reader)
            run.clear()
        run.append(hit)
    for run in runs.values():
        yield from _joined(run, columns, reader)


def _place_of(hit: Hit, columns: Columns) -> Hashable | None:
    """Return what a line lies in; null for what is no line of a place."""
    places = [str(value_at(hit.source, path) or "") for path in _PLACES]
    message = value_at(hit.source, columns.message)
    is_line = isinstance(message, str) and bool(message.strip())
    if not is_line or not any(places) or _names_level(hit, columns):
        return None
    return (*places, *(str(value_at(hit.source, path) or "") for path in _BESIDE))


def _names_level(hit: Hit, columns: Columns) -> bool:
    paths = [columns.level] if columns.level else ["log.level", *LEVEL_KEYS]
    return any(value_at(hit.source, path) for path in paths)


def _joined(run: Sequence[Hit], columns: Columns, reader: TimestampReader) -> Iterator[Hit]:
    texts = [str(value_at(hit.source, columns.message)) for hit in run]
    if not any(is_frame(text) or text.startswith(TRACEBACK) for text in texts[1:]):
        yield from run
        return
    rows = [
        Row(instant, text, {"place": str(number)})
        for number, (hit, text) in enumerate(zip(run, texts, strict=True))
        if (instant := instant_of_nanoseconds(hit.at * 1_000_000))
    ]
    for record, row in grouped_rows(rows, Stream("", ""), reader):
        first = run[int(row.fields["place"])]
        message = text_of_lines(record, row)
        yield first._replace(source=with_value(first.source, columns.message, message))
