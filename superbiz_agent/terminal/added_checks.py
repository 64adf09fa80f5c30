"""What the doctor tries of the operator's own tools: they are listed, none is called."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from superbiz_agent.terminal.console import one_line

if TYPE_CHECKING:
    from superbiz_agent.settings import Settings
    from superbiz_agent.tools.added.mcp_connection import McpConnection

MAX_NAMES = 10


class AddedCheck(NamedTuple):
    """One check; ``find`` returns what works and what of it does not, or raises."""

    subject: str
    setting: str
    find: Callable[[], tuple[str, Sequence[str]]]


def added_checks(settings: Settings) -> Iterator[AddedCheck]:
    """Yield a check for each server and each tool that the settings declare; a server is left when
    all are done. Raises ``ConfigurationError`` where they cannot stand beside each other."""
    if not (settings.tools or settings.mcp):
        return
    from superbiz_agent.tools.added.declared import declare  # noqa: PLC0415

    declared = declare(settings)
    try:
        for name, connection in declared.connections.items():
            yield AddedCheck(f"mcp {name}", f"mcp.{name}", lambda c=connection: _server(c))
        for setting, tool in declared.tools.items():
            yield AddedCheck(f"tool {tool.name}", setting, lambda t=tool: (t.check(), ()))
    finally:
        for connection in declared.connections.values():
            connection.close()


def _server(connection: McpConnection) -> tuple[str, Sequence[str]]:
    names = list(connection.listed())
    hide = connection.secrets.hide
    more = [one_line(hide(name), 64) for name in names if name not in connection.server.tools]
    told = f"{len(names)} tools"
    if more:
        rest = ", ..." if len(more) > MAX_NAMES else ""
        told += f"; not declared, and not offered: {', '.join(more[:MAX_NAMES])}{rest}"
    return told, ()
