"""Which chat model plays a role."""

from langchain_core.language_models import BaseChatModel

from superbiz_agent.contracts.base import Role
from superbiz_agent.settings import Settings


def chat_model(role: Role, settings: Settings) -> BaseChatModel:
    """Return the chat model that ``settings`` name for ``role`` (contract section 9).

    Opens no connection. Raises ConfigurationError, naming the setting, for a model that the
    settings do not suffice for. The model libraries are imported here, when a model is wanted.
    """
    role_model = settings.role_model(role)
    if role_model.is_offline:
        from superbiz_agent.models.offline import OfflineChatModel  # noqa: PLC0415

        return OfflineChatModel()
    if role_model.speaks_openai:
        from superbiz_agent.models.openai import openai_chat_model  # noqa: PLC0415

        return openai_chat_model(role_model)
    from superbiz_agent.models.providers import provider_chat_model  # noqa: PLC0415

    return provider_chat_model(role_model)
