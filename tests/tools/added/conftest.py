"""The MCP server of ``mcp_server.py``, on stdio and on a free loopback port."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from superbiz_agent.contracts.session import TimeWindow
from superbiz_agent.settings import load_settings
from superbiz_agent.tools.base import EvidenceTool, ToolContext, ToolOutcome
from superbiz_agent.tools.toolbox import build_tools

SERVER = str(Path(__file__).with_name("mcp_server.py"))
START_WITHIN = 60.0  # seconds; a bound for a broken start, not a measurement
CONTEXT = ToolContext(
    window=TimeWindow(since="2026-07-07T09:00:00Z"), now=datetime(2026, 7, 7, 10, tzinfo=UTC)
)


def stdio_server(*arguments: str, **more: Any) -> dict[str, Any]:
    """The declaration of the server as a process of its own."""
    return {"command": sys.executable, "args": [SERVER, "stdio", *arguments], **more}


@contextlib.contextmanager
def http_server(mode: str = "http", port: int = 0) -> Iterator[str]:
    """Start the server on a free loopback port; the URL to call. Ended by its process id."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))
        port = probe.getsockname()[1]
    environment = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    process = subprocess.Popen(
        [sys.executable, SERVER, mode, str(port)],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + START_WITHIN
        while not _listens(port):
            assert process.poll() is None and time.monotonic() < deadline, (
                "the server did not start"
            )
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(30)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A server on loopback for a whole file of tests."""
    with http_server() as address:
        yield address


@pytest.fixture(params=["stdio", "http"])
def declared(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The declaration of the server by each of its transports."""
    if request.param == "stdio":
        return stdio_server()
    return {"url": request.getfixturevalue("url")}


Asking = Callable[..., ToolOutcome]


@pytest.fixture
def asking() -> Callable[..., Asking]:
    """Make what asks the tools of one server: ``asking(server, tools)(name, **arguments)``."""

    def make(server: dict[str, Any], tools: dict[str, Any]) -> Asking:
        given = load_settings(mcp={"board": {**server, "tools": tools}})
        built = build_tools(given)

        def ask(name: str, /, **arguments: Any) -> ToolOutcome:
            return asked(built[name], arguments)

        return ask

    return make


def asked(tool: EvidenceTool, arguments: dict[str, Any]) -> ToolOutcome:
    """Ask a tool once."""
    return tool.run(tool.arguments.model_validate(arguments), CONTEXT)


def texts(outcome: ToolOutcome) -> list[str]:
    """The lines that an outcome holds."""
    return [item.text for items in outcome.items.values() for item in items]
