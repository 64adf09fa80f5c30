"""The tables that docs/tools.md shows are settings."""

import re
from pathlib import Path

import pytest

from superbiz_agent.settings import load_settings
from superbiz_agent.settings.mcp import McpServer, McpTool
from superbiz_agent.settings.tools import PythonTool, ToolOptions
from superbiz_agent.tools.toolbox import build_tools

PAGE = (Path(__file__).parents[2] / "docs" / "tools.md").read_text(encoding="utf-8")
TABLES = re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("table", TABLES)
def test_every_table_shown_declares_tools(table: str) -> None:
    Path("superbiz.toml").write_text(table)
    tools = build_tools(load_settings())
    assert len(tools) > 3


def test_every_key_of_a_tool_is_on_the_page() -> None:
    keys = {field.alias or name for name, field in ToolOptions.model_fields.items()}
    keys |= {field.alias or name for name, field in PythonTool.model_fields.items()}
    keys |= set(McpTool.model_fields) - {"list_name"} | set(McpServer.model_fields) - {"tools"}
    assert [key for key in sorted(keys) if f"`{key}" not in PAGE and f"{key} = " not in PAGE] == []
