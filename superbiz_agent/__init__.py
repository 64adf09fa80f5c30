"""SuperBiz Agent: answers about incidents whose every stated fact traces to stored evidence."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from superbiz_agent.graph import build_graph
    from superbiz_agent.settings import Settings
    from superbiz_agent.tools import FunctionTool

__all__ = ["FunctionTool", "Settings", "build_graph"]
__version__ = "0.1.0"

_HOMES = {
    "FunctionTool": "superbiz_agent.tools",
    "Settings": "superbiz_agent.settings",
    "build_graph": "superbiz_agent.graph",
}


def __getattr__(name: str) -> Any:
    """Import the public names on first use, so that ``superbiz --help`` need not load LangGraph."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
