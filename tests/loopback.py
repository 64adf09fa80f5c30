"""A loopback endpoint that plays the documented replies of chat completions, good ones and bad."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeAlias, TypeVar

import pytest

KEY = "sk-planted-secret"

Reply: TypeAlias = tuple[int, Any] | Callable[[dict[str, Any]], tuple[int, Any]]
"""A status and a body; status 0 waits so many seconds and hangs up. Or a function of the request
that gives these."""


def completion(*, finish_reason: str = "stop", **message: Any) -> dict[str, Any]:
    """A reply of the chat completions API."""
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [
            {
                "index": 0,
                "finish_reason": finish_reason,
                "message": {"role": "assistant", "content": None, **message},
            }
        ],
    }


def tool_call(arguments: str, name: str = "query_logs") -> dict[str, Any]:
    """A message that calls one function, its arguments as the model wrote them."""
    function = {"name": name, "arguments": arguments}
    return {"tool_calls": [{"id": "c", "type": "function", "function": function}]}


Server = TypeVar("Server", bound=ThreadingHTTPServer)


@contextmanager
def served(server: Server) -> Iterator[Server]:
    """``server`` in a thread of its own, until the block ends."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class JsonHandler(BaseHTTPRequestHandler):
    """Reads and answers bodies, and keeps quiet."""

    def body(self) -> bytes:
        return self.rfile.read(int(self.headers["content-length"] or 0))

    def answer(self, status: int, content: bytes, **headers: str) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


class Endpoint(ThreadingHTTPServer):
    """Answers each request with the next of ``replies``: a status and a body, or a wait.

    ``usage`` is added to each completion.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.replies: list[Reply] = []
        self.requests: list[dict[str, Any]] = []
        self.usage: dict[str, int] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class Handler(JsonHandler):
    server: Endpoint

    def do_POST(self) -> None:
        self.server.requests.append(
            {"path": self.path, "key": self.headers["authorization"], **json.loads(self.body())}
        )
        given = self.server.replies.pop(0)
        status, reply = given(self.server.requests[-1]) if callable(given) else given
        if status == 0:
            time.sleep(reply)
            self.close_connection = True
            return
        if self.server.usage and status == 200:
            reply = {**reply, "usage": self.server.usage}
        content = reply if isinstance(reply, bytes) else json.dumps(reply).encode()
        self.answer(status, content, retry_after_ms="1")


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with served(Endpoint()) as server:
        yield server
