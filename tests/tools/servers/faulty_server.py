"""A loopback server that does what servers and proxies do wrong, with and without TLS."""

import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.loopback import served


@dataclass
class Reply:
    """What one request is answered with. ``pieces`` are sent one by one, ``pause`` seconds apart;
    ``promised`` is the length that the headers state, null for the true one."""

    status: int = 200
    body: bytes = b"{}"
    headers: dict[str, str] = field(default_factory=dict[str, str])
    pause: float = 0.0
    pieces: int = 1
    promised: int | None = None


LOGIN_PAGE = b"<!DOCTYPE html><html><body>Please sign in</body></html>"


class FaultyServer(ThreadingHTTPServer):
    """Answers each request with the next of ``replies``, the last one for ever."""

    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies: list[Reply | Callable[[Any], Reply]] = [Reply()]
        self.paths: list[str] = []
        self.seen: list[dict[str, str]] = []
        self.connections = 0
        self.scheme = "http"

    def get_request(self) -> Any:
        self.connections += 1
        return super().get_request()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Keep quiet: a client that hangs up is what is tested."""

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: FaultyServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.server.paths.append(self.path)
        self.server.seen.append({name.lower(): value for name, value in self.headers.items()})
        self.rfile.read(int(self.headers.get("content-length", 0)))
        replies = self.server.replies
        given = replies.pop(0) if len(replies) > 1 else replies[0]
        self._send(given(self) if callable(given) else given)

    def do_POST(self) -> None:
        self.do_GET()

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        length = len(reply.body) * reply.pieces if reply.promised is None else reply.promised
        self.send_header("content-length", str(length))
        self.end_headers()
        for _ in range(reply.pieces):
            time.sleep(reply.pause)
            self.wfile.write(reply.body)
        if reply.promised is not None:
            self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@contextmanager
def serving(context: ssl.SSLContext | None = None) -> Iterator[FaultyServer]:
    """Serve on a free loopback port until the block ends."""
    server = FaultyServer()
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        server.scheme = "https"
    with served(server):
        yield server
