"""What a Loki is asked where a window holds more lines than are read whole.

Streams are told apart by what a search asks of them: those of the service that it names, those of
which it wants every line, the others. Each kind is one query, no stream in two of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from superbiz_agent.tools.logs.backend import LogRequest
from superbiz_agent.tools.logs.regex import as_written, spans_lines
from superbiz_agent.tools.logs.servers import logql
from superbiz_agent.tools.logs.servers.loki_api import Labels
from superbiz_agent.tools.logs.service_filter import is_named


@dataclass(frozen=True)
class _Wanted:
    """What is asked of a kind of stream: one of ``pieces`` or ``patterns`` (neither: every line);
    the service's name, unless the stream ``is_named`` by it."""

    is_named: bool
    is_whole: bool
    pieces: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()


def narrowed_queries(
    selector: str,
    streams: Mapping[Labels, frozenset[str]],
    request: LogRequest,
    labels: Sequence[str],
) -> list[str]:
    """Return the queries for the ``streams`` of ``selector``, each with the names that it answers
    to. Together they give every line that the search needs."""
    kinds: dict[tuple[bool, bool], list[Labels]] = {}
    wanted: dict[tuple[bool, bool], list[_Wanted]] = {}
    for stream, names in streams.items():
        each = _wanted(request, names)
        kinds.setdefault((each.is_named, each.is_whole), []).append(stream)
        wanted.setdefault((each.is_named, each.is_whole), []).append(each)
    apart = _apart(list(kinds.values()), labels)
    if apart is None:
        every = [each for several in wanted.values() for each in several]
        return _queries(selector, "", _united(every), request)
    return [
        query
        for matcher, several in zip(apart, wanted.values(), strict=True)
        for query in _queries(selector, matcher, _united(several), request)
    ]


def _wanted(request: LogRequest, names: frozenset[str]) -> _Wanted:
    service = request.service.lower() if request.service else None
    is_of_service = service is None or is_named(service, names)
    pieces = tuple(request.pieces(names))
    if set(pieces) - set(request.names(names)):
        return _Wanted(is_of_service, False, pieces)
    patterns: list[str] = []
    if request.regex and not spans_lines(as_written(request.regex)):
        patterns.append(request.regex.pattern)
    if request.mark:
        patterns.append(f"(?i:{request.mark.pattern})")
    return _Wanted(is_of_service, not patterns, pieces, tuple(patterns))


def _united(several: Sequence[_Wanted]) -> _Wanted:
    """What is enough for each of them."""
    return _Wanted(
        is_named=any(each.is_named for each in several),
        is_whole=any(each.is_whole for each in several),
        pieces=tuple(dict.fromkeys(piece for each in several for piece in each.pieces)),
        patterns=tuple(dict.fromkeys(each for one in several for each in one.patterns)),
    )


def _queries(selector: str, matcher: str, wanted: _Wanted, request: LogRequest) -> list[str]:
    chosen = logql.selected(logql.matchers_of(selector) or "", matcher)
    service = [] if wanted.is_named or not request.service else [request.service.lower()]
    named = logql.lines_with(service)
    if wanted.is_whole:
        return [chosen + named]
    lines = chosen + named + logql.lines_with(wanted.pieces, *wanted.patterns)
    beside = logql.beside_lines(wanted.pieces, is_level=request.mark is not None)
    return [lines, chosen + named + beside] if beside else [lines]


def _apart(kinds: Sequence[Sequence[Labels]], labels: Sequence[str]) -> list[str] | None:
    """Return a matcher for each kind of stream by one label that tells all of them apart; null if
    none does. The largest kind is what the others are not."""
    if len(kinds) == 1:
        return [""]
    for label in labels:
        values = [{dict(stream).get(label, "") for stream in kind} for kind in kinds]
        if sum(map(len, values)) > len(set[str]().union(*values)):
            continue
        largest = max(range(len(kinds)), key=lambda place: len(values[place]))
        others = set[str]().union(*(each for n, each in enumerate(values) if n != largest))
        return [
            logql.one_of(label, others if place == largest else each, is_not=place == largest)
            for place, each in enumerate(values)
        ]
    return None
