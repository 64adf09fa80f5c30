"""A loopback server that plays Loki's documented HTTP API, with the response shapes of Loki 3.

https://grafana.com/docs/loki/latest/reference/loki-http-api/. It really selects streams, filters
lines and what stands beside them, cuts to ``limit`` from the end that ``direction`` says, and
refuses what Loki refuses by default: a selector that may be empty, too long a range, too many
lines. What it lacks of LogQL (parsers, formats, metric queries other than a count) it calls wrong.
"""

import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import re2

Labels = Mapping[str, str]
_DAY = 24 * 3600 * 10**9
_STRING = r'"(?:[^"\\]|\\.)*"'
_MATCHER = re.compile(rf"\s*(?P<label>\w+)\s*(?P<sign>=~|!~|!=|=)\s*(?P<value>{_STRING})\s*")
_STAGE = re.compile(rf"\s*(?P<sign>\|=|\|~|!=|!~)\s*(?P<value>{_STRING})")
_BESIDE = re.compile(rf"\s*\|\s*(?P<all>(?:\w+\s*(?:=~|=)\s*{_STRING}(?:\s+or\s+)?)+)")
_COUNT = re.compile(r"sum\(count_over_time\((?P<query>.*) \[(?P<length>[0-9]+)ns\]\)\)", re.DOTALL)


class Line(NamedTuple):
    at: int
    labels: tuple[tuple[str, str], ...]
    text: str
    beside: tuple[tuple[str, str], ...] = ()


class RefusedError(Exception):
    """What Loki answers with HTTP 400."""


