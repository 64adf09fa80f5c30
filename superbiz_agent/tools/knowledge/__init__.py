"""``lookup_knowledge``: runbooks, ranked for questions in Chinese and English."""

from superbiz_agent.tools.knowledge.backend import KnowledgeBackend, KnowledgeListing, RankedBlock
from superbiz_agent.tools.knowledge.markdown_backend import MarkdownBackend, is_markdown
from superbiz_agent.tools.knowledge.tool import KnowledgeArguments, KnowledgeTool

__all__ = [
    "KnowledgeArguments",
    "KnowledgeBackend",
    "KnowledgeListing",
    "KnowledgeTool",
    "MarkdownBackend",
    "RankedBlock",
    "is_markdown",
]
