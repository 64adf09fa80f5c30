"""Which chat model plays a role."""

from langchain_core.language_models import BaseChatModel

from superbiz_agent.contracts.base import Role
from superbiz_agent.settings import OFFLINE_MODEL, Settings


def chat_model(role: Role, settings: Settings) -> BaseChatModel:
    """Return the chat model that ``settings`` name for ``role`` (contract section 9).

    Opens no connection. Raises ConfigurationError, naming the setting, for a model that the
    settings do not suffice for. The model libraries are imported here, when a model is wanted.
    """
    name = settings.model_name(role)
    if name == OFFLINE_MODEL:
        from superbiz_agent.models.offline import OfflineChatModel  # noqa: PLC0415

        return OfflineChatModel()
    from superbiz_agent.models.openai import openai_chat_model  # noqa: PLC0415

    return openai_chat_model(name, settings)
