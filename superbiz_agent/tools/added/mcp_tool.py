"""A tool of an MCP server as an evidence tool: the operator's word rules, not the server's."""

from collections.abc import Mapping
from typing import Any, cast

from langchain_core.tools import BaseTool, ToolException

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.settings.mcp import McpTool
from superbiz_agent.tools.added.arguments import offered_schema
from superbiz_agent.tools.added.faults import ToolFaultError
from superbiz_agent.tools.added.langchain_tool import (
    call_input,
    content_and_artifact,
    untraced,
    without_handlers,
)
from superbiz_agent.tools.added.mcp_connection import McpConnection
from superbiz_agent.tools.added.names import one_line, told_text
from superbiz_agent.tools.added.secrets import Secrets

MAX_DESCRIPTION = 600
MAX_NAMES_SHOWN = 20


class McpOrigin:
    """Calls ``tool_name`` of a server. ``other_names`` are those of the other tools that models are
    offered, which the server's texts may not name."""

    def __init__(
        self, connection: McpConnection, tool_name: str, tool: McpTool, other_names: frozenset[str]
    ) -> None:
        self._connection = connection
        self._tool_name = tool_name
        self._declared = tool
        self._tell = told_text(other_names)
        self._setting = f"{connection.setting}.tools.{tool_name}"

    @property
    def secrets(self) -> Secrets:
        """What no text may show."""
        return self._connection.secrets

    def description(self) -> str:
        """What the server says of the tool, said to be the server's word."""
        found = self._found(self._connection.listed())
        told = self._tell(self.secrets.hide(found.description), MAX_DESCRIPTION)
        server = self._connection.name
        return f'Tool of the MCP server {server}, which says of it: "{told}"'

    def schema(self) -> JsonObject:
        """The schema of its arguments. Raises ``SourceError`` for a tool that may not be asked."""
        found = self._found(self._connection.listed())
        self._check_read_only(found)
        given = cast("JsonObject", found.args_schema)  # as the server gives it
        schema = self.secrets.hide_all(given)
        try:
            return offered_schema(schema, self._declared, self._tell)
        except ValueError as error:
            raise ToolFaultError(f"cannot be offered: {error}", source=self._setting) from None

    def call(self, arguments: JsonObject) -> tuple[Any, Any]:
        """Call the tool once; one that is not known to only read is never called."""

        async def work(tools: Mapping[str, BaseTool]) -> Any:
            found = self._found(tools)
            self._check_read_only(found)
            with untraced():
                tool = without_handlers(found)
                return await tool.ainvoke(call_input(tool, arguments))

        try:
            return content_and_artifact(self._connection.call(work, self._declared.timeout))
        except ToolException as error:
            told, said = "answered with an error", one_line(self.secrets.hide(str(error)), 500)
            raise ToolFaultError(f"{told}: {said}", source=self._setting, told=told) from None

    def _found(self, tools: Mapping[str, BaseTool]) -> BaseTool:
        if self._tool_name not in tools:
            names = map(self.secrets.hide, list(tools)[:MAX_NAMES_SHOWN])
            known = ", ".join(one_line(name, 64) for name in names)
            told = f"is no tool of the server {self._connection.name}"
            raise ToolFaultError(
                f"{told}; it has: {known or 'none'}", source=self._setting, told=told
            )
        return tools[self._tool_name]

    def _check_read_only(self, tool: BaseTool) -> None:
        reason = why_not_read_only(tool.metadata or {}, self._declared.read_only)
        if reason:
            raise ToolFaultError(f"is never asked: {reason}", source=self._setting)


def why_not_read_only(annotations: Mapping[str, Any], word: bool | None) -> str | None:
    """Return why a tool may not be asked, or null if it may. ``annotations`` are the server's
    hints, ``word`` is the operator's, which rules over them."""
    if word is True:
        return None
    remedy = "if it only reads, set its read_only = true"
    if word is False:
        return "its read_only is false"
    if annotations.get("destructiveHint") is True:
        return f"its server says that it is destructive; {remedy}"
    if annotations.get("readOnlyHint") is not True:
        return f"its server does not say that it only reads (readOnlyHint); {remedy}"
    return None
