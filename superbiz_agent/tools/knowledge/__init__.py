"""``lookup_knowledge``: runbooks, ranked for questions in Chinese and English."""

from superbiz_agent.tools.knowledge.backend import KnowledgeBackend, KnowledgeListing, RankedBlock
from superbiz_agent.tools.knowledge.embedding import EmbeddingClient
from superbiz_agent.tools.knowledge.folder_backend import FolderBackend
from superbiz_agent.tools.knowledge.formats import KNOWN_FORMATS, is_page
from superbiz_agent.tools.knowledge.index_store import default_index_root
from superbiz_agent.tools.knowledge.meaning import Meaning
from superbiz_agent.tools.knowledge.retriever import Retriever, RetrieverBackend
from superbiz_agent.tools.knowledge.tool import KnowledgeArguments, KnowledgeTool

__all__ = [
    "KNOWN_FORMATS",
    "EmbeddingClient",
    "FolderBackend",
    "KnowledgeArguments",
    "KnowledgeBackend",
    "KnowledgeListing",
    "KnowledgeTool",
    "Meaning",
    "RankedBlock",
    "Retriever",
    "RetrieverBackend",
    "default_index_root",
    "is_page",
]
