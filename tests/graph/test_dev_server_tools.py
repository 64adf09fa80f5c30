"""Operators' tools within ``langgraph dev``, whose event loop lets nothing block."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.dev_server import ROOT, free_port, wait_for
from tests.tools.added.conftest import stdio_server

pytestmark = pytest.mark.server

CODE = '''
import asyncio

async def deploys(service: str) -> dict:
    """Deployments of a service, newest first."""
    await asyncio.sleep(0)
    return {"deploys": [{"service": service, "version": "2.14.3", "state": "finished"}]}
'''


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """The dev server with a tool of each kind, ended by its process id."""
    folder = tmp_path_factory.mktemp("dev_tools")
    (folder / "our_tools.py").write_text(CODE)
    tools = {"list_deploys": {"import": str(folder / "our_tools.py:deploys"), "list": "deploys"}}
    board = stdio_server(tools={"changelog": {"list": "changes", "read": "lines"}})
    port = free_port()
    environment = {
        **{name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ},
        "HOME": str(folder),
        "PYTHONPATH": str(ROOT),
        "SUPERBIZ_DATABASE_URL": f"sqlite:///{folder / 'sessions.db'}",
        "SUPERBIZ_TOOLS": json.dumps(tools),
        "SUPERBIZ_MCP": json.dumps({"board": board}),
        "LANGSMITH_TRACING": "false",
        "LANGGRAPH_NO_VERSION_CHECK": "true",
        "LANGGRAPH_CLI_NO_ANALYTICS": "1",
    }
    command = [str(Path(sys.executable).parent / "langgraph"), "dev", "--no-browser", "--no-reload"]
    command += ["--host", "127.0.0.1", "--port", str(port)]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=log, stderr=log, start_new_session=True
        )
    client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False)
    try:
        wait_for(client, process, folder / "log")
        yield client
    finally:
        client.close()
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)


@pytest.mark.parametrize("question", ["What was rolled out to checkout-service?"] * 2)
def test_tools_of_both_kinds_are_asked_and_cited(server: httpx.Client, question: str) -> None:
    body = {"assistant_id": "superbiz", "input": {"query": question}}
    result = server.post("/runs/wait", json=body).json()
    assert "__error__" not in result
    cited = {reference["tool_name"] for reference in result["references"]}
    assert cited == {"list_deploys", "changelog"}, result["answer"]
