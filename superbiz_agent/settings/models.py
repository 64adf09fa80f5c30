"""The settings of the chat models: one for all roles, and each of them for a single role.

``ModelSettings.role_model`` resolves what holds for a role; nothing else reads the single fields.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, SecretStr
from pydantic_settings import BaseSettings

from superbiz_agent.contracts.base import ROLES, Role
from superbiz_agent.errors import ConfigurationError
from superbiz_agent.settings.roles import (
    AZURE,
    OFFLINE_MODEL,
    OPENAI,
    MethodSetting,
    RoleModel,
    SettingNames,
    provider_and_model,
)
from superbiz_agent.settings.values import MAX_NAME, Name, web_url
from superbiz_agent.settings.variables import variable_of

MIN_CONTEXT_SIZE = 1024

_SHARED: Mapping[str, tuple[str, str]] = {
    OPENAI: ("openai_api_key", "openai_base_url"),
    AZURE: ("azure_openai_api_key", "azure_openai_endpoint"),
}
"""Provider -> the settings of its key and its address for all roles."""

_Url = Annotated[str, AfterValidator(web_url)]

_Temperature = Annotated[float, Field(ge=0, le=2, allow_inf_nan=False)]

_Seconds = Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)]

_Tokens = Annotated[int, Field(ge=MIN_CONTEXT_SIZE, le=100_000_000)]


class ModelSettings(BaseSettings):
    """Every setting of the chat models with its default."""

    model: Name = Field(OFFLINE_MODEL, description="Chat model of every role; 'offline' embedded.")
    openai_base_url: _Url | None = Field(
        None, validation_alias="openai_base_url", description="OpenAI-compatible endpoint."
    )
    openai_api_key: SecretStr | None = Field(
        None, validation_alias="openai_api_key", description="Key for that endpoint."
    )
    azure_openai_endpoint: _Url | None = Field(
        None, validation_alias="azure_openai_endpoint", description="Azure OpenAI resource."
    )
    azure_openai_api_key: SecretStr | None = Field(
        None, validation_alias="azure_openai_api_key", description="Key for that resource."
    )
    openai_api_version: Name | None = Field(
        None, validation_alias="openai_api_version", description="API version of Azure OpenAI."
    )
    temperature: _Temperature = Field(0.0, description="Of all models.")
    model_timeout: _Seconds = Field(60.0, description="Seconds one model call may take.")
    model_retries: int = Field(2, ge=0, le=10, description="Repeats of a failed model call.")
    context_size: _Tokens | None = Field(
        None, description="Tokens a model takes, reply included; unset: 32768 at an endpoint."
    )
    structured_output: MethodSetting = Field(
        "auto", description="auto, json_schema, function_calling, json_mode or plain."
    )

    model_planner: Name | None = Field(None, description="Model of the planner, if another.")
    model_executor: Name | None = Field(None, description="Model of the executor, if another.")
    model_verifier: Name | None = Field(None, description="Model of the verifier, if another.")
    model_composer: Name | None = Field(None, description="Model of the composer, if another.")
    base_url_planner: _Url | None = Field(None, description="Endpoint of the planner's model.")
    base_url_executor: _Url | None = Field(None, description="Endpoint of the executor's model.")
    base_url_verifier: _Url | None = Field(None, description="Endpoint of the verifier's model.")
    base_url_composer: _Url | None = Field(None, description="Endpoint of the composer's model.")
    api_key_planner: SecretStr | None = Field(None, description="Key of the planner's model.")
    api_key_executor: SecretStr | None = Field(None, description="Key of the executor's model.")
    api_key_verifier: SecretStr | None = Field(None, description="Key of the verifier's model.")
    api_key_composer: SecretStr | None = Field(None, description="Key of the composer's model.")
    temperature_planner: _Temperature | None = Field(None, description="Of the planner.")
    temperature_executor: _Temperature | None = Field(None, description="Of the executor.")
    temperature_verifier: _Temperature | None = Field(None, description="Of the verifier.")
    temperature_composer: _Temperature | None = Field(None, description="Of the composer.")
    model_timeout_planner: _Seconds | None = Field(None, description="Of the planner.")
    model_timeout_executor: _Seconds | None = Field(None, description="Of the executor.")
    model_timeout_verifier: _Seconds | None = Field(None, description="Of the verifier.")
    model_timeout_composer: _Seconds | None = Field(None, description="Of the composer.")
    context_size_planner: _Tokens | None = Field(None, description="Of the planner's model.")
    context_size_executor: _Tokens | None = Field(None, description="Of the executor's model.")
    context_size_verifier: _Tokens | None = Field(None, description="Of the verifier's model.")
    context_size_composer: _Tokens | None = Field(None, description="Of the composer's model.")
    structured_output_planner: MethodSetting | None = Field(None, description="Of the planner.")
    structured_output_executor: MethodSetting | None = Field(None, description="Of the executor.")
    structured_output_verifier: MethodSetting | None = Field(None, description="Of the verifier.")
    structured_output_composer: MethodSetting | None = Field(None, description="Of the composer.")

    def model_name(self, role: Role) -> str:
        """Return the name of the chat model that plays ``role``, as it was set."""
        own: str | None = getattr(self, f"model_{role}")
        return own or self.model

    def with_models(self, names: Mapping[str, str]) -> Self:
        """Return these settings with other models: ``names`` is the setting (``model``,
        ``model_planner``, ...) -> the name. ``model`` is then that of every role which is not
        named by itself. Raises ConfigurationError for a name that is none, and for one of another
        provider where the role has an address or a key of its own, which would go there.
        """
        update: dict[str, str | None] = {}
        if "model" in names:
            update = {f"model_{role}": None for role in ROLES}
        for setting, name in names.items():
            if not 0 < len(name.strip()) <= MAX_NAME or not name.isprintable():
                raise ConfigurationError(
                    f"{setting}: is no name of a model, such as gpt-5 or offline", setting=setting
                )
            update[setting] = name.strip()
        changed = self.model_copy(update=update)
        for role in ROLES:
            if self._has_own_endpoint(role) and changed._provider(role) not in (
                "",
                self._provider(role),
            ):
                raise ConfigurationError(
                    f"{changed.model_name(role)!r} is of another provider than the endpoint that "
                    f"SUPERBIZ_BASE_URL_{role.upper()} or its key is for; name a model of that one",
                    setting=f"SUPERBIZ_MODEL_{role.upper()}",
                )
        return changed

    def _provider(self, role: Role) -> str:
        return provider_and_model(self.model_name(role))[0]

    def _has_own_endpoint(self, role: Role) -> bool:
        return bool(getattr(self, f"base_url_{role}") or getattr(self, f"api_key_{role}"))

    def role_model(self, role: Role) -> RoleModel:
        """Return what holds for ``role``: its own settings, else those of all roles.

        The key for all roles goes to the endpoint of all roles alone: a role with an endpoint of
        its own needs a key of its own. Raises ConfigurationError for a verifier that is set to
        function calling (its arguments may not decide a verdict).
        """
        provider, name = provider_and_model(self.model_name(role))
        method: MethodSetting | None = getattr(self, f"structured_output_{role}")
        if role == "verifier" and method == "function_calling":
            raise ConfigurationError(
                "SUPERBIZ_STRUCTURED_OUTPUT_VERIFIER: the verifier never answers by a function "
                "call; set json_schema, json_mode, plain or auto",
                setting="SUPERBIZ_STRUCTURED_OUTPUT_VERIFIER",
            )
        return RoleModel(
            role=role,
            provider=provider,
            name=name,
            temperature=self._own("temperature", role),
            timeout=self._own("model_timeout", role),
            retries=self.model_retries,
            context_size=self._own("context_size", role),
            structured_output=self._own("structured_output", role),
            names=self._names(role, provider),
            base_url=self._base_url(role, provider),
            api_key=self._api_key(role, provider),
            api_version=self.openai_api_version,
        )

    def _own(self, setting: str, role: Role) -> Any:
        """The role's own value of a setting, else that of all roles."""
        own = getattr(self, f"{setting}_{role}")
        return getattr(self, setting) if own is None else own

    def _base_url(self, role: Role, provider: str) -> str | None:
        own: str | None = getattr(self, f"base_url_{role}")
        return own or (getattr(self, _SHARED[provider][1]) if provider in _SHARED else None)

    def _api_key(self, role: Role, provider: str) -> SecretStr | None:
        own = _given(getattr(self, f"api_key_{role}"))
        if own or getattr(self, f"base_url_{role}") or provider not in _SHARED:
            return own
        return _given(getattr(self, _SHARED[provider][0]))

    def _names(self, role: Role, provider: str) -> SettingNames:
        shared_key, shared_url = _SHARED.get(provider, (None, None))
        has_url = bool(getattr(self, f"base_url_{role}"))
        has_key = has_url or _given(getattr(self, f"api_key_{role}")) is not None
        return SettingNames(
            model=SettingNames.of(role).model,
            key=variable_of(f"api_key_{role}" if has_key or not shared_key else shared_key),
            url=variable_of(f"base_url_{role}" if has_url or not shared_url else shared_url),
            timeout=self._variable("model_timeout", role),
            temperature=self._variable("temperature", role),
            context_size=self._variable("context_size", role),
        )

    def _variable(self, setting: str, role: Role) -> str:
        has_own = getattr(self, f"{setting}_{role}") is not None
        return variable_of(f"{setting}_{role}" if has_own else setting)


def _given(key: SecretStr | None) -> SecretStr | None:
    """The key, unless it is blank."""
    return key if key is not None and key.get_secret_value().strip() else None
