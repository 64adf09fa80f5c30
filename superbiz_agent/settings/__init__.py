"""Every setting: what may be set, where it may stand, and what a wrong one is told.

``loading`` holds all of them; what is set for a role's model, embeddings, a server, a tool of the
operator's, an MCP server has a file each.
"""

from superbiz_agent.settings.loading import Settings, default_database_path, load_settings
from superbiz_agent.settings.masking import mask_url
from superbiz_agent.settings.roles import OFFLINE_MODEL
from superbiz_agent.settings.values import is_web_url, split_named_path
from superbiz_agent.settings.variables import variable_of

__all__ = [
    "OFFLINE_MODEL",
    "Settings",
    "default_database_path",
    "is_web_url",
    "load_settings",
    "mask_url",
    "split_named_path",
    "variable_of",
]
