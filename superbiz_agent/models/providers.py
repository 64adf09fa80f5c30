"""Chat models of other providers, ``provider:model``, by LangChain's own ``init_chat_model``."""

import importlib
from typing import Any

from langchain_core.language_models import BaseChatModel

from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings.roles import RoleModel


def provider_chat_model(role_model: RoleModel) -> BaseChatModel:
    """Return the client that LangChain has for the role's provider; nothing is sent yet.

    Key and address are the role's own settings, else what the provider's package reads itself
    (ANTHROPIC_API_KEY and the like). Raises ConfigurationError where a package is missing, or
    where the provider's client cannot be made of the settings.
    """
    given: dict[str, Any] = {
        "temperature": role_model.temperature,
        "timeout": role_model.timeout,
        "max_retries": role_model.retries,
        "disable_streaming": True,
    }
    if role_model.base_url:
        given["base_url"] = role_model.base_url
    if role_model.api_key:
        given["api_key"] = role_model.api_key
    named = f"{role_model.names.model}: '{role_model.provider}:{role_model.name}'"
    try:
        init_chat_model: Any = importlib.import_module("langchain.chat_models").init_chat_model
        return init_chat_model(role_model.name, model_provider=role_model.provider, **given)
    except ImportError:
        raise ConfigurationError(
            f"{named} needs the packages langchain and "
            f"langchain-{role_model.provider.replace('_', '-')} (or as LangChain's page of "
            "providers names it): install them, or set SUPERBIZ_MODEL=offline",
            setting=role_model.names.model,
        ) from None
    except Exception as error:  # the message could quote a key
        raise ConfigurationError(
            f"{named} cannot be used with these settings ({type(error).__name__}): check the "
            f"provider's key, or set {role_model.names.key}",
            setting=role_model.names.model,
        ) from None
