"""A small MCP server for tests, on stdio or on loopback HTTP; some of its tools misbehave.

``python mcp_server.py stdio`` or ``python mcp_server.py http PORT``.
"""

import asyncio
import os
import sys
from typing import Annotated, Any

from mcp.server.fastmcp import FastMCP
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
        os.write(1, b"this is no JSON\n{\"jsonrpc\": \"2.0\", \"method\": \"nonsense\", \"params\": 1}\n")
    return {"rows": [1]}


if __name__ == "__main__":
    if sys.argv[1] == "http":
        server.settings.port = int(sys.argv[2])
        server.run("streamable-http")
    else:
        server.run("stdio")
