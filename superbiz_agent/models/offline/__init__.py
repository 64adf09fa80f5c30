"""The offline model: a deterministic chat model for the four roles.

``model`` is the chat model; ``conversation`` reads its messages; ``planner``, ``executor``,
``verifier`` and ``composer`` answer for one role each, as functions from a request to a reply.
Tables to extend: ``vocabulary`` (words of questions), ``signatures`` (causes that a line names by
itself), ``phrases`` (sentences of both languages).
"""

from superbiz_agent.models.offline.model import OfflineChatModel

__all__ = ["OfflineChatModel"]
