"""Evidence tools and the recording of their invocations. Tools only read.

An embedder's own function becomes a tool with ``FunctionTool``; a class of its own follows the
protocol ``EvidenceTool``, whose ``run`` returns a ``ToolOutcome``.
"""

from superbiz_agent.tools.base import EvidenceItem, EvidenceTool, ToolContext, ToolOutcome
from superbiz_agent.tools.function_tool import FunctionTool

__all__ = ["EvidenceItem", "EvidenceTool", "FunctionTool", "ToolContext", "ToolOutcome"]
