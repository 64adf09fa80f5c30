"""The records that a server handed over, read once for all searches of a diagnosis (contract
section 2): each search judges them anew, but takes none of them apart again."""

from collections.abc import Callable, Hashable, Iterator

from superbiz_agent.tools.logs.backend import SourceReport
from superbiz_agent.tools.logs.record import LogRecord
from superbiz_agent.tools.servers.kept_answers import once_a_diagnosis

_BESIDE_TEXT = 1500
"""Bytes of a record beside its text: its fields, taken apart."""


def read_once(
    key: Hashable,
    source: str,
    report: SourceReport,
    read: Callable[[SourceReport], Iterator[LogRecord]],
) -> Iterator[LogRecord]:
    """Yield what ``read`` yields, and report what it reports; within a diagnosis it is called once
    for ``key``, as far as there is room. ``source`` is the name by which a failure is told."""

    def ask() -> tuple[list[LogRecord], SourceReport]:
        own = SourceReport()
        return list(read(own)), own

    records, own = once_a_diagnosis(("records", key), ask, source=source, size=_size, is_made=True)
    report.gaps += own.gaps
    report.failures += [each for each in own.failures if each not in report.failures]
    report.reasons += own.reasons
    report.counts = own.counts or report.counts
    yield from records


def _size(value: tuple[list[LogRecord], SourceReport]) -> int:
    return sum(_BESIDE_TEXT + 2 * len(record.text) for record in value[0])
