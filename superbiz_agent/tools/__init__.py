"""Evidence tools and the recording of their invocations. Tools only read.

An embedder's own function becomes a tool with ``FunctionTool``, a LangChain tool with
``LangChainTool``; a class of its own follows the protocol ``EvidenceTool``, whose ``run`` returns a
``ToolOutcome``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from superbiz_agent.settings.tools import ToolOptions
from superbiz_agent.tools.base import EvidenceItem, EvidenceTool, ToolContext, ToolOutcome
from superbiz_agent.tools.function_tool import FunctionTool

if TYPE_CHECKING:
    from superbiz_agent.tools.added.langchain_tool import LangChainTool

__all__ = [
    "EvidenceItem",
    "EvidenceTool",
    "FunctionTool",
    "LangChainTool",
    "ToolContext",
    "ToolOptions",
    "ToolOutcome",
]


def __getattr__(name: str) -> Any:
    """Import what needs LangChain on first use: the commands that ask nothing load without it."""
    if name == "LangChainTool":
        return getattr(import_module("superbiz_agent.tools.added.langchain_tool"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
