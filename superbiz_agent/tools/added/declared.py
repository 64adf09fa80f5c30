"""The tools that the settings declare. Nothing is imported, started or called here."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.contracts.evidence import EVIDENCE_LISTS
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings import Settings
from superbiz_agent.settings.tools import TOOL_NAME, PythonTool, ToolOptions
from superbiz_agent.tools.added.added_tool import AddedTool, Origin
from superbiz_agent.tools.added.importing import imported
from superbiz_agent.tools.added.secrets import Secrets

if TYPE_CHECKING:
    from superbiz_agent.tools.added.mcp_connection import McpConnection


@dataclass(frozen=True)
class Declared:
    """The declared tools in the order given, by setting (``tools.NAME``,
    ``mcp.SERVER.tools.NAME``), and the connections to the servers, by name."""

    tools: Mapping[str, AddedTool]
    connections: "Mapping[str, McpConnection]"


def declare(settings: Settings, other_names: Sequence[str] = ()) -> Declared:
    """Return the tools of ``[tools.NAME]`` and ``[mcp.NAME]``; ``other_names`` are those of the
    tools beside them.

    Raises ``ConfigurationError`` for a name that no model can call, one that is taken, and where
    the packages for MCP are not installed.
    """
    declared: dict[str, ToolOptions] = {
        **{f"tools.{key}": tool for key, tool in settings.tools.items()},
        **{
            f"mcp.{server}.tools.{key}": tool
            for server, each in settings.mcp.items()
            for key, tool in each.tools.items()
        },
    }
    names = {setting: _name(setting, tool) for setting, tool in declared.items()}
    taken = [*EVIDENCE_LISTS, *other_names, *names.values()]
    _check_distinct(taken)
    tools = {
        f"tools.{key}": AddedTool(names[f"tools.{key}"], tool, _Imported(tool, key))
        for key, tool in settings.tools.items()
    }
    if not settings.mcp:
        return Declared(tools, {})
    _check_installed()
    from superbiz_agent.tools.added.mcp_connection import McpConnection  # noqa: PLC0415
    from superbiz_agent.tools.added.mcp_tool import McpOrigin  # noqa: PLC0415

    connections = {name: McpConnection(name, server) for name, server in settings.mcp.items()}
    for server, each in settings.mcp.items():
        for key, tool in each.tools.items():
            setting = f"mcp.{server}.tools.{key}"
            others = frozenset(taken) - {names[setting]}
            origin = McpOrigin(connections[server], key, tool, others)
            tools[setting] = AddedTool(names[setting], tool, origin)
    return Declared(tools, connections)


def _name(setting: str, tool: ToolOptions) -> str:
    """What models call a tool: its ``name``, else its key. A server cannot choose it."""
    name = tool.name or setting.split(".", 3 if setting.startswith("mcp.") else 1)[-1]
    if TOOL_NAME.fullmatch(name):
        return name
    fit = re.sub(r"[^A-Za-z0-9_-]+", "_", name).strip("_-0123456789")[:64] or "my_tool"
    raise ConfigurationError(
        f"SUPERBIZ_{setting.partition('.')[0].upper()}: chat models refuse the tool name of "
        f'{setting}: set its name, such as name = "{fit}"',
        setting=setting,
    )


def _check_distinct(names: Sequence[str]) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ConfigurationError(
            f"tool {twice}: the name is given twice; set another name in its table",
            setting="tools",
        )


def _check_installed() -> None:
    if find_spec("langchain_mcp_adapters") is None:
        raise ConfigurationError(
            "SUPERBIZ_MCP: MCP servers need more packages: pip install 'superbiz-agent[mcp]'",
            setting="SUPERBIZ_MCP",
        )


class _Imported:
    """A Python tool, imported when it is first described or asked."""

    def __init__(self, tool: PythonTool, key: str) -> None:
        self._tool = tool
        self._setting = f"tools.{key}"
        self.secrets = Secrets(self._setting)

    @cached_property
    def _origin(self) -> Origin:
        from superbiz_agent.tools.added.langchain_tool import LangChainOrigin  # noqa: PLC0415

        self.secrets.keep(self._tool.secrets())
        found = imported(self._tool.reference, f"{self._setting}.import", self.secrets.hide)
        return LangChainOrigin(found, self._tool, setting=self._setting, secrets=self.secrets)

    def description(self) -> str:
        """What the tool says of itself."""
        return self._origin.description()

    def schema(self) -> JsonObject:
        """The schema of its arguments."""
        return self._origin.schema()

    def call(self, arguments: JsonObject) -> tuple[Any, Any]:
        """Call the tool once."""
        return self._origin.call(arguments)