@dataclass
class PlayedLoki:
    """What it holds, and how it is set. ``asked`` are the queries of lines, in order."""

    lines: list[Line] = field(default_factory=list[Line])
    most_entries: int = 5000
    has_statistics: bool = True
    tells_apart: bool = True
    tenant: str | None = None
    asked: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    requests: int = 0
    warnings: list[str] = field(default_factory=list[str])
    url: str = ""

    def push(self, labels: Labels, *lines: tuple[int, str] | tuple[int, str, Labels]) -> None:
        """Take in lines of one stream; the same line at the same instant is taken once."""
        stream = tuple(sorted(labels.items()))
        for at, text, *beside in lines:
            line = Line(at, stream, text, tuple(sorted(dict(*beside).items())))
            if line not in self._held:
                self._held.add(line)
                self.lines.append(line)

    def __post_init__(self) -> None:
        self._held = set(self.lines)

    def answer(self, path: str, given: Mapping[str, list[str]], flags: str) -> Any:
        """Return what it answers to one request."""
        one = {key: values[-1] for key, values in given.items()}
        start, end = int(one.get("start", 0)), int(one.get("end", 2**62))
        within = [line for line in self.lines if start <= line.at < end]
        if path.endswith("/series"):
            selectors = [selector_of(text)[0] for text in given["match[]"]]
            chosen = {line.labels for line in within for s in selectors if s(dict(line.labels))}
            return _success([dict(each) for each in sorted(chosen)])
        if path.endswith("/labels"):
            return _success(sorted({key for line in within for key, _ in line.labels}) or None)
        if path.endswith("/index/stats"):
            if not self.has_statistics:
                raise RefusedError("not supported")
            chosen = [line for line in within if selector_of(one["query"])[0](dict(line.labels))]
            texts = sum(len(line.text) for line in chosen)
            streams = len({line.labels for line in chosen})
            return {"streams": streams, "chunks": streams, "entries": len(chosen), "bytes": texts}
        if path.endswith("/query_range") and _COUNT.fullmatch(one["query"]):
            return self._counts(one, start, end)
        if path.endswith("/query_range"):
            found = self._range(one, within, start, end, flags)
            return {**found, "warnings": self.warnings} if self.warnings else found
        if path.endswith("/query"):
            return self._count(one)
        raise RefusedError("404 page not found")

    def _range(
        self, one: Mapping[str, str], within: Sequence[Line], start: int, end: int, flags: str
    ) -> Any:
        limit = int(one.get("limit", 100))
        if limit > self.most_entries:
            raise RefusedError(
                "max entries limit per query exceeded, limit > max_entries_limit_per_query "
                f"({limit} > {self.most_entries})"
            )
        if end - start > 30 * _DAY + 3600 * 10**9:
            raise RefusedError(
                "the query time range exceeds the limit (query length: "
                f"{(end - start) // (3600 * 10**9)}h0m0s, limit: 30d1h)"
            )
        self.asked.append(dict(one))
        chosen = [line for line in within if query_of(one["query"])(line)]
        backward = one.get("direction", "backward") == "backward"
        chosen = sorted(chosen, key=lambda line: line.at)
        chosen = (chosen[::-1] if backward else chosen)[:limit]
        apart = self.tells_apart and "categorize-labels" in flags
        streams: dict[tuple[tuple[str, str], ...], list[Any]] = {}
        for line in chosen:
            labels = line.labels if apart else tuple(sorted({*line.labels, *line.beside}))
            beside = [{"structuredMetadata": dict(line.beside)} if line.beside else {}]
            value = [str(line.at), line.text, *(beside if apart else [])]
            streams.setdefault(labels, []).append(value)
        result = [{"stream": dict(key), "values": values} for key, values in streams.items()]
        data = {"resultType": "streams", "result": result, "stats": {"summary": {"execTime": 0.01}}}
        return _success({**data, **({"encodingFlags": ["categorize-labels"]} if apart else {})})

    def _counted(self, query: str, end: int) -> int:
        match = _COUNT.fullmatch(query)
        if match is None:
            raise RefusedError(f"parse error : syntax error: {query}")
        start, wanted = end - int(match["length"]), query_of(match["query"])
        return sum(1 for line in self.lines if start < line.at <= end and wanted(line))

    def _counts(self, one: Mapping[str, str], start: int, end: int) -> Any:
        """A sample at each step, its instant to the millisecond; none where nothing is counted."""
        step = int(one["step"].removesuffix("s")) * 10**9
        counts = {at: self._counted(one["query"], at) for at in range(start, end + 1, step)}
        values = [[at // 10**6 / 1000, str(n)] for at, n in counts.items() if n]
        result = [{"metric": {}, "values": values}] if values else []
        return _success({"resultType": "matrix", "result": result, "stats": {}})

    def _count(self, one: Mapping[str, str]) -> Any:
        end = int(one["time"])
        count = self._counted(one["query"], end)
        vector = [{"metric": {}, "value": [end / 10**9, str(count)]}] if count else []
        return _success({"resultType": "vector", "result": vector, "stats": {}})


def _success(data: Any) -> Any:
    return {"status": "success", "data": data} if data is not None else {"status": "success"}


def _test(sign: str, value: str, *, whole: bool) -> Callable[[str], bool]:
    text = json.loads(value, strict=False)
    if sign in ("=", "!=") and whole:
        return (lambda given: given == text) if sign == "=" else (lambda given: given != text)
    if sign in ("|=", "!="):
        return (lambda given: text in given) if sign == "|=" else (lambda given: text not in given)
    options = re2.Options()
    options.log_errors = False
    try:
        pattern = re2.compile(text, options)
    except re2.error as error:
        raise RefusedError(f"parse error : error parsing regexp: {error}") from None
    match = pattern.fullmatch if whole else pattern.search
    if sign in ("=~", "|~"):
        return lambda given: match(given) is not None
    return lambda given: match(given) is None


def selector_of(query: str) -> tuple[Callable[[Labels], bool], str]:
    """Read the selector at the start of a query; return it and the rest."""
    if not query.startswith("{"):
        raise RefusedError("parse error at line 1, col 1: syntax error: unexpected IDENTIFIER")
    place, tests, needed = 1, list[tuple[str, Callable[[str], bool]]](), False
    while match := _MATCHER.match(query, place):
        test = _test(match["sign"], match["value"], whole=True)
        tests.append((match["label"], test))
        needed = needed or (match["sign"] in ("=", "=~") and not test(""))
        place = match.end() + (query[match.end() : match.end() + 1] == ",")
    if query[place : place + 1] != "}":
        raise RefusedError(f"parse error at line 1, col {place + 1}: syntax error")
    if not needed:
        raise RefusedError(
            "parse error : queries require at least one regexp or equality matcher that does not "
            'have an empty-compatible value. For instance, app=~".*" does not meet this requirement'
        )

    def selects(labels: Labels) -> bool:
        return all(test(labels.get(label, "")) for label, test in tests)

    return selects, query[place + 1 :]


def query_of(query: str) -> Callable[[Line], bool]:
    """Read a log query: a selector, filters of lines, filters of labels joined by ``or``."""
    selects, rest = selector_of(query)
    stages: list[Callable[[Line], bool]] = []
    while rest.strip():
        if match := _STAGE.match(rest):
            test = _test(match["sign"], match["value"], whole=False)
            stages.append(lambda line, test=test: test(line.text))
        elif match := _BESIDE.match(rest):
            stages.append(_beside(match["all"]))
        else:
            raise RefusedError(f"parse error : syntax error: unexpected {rest[:20]}")
        rest = rest[match.end() :]
    return lambda line: selects(dict(line.labels)) and all(stage(line) for stage in stages)


def _beside(text: str) -> Callable[[Line], bool]:
    tests = [
        (match["label"], _test(match["sign"], match["value"], whole=True))
        for match in _MATCHER.finditer(text.replace(" or ", " "))
    ]

    def holds(line: Line) -> bool:
        given = dict(line.labels) | dict(line.beside)
        return any(test(given.get(label, "")) for label, test in tests)

    return holds


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    played: PlayedLoki


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # one write an answer: else each waits for an acknowledgement

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        given = parse_qs(body or parts.query, keep_blank_values=True)
        played = self.server.played
        played.requests += 1
        if played.tenant and self.headers.get("x-scope-orgid") != played.tenant:
            self._send(401, b"no org id")
            return
        flags = self.headers.get("x-loki-response-encoding-flags", "")
        try:
            answer = played.answer(parts.path, given, flags)
            self._send(200, json.dumps(answer, ensure_ascii=False).encode())
        except RefusedError as error:
            self._send(400, str(error).encode())

    def do_POST(self) -> None:
        self.do_GET()

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json" if status == 200 else "text/plain")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@contextmanager
def playing(played: PlayedLoki | None = None) -> Iterator[PlayedLoki]:
    """Serve on a free loopback port until the block ends."""
    played = played or PlayedLoki()
    server = _Server(("127.0.0.1", 0), _Handler)
    server.played = played
    played.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield played
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
