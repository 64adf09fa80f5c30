"""The offline model: a deterministic chat model for the four roles.

``model`` is the chat model; ``conversation`` reads its messages; ``planner``, ``executor``,
``verifier`` and ``composer`` answer for one role each, as functions from a request to a reply.
What a question asks for is read by ``question`` (with ``names``, ``topics``, ``kinds``); which
searches follow is decided by ``searches``, and by ``subject`` within a thread.
Tables to extend: ``concepts`` (what incidents are about, in both languages), ``kinds`` (what kind
of answer is wanted), ``vocabulary`` (other words of questions), ``signatures`` (causes that a line
names by itself), ``phrases`` (sentences of both languages).
"""

from superbiz_agent.models.offline.model import OfflineChatModel

__all__ = ["OfflineChatModel"]
