"""Chat models at any endpoint that speaks OpenAI's chat completions, Azure OpenAI included."""

from typing import Any, cast

from langchain_core.outputs import ChatResult
from langchain_openai import AzureChatOpenAI, ChatOpenAI
from langchain_openai.chat_models.base import BaseChatOpenAI
from pydantic import SecretStr

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.models.arguments import strict_arguments
from superbiz_agent.settings.roles import AZURE, RoleModel

NO_KEY = SecretStr("no-key-needed")
"""Sent to an endpoint of the operator's own that was given no key; local servers ignore it."""


class StrictArguments(BaseChatOpenAI):
    """Reads the arguments of tool calls as strictly as any reply.

    LangChain parses them before anything of ours sees them, keeps the last of two equal keys, and
    does not hand on the text. Here arguments that are no strict JSON object become an invalid call.
    """

    def _create_chat_result(self, response: Any, generation_info: Any = None) -> ChatResult:
        plain: Any = response.model_dump(warnings=False) if _is_model(response) else response
        if isinstance(plain, dict):
            plain = strict_arguments(cast(JsonObject, plain))
        return cast(Any, super())._create_chat_result(plain, generation_info)


def _is_model(response: Any) -> bool:
    return hasattr(response, "model_dump")


class OpenAIModel(StrictArguments, ChatOpenAI):
    """Any OpenAI-compatible endpoint."""


class AzureOpenAIModel(StrictArguments, AzureChatOpenAI):
    """A deployment of Azure OpenAI."""


def openai_chat_model(role_model: RoleModel) -> BaseChatOpenAI:
    """Return the client of the role's model; nothing is sent yet.

    It waits ``timeout`` seconds, and repeats a call at most ``retries`` times: after timeouts,
    lost connections, 429 and 5xx (and 408 and 409), never after another 4xx. Raises
    ConfigurationError if the key, or what Azure needs besides, is missing.
    """
    shared: dict[str, Any] = {
        "timeout": role_model.timeout,
        "max_retries": role_model.retries,
        "temperature": role_model.temperature,
        # One path for all calls: streamed tool arguments are completed by guesswork when cut off,
        # and the Responses API is not what compatible endpoints speak.
        "disable_streaming": True,
        "use_responses_api": False,
    }
    if role_model.provider == AZURE:
        return AzureOpenAIModel(**shared, **_azure(role_model))
    key = role_model.api_key or _no_key(role_model)
    return OpenAIModel(model=role_model.name, base_url=role_model.base_url, api_key=key, **shared)


def _azure(role_model: RoleModel) -> dict[str, Any]:
    names = role_model.names
    needed = {
        names.url: role_model.base_url,
        names.key: role_model.api_key,
        "OPENAI_API_VERSION": role_model.api_version,
    }
    for setting, value in needed.items():
        if not value:
            raise ConfigurationError(
                f"the Azure OpenAI deployment {role_model.name!r} needs {setting}: set it, or "
                "SUPERBIZ_MODEL=offline",
                setting=setting,
            )
    return {
        "azure_deployment": role_model.name,
        "azure_endpoint": role_model.base_url,
        "api_key": role_model.api_key,
        "api_version": role_model.api_version,
    }


def _no_key(role_model: RoleModel) -> SecretStr:
    if role_model.base_url:
        return NO_KEY
    key = role_model.names.key
    raise ConfigurationError(
        f"the model {role_model.name!r} needs a key: set {key}, or OPENAI_BASE_URL for an endpoint "
        "of your own, or SUPERBIZ_MODEL=offline",
        setting=key,
    )
