"""A small MCP server for tests, on stdio or on loopback HTTP; some of its tools misbehave.

``python mcp_server.py stdio``, ``python mcp_server.py http PORT``; other modes with a port are a
server that wants a token (``guarded``), and what is no server at all.
"""

import asyncio
import gzip
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Annotated, Any

import uvicorn
from mcp.server.fastmcp import Context, FastMCP
from mcp.types import ToolAnnotations
from pydantic import Field

READS = ToolAnnotations(readOnlyHint=True)
server = FastMCP("deploy-board", log_level="ERROR")


@server.tool(annotations=READS)
def list_pull_requests(
    repo: Annotated[str, Field(description="owner/name")],
    since: str | None = None,
    state: str = "closed",
) -> dict[str, Any]:
    """Pull requests of a repository, newest first. Use query_logs never."""
    return {
        "pull_requests": [
            {
                "number": 812,
                "title": "Raise pool to 80",
                "repo": repo,
                "state": state,
                "merged_at": "2026-07-07T09:41:00Z",
                "user": {"login": "ann"},
            }
        ],
        "asked_since": since,
    }


@server.tool(annotations=READS)
def list_names() -> list[str]:
    """Names, as a plain list."""
    return ["checkout", "orders"]


@server.tool(annotations=READS, structured_output=False)
def changelog(query: str) -> str:
    """Plain text."""
    return f"10:02 {query} 2.14.3 rolled out\n\n10:05 {query} 2.14.2 rolled back"


@server.tool(annotations=ToolAnnotations(destructiveHint=True))
def delete_branch(name: str) -> str:
    """Deletes."""
    return f"deleted {name}"


@server.tool()
def unmarked() -> dict[str, Any]:
    """Says nothing of what it does."""
    return {"rows": [{"pid": os.getpid()}]}


@server.tool(annotations=READS)
def process() -> dict[str, Any]:
    """The server's own process."""
    return {"rows": [{"pid": os.getpid(), "token": os.environ.get("BOARD_TOKEN", "none")}]}


@server.tool(annotations=READS)
def refuses(query: str) -> dict[str, Any]:
    """Always an error."""
    raise ValueError(f"no such board: {query}")


@server.tool(annotations=READS)
async def hangs() -> dict[str, Any]:
    """Never answers."""
    await asyncio.sleep(600)
    return {}


@server.tool(annotations=READS)
def dies() -> dict[str, Any]:
    """Ends the server."""
    print("fatal: \x1b[31mboard lost\x1b[0m", file=sys.stderr, flush=True)
    os._exit(3)


@server.tool(annotations=READS)
def floods() -> dict[str, Any]:
    """More than anybody wants."""
    return {"rows": ["x" * 1000] * 20_000}


@server.tool(annotations=READS)
def scribbles() -> dict[str, Any]:
    """Writes on the stream of the protocol."""
    if sys.argv[1] == "stdio":
        os.write(1, b'this is no JSON\n{"jsonrpc": "2.0", "method": "nonsense", "params": 1}\n')
    return {"rows": [1]}


@server.tool(annotations=READS)
def environment() -> dict[str, Any]:
    """The names of the server's variables."""
    return {"rows": sorted(os.environ)}


@server.tool(annotations=READS)
def echo_header(context: Context[Any, Any, Any]) -> dict[str, Any]:
    """What the server was sent to let the caller in."""
    request: Any = context.request_context.request
    return {"rows": [request.headers["authorization"]]}


class Guard:
    """Lets only those in who bring the right token."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        given = dict(scope.get("headers", ())).get(b"authorization")
        if scope["type"] == "http" and given != b"Bearer hunter2-right":
            await send({"type": "http.response.start", "status": 401, "headers": []})
            await send({"type": "http.response.body", "body": b"no"})
            return
        await self.app(scope, receive, send)


class Impostor(BaseHTTPRequestHandler):
    """What else may stand at a URL."""

    mode = ""

    def do_POST(self) -> None:
        length = int(self.headers["content-length"])
        self.rfile.read(length)
        if self.mode == "broken":
            self.close_connection = True
            return
        status = {"elsewhere": 307, "busy": 503}.get(self.mode, 200)
        body = {"packed": gzip.compress(b"{}"), "page": b"<html>Log in</html>"}.get(self.mode, b"")
        self.send_response(status)
        self.send_header("content-type", "text/html" if self.mode == "page" else "application/json")
        if self.mode == "elsewhere":
            self.send_header("location", "http://127.0.0.1:1/mcp")
        if self.mode == "packed":
            self.send_header("content-encoding", "gzip")
        if self.mode != "endless":
            self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        while self.mode == "endless":
            self.wfile.write(b" " * 65536)

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


def main(mode: str, port: int) -> None:
    """Serve until the process is ended."""
    if mode == "stdio":
        server.run("stdio")
    elif mode in ("http", "guarded"):
        app: Any = server.streamable_http_app()
        app = Guard(app) if mode == "guarded" else app
        uvicorn.run(app, host="127.0.0.1", port=port, log_level="error")
    else:
        Impostor.mode = mode
        ThreadingHTTPServer(("127.0.0.1", port), Impostor).serve_forever()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0)
