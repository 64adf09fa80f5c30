"""Operators' tools within ``langgraph dev``, whose event loop lets nothing block."""

import json
from collections.abc import Iterator

import httpx
import pytest

from tests.dev_server import started_dev_server
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
    """The dev server with a tool of each kind."""
    folder = tmp_path_factory.mktemp("dev_tools")
    (folder / "our_tools.py").write_text(CODE)
    tools = {"list_deploys": {"import": str(folder / "our_tools.py:deploys"), "list": "deploys"}}
    board = stdio_server(tools={"changelog": {"list": "changes", "read": "lines"}})
    settings = {"SUPERBIZ_TOOLS": json.dumps(tools), "SUPERBIZ_MCP": json.dumps({"board": board})}
    with started_dev_server(folder, **settings) as client:
        yield client


@pytest.mark.parametrize("question", ["What was rolled out to checkout-service?"] * 2)
def test_tools_of_both_kinds_are_asked_and_cited(server: httpx.Client, question: str) -> None:
    body = {"assistant_id": "superbiz", "input": {"query": question}}
    result = server.post("/runs/wait", json=body).json()
    assert "__error__" not in result
    cited = {reference["tool_name"] for reference in result["references"]}
    assert cited == {"list_deploys", "changelog"}, result["answer"]
