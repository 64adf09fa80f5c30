"""All settings, from one place (contract section 9).

Where a setting may stand, first found wins: explicit arguments, environment (``SUPERBIZ_*``),
``.env``, ``superbiz.toml`` (both in the working directory; ``SUPERBIZ_CONFIG_FILE`` names another
toml file), default. Loading checks values only: no path, database or endpoint is touched before
it is used.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

from platformdirs import user_data_path
from pydantic import (
    AfterValidator,
    Field,
    ModelWrapValidatorHandler,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from superbiz_agent.contracts.base import JsonObject
from superbiz_agent.settings.embeddings import EmbeddingSettings
from superbiz_agent.settings.faults import configuration_error
from superbiz_agent.settings.masking import MASK, mask_url
from superbiz_agent.settings.mcp import McpServer
from superbiz_agent.settings.origins import read_dotenv, read_toml
from superbiz_agent.settings.sources import Source, SourceTables
from superbiz_agent.settings.tools import PythonTool, Tables
from superbiz_agent.settings.values import (
    PathList,
    TextList,
    expand_home,
    known_timezone,
    split_named_path,
)
from superbiz_agent.settings.variables import ENVIRONMENT_PREFIX, SECRET_FIELDS


def default_database_path() -> Path:
    """Return the SQLite file used where no URL is set, in the user's data folder."""
    return user_data_path("superbiz-agent", appauthor=False) / "superbiz.db"


def _default_database_url() -> str:
    return f"sqlite:///{default_database_path()}"


class Settings(EmbeddingSettings):
    """Every setting with its default. Immutable; raises ``ConfigurationError`` on a wrong value."""

    model_config = SettingsConfigDict(
        env_prefix=ENVIRONMENT_PREFIX,
        env_ignore_empty=True,
        extra="forbid",
        frozen=True,
        str_strip_whitespace=True,
        validate_default=False,
    )

    database_url: Annotated[str, Field(min_length=1)] = Field(
        default_factory=_default_database_url, description="Where sessions and evidence are kept."
    )
    logs: TextList = Field([], description="Log files or folders, each '[NAME=]PATH'.")
    alerts: PathList = Field([], description="Alert exports of Alertmanager or Prometheus.")
    runbooks: PathList = Field([], description="Folders or files of runbooks.")
    sources: Annotated[SourceTables, NoDecode] = Field(
        default_factory=dict[str, Source],
        description="Servers: KIND=URL ..., or tables [sources.NAME] in superbiz.toml.",
    )
    tools: Tables[PythonTool] = Field({}, description="Your own tools (docs/tools.md).")
    mcp: Tables[McpServer] = Field({}, description="MCP servers with your tools (docs/tools.md).")
    demo: bool | None = Field(
        None, description="Embedded demo incident; unset: on while no real source is configured."
    )
    max_retries: int = Field(1, ge=0, le=5, description="Further attempts of the executor.")
    max_tool_calls: int = Field(12, ge=1, le=100, description="Tool calls an attempt.")
    max_model_calls: int = Field(60, ge=1, le=10_000, description="Model calls a diagnosis.")
    max_tokens: int | None = Field(
        1_000_000, ge=1, description="Tokens a diagnosis, requests and replies."
    )
    max_seconds: float | None = Field(
        900.0, gt=0, allow_inf_nan=False, description="Seconds after which no model is asked."
    )
    max_cost: float | None = Field(
        None, gt=0, allow_inf_nan=False, description="Money a diagnosis; needs SUPERBIZ_PRICES."
    )
    prices: Annotated[Path, AfterValidator(expand_home)] | None = Field(
        None, description="TOML file with the prices of models."
    )
    composer: bool = Field(True, description="Whether a model words the answer.")
    timezone: Annotated[str, AfterValidator(known_timezone)] = Field(
        "UTC", description="Zone of log lines that name none: IANA or +08:00."
    )
    ripgrep: Literal["auto", "off"] = Field(
        "auto", description="'auto': large logs are searched with ripgrep where it is installed."
    )
    log_cache: Literal["auto", "off"] = Field(
        "auto", description="'auto': what a first search learns of large logs is kept for the next."
    )

    trace_masked: bool = Field(False, description="LangSmith traces without inputs and outputs.")
    trace_feedback: bool = Field(
        False, description="Scores of each traced run are sent as feedback to LangSmith."
    )

    @model_validator(mode="wrap")
    @classmethod
    def _one_line_errors(
        cls, values: object, handler: ModelWrapValidatorHandler["Settings"]
    ) -> "Settings":
        try:
            return handler(values)
        except ValidationError as error:
            raise configuration_error(error) from None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Put the sources in their order of precedence."""
        del dotenv_settings, file_secret_settings
        dotenv = InitSettingsSource(settings_cls, read_dotenv(settings_cls))
        toml = InitSettingsSource(settings_cls, read_toml(settings_cls.model_fields))
        return init_settings, env_settings, dotenv, toml

    @property
    def has_real_source(self) -> bool:
        """Whether the operator configured any source of evidence."""
        given = (self.logs, self.alerts, self.runbooks, self.sources, self.tools, self.mcp)
        return any(map(bool, given))

    @property
    def uses_demo_data(self) -> bool:
        """Whether the demo incident is served: never beside a real source (contract section 2)."""
        return self.demo is not False and not self.has_real_source

    @property
    def log_sources(self) -> list[tuple[str | None, Path]]:
        """``logs`` as pairs of name (or null) and path."""
        return [split_named_path(text) for text in self.logs]

    def masked(self) -> JsonObject:
        """Return every setting as plain JSON values, secrets replaced by ``***``."""
        plain = self.model_dump(mode="json", by_alias=False)
        for field in SECRET_FIELDS:
            if plain[field]:
                is_key = isinstance(getattr(self, field), SecretStr)
                plain[field] = MASK if is_key else mask_url(plain[field])
        for name, source in self.sources.items():
            plain["sources"][name] = source.masked()
        plain["tools"] = {name: tool.masked() for name, tool in self.tools.items()}
        plain["mcp"] = {name: server.masked() for name, server in self.mcp.items()}
        return plain

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        """Show masked values wherever the settings are printed."""
        return self.masked().items()


def load_settings(**overrides: Any) -> Settings:
    """Load the settings; ``overrides`` are explicit values by field name.

    Raises ``ConfigurationError``, whose one line names the setting as the user writes it.
    """
    return Settings(**overrides)
