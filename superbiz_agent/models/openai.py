"""Chat models at any endpoint that speaks OpenAI's chat completions."""

from typing import TYPE_CHECKING

from pydantic import SecretStr

from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings import Settings

if TYPE_CHECKING:
    from langchain_openai import ChatOpenAI

NO_KEY = SecretStr("no-key-needed")
"""Sent to an endpoint of the operator's own that was given no key; local servers ignore it."""


def openai_chat_model(name: str, settings: Settings) -> "ChatOpenAI":
    """Return the client of the model ``name``; nothing is sent yet.

    It waits ``model_timeout`` seconds, and repeats a call at most ``model_retries`` times: after
    timeouts, lost connections, 429 and 5xx (and 408 and 409), never after another 4xx. Raises
    ConfigurationError if the key is missing.
    """
    key = _key(name, settings)
    from langchain_openai import ChatOpenAI  # noqa: PLC0415 - takes a second to import

    return ChatOpenAI(
        model=name,
        base_url=settings.openai_base_url,
        api_key=key,
        timeout=settings.model_timeout,
        max_retries=settings.model_retries,
        temperature=settings.temperature,
        # One path for all calls: streamed tool arguments are completed by guesswork when cut off,
        # and the Responses API is not what compatible endpoints speak.
        disable_streaming=True,
        use_responses_api=False,
        # Constrained output (request_schema_of) would be bound here, per endpoint. Plain replies
        # and the strict parser work everywhere, so none is asked for.
    )


def _key(name: str, settings: Settings) -> SecretStr:
    key = settings.openai_api_key
    if key is not None and key.get_secret_value().strip():
        return key
    if settings.openai_base_url:
        return NO_KEY
    raise ConfigurationError(
        f"the model {name!r} needs a key: set OPENAI_API_KEY, or OPENAI_BASE_URL for an endpoint "
        "of your own, or SUPERBIZ_MODEL=offline",
        setting="OPENAI_API_KEY",
    )
