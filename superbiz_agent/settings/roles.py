"""What holds for the chat model of one role, and the names of the variables that rule it."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pydantic import SecretStr

from superbiz_agent.contracts.base import Role

OFFLINE_MODEL = "offline"

OPENAI, AZURE = "openai", "azure_openai"

PROVIDERS: frozenset[str] = frozenset(
    {
        *(OPENAI, AZURE),
        *("anthropic", "anthropic_bedrock", "azure_ai", "baseten", "bedrock", "bedrock_converse"),
        *("cohere", "deepseek", "fireworks", "google_anthropic_vertex", "google_genai"),
        *("google_vertexai", "groq", "huggingface", "ibm", "litellm", "meta", "mistralai"),
        *("nvidia", "ollama", "openrouter", "perplexity", "together", "upstage", "xai"),
    }
)
"""What may stand before the colon of ``provider:model``, by LangChain's own names. Any other name
with a colon is a model's (``qwen2.5:7b``)."""

Method: TypeAlias = Literal["json_schema", "function_calling", "json_mode", "plain"]
"""How a reply is held to its form: by the endpoint's schema, a forced function call, JSON of any
form, or not at all. Our own strict parser reads the reply in each case."""

MethodSetting: TypeAlias = Literal["auto", Method]
"""``auto`` is the best that ``superbiz doctor`` found the endpoint to do, and plain before that."""


@dataclass(frozen=True)
class SettingNames:
    """The variables that rule a role's endpoint, for whoever has to mend one."""

    model: str
    key: str = "OPENAI_API_KEY"
    url: str = "OPENAI_BASE_URL"
    timeout: str = "SUPERBIZ_MODEL_TIMEOUT"
    temperature: str = "SUPERBIZ_TEMPERATURE"
    context_size: str = "SUPERBIZ_CONTEXT_SIZE"

    @classmethod
    def of(cls, role: Role) -> "SettingNames":
        """The names where the role has no setting of its own."""
        return cls(model=f"SUPERBIZ_MODEL (or SUPERBIZ_MODEL_{role.upper()})")


@dataclass(frozen=True)
class RoleModel:
    """What holds for the model of one role. ``provider`` is one of ``PROVIDERS``, empty for the
    offline model; ``name`` goes without it. ``timeout`` in seconds, ``context_size`` in tokens."""

    role: Role
    provider: str
    name: str
    temperature: float
    timeout: float
    retries: int
    context_size: int | None
    structured_output: MethodSetting
    names: SettingNames
    base_url: str | None = field(default=None, repr=False)
    api_key: SecretStr | None = field(default=None, repr=False)
    api_version: str | None = None

    @property
    def is_offline(self) -> bool:
        """Whether the embedded model plays the role."""
        return not self.provider

    @property
    def speaks_openai(self) -> bool:
        """Whether the endpoint is called with OpenAI's chat completions."""
        return self.provider in (OPENAI, AZURE)


def provider_and_model(name: str) -> tuple[str, str]:
    """Return the provider (empty for the offline model) and the model of a name as it was set."""
    if name == OFFLINE_MODEL:
        return "", name
    provider, colon, model = name.partition(":")
    return (provider, model) if colon and model and provider in PROVIDERS else (OPENAI, name)
